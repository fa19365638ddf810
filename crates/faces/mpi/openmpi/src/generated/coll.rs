//! Collective communication (MPI-5.0 §6). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allgather(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: DatatypeHandle,
    comm: CommHandle,
) -> c_int {
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    Face::returned(entry("MPI_Allgather", On::Comm(comm), || {
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
            calls::coll::allgather(
                sendbuf,
                sendcount as i64,
                sendtype,
                recvbuf,
                recvcount as i64,
                recvtype,
                comm,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allgather_c(
    sendbuf: *const c_void,
    sendcount: Count,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcount: Count,
    recvtype: DatatypeHandle,
    comm: CommHandle,
) -> c_int {
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    Face::returned(entry("MPI_Allgather_c", On::Comm(comm), || {
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
            calls::coll::allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm)
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allgatherv(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    displs: *const c_int,
    recvtype: DatatypeHandle,
    comm: CommHandle,
) -> c_int {
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    Face::returned(entry("MPI_Allgatherv", On::Comm(comm), || {
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
            calls::coll::allgatherv(
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
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allgatherv_c(
    sendbuf: *const c_void,
    sendcount: Count,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcounts: *const Count,
    displs: *const Aint,
    recvtype: DatatypeHandle,
    comm: CommHandle,
) -> c_int {
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    Face::returned(entry("MPI_Allgatherv_c", On::Comm(comm), || {
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
            calls::coll::allgatherv(
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
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allreduce(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_int,
    datatype: DatatypeHandle,
    op: OpHandle,
    comm: CommHandle,
) -> c_int {
    let datatype = datatype.inward();
    let op = op.inward();
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    Face::returned(entry("MPI_Allreduce", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::handle("datatype", datatype)?;
        check::handle("op", op)?;
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::coll::allreduce(sendbuf, recvbuf, count as i64, datatype, op, comm) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allreduce_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: Count,
    datatype: DatatypeHandle,
    op: OpHandle,
    comm: CommHandle,
) -> c_int {
    let datatype = datatype.inward();
    let op = op.inward();
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    Face::returned(entry("MPI_Allreduce_c", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::handle("datatype", datatype)?;
        check::handle("op", op)?;
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::coll::allreduce(sendbuf, recvbuf, count, datatype, op, comm) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoall(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: DatatypeHandle,
    comm: CommHandle,
) -> c_int {
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    Face::returned(entry("MPI_Alltoall", On::Comm(comm), || {
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
            calls::coll::alltoall(
                sendbuf,
                sendcount as i64,
                sendtype,
                recvbuf,
                recvcount as i64,
                recvtype,
                comm,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoall_c(
    sendbuf: *const c_void,
    sendcount: Count,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcount: Count,
    recvtype: DatatypeHandle,
    comm: CommHandle,
) -> c_int {
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    Face::returned(entry("MPI_Alltoall_c", On::Comm(comm), || {
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
            calls::coll::alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm)
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoallv(
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
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    Face::returned(entry("MPI_Alltoallv", On::Comm(comm), || {
        if !check::in_place(sendbuf) {
            check::handle("sendtype", sendtype)?;
        }
        if !check::in_place(recvbuf) {
            check::handle("recvtype", recvtype)?;
        }
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::alltoallv(
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
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoallv_c(
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
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    Face::returned(entry("MPI_Alltoallv_c", On::Comm(comm), || {
        if !check::in_place(sendbuf) {
            check::handle("sendtype", sendtype)?;
        }
        if !check::in_place(recvbuf) {
            check::handle("recvtype", recvtype)?;
        }
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::alltoallv(
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
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoallw(
    sendbuf: *const c_void,
    sendcounts: *const c_int,
    sdispls: *const c_int,
    sendtypes: *const DatatypeHandle,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    rdispls: *const c_int,
    recvtypes: *const DatatypeHandle,
    comm: CommHandle,
) -> c_int {
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut sendtypes_list =
        unsafe { HandleList::new(sendtypes.cast_mut(), lengths::peers(comm), true, false) };
    let sendtypes = sendtypes_list.pointer();
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut recvtypes_list =
        unsafe { HandleList::new(recvtypes.cast_mut(), lengths::peers(comm), true, false) };
    let recvtypes = recvtypes_list.pointer();
    Face::returned(entry("MPI_Alltoallw", On::Comm(comm), || {
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::alltoallw(
                sendbuf,
                Ints::int(sendcounts),
                Ints::int(sdispls),
                sendtypes,
                recvbuf,
                Ints::int(recvcounts),
                Ints::int(rdispls),
                recvtypes,
                comm,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoallw_c(
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
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut sendtypes_list =
        unsafe { HandleList::new(sendtypes.cast_mut(), lengths::peers(comm), true, false) };
    let sendtypes = sendtypes_list.pointer();
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut recvtypes_list =
        unsafe { HandleList::new(recvtypes.cast_mut(), lengths::peers(comm), true, false) };
    let recvtypes = recvtypes_list.pointer();
    Face::returned(entry("MPI_Alltoallw_c", On::Comm(comm), || {
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::alltoallw(
                sendbuf,
                Ints::count(sendcounts),
                Ints::aint(sdispls),
                sendtypes,
                recvbuf,
                Ints::count(recvcounts),
                Ints::aint(rdispls),
                recvtypes,
                comm,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Barrier(comm: CommHandle) -> c_int {
    let comm = comm.inward();
    Face::returned(entry("MPI_Barrier", On::Comm(comm), || {
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::coll::barrier(comm) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Bcast(
    buffer: *mut c_void,
    count: c_int,
    datatype: DatatypeHandle,
    root: c_int,
    comm: CommHandle,
) -> c_int {
    let datatype = datatype.inward();
    let root = Face::rank_inward(root);
    let comm = comm.inward();
    let buffer = Face::buffer(buffer);
    Face::returned(entry("MPI_Bcast", On::Comm(comm), || {
        if root >= 0 {
            check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
            check::handle("datatype", datatype)?;
        }
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::coll::bcast(buffer, count as i64, datatype, root, comm) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Bcast_c(
    buffer: *mut c_void,
    count: Count,
    datatype: DatatypeHandle,
    root: c_int,
    comm: CommHandle,
) -> c_int {
    let datatype = datatype.inward();
    let root = Face::rank_inward(root);
    let comm = comm.inward();
    let buffer = Face::buffer(buffer);
    Face::returned(entry("MPI_Bcast_c", On::Comm(comm), || {
        if root >= 0 {
            check::not_negative("count", MPI_ERR_COUNT, count)?;
            check::handle("datatype", datatype)?;
        }
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::coll::bcast(buffer, count, datatype, root, comm) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Exscan(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_int,
    datatype: DatatypeHandle,
    op: OpHandle,
    comm: CommHandle,
) -> c_int {
    let datatype = datatype.inward();
    let op = op.inward();
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    Face::returned(entry("MPI_Exscan", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::handle("datatype", datatype)?;
        check::handle("op", op)?;
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::coll::exscan(sendbuf, recvbuf, count as i64, datatype, op, comm) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Exscan_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: Count,
    datatype: DatatypeHandle,
    op: OpHandle,
    comm: CommHandle,
) -> c_int {
    let datatype = datatype.inward();
    let op = op.inward();
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    Face::returned(entry("MPI_Exscan_c", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::handle("datatype", datatype)?;
        check::handle("op", op)?;
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::coll::exscan(sendbuf, recvbuf, count, datatype, op, comm) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Gather(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: DatatypeHandle,
    root: c_int,
    comm: CommHandle,
) -> c_int {
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let root = Face::rank_inward(root);
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    Face::returned(entry("MPI_Gather", On::Comm(comm), || {
        if root >= 0 && !check::in_place(sendbuf) {
            check::not_negative("sendcount", MPI_ERR_COUNT, sendcount as i64)?;
            check::handle("sendtype", sendtype)?;
        }
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::gather(
                sendbuf,
                sendcount as i64,
                sendtype,
                recvbuf,
                recvcount as i64,
                recvtype,
                root,
                comm,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Gather_c(
    sendbuf: *const c_void,
    sendcount: Count,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcount: Count,
    recvtype: DatatypeHandle,
    root: c_int,
    comm: CommHandle,
) -> c_int {
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let root = Face::rank_inward(root);
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    Face::returned(entry("MPI_Gather_c", On::Comm(comm), || {
        if root >= 0 && !check::in_place(sendbuf) {
            check::not_negative("sendcount", MPI_ERR_COUNT, sendcount)?;
            check::handle("sendtype", sendtype)?;
        }
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::gather(
                sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Gatherv(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    displs: *const c_int,
    recvtype: DatatypeHandle,
    root: c_int,
    comm: CommHandle,
) -> c_int {
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let root = Face::rank_inward(root);
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    Face::returned(entry("MPI_Gatherv", On::Comm(comm), || {
        if root >= 0 && !check::in_place(sendbuf) {
            check::not_negative("sendcount", MPI_ERR_COUNT, sendcount as i64)?;
            check::handle("sendtype", sendtype)?;
        }
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::gatherv(
                sendbuf,
                sendcount as i64,
                sendtype,
                recvbuf,
                Ints::int(recvcounts),
                Ints::int(displs),
                recvtype,
                root,
                comm,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Gatherv_c(
    sendbuf: *const c_void,
    sendcount: Count,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcounts: *const Count,
    displs: *const Aint,
    recvtype: DatatypeHandle,
    root: c_int,
    comm: CommHandle,
) -> c_int {
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let root = Face::rank_inward(root);
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    Face::returned(entry("MPI_Gatherv_c", On::Comm(comm), || {
        if root >= 0 && !check::in_place(sendbuf) {
            check::not_negative("sendcount", MPI_ERR_COUNT, sendcount)?;
            check::handle("sendtype", sendtype)?;
        }
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::gatherv(
                sendbuf,
                sendcount,
                sendtype,
                recvbuf,
                Ints::count(recvcounts),
                Ints::aint(displs),
                recvtype,
                root,
                comm,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_int,
    datatype: DatatypeHandle,
    op: OpHandle,
    root: c_int,
    comm: CommHandle,
) -> c_int {
    let datatype = datatype.inward();
    let op = op.inward();
    let root = Face::rank_inward(root);
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    Face::returned(entry("MPI_Reduce", On::Comm(comm), || {
        if root >= 0 {
            check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
            check::handle("datatype", datatype)?;
            check::handle("op", op)?;
        }
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::coll::reduce(sendbuf, recvbuf, count as i64, datatype, op, root, comm) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: Count,
    datatype: DatatypeHandle,
    op: OpHandle,
    root: c_int,
    comm: CommHandle,
) -> c_int {
    let datatype = datatype.inward();
    let op = op.inward();
    let root = Face::rank_inward(root);
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    Face::returned(entry("MPI_Reduce_c", On::Comm(comm), || {
        if root >= 0 {
            check::not_negative("count", MPI_ERR_COUNT, count)?;
            check::handle("datatype", datatype)?;
            check::handle("op", op)?;
        }
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::coll::reduce(sendbuf, recvbuf, count, datatype, op, root, comm) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_scatter(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    datatype: DatatypeHandle,
    op: OpHandle,
    comm: CommHandle,
) -> c_int {
    let datatype = datatype.inward();
    let op = op.inward();
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    Face::returned(entry("MPI_Reduce_scatter", On::Comm(comm), || {
        check::handle("datatype", datatype)?;
        check::handle("op", op)?;
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::reduce_scatter(sendbuf, recvbuf, Ints::int(recvcounts), datatype, op, comm)
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_scatter_block(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    recvcount: c_int,
    datatype: DatatypeHandle,
    op: OpHandle,
    comm: CommHandle,
) -> c_int {
    let datatype = datatype.inward();
    let op = op.inward();
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    Face::returned(entry("MPI_Reduce_scatter_block", On::Comm(comm), || {
        check::not_negative("recvcount", MPI_ERR_COUNT, recvcount as i64)?;
        check::handle("datatype", datatype)?;
        check::handle("op", op)?;
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::reduce_scatter_block(
                sendbuf,
                recvbuf,
                recvcount as i64,
                datatype,
                op,
                comm,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_scatter_block_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    recvcount: Count,
    datatype: DatatypeHandle,
    op: OpHandle,
    comm: CommHandle,
) -> c_int {
    let datatype = datatype.inward();
    let op = op.inward();
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    Face::returned(entry("MPI_Reduce_scatter_block_c", On::Comm(comm), || {
        check::not_negative("recvcount", MPI_ERR_COUNT, recvcount)?;
        check::handle("datatype", datatype)?;
        check::handle("op", op)?;
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::reduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm)
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_scatter_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    recvcounts: *const Count,
    datatype: DatatypeHandle,
    op: OpHandle,
    comm: CommHandle,
) -> c_int {
    let datatype = datatype.inward();
    let op = op.inward();
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    Face::returned(entry("MPI_Reduce_scatter_c", On::Comm(comm), || {
        check::handle("datatype", datatype)?;
        check::handle("op", op)?;
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::reduce_scatter(
                sendbuf,
                recvbuf,
                Ints::count(recvcounts),
                datatype,
                op,
                comm,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scan(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_int,
    datatype: DatatypeHandle,
    op: OpHandle,
    comm: CommHandle,
) -> c_int {
    let datatype = datatype.inward();
    let op = op.inward();
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    Face::returned(entry("MPI_Scan", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::handle("datatype", datatype)?;
        check::handle("op", op)?;
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::coll::scan(sendbuf, recvbuf, count as i64, datatype, op, comm) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scan_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: Count,
    datatype: DatatypeHandle,
    op: OpHandle,
    comm: CommHandle,
) -> c_int {
    let datatype = datatype.inward();
    let op = op.inward();
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    Face::returned(entry("MPI_Scan_c", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::handle("datatype", datatype)?;
        check::handle("op", op)?;
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::coll::scan(sendbuf, recvbuf, count, datatype, op, comm) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scatter(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: DatatypeHandle,
    root: c_int,
    comm: CommHandle,
) -> c_int {
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let root = Face::rank_inward(root);
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    Face::returned(entry("MPI_Scatter", On::Comm(comm), || {
        if root >= 0 && !check::in_place(recvbuf) {
            check::not_negative("recvcount", MPI_ERR_COUNT, recvcount as i64)?;
            check::handle("recvtype", recvtype)?;
        }
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::scatter(
                sendbuf,
                sendcount as i64,
                sendtype,
                recvbuf,
                recvcount as i64,
                recvtype,
                root,
                comm,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scatter_c(
    sendbuf: *const c_void,
    sendcount: Count,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcount: Count,
    recvtype: DatatypeHandle,
    root: c_int,
    comm: CommHandle,
) -> c_int {
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let root = Face::rank_inward(root);
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    Face::returned(entry("MPI_Scatter_c", On::Comm(comm), || {
        if root >= 0 && !check::in_place(recvbuf) {
            check::not_negative("recvcount", MPI_ERR_COUNT, recvcount)?;
            check::handle("recvtype", recvtype)?;
        }
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::scatter(
                sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scatterv(
    sendbuf: *const c_void,
    sendcounts: *const c_int,
    displs: *const c_int,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: DatatypeHandle,
    root: c_int,
    comm: CommHandle,
) -> c_int {
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let root = Face::rank_inward(root);
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    Face::returned(entry("MPI_Scatterv", On::Comm(comm), || {
        if root >= 0 && !check::in_place(recvbuf) {
            check::not_negative("recvcount", MPI_ERR_COUNT, recvcount as i64)?;
            check::handle("recvtype", recvtype)?;
        }
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::scatterv(
                sendbuf,
                Ints::int(sendcounts),
                Ints::int(displs),
                sendtype,
                recvbuf,
                recvcount as i64,
                recvtype,
                root,
                comm,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scatterv_c(
    sendbuf: *const c_void,
    sendcounts: *const Count,
    displs: *const Aint,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcount: Count,
    recvtype: DatatypeHandle,
    root: c_int,
    comm: CommHandle,
) -> c_int {
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let root = Face::rank_inward(root);
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    Face::returned(entry("MPI_Scatterv_c", On::Comm(comm), || {
        if root >= 0 && !check::in_place(recvbuf) {
            check::not_negative("recvcount", MPI_ERR_COUNT, recvcount)?;
            check::handle("recvtype", recvtype)?;
        }
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::scatterv(
                sendbuf,
                Ints::count(sendcounts),
                Ints::aint(displs),
                sendtype,
                recvbuf,
                recvcount,
                recvtype,
                root,
                comm,
            )
        }
    }))
}
