//! Partitioned communication (MPI-5.0 §4).

use core::ffi::{c_int, c_void};

use ferry_mpi::Result;
use ferry_mpi::handle::{CommHandle, DatatypeHandle, InfoHandle, RequestHandle};
use ferry_mpi::partitioned;

use crate::calls::p2p::{incoming, outgoing};
use crate::convert::{slice, store, store_flag};

/// `MPI_Psend_init`. No info key is known (MPI-5.0 §4.2.1).
pub unsafe fn psend_init(
    buf: *const c_void,
    partitions: c_int,
    count: i64,
    datatype: DatatypeHandle,
    dest: c_int,
    tag: c_int,
    comm: CommHandle,
    _info: InfoHandle,
    request: *mut RequestHandle,
) -> Result<()> {
    // SAFETY: the caller's buffer.
    let buffer = unsafe { outgoing(buf, count, datatype) };
    let made = partitioned::psend_init(&buffer, partitions, (dest, tag), comm)?;
    // SAFETY: a checked pointer.
    unsafe { store(request, made) };
    Ok(())
}

/// `MPI_Precv_init`.
pub unsafe fn precv_init(
    buf: *mut c_void,
    partitions: c_int,
    count: i64,
    datatype: DatatypeHandle,
    source: c_int,
    tag: c_int,
    comm: CommHandle,
    _info: InfoHandle,
    request: *mut RequestHandle,
) -> Result<()> {
    // SAFETY: the caller's buffer.
    let buffer = unsafe { incoming(buf, count, datatype) };
    let made = partitioned::precv_init(&buffer, partitions, (source, tag), comm)?;
    // SAFETY: a checked pointer.
    unsafe { store(request, made) };
    Ok(())
}

/// `MPI_Pready`.
pub unsafe fn pready(partition: c_int, request: RequestHandle) -> Result<()> {
    partitioned::pready(request, [partition])
}

/// `MPI_Pready_range`.
pub unsafe fn pready_range(
    partition_low: c_int,
    partition_high: c_int,
    request: RequestHandle,
) -> Result<()> {
    partitioned::pready(request, partitioned::range(partition_low, partition_high)?)
}

/// `MPI_Pready_list`.
pub unsafe fn pready_list(
    length: c_int,
    array_of_partitions: *const c_int,
    request: RequestHandle,
) -> Result<()> {
    // SAFETY: the program vouches for the array.
    let partitions = unsafe { slice(array_of_partitions, length as usize)? };
    partitioned::pready(request, partitions.iter().copied())
}

/// `MPI_Parrived`.
pub unsafe fn parrived(request: RequestHandle, partition: c_int, flag: *mut c_int) -> Result<()> {
    let has_arrived = partitioned::parrived(request, partition)?;
    // SAFETY: a checked pointer.
    unsafe { store_flag(flag, has_arrived) };
    Ok(())
}
