//! The state of MPI in this process, entered by one thread at a time.

mod acquaintances;
mod among_threads;
mod aside;
mod blocked;
mod driving;
mod mapped;
mod waiting;
mod worlds;

pub(crate) use acquaintances::{Acquaintances, ProcessName};
pub(crate) use aside::{aside, aside_watching};
pub(crate) use blocked::blocked_calls;
use blocked::not_running;
pub(crate) use driving::{drive, is_driver};
pub(crate) use mapped::{MappedPlace, SleepingCalls, wait_for_mapped};
pub use waiting::wait_until;
pub(crate) use waiting::{wait_for, wait_inside, wait_on, wait_within};

use crate::attribute::Attributes;
use crate::background::{self, InBackground};
use crate::comm::{Comm, CommEntry};
use crate::context_id::Contexts;
use crate::datatype::TypeEntry;
use crate::error::Error;
use crate::face::{MpiFace, SHARES};
use crate::file::OpenFile;
use crate::group::Group;
use crate::handle::{CommHandle, kind};
use crate::lane::{self, Lane};
use crate::partitioned::{PartitionTags, PartitionedSend};
use crate::process_failure::{Failures, deaths};
use crate::request::Requests;
use crate::session::{NamedSets, Sessions};
use crate::table::Table;
use crate::tags::Sequences;
use crate::win::{LastElements, Win, WindowTally};
use ferry_config::Config;
use ferry_datatype::Datatype;
use ferry_link::{Faces, Guest, Links, Taken};
use ferry_method::Identity;
use ferry_pmi::Client;
use ferry_runtime::{Alarm, Runtime, WaitSettings};
use ferry_sync::{Cage, CageGuard, LockTurn};
use ferry_sys::{AsymmetricFence, Clock, CoreBoard};
use ferry_two_sided::TwoSided;
use ferry_wire::Share;
use std::collections::HashMap;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex};

/// The state of MPI in this process.
pub struct Process {
    /// Itself, or which of its lanes this is.
    pub(crate) lane: Lane,
    /// The links, the messages over them, and what drives both.
    pub runtime: Runtime<MpiFace>,
    /// Who this process is.
    pub identity: Identity,
    /// Parameters.
    pub config: Config,
    /// Communicators.
    pub comms: Table<kind::Comm, CommEntry>,
    /// Groups.
    pub groups: Table<kind::Group, Arc<Group>>,
    /// Cached attributes.
    pub attributes: Attributes,
    pub(crate) contexts: Contexts,
    /// Processes of other jobs.
    pub(crate) acquaintances: Acquaintances,
    /// What others find this process by.
    pub(crate) dynamic: crate::dynamic::Dynamic,
    /// How many duplications without waiting each communicator has had.
    pub(crate) duplications: Sequences,
    /// Datatypes.
    pub types: Table<kind::Datatype, TypeEntry>,
    /// Reduction operations.
    pub ops: Table<kind::Op, Arc<crate::op::Op>>,
    /// What collectives keep between calls.
    pub collectives: crate::coll::Collectives,
    /// What is kept for `check = yes`.
    pub(crate) checks: crate::check::Checks,
    /// Requests that are more than one transfer.
    pub requests: Requests,
    pub(crate) background: InBackground,
    /// Sessions.
    pub(crate) sessions: Sessions,
    /// Files.
    pub(crate) files: Table<kind::File, Box<OpenFile>>,
    /// Windows.
    pub(crate) windows: Table<kind::Win, Box<Win>>,
    /// What was done in them.
    pub(crate) window_tally: WindowTally,
    /// What the last accesses to single elements in them have found out.
    pub(crate) last_elements: LastElements,
    /// Calls that wait for mapped memory to change.
    pub(crate) sleeping_calls: SleepingCalls,
    /// Sets of processes that the launcher has names for.
    pub(crate) named_sets: NamedSets,
    /// Tags of partitioned sends.
    pub(crate) partition_tags: PartitionTags,
    /// Partitioned sends under way.
    pub(crate) partitioned_sends: Vec<Arc<PartitionedSend>>,
    /// Buffers of buffered sends.
    pub(crate) buffers: crate::bsend::Buffers,
    /// Communicators that were freed while operations on them went on.
    pub(crate) freed_comms: HashMap<usize, CommEntry>,
    /// The launcher; `None` for a job of one.
    pub launcher: Option<Arc<Mutex<Client>>>,
    /// The launcher has started this process; else it is none, or one that this process has started.
    pub(crate) was_started: bool,
    /// Node of each rank, where the launcher says.
    pub nodes: Option<Vec<u32>>,
    /// `MPI_Finalize` has begun.
    pub(crate) leaving: bool,
    /// Failed operations that were looked at before a sleep.
    seen_failures: u64,
    /// Processes that have failed, and what follows.
    pub(crate) failures: Failures,
    /// What tools hear of all this.
    pub(crate) own_events: crate::tool::OwnEvents,
}

static PROCESS: Cage<Option<Box<Process>>> = Cage::with_errands(None, run_errand);

