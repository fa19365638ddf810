//! The life of MPI in a process (MPI-5.0 §11).

use crate::comm::{Comm, CommEntry, SELF, WORLD};
use crate::constants::{
    MPI_ERR_OTHER, MPI_THREAD_FUNNELED, MPI_THREAD_MULTIPLE, MPI_THREAD_SERIALIZED,
    MPI_THREAD_SINGLE,
};
use crate::error::{Error, Result};
use crate::group::Group;
use crate::handle::CommHandle;
use crate::methods::{self, Neighbours};
use crate::process::{Parts, Process, enter, install, share, wait_until};
use ferry_config::Config;
use ferry_link::{Context, Directory, Policy, PollInterval};
use ferry_method::{Identity, JobId, PeerId};
use ferry_pmi::Client;
use ferry_progress::Settings;
use ferry_protocol::{Engine, Limits};
use ferry_wire::ContextId;
use std::sync::atomic::{AtomicI32, AtomicU8, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::ThreadId;

/// Where a process stands in the life of MPI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Phase {
    /// Not initialised yet.
    Before = 0,
    /// Between `MPI_Init` and `MPI_Finalize`.
    Running = 1,
    /// Finalised.
    After = 2,
}

static PHASE: AtomicU8 = AtomicU8::new(0);
static LEVEL: AtomicI32 = AtomicI32::new(0);
static MAIN: Mutex<Option<ThreadId>> = Mutex::new(None);

/// Where this process stands.
#[inline]
pub fn phase() -> Phase {
    match PHASE.load(Ordering::Acquire) {
        0 => Phase::Before,
        1 => Phase::Running,
        _ => Phase::After,
    }
}

/// The thread level provided (`MPI_Query_thread`).
pub fn thread_level() -> i32 {
    LEVEL.load(Ordering::Relaxed)
}

/// Whether the caller is the thread that initialised MPI.
pub fn is_main_thread() -> bool {
    let main = MAIN.lock().unwrap_or_else(PoisonError::into_inner);
    *main == Some(std::thread::current().id())
}

pub(crate) fn failed(doing: &str, why: impl std::fmt::Display) -> Error {
    Error::new(MPI_ERR_OTHER, format!("{doing}: {why}"))
}

/// `MPI_Init_thread`: returns the level provided.
pub fn init(required: i32) -> Result<i32> {
    match phase() {
        Phase::Before => {}
        Phase::Running => return Err(Error::new(MPI_ERR_OTHER, "MPI is initialised already")),
        Phase::After => {
            return Err(Error::new(MPI_ERR_OTHER, "MPI was finalised and cannot start again"));
        }
    }
    let level = provided(required);
    let process = start()?;
    let by_thread = process.config.text("progress") == "thread";
    ABORT.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&process.launcher);
    RANK.store(process.identity.me.0, Ordering::Relaxed);
    install(Some(Box::new(process)));
    if level == MPI_THREAD_MULTIPLE || by_thread {
        share();
    }
    LEVEL.store(level, Ordering::Relaxed);
    *MAIN.lock().unwrap_or_else(PoisonError::into_inner) = Some(std::thread::current().id());
    PHASE.store(Phase::Running as u8, Ordering::Release);
    if by_thread {
        spawn_progress_thread()?;
    }
    Ok(level)
}

fn provided(required: i32) -> i32 {
    let levels =
        [MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED, MPI_THREAD_MULTIPLE];
    levels.into_iter().find(|level| *level >= required).unwrap_or(MPI_THREAD_MULTIPLE)
}

/// Strong progress: a thread that moves everything on while the program computes.
fn spawn_progress_thread() -> Result<()> {
    let body = || wait_until(|_| (phase() != Phase::Running).then_some(()));
    let thread = std::thread::Builder::new().name("ferry-progress".into()).spawn(body);
    let thread = thread.map_err(|e| failed("starting the progress thread", e))?;
    *PROGRESS.lock().unwrap_or_else(PoisonError::into_inner) = Some(thread);
    Ok(())
}

static PROGRESS: Mutex<Option<std::thread::JoinHandle<()>>> = Mutex::new(None);

/// What the launcher says about this process.
struct Place {
    me: PeerId,
    size: u32,
    nodes: Option<Vec<u32>>,
    launcher: Option<Arc<Mutex<Client>>>,
}

