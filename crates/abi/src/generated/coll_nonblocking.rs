//! Collective communication: nonblocking (MPI-5.0 §6). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iallgather(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: DatatypeHandle,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Iallgather", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iallgather_c(
    _sendbuf: *const c_void,
    _sendcount: Count,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcount: Count,
    _recvtype: DatatypeHandle,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Iallgather_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iallgatherv(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcounts: *const c_int,
    _displs: *const c_int,
    _recvtype: DatatypeHandle,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Iallgatherv", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iallgatherv_c(
    _sendbuf: *const c_void,
    _sendcount: Count,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcounts: *const Count,
    _displs: *const Aint,
    _recvtype: DatatypeHandle,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Iallgatherv_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iallreduce(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _op: OpHandle,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Iallreduce", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iallreduce_c(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _op: OpHandle,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Iallreduce_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ialltoall(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: DatatypeHandle,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Ialltoall", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ialltoall_c(
    _sendbuf: *const c_void,
    _sendcount: Count,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcount: Count,
    _recvtype: DatatypeHandle,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Ialltoall_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ialltoallv(
    _sendbuf: *const c_void,
    _sendcounts: *const c_int,
    _sdispls: *const c_int,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcounts: *const c_int,
    _rdispls: *const c_int,
    _recvtype: DatatypeHandle,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Ialltoallv", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ialltoallv_c(
    _sendbuf: *const c_void,
    _sendcounts: *const Count,
    _sdispls: *const Aint,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcounts: *const Count,
    _rdispls: *const Aint,
    _recvtype: DatatypeHandle,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Ialltoallv_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ialltoallw(
    _sendbuf: *const c_void,
    _sendcounts: *const c_int,
    _sdispls: *const c_int,
    _sendtypes: *const DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcounts: *const c_int,
    _rdispls: *const c_int,
    _recvtypes: *const DatatypeHandle,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Ialltoallw", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ialltoallw_c(
    _sendbuf: *const c_void,
    _sendcounts: *const Count,
    _sdispls: *const Aint,
    _sendtypes: *const DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcounts: *const Count,
    _rdispls: *const Aint,
    _recvtypes: *const DatatypeHandle,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Ialltoallw_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ibarrier(comm: CommHandle, _request: *mut RequestHandle) -> c_int {
    unbuilt("MPI_Ibarrier", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ibcast(
    _buffer: *mut c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _root: c_int,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Ibcast", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ibcast_c(
    _buffer: *mut c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _root: c_int,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Ibcast_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iexscan(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _op: OpHandle,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Iexscan", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iexscan_c(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _op: OpHandle,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Iexscan_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Igather(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: DatatypeHandle,
    _root: c_int,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Igather", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Igather_c(
    _sendbuf: *const c_void,
    _sendcount: Count,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcount: Count,
    _recvtype: DatatypeHandle,
    _root: c_int,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Igather_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Igatherv(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcounts: *const c_int,
    _displs: *const c_int,
    _recvtype: DatatypeHandle,
    _root: c_int,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Igatherv", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Igatherv_c(
    _sendbuf: *const c_void,
    _sendcount: Count,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcounts: *const Count,
    _displs: *const Aint,
    _recvtype: DatatypeHandle,
    _root: c_int,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Igatherv_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ireduce(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _op: OpHandle,
    _root: c_int,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Ireduce", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ireduce_c(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _op: OpHandle,
    _root: c_int,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Ireduce_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ireduce_scatter(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _recvcounts: *const c_int,
    _datatype: DatatypeHandle,
    _op: OpHandle,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Ireduce_scatter", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ireduce_scatter_block(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _datatype: DatatypeHandle,
    _op: OpHandle,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Ireduce_scatter_block", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ireduce_scatter_block_c(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _recvcount: Count,
    _datatype: DatatypeHandle,
    _op: OpHandle,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Ireduce_scatter_block_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ireduce_scatter_c(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _recvcounts: *const Count,
    _datatype: DatatypeHandle,
    _op: OpHandle,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Ireduce_scatter_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iscan(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _op: OpHandle,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Iscan", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iscan_c(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _op: OpHandle,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Iscan_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iscatter(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: DatatypeHandle,
    _root: c_int,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Iscatter", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iscatter_c(
    _sendbuf: *const c_void,
    _sendcount: Count,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcount: Count,
    _recvtype: DatatypeHandle,
    _root: c_int,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Iscatter_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iscatterv(
    _sendbuf: *const c_void,
    _sendcounts: *const c_int,
    _displs: *const c_int,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: DatatypeHandle,
    _root: c_int,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Iscatterv", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iscatterv_c(
    _sendbuf: *const c_void,
    _sendcounts: *const Count,
    _displs: *const Aint,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcount: Count,
    _recvtype: DatatypeHandle,
    _root: c_int,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Iscatterv_c", On::Comm(comm))
}
