//! Attached buffers (MPI-5.0 §3.6).

use core::ffi::c_void;

use ferry_mpi::Result;
use ferry_mpi::bsend::{self, Attached, BsendOwner};
use ferry_mpi::constants::MPI_BUFFER_AUTOMATIC;
use ferry_mpi::handle::{CommHandle, RequestHandle, SessionHandle};

use crate::convert::{OutCount, store};

fn attached(buffer: *mut c_void, size: i64) -> Attached {
    let address = buffer as usize;
    Attached { address, size: size as u64, automatic: address == MPI_BUFFER_AUTOMATIC }
}

/// Stores address and size of a detached buffer.
unsafe fn give_back(place: *mut c_void, size: OutCount, attached: Attached) -> Result<()> {
    // SAFETY: `place` points to a pointer (MPI-5.0 §3.6); checked pointers.
    unsafe {
        store(place.cast::<*mut c_void>(), attached.address as *mut c_void);
        size.set_checked(attached.size as i64)
    }
}

/// `MPI_Buffer_attach`.
pub unsafe fn buffer_attach(buffer: *mut c_void, size: i64) -> Result<()> {
    bsend::attach(BsendOwner::Process, attached(buffer, size))
}

/// `MPI_Buffer_detach`.
pub unsafe fn buffer_detach(buffer_addr: *mut c_void, size: OutCount) -> Result<()> {
    // SAFETY: the caller's pointers.
    unsafe { give_back(buffer_addr, size, bsend::detach(BsendOwner::Process)?) }
}

/// `MPI_Buffer_flush`.
pub unsafe fn buffer_flush() -> Result<()> {
    bsend::flush(BsendOwner::Process)
}

/// `MPI_Comm_attach_buffer`.
pub unsafe fn comm_attach_buffer(comm: CommHandle, buffer: *mut c_void, size: i64) -> Result<()> {
    bsend::attach(BsendOwner::Comm(comm), attached(buffer, size))
}

/// `MPI_Comm_detach_buffer`.
pub unsafe fn comm_detach_buffer(
    comm: CommHandle,
    buffer_addr: *mut c_void,
    size: OutCount,
) -> Result<()> {
    // SAFETY: the caller's pointers.
    unsafe { give_back(buffer_addr, size, bsend::detach(BsendOwner::Comm(comm))?) }
}

/// `MPI_Comm_flush_buffer`.
pub unsafe fn comm_flush_buffer(comm: CommHandle) -> Result<()> {
    bsend::flush(BsendOwner::Comm(comm))
}

/// `MPI_Buffer_iflush`.
pub unsafe fn buffer_iflush(request: *mut RequestHandle) -> Result<()> {
    let made = bsend::iflush(BsendOwner::Process)?;
    // SAFETY: a checked pointer.
    unsafe { store(request, made) };
    Ok(())
}

/// `MPI_Comm_iflush_buffer`.
pub unsafe fn comm_iflush_buffer(comm: CommHandle, request: *mut RequestHandle) -> Result<()> {
    let made = bsend::iflush(BsendOwner::Comm(comm))?;
    // SAFETY: a checked pointer.
    unsafe { store(request, made) };
    Ok(())
}

/// `MPI_Session_attach_buffer`.
pub unsafe fn session_attach_buffer(
    session: SessionHandle,
    buffer: *mut c_void,
    size: i64,
) -> Result<()> {
    bsend::attach(BsendOwner::Session(session), attached(buffer, size))
}

/// `MPI_Session_detach_buffer`.
pub unsafe fn session_detach_buffer(
    session: SessionHandle,
    buffer_addr: *mut c_void,
    size: OutCount,
) -> Result<()> {
    // SAFETY: the caller's pointers.
    unsafe { give_back(buffer_addr, size, bsend::detach(BsendOwner::Session(session))?) }
}

/// `MPI_Session_flush_buffer`.
pub unsafe fn session_flush_buffer(session: SessionHandle) -> Result<()> {
    bsend::flush(BsendOwner::Session(session))
}

/// `MPI_Session_iflush_buffer`.
pub unsafe fn session_iflush_buffer(
    session: SessionHandle,
    request: *mut RequestHandle,
) -> Result<()> {
    let made = bsend::iflush(BsendOwner::Session(session))?;
    // SAFETY: a checked pointer.
    unsafe { store(request, made) };
    Ok(())
}
