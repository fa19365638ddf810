//! What is measured: programs in settings.

/// Where the ranks are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Setting {
    /// Two ranks that share memory.
    Shm,
    /// Eight ranks on the machine's cores (two are assumed).
    Crowd,
    /// Four ranks that access one file.
    Files,
    /// Two ranks in two network namespaces.
    Tcp,
    /// Two ranks that share memory, beside a program that computes.
    Neighbour,
    /// The same without it.
    Alone,
    /// Two ranks in two network namespaces, beside a program that computes.
    NeighbourTcp,
    /// The same without it.
    AloneTcp,
    /// Two ranks with several threads each that share memory.
    Threads,
    /// One rank that spawns others.
    Spawn,
    /// Many ranks that only start and end.
    Startup,
    /// Shared memory beside methods that are open and carry nothing.
    Idle,
    /// Shared memory and TCP at once, to different peers.
    Polling,
    /// The same, to one peer.
    PollingPair,
    /// QUIC beside TCP and TLS.
    Quic,
    /// Each layer over a method.
    Layers,
    /// Each library over shared memory.
    Faces,
    /// Methods, modifiers and designs beside TCP.
    Ways,
    /// One connection and two on two slow cables.
    Stripes,
    /// SCTP beside TCP and other implementations.
    Sctp,
    /// SCTP and TCP where one packet in a hundred is lost.
    SctpLoss1,
    /// The same with two in a hundred.
    SctpLoss2,
    /// SCTP on one of two slow cables and on both.
    SctpPaths,
    /// SCTP when one of two cables is cut.
    SctpFailover,
}

impl Setting {
    /// As on the command line, in targets and in reports.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Shm => "shm",
            Self::Crowd => "crowd",
            Self::Files => "files",
            Self::Tcp => "tcp",
            Self::Neighbour => "neighbour",
            Self::Alone => "neighbour-none",
            Self::NeighbourTcp => "neighbour-tcp",
            Self::AloneTcp => "neighbour-tcp-none",
            Self::Threads => "threads",
            Self::Spawn => "spawn",
            Self::Startup => "startup",
            Self::Idle => "idle-methods",
            Self::Polling => "polling",
            Self::PollingPair => "polling-pair",
            Self::Quic => "quic",
            Self::Layers => "layers",
            Self::Faces => "faces",
            Self::Ways => "ways",
            Self::Stripes => "stripes",
            Self::Sctp => "sctp",
            Self::SctpLoss1 => "sctp-loss-1",
            Self::SctpLoss2 => "sctp-loss-2",
            Self::SctpPaths => "sctp-paths",
            Self::SctpFailover => "sctp-failover",
        }
    }

    /// For people.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Shm => "2 ranks, shared memory",
            Self::Crowd => "8 ranks on this machine's cores",
            Self::Files => "4 ranks, one file",
            Self::Tcp => "2 ranks, TCP between network namespaces",
            Self::Neighbour => "2 ranks, shared memory, beside a program that computes",
            Self::Alone => "2 ranks, shared memory, the same alone",
            Self::NeighbourTcp => "2 ranks, TCP, beside a program that computes",
            Self::AloneTcp => "2 ranks, TCP, the same alone",
            Self::Threads => "2 ranks of several threads, shared memory",
            Self::Spawn => "1 rank, spawning",
            Self::Startup => "launch, barrier, end",
            Self::Idle => "2 ranks, shared memory, other methods open",
            Self::Polling => "3 ranks, ping-pongs over shared memory and TCP at once",
            Self::PollingPair => "2 ranks, ping-pongs over shared memory and TCP at once",
            Self::Quic => "2 ranks, QUIC between network namespaces",
            Self::Layers => "2 processes, what each layer adds to a method",
            Self::Faces => "2 ranks, shared memory, by each library",
            Self::Ways => "2 ranks between network namespaces, ways",
            Self::Stripes => "2 ranks, two cables of 200 Mbit/s",
            Self::Sctp => "2 ranks, SCTP between network namespaces",
            Self::SctpLoss1 => "2 ranks, one packet in a hundred is lost",
            Self::SctpLoss2 => "2 ranks, two packets in a hundred are lost",
            Self::SctpPaths => "2 ranks, SCTP over two cables of 200 Mbit/s",
            Self::SctpFailover => "2 ranks, one of two cables is cut",
        }
    }

    /// What must be known to read the values.
    pub(super) fn note(self) -> &'static str {
        match self {
            Self::Idle => "One way, by which methods are open.",
            Self::Polling => {
                "Round trips that rank 0 drives: shm with rank 1, tcp with rank 2; by how often TCP \
                 is looked at. All three ranks spin while they wait: with fewer than four cores \
                 they sleep instead, and the values are those of the scheduler."
            }
            Self::PollingPair => {
                "Round trips between ranks 0 and 1, by how often TCP is looked at. Both ranks look \
                 after both methods, so that each costs the other; needs two cores."
            }
            Self::Quic => "TLS over TCP is a pair of programs with blocking sockets, without MPI.",
            Self::Layers => {
                "One way: frames by the method's own functions, by a context with handlers, and as \
                 requests to an endpoint."
            }
            Self::Faces => {
                "One way of 8 bytes, up to the call that tells of them, and how long it takes to get 8; of MPI there and back."
            }
            Self::Ways => "For information; messages of equal bytes unless called random.",
            Self::Stripes | Self::SctpPaths => "Streaming in windows of 8 messages.",
            Self::Sctp => {
                "Other implementations are pairs of programs with UDP sockets, without MPI; dcsctp \
                 without its log of packets."
            }
            Self::SctpLoss1 | Self::SctpLoss2 => {
                "One-way time, and time of a task in a farm with ten under way, as means: losses are \
                 rare and dear. Segments are cut before the cable, not behind it."
            }
            Self::SctpFailover => "Longest pause of a stream of messages.",
            Self::Neighbour | Self::Alone | Self::NeighbourTcp | Self::AloneTcp => {
                "Means over each run and over the rounds: what a rank loses to the neighbour counts."
            }
            Self::Files => {
                "Collective accesses of 64 MiB in all, by size of what one rank has in a row; to and from the \
                 system's cache."
            }
            Self::Threads => {
                "By how many pairs of threads play beside the first: each pair takes two cores while it plays."
            }
            Self::Spawn => {
                "From the call to the end of a barrier with what was spawned, by its number of processes."
            }
            Self::Shm | Self::Crowd | Self::Tcp | Self::Startup => "",
        }
    }

    /// Whether its ranks are on two hosts.
    pub(super) fn is_apart(self) -> bool {
        matches!(self, Self::Tcp | Self::NeighbourTcp | Self::AloneTcp)
    }

    /// Whether a program computes beside the ranks.
    pub(super) fn has_neighbour(self) -> bool {
        matches!(self, Self::Neighbour | Self::NeighbourTcp)
    }

    /// The same setting without a neighbour.
    pub(super) fn alone(self) -> Option<Self> {
        match self {
            Self::Neighbour => Some(Self::Alone),
            Self::NeighbourTcp => Some(Self::AloneTcp),
            _ => None,
        }
    }

    /// Whether values of rounds are put together as their mean, not as their median.
    pub(super) fn by_mean(self) -> bool {
        matches!(self, Self::Neighbour | Self::Alone | Self::NeighbourTcp | Self::AloneTcp)
    }
}

