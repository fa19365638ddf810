//! Sessions (MPI-5.0 §11.3).

use core::ffi::{c_char, c_int};

use ferry_mpi::constants::MPI_ERR_ARG;
use ferry_mpi::handle::{ErrhandlerHandle, GroupHandle, InfoHandle, SessionHandle};
use ferry_mpi::info::create;
use ferry_mpi::{Error, Result, session};

use crate::convert::{store, store_with_room, text};

/// `MPI_Session_init`.
pub unsafe fn session_init(
    info: InfoHandle,
    handler: ErrhandlerHandle,
    place: *mut SessionHandle,
) -> Result<()> {
    let made = session::begin(info, handler)?;
    // SAFETY: a checked output pointer.
    unsafe { store(place, made) };
    Ok(())
}

/// `MPI_Session_finalize`.
pub unsafe fn session_finalize(place: *mut SessionHandle) -> Result<()> {
    // SAFETY: a checked pointer.
    unsafe {
        session::end(*place)?;
        *place = SessionHandle::NULL;
    }
    Ok(())
}

/// `MPI_Session_get_info`.
pub unsafe fn session_get_info(session: SessionHandle, place: *mut InfoHandle) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { store(place, create(session::info_of(session)?)) };
    Ok(())
}

/// `MPI_Session_get_num_psets`.
pub unsafe fn session_get_num_psets(
    session: SessionHandle,
    _info: InfoHandle,
    number: *mut c_int,
) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { store(number, session::sets(session)?.len() as c_int) };
    Ok(())
}

/// `MPI_Session_get_nth_pset`: `len` is the room, and then the room needed, with the null byte.
pub unsafe fn session_get_nth_pset(
    session: SessionHandle,
    _info: InfoHandle,
    n: c_int,
    len: *mut c_int,
    name: *mut c_char,
) -> Result<()> {
    let sets = session::sets(session)?;
    let found = usize::try_from(n).ok().and_then(|n| sets.get(n)).ok_or_else(|| {
        let text = format!("there is no process set {n}, the session has {}", sets.len());
        Error::new(MPI_ERR_ARG, text)
    })?;
    // SAFETY: checked pointers; `name` has the room that the program states.
    unsafe { store_with_room(("pset_name", name), ("pset_len", len), found) }
}

/// `MPI_Session_get_pset_info`.
pub unsafe fn session_get_pset_info(
    session: SessionHandle,
    name: *const c_char,
    place: *mut InfoHandle,
) -> Result<()> {
    // SAFETY: a checked string.
    let info = session::info_of_set(session, &unsafe { text(name) }?)?;
    // SAFETY: a checked output pointer.
    unsafe { store(place, create(info)) };
    Ok(())
}

/// `MPI_Group_from_session_pset`.
pub unsafe fn group_from_session_pset(
    session: SessionHandle,
    name: *const c_char,
    place: *mut GroupHandle,
) -> Result<()> {
    // SAFETY: a checked string.
    let group = session::group_of(session, &unsafe { text(name) }?)?;
    // SAFETY: a checked output pointer.
    unsafe { store(place, group) };
    Ok(())
}
