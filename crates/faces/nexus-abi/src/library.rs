//! The library's life: this process's links, and waiting.

use crate::buffers::BUFFERS;
use crate::code::{Code, Done, Failure, told};
use crate::endpoints::ENDPOINTS;
use crate::pointer::place;
use crate::startpoints::STARTPOINTS;
use ferry_config::Config;
use ferry_nexus::Nexus;
use std::ffi::{c_char, c_int, c_void};
use std::sync::{PoisonError, RwLock, RwLockWriteGuard};
use std::time::Duration;

static NEXUS: RwLock<Option<Nexus>> = RwLock::new(None);

fn library() -> RwLockWriteGuard<'static, Option<Nexus>> {
    NEXUS.write().unwrap_or_else(PoisonError::into_inner)
}

/// This process's links.
pub(crate) fn nexus() -> Done<Nexus> {
    let nexus = NEXUS.read().unwrap_or_else(PoisonError::into_inner).clone();
    let why = "nexus_init was not called, or nexus_shutdown was";
    nexus.ok_or_else(|| Failure::new(Code::NotStarted, why))
}

fn start() -> Done {
    let mut library = library();
    if library.is_some() {
        return Err(Failure::new(Code::Argument, "nexus_init was called before"));
    }
    let config = Config::load().map_err(|why| Failure::new(Code::System, why))?;
    *library = Some(Nexus::start(&config)?);
    Ok(())
}

/// `nexus_init`: `argc` and `argv` are left as they are, and may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_init(_argc: *mut c_int, _argv: *mut *mut *mut c_char) -> c_int {
    told(start())
}

/// `nexus_shutdown`: the processes of the job meet, and all links end. Endpoints, startpoints and buffers are
/// destroyed.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_shutdown() -> c_int {
    told(nexus().and_then(|nexus| {
        nexus.finish()?;
        STARTPOINTS.clear();
        ENDPOINTS.clear();
        BUFFERS.clear();
        library().take();
        Ok(())
    }))
}

/// `nexus_abort`: says why, tells processes that it has links to, and ends the process, and with it the job; does not
/// return.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_abort(code: c_int, why: *const c_char) -> c_int {
    let why = crate::pointer::text(why, "a reason").unwrap_or("nexus_abort was called");
    ferry_sys::tell(&format!("ferry: nexus_abort({code}): {why}"));
    if let Ok(nexus) = nexus() {
        nexus.abandon();
    }
    std::process::exit(code)
}

/// `nexus_node_id`: this process's rank in its job.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_node_id(id: *mut c_int) -> c_int {
    told(place(id, "the rank").and_then(|id| {
        *id = nexus()?.rank() as c_int;
        Ok(())
    }))
}

/// `nexus_node_count`: the job's size.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_node_count(count: *mut c_int) -> c_int {
    told(place(count, "the size").and_then(|count| {
        *count = nexus()?.size() as c_int;
        Ok(())
    }))
}

/// `nexus_poll`: moves everything on as far as it goes without waiting.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_poll() -> c_int {
    told(nexus().and_then(|nexus| Ok(nexus.poll().map(drop)?)))
}

/// Negative: for ever.
fn limit(milliseconds: c_int) -> Option<Duration> {
    u64::try_from(milliseconds).ok().map(Duration::from_millis)
}

/// `nexus_poll_blocking`: waits until a request has come and its handler has run. `came` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_poll_blocking(milliseconds: c_int, came: *mut c_int) -> c_int {
    told(nexus().and_then(|nexus| {
        let has_come = nexus.wait(limit(milliseconds))?;
        if let Ok(came) = place(came, "the answer") {
            *came = c_int::from(has_come);
        }
        Ok(())
    }))
}

/// A condition of the program's.
type Ready = extern "C" fn(*mut c_void) -> c_int;

/// `nexus_wait_until`: handlers run until `ready` says so. `became` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_wait_until(
    ready: Option<Ready>,
    argument: *mut c_void,
    milliseconds: c_int,
    became: *mut c_int,
) -> c_int {
    told(nexus().and_then(|nexus| {
        let ready = ready.ok_or_else(|| Failure::new(Code::Argument, "no condition"))?;
        let is_ready = nexus.wait_until(limit(milliseconds), || ready(argument) != 0)?;
        if let Ok(became) = place(became, "the answer") {
            *became = c_int::from(is_ready);
        }
        Ok(())
    }))
}

/// `nexus_wake`: who waits looks again at what it waits for.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_wake() -> c_int {
    told(nexus().map(|nexus| nexus.wake()))
}
