//! Virtual topologies: neighborhood collectives (MPI-5.0 §8). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ineighbor_allgather(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: DatatypeHandle,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Ineighbor_allgather", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ineighbor_allgather_c(
    _sendbuf: *const c_void,
    _sendcount: Count,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcount: Count,
    _recvtype: DatatypeHandle,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Ineighbor_allgather_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ineighbor_allgatherv(
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
    unbuilt("MPI_Ineighbor_allgatherv", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ineighbor_allgatherv_c(
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
    unbuilt("MPI_Ineighbor_allgatherv_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ineighbor_alltoall(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: DatatypeHandle,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Ineighbor_alltoall", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ineighbor_alltoall_c(
    _sendbuf: *const c_void,
    _sendcount: Count,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcount: Count,
    _recvtype: DatatypeHandle,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Ineighbor_alltoall_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ineighbor_alltoallv(
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
    unbuilt("MPI_Ineighbor_alltoallv", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ineighbor_alltoallv_c(
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
    unbuilt("MPI_Ineighbor_alltoallv_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ineighbor_alltoallw(
    _sendbuf: *const c_void,
    _sendcounts: *const c_int,
    _sdispls: *const Aint,
    _sendtypes: *const DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcounts: *const c_int,
    _rdispls: *const Aint,
    _recvtypes: *const DatatypeHandle,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Ineighbor_alltoallw", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ineighbor_alltoallw_c(
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
    unbuilt("MPI_Ineighbor_alltoallw_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_allgather(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: DatatypeHandle,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Neighbor_allgather", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_allgather_c(
    _sendbuf: *const c_void,
    _sendcount: Count,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcount: Count,
    _recvtype: DatatypeHandle,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Neighbor_allgather_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_allgather_init(
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
    unbuilt("MPI_Neighbor_allgather_init", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_allgather_init_c(
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
    unbuilt("MPI_Neighbor_allgather_init_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_allgatherv(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcounts: *const c_int,
    _displs: *const c_int,
    _recvtype: DatatypeHandle,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Neighbor_allgatherv", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_allgatherv_c(
    _sendbuf: *const c_void,
    _sendcount: Count,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcounts: *const Count,
    _displs: *const Aint,
    _recvtype: DatatypeHandle,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Neighbor_allgatherv_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_allgatherv_init(
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
    unbuilt("MPI_Neighbor_allgatherv_init", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_allgatherv_init_c(
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
    unbuilt("MPI_Neighbor_allgatherv_init_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoall(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: DatatypeHandle,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Neighbor_alltoall", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoall_c(
    _sendbuf: *const c_void,
    _sendcount: Count,
    _sendtype: DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcount: Count,
    _recvtype: DatatypeHandle,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Neighbor_alltoall_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoall_init(
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
    unbuilt("MPI_Neighbor_alltoall_init", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoall_init_c(
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
    unbuilt("MPI_Neighbor_alltoall_init_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoallv(
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
    unbuilt("MPI_Neighbor_alltoallv", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoallv_c(
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
    unbuilt("MPI_Neighbor_alltoallv_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoallv_init(
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
    unbuilt("MPI_Neighbor_alltoallv_init", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoallv_init_c(
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
    unbuilt("MPI_Neighbor_alltoallv_init_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoallw(
    _sendbuf: *const c_void,
    _sendcounts: *const c_int,
    _sdispls: *const Aint,
    _sendtypes: *const DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcounts: *const c_int,
    _rdispls: *const Aint,
    _recvtypes: *const DatatypeHandle,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Neighbor_alltoallw", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoallw_c(
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
    unbuilt("MPI_Neighbor_alltoallw_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoallw_init(
    _sendbuf: *const c_void,
    _sendcounts: *const c_int,
    _sdispls: *const Aint,
    _sendtypes: *const DatatypeHandle,
    _recvbuf: *mut c_void,
    _recvcounts: *const c_int,
    _rdispls: *const Aint,
    _recvtypes: *const DatatypeHandle,
    comm: CommHandle,
    _info: InfoHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Neighbor_alltoallw_init", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoallw_init_c(
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
    unbuilt("MPI_Neighbor_alltoallw_init_c", On::Comm(comm))
}
