//! The library's life: who this process is, and to whom it speaks.

use crate::alone::Alone;
use crate::code::{PmiCode, PmiResult, failed, told};
use crate::pointer::{place, text};
use ferry_pmi::{Client, ConnectionUse};
use std::ffi::{c_char, c_int};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The job, as this process knows it.
pub(crate) enum PmiJob {
    Launched(Box<Client>),
    Alone(Alone),
}

static JOB: Mutex<Option<PmiJob>> = Mutex::new(None);

fn library() -> MutexGuard<'static, Option<PmiJob>> {
    JOB.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does something with the job, between `PMI_Init` and `PMI_Finalize`.
pub(crate) fn with<T>(act: impl FnOnce(&mut PmiJob) -> PmiResult<T>) -> PmiResult<T> {
    act(library().as_mut().ok_or(PmiCode::INIT)?)
}

fn start() -> PmiResult<bool> {
    let mut library = library();
    if library.is_none() {
        let client = Client::for_use(ConnectionUse::Program);
        let client = client.map_err(|why| failed("PMI_Init", &why))?;
        let launched = client.map(|client| PmiJob::Launched(Box::new(client)));
        *library = Some(launched.unwrap_or_else(|| PmiJob::Alone(Alone::default())));
    }
    let is_spawned = matches!(&*library, Some(PmiJob::Launched(client)) if client.is_spawned());
    Ok(is_spawned)
}

/// `PMI_Init`: `spawned` becomes 1 where another job started this one. A second call changes nothing.
#[unsafe(no_mangle)]
pub extern "C" fn PMI_Init(spawned: *mut c_int) -> c_int {
    told(place(spawned).and_then(|spawned| {
        *spawned = c_int::from(start()?);
        Ok(())
    }))
}

/// `PMI_Initialized`.
#[unsafe(no_mangle)]
pub extern "C" fn PMI_Initialized(initialized: *mut c_int) -> c_int {
    told(place(initialized).map(|initialized| *initialized = c_int::from(library().is_some())))
}

/// `PMI_Finalize`: the process leaves in good order, unless a library of Ferry's still has to.
#[unsafe(no_mangle)]
pub extern "C" fn PMI_Finalize() -> c_int {
    let job = library().take();
    told(match job {
        None => Err(PmiCode::INIT),
        Some(PmiJob::Alone(_)) => Ok(()),
        Some(PmiJob::Launched(mut client)) => {
            client.finalize().map_err(|why| failed("PMI_Finalize", &why))
        }
    })
}

/// `PMI_Barrier`.
#[unsafe(no_mangle)]
pub extern "C" fn PMI_Barrier() -> c_int {
    told(with(|job| match job {
        PmiJob::Launched(client) => client.barrier().map_err(|why| failed("PMI_Barrier", &why)),
        PmiJob::Alone(_) => Ok(()),
    }))
}

/// `PMI_Abort`: ends the job, and this process at once; does not return.
#[unsafe(no_mangle)]
pub extern "C" fn PMI_Abort(exit_code: c_int, error_msg: *const c_char) -> c_int {
    let message = text(error_msg, PmiCode::ARGUMENT).unwrap_or("PMI_Abort was called");
    // A thread that waits in a barrier has the library, and never gets out of it.
    let job = match JOB.try_lock() {
        Ok(mut job) => job.take(),
        Err(_) => None,
    };
    if let Some(PmiJob::Launched(mut client)) = job {
        // Ferry's launcher says it; this process ends either way.
        let _ = client.abort(exit_code, message);
    } else {
        ferry_sys::tell(&format!("ferry: PMI_Abort({exit_code}): {message}"));
    }
    std::process::exit(exit_code)
}