/// The same of its lanes.
static LANES: [Cage<Option<Box<Process>>>; lane::MOST] =
    [const { Cage::with_errands(None, |_| {}) }; lane::MOST];

fn cage(lane: Lane) -> &'static Cage<Option<Box<Process>>> {
    match lane.number() {
        0 => &PROCESS,
        number => &LANES[number - 1],
    }
}

/// Access to the process's state until dropped.
pub struct Entered(CageGuard<'static, Option<Box<Process>>>);

/// Enters MPI. Callers have checked that MPI runs.
#[inline]
pub fn enter() -> Entered {
    Entered(PROCESS.enter())
}

/// Enters a lane; the process's state, where there is none of that number.
#[inline]
pub(crate) fn enter_lane(lane: Lane) -> Entered {
    if lane == Lane::PROCESS { enter() } else { enter_other(lane) }
}

#[inline(never)]
fn enter_other(lane: Lane) -> Entered {
    let entered = Entered(cage(lane).enter());
    if entered.0.is_some() {
        return entered;
    }
    drop(entered);
    enter()
}

/// Enters a lane, if there is one of that number and nobody is inside.
pub(crate) fn try_enter_lane(lane: Lane) -> Option<Entered> {
    cage(lane).try_enter().map(Entered).filter(|entered| entered.0.is_some())
}

/// Why something short was not done.
pub(crate) enum Hindrance {
    /// It takes the long way.
    LongWay,
    /// It is a mistake.
    Failed(Error),
}

impl From<Error> for Hindrance {
    #[inline]
    fn from(error: Error) -> Self {
        Hindrance::Failed(error)
    }
}

/// Does something short with the state, which the shortest calls do nothing besides: it neither waits nor calls the program.
/// It is compiled twice: in place, for the one thread that there is, and apart, for threads that take turns.
macro_rules! briefly {
    (|$process:ident| $act:block) => {
        match $crate::process::visit(
            |$process: &mut $crate::process::Process| -> Result<(), $crate::process::Hindrance> { $act },
        ) {
            Some(found) => found,
            None => $crate::process::in_turn(
                |$process: &mut $crate::process::Process| -> Result<(), $crate::process::Hindrance> { $act },
            ),
        }
    };
}
pub(crate) use briefly;

/// For [`briefly`]. `None`: threads share the state, and nothing was done.
#[inline(always)]
pub(crate) fn visit<R>(act: impl FnOnce(&mut Process) -> R) -> Option<R> {
    let visited = PROCESS.visit(|process| match process {
        Some(process) => act(process),
        None => not_running(),
    });
    visited.ok()
}

/// For [`briefly`].
#[inline(never)]
pub(crate) fn in_turn<R>(act: impl FnOnce(&mut Process) -> R) -> R {
    act(&mut enter())
}

/// Threads may leave partitions from now on, to be sent by whoever is inside.
pub(crate) fn expect_errands() {
    PROCESS.expect_errands();
}

/// Has the partitions sent that are ready: now, or by the thread that is inside. Waits for nobody.
pub(crate) fn send_errand() {
    PROCESS.send_errand();
}

fn run_errand(process: &mut Option<Box<Process>>) {
    if let Some(process) = process {
        crate::partitioned::send_ready(process);
        process.runtime.leave();
    }
}

/// Looks at the state, if there is one.
pub(crate) fn peek<T>(look: impl FnOnce(Option<&mut Process>) -> T) -> T {
    let mut entered = Entered(PROCESS.enter());
    look(entered.0.as_deref_mut())
}

/// From now on several threads may enter, whether or not one is inside now. False: the system has no barrier that
/// reaches other threads, and only one may.
pub(crate) fn share_any_time() -> bool {
    if PROCESS.is_shared() {
        return true;
    }
    let fence = AsymmetricFence::register();
    let works = !fence.frequent_side_must_fence();
    if works {
        PROCESS.share_with(|| fence.rare_side());
        LANES.iter().for_each(Cage::share);
    }
    works
}

/// From now on several threads may enter.
pub(crate) fn share() {
    PROCESS.share();
    LANES.iter().for_each(Cage::share);
}

/// Whether several threads may enter.
#[inline]
pub fn is_shared() -> bool {
    PROCESS.is_shared()
}

/// Lets another thread in first, if one waits for that.
#[inline]
fn take_turns(process: Entered) -> Entered {
    match cage(process.lane).turn() {
        None => process,
        Some(turn) => let_in(process, turn),
    }
}

#[cold]
#[inline(never)]
fn let_in(process: Entered, turn: LockTurn) -> Entered {
    let lane = process.lane;
    drop(process);
    cage(lane).give_turn(turn);
    enter_lane(lane)
}

pub(crate) fn install(lane: Lane, process: Option<Box<Process>>) -> Option<Box<Process>> {
    std::mem::replace(&mut *cage(lane).enter(), process)
}

impl Deref for Entered {
    type Target = Process;

    #[inline]
    fn deref(&self) -> &Process {
        match &*self.0 {
            Some(process) => process,
            None => not_running(),
        }
    }
}

impl DerefMut for Entered {
    #[inline]
    fn deref_mut(&mut self) -> &mut Process {
        match &mut *self.0 {
            Some(process) => process,
            None => not_running(),
        }
    }
}

/// The parts a process is made of.
pub(crate) struct ProcessParts {
    pub(crate) links: Links,
    pub(crate) clock: Clock,
    pub(crate) engine: TwoSided,
    pub(crate) identity: Identity,
    pub(crate) config: Config,
    pub(crate) launcher: Option<Arc<Mutex<Client>>>,
    pub(crate) nodes: Option<Vec<u32>>,
    /// The job's processes outnumber the cores of their one host, as all of them know.
    pub(crate) crowded: bool,
    pub(crate) settings: WaitSettings,
    /// Where the processes say on which cores they are, if these are short.
    pub(crate) cores: Option<Arc<CoreBoard>>,
}

impl Process {
    pub(crate) fn new(parts: ProcessParts) -> crate::error::Result<Self> {
        let face = Faces::new(MpiFace::new(parts.engine), SHARES);
        let runtime = Runtime::new(parts.links, face, parts.clock, parts.settings);
        let mut runtime = runtime.map_err(|e| crate::init::failed("preparing to wait", e))?;
        runtime.habit.share_cores(parts.cores);
        let collectives = crate::coll::Collectives::configured(&parts.config, parts.crowded)?;
        Ok(Process {
            lane: Lane::PROCESS,
            runtime,
            identity: parts.identity,
            config: parts.config,
            comms: Table::default(),
            groups: Table::default(),
            attributes: Attributes::default(),
            contexts: Contexts::default(),
            acquaintances: Acquaintances::default(),
            dynamic: crate::dynamic::Dynamic::default(),
            duplications: Sequences::default(),
            types: Table::default(),
            ops: crate::op::predefined(),
            collectives,
            checks: Default::default(),
            requests: Table::default(),
            background: InBackground::default(),
            sessions: Table::default(),
            files: Table::default(),
            windows: Table::default(),
            window_tally: WindowTally::default(),
            last_elements: LastElements::default(),
            sleeping_calls: SleepingCalls::default(),
            named_sets: None,
            partition_tags: PartitionTags::default(),
            partitioned_sends: Vec::new(),
            buffers: crate::bsend::Buffers::default(),
            freed_comms: HashMap::new(),
            was_started: parts.launcher.is_some(),
            launcher: parts.launcher,
            nodes: parts.nodes,
            leaving: false,
            seen_failures: 0,
            failures: Failures::default(),
            own_events: crate::tool::OwnEvents::default(),
        })
    }

    /// Moves everything on as far as it goes without waiting. Returns how much moved.
    #[inline]
    pub fn progress(&mut self) -> usize {
        let moved = self.look();
        if self.background.is_idle() { moved } else { moved + background::advance_all(self) }
    }

    /// Moves messages on, but not what goes on in the background, which may be who calls this.
    #[inline]
    pub(crate) fn look(&mut self) -> usize {
        let moved = self.runtime.progress();
        if self.runtime.face.transfer.is_stirred() || deaths::is_news() {
            self.heed_failures();
            return moved + 1;
        }
        moved
    }

    /// Moves everything on for a call that tests: between two of those the program may do something else for
    /// long, so that polls say less about the time than in a wait.
    #[inline]
    pub fn progress_of_test(&mut self) -> usize {
        self.runtime.pace.test();
        self.runtime.watch.note_call();
        self.progress()
    }

    /// Lets another face use this process's links, beside MPI: `guest` answers for the handlers of `share`,
    /// and sends when progress is made.
    ///
    /// # Errors
    /// When some of the share is taken.
    pub fn register(&mut self, share: Share, guest: Box<dyn Guest>) -> Result<(), Taken> {
        self.runtime.face.register(share, guest)
    }

    /// What wakes sleepers of this process.
    pub fn alarm(&self) -> Alarm {
        self.runtime.watch.alarm()
    }

    /// How this process waits.
    pub fn waiting(&self) -> WaitSettings {
        self.runtime.watch.settings()
    }
}

impl Process {
    /// The rank of this process in the job, and the job's size.
    pub fn place(&self) -> (u32, u32) {
        (self.identity.me.0, self.identity.size)
    }

    /// Error handler's communicator for requests that have outlived theirs.
    pub(crate) fn comm_or_freed(&self, handle: CommHandle) -> Option<&Arc<Comm>> {
        let entry = self.comms.get(handle).or_else(|| self.freed_comms.get(&handle.0));
        entry.map(|entry| &entry.comm)
    }

    /// The datatype of a handle.
    #[inline]
    pub fn datatype(
        &self,
        handle: crate::handle::DatatypeHandle,
    ) -> crate::error::Result<&Arc<Datatype>> {
        match self.types.get(handle) {
            Some(entry) => Ok(&entry.datatype),
            None => Err(crate::datatype::bad_type(handle)),
        }
    }
}