impl Place {
    fn of_launcher() -> Result<Self> {
        let client = Client::from_env().map_err(|e| failed("talking to the launcher", e))?;
        let Some(mut client) = client else {
            return Ok(Place { me: PeerId(0), size: 1, nodes: None, launcher: None });
        };
        let (me, size) = (PeerId(client.rank()), client.size());
        let mapping = client.get("PMI_process_mapping").ok().flatten();
        let nodes = mapping.and_then(|text| ferry_pmi::mapping::decode(&text, size as usize));
        Ok(Place { me, size, nodes, launcher: Some(Arc::new(Mutex::new(client))) })
    }

    /// Who else is on this process's node.
    fn neighbours(&self) -> Neighbours {
        let (job, rank) = (self.size, self.me.0);
        let Some(nodes) = &self.nodes else {
            return Neighbours { job, here: job, local_rank: rank };
        };
        let me = rank as usize;
        let mine = nodes.get(me);
        let same =
            |upto: usize| nodes.iter().take(upto).filter(|n| Some(*n) == mine).count() as u32;
        Neighbours { job, here: same(nodes.len()), local_rank: same(me) }
    }
}

fn start() -> Result<Process> {
    let config = Config::load().map_err(|e| failed("configuration", e))?;
    let place = Place::of_launcher()?;
    let secret = job_secret(&place)?;
    let identity = Identity {
        job: JobId(u64::from_le_bytes(secret[..8].try_into().unwrap_or_default())),
        me: place.me,
        size: place.size,
        secret,
        host: methods::host_name(),
    };
    let methods = methods::open(&config, &identity, place.neighbours())?;
    let policy = Policy { only: config.list("methods").to_vec() };
    let skip = config.number("poll.skip_tcp") as u32;
    let intervals =
        if skip == 0 { vec![] } else { vec![("tcp".into(), PollInterval::Fixed(skip))] };
    let directory =
        Box::new(LauncherDirectory { launcher: place.launcher.clone(), budget: budget(&config) });
    let remote_reads = methods.iter().any(|m| m.attributes().remote_read_from.is_some());
    let link = Context::new(place.me, place.size, methods, policy, &intervals, directory);
    publish(&place, &link, budget(&config))?;
    let limits = Limits { bytes: budget(&config), ..Limits::default() };
    let parts = Parts {
        link,
        engine: Engine::new(place.size, limits, remote_reads),
        settings: waiting(&config, &place),
        identity,
        config,
        launcher: place.launcher,
        nodes: place.nodes,
    };
    let mut process = Process::new(parts)?;
    process.define_types();
    process.define_comms();
    process.define_groups();
    process.define_attributes();
    Ok(process)
}

fn budget(config: &Config) -> u32 {
    config.size("p2p.unexpected_budget").clamp(64 << 10, 1 << 30) as u32
}

fn waiting(config: &Config, place: &Place) -> Settings {
    let mut settings = Settings::for_host(place.neighbours().here, ferry_sys::cores_available());
    if let Some(spin) = config.auto_duration("wait.spin") {
        settings.spin = spin;
    }
    if let Some(oversubscribed) = config.auto_flag("wait.oversubscribed") {
        settings.oversubscribed = oversubscribed;
    }
    settings
}

/// The job's secret: the launcher's or rank 0's; a process without a launcher makes its own.
fn job_secret(place: &Place) -> Result<[u8; 32]> {
    let Some(launcher) = &place.launcher else { return random() };
    let mut client = launcher.lock().unwrap_or_else(PoisonError::into_inner);
    client.job_secret().map_err(|e| failed("asking the launcher for the job's secret", e))
}

fn random() -> Result<[u8; 32]> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|e| failed("asking for randomness", e))?;
    Ok(bytes)
}

fn table_key(rank: PeerId) -> String {
    format!("ferry.table.{rank}")
}

/// Publishes this process's budget and descriptor table, and waits until all have.
fn publish(place: &Place, link: &Context, budget: u32) -> Result<()> {
    let Some(launcher) = &place.launcher else { return Ok(()) };
    if place.size == 1 {
        return Ok(());
    }
    let mut client = launcher.lock().unwrap_or_else(PoisonError::into_inner);
    let mut words = budget.to_le_bytes().to_vec();
    words.extend(link.table().encode());
    let put = client.put_long(&table_key(place.me), &words);
    put.and_then(|()| client.barrier()).map_err(|e| failed("publishing how to be reached", e))
}

struct LauncherDirectory {
    launcher: Option<Arc<Mutex<Client>>>,
    /// Both ends of a pair must count credit alike.
    budget: u32,
}

