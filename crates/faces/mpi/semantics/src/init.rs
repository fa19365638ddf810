//! The life of MPI in a process (MPI-5.0 §11).

use crate::comm::{Comm, CommEntry, SELF, WORLD};
use crate::constants::{
    MPI_ERR_OTHER, MPI_THREAD_FUNNELED, MPI_THREAD_MULTIPLE, MPI_THREAD_SERIALIZED,
    MPI_THREAD_SINGLE,
};
use crate::error::{Error, Result};
use crate::group::Group;
use crate::handle::CommHandle;
use crate::link_report;
use crate::process::{Process, ProcessParts, drive, enter, install, share, wait_until};
use ferry_boot::{LauncherFacts, ProtocolNumber, StartedProcess, methods};
use ferry_config::Config;
use ferry_link::{Links, TrafficClass};
use ferry_pmi::Client;
use ferry_runtime::{DriverMode, Runtime, WaitSettings};
use ferry_two_sided::{Design, Limits, Streams, TwoSided};
use ferry_wire::ContextId;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU8, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
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

/// What makes use of MPI in this process, and whether its links are there.
struct Life {
    /// The world model: `MPI_Init` to `MPI_Finalize`.
    world: Phase,
    /// Sessions that have begun and not ended.
    sessions: u32,
    links: LifeOfLinks,
}

/// Links are opened once, by whatever uses MPI first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LifeOfLinks {
    Unopened,
    Open,
    Closed,
}

static LIFE: Mutex<Life> =
    Mutex::new(Life { world: Phase::Before, sessions: 0, links: LifeOfLinks::Unopened });

fn life() -> MutexGuard<'static, Life> {
    LIFE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where this process stands in the world model (`MPI_Initialized`, `MPI_Finalized`).
pub fn world_phase() -> Phase {
    life().world
}

/// `MPI_Init_thread`: returns the level provided.
pub fn init(required: i32) -> Result<i32> {
    let mut life = life();
    match life.world {
        Phase::Before => {}
        Phase::Running => return Err(Error::new(MPI_ERR_OTHER, "MPI is initialised already")),
        Phase::After => {
            return Err(Error::new(MPI_ERR_OTHER, "MPI was finalised and cannot start again"));
        }
    }
    let level = life.begin_use(required)?;
    *MAIN.lock().unwrap_or_else(PoisonError::into_inner) = Some(std::thread::current().id());
    life.world = Phase::Running;
    Ok(level)
}

/// A session begins: returns the level provided.
pub(crate) fn open_session(required: i32) -> Result<i32> {
    let mut life = life();
    let level = life.begin_use(required)?;
    life.sessions += 1;
    Ok(level)
}

/// A session ends. With the last use of MPI all that was begun ends; the links stay for sessions that may
/// begin later, until the program ends.
pub(crate) fn close_session() -> Result<()> {
    let mut life = life();
    life.sessions -= 1;
    match (life.sessions, life.world) {
        // Where nothing can be done at exit the links close now.
        (0, Phase::Before) if !will_close_at_exit() => life.close_links(),
        (0, Phase::Before) => {
            wait_until(Process::has_sent);
            PHASE.store(Phase::Before as u8, Ordering::Release);
            end_progress_thread();
            Ok(())
        }
        (0, Phase::After) => life.close_links(),
        _ => Ok(()),
    }
}

/// Whether links that are left open are closed when the program ends.
fn will_close_at_exit() -> bool {
    static WILL: OnceLock<bool> = OnceLock::new();
    *WILL.get_or_init(|| ferry_sys::call_at_exit(close_at_exit))
}

/// The program ends: links that sessions have left open are closed, as `MPI_Finalize` does.
fn close_at_exit(_status: i32) {
    let Ok(mut life) = LIFE.try_lock() else { return };
    let is_left = life.sessions == 0 && life.world == Phase::Before;
    if is_left
        && life.links == LifeOfLinks::Open
        && let Err(error) = life.close_links()
    {
        ferry_sys::tell(&format!("ferry: ending the last session: {error}"));
    }
}

impl Life {
    /// Something begins to use MPI.
    fn begin_use(&mut self, required: i32) -> Result<i32> {
        if self.links == LifeOfLinks::Closed {
            let text = "the links of this process were closed by MPI_Finalize; sessions that begin after it are \
                        not built";
            return Err(Error::new(MPI_ERR_OTHER, text));
        }
        if self.links == LifeOfLinks::Unopened {
            let process = start()?;
            RANK.store(process.identity.me.0, Ordering::Relaxed);
            install(Some(Box::new(process)));
            self.links = LifeOfLinks::Open;
        }
        let driver = DriverMode::configured(&enter().config);
        let driver = driver.map_err(|e| failed("configuration", e))?;
        let level = provided(required).max(LEVEL.load(Ordering::Relaxed));
        if level == MPI_THREAD_MULTIPLE || driver.is_some() {
            share();
        }
        LEVEL.store(level, Ordering::Relaxed);
        let was = PHASE.swap(Phase::Running as u8, Ordering::AcqRel);
        if let Some(mode) = driver.filter(|_| was != Phase::Running as u8) {
            spawn_progress_thread(mode)?;
        }
        Ok(level)
    }
}

