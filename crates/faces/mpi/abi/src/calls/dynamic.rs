//! Processes of several jobs (MPI-5.0 §11.8 to §11.10).

use core::ffi::{c_char, c_int};
use std::ffi::OsString;
use std::os::fd::BorrowedFd;

use ferry_mpi::constants::{MPI_ERR_ARG, MPI_MAX_PORT_NAME};
use ferry_mpi::dynamic::{SpawnWish, Spawned};
use ferry_mpi::handle::{CommHandle, InfoHandle};
use ferry_mpi::info::{self, Info};
use ferry_mpi::{Error, Result, coll, dynamic};

use crate::convert::{bytes, store, store_made, store_text, text};

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
        return Err(Error::new(
            MPI_ERR_ARG,
            format!("argument fd is {fd}, which is no descriptor"),
        ));
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

/// The strings of an array that ends with `NULL`; `MPI_ARGV_NULL` is one without any.
///
/// # Safety
/// The array is one, or `NULL`.
unsafe fn strings(array: *const *mut c_char) -> Result<Vec<OsString>> {
    let mut all = Vec::new();
    while !array.is_null() {
        // SAFETY: the array ends with NULL, which has not been met yet.
        let one = unsafe { *array.add(all.len()) };
        if one.is_null() {
            break;
        }
        // SAFETY: a string of the array.
        all.push(unsafe { bytes(one) }?.to_owned());
    }
    Ok(all)
}

/// Spawns, and stores what has come of it.
///
/// # Safety
/// The places are writable or `NULL`, `codes` for as many codes as processes are asked for.
unsafe fn spawn_as(
    wishes: Vec<SpawnWish>,
    root: c_int,
    comm: CommHandle,
    place: *mut CommHandle,
    codes: *mut c_int,
) -> Result<()> {
    let spawned = dynamic::spawn(wishes, root, comm);
    let Spawned { made, codes: told } = spawned.inspect_err(|_| {
        // SAFETY: as the caller vouches.
        unsafe { store(place, CommHandle::NULL) };
    })?;
    for (at, code) in told.into_iter().enumerate().filter(|_| !codes.is_null()) {
        // SAFETY: the array has room for all of them.
        unsafe { codes.add(at).write(code) };
    }
    // SAFETY: as the caller vouches.
    unsafe { store_made(place, made) }
}

#[cold]
fn null_at_root(name: &str) -> Error {
    Error::new(MPI_ERR_ARG, format!("argument {name} is NULL at the root"))
}

/// `MPI_Comm_spawn`.
pub unsafe fn comm_spawn(
    command: *const c_char,
    argv: *mut *mut c_char,
    maxprocs: c_int,
    info: InfoHandle,
    root: c_int,
    comm: CommHandle,
    place: *mut CommHandle,
    codes: *mut c_int,
) -> Result<()> {
    let mut wishes = Vec::new();
    if coll::seat(comm)?.is_root(root) {
        if command.is_null() {
            return Err(null_at_root("command"));
        }
        // SAFETY: strings at the root.
        let (program, args) = unsafe { (bytes(command)?.to_owned(), strings(argv)?) };
        wishes.push(SpawnWish { program, args, most: maxprocs, info: info::snapshot(info)? });
    }
    // SAFETY: as the caller vouches.
    unsafe { spawn_as(wishes, root, comm, place, codes) }
}

/// `MPI_Comm_spawn_multiple`.
pub unsafe fn comm_spawn_multiple(
    count: c_int,
    commands: *mut *mut c_char,
    argvs: *mut *mut *mut c_char,
    maxprocs: *const c_int,
    infos: *const InfoHandle,
    root: c_int,
    comm: CommHandle,
    place: *mut CommHandle,
    codes: *mut c_int,
) -> Result<()> {
    let mut wishes = Vec::new();
    if coll::seat(comm)?.is_root(root) {
        if count < 1 {
            return Err(Error::new(
                MPI_ERR_ARG,
                format!("argument count is {count}, give 1 or more"),
            ));
        }
        for (name, is_null) in [
            ("array_of_commands", commands.is_null()),
            ("array_of_maxprocs", maxprocs.is_null()),
            ("array_of_info", infos.is_null()),
        ] {
            if is_null {
                return Err(null_at_root(name));
            }
        }
        for at in 0..count as usize {
            // SAFETY: each array has `count` elements at the root; MPI_ARGVS_NULL stands for none.
            let (command, argv, most, info) = unsafe {
                let argv = if argvs.is_null() { std::ptr::null_mut() } else { *argvs.add(at) };
                (*commands.add(at), argv, *maxprocs.add(at), *infos.add(at))
            };
            if command.is_null() {
                return Err(null_at_root("array_of_commands"));
            }
            // SAFETY: strings at the root.
            let (program, args) = unsafe { (bytes(command)?.to_owned(), strings(argv)?) };
            wishes.push(SpawnWish { program, args, most, info: info::snapshot(info)? });
        }
    }
    // SAFETY: as the caller vouches.
    unsafe { spawn_as(wishes, root, comm, place, codes) }
}

/// `MPI_Comm_get_parent`.
pub unsafe fn comm_get_parent(place: *mut CommHandle) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { store(place, dynamic::parent()) };
    Ok(())
}
