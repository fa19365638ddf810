//! Communicators (MPI-5.0 §7.4, §7.6, §7.8).

use core::ffi::{c_char, c_int};
use std::sync::Arc;

use ferry_mpi::comm::create;
use ferry_mpi::comm::split_type as by_type;
use ferry_mpi::constants::{MPI_COMM_TYPE_HW_UNGUIDED, MPI_ERR_COMM, MPI_MAX_OBJECT_NAME};
use ferry_mpi::group::Group;
use ferry_mpi::handle::{CommHandle, ErrhandlerHandle, GroupHandle, InfoHandle, RequestHandle};
use ferry_mpi::hints;
use ferry_mpi::info::{self, Info};
use ferry_mpi::process::enter;
use ferry_mpi::{Error, Result, comm as mpi};

use crate::convert::{store, store_flag, store_made, store_name, text};

/// `MPI_Comm_rank`.
pub unsafe fn comm_rank(comm: CommHandle, rank: *mut c_int) -> Result<()> {
    let value = enter().comm(comm)?.rank;
    // SAFETY: a checked output pointer.
    unsafe { store(rank, value as c_int) };
    Ok(())
}

/// `MPI_Comm_size`.
pub unsafe fn comm_size(comm: CommHandle, size: *mut c_int) -> Result<()> {
    let value = enter().comm(comm)?.size();
    // SAFETY: a checked output pointer.
    unsafe { store(size, value as c_int) };
    Ok(())
}

/// The other group of an intercommunicator.
fn remote(comm: CommHandle) -> Result<Arc<Group>> {
    enter().comm(comm)?.remote.clone().ok_or_else(|| {
        let text = "an intracommunicator has no remote group; pass an intercommunicator";
        Error::new(MPI_ERR_COMM, text)
    })
}

/// `MPI_Comm_remote_size`.
pub unsafe fn comm_remote_size(comm: CommHandle, size: *mut c_int) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { store(size, remote(comm)?.size() as c_int) };
    Ok(())
}

/// `MPI_Comm_remote_group`.
pub unsafe fn comm_remote_group(comm: CommHandle, place: *mut GroupHandle) -> Result<()> {
    let group = remote(comm)?;
    // SAFETY: a checked output pointer.
    unsafe { store(place, enter().add_group(group)) };
    Ok(())
}

/// `MPI_Comm_group`.
pub unsafe fn comm_group(comm: CommHandle, place: *mut GroupHandle) -> Result<()> {
    let mut process = enter();
    let group = process.comm(comm)?.group.clone();
    // SAFETY: a checked output pointer.
    unsafe { store(place, process.add_group(group)) };
    Ok(())
}

/// `MPI_Comm_test_inter`.
pub unsafe fn comm_test_inter(comm: CommHandle, flag: *mut c_int) -> Result<()> {
    let value = enter().comm(comm)?.remote.is_some();
    // SAFETY: a checked output pointer.
    unsafe { store_flag(flag, value) };
    Ok(())
}

/// `MPI_Comm_compare`.
pub unsafe fn comm_compare(a: CommHandle, b: CommHandle, result: *mut c_int) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { store(result, mpi::compare(a, b)?) };
    Ok(())
}

/// `MPI_Comm_dup`.
pub unsafe fn comm_dup(comm: CommHandle, place: *mut CommHandle) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { store_made(place, create::dup(comm, Info::new())) }
}

/// `MPI_Comm_dup_with_info`.
pub unsafe fn comm_dup_with_info(
    comm: CommHandle,
    info: InfoHandle,
    place: *mut CommHandle,
) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { store_made(place, create::dup(comm, info::snapshot(info)?)) }
}

/// `MPI_Comm_idup`.
pub unsafe fn comm_idup(
    comm: CommHandle,
    place: *mut CommHandle,
    request: *mut RequestHandle,
) -> Result<()> {
    // SAFETY: as the caller vouches.
    unsafe { comm_idup_with_info(comm, InfoHandle::NULL, place, request) }
}

/// `MPI_Comm_idup_with_info`.
pub unsafe fn comm_idup_with_info(
    comm: CommHandle,
    info: InfoHandle,
    place: *mut CommHandle,
    request: *mut RequestHandle,
) -> Result<()> {
    let (new, waiting) = ferry_mpi::comm::idup::idup(comm, info::snapshot(info)?)?;
    // SAFETY: checked output pointers.
    unsafe {
        store(place, new);
        store(request, waiting);
    }
    Ok(())
}

/// `MPI_Comm_create`.
pub unsafe fn comm_create(
    comm: CommHandle,
    group: GroupHandle,
    place: *mut CommHandle,
) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { store_made(place, create::create(comm, group)) }
}

/// `MPI_Comm_create_group`.
pub unsafe fn comm_create_group(
    comm: CommHandle,
    group: GroupHandle,
    tag: c_int,
    place: *mut CommHandle,
) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { store_made(place, create::create_group(comm, group, tag)) }
}

/// `MPI_Comm_split`.
pub unsafe fn comm_split(
    comm: CommHandle,
    color: c_int,
    key: c_int,
    place: *mut CommHandle,
) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { store_made(place, create::split(comm, color, key)) }
}

