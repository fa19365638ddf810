//! Detaching a buffer, which tells where it was: `MPI_BUFFER_AUTOMATIC` has another value there.

use core::ffi::c_void;

use ferry_abi::calls::buffer;
use ferry_abi::convert::OutCount;
use ferry_mpi::Result;
use ferry_mpi::constants::MPI_BUFFER_AUTOMATIC;
use ferry_mpi::handle::{CommHandle, SessionHandle};

use crate::abi::Abi;

/// # Safety
/// `place` holds an address.
unsafe fn translate<A: Abi>(place: *mut c_void) {
    let place: *mut *mut c_void = place.cast();
    // SAFETY: as the caller vouches.
    unsafe {
        if (*place).addr() == MPI_BUFFER_AUTOMATIC {
            *place = std::ptr::without_provenance_mut(A::BUFFER_AUTOMATIC);
        }
    }
}

/// `MPI_Buffer_detach`.
pub unsafe fn buffer_detach<A: Abi>(buffer_addr: *mut c_void, size: OutCount) -> Result<()> {
    // SAFETY: as the caller vouches.
    unsafe {
        buffer::buffer_detach(buffer_addr, size)?;
        translate::<A>(buffer_addr);
    }
    Ok(())
}

/// `MPI_Comm_detach_buffer`.
pub unsafe fn comm_detach_buffer<A: Abi>(
    comm: CommHandle,
    buffer_addr: *mut c_void,
    size: OutCount,
) -> Result<()> {
    // SAFETY: as the caller vouches.
    unsafe {
        buffer::comm_detach_buffer(comm, buffer_addr, size)?;
        translate::<A>(buffer_addr);
    }
    Ok(())
}

/// `MPI_Session_detach_buffer`.
pub unsafe fn session_detach_buffer<A: Abi>(
    session: SessionHandle,
    buffer_addr: *mut c_void,
    size: OutCount,
) -> Result<()> {
    // SAFETY: as the caller vouches.
    unsafe {
        buffer::session_detach_buffer(session, buffer_addr, size)?;
        translate::<A>(buffer_addr);
    }
    Ok(())
}
