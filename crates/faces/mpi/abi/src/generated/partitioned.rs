//! Partitioned point-to-point communication (MPI-5.0 §4). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Parrived(
    request: RequestHandle,
    _partition: c_int,
    _flag: *mut c_int,
) -> c_int {
    unbuilt("MPI_Parrived", On::Request(request))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pready(_partition: c_int, request: RequestHandle) -> c_int {
    unbuilt("MPI_Pready", On::Request(request))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pready_list(
    _length: c_int,
    _array_of_partitions: *const c_int,
    request: RequestHandle,
) -> c_int {
    unbuilt("MPI_Pready_list", On::Request(request))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pready_range(
    _partition_low: c_int,
    _partition_high: c_int,
    request: RequestHandle,
) -> c_int {
    unbuilt("MPI_Pready_range", On::Request(request))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Precv_init(
    _buf: *mut c_void,
    _partitions: c_int,
    _count: c_int,
    _datatype: DatatypeHandle,
    _source: c_int,
    _tag: c_int,
    comm: CommHandle,
    _info: InfoHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Precv_init", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Precv_init_c(
    _buf: *mut c_void,
    _partitions: c_int,
    _count: Count,
    _datatype: DatatypeHandle,
    _source: c_int,
    _tag: c_int,
    comm: CommHandle,
    _info: InfoHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Precv_init_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Psend_init(
    _buf: *const c_void,
    _partitions: c_int,
    _count: c_int,
    _datatype: DatatypeHandle,
    _dest: c_int,
    _tag: c_int,
    comm: CommHandle,
    _info: InfoHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Psend_init", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Psend_init_c(
    _buf: *const c_void,
    _partitions: c_int,
    _count: Count,
    _datatype: DatatypeHandle,
    _dest: c_int,
    _tag: c_int,
    comm: CommHandle,
    _info: InfoHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Psend_init_c", On::Comm(comm))
}
