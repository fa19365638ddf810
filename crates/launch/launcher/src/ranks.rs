//! The ranks of one node: their processes and streams.
//!
//! Owned by mpiexec for its own host and by a proxy on every other. Nothing here blocks: the owner
//! hands over readiness ([`Ranks::ready`]) and takes [`NodeEvent`]s out. Output is read only as far as
//! the owner has taken what came before; standard input is written only as far as the rank reads.

mod board;
mod deaths;
mod group;
mod interpreter;
mod linkage;
mod oom;
mod prepared;
mod program;
mod spawn;
mod streams;

use crate::guard::Guard;
use crate::poller::{Interest, Poller, Token};
use crate::spec::{NodeEvent, NodePlan, RankEnding};
use ferry_pmi::Death;
use rustix::process::{Pid, Signal};
use std::collections::{HashMap, VecDeque};
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

pub(crate) use spawn::{Limits, StartError, group_command, unblock};
pub(crate) use streams::drain;

/// Most bytes of output that may be under way to the owner.
const OUTPUT_WINDOW: usize = 1 << 20;
/// Bytes read from a stream in one go.
const READ_SIZE: usize = 64 << 10;
/// How long a stream may stay open and silent after the last rank's end: a process that has left
/// its rank's group may hold it.
const LINGER: Duration = Duration::from_millis(500);

/// The ranks of this node.
#[derive(Debug)]
pub(crate) struct Ranks {
    children: Vec<RankProcess>,
    by_rank: HashMap<u32, usize>,
    /// Processes of all jobs that have died while the others go on.
    dead: Vec<Death>,
    events: VecDeque<NodeEvent>,
    /// Standard input that not all ranks have taken that get it.
    stdin_owed: usize,
    output_room: usize,
    /// Streams that are not read because the owner has not taken enough yet.
    stalled: Vec<(usize, u8)>,
    running: usize,
    open_outputs: usize,
    linger_until: Option<Instant>,
    groups: group::GroupWatch,
    started: bool,
    done: bool,
    oom: oom::MemoryWatch,
    guard: Option<Guard>,
    /// What names this node's board of descriptors.
    board: u64,
}

#[derive(Debug)]
struct RankProcess {
    /// Its seat.
    rank: u32,
    /// By which it is told of deaths, where the job goes on without the dead.
    deaths: Option<OwnedFd>,
    /// The seat of its job's rank 0.
    first: u32,
    process: Option<Process>,
    pmi: Option<OwnedFd>,
    /// Answers of the process manager that the socket has not taken yet.
    pmi_out: VecDeque<u8>,
    /// Descriptors that the rank has left for others.
    left: Vec<OwnedFd>,
    outputs: [Option<OwnedFd>; 2],
    stdin: Option<OwnedFd>,
    stdin_out: VecDeque<u8>,
    stdin_ended: bool,
    /// It was not started here: its connection's end is its own.
    is_attached: bool,
}

#[derive(Debug)]
struct Process {
    pid: Pid,
    pidfd: OwnedFd,
    /// It and all in its group were asked to end, and will be killed.
    is_asked: bool,
    /// It has ended, and others of its group may live.
    is_outlived: bool,
}

impl Process {
    fn of(pid: Pid, pidfd: OwnedFd) -> Process {
        Process { pid, pidfd, is_asked: false, is_outlived: false }
    }
}

impl RankProcess {
    /// A process that was not started here: nothing but its connection is known of it.
    fn attached(pmi: OwnedFd) -> RankProcess {
        RankProcess {
            deaths: None,
            rank: 0,
            first: 0,
            process: None,
            pmi: Some(pmi),
            pmi_out: VecDeque::new(),
            left: Vec::new(),
            outputs: [None, None],
            stdin: None,
            stdin_out: VecDeque::new(),
            stdin_ended: true,
            is_attached: true,
        }
    }
}

impl Ranks {
    /// A node without ranks, guarded by a new guard process.
    pub(crate) fn new() -> std::io::Result<Self> {
        Ok(Ranks {
            children: Vec::new(),
            by_rank: HashMap::new(),
            dead: Vec::new(),
            events: VecDeque::new(),
            stdin_owed: 0,
            output_room: OUTPUT_WINDOW,
            stalled: Vec::new(),
            running: 0,
            open_outputs: 0,
            linger_until: None,
            groups: group::GroupWatch::default(),
            started: false,
            done: false,
            oom: oom::MemoryWatch::new(),
            guard: Some(Guard::start()?),
            board: board::new_id()?,
        })
    }

    /// The guard, for other processes of the same owner.
    pub(crate) fn guard(&mut self) -> Option<&mut Guard> {
        self.guard.as_mut()
    }

    /// Starts all ranks of a plan. On errors those of it that were started are killed; programs that cannot be run
    /// are all told before anything is started.
    pub(crate) fn start(
        &mut self,
        plan: &NodePlan,
        limits: &Limits,
        poller: &mut Poller,
    ) -> Result<(), Vec<StartError>> {
        self.started = true;
        let mut starter = spawn::Starter::new(plan, limits);
        let outcome = match starter.check() {
            errors if errors.is_empty() => {
                self.events.extend(starter.notes());
                self.start_all(plan, &mut starter, poller)
            }
            errors => Err(errors),
        };
        self.flush_guard();
        if outcome.is_err() {
            self.signal_some(plan.first, plan.size, Signal::KILL);
        }
        if self.running == 0 && self.open_outputs == 0 {
            self.finish();
        }
        outcome
    }