impl Directory for LauncherDirectory {
    fn lookup(&mut self, peer: PeerId) -> std::result::Result<Vec<u8>, String> {
        let launcher =
            self.launcher.as_ref().ok_or("this process was started without a launcher")?;
        let mut client = launcher.lock().unwrap_or_else(PoisonError::into_inner);
        let found = client.get_long(&table_key(peer)).map_err(|e| e.to_string())?;
        let words = found.ok_or("it has published nothing")?;
        let (budget, table) =
            words.split_first_chunk().ok_or("what it has published is damaged")?;
        let (theirs, ours) = (u32::from_le_bytes(*budget), self.budget);
        if theirs != ours {
            return Err(format!(
                "p2p.unexpected_budget is {theirs} there and {ours} here; it must be the same on all \
                 ranks"
            ));
        }
        Ok(table.to_vec())
    }
}

impl Process {
    fn define_comms(&mut self) {
        let (me, size) = (self.identity.me, self.identity.size);
        let mut define = |handle: CommHandle, name: &str, context, group: Group| {
            let rank = group.rank().unwrap_or(0);
            let group = Arc::new(group);
            let context = ContextId(context);
            let comm = Comm { handle, context, group, remote: None, rank, topology: None };
            let entry = CommEntry {
                comm: Arc::new(comm),
                name: name.into(),
                errhandler: crate::errhandler::initial(),
                info: Default::default(),
            };
            self.comms.define(handle, entry);
        };
        define(WORLD, "MPI_COMM_WORLD", 0, Group::range(0, size, me));
        define(SELF, "MPI_COMM_SELF", 2, Group::range(me.0, 1, me));
    }
}

/// `MPI_Finalize`: everything started is finished, then all processes meet, then links close.
pub fn finalize() -> Result<()> {
    if phase() != Phase::Running {
        return Err(Error::new(MPI_ERR_OTHER, "MPI is not running"));
    }
    // MPI-5.0 §11.2.4: as if MPI_COMM_SELF were freed first, while MPI still works.
    crate::attribute::delete_all(crate::attribute::Holder::Comm, SELF.0)?;
    wait_until(|p| (!p.engine.has_output() && !p.link.has_pending_output()).then_some(()));
    let (launcher, report) = {
        let process = enter();
        (process.launcher.clone(), process.config.flag("report_links"))
    };
    if report {
        report_links();
    }
    if let Some(launcher) = &launcher {
        let mut client = launcher.lock().unwrap_or_else(PoisonError::into_inner);
        client.barrier().map_err(|e| failed("meeting the other ranks to end", e))?;
    }
    PHASE.store(Phase::After as u8, Ordering::Release);
    end_progress_thread();
    let started = std::time::Duration::from_secs(5);
    let clock = ferry_sys::Clock::start();
    while !enter().close_links() && clock.now() < started {
        ferry_sys::sched_yield();
    }
    drop(install(None));
    if let Some(launcher) = &launcher {
        let mut client = launcher.lock().unwrap_or_else(PoisonError::into_inner);
        client.finalize().map_err(|e| failed("taking leave of the launcher", e))?;
    }
    Ok(())
}

fn end_progress_thread() {
    let thread = PROGRESS.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(thread) = thread {
        enter().alarm().ring();
        // A panic in the thread has been reported by itself.
        let _ = thread.join();
    }
}

fn report_links() {
    let process = enter();
    let me = process.identity.me;
    for link in process.link.links() {
        eprintln!("ferry: link {me} -> {} {} ({})", link.peer, link.method, link.why);
    }
}

/// `MPI_Abort`: ends the job.
pub fn abort(code: i32, why: &str) -> ! {
    if phase() == Phase::Running {
        // Whoever aborts from inside a call still holds the state; the launcher's lock is its own.
        let launcher = ABORT.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(launcher) = launcher
            && let Ok(mut client) = launcher.try_lock()
        {
            let _ = client.abort(code, why);
        }
    }
    // Codes outside a byte would be cut to something that may look like success.
    std::process::exit(if (1..=255).contains(&code) { code } else { 1 })
}

/// `MPI_Get_processor_name`: the host's name.
pub fn processor_name() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

/// The rank in `MPI_COMM_WORLD`, asked for without entering the state.
pub fn world_rank() -> u32 {
    RANK.load(Ordering::Relaxed)
}

static RANK: AtomicU32 = AtomicU32::new(0);

static ABORT: Mutex<Option<Arc<Mutex<Client>>>> = Mutex::new(None);