fn provided(required: i32) -> i32 {
    let levels =
        [MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED, MPI_THREAD_MULTIPLE];
    levels.into_iter().find(|level| *level >= required).unwrap_or(MPI_THREAD_MULTIPLE)
}

/// Strong progress: a thread that moves everything on while the program computes.
fn spawn_progress_thread(mode: DriverMode) -> Result<()> {
    let thread = ferry_runtime::spawn_driver(move || drive(mode));
    let thread = thread.map_err(|e| failed("starting the progress thread", e))?;
    *PROGRESS.lock().unwrap_or_else(PoisonError::into_inner) = Some(thread);
    Ok(())
}

static PROGRESS: Mutex<Option<std::thread::JoinHandle<()>>> = Mutex::new(None);

fn start() -> Result<Process> {
    let place =
        LauncherFacts::of_launcher().map_err(|e| Error::new(MPI_ERR_OTHER, e.to_string()))?;
    // From here on an error can be told to the launcher.
    ABORT.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&place.launcher);
    let config = Config::load().map_err(|e| failed("configuration", e))?;
    let agreed = [ProtocolNumber { name: "p2p.unexpected_budget", value: budget(&config).into() }];
    let started = ferry_boot::start_at(place, &config, &agreed);
    let StartedProcess { mut link, identity, place, clock, remote_reads } =
        started.map_err(|e| Error::new(MPI_ERR_OTHER, e.to_string()))?;
    if place.neighbours().local_rank == 0 {
        tell_remarks(&config);
    }
    let limits = Limits { bytes: budget(&config), ..Limits::default() };
    let (design, streams) = design(&config);
    link.ask_before_changes();
    let parts = ProcessParts {
        links: Links::new(link),
        clock,
        engine: TwoSided::new(place.size, limits, remote_reads).with_design(design, streams),
        settings: WaitSettings::configured(
            &config,
            place.contenders(),
            place.neighbours().local_rank,
        ),
        identity,
        config,
        launcher: place.launcher,
        crowded: place.crowded,
        nodes: place.nodes,
    };
    let mut process = Process::new(parts)?;
    process.define_types();
    process.define_comms();
    process.define_groups();
    process.define_attributes();
    process.announce_first_comms()?;
    Ok(process)
}

/// Says what of the configuration was left out of account, once for each node.
fn tell_remarks(config: &Config) {
    for remark in config.remarks() {
        ferry_sys::tell(&format!("ferry: warning: {remark}"));
    }
}

/// The design of point-to-point, and how messages are spread over streams.
fn design(config: &Config) -> (Design, Streams) {
    let design = if methods::is_direct(config) { Design::Direct } else { Design::Engine };
    let streams = match config.auto_text("p2p.streams") {
        Some("one") => Streams::One,
        Some("each") => Streams::Each,
        _ => Streams::Pool(config.number("p2p.pool").clamp(1, 4096) as u16),
    };
    (design, streams)
}

fn budget(config: &Config) -> u32 {
    config.size("p2p.unexpected_budget").clamp(64 << 10, 1 << 30) as u32
}

impl Process {
    /// Whether nothing that was begun here is under way (MPI-5.0 §11.2.2): sends of freed requests and
    /// buffered ones are with their receivers, and freed receives have what they matched. This process
    /// receives nothing more; whoever sent it what it has not received waits in vain.
    fn has_parted(&mut self) -> Option<()> {
        self.runtime.face.refuse_unmatched();
        self.has_sent()
    }

    /// The same of a process that goes on to receive: what others send it for its next session is kept.
    fn has_sent(&mut self) -> Option<()> {
        let Runtime { face, links, .. } = &self.runtime;
        let is_busy = face.has_output() || links.has_pending_output() || face.is_transferring();
        (!is_busy).then_some(())
    }

