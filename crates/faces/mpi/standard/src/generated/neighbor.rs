//! Virtual topologies: neighborhood collectives (MPI-5.0 §8). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ineighbor_allgather(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: DatatypeHandle,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    entry("MPI_Ineighbor_allgather", On::Comm(comm), || {
        if !check::in_place(sendbuf) {
            check::not_negative("sendcount", MPI_ERR_COUNT, sendcount as i64)?;
            check::handle("sendtype", sendtype)?;
        }
        if !check::in_place(recvbuf) {
            check::not_negative("recvcount", MPI_ERR_COUNT, recvcount as i64)?;
            check::handle("recvtype", recvtype)?;
        }
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::ineighbor_allgather(
                sendbuf,
                sendcount as i64,
                sendtype,
                recvbuf,
                recvcount as i64,
                recvtype,
                comm,
                request,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ineighbor_allgather_c(
    sendbuf: *const c_void,
    sendcount: Count,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcount: Count,
    recvtype: DatatypeHandle,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    entry("MPI_Ineighbor_allgather_c", On::Comm(comm), || {
        if !check::in_place(sendbuf) {
            check::not_negative("sendcount", MPI_ERR_COUNT, sendcount)?;
            check::handle("sendtype", sendtype)?;
        }
        if !check::in_place(recvbuf) {
            check::not_negative("recvcount", MPI_ERR_COUNT, recvcount)?;
            check::handle("recvtype", recvtype)?;
        }
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::ineighbor_allgather(
                sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ineighbor_allgatherv(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    displs: *const c_int,
    recvtype: DatatypeHandle,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    entry("MPI_Ineighbor_allgatherv", On::Comm(comm), || {
        if !check::in_place(sendbuf) {
            check::not_negative("sendcount", MPI_ERR_COUNT, sendcount as i64)?;
            check::handle("sendtype", sendtype)?;
        }
        if !check::in_place(recvbuf) {
            check::handle("recvtype", recvtype)?;
        }
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::ineighbor_allgatherv(
                sendbuf,
                sendcount as i64,
                sendtype,
                recvbuf,
                Ints::int(recvcounts),
                Ints::int(displs),
                recvtype,
                comm,
                request,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ineighbor_allgatherv_c(
    sendbuf: *const c_void,
    sendcount: Count,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcounts: *const Count,
    displs: *const Aint,
    recvtype: DatatypeHandle,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    entry("MPI_Ineighbor_allgatherv_c", On::Comm(comm), || {
        if !check::in_place(sendbuf) {
            check::not_negative("sendcount", MPI_ERR_COUNT, sendcount)?;
            check::handle("sendtype", sendtype)?;
        }
        if !check::in_place(recvbuf) {
            check::handle("recvtype", recvtype)?;
        }
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::ineighbor_allgatherv(
                sendbuf,
                sendcount,
                sendtype,
                recvbuf,
                Ints::count(recvcounts),
                Ints::aint(displs),
                recvtype,
                comm,
                request,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ineighbor_alltoall(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: DatatypeHandle,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    entry("MPI_Ineighbor_alltoall", On::Comm(comm), || {
        if !check::in_place(sendbuf) {
            check::not_negative("sendcount", MPI_ERR_COUNT, sendcount as i64)?;
            check::handle("sendtype", sendtype)?;
        }
        if !check::in_place(recvbuf) {
            check::not_negative("recvcount", MPI_ERR_COUNT, recvcount as i64)?;
            check::handle("recvtype", recvtype)?;
        }
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::ineighbor_alltoall(
                sendbuf,
                sendcount as i64,
                sendtype,
                recvbuf,
                recvcount as i64,
                recvtype,
                comm,
                request,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ineighbor_alltoall_c(
    sendbuf: *const c_void,
    sendcount: Count,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcount: Count,
    recvtype: DatatypeHandle,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    entry("MPI_Ineighbor_alltoall_c", On::Comm(comm), || {
        if !check::in_place(sendbuf) {
            check::not_negative("sendcount", MPI_ERR_COUNT, sendcount)?;
            check::handle("sendtype", sendtype)?;
        }
        if !check::in_place(recvbuf) {
            check::not_negative("recvcount", MPI_ERR_COUNT, recvcount)?;
            check::handle("recvtype", recvtype)?;
        }
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::ineighbor_alltoall(
                sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ineighbor_alltoallv(
    sendbuf: *const c_void,
    sendcounts: *const c_int,
    sdispls: *const c_int,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    rdispls: *const c_int,
    recvtype: DatatypeHandle,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    entry("MPI_Ineighbor_alltoallv", On::Comm(comm), || {
        if !check::in_place(sendbuf) {
            check::handle("sendtype", sendtype)?;
        }
        if !check::in_place(recvbuf) {
            check::handle("recvtype", recvtype)?;
        }
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::ineighbor_alltoallv(
                sendbuf,
                Ints::int(sendcounts),
                Ints::int(sdispls),
                sendtype,
                recvbuf,
                Ints::int(recvcounts),
                Ints::int(rdispls),
                recvtype,
                comm,
                request,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ineighbor_alltoallv_c(
    sendbuf: *const c_void,
    sendcounts: *const Count,
    sdispls: *const Aint,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcounts: *const Count,
    rdispls: *const Aint,
    recvtype: DatatypeHandle,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    entry("MPI_Ineighbor_alltoallv_c", On::Comm(comm), || {
        if !check::in_place(sendbuf) {
            check::handle("sendtype", sendtype)?;
        }
        if !check::in_place(recvbuf) {
            check::handle("recvtype", recvtype)?;
        }
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::ineighbor_alltoallv(
                sendbuf,
                Ints::count(sendcounts),
                Ints::aint(sdispls),
                sendtype,
                recvbuf,
                Ints::count(recvcounts),
                Ints::aint(rdispls),
                recvtype,
                comm,
                request,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ineighbor_alltoallw(
    sendbuf: *const c_void,
    sendcounts: *const c_int,
    sdispls: *const Aint,
    sendtypes: *const DatatypeHandle,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    rdispls: *const Aint,
    recvtypes: *const DatatypeHandle,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    entry("MPI_Ineighbor_alltoallw", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::ineighbor_alltoallw(
                sendbuf,
                Ints::int(sendcounts),
                sdispls,
                sendtypes,
                recvbuf,
                Ints::int(recvcounts),
                rdispls,
                recvtypes,
                comm,
                request,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ineighbor_alltoallw_c(
    sendbuf: *const c_void,
    sendcounts: *const Count,
    sdispls: *const Aint,
    sendtypes: *const DatatypeHandle,
    recvbuf: *mut c_void,
    recvcounts: *const Count,
    rdispls: *const Aint,
    recvtypes: *const DatatypeHandle,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    entry("MPI_Ineighbor_alltoallw_c", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::ineighbor_alltoallw(
                sendbuf,
                Ints::count(sendcounts),
                sdispls,
                sendtypes,
                recvbuf,
                Ints::count(recvcounts),
                rdispls,
                recvtypes,
                comm,
                request,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_allgather(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: DatatypeHandle,
    comm: CommHandle,
) -> c_int {
    entry("MPI_Neighbor_allgather", On::Comm(comm), || {
        if !check::in_place(sendbuf) {
            check::not_negative("sendcount", MPI_ERR_COUNT, sendcount as i64)?;
            check::handle("sendtype", sendtype)?;
        }
        if !check::in_place(recvbuf) {
            check::not_negative("recvcount", MPI_ERR_COUNT, recvcount as i64)?;
            check::handle("recvtype", recvtype)?;
        }
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::neighbor_allgather(
                sendbuf,
                sendcount as i64,
                sendtype,
                recvbuf,
                recvcount as i64,
                recvtype,
                comm,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_allgather_c(
    sendbuf: *const c_void,
    sendcount: Count,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcount: Count,
    recvtype: DatatypeHandle,
    comm: CommHandle,
) -> c_int {
    entry("MPI_Neighbor_allgather_c", On::Comm(comm), || {
        if !check::in_place(sendbuf) {
            check::not_negative("sendcount", MPI_ERR_COUNT, sendcount)?;
            check::handle("sendtype", sendtype)?;
        }
        if !check::in_place(recvbuf) {
            check::not_negative("recvcount", MPI_ERR_COUNT, recvcount)?;
            check::handle("recvtype", recvtype)?;
        }
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::neighbor_allgather(
                sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_allgather_init(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: DatatypeHandle,
    comm: CommHandle,
    info: InfoHandle,
    request: *mut RequestHandle,
) -> c_int {
    entry("MPI_Neighbor_allgather_init", On::Comm(comm), || {
        if !check::in_place(sendbuf) {
            check::not_negative("sendcount", MPI_ERR_COUNT, sendcount as i64)?;
            check::handle("sendtype", sendtype)?;
        }
        if !check::in_place(recvbuf) {
            check::not_negative("recvcount", MPI_ERR_COUNT, recvcount as i64)?;
            check::handle("recvtype", recvtype)?;
        }
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::neighbor_allgather_init(
                sendbuf,
                sendcount as i64,
                sendtype,
                recvbuf,
                recvcount as i64,
                recvtype,
                comm,
                info,
                request,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_allgather_init_c(
    sendbuf: *const c_void,
    sendcount: Count,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcount: Count,
    recvtype: DatatypeHandle,
    comm: CommHandle,
    info: InfoHandle,
    request: *mut RequestHandle,
) -> c_int {
    entry("MPI_Neighbor_allgather_init_c", On::Comm(comm), || {
        if !check::in_place(sendbuf) {
            check::not_negative("sendcount", MPI_ERR_COUNT, sendcount)?;
            check::handle("sendtype", sendtype)?;
        }
        if !check::in_place(recvbuf) {
            check::not_negative("recvcount", MPI_ERR_COUNT, recvcount)?;
            check::handle("recvtype", recvtype)?;
        }
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::neighbor_allgather_init(
                sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_allgatherv(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    displs: *const c_int,
    recvtype: DatatypeHandle,
    comm: CommHandle,
) -> c_int {
    entry("MPI_Neighbor_allgatherv", On::Comm(comm), || {
        if !check::in_place(sendbuf) {
            check::not_negative("sendcount", MPI_ERR_COUNT, sendcount as i64)?;
            check::handle("sendtype", sendtype)?;
        }
        if !check::in_place(recvbuf) {
            check::handle("recvtype", recvtype)?;
        }
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::neighbor_allgatherv(
                sendbuf,
                sendcount as i64,
                sendtype,
                recvbuf,
                Ints::int(recvcounts),
                Ints::int(displs),
                recvtype,
                comm,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_allgatherv_c(
    sendbuf: *const c_void,
    sendcount: Count,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcounts: *const Count,
    displs: *const Aint,
    recvtype: DatatypeHandle,
    comm: CommHandle,
) -> c_int {
    entry("MPI_Neighbor_allgatherv_c", On::Comm(comm), || {
        if !check::in_place(sendbuf) {
            check::not_negative("sendcount", MPI_ERR_COUNT, sendcount)?;
            check::handle("sendtype", sendtype)?;
        }
        if !check::in_place(recvbuf) {
            check::handle("recvtype", recvtype)?;
        }
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::neighbor_allgatherv(
                sendbuf,
                sendcount,
                sendtype,
                recvbuf,
                Ints::count(recvcounts),
                Ints::aint(displs),
                recvtype,
                comm,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_allgatherv_init(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    displs: *const c_int,
    recvtype: DatatypeHandle,
    comm: CommHandle,
    info: InfoHandle,
    request: *mut RequestHandle,
) -> c_int {
    entry("MPI_Neighbor_allgatherv_init", On::Comm(comm), || {
        if !check::in_place(sendbuf) {
            check::not_negative("sendcount", MPI_ERR_COUNT, sendcount as i64)?;
            check::handle("sendtype", sendtype)?;
        }
        if !check::in_place(recvbuf) {
            check::handle("recvtype", recvtype)?;
        }
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::neighbor_allgatherv_init(
                sendbuf,
                sendcount as i64,
                sendtype,
                recvbuf,
                Ints::int(recvcounts),
                Ints::int(displs),
                recvtype,
                comm,
                info,
                request,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_allgatherv_init_c(
    sendbuf: *const c_void,
    sendcount: Count,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcounts: *const Count,
    displs: *const Aint,
    recvtype: DatatypeHandle,
    comm: CommHandle,
    info: InfoHandle,
    request: *mut RequestHandle,
) -> c_int {
    entry("MPI_Neighbor_allgatherv_init_c", On::Comm(comm), || {
        if !check::in_place(sendbuf) {
            check::not_negative("sendcount", MPI_ERR_COUNT, sendcount)?;
            check::handle("sendtype", sendtype)?;
        }
        if !check::in_place(recvbuf) {
            check::handle("recvtype", recvtype)?;
        }
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::neighbor_allgatherv_init(
                sendbuf,
                sendcount,
                sendtype,
                recvbuf,
                Ints::count(recvcounts),
                Ints::aint(displs),
                recvtype,
                comm,
                info,
                request,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoall(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: DatatypeHandle,
    comm: CommHandle,
) -> c_int {
    entry("MPI_Neighbor_alltoall", On::Comm(comm), || {
        if !check::in_place(sendbuf) {
            check::not_negative("sendcount", MPI_ERR_COUNT, sendcount as i64)?;
            check::handle("sendtype", sendtype)?;
        }
        if !check::in_place(recvbuf) {
            check::not_negative("recvcount", MPI_ERR_COUNT, recvcount as i64)?;
            check::handle("recvtype", recvtype)?;
        }
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::neighbor_alltoall(
                sendbuf,
                sendcount as i64,
                sendtype,
                recvbuf,
                recvcount as i64,
                recvtype,
                comm,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoall_c(
    sendbuf: *const c_void,
    sendcount: Count,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcount: Count,
    recvtype: DatatypeHandle,
    comm: CommHandle,
) -> c_int {
    entry("MPI_Neighbor_alltoall_c", On::Comm(comm), || {
        if !check::in_place(sendbuf) {
            check::not_negative("sendcount", MPI_ERR_COUNT, sendcount)?;
            check::handle("sendtype", sendtype)?;
        }
        if !check::in_place(recvbuf) {
            check::not_negative("recvcount", MPI_ERR_COUNT, recvcount)?;
            check::handle("recvtype", recvtype)?;
        }
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::neighbor_alltoall(
                sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoall_init(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: DatatypeHandle,
    comm: CommHandle,
    info: InfoHandle,
    request: *mut RequestHandle,
) -> c_int {
    entry("MPI_Neighbor_alltoall_init", On::Comm(comm), || {
        if !check::in_place(sendbuf) {
            check::not_negative("sendcount", MPI_ERR_COUNT, sendcount as i64)?;
            check::handle("sendtype", sendtype)?;
        }
        if !check::in_place(recvbuf) {
            check::not_negative("recvcount", MPI_ERR_COUNT, recvcount as i64)?;
            check::handle("recvtype", recvtype)?;
        }
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::neighbor_alltoall_init(
                sendbuf,
                sendcount as i64,
                sendtype,
                recvbuf,
                recvcount as i64,
                recvtype,
                comm,
                info,
                request,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoall_init_c(
    sendbuf: *const c_void,
    sendcount: Count,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcount: Count,
    recvtype: DatatypeHandle,
    comm: CommHandle,
    info: InfoHandle,
    request: *mut RequestHandle,
) -> c_int {
    entry("MPI_Neighbor_alltoall_init_c", On::Comm(comm), || {
        if !check::in_place(sendbuf) {
            check::not_negative("sendcount", MPI_ERR_COUNT, sendcount)?;
            check::handle("sendtype", sendtype)?;
        }
        if !check::in_place(recvbuf) {
            check::not_negative("recvcount", MPI_ERR_COUNT, recvcount)?;
            check::handle("recvtype", recvtype)?;
        }
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::neighbor_alltoall_init(
                sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoallv(
    sendbuf: *const c_void,
    sendcounts: *const c_int,
    sdispls: *const c_int,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    rdispls: *const c_int,
    recvtype: DatatypeHandle,
    comm: CommHandle,
) -> c_int {
    entry("MPI_Neighbor_alltoallv", On::Comm(comm), || {
        if !check::in_place(sendbuf) {
            check::handle("sendtype", sendtype)?;
        }
        if !check::in_place(recvbuf) {
            check::handle("recvtype", recvtype)?;
        }
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::neighbor_alltoallv(
                sendbuf,
                Ints::int(sendcounts),
                Ints::int(sdispls),
                sendtype,
                recvbuf,
                Ints::int(recvcounts),
                Ints::int(rdispls),
                recvtype,
                comm,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoallv_c(
    sendbuf: *const c_void,
    sendcounts: *const Count,
    sdispls: *const Aint,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcounts: *const Count,
    rdispls: *const Aint,
    recvtype: DatatypeHandle,
    comm: CommHandle,
) -> c_int {
    entry("MPI_Neighbor_alltoallv_c", On::Comm(comm), || {
        if !check::in_place(sendbuf) {
            check::handle("sendtype", sendtype)?;
        }
        if !check::in_place(recvbuf) {
            check::handle("recvtype", recvtype)?;
        }
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::neighbor_alltoallv(
                sendbuf,
                Ints::count(sendcounts),
                Ints::aint(sdispls),
                sendtype,
                recvbuf,
                Ints::count(recvcounts),
                Ints::aint(rdispls),
                recvtype,
                comm,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoallv_init(
    sendbuf: *const c_void,
    sendcounts: *const c_int,
    sdispls: *const c_int,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    rdispls: *const c_int,
    recvtype: DatatypeHandle,
    comm: CommHandle,
    info: InfoHandle,
    request: *mut RequestHandle,
) -> c_int {
    entry("MPI_Neighbor_alltoallv_init", On::Comm(comm), || {
        if !check::in_place(sendbuf) {
            check::handle("sendtype", sendtype)?;
        }
        if !check::in_place(recvbuf) {
            check::handle("recvtype", recvtype)?;
        }
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::neighbor_alltoallv_init(
                sendbuf,
                Ints::int(sendcounts),
                Ints::int(sdispls),
                sendtype,
                recvbuf,
                Ints::int(recvcounts),
                Ints::int(rdispls),
                recvtype,
                comm,
                info,
                request,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoallv_init_c(
    sendbuf: *const c_void,
    sendcounts: *const Count,
    sdispls: *const Aint,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcounts: *const Count,
    rdispls: *const Aint,
    recvtype: DatatypeHandle,
    comm: CommHandle,
    info: InfoHandle,
    request: *mut RequestHandle,
) -> c_int {
    entry("MPI_Neighbor_alltoallv_init_c", On::Comm(comm), || {
        if !check::in_place(sendbuf) {
            check::handle("sendtype", sendtype)?;
        }
        if !check::in_place(recvbuf) {
            check::handle("recvtype", recvtype)?;
        }
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::neighbor_alltoallv_init(
                sendbuf,
                Ints::count(sendcounts),
                Ints::aint(sdispls),
                sendtype,
                recvbuf,
                Ints::count(recvcounts),
                Ints::aint(rdispls),
                recvtype,
                comm,
                info,
                request,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoallw(
    sendbuf: *const c_void,
    sendcounts: *const c_int,
    sdispls: *const Aint,
    sendtypes: *const DatatypeHandle,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    rdispls: *const Aint,
    recvtypes: *const DatatypeHandle,
    comm: CommHandle,
) -> c_int {
    entry("MPI_Neighbor_alltoallw", On::Comm(comm), || {
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::neighbor_alltoallw(
                sendbuf,
                Ints::int(sendcounts),
                sdispls,
                sendtypes,
                recvbuf,
                Ints::int(recvcounts),
                rdispls,
                recvtypes,
                comm,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoallw_c(
    sendbuf: *const c_void,
    sendcounts: *const Count,
    sdispls: *const Aint,
    sendtypes: *const DatatypeHandle,
    recvbuf: *mut c_void,
    recvcounts: *const Count,
    rdispls: *const Aint,
    recvtypes: *const DatatypeHandle,
    comm: CommHandle,
) -> c_int {
    entry("MPI_Neighbor_alltoallw_c", On::Comm(comm), || {
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::neighbor_alltoallw(
                sendbuf,
                Ints::count(sendcounts),
                sdispls,
                sendtypes,
                recvbuf,
                Ints::count(recvcounts),
                rdispls,
                recvtypes,
                comm,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoallw_init(
    sendbuf: *const c_void,
    sendcounts: *const c_int,
    sdispls: *const Aint,
    sendtypes: *const DatatypeHandle,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    rdispls: *const Aint,
    recvtypes: *const DatatypeHandle,
    comm: CommHandle,
    info: InfoHandle,
    request: *mut RequestHandle,
) -> c_int {
    entry("MPI_Neighbor_alltoallw_init", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::neighbor_alltoallw_init(
                sendbuf,
                Ints::int(sendcounts),
                sdispls,
                sendtypes,
                recvbuf,
                Ints::int(recvcounts),
                rdispls,
                recvtypes,
                comm,
                info,
                request,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Neighbor_alltoallw_init_c(
    sendbuf: *const c_void,
    sendcounts: *const Count,
    sdispls: *const Aint,
    sendtypes: *const DatatypeHandle,
    recvbuf: *mut c_void,
    recvcounts: *const Count,
    rdispls: *const Aint,
    recvtypes: *const DatatypeHandle,
    comm: CommHandle,
    info: InfoHandle,
    request: *mut RequestHandle,
) -> c_int {
    entry("MPI_Neighbor_alltoallw_init_c", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::neighbor_alltoallw_init(
                sendbuf,
                Ints::count(sendcounts),
                sdispls,
                sendtypes,
                recvbuf,
                Ints::count(recvcounts),
                rdispls,
                recvtypes,
                comm,
                info,
                request,
            )
        }
    })
}
