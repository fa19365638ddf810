//! Collective communication: persistent (MPI-5.0 §6). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allgather_init(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: DatatypeHandle,
    comm: CommHandle,
    _info: InfoHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Allgather_init", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allgather_init_c(
    _sendbuf: *const c_void,
    _sendcount: Count,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcount: Count,
    _recvtype: DatatypeHandle,
    comm: CommHandle,
    _info: InfoHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Allgather_init_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allgatherv_init(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcounts: *const c_int,
    _displs: *const c_int,
    _recvtype: DatatypeHandle,
    comm: CommHandle,
    _info: InfoHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Allgatherv_init", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allgatherv_init_c(
    _sendbuf: *const c_void,
    _sendcount: Count,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcounts: *const Count,
    _displs: *const Aint,
    _recvtype: DatatypeHandle,
    comm: CommHandle,
    _info: InfoHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Allgatherv_init_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allreduce_init(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _op: OpHandle,
    comm: CommHandle,
    _info: InfoHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Allreduce_init", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allreduce_init_c(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _op: OpHandle,
    comm: CommHandle,
    _info: InfoHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Allreduce_init_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoall_init(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: DatatypeHandle,
    comm: CommHandle,
    _info: InfoHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Alltoall_init", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoall_init_c(
    _sendbuf: *const c_void,
    _sendcount: Count,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcount: Count,
    _recvtype: DatatypeHandle,
    comm: CommHandle,
    _info: InfoHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Alltoall_init_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoallv_init(
    _sendbuf: *const c_void,
    _sendcounts: *const c_int,
    _sdispls: *const c_int,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcounts: *const c_int,
    _rdispls: *const c_int,
    _recvtype: DatatypeHandle,
    comm: CommHandle,
    _info: InfoHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Alltoallv_init", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoallv_init_c(
    _sendbuf: *const c_void,
    _sendcounts: *const Count,
    _sdispls: *const Aint,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcounts: *const Count,
    _rdispls: *const Aint,
    _recvtype: DatatypeHandle,
    comm: CommHandle,
    _info: InfoHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Alltoallv_init_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoallw_init(
    _sendbuf: *const c_void,
    _sendcounts: *const c_int,
    _sdispls: *const c_int,
    _sendtypes: *const DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcounts: *const c_int,
    _rdispls: *const c_int,
    _recvtypes: *const DatatypeHandle,
    comm: CommHandle,
    _info: InfoHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Alltoallw_init", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoallw_init_c(
    _sendbuf: *const c_void,
    _sendcounts: *const Count,
    _sdispls: *const Aint,
    _sendtypes: *const DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcounts: *const Count,
    _rdispls: *const Aint,
    _recvtypes: *const DatatypeHandle,
    comm: CommHandle,
    _info: InfoHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Alltoallw_init_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Barrier_init(
    comm: CommHandle,
    _info: InfoHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Barrier_init", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Bcast_init(
    _buffer: *mut c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _root: c_int,
    comm: CommHandle,
    _info: InfoHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Bcast_init", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Bcast_init_c(
    _buffer: *mut c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _root: c_int,
    comm: CommHandle,
    _info: InfoHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Bcast_init_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Exscan_init(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _op: OpHandle,
    comm: CommHandle,
    _info: InfoHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Exscan_init", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Exscan_init_c(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _op: OpHandle,
    comm: CommHandle,
    _info: InfoHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Exscan_init_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Gather_init(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: DatatypeHandle,
    _root: c_int,
    comm: CommHandle,
    _info: InfoHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Gather_init", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Gather_init_c(
    _sendbuf: *const c_void,
    _sendcount: Count,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcount: Count,
    _recvtype: DatatypeHandle,
    _root: c_int,
    comm: CommHandle,
    _info: InfoHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Gather_init_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Gatherv_init(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcounts: *const c_int,
    _displs: *const c_int,
    _recvtype: DatatypeHandle,
    _root: c_int,
    comm: CommHandle,
    _info: InfoHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Gatherv_init", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Gatherv_init_c(
    _sendbuf: *const c_void,
    _sendcount: Count,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcounts: *const Count,
    _displs: *const Aint,
    _recvtype: DatatypeHandle,
    _root: c_int,
    comm: CommHandle,
    _info: InfoHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Gatherv_init_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_init(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _op: OpHandle,
    _root: c_int,
    comm: CommHandle,
    _info: InfoHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Reduce_init", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_init_c(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _op: OpHandle,
    _root: c_int,
    comm: CommHandle,
    _info: InfoHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Reduce_init_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_scatter_block_init(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _datatype: DatatypeHandle,
    _op: OpHandle,
    comm: CommHandle,
    _info: InfoHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Reduce_scatter_block_init", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_scatter_block_init_c(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _recvcount: Count,
    _datatype: DatatypeHandle,
    _op: OpHandle,
    comm: CommHandle,
    _info: InfoHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Reduce_scatter_block_init_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_scatter_init(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _recvcounts: *const c_int,
    _datatype: DatatypeHandle,
    _op: OpHandle,
    comm: CommHandle,
    _info: InfoHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Reduce_scatter_init", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_scatter_init_c(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _recvcounts: *const Count,
    _datatype: DatatypeHandle,
    _op: OpHandle,
    comm: CommHandle,
    _info: InfoHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Reduce_scatter_init_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scan_init(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _op: OpHandle,
    comm: CommHandle,
    _info: InfoHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Scan_init", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scan_init_c(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _op: OpHandle,
    comm: CommHandle,
    _info: InfoHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Scan_init_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scatter_init(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: DatatypeHandle,
    _root: c_int,
    comm: CommHandle,
    _info: InfoHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Scatter_init", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scatter_init_c(
    _sendbuf: *const c_void,
    _sendcount: Count,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcount: Count,
    _recvtype: DatatypeHandle,
    _root: c_int,
    comm: CommHandle,
    _info: InfoHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Scatter_init_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scatterv_init(
    _sendbuf: *const c_void,
    _sendcounts: *const c_int,
    _displs: *const c_int,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: DatatypeHandle,
    _root: c_int,
    comm: CommHandle,
    _info: InfoHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Scatterv_init", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scatterv_init_c(
    _sendbuf: *const c_void,
    _sendcounts: *const Count,
    _displs: *const Aint,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcount: Count,
    _recvtype: DatatypeHandle,
    _root: c_int,
    comm: CommHandle,
    _info: InfoHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Scatterv_init_c", On::Comm(comm))
}
