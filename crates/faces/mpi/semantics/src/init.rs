//! The life of MPI in a process (MPI-5.0 §11).

mod life;

pub use life::{check_nobody_waits, finalize, init, world_phase};
pub(crate) use life::{check_nobody_waits_for_session, close_session, open_session};

use crate::check;
use crate::comm::{Comm, CommEntry, SELF, WORLD};
use crate::constants::{
    MPI_ERR_OTHER, MPI_THREAD_FUNNELED, MPI_THREAD_MULTIPLE, MPI_THREAD_SERIALIZED,
    MPI_THREAD_SINGLE,
};
use crate::error::{Error, Result};
use crate::group::Group;
use crate::handle::CommHandle;
use crate::lane;
use crate::link_report;
use crate::process::{Process, ProcessParts, drive, enter, enter_lane, wait_until};
use crate::process_failure::deaths;
use crate::tool;
use ferry_boot::{LauncherFacts, ProtocolNumber, StartedProcess, methods};
use ferry_config::Config;
use ferry_link::{Links, TrafficClass};
use ferry_method::Identity;
use ferry_pmi::Client;
use ferry_runtime::{DriverMode, Runtime, WaitSettings};
use ferry_sys::Clock;
use ferry_two_sided::{Design, Limits, Streams, TwoSided};
use ferry_wire::ContextId;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU8, AtomicU32, Ordering};
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

impl Phase {
    #[inline]
    fn of(noted: &AtomicU8) -> Self {
        match noted.load(Ordering::Acquire) {
            0 => Phase::Before,
            1 => Phase::Running,
            _ => Phase::After,
        }
    }
}

static PHASE: AtomicU8 = AtomicU8::new(0);
static LEVEL: AtomicI32 = AtomicI32::new(0);
static MAIN: Mutex<Option<ThreadId>> = Mutex::new(None);

/// Where this process stands.
#[inline]
pub fn phase() -> Phase {
    Phase::of(&PHASE)
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

/// The state of a process, and those of its lanes.
struct Started {
    process: Process,
    lanes: Vec<Process>,
}

fn start(place: LauncherFacts) -> Result<Started> {
    // From here on an error can be told to the launcher.
    ABORT.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&place.launcher);
    let mut config = Config::load().map_err(|e| failed("configuration", e))?;
    tool::configure(&mut config);
    check::configure(&config);
    let agreed = [
        ProtocolNumber { name: "p2p.unexpected_budget", value: budget(&config).into() },
        ProtocolNumber { name: "check", value: check::is_on().into() },
        ProtocolNumber { name: "lanes", value: ferry_boot::lanes_wanted(&config).into() },
    ];
    let started = ferry_boot::start_at(place, &config, &agreed);
    let StartedProcess { mut link, identity, place, clock, remote_reads } =
        started.map_err(|e| Error::new(MPI_ERR_OTHER, e.to_string()))?;
    if place.neighbours().local_rank == 0 {
        tell_remarks(&config);
    }
    let limits = Limits { bytes: budget(&config), ..Limits::default() };
    let (design, streams) = design(&config);
    link.ask_before_changes();
    let lanes = start_lanes((&place, &identity, &config), clock, limits)?;
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
        cores: place.cores,
        nodes: place.nodes,
    };
    let mut process = Process::new(parts)?;
    process.define_types();
    process.define_comms();
    process.define_groups();
    process.define_attributes();
    process.announce_first_comms()?;
    deaths::listen();
    deaths::call(&process);
    Ok(Started { process, lanes })
}

/// The states of the lanes that are wanted.
fn start_lanes(
    (place, identity, config): (&LauncherFacts, &Identity, &Config),
    clock: Clock,
    limits: Limits,
) -> Result<Vec<Process>> {
    let count = ferry_boot::lanes_wanted(config);
    let links = ferry_boot::lanes(config, identity, place, clock, count);
    let links = links.map_err(|e| Error::new(MPI_ERR_OTHER, e.to_string()))?;
    let turn = place.neighbours().local_rank;
    let settings = WaitSettings::configured(config, place.contenders(), turn);
    let lane = |(link, remote_reads)| {
        let mut lane = Process::new(ProcessParts {
            links: Links::new(link),
            clock,
            engine: TwoSided::new(place.size, limits, remote_reads),
            settings,
            identity: identity.clone(),
            config: config.clone(),
            launcher: None,
            crowded: place.crowded,
            cores: None,
            nodes: None,
        })?;
        lane.define_types();
        Ok(lane)
    };
    links.into_iter().map(lane).collect()
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

pub(crate) fn budget(config: &Config) -> u32 {
    config.size("p2p.unexpected_budget").clamp(64 << 10, 1 << 30) as u32
}

impl Process {
    /// Whether nothing that was begun here is under way (MPI-5.0 §11.2.2): sends of freed requests and
    /// buffered ones are with their receivers, freed receives have what they matched, and files and buffers what was
    /// written and read. This process
    /// receives nothing more; whoever sent it what it has not received waits in vain.
    fn has_parted(&mut self) -> Option<()> {
        self.runtime.face.refuse_unmatched();
        let is_accessing = self.files.all().any(|(_, file)| file.is_accessed());
        self.has_sent().filter(|()| !is_accessing)
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
            let (remote, topology, spans_jobs) = (None, None, false);
            let revoked = AtomicBool::new(false);
            let comm = Comm { handle, context, group, remote, rank, topology, revoked, spans_jobs };
            let entry = CommEntry {
                comm: Arc::new(comm),
                name: name.into(),
                errhandler: crate::errhandler::initial(),
                info: Default::default(),
                acked: 0,
                commons: Default::default(),
            };
            self.comms.define(handle, entry);
        };
        define(WORLD, "MPI_COMM_WORLD", 0, Group::range(0, size, me));
        define(SELF, "MPI_COMM_SELF", 2, Group::range(me.0, 1, me));
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
            lane::open().for_each(|lane| enter_lane(lane).runtime.face.refuse_unmatched());
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
    for link in lane::links_of_all(&process) {
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

/// A process that was alone has a launcher from now on.
pub(crate) fn know_launcher(launcher: &Arc<Mutex<Client>>) {
    *ABORT.lock().unwrap_or_else(PoisonError::into_inner) = Some(launcher.clone());
}

static RANK: AtomicU32 = AtomicU32::new(0);

static ABORT: Mutex<Option<Arc<Mutex<Client>>>> = Mutex::new(None);
