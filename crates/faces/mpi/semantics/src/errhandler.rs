//! Error handlers (MPI-5.0 §9.3).
//!
//! A handler lives while the program holds a handle of it or an object uses it. Handlers may be made
//! before initialisation, so they are not part of the process's state.

use crate::comm::{SELF, WORLD};
use crate::constants::{
    MPI_ERR_ARG, MPI_ERR_ERRHANDLER, MPI_ERRORS_ABORT, MPI_ERRORS_ARE_FATAL, MPI_ERRORS_RETURN,
    MPI_INFO_ENV,
};
use crate::error::{Error, Result};
use crate::handle::{
    CommHandle, ErrhandlerHandle, FileHandle, Handle, InfoHandle, SessionHandle, WinHandle, kind,
};
use crate::init::{self, Phase};
use crate::lane;
use crate::process::enter;
use crate::table::Table;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

/// `MPI_ERRORS_ARE_FATAL`.
pub const FATAL: ErrhandlerHandle = ErrhandlerHandle::new(MPI_ERRORS_ARE_FATAL);
/// `MPI_ERRORS_ABORT`.
pub const ABORT: ErrhandlerHandle = ErrhandlerHandle::new(MPI_ERRORS_ABORT);
/// `MPI_ERRORS_RETURN`.
pub const RETURN: ErrhandlerHandle = ErrhandlerHandle::new(MPI_ERRORS_RETURN);

/// A function of the program: gets the object and the code, and returns the code for the caller.
pub type Function<K> = Arc<dyn Fn(Handle<K>, i32) -> i32 + Send + Sync>;

/// What an error handler does.
#[derive(Clone)]
pub enum Handler {
    /// Ends all processes.
    Fatal,
    /// Ends the processes of the object; Ferry ends the job, as the standard allows.
    Abort,
    /// Returns the code.
    Return,
    /// `MPI_Comm_create_errhandler`.
    Comm(Function<kind::Comm>),
    /// `MPI_Win_create_errhandler`.
    Win(Function<kind::Win>),
    /// `MPI_File_create_errhandler`.
    File(Function<kind::File>),
    /// `MPI_Session_create_errhandler`.
    Session(Function<kind::Session>),
}

/// The object that an error is raised on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Object {
    /// A communicator.
    Comm(CommHandle),
    /// A window.
    Win(WinHandle),
    /// A file.
    File(FileHandle),
    /// A session.
    Session(SessionHandle),
    /// One that was to be made with this handler; where that is none, as for no object.
    Made(ErrhandlerHandle),
    /// None: the handler of [`of_nothing`] while MPI runs, the initial one otherwise.
    Nothing,
}

struct ErrhandlerEntry {
    handler: Handler,
    /// Handles that the program has not freed yet.
    held: u32,
    /// Objects that use it.
    used: u32,
}

static HANDLERS: LazyLock<Mutex<Table<kind::Errhandler, ErrhandlerEntry>>> = LazyLock::new(|| {
    let mut table = Table::default();
    let predefined = [(FATAL, Handler::Fatal), (ABORT, Handler::Abort), (RETURN, Handler::Return)];
    for (handle, handler) in predefined {
        table.define(handle, ErrhandlerEntry { handler, held: 1, used: 0 });
    }
    Mutex::new(table)
});

/// The handler of `MPI_FILE_NULL`, which new files get (MPI-5.0 §14.7).
static OF_NO_FILE: Mutex<ErrhandlerHandle> = Mutex::new(RETURN);

/// The table stays whole whatever a thread that held it did.
fn handlers() -> MutexGuard<'static, Table<kind::Errhandler, ErrhandlerEntry>> {
    HANDLERS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn bad(handle: ErrhandlerHandle) -> Error {
    let text = format!("error handler handle {handle:?} is null, freed or was never made");
    Error::new(MPI_ERR_ERRHANDLER, text)
}

/// Makes a handler.
pub fn create(handler: Handler) -> ErrhandlerHandle {
    handlers().insert(ErrhandlerEntry { handler, held: 1, used: 0 })
}

/// `MPI_Errhandler_free`: the handler goes on for the objects that use it.
pub fn free(handle: ErrhandlerHandle) -> Result<()> {
    let mut table = handlers();
    let entry = table.get_mut(handle).filter(|entry| entry.held > 0).ok_or_else(|| bad(handle))?;
    if !handle.is_predefined() {
        entry.held -= 1;
        drop_unused(&mut table, handle);
    }
    Ok(())
}

fn drop_unused(table: &mut Table<kind::Errhandler, ErrhandlerEntry>, handle: ErrhandlerHandle) {
    if table.get(handle).is_some_and(|entry| entry.held == 0 && entry.used == 0) {
        table.remove(handle);
    }
}

/// A handle for the program of a handler that an object uses (`MPI_Comm_get_errhandler`); it must
/// be freed.
pub fn hold(handle: ErrhandlerHandle) -> Result<ErrhandlerHandle> {
    if !handle.is_predefined() {
        handlers().get_mut(handle).ok_or_else(|| bad(handle))?.held += 1;
    }
    Ok(handle)
}

