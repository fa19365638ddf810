//! How a C function is entered and how its errors leave.

use core::ffi::c_int;

use ferry_mpi::constants::{MPI_ERR_UNSUPPORTED_OPERATION, MPI_SUCCESS};
use ferry_mpi::handle::{
    CommHandle, ErrhandlerHandle, FileHandle, RequestHandle, SessionHandle, WinHandle,
};
use ferry_mpi::{Error, Result};

use crate::{calls, check};

/// The object whose error handler is called when a function fails (MPI-5.0 §9.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum On {
    /// A communicator; null where the argument itself was bad.
    Comm(CommHandle),
    /// A window.
    Win(WinHandle),
    /// A file; null for calls that have no file yet.
    File(FileHandle),
    /// A session.
    Session(SessionHandle),
    /// The communicator, window or file that the request belongs to.
    Request(RequestHandle),
    /// The same of the request that has this integer (`MPI_Request_toint`), for ABIs whose handles that is.
    RequestNumber(c_int),
    /// The object that the call is to make, which would have this handler (MPI-5.0 §7.4.2, §11.3.1).
    Made(ErrhandlerHandle),
    /// No object: `MPI_COMM_SELF`'s or `MPI_COMM_WORLD`'s, or the initial one before initialisation.
    Nothing,
    /// The tools interface: the code is returned, no handler is called (MPI-5.0 §15.3).
    Tool,
}

/// Runs a function that needs MPI to run.
#[inline(always)]
pub fn entry(name: &'static str, on: On, body: impl FnOnce() -> Result<()>) -> c_int {
    match check::running().and_then(|()| body()) {
        Ok(()) => MPI_SUCCESS,
        Err(error) => raise(name, on, error),
    }
}

/// Runs a function that may be called at any time (MPI-5.0 §11.4).
#[inline(always)]
pub fn entry_anytime(name: &'static str, on: On, body: impl FnOnce() -> Result<()>) -> c_int {
    match body() {
        Ok(()) => MPI_SUCCESS,
        Err(error) => raise(name, on, error),
    }
}

/// The error path of all functions.
#[cold]
#[inline(never)]
pub fn raise(name: &'static str, on: On, error: Error) -> c_int {
    match on {
        On::Tool => {
            ferry_mpi::error::codes::remember(name, &error);
            error.code
        }
        _ => calls::errhandler::raise(name, on, error),
    }
}

/// The end of functions that have no way to return an error.
fn die(name: &'static str, error: &Error) -> ! {
    ferry_mpi::init::fail(error.code, &format!("{name}: {error}"))
}

fn not_built(name: &'static str) -> Error {
    Error::new(
        MPI_ERR_UNSUPPORTED_OPERATION,
        format!("{name} is not built in this version of Ferry; see docs/coverage.md"),
    )
}

/// The whole of a function that this version lacks.
#[cold]
pub fn unbuilt(name: &'static str, on: On) -> c_int {
    raise(name, on, not_built(name))
}

/// The whole of a function that this version lacks and that cannot return an error.
#[cold]
pub fn plain_unbuilt(name: &'static str) -> ! {
    die(name, &not_built(name))
}
