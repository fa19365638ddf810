//! What is to run where: the plan that mpiexec makes and the nodes carry out.

use crate::binding::BindingPolicy;
use crate::control::Listening;
use crate::cores::Cores;
use std::ffi::OsString;

/// A program with its arguments and surroundings.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct App {
    /// Program and arguments; never empty.
    pub argv: Vec<OsString>,
    /// So many of these words are a debugger's, which runs the program.
    pub debugger: u32,
    /// Working directory.
    pub dir: OsString,
    /// Folders where the program is looked for before those of `PATH`, with colons between.
    pub path: OsString,
    /// Whether the environment of the node's own launcher is the ground on which `env` is laid.
    pub inherit: bool,
    /// Environment variables.
    pub env: Vec<(OsString, OsString)>,
}

/// A rank and its program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RankPlan {
    /// The rank in the job.
    pub rank: u32,
    /// Which of the job's programs it runs.
    pub app: u32,
    /// Whether it gets mpiexec's standard input.
    pub reads: bool,
}

/// All that one node has to run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NodePlan {
    /// The node's number, from 0.
    pub node: u32,
    /// The seat of the job's rank 0: each process that mpiexec looks after has one, and no two the same.
    pub first: u32,
    /// Whether another job of this mpiexec spawns this one.
    pub spawned: bool,
    /// The number of ranks of the whole job.
    pub size: u32,
    /// The programs of the job.
    pub apps: Vec<App>,
    /// The ranks of this node, in order.
    pub ranks: Vec<RankPlan>,
    /// What they are bound to.
    pub binding: BindingPolicy,
}

/// The nodes below a proxy: those that it calls, and those that they call in their turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// Most nodes that a launcher calls itself.
    pub width: u32,
    /// How they are called.
    pub command: LaunchCommand,
    /// All of them, as the tree divides them.
    pub nodes: Vec<BranchNode>,
}

/// A node below a proxy. What its plan does not have in common with that of the proxy itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BranchNode {
    /// The node's number.
    pub node: u32,
    /// Its host, as the launch command knows it.
    pub host: String,
    /// Its ranks.
    pub ranks: Vec<RankPlan>,
    /// What they are bound to.
    pub binding: BindingPolicy,
}

/// What reaches a host and starts a proxy there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LaunchCommand {
    /// Words of the command, with `{host}` in them; never empty.
    pub words: Vec<String>,
    /// The proxy's program: the same file on all hosts.
    pub program: OsString,
}

/// How a rank's process ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RankEnding {
    /// It returned this code.
    Code(u8),
    /// This signal killed it.
    Signal(u8),
}

impl RankEnding {
    /// The exit status that a shell would show.
    pub fn status(self) -> u8 {
        match self {
            RankEnding::Code(code) => code,
            RankEnding::Signal(signal) => 128u8.saturating_add(signal),
        }
    }
}

/// What a node tells the job. Ranks are told by their seats ([`NodePlan::first`]).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NodeEvent {
    /// A rank sent bytes to its process manager.
    Pmi {
        /// The sender.
        rank: u32,
        /// What it sent.
        bytes: Vec<u8>,
    },
    /// A rank wrote to standard output (1) or standard error (2).
    Output {
        /// The writer.
        rank: u32,
        /// 1 or 2.
        stream: u8,
        /// What it wrote.
        bytes: Vec<u8>,
    },
    /// A rank's stream has ended: what is held of an unfinished line may go out.
    OutputEnd {
        /// The writer.
        rank: u32,
        /// 1 or 2.
        stream: u8,
    },
    /// A rank's process has ended.
    Ended {
        /// The rank.
        rank: u32,
        /// How.
        ending: RankEnding,
        /// Whether the kernel's out-of-memory killer was at work on the node meanwhile.
        out_of_memory: bool,
    },
    /// So many bytes of standard input have gone on to all ranks here that get it, or were thrown away because one
    /// does not read them.
    StdinTaken(u32),
    /// The node could not start a rank. Everything already started there is being ended.
    Failed {
        /// Exit status for mpiexec.
        status: u8,
        /// What went wrong.
        text: String,
    },
    /// The ranks of this spawned job that were to run on the node do.
    Started {
        /// The seat of the job's rank 0.
        first: u32,
    },
    /// A program of a spawned job cannot be run on the node, and nothing of that job is left there.
    Unstarted {
        /// The seat of the job's rank 0.
        first: u32,
        /// Which program; any number beyond them: it concerns all.
        app: u32,
        /// An exit status that says why, as a shell would.
        status: u8,
        /// What went wrong.
        text: String,
    },
    /// A rank that has just been started is bound to CPUs.
    Bound {
        /// The rank.
        rank: u32,
        /// How many ranks want those CPUs, itself included; 0: all of the node.
        contenders: u32,
        /// What the system says that it may use; empty: nobody has asked.
        text: String,
    },
    /// Something that the user should know.
    Note(String),
    /// All ranks of the node have ended and all they wrote has been passed on.
    Done,
    /// What the node may use of its machine: the first thing that it tells.
    Cores(Cores),
    /// The node can be called over SCTP.
    Listening(Listening),
    /// What a node below this one tells.
    Of {
        /// That node.
        node: u32,
        /// What it tells; not again of another.
        event: Box<NodeEvent>,
    },
    /// The connection to the node is gone before its work was done. Its caller tells this of it.
    Lost {
        /// Exit status for mpiexec.
        status: u8,
        /// Whether its proxy had answered.
        began: bool,
        /// What is known of it.
        text: String,
    },
    /// A line of the command that reaches the node, behind the name of its host. Its caller tells this of it.
    Said(String),
}
