//! What uses MPI here, the world model and sessions, and how long the links live for it (MPI-5.0 §11.2, §11.3).

use super::{
    LEVEL, MAIN, PHASE, Phase, RANK, Started, end_progress_thread, failed, meet, provided,
    report_links, spawn_progress_thread, start,
};
use crate::comm::SELF;
use crate::constants::{MPI_ERR_OTHER, MPI_THREAD_MULTIPLE};
use crate::error::{Error, Result};
use crate::lane::{self, Lane};
use crate::process::{Process, blocked_calls, enter, enter_lane, install, share};
use crate::process_failure::deaths;
use crate::{table, tool};
use ferry_boot::LauncherFacts;
use ferry_pmi::Client;
use ferry_runtime::DriverMode;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

/// What makes use of MPI in this process, and whether its links are there.
struct Life {
    /// Sessions that have begun and not ended.
    sessions: u32,
    links: LifeOfLinks,
    /// How to begin again after everything has ended.
    again: Option<BeginningAgain>,
}

/// What is left when the links have closed, for sessions that begin later.
struct BeginningAgain {
    /// Who started this process; `None`: nobody.
    launcher: Option<Arc<Mutex<Client>>>,
}

/// Links are opened by whatever uses MPI first, and once more by the first session that begins after all has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LifeOfLinks {
    Unopened,
    Open,
    Closed,
}

static LIFE: Mutex<Life> =
    Mutex::new(Life { sessions: 0, links: LifeOfLinks::Unopened, again: None });

fn life() -> MutexGuard<'static, Life> {
    LIFE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where this process stands in the world model (`MPI_Initialized`, `MPI_Finalized`).
pub fn world_phase() -> Phase {
    Phase::of(&WORLD)
}

/// The world model, `MPI_Init` to `MPI_Finalize`. It is asked for by functions that the program has MPI call, and
/// while others wait to end.
static WORLD: AtomicU8 = AtomicU8::new(Phase::Before as u8);

fn set_world(phase: Phase) {
    WORLD.store(phase as u8, Ordering::Release);
}