/// An object begins to use a handler; `fits` says whether it is of the object's kind.
pub fn attach(handle: ErrhandlerHandle, fits: impl FnOnce(&Handler) -> bool) -> Result<()> {
    let mut table = handlers();
    let entry = table.get_mut(handle).ok_or_else(|| bad(handle))?;
    let predefined = matches!(entry.handler, Handler::Fatal | Handler::Abort | Handler::Return);
    if !predefined && !fits(&entry.handler) {
        let text = "the error handler was made for another kind of object";
        return Err(Error::new(MPI_ERR_ARG, text));
    }
    if !handle.is_predefined() {
        entry.used += 1;
    }
    Ok(())
}

/// An object no longer uses a handler.
pub fn detach(handle: ErrhandlerHandle) {
    if handle.is_predefined() {
        return;
    }
    let mut table = handlers();
    if let Some(entry) = table.get_mut(handle) {
        entry.used = entry.used.saturating_sub(1);
    }
    drop_unused(&mut table, handle);
}

/// What a handler does.
pub fn handler(handle: ErrhandlerHandle) -> Option<Handler> {
    handlers().get(handle).map(|entry| entry.handler.clone())
}

/// The integer of a handle.
pub fn from_int(value: i32) -> Option<ErrhandlerHandle> {
    handlers().from_fortran(value)
}

/// Whether the program chose a handler for `MPI_COMM_SELF`, and for `MPI_COMM_WORLD`.
static CHOSEN: [AtomicBool; 2] = [AtomicBool::new(false), AtomicBool::new(false)];

/// The communicator whose handler gets the errors of calls without one: `MPI_COMM_SELF` (MPI-5.0
/// §9.3), but `MPI_COMM_WORLD`, which it was before MPI-4, where the program chose a handler for that
/// alone.
pub fn of_nothing() -> CommHandle {
    let [on_self, on_world] = CHOSEN.each_ref().map(|chosen| chosen.load(Ordering::Relaxed));
    if on_world && !on_self { WORLD } else { SELF }
}

/// `MPI_Comm_set_errhandler`.
pub fn set_on_comm(comm: CommHandle, handle: ErrhandlerHandle) -> Result<()> {
    let mut process = enter();
    process.comm(comm)?;
    attach(handle, |handler| matches!(handler, Handler::Comm(_)))?;
    if let Some(entry) = process.comms.get_mut(comm) {
        detach(std::mem::replace(&mut entry.errhandler, handle));
        lane::note_errhandler(&entry.comm, handle);
    }
    for (place, known) in CHOSEN.iter().zip([SELF, WORLD]) {
        if comm == known {
            place.store(true, Ordering::Relaxed);
        }
    }
    Ok(())
}

/// `MPI_Comm_get_errhandler`.
pub fn of_comm(comm: CommHandle) -> Result<ErrhandlerHandle> {
    let process = enter();
    process.comm(comm)?;
    hold(process.comms.get(comm).map_or(FATAL, |entry| entry.errhandler))
}

/// `MPI_File_set_errhandler` on `MPI_FILE_NULL`.
pub fn set_on_no_file(handle: ErrhandlerHandle) -> Result<()> {
    attach(handle, |handler| matches!(handler, Handler::File(_)))?;
    let mut current = OF_NO_FILE.lock().unwrap_or_else(PoisonError::into_inner);
    detach(std::mem::replace(&mut *current, handle));
    Ok(())
}

/// The handler of a file that was just opened.
pub(crate) fn of_new_file() -> ErrhandlerHandle {
    let handle = *OF_NO_FILE.lock().unwrap_or_else(PoisonError::into_inner);
    // It was a file's when it was set.
    let _ = attach(handle, |_| true);
    handle
}

/// `MPI_File_get_errhandler` on `MPI_FILE_NULL`.
pub fn of_no_file() -> Result<ErrhandlerHandle> {
    hold(*OF_NO_FILE.lock().unwrap_or_else(PoisonError::into_inner))
}

/// The handler before initialisation and after the end, and that of new jobs: what the launcher
/// was told, or `MPI_ERRORS_ARE_FATAL` (MPI-5.0 §9.3.1, §11.8.4).
pub fn initial() -> ErrhandlerHandle {
    let environment = crate::info::snapshot(InfoHandle::new(MPI_INFO_ENV)).unwrap_or_default();
    match environment.get("mpi_initial_errhandler") {
        Some("mpi_errors_return") => RETURN,
        Some("mpi_errors_abort") => ABORT,
        _ => FATAL,
    }
}

/// The communicator that a handler is told, where the object is none.
fn comm_of(object: Object) -> CommHandle {
    match object {
        Object::Comm(comm) => comm,
        Object::Made(_) => CommHandle::NULL,
        _ => of_nothing(),
    }
}

