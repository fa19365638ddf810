//! Process failures, as they are pending for the next standard (`mpi-ext.h`).

use core::ffi::c_int;

use ferry_mpi::constants::MPI_ERR_ARG;
use ferry_mpi::datatype::UserMemoryMut;
use ferry_mpi::handle::{CommHandle, FileHandle, GroupHandle, RequestHandle, WinHandle};
use ferry_mpi::{Error, Result, file, process_failure as mpi, win};

use crate::convert::{store, store_flag, store_made};

/// `MPIX_Comm_revoke`.
pub unsafe fn comm_revoke(comm: CommHandle) -> Result<()> {
    mpi::revoke(comm)
}

/// `MPIX_Comm_is_revoked`.
pub unsafe fn comm_is_revoked(comm: CommHandle, flag: *mut c_int) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { store_flag(flag, mpi::is_revoked(comm)?) };
    Ok(())
}

/// `MPIX_Comm_get_failed`.
pub unsafe fn comm_get_failed(comm: CommHandle, group: *mut GroupHandle) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { store(group, mpi::failed_of(comm)?) };
    Ok(())
}

/// `MPIX_Comm_ack_failed`.
pub unsafe fn comm_ack_failed(
    comm: CommHandle,
    num_to_ack: c_int,
    num_acked: *mut c_int,
) -> Result<()> {
    let count = usize::try_from(num_to_ack).map_err(|_| {
        Error::new(MPI_ERR_ARG, format!("argument num_to_ack is {num_to_ack}: give 0 or more"))
    })?;
    let acked = mpi::ack_failed(comm, Some(count))?;
    // SAFETY: a checked output pointer.
    unsafe { store(num_acked, acked as c_int) };
    Ok(())
}

/// `MPIX_Comm_get_acked`, the newer name of [`comm_failure_get_acked`].
pub unsafe fn comm_get_acked(comm: CommHandle, group: *mut GroupHandle) -> Result<()> {
    // SAFETY: as the caller vouches.
    unsafe { comm_failure_get_acked(comm, group) }
}

/// `MPIX_Comm_failure_ack`.
pub unsafe fn comm_failure_ack(comm: CommHandle) -> Result<()> {
    mpi::ack_failed(comm, None).map(drop)
}

/// `MPIX_Comm_failure_get_acked`.
pub unsafe fn comm_failure_get_acked(comm: CommHandle, group: *mut GroupHandle) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { store(group, mpi::acked_of(comm)?) };
    Ok(())
}

/// `MPIX_Comm_agree`: the number is agreed on where there is an error, too.
pub unsafe fn comm_agree(comm: CommHandle, flag: *mut c_int) -> Result<()> {
    // SAFETY: a checked pointer.
    let (agreed, error) = mpi::agree(comm, unsafe { *flag })?;
    // SAFETY: the same.
    unsafe { store(flag, agreed) };
    error.map_or(Ok(()), Err)
}

/// `MPIX_Comm_iagree`.
pub unsafe fn comm_iagree(
    comm: CommHandle,
    flag: *mut c_int,
    request: *mut RequestHandle,
) -> Result<()> {
    // SAFETY: the number is the operation's until the request is complete.
    let memory = unsafe { UserMemoryMut::new(flag.cast()) };
    let started = mpi::iagree(comm, memory)?;
    // SAFETY: a checked output pointer.
    unsafe { store(request, started) };
    Ok(())
}

/// `MPIX_Comm_shrink`.
pub unsafe fn comm_shrink(comm: CommHandle, newcomm: *mut CommHandle) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { store_made(newcomm, mpi::shrink(comm)) }
}

/// `MPIX_Comm_ishrink`.
pub unsafe fn comm_ishrink(
    comm: CommHandle,
    newcomm: *mut CommHandle,
    request: *mut RequestHandle,
) -> Result<()> {
    let (new, waiting) = mpi::ishrink(comm)?;
    // SAFETY: checked output pointers.
    unsafe {
        store(newcomm, new);
        store(request, waiting);
    }
    Ok(())
}

/// `MPIX_Win_revoke`.
pub unsafe fn win_revoke(window: WinHandle) -> Result<()> {
    win::revoke(window)
}

/// `MPIX_Win_is_revoked`.
pub unsafe fn win_is_revoked(window: WinHandle, flag: *mut c_int) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { store_flag(flag, win::is_revoked(window)?) };
    Ok(())
}

/// `MPIX_Win_get_failed`.
pub unsafe fn win_get_failed(window: WinHandle, group: *mut GroupHandle) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { store(group, win::failed_of(window)?) };
    Ok(())
}

/// `MPIX_File_revoke`.
pub unsafe fn file_revoke(fh: FileHandle) -> Result<()> {
    file::revoke(fh)
}

/// `MPIX_File_is_revoked`.
pub unsafe fn file_is_revoked(fh: FileHandle, flag: *mut c_int) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { store_flag(flag, file::is_revoked(fh)?) };
    Ok(())
}

/// `MPIX_File_get_failed`.
pub unsafe fn file_get_failed(fh: FileHandle, group: *mut GroupHandle) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { store(group, file::failed_of(fh)?) };
    Ok(())
}
