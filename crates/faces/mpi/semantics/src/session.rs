//! Sessions (MPI-5.0 §11.3): uses of MPI that begin and end by themselves, and the sets of processes that
//! communicators of theirs are made from.

mod process_sets;

use crate::bsend::BsendOwner;
use crate::constants::{
    MPI_ERR_INFO_VALUE, MPI_ERR_SESSION, MPI_THREAD_FUNNELED, MPI_THREAD_MULTIPLE,
    MPI_THREAD_SERIALIZED, MPI_THREAD_SINGLE,
};
use crate::errhandler::{self, Handler};
use crate::error::{Error, Result};
use crate::handle::{ErrhandlerHandle, GroupHandle, InfoHandle, SessionHandle, kind};
use crate::info::{self, Info};
use crate::init;
use crate::process::{Process, enter};
use crate::table::Table;
use std::sync::Arc;

/// A session.
pub struct SessionEntry {
    pub(crate) errhandler: ErrhandlerHandle,
    info: Info,
}

pub(crate) use process_sets::NamedSets;

/// All sessions.
pub(crate) type Sessions = Table<kind::Session, SessionEntry>;

/// Levels of threads by the names that the info object has for them (MPI-5.0 §11.3.1).
const LEVELS: [(&str, i32); 4] = [
    ("MPI_THREAD_SINGLE", MPI_THREAD_SINGLE),
    ("MPI_THREAD_FUNNELED", MPI_THREAD_FUNNELED),
    ("MPI_THREAD_SERIALIZED", MPI_THREAD_SERIALIZED),
    ("MPI_THREAD_MULTIPLE", MPI_THREAD_MULTIPLE),
];

/// `MPI_Session_init`.
pub fn begin(hints: InfoHandle, handler: ErrhandlerHandle) -> Result<SessionHandle> {
    let hints = info::snapshot(hints)?;
    let wanted = level_of(hints.get("thread_level").unwrap_or(LEVELS[0].0))?;
    errhandler::attach(handler, |handler| matches!(handler, Handler::Session(_)))?;
    let provided = init::open_session(wanted).inspect_err(|_| errhandler::detach(handler))?;
    let mut info = Info::new();
    let name = LEVELS.iter().find(|(_, level)| *level == provided).map_or("", |(name, _)| *name);
    info.set("thread_level", name)?;
    Ok(enter().sessions.insert(SessionEntry { errhandler: handler, info }))
}

fn level_of(name: &str) -> Result<i32> {
    let known = LEVELS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name.trim()));
    known.map(|(_, level)| *level).ok_or_else(|| {
        let text =
            format!("thread_level is {name:?}, which is the name of no MPI_THREAD_ constant");
        Error::new(MPI_ERR_INFO_VALUE, text)
    })
}

/// `MPI_Session_finalize`.
pub fn end(session: SessionHandle) -> Result<()> {
    enter().session(session)?;
    init::check_nobody_waits_for_session()?;
    // What was sent through a buffer of its own is with its receivers then; a session without one is fine.
    let _ = crate::bsend::detach(BsendOwner::Session(session));
    let entry = enter().sessions.remove(session);
    init::close_session()?;
    if let Some(entry) = entry {
        errhandler::detach(entry.errhandler);
    }
    Ok(())
}

/// `MPI_Session_get_info`: what the session uses.
pub fn info_of(session: SessionHandle) -> Result<Info> {
    Ok(enter().session(session)?.info.clone())
}

/// The names of the sets of processes.
pub fn sets(session: SessionHandle) -> Result<Vec<String>> {
    let mut process = enter();
    process.session(session)?;
    process.process_sets()
}

/// `MPI_Group_from_session_pset`.
pub fn group_of(session: SessionHandle, name: &str) -> Result<GroupHandle> {
    let mut process = enter();
    process.session(session)?;
    let group = process.process_set(name)?;
    Ok(process.add_group(Arc::new(group)))
}

/// `MPI_Session_get_pset_info`.
pub fn info_of_set(session: SessionHandle, name: &str) -> Result<Info> {
    let mut process = enter();
    process.session(session)?;
    let size = process.process_set(name)?.size();
    let mut info = Info::new();
    info.set("mpi_size", &size.to_string())?;
    Ok(info)
}

/// `MPI_Session_set_errhandler`.
pub fn set_errhandler(session: SessionHandle, handler: ErrhandlerHandle) -> Result<()> {
    let mut process = enter();
    process.session(session)?;
    errhandler::attach(handler, |handler| matches!(handler, Handler::Session(_)))?;
    if let Some(entry) = process.sessions.get_mut(session) {
        errhandler::detach(std::mem::replace(&mut entry.errhandler, handler));
    }
    Ok(())
}

/// `MPI_Session_get_errhandler`.
pub fn errhandler_of(session: SessionHandle) -> Result<ErrhandlerHandle> {
    errhandler::hold(enter().session(session)?.errhandler)
}

impl Process {
    /// The session of a Fortran integer.
    pub fn session_from_fortran(&self, value: i32) -> Option<SessionHandle> {
        self.sessions.from_fortran(value)
    }

    /// The session of a handle.
    pub fn session(&self, session: SessionHandle) -> Result<&SessionEntry> {
        self.sessions.get(session).ok_or_else(|| {
            let text = format!("session handle {session:?} is null, finalised or was never made");
            Error::new(MPI_ERR_SESSION, text)
        })
    }
}