    /// Learns the ways to all that may need an answer: the launcher, who is the directory, tells nothing
    /// while the meeting goes on.
    fn prepare_to_meet(&mut self) {
        self.runtime.links.home_mut().prepare_to_relay();
        for peer in self.runtime.face.correspondents() {
            // Whoever cannot be reached gets no answer.
            let _ = self.runtime.links.attributes(peer, TrafficClass::Control, ContextId(0));
        }
    }

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

/// `MPI_Finalize`: everything started is finished; with the last use of MPI all processes meet, then links
/// close.
pub fn finalize() -> Result<()> {
    let mut life = life();
    if life.world != Phase::Running {
        return Err(Error::new(MPI_ERR_OTHER, "MPI is not running"));
    }
    // MPI-5.0 §11.2.4: as if MPI_COMM_SELF were freed first, while MPI still works.
    crate::attribute::delete_all(crate::attribute::Holder::Comm, SELF.0)?;
    life.world = Phase::After;
    if life.sessions != 0 {
        wait_until(Process::has_sent);
        return Ok(());
    }
    life.close_links()
}

impl Life {
    /// Nothing uses MPI any more: all processes meet, then links close.
    fn close_links(&mut self) -> Result<()> {
        enter().leaving = true;
        wait_until(Process::has_parted);
        let (launcher, report) = {
            let process = enter();
            (process.launcher.clone(), process.config.flag("report_links"))
        };
        if report {
            report_links();
        }
        if let Some(launcher) = &launcher {
            meet(launcher)?;
            // What others sent before they came to the meeting.
            wait_until(Process::has_parted);
        }
        PHASE.store(Phase::After as u8, Ordering::Release);
        self.links = LifeOfLinks::Closed;
        end_progress_thread();
        let started = std::time::Duration::from_secs(5);
        let clock = ferry_sys::Clock::start();
        while !enter().runtime.close() && clock.now() < started {
            ferry_sys::sched_yield();
        }
        drop(install(None));
        if let Some(launcher) = &launcher {
            let mut client = launcher.lock().unwrap_or_else(PoisonError::into_inner);
            client.finalize().map_err(|e| failed("taking leave of the launcher", e))?;
        }
        Ok(())
    }
}

/// Meets the other ranks to end. Everything is moved on meanwhile: others may wait for a message that was
/// sent to them here and is lost, for one that is relayed here, or for this rank to take theirs.
fn meet(launcher: &Mutex<Client>) -> Result<()> {
    let barrier =
        || Client::meet(launcher).map_err(|e| failed("meeting the other ranks to end", e));
    enter().prepare_to_meet();
    let (met, alarm) = (AtomicBool::new(false), enter().alarm());
    std::thread::scope(|scope| {
        let wait = || {
            let outcome = barrier();
            met.store(true, Ordering::Release);
            alarm.ring();
            outcome
        };
        let thread = std::thread::Builder::new().name("ferry-finalize".into());
        // Where no thread can be had, others cannot be helped meanwhile.
        let Ok(waiter) = thread.spawn_scoped(scope, wait) else { return barrier() };
        wait_until(|p| {
            p.runtime.face.refuse_unmatched();
            met.load(Ordering::Acquire).then_some(())
        });
        let failed = || failed("meeting the other ranks to end", "a thread of Ferry's panicked");
        waiter.join().unwrap_or_else(|_| Err(failed()))
    })
}

fn end_progress_thread() {
    let thread = PROGRESS.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(thread) = thread {
        enter().runtime.watch.ring_driver();
        // A panic in the thread has been reported by itself.
        let _ = thread.join();
    }
}

/// What went by each link, on standard error.
fn report_links() {
    let process = enter();
    let is_json = process.config.text("report_links_as") == "json";
    for link in process.runtime.links.links() {
        let line = match is_json {
            true => link_report::json(process.identity.me.0, &processor_name(), &link),
            false => link_report::text(process.identity.me.0, &link),
        };
        ferry_sys::tell(&line);
    }
}

/// `MPI_Abort`: ends the job.
pub fn abort(code: i32, why: &str) -> ! {
    tell_abort(code, why);
    exit(code)
}

/// Has the launcher end the job. This process may go on until it is ended: for one that is ending anyway.
pub fn tell_abort(code: i32, why: &str) {
    let _ = with_launcher(|client| client.abort(code, why));
}

/// Ends the job because of an error, which is told once: by the launcher if it is Ferry's, since other ranks
/// may have met the same one, else by this process.
pub fn fail(code: i32, error: &str) -> ! {
    let is_told = with_launcher(|client| client.fail(code, error));
    if !matches!(is_told, Some(Ok(true))) {
        let host = processor_name();
        match phase() {
            Phase::Running => {
                ferry_sys::tell(&format!("ferry: rank {} on {host}: {error}", world_rank()));
            }
            _ => ferry_sys::tell(&format!("ferry: {host}: {error}")),
        }
        tell_abort(code, error);
    }
    exit(code)
}

/// Talks to the launcher, unless there is none or it is being talked to already.
fn with_launcher<T>(talk: impl FnOnce(&mut Client) -> T) -> Option<T> {
    if phase() == Phase::After {
        return None;
    }
    // Whoever aborts from inside a call still holds the state; the launcher's lock is its own.
    let launcher = ABORT.lock().unwrap_or_else(PoisonError::into_inner).clone()?;
    let mut client = launcher.try_lock().ok()?;
    Some(talk(&mut client))
}

fn exit(code: i32) -> ! {
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