fn handler_of(object: Object) -> Handler {
    if let Object::Made(handle) = object {
        return handler(handle).unwrap_or(Handler::Fatal);
    }
    if init::phase() != Phase::Running {
        return handler(initial()).unwrap_or(Handler::Fatal);
    }
    let handle = match object {
        Object::File(file) => {
            let of_file = enter().errhandler_of_file(file);
            of_file.unwrap_or(*OF_NO_FILE.lock().unwrap_or_else(PoisonError::into_inner))
        }
        Object::Win(win) => {
            let process = enter();
            let of_window = process.errhandler_of_win(win);
            of_window.unwrap_or_else(|| process.errhandler_of(of_nothing()))
        }
        Object::Session(session) => {
            let process = enter();
            let of_session = process.session(session).map(|entry| entry.errhandler);
            of_session.unwrap_or_else(|_| process.errhandler_of(of_nothing()))
        }
        Object::Comm(comm) => enter().errhandler_of(comm),
        Object::Made(_) | Object::Nothing => enter().errhandler_of(of_nothing()),
    };
    handler(handle).unwrap_or(Handler::Fatal)
}

/// Hands an error of the call `name` to its handler; returns the code for the caller, and keeps the
/// details for `MPI_Error_string`. The process's state must not be held: a handler of the program may
/// call MPI.
#[cold]
pub fn raise(name: &str, object: Object, error: &Error) -> i32 {
    let object = of_program(object);
    let error = placed(object, error);
    crate::error::codes::remember(name, &error);
    hand_over(name, object, &error)
}

/// The error with the communicator or file that it was raised on, by its name.
fn placed(object: Object, error: &Error) -> Error {
    let mut error = error.clone();
    if init::phase() != Phase::Running {
        return error;
    }
    let place = match object {
        Object::Comm(comm) => enter().comms.get(comm).map(|entry| match entry.name.as_str() {
            "" => format!("a communicator without a name, of {} ranks", entry.comm.size()),
            name => name.to_owned(),
        }),
        Object::File(file) => {
            enter().name_of_file(file).map(|name| format!("file '{}'", name.display()))
        }
        _ => None,
    };
    if let Some(place) = place {
        error.message = format!("{} (on {place})", error.message).into();
    }
    error
}

/// The window or file that a communicator is of, in place of that; nothing in place of what was to have no handler.
fn of_program(object: Object) -> Object {
    match object {
        Object::Made(handle) if handler(handle).is_none() => Object::Nothing,
        Object::Comm(comm) if init::phase() == Phase::Running => {
            let process = enter();
            let of_window = process.win_of_comm(comm).map(Object::Win);
            of_window.or_else(|| process.file_of_comm(comm).map(Object::File)).unwrap_or(object)
        }
        _ => object,
    }
}

/// Hands an error to its handler (`MPI_Comm_call_errhandler`); returns the code for the caller.
#[cold]
pub fn hand_over(name: &str, object: Object, error: &Error) -> i32 {
    let object = of_program(object);
    let comm = comm_of(object);
    match (handler_of(object), object) {
        (Handler::Return, _) => error.code,
        (Handler::Comm(function), _) => function(comm, error.code),
        (Handler::File(function), Object::File(file)) => function(file, error.code),
        (Handler::Win(function), Object::Win(win)) => function(win, error.code),
        (Handler::Session(function), Object::Session(session)) => function(session, error.code),
        (Handler::Session(function), Object::Made(_)) => function(SessionHandle::NULL, error.code),
        _ => end_job(name, error),
    }
}

/// Reports a fatal error and ends the job.
fn end_job(name: &str, error: &Error) -> ! {
    init::fail(error.code, &format!("{name}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_freed_handler_lives_while_an_object_uses_it() {
        let handle = create(Handler::Comm(Arc::new(|_, code| code + 1)));
        attach(handle, |handler| matches!(handler, Handler::Comm(_))).unwrap();
        free(handle).unwrap();
        assert_eq!(free(handle).unwrap_err().code, MPI_ERR_ERRHANDLER);
        let Some(Handler::Comm(function)) = handler(handle) else { panic!("gone") };
        assert_eq!(function(SELF, 3), 4);
        let again = hold(handle).unwrap();
        detach(handle);
        assert!(handler(again).is_some());
        free(again).unwrap();
        assert!(handler(handle).is_none());
    }

    #[test]
    fn kinds_are_kept_apart() {
        let handle = create(Handler::Win(Arc::new(|_, code| code)));
        let wrong = attach(handle, |handler| matches!(handler, Handler::Comm(_)));
        assert_eq!(wrong.unwrap_err().code, MPI_ERR_ARG);
        free(handle).unwrap();
        assert!(attach(RETURN, |_| false).is_ok());
        assert!(free(RETURN).is_ok());
        assert_eq!(free(ErrhandlerHandle::NULL).unwrap_err().code, MPI_ERR_ERRHANDLER);
    }
}
