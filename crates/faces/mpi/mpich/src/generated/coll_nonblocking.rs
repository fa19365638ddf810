//! Collective communication: nonblocking (MPI-5.0 §6). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iallgather(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: DatatypeHandle,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Iallgather", On::Comm(comm), || {
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
            calls::coll::iallgather(
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
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iallgather_c(
    sendbuf: *const c_void,
    sendcount: Count,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcount: Count,
    recvtype: DatatypeHandle,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Iallgather_c", On::Comm(comm), || {
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
            calls::coll::iallgather(
                sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iallgatherv(
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
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Iallgatherv", On::Comm(comm), || {
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
            calls::coll::iallgatherv(
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
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iallgatherv_c(
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
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Iallgatherv_c", On::Comm(comm), || {
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
            calls::coll::iallgatherv(
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
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iallreduce(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_int,
    datatype: DatatypeHandle,
    op: OpHandle,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let op = op.inward();
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Iallreduce", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::handle("datatype", datatype)?;
        check::handle("op", op)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::iallreduce(sendbuf, recvbuf, count as i64, datatype, op, comm, request)
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iallreduce_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: Count,
    datatype: DatatypeHandle,
    op: OpHandle,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let op = op.inward();
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Iallreduce_c", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::handle("datatype", datatype)?;
        check::handle("op", op)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::coll::iallreduce(sendbuf, recvbuf, count, datatype, op, comm, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ialltoall(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: DatatypeHandle,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Ialltoall", On::Comm(comm), || {
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
            calls::coll::ialltoall(
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
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ialltoall_c(
    sendbuf: *const c_void,
    sendcount: Count,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcount: Count,
    recvtype: DatatypeHandle,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Ialltoall_c", On::Comm(comm), || {
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
            calls::coll::ialltoall(
                sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ialltoallv(
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
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Ialltoallv", On::Comm(comm), || {
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
            calls::coll::ialltoallv(
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
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ialltoallv_c(
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
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Ialltoallv_c", On::Comm(comm), || {
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
            calls::coll::ialltoallv(
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
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ialltoallw(
    sendbuf: *const c_void,
    sendcounts: *const c_int,
    sdispls: *const c_int,
    sendtypes: *const DatatypeHandle,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    rdispls: *const c_int,
    recvtypes: *const DatatypeHandle,
    comm: CommHandle,
    request: *mut RequestHandle,
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
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Ialltoallw", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::ialltoallw(
                sendbuf,
                Ints::int(sendcounts),
                Ints::int(sdispls),
                sendtypes,
                recvbuf,
                Ints::int(recvcounts),
                Ints::int(rdispls),
                recvtypes,
                comm,
                request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ialltoallw_c(
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
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Ialltoallw_c", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::ialltoallw(
                sendbuf,
                Ints::count(sendcounts),
                Ints::aint(sdispls),
                sendtypes,
                recvbuf,
                Ints::count(recvcounts),
                Ints::aint(rdispls),
                recvtypes,
                comm,
                request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ibarrier(comm: CommHandle, request: *mut RequestHandle) -> c_int {
    let comm = comm.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Ibarrier", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::coll::ibarrier(comm, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ibcast(
    buffer: *mut c_void,
    count: c_int,
    datatype: DatatypeHandle,
    root: c_int,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let root = Face::rank_inward(root);
    let comm = comm.inward();
    let buffer = Face::buffer(buffer);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Ibcast", On::Comm(comm), || {
        if root >= 0 {
            check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
            check::handle("datatype", datatype)?;
        }
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::coll::ibcast(buffer, count as i64, datatype, root, comm, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ibcast_c(
    buffer: *mut c_void,
    count: Count,
    datatype: DatatypeHandle,
    root: c_int,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let root = Face::rank_inward(root);
    let comm = comm.inward();
    let buffer = Face::buffer(buffer);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Ibcast_c", On::Comm(comm), || {
        if root >= 0 {
            check::not_negative("count", MPI_ERR_COUNT, count)?;
            check::handle("datatype", datatype)?;
        }
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::coll::ibcast(buffer, count, datatype, root, comm, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iexscan(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_int,
    datatype: DatatypeHandle,
    op: OpHandle,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let op = op.inward();
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Iexscan", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::handle("datatype", datatype)?;
        check::handle("op", op)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::coll::iexscan(sendbuf, recvbuf, count as i64, datatype, op, comm, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iexscan_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: Count,
    datatype: DatatypeHandle,
    op: OpHandle,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let op = op.inward();
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Iexscan_c", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::handle("datatype", datatype)?;
        check::handle("op", op)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::coll::iexscan(sendbuf, recvbuf, count, datatype, op, comm, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Igather(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: DatatypeHandle,
    root: c_int,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let root = Face::rank_inward(root);
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Igather", On::Comm(comm), || {
        if root >= 0 && !check::in_place(sendbuf) {
            check::not_negative("sendcount", MPI_ERR_COUNT, sendcount as i64)?;
            check::handle("sendtype", sendtype)?;
        }
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::igather(
                sendbuf,
                sendcount as i64,
                sendtype,
                recvbuf,
                recvcount as i64,
                recvtype,
                root,
                comm,
                request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Igather_c(
    sendbuf: *const c_void,
    sendcount: Count,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcount: Count,
    recvtype: DatatypeHandle,
    root: c_int,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let root = Face::rank_inward(root);
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Igather_c", On::Comm(comm), || {
        if root >= 0 && !check::in_place(sendbuf) {
            check::not_negative("sendcount", MPI_ERR_COUNT, sendcount)?;
            check::handle("sendtype", sendtype)?;
        }
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::igather(
                sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Igatherv(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    displs: *const c_int,
    recvtype: DatatypeHandle,
    root: c_int,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let root = Face::rank_inward(root);
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Igatherv", On::Comm(comm), || {
        if root >= 0 && !check::in_place(sendbuf) {
            check::not_negative("sendcount", MPI_ERR_COUNT, sendcount as i64)?;
            check::handle("sendtype", sendtype)?;
        }
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::igatherv(
                sendbuf,
                sendcount as i64,
                sendtype,
                recvbuf,
                Ints::int(recvcounts),
                Ints::int(displs),
                recvtype,
                root,
                comm,
                request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Igatherv_c(
    sendbuf: *const c_void,
    sendcount: Count,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcounts: *const Count,
    displs: *const Aint,
    recvtype: DatatypeHandle,
    root: c_int,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let root = Face::rank_inward(root);
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Igatherv_c", On::Comm(comm), || {
        if root >= 0 && !check::in_place(sendbuf) {
            check::not_negative("sendcount", MPI_ERR_COUNT, sendcount)?;
            check::handle("sendtype", sendtype)?;
        }
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::igatherv(
                sendbuf,
                sendcount,
                sendtype,
                recvbuf,
                Ints::count(recvcounts),
                Ints::aint(displs),
                recvtype,
                root,
                comm,
                request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ireduce(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_int,
    datatype: DatatypeHandle,
    op: OpHandle,
    root: c_int,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let op = op.inward();
    let root = Face::rank_inward(root);
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Ireduce", On::Comm(comm), || {
        if root >= 0 {
            check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
            check::handle("datatype", datatype)?;
            check::handle("op", op)?;
        }
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::ireduce(sendbuf, recvbuf, count as i64, datatype, op, root, comm, request)
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ireduce_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: Count,
    datatype: DatatypeHandle,
    op: OpHandle,
    root: c_int,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let op = op.inward();
    let root = Face::rank_inward(root);
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Ireduce_c", On::Comm(comm), || {
        if root >= 0 {
            check::not_negative("count", MPI_ERR_COUNT, count)?;
            check::handle("datatype", datatype)?;
            check::handle("op", op)?;
        }
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::coll::ireduce(sendbuf, recvbuf, count, datatype, op, root, comm, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ireduce_scatter(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    datatype: DatatypeHandle,
    op: OpHandle,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let op = op.inward();
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Ireduce_scatter", On::Comm(comm), || {
        check::handle("datatype", datatype)?;
        check::handle("op", op)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::ireduce_scatter(
                sendbuf,
                recvbuf,
                Ints::int(recvcounts),
                datatype,
                op,
                comm,
                request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ireduce_scatter_block(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    recvcount: c_int,
    datatype: DatatypeHandle,
    op: OpHandle,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let op = op.inward();
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Ireduce_scatter_block", On::Comm(comm), || {
        check::not_negative("recvcount", MPI_ERR_COUNT, recvcount as i64)?;
        check::handle("datatype", datatype)?;
        check::handle("op", op)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::ireduce_scatter_block(
                sendbuf,
                recvbuf,
                recvcount as i64,
                datatype,
                op,
                comm,
                request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ireduce_scatter_block_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    recvcount: Count,
    datatype: DatatypeHandle,
    op: OpHandle,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let op = op.inward();
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Ireduce_scatter_block_c", On::Comm(comm), || {
        check::not_negative("recvcount", MPI_ERR_COUNT, recvcount)?;
        check::handle("datatype", datatype)?;
        check::handle("op", op)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::ireduce_scatter_block(
                sendbuf, recvbuf, recvcount, datatype, op, comm, request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ireduce_scatter_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    recvcounts: *const Count,
    datatype: DatatypeHandle,
    op: OpHandle,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let op = op.inward();
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Ireduce_scatter_c", On::Comm(comm), || {
        check::handle("datatype", datatype)?;
        check::handle("op", op)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::ireduce_scatter(
                sendbuf,
                recvbuf,
                Ints::count(recvcounts),
                datatype,
                op,
                comm,
                request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iscan(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_int,
    datatype: DatatypeHandle,
    op: OpHandle,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let op = op.inward();
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Iscan", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::handle("datatype", datatype)?;
        check::handle("op", op)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::coll::iscan(sendbuf, recvbuf, count as i64, datatype, op, comm, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iscan_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: Count,
    datatype: DatatypeHandle,
    op: OpHandle,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let op = op.inward();
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Iscan_c", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::handle("datatype", datatype)?;
        check::handle("op", op)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::coll::iscan(sendbuf, recvbuf, count, datatype, op, comm, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iscatter(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: DatatypeHandle,
    root: c_int,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let root = Face::rank_inward(root);
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Iscatter", On::Comm(comm), || {
        if root >= 0 && !check::in_place(recvbuf) {
            check::not_negative("recvcount", MPI_ERR_COUNT, recvcount as i64)?;
            check::handle("recvtype", recvtype)?;
        }
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::iscatter(
                sendbuf,
                sendcount as i64,
                sendtype,
                recvbuf,
                recvcount as i64,
                recvtype,
                root,
                comm,
                request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iscatter_c(
    sendbuf: *const c_void,
    sendcount: Count,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcount: Count,
    recvtype: DatatypeHandle,
    root: c_int,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let root = Face::rank_inward(root);
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Iscatter_c", On::Comm(comm), || {
        if root >= 0 && !check::in_place(recvbuf) {
            check::not_negative("recvcount", MPI_ERR_COUNT, recvcount)?;
            check::handle("recvtype", recvtype)?;
        }
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::iscatter(
                sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iscatterv(
    sendbuf: *const c_void,
    sendcounts: *const c_int,
    displs: *const c_int,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: DatatypeHandle,
    root: c_int,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let root = Face::rank_inward(root);
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Iscatterv", On::Comm(comm), || {
        if root >= 0 && !check::in_place(recvbuf) {
            check::not_negative("recvcount", MPI_ERR_COUNT, recvcount as i64)?;
            check::handle("recvtype", recvtype)?;
        }
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::iscatterv(
                sendbuf,
                Ints::int(sendcounts),
                Ints::int(displs),
                sendtype,
                recvbuf,
                recvcount as i64,
                recvtype,
                root,
                comm,
                request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iscatterv_c(
    sendbuf: *const c_void,
    sendcounts: *const Count,
    displs: *const Aint,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcount: Count,
    recvtype: DatatypeHandle,
    root: c_int,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let root = Face::rank_inward(root);
    let comm = comm.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Iscatterv_c", On::Comm(comm), || {
        if root >= 0 && !check::in_place(recvbuf) {
            check::not_negative("recvcount", MPI_ERR_COUNT, recvcount)?;
            check::handle("recvtype", recvtype)?;
        }
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::iscatterv(
                sendbuf,
                Ints::count(sendcounts),
                Ints::aint(displs),
                sendtype,
                recvbuf,
                recvcount,
                recvtype,
                root,
                comm,
                request,
            )
        }
    }))
}