/// `MPI_Comm_split_type`. Without guidance the info object is told what the split went by.
pub unsafe fn comm_split_type(
    comm: CommHandle,
    split_type: c_int,
    key: c_int,
    info: InfoHandle,
    place: *mut CommHandle,
) -> Result<()> {
    let made = by_type::split_type(comm, split_type, key, &info::snapshot(info)?);
    let is_made = made.as_ref().is_ok_and(|new| *new != CommHandle::NULL);
    // SAFETY: a checked output pointer.
    unsafe { store_made(place, made) }?;
    let told = split_type == MPI_COMM_TYPE_HW_UNGUIDED && is_made;
    if told && info != InfoHandle::NULL {
        info::with_mut(info, |info| info.set(by_type::RESOURCE, by_type::HOST))??;
    }
    Ok(())
}

/// `MPI_Comm_free`.
pub unsafe fn comm_free(place: *mut CommHandle) -> Result<()> {
    // SAFETY: a checked pointer.
    unsafe {
        mpi::free(*place)?;
        *place = CommHandle::NULL;
    }
    Ok(())
}

/// `MPI_Comm_disconnect`.
pub unsafe fn comm_disconnect(place: *mut CommHandle) -> Result<()> {
    // SAFETY: a checked pointer.
    unsafe {
        mpi::disconnect(*place)?;
        *place = CommHandle::NULL;
    }
    Ok(())
}

/// `MPI_Comm_set_name`; what exceeds `MPI_MAX_OBJECT_NAME` is cut.
pub unsafe fn comm_set_name(comm: CommHandle, name: *const c_char) -> Result<()> {
    // SAFETY: a checked string.
    let name = unsafe { text(name) }?;
    let mut process = enter();
    process.comm(comm)?;
    if let Some(entry) = process.comms.get_mut(comm) {
        entry.name = name.into_owned();
    }
    process.announce_comm(comm)
}

/// `MPI_Comm_get_name`; the null communicator has a name, too (MPI-5.0 §7.8).
pub unsafe fn comm_get_name(
    comm: CommHandle,
    name: *mut c_char,
    resultlen: *mut c_int,
) -> Result<()> {
    let process = enter();
    let found = if comm == CommHandle::NULL {
        "MPI_COMM_NULL"
    } else {
        process.comm(comm)?;
        process.comms.get(comm).map_or("", |entry| entry.name.as_str())
    };
    // SAFETY: the program's buffer has the size that the standard asks for.
    unsafe { store_name(name, MPI_MAX_OBJECT_NAME, found, resultlen) };
    Ok(())
}

/// `MPI_Comm_set_info`: hints that are not understood are passed over.
pub unsafe fn comm_set_info(comm: CommHandle, info: InfoHandle) -> Result<()> {
    let hints = hints::known(&info::snapshot(info)?);
    let mut process = enter();
    process.comm(comm)?;
    process.set_hints(comm, &hints)
}

/// `MPI_Comm_get_info`: the hints in use.
pub unsafe fn comm_get_info(comm: CommHandle, place: *mut InfoHandle) -> Result<()> {
    let process = enter();
    process.comm(comm)?;
    let hints = process.comms.get(comm).map(|entry| entry.info.clone()).unwrap_or_default();
    // SAFETY: a checked output pointer.
    unsafe { store(place, info::create(hints)) };
    Ok(())
}

/// `MPI_Intercomm_create`.
pub unsafe fn intercomm_create(
    local_comm: CommHandle,
    local_leader: c_int,
    peer_comm: CommHandle,
    remote_leader: c_int,
    tag: c_int,
    place: *mut CommHandle,
) -> Result<()> {
    let new = create::intercomm_create(local_comm, local_leader, peer_comm, remote_leader, tag);
    // SAFETY: a checked output pointer.
    unsafe { store_made(place, new) }
}

/// `MPI_Comm_create_from_group`.
pub unsafe fn comm_create_from_group(
    group: GroupHandle,
    name: *const c_char,
    info: InfoHandle,
    handler: ErrhandlerHandle,
    place: *mut CommHandle,
) -> Result<()> {
    // SAFETY: a checked string and a checked output pointer.
    unsafe {
        let (name, info) = (text(name)?, info::snapshot(info)?);
        store_made(place, create::create_from_group(group, &name, info, handler))
    }
}

/// `MPI_Intercomm_create_from_groups`.
pub unsafe fn intercomm_create_from_groups(
    local_group: GroupHandle,
    local_leader: c_int,
    remote_group: GroupHandle,
    remote_leader: c_int,
    name: *const c_char,
    info: InfoHandle,
    handler: ErrhandlerHandle,
    place: *mut CommHandle,
) -> Result<()> {
    let (local, remote) = ((local_group, local_leader), (remote_group, remote_leader));
    // SAFETY: a checked string.
    let name = unsafe { text(name) }?;
    let info = info::snapshot(info)?;
    let made = create::intercomm_create_from_groups(local, remote, &name, info, handler);
    // SAFETY: a checked output pointer.
    unsafe { store_made(place, made) }
}

/// `MPI_Intercomm_merge`.
pub unsafe fn intercomm_merge(
    intercomm: CommHandle,
    high: c_int,
    place: *mut CommHandle,
) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { store_made(place, create::intercomm_merge(intercomm, high != 0)) }
}
