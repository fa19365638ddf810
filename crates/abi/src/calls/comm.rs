//! Communicators (MPI-5.0 §7.4).

use core::ffi::c_int;

use ferry_mpi::Result;
use ferry_mpi::handle::CommHandle;
use ferry_mpi::process::enter;

use crate::convert::store;

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
