//! Accesses to windows (MPI-5.0 §12.3).

use core::ffi::{c_int, c_void};

use ferry_datatype::{UserMemory, UserMemoryMut};
use ferry_mpi::Result;
use ferry_mpi::handle::{DatatypeHandle, OpHandle, RequestHandle, WinHandle};
use ferry_mpi::win::{self, RemoteBuffer};

use crate::calls::p2p::{incoming, outgoing};
use crate::convert::store;
use crate::types::Aint;

#[inline(always)]
fn remote(rank: c_int, disp: Aint, count: i64, datatype: DatatypeHandle) -> RemoteBuffer {
    RemoteBuffer { rank, disp: disp as i64, count: count as u64, datatype }
}

/// An access with an origin's and a target's buffer, and the same that gives a request.
macro_rules! accesses {
    ($(
        $name:ident $requested:ident ($pointer:ty, $buffer:ident $(, $op:ident: $op_type:ty)?)
            => $act:path, $act_requested:path, $doc:literal, $doc_requested:literal;
    )*) => { $(
        #[doc = $doc]
        #[inline]
        pub unsafe fn $name(
            origin_addr: $pointer,
            origin_count: i64,
            origin_datatype: DatatypeHandle,
            target_rank: c_int,
            target_disp: Aint,
            target_count: i64,
            target_datatype: DatatypeHandle,
            $($op: $op_type,)?
            window: WinHandle,
        ) -> Result<()> {
            // SAFETY: the caller's buffer.
            let origin = unsafe { $buffer(origin_addr, origin_count, origin_datatype) };
            let target = remote(target_rank, target_disp, target_count, target_datatype);
            $act(&origin, &target, $($op,)? window)
        }

        #[doc = $doc_requested]
        pub unsafe fn $requested(
            origin_addr: $pointer,
            origin_count: i64,
            origin_datatype: DatatypeHandle,
            target_rank: c_int,
            target_disp: Aint,
            target_count: i64,
            target_datatype: DatatypeHandle,
            $($op: $op_type,)?
            window: WinHandle,
            request: *mut RequestHandle,
        ) -> Result<()> {
            // SAFETY: the caller's buffer.
            let origin = unsafe { $buffer(origin_addr, origin_count, origin_datatype) };
            let target = remote(target_rank, target_disp, target_count, target_datatype);
            let made = $act_requested(&origin, &target, $($op,)? window)?;
            // SAFETY: a checked pointer.
            unsafe { store(request, made) };
            Ok(())
        }
    )* };
}

accesses! {
    put rput (*const c_void, outgoing) => win::put, win::rput, "`MPI_Put`.", "`MPI_Rput`.";
    get rget (*mut c_void, incoming) => win::get, win::rget, "`MPI_Get`.", "`MPI_Rget`.";
    accumulate raccumulate (*const c_void, outgoing, op: OpHandle)
        => win::accumulate, win::raccumulate, "`MPI_Accumulate`.", "`MPI_Raccumulate`.";
}

/// `MPI_Get_accumulate`.
pub unsafe fn get_accumulate(
    origin_addr: *const c_void,
    origin_count: i64,
    origin_datatype: DatatypeHandle,
    result_addr: *mut c_void,
    result_count: i64,
    result_datatype: DatatypeHandle,
    target_rank: c_int,
    target_disp: Aint,
    target_count: i64,
    target_datatype: DatatypeHandle,
    op: OpHandle,
    window: WinHandle,
) -> Result<()> {
    // SAFETY: the caller's buffers.
    let (origin, result) = unsafe {
        (
            outgoing(origin_addr, origin_count, origin_datatype),
            incoming(result_addr, result_count, result_datatype),
        )
    };
    let target = remote(target_rank, target_disp, target_count, target_datatype);
    win::get_accumulate(&origin, &result, &target, op, window)
}

/// `MPI_Rget_accumulate`.
pub unsafe fn rget_accumulate(
    origin_addr: *const c_void,
    origin_count: i64,
    origin_datatype: DatatypeHandle,
    result_addr: *mut c_void,
    result_count: i64,
    result_datatype: DatatypeHandle,
    target_rank: c_int,
    target_disp: Aint,
    target_count: i64,
    target_datatype: DatatypeHandle,
    op: OpHandle,
    window: WinHandle,
    request: *mut RequestHandle,
) -> Result<()> {
    // SAFETY: the caller's buffers.
    let (origin, result) = unsafe {
        (
            outgoing(origin_addr, origin_count, origin_datatype),
            incoming(result_addr, result_count, result_datatype),
        )
    };
    let target = remote(target_rank, target_disp, target_count, target_datatype);
    let made = win::rget_accumulate(&origin, &result, &target, op, window)?;
    // SAFETY: a checked pointer.
    unsafe { store(request, made) };
    Ok(())
}

/// `MPI_Fetch_and_op`.
#[inline]
pub unsafe fn fetch_and_op(
    origin_addr: *const c_void,
    result_addr: *mut c_void,
    datatype: DatatypeHandle,
    target_rank: c_int,
    target_disp: Aint,
    op: OpHandle,
    window: WinHandle,
) -> Result<()> {
    // SAFETY: the caller's buffers.
    let (origin, result) =
        unsafe { (UserMemory::new(origin_addr.cast()), UserMemoryMut::new(result_addr.cast())) };
    win::fetch_and_op(origin, result, &remote(target_rank, target_disp, 1, datatype), op, window)
}

/// `MPI_Compare_and_swap`.
#[inline]
pub unsafe fn compare_and_swap(
    origin_addr: *const c_void,
    compare_addr: *const c_void,
    result_addr: *mut c_void,
    datatype: DatatypeHandle,
    target_rank: c_int,
    target_disp: Aint,
    window: WinHandle,
) -> Result<()> {
    // SAFETY: the caller's buffers.
    let (both, result) = unsafe {
        (
            (UserMemory::new(origin_addr.cast()), UserMemory::new(compare_addr.cast())),
            UserMemoryMut::new(result_addr.cast()),
        )
    };
    win::compare_and_swap(both, result, &remote(target_rank, target_disp, 1, datatype), window)
}
