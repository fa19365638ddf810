//! What the launcher tells of deaths (`mpiexec --keep-going`): a thread hears it while the program computes,
//! and calls whoever sleeps.

use crate::process::Process;
use ferry_pmi::{Death, place};
use ferry_runtime::Alarm;
use std::fs::File;
use std::io::Read;
use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

/// Whether there is news of deaths.
static NEWS: AtomicBool = AtomicBool::new(false);
/// Whether the launcher tells deaths at all.
static TOLD: AtomicBool = AtomicBool::new(false);

/// What was told and not taken, and what wakes the process.
struct Hearing {
    dead: Vec<Death>,
    /// All that were ever told: MPI may begin again in this process.
    ever: Vec<Death>,
    alarm: Option<Alarm>,
}

static HEARING: Mutex<Hearing> =
    Mutex::new(Hearing { dead: Vec::new(), ever: Vec::new(), alarm: None });

fn hearing() -> MutexGuard<'static, Hearing> {
    HEARING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether there is news that [`take`] has.
#[inline]
pub(crate) fn is_news() -> bool {
    NEWS.load(Ordering::Relaxed)
}

/// Whether all processes of the launcher's jobs are told of deaths.
pub(crate) fn are_told() -> bool {
    TOLD.load(Ordering::Relaxed)
}

/// Whether others may go on when one has failed: not so where Ferry's launcher ends the job. There nobody is
/// disturbed before it does, and says why.
pub(crate) fn can_be_survived() -> bool {
    static CAN: LazyLock<bool> = LazyLock::new(|| std::env::var_os(place::VARIABLE).is_none());
    are_told() || *CAN
}

/// Whoever has died since this was asked, of this job or another one of the launcher.
pub(crate) fn take() -> Vec<Death> {
    let mut hearing = hearing();
    NEWS.store(false, Ordering::Relaxed);
    std::mem::take(&mut hearing.dead)
}

/// Has a thread hear what the launcher tells, where it tells anything; once for a process.
pub(crate) fn listen() {
    let Some(pipe) = ferry_pmi::take_deaths() else { return };
    TOLD.store(true, Ordering::Relaxed);
    let thread = std::thread::Builder::new().name("ferry-deaths".into());
    // Without it failures are found by the links, as under another launcher.
    if ferry_sys::with_signals_blocked(|| thread.spawn(move || hear(pipe))).is_err() {
        TOLD.store(false, Ordering::Relaxed);
    }
}

/// Has the process called from now on when there is news.
pub(crate) fn call(process: &Process) {
    if are_told() {
        let mut hearing = hearing();
        hearing.alarm = Some(process.alarm());
        hearing.dead = hearing.ever.clone();
        NEWS.store(!hearing.dead.is_empty(), Ordering::Relaxed);
    }
}

/// Nobody is to be called any more.
pub(crate) fn call_nobody() {
    hearing().alarm = None;
}

fn hear(pipe: OwnedFd) {
    let mut pipe = File::from(pipe);
    let mut told = [0; Death::LEN];
    while pipe.read_exact(&mut told).is_ok() {
        let mut hearing = hearing();
        let death = Death::of_bytes(told);
        hearing.dead.push(death);
        hearing.ever.push(death);
        NEWS.store(true, Ordering::Relaxed);
        if let Some(alarm) = &hearing.alarm {
            alarm.ring();
        }
    }
}