    fn start_all(
        &mut self,
        plan: &NodePlan,
        starter: &mut spawn::Starter<'_>,
        poller: &mut Poller,
    ) -> Result<(), Vec<StartError>> {
        for (local, rank) in plan.ranks.iter().enumerate() {
            let started = starter.start(local, *rank).and_then(|started| {
                if let (Some(guard), Some(process)) = (&mut self.guard, &started.process) {
                    guard.watch(process.pid);
                }
                self.events.extend(starter.bound(local, &started));
                self.adopt(started, poller).map_err(StartError::system)
            });
            started.map_err(|e| vec![StartError { app: Some(rank.app), ..e }])?;
        }
        Ok(())
    }

    /// Serves a process that somebody else has started, over this connection to its process manager.
    pub(crate) fn attach(&mut self, pmi: OwnedFd, poller: &mut Poller) -> std::io::Result<()> {
        self.started = true;
        unblock(&pmi)?;
        self.adopt(RankProcess::attached(pmi), poller)
    }

    fn adopt(&mut self, child: RankProcess, poller: &mut Poller) -> std::io::Result<()> {
        let index = self.children.len() as u32;
        self.dead.iter().for_each(|death| deaths::tell(&child, *death));
        if let Some(process) = &child.process {
            poller.add(&process.pidfd, Token::Process(index), Interest::Read)?;
        }
        if let Some(pmi) = &child.pmi {
            poller.add(pmi, Token::Pmi(index), Interest::Read)?;
        }
        for (stream, fd) in (1..).zip(&child.outputs) {
            if let Some(fd) = fd {
                poller.add(fd, Token::Output(index, stream), Interest::Read)?;
            }
        }
        if let Some(stdin) = &child.stdin {
            poller.add(stdin, Token::Input(index), Interest::None)?;
        }
        self.by_rank.insert(child.rank, index as usize);
        self.running += 1;
        self.open_outputs += child.outputs.iter().flatten().count();
        self.children.push(child);
        self.done = false;
        self.linger_until = None;
        Ok(())
    }

    /// Whether [`Ranks::start`] was called.
    pub(crate) fn has_started(&self) -> bool {
        self.started
    }

    /// There will be no ranks.
    pub(crate) fn give_up(&mut self) {
        self.started = true;
        self.finish();
    }

    /// The next thing that has happened.
    pub(crate) fn poll_event(&mut self) -> Option<NodeEvent> {
        self.events.pop_front()
    }

    /// Whether everything has ended and been told.
    pub(crate) fn is_done(&self) -> bool {
        self.done && self.events.is_empty()
    }

    /// When [`Ranks::tick`] wants to be called.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        [self.silence_deadline(), self.groups.deadline()].into_iter().flatten().min()
    }

    /// When streams that are open have been silent long enough.
    fn silence_deadline(&self) -> Option<Instant> {
        self.linger_until.filter(|_| self.stalled.is_empty())
    }

    /// Ends ranks of whose groups nobody is left, and gives up streams that stay open and silent after the end of all
    /// ranks.
    pub(crate) fn tick(&mut self, now: Instant, poller: &mut Poller) {
        self.look_at_groups(now, poller);
        if self.silence_deadline().is_none_or(|until| now < until) {
            return;
        }
        let before = self.events.len();
        for index in 0..self.children.len() {
            self.read_rest(index, now, poller);
        }
        if self.events.len() > before || !self.stalled.is_empty() {
            self.linger_until = self.linger_until.map(|_| now + LINGER);
            return;
        }
        self.close_output(1, poller);
        self.close_output(2, poller);
    }

    /// Handles a ready descriptor of a rank.
    pub(crate) fn ready(&mut self, token: Token, now: Instant, poller: &mut Poller) {
        match token {
            Token::Pmi(index) => self.pmi_ready(index as usize, now, poller),
            Token::Output(index, stream) => self.output_ready(index as usize, stream, now, poller),
            Token::Input(index) => self.write_stdin(index as usize, poller),
            Token::Process(index) => self.process_ended(index as usize, now, poller),
            _ => {}
        }
    }

    fn ended(&mut self, index: usize, ending: RankEnding, now: Instant, poller: &mut Poller) {
        // What the rank said last must be heard before its end: an abort, a farewell, a complaint.
        self.last_words(index);
        self.read_rest(index, now, poller);
        self.close_pmi_at(index, poller);
        let child = &mut self.children[index];
        if let Some(process) = child.process.take() {
            poller.remove(&process.pidfd, Token::Process(index as u32));
        }
        let out_of_memory = ending == RankEnding::Signal(9) && self.oom.has_struck();
        let rank = child.rank;
        self.events.push_back(NodeEvent::Ended { rank, ending, out_of_memory });
        self.running -= 1;
        if self.running == 0 {
            self.linger_until = Some(now + LINGER);
            self.finish_if_over();
        }
    }

    /// A process that was not started here has closed its connection.
    fn detached(&mut self, index: usize, now: Instant, poller: &mut Poller) {
        if std::mem::take(&mut self.children[index].is_attached) {
            self.ended(index, RankEnding::Code(0), now, poller);
        }
    }

    fn finish_if_over(&mut self) {
        if self.running == 0 && self.open_outputs == 0 {
            self.finish();
        }
    }

    fn finish(&mut self) {
        if !self.done {
            self.done = true;
            self.linger_until = None;
            self.events.push_back(NodeEvent::Done);
        }
    }

    /// Tells the guard what has changed.
    pub(crate) fn flush_guard(&mut self) {
        if let Some(guard) = &mut self.guard {
            guard.flush();
        }
    }
}
