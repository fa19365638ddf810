//! Processes of several jobs (MPI-5.0 §11.8 to §11.10).

use core::ffi::{c_char, c_int};
use std::os::fd::BorrowedFd;

use ferry_mpi::constants::{MPI_ERR_ARG, MPI_MAX_PORT_NAME};
use ferry_mpi::handle::{CommHandle, InfoHandle};
use ferry_mpi::info::{self, Info};
use ferry_mpi::{Error, Result, coll, dynamic};

use crate::convert::{store_made, store_text, text};

/// `MPI_Open_port`.
pub unsafe fn open_port(_info: InfoHandle, port: *mut c_char) -> Result<()> {
    let name = dynamic::open_port()?;
    // SAFETY: a checked pointer to MPI_MAX_PORT_NAME characters.
    unsafe { store_text(port, MPI_MAX_PORT_NAME as usize, &name) };
    Ok(())
}

/// `MPI_Close_port`.
pub unsafe fn close_port(port: *const c_char) -> Result<()> {
    // SAFETY: a checked string.
    dynamic::close_port(&unsafe { text(port) }?)
}

/// Port and info, which count at the root of a call.
///
/// # Safety
/// As the program vouches for its arguments; at other processes they may be anything.
unsafe fn at_root(
    (port, info): (*const c_char, InfoHandle),
    root: c_int,
    comm: CommHandle,
) -> Result<(String, Info)> {
    if !coll::seat(comm)?.is_root(root) {
        return Ok((String::new(), Info::new()));
    }
    if port.is_null() {
        return Err(Error::new(MPI_ERR_ARG, "argument port_name is NULL at the root"));
    }
    // SAFETY: not null, and a string at the root.
    Ok((unsafe { text(port) }?.into_owned(), info::snapshot(info)?))
}

/// `MPI_Comm_accept`.
pub unsafe fn comm_accept(
    port: *const c_char,
    info: InfoHandle,
    root: c_int,
    comm: CommHandle,
    place: *mut CommHandle,
) -> Result<()> {
    // SAFETY: as the caller vouches.
    let (port, info) = unsafe { at_root((port, info), root, comm) }?;
    // SAFETY: a checked output pointer.
    unsafe { store_made(place, dynamic::accept(&port, &info, root, comm)) }
}

/// `MPI_Comm_connect`.
pub unsafe fn comm_connect(
    port: *const c_char,
    info: InfoHandle,
    root: c_int,
    comm: CommHandle,
    place: *mut CommHandle,
) -> Result<()> {
    // SAFETY: as the caller vouches.
    let (port, info) = unsafe { at_root((port, info), root, comm) }?;
    // SAFETY: a checked output pointer.
    unsafe { store_made(place, dynamic::connect(&port, &info, root, comm)) }
}

/// `MPI_Comm_join`.
pub unsafe fn comm_join(fd: c_int, place: *mut CommHandle) -> Result<()> {
    if fd < 0 {
        return Err(Error::new(MPI_ERR_ARG, format!("argument fd is {fd}, which is no descriptor")));
    }
    // SAFETY: the program vouches that the descriptor stays open during the call; one that is not open is
    // refused by the system.
    let socket = unsafe { BorrowedFd::borrow_raw(fd) };
    // SAFETY: a checked output pointer.
    unsafe { store_made(place, dynamic::join(socket)) }
}

/// `MPI_Publish_name`.
pub unsafe fn publish_name(
    service: *const c_char,
    _info: InfoHandle,
    port: *const c_char,
) -> Result<()> {
    // SAFETY: checked strings.
    dynamic::publish(&unsafe { text(service) }?, &unsafe { text(port) }?)
}

/// `MPI_Lookup_name`.
pub unsafe fn lookup_name(
    service: *const c_char,
    _info: InfoHandle,
    port: *mut c_char,
) -> Result<()> {
    // SAFETY: a checked string.
    let name = dynamic::look_up(&unsafe { text(service) }?)?;
    // SAFETY: a checked pointer to MPI_MAX_PORT_NAME characters.
    unsafe { store_text(port, MPI_MAX_PORT_NAME as usize, &name) };
    Ok(())
}

/// `MPI_Unpublish_name`.
pub unsafe fn unpublish_name(
    service: *const c_char,
    _info: InfoHandle,
    _port: *const c_char,
) -> Result<()> {
    // SAFETY: a checked string.
    dynamic::unpublish(&unsafe { text(service) }?)
}
