//! Collective communication (MPI-5.0 §6). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allgather(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: DatatypeHandle,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Allgather", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allgather_c(
    _sendbuf: *const c_void,
    _sendcount: Count,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcount: Count,
    _recvtype: DatatypeHandle,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Allgather_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allgatherv(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcounts: *const c_int,
    _displs: *const c_int,
    _recvtype: DatatypeHandle,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Allgatherv", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allgatherv_c(
    _sendbuf: *const c_void,
    _sendcount: Count,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcounts: *const Count,
    _displs: *const Aint,
    _recvtype: DatatypeHandle,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Allgatherv_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allreduce(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _op: OpHandle,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Allreduce", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allreduce_c(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _op: OpHandle,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Allreduce_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoall(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: DatatypeHandle,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Alltoall", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoall_c(
    _sendbuf: *const c_void,
    _sendcount: Count,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcount: Count,
    _recvtype: DatatypeHandle,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Alltoall_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoallv(
    _sendbuf: *const c_void,
    _sendcounts: *const c_int,
    _sdispls: *const c_int,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcounts: *const c_int,
    _rdispls: *const c_int,
    _recvtype: DatatypeHandle,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Alltoallv", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoallv_c(
    _sendbuf: *const c_void,
    _sendcounts: *const Count,
    _sdispls: *const Aint,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcounts: *const Count,
    _rdispls: *const Aint,
    _recvtype: DatatypeHandle,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Alltoallv_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoallw(
    _sendbuf: *const c_void,
    _sendcounts: *const c_int,
    _sdispls: *const c_int,
    _sendtypes: *const DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcounts: *const c_int,
    _rdispls: *const c_int,
    _recvtypes: *const DatatypeHandle,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Alltoallw", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoallw_c(
    _sendbuf: *const c_void,
    _sendcounts: *const Count,
    _sdispls: *const Aint,
    _sendtypes: *const DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcounts: *const Count,
    _rdispls: *const Aint,
    _recvtypes: *const DatatypeHandle,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Alltoallw_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Barrier(comm: CommHandle) -> c_int {
    unbuilt("MPI_Barrier", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Bcast(
    _buffer: *mut c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _root: c_int,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Bcast", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Bcast_c(
    _buffer: *mut c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _root: c_int,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Bcast_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Exscan(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _op: OpHandle,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Exscan", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Exscan_c(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _op: OpHandle,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Exscan_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Gather(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: DatatypeHandle,
    _root: c_int,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Gather", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Gather_c(
    _sendbuf: *const c_void,
    _sendcount: Count,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcount: Count,
    _recvtype: DatatypeHandle,
    _root: c_int,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Gather_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Gatherv(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcounts: *const c_int,
    _displs: *const c_int,
    _recvtype: DatatypeHandle,
    _root: c_int,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Gatherv", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Gatherv_c(
    _sendbuf: *const c_void,
    _sendcount: Count,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcounts: *const Count,
    _displs: *const Aint,
    _recvtype: DatatypeHandle,
    _root: c_int,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Gatherv_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _op: OpHandle,
    _root: c_int,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Reduce", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_c(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _op: OpHandle,
    _root: c_int,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Reduce_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_scatter(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _recvcounts: *const c_int,
    _datatype: DatatypeHandle,
    _op: OpHandle,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Reduce_scatter", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_scatter_block(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _datatype: DatatypeHandle,
    _op: OpHandle,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Reduce_scatter_block", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_scatter_block_c(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _recvcount: Count,
    _datatype: DatatypeHandle,
    _op: OpHandle,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Reduce_scatter_block_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_scatter_c(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _recvcounts: *const Count,
    _datatype: DatatypeHandle,
    _op: OpHandle,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Reduce_scatter_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scan(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _op: OpHandle,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Scan", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scan_c(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _op: OpHandle,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Scan_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scatter(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: DatatypeHandle,
    _root: c_int,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Scatter", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scatter_c(
    _sendbuf: *const c_void,
    _sendcount: Count,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcount: Count,
    _recvtype: DatatypeHandle,
    _root: c_int,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Scatter_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scatterv(
    _sendbuf: *const c_void,
    _sendcounts: *const c_int,
    _displs: *const c_int,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: DatatypeHandle,
    _root: c_int,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Scatterv", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scatterv_c(
    _sendbuf: *const c_void,
    _sendcounts: *const Count,
    _displs: *const Aint,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcount: Count,
    _recvtype: DatatypeHandle,
    _root: c_int,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Scatterv_c", On::Comm(comm))
}