/// `MPI_Init_thread`: returns the level provided.
pub fn init(required: i32) -> Result<i32> {
    let mut life = life();
    match world_phase() {
        Phase::Before => {}
        Phase::Running => return Err(Error::new(MPI_ERR_OTHER, "MPI is initialised already")),
        Phase::After => {
            return Err(Error::new(MPI_ERR_OTHER, "MPI was finalised and cannot start again"));
        }
    }
    let level = life.begin_use(required)?;
    *MAIN.lock().unwrap_or_else(PoisonError::into_inner) = Some(std::thread::current().id());
    set_world(Phase::Running);
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
    match (life.sessions, world_phase()) {
        (0, Phase::Running) | (1.., _) => Ok(()),
        (0, _) if life.ends_with_sessions() => life.close_links(),
        (0, _) => {
            lane::wait_in_all(Process::has_sent);
            PHASE.store(Phase::Before as u8, Ordering::Release);
            end_progress_thread();
            Ok(())
        }
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
    let is_left = life.sessions == 0 && world_phase() != Phase::Running;
    if is_left
        && life.links == LifeOfLinks::Open
        && let Err(error) = no_call_is_blocked().and_then(|()| life.close_links())
    {
        ferry_sys::tell(&format!("ferry: ending the last session: {error}"));
    }
}

/// Whether MPI may end: with the last use of it a thread that waits in a call would find the state gone (MPI-5.0 §11.6:
/// all calls have to be complete).
///
/// # Errors
/// If one waits.
pub fn check_nobody_waits() -> Result<()> {
    let is_last_use = life().sessions == 0;
    if is_last_use { no_call_is_blocked() } else { Ok(()) }
}

/// The same for the end of a session.
pub(crate) fn check_nobody_waits_for_session() -> Result<()> {
    let is_last_use = {
        let life = life();
        life.sessions == 1 && life.ends_with_sessions()
    };
    if is_last_use { no_call_is_blocked() } else { Ok(()) }
}

fn no_call_is_blocked() -> Result<()> {
    match blocked_calls() {
        None => Ok(()),
        Some(calls) => {
            let text = format!("{calls}: MPI can end when all calls have returned");
            Err(Error::new(MPI_ERR_OTHER, text))
        }
    }
}

/// `MPI_Finalize`: everything started is finished; with the last use of MPI all processes meet, then links
/// close.
///
/// # Errors
/// If MPI does not run, or a thread waits in a call: then nothing has ended.
pub fn finalize() -> Result<()> {
    if world_phase() != Phase::Running {
        return Err(Error::new(MPI_ERR_OTHER, "MPI is not running"));
    }
    check_nobody_waits()?;
    // MPI-5.0 §11.2.4: as if MPI_COMM_SELF were freed first, while MPI still works.
    crate::attribute::delete_all(crate::attribute::Holder::Comm, SELF.0)?;
    let mut life = life();
    set_world(Phase::After);
    if life.sessions != 0 {
        lane::wait_in_all(Process::has_sent);
        return Ok(());
    }
    life.close_links()
}

impl Life {
    /// Whether the links close when no session is left.
    fn ends_with_sessions(&self) -> bool {
        match world_phase() {
            Phase::Running => false,
            Phase::After if self.again.is_none() => true,
            // Where nothing can be done at exit the links close now.
            _ => !will_close_at_exit(),
        }
    }

    /// Something begins to use MPI.
    fn begin_use(&mut self, required: i32) -> Result<i32> {
        let is_new = self.links != LifeOfLinks::Open;
        let is_first = self.links == LifeOfLinks::Unopened;
        if is_new {
            let Started { process, lanes } = self.start().inspect_err(|_| tool::started(false))?;
            RANK.store(process.identity.me.0, Ordering::Relaxed);
            install(Lane::PROCESS, Some(Box::new(process)));
            lane::open_all(lanes);
            self.links = LifeOfLinks::Open;
            tool::started(true);
        }
        let driver = DriverMode::configured(&enter().config);
        let driver = driver.map_err(|e| failed("configuration", e))?;
        let level = provided(required).max(LEVEL.load(Ordering::Relaxed));
        if level == MPI_THREAD_MULTIPLE || driver.is_some() || lane::are_open() {
            share();
        }
        LEVEL.store(level, Ordering::Relaxed);
        let was = PHASE.swap(Phase::Running as u8, Ordering::AcqRel);
        if let Some(mode) = driver.filter(|_| was != Phase::Running as u8) {
            spawn_progress_thread(mode)?;
        }
        if is_first {
            crate::dynamic::call_parents()?;
        }
        Ok(level)
    }

    fn start(&self) -> Result<Started> {
        let asking = |e: &dyn std::fmt::Display| Error::new(MPI_ERR_OTHER, e.to_string());
        let Some(again) = &self.again else {
            return start(LauncherFacts::of_launcher().map_err(|e| asking(&e))?);
        };
        let Some(launcher) = &again.launcher else { return start(LauncherFacts::alone()) };
        let mut client = launcher.lock().unwrap_or_else(PoisonError::into_inner);
        client.begin_again().map_err(|e| {
            let text = format!(
                "a session that begins after MPI_Finalize has ended everything needs the launcher once more, and \
                 Ferry's alone answers: {e}"
            );
            Error::new(MPI_ERR_OTHER, text)
        })?;
        drop(client);
        start(LauncherFacts::of_shared_client(launcher.clone()))
    }

    /// Nothing uses MPI any more: all processes meet, then links close.
    fn close_links(&mut self) -> Result<()> {
        enter().leaving = true;
        lane::open().for_each(|lane| enter_lane(lane).leaving = true);
        lane::wait_in_all(Process::has_parted);
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
            lane::wait_in_all(Process::has_parted);
        }
        PHASE.store(Phase::After as u8, Ordering::Release);
        self.links = LifeOfLinks::Closed;
        // A launcher that was found later is this process's own, and goes with it.
        let was_started = enter().was_started;
        self.again = Some(BeginningAgain { launcher: launcher.clone().filter(|_| was_started) });
        end_progress_thread();
        close_within(Lane::PROCESS, FAREWELL);
        lane::close_all(|lane| close_within(lane, FAREWELL));
        deaths::call_nobody();
        tool::ending();
        drop(install(Lane::PROCESS, None));
        table::end_life();
        if let Some(launcher) = &launcher {
            let mut client = launcher.lock().unwrap_or_else(PoisonError::into_inner);
            client.finalize().map_err(|e| failed("taking leave of the launcher", e))?;
        }
        Ok(())
    }
}

/// How long links are given to close.
const FAREWELL: Duration = Duration::from_secs(5);

fn close_within(lane: Lane, longest: Duration) {
    let clock = ferry_sys::Clock::start();
    while !enter_lane(lane).runtime.close() && clock.now() < longest {
        ferry_sys::sched_yield();
    }
}