/// A program in a setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Case {
    /// Where.
    pub(super) setting: Setting,
    /// Source file in bench/c, without its extension.
    pub(super) program: &'static str,
    /// Ranks.
    pub(super) ranks: u32,
}

impl Case {
    /// `tcp/latency`.
    pub(super) fn name(&self) -> String {
        format!("{}/{}", self.setting.name(), self.program)
    }

    /// Further argument of the program: how many bytes a rank gives or takes at most in the grid; in a crowd, where a large collective takes one of the peers
    /// five seconds, messages have at most 4 KiB.
    pub(super) fn argument(&self) -> Option<&'static str> {
        match (self.program, self.setting) {
            ("grid", Setting::Shm) => Some("2097152"),
            ("grid", _) => Some("1048576"),
            (_, Setting::Crowd) => Some("4096"),
            _ => None,
        }
    }

    /// Rounds of alternation where none are asked for: a neighbour scatters the values.
    pub(super) fn rounds(&self) -> u32 {
        if self.setting.by_mean() { 9 } else { 5 }
    }

    /// Whether a word of the command line means this case.
    pub(super) fn is_called(&self, word: &str) -> bool {
        word == "neighbour" && self.program == "neighbour"
            || word == self.setting.name()
            || word == self.program
            || word == self.name()
    }
}

/// Everything, in the order of the report.
pub(super) fn all(quick: bool) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |setting, ranks, programs: &[&'static str]| {
        cases.extend(programs.iter().map(|program| Case { setting, program, ranks }));
    };
    let shm = ["latency", "bw", "bibw", "rate", "match", "coll", "rma", "overlap", "idle"];
    add(Setting::Shm, 2, &shm);
    add(Setting::Crowd, 8, &["coll"]);
    add(Setting::Files, 4, &["files"]);
    add(Setting::Tcp, 2, &["latency", "bw", "rma"]);
    for setting in [Setting::Neighbour, Setting::Alone, Setting::NeighbourTcp, Setting::AloneTcp] {
        add(setting, 2, &["neighbour"]);
    }
    add(Setting::Threads, 2, &["threads"]);
    add(Setting::Spawn, 1, &["spawn"]);
    add(Setting::Startup, 64, &["startup"]);
    if !quick {
        add(Setting::Startup, 256, &["startup"]);
    }
    cases
}

/// Every program in bench/c that runs on an MPI.
pub(super) const PROGRAMS: [&str; 19] = [
    "latency",
    "bw",
    "bibw",
    "rate",
    "match",
    "coll",
    "rma",
    "overlap",
    "files",
    "idle",
    "spawn",
    "startup",
    "concurrent",
    "way",
    "lossy",
    "failover",
    "neighbour",
    "threads",
    "grid",
];
