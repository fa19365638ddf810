//! Error handlers (MPI-5.0 §9.3).

use core::ffi::c_int;
use std::sync::Arc;

use ferry_mpi::errhandler::{self, Handler, Object};
use ferry_mpi::handle::{CommHandle, ErrhandlerHandle, FileHandle, SessionHandle, WinHandle};
use ferry_mpi::process::enter;
use ferry_mpi::{Error, Result, file, init, session, win};

use crate::callback::{
    CommErrhandlerFunction, FileErrhandlerFunction, SessionErrhandlerFunction,
    WinErrhandlerFunction,
};
use crate::calls::handle::request_fromint;
use crate::check::running;
use crate::convert::store;
use crate::entry::On;

/// Calls the error handler of an object and returns the code for the caller.
pub fn raise(name: &'static str, on: On, error: Error) -> c_int {
    let object = match (error.on, on) {
        (_, On::Made(handler)) => Object::Made(handler),
        (Some(comm), _) | (None, On::Comm(comm)) => Object::Comm(comm),
        (None, On::Request(request)) => comm_of_request(request),
        (None, On::RequestNumber(number)) => {
            // SAFETY: it takes no pointer.
            comm_of_request(unsafe { request_fromint(number) })
        }
        (None, On::Win(win)) => Object::Win(win),
        (None, On::File(file)) => Object::File(file),
        (None, On::Session(session)) => Object::Session(session),
        (None, On::Nothing | On::Tool) => Object::Nothing,
    };
    errhandler::raise(name, object, &error)
}

fn comm_of_request(request: ferry_mpi::handle::RequestHandle) -> Object {
    if init::phase() != init::Phase::Running {
        return Object::Nothing;
    }
    ferry_mpi::request::comm_of(request).map_or(Object::Nothing, Object::Comm)
}

fn missing() -> Error {
    Error::new(ferry_mpi::constants::MPI_ERR_ARG, "the error handler function is NULL")
}

macro_rules! creators {
    ($($name:ident $function:ident $kind:ident;)*) => { $(
        #[doc = concat!("`MPI_", stringify!($kind), "_create_errhandler`.")]
        pub unsafe fn $name(
            function: Option<$function>,
            place: *mut ErrhandlerHandle,
        ) -> Result<()> {
            let function = function.ok_or_else(missing)?;
            let handler = Handler::$kind(Arc::new(move |mut object, mut code| {
                // SAFETY: the program's function takes the addresses of a handle and a code.
                unsafe { function(&mut object, &mut code) };
                code
            }));
            // SAFETY: a checked output pointer.
            unsafe { store(place, errhandler::create(handler)) };
            Ok(())
        }
    )* };
}

creators! {
    comm_create_errhandler CommErrhandlerFunction Comm;
    win_create_errhandler WinErrhandlerFunction Win;
    file_create_errhandler FileErrhandlerFunction File;
    session_create_errhandler SessionErrhandlerFunction Session;
}

/// `MPI_Comm_set_errhandler`.
pub unsafe fn comm_set_errhandler(comm: CommHandle, handler: ErrhandlerHandle) -> Result<()> {
    errhandler::set_on_comm(comm, handler)
}

/// `MPI_Comm_get_errhandler`.
pub unsafe fn comm_get_errhandler(comm: CommHandle, place: *mut ErrhandlerHandle) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { store(place, errhandler::of_comm(comm)?) };
    Ok(())
}

/// `MPI_Comm_call_errhandler`: succeeds if the handler returns (MPI-5.0 §9.3.5).
pub unsafe fn comm_call_errhandler(comm: CommHandle, code: c_int) -> Result<()> {
    enter().comm(comm)?;
    call("MPI_Comm_call_errhandler", Object::Comm(comm), code)
}

fn call(name: &'static str, object: Object, code: c_int) -> Result<()> {
    let text = ferry_mpi::error::codes::text_of(code)?;
    errhandler::hand_over(name, object, &Error::new(code, text));
    Ok(())
}

/// The file is open, or the null file.
fn known(handle: FileHandle) -> Result<()> {
    if handle == FileHandle::NULL {
        return Ok(());
    }
    running()?;
    enter().file(handle).map(drop)
}

/// `MPI_File_set_errhandler`: on `MPI_FILE_NULL` it is for files opened from now on.
pub unsafe fn file_set_errhandler(handle: FileHandle, handler: ErrhandlerHandle) -> Result<()> {
    file::set_errhandler(handle, handler)
}

/// `MPI_File_get_errhandler`.
pub unsafe fn file_get_errhandler(handle: FileHandle, place: *mut ErrhandlerHandle) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { store(place, file::errhandler_of(handle)?) };
    Ok(())
}

/// `MPI_File_call_errhandler`.
pub unsafe fn file_call_errhandler(handle: FileHandle, code: c_int) -> Result<()> {
    known(handle)?;
    call("MPI_File_call_errhandler", Object::File(handle), code)
}

/// `MPI_Win_set_errhandler`.
pub unsafe fn win_set_errhandler(window: WinHandle, handler: ErrhandlerHandle) -> Result<()> {
    win::set_errhandler(window, handler)
}

/// `MPI_Win_get_errhandler`.
pub unsafe fn win_get_errhandler(window: WinHandle, place: *mut ErrhandlerHandle) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { store(place, win::errhandler_of(window)?) };
    Ok(())
}

/// `MPI_Win_call_errhandler`.
pub unsafe fn win_call_errhandler(window: WinHandle, code: c_int) -> Result<()> {
    enter().win(window)?;
    call("MPI_Win_call_errhandler", Object::Win(window), code)
}

/// `MPI_Session_set_errhandler`.
pub unsafe fn session_set_errhandler(
    session: SessionHandle,
    handler: ErrhandlerHandle,
) -> Result<()> {
    running()?;
    session::set_errhandler(session, handler)
}

/// `MPI_Session_get_errhandler`.
pub unsafe fn session_get_errhandler(
    session: SessionHandle,
    place: *mut ErrhandlerHandle,
) -> Result<()> {
    running()?;
    // SAFETY: a checked output pointer.
    unsafe { store(place, session::errhandler_of(session)?) };
    Ok(())
}

/// `MPI_Session_call_errhandler`.
pub unsafe fn session_call_errhandler(session: SessionHandle, code: c_int) -> Result<()> {
    running()?;
    enter().session(session)?;
    call("MPI_Session_call_errhandler", Object::Session(session), code)
}

/// `MPI_Errhandler_free`.
pub unsafe fn errhandler_free(place: *mut ErrhandlerHandle) -> Result<()> {
    // SAFETY: a checked pointer.
    unsafe {
        errhandler::free(*place)?;
        *place = ErrhandlerHandle::NULL;
    }
    Ok(())
}
