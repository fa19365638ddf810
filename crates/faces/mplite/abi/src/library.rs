//! The library's life, and how a program ends.

use crate::pointer::{place, text};
use crate::trace;
use ferry_config::Config;
use ferry_mplite::{BlockTimes, MpLite, MpLiteError, ProcessSettings, ProcessState};
use std::ffi::{c_char, c_int};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

static PROCESS: OnceLock<MpLite> = OnceLock::new();
static IS_OVER: AtomicBool = AtomicBool::new(false);
static TIMES: Mutex<Option<BlockTimes>> = Mutex::new(None);

/// This process, if the program has begun and not ended.
pub(crate) fn running() -> Option<&'static MpLite> {
    PROCESS.get().filter(|_| !IS_OVER.load(Ordering::Relaxed))
}

/// This process; a program that has not begun, or has ended, ends here.
pub(crate) fn process() -> &'static MpLite {
    match running() {
        Some(process) => process,
        None => fatal("MP_Init was not called, or MP_Finalize was"),
    }
}

/// The blocks that are timed.
pub(crate) fn times() -> MutexGuard<'static, Option<BlockTimes>> {
    TIMES.lock().unwrap_or_else(PoisonError::into_inner)
}

fn fatal(why: &str) -> ! {
    end_as(ProcessState::Error, why)
}

fn end_as(state: ProcessState, why: &str) -> ! {
    let process = PROCESS.get();
    let node = process.map_or_else(String::new, |process| format!("Node {} ", process.node()));
    ferry_sys::tell(&format!("*** {node}ERROR(-1) - {why}"));
    if let Some(process) = process {
        process.journal().note(format_args!("ERROR(-1) - {why}"));
        process.journal().state(state, why);
        trace::write(process);
    }
    std::process::exit(-1)
}

/// Ends the program, and with it the job.
#[cold]
pub(crate) fn end(error: &MpLiteError) -> ! {
    if let (MpLiteError::Stalled { .. }, Some(process)) = (error, PROCESS.get()) {
        end_as(ProcessState::Stalled, &format!("{error}: {}", process.queues()));
    }
    fatal(&error.to_string())
}

/// What a call gives; otherwise the program ends.
pub(crate) fn must<T>(done: Result<T, MpLiteError>) -> T {
    done.unwrap_or_else(|error| end(&error))
}

/// Says something that the program goes on after.
pub(crate) fn warn(what: impl std::fmt::Display) {
    let process = process();
    process.journal().note(format_args!("WARNING(-1) - {what}"));
    ferry_sys::tell(&format!("*** Node {} WARNING - {what}", process.node()));
}

/// `MP_Init`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Init(_argc: *mut c_int, _argv: *mut *mut *mut c_char) {
    if PROCESS.get().is_some() {
        fatal("MP_Init was called before");
    }
    let config = Config::load().map_err(|why| why.to_string());
    let settings = ProcessSettings::of_environment();
    let started = config.and_then(|config| {
        let settings = settings?;
        Ok((MpLite::start(&config, &settings)?, settings))
    });
    match started {
        Ok((process, settings)) => {
            drop(PROCESS.set(process));
            if settings.is_traced {
                trace::keep(settings.files);
            }
        }
        Err(why) => fatal(&format!("MP_Init: {why}")),
    }
    if process().journal().is_kept() {
        crate::signals::listen();
    }
}

/// `MP_Finalize`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Finalize() {
    let process = process();
    must(process.sync_to_end());
    let forgotten = process.forgotten();
    if forgotten > 0 {
        warn(format_args!("{forgotten} messages still in use"));
    }
    process.journal().note(process.counters());
    trace::write(process);
    if let Err(why) = process.finish() {
        fatal(&format!("MP_Finalize: {why}"));
    }
    IS_OVER.store(true, Ordering::Relaxed);
}

/// `MP_Nprocs`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Nprocs(nprocs: *mut c_int) {
    *place(nprocs) = process().size() as c_int;
}

/// `MP_Myproc`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Myproc(myproc: *mut c_int) {
    *place(myproc) = process().node() as c_int;
}

/// `MP_Time`: seconds since some time.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Time() -> f64 {
    process().clock().now().as_secs_f64()
}

/// `MP_Set`: knows the name `debug`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Set(var: *const c_char, value: c_int) {
    match text(var).as_str() {
        "debug" => MP_Set_Debug(value),
        other => warn(format_args!("MP_Set knows nothing called {other}")),
    }
}

/// `MP_Set_Debug`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Set_Debug(value: c_int) {
    trace::set_debug(value);
}

/// `MP_Remap_Setup`: the numbers of processes stay as they are.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Remap_Setup(_nrows: c_int, _ncols: c_int, myproc: *mut c_int) {
    MP_Myproc(myproc);
}

/// `MP_Remap`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Remap(node: c_int) -> c_int {
    node
}
