//! Collective communication: persistent (MPI-5.0 §6). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allgather_init(
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
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let comm = comm.inward();
    let info = info.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Allgather_init", On::Comm(comm), || {
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
            calls::coll::allgather_init(
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
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allgather_init_c(
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
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let comm = comm.inward();
    let info = info.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Allgather_init_c", On::Comm(comm), || {
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
            calls::coll::allgather_init(
                sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allgatherv_init(
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
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let comm = comm.inward();
    let info = info.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Allgatherv_init", On::Comm(comm), || {
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
            calls::coll::allgatherv_init(
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
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allgatherv_init_c(
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
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let comm = comm.inward();
    let info = info.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Allgatherv_init_c", On::Comm(comm), || {
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
            calls::coll::allgatherv_init(
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
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allreduce_init(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_int,
    datatype: DatatypeHandle,
    op: OpHandle,
    comm: CommHandle,
    info: InfoHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let op = op.inward();
    let comm = comm.inward();
    let info = info.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Allreduce_init", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::handle("datatype", datatype)?;
        check::handle("op", op)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::allreduce_init(
                sendbuf,
                recvbuf,
                count as i64,
                datatype,
                op,
                comm,
                info,
                request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Allreduce_init_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: Count,
    datatype: DatatypeHandle,
    op: OpHandle,
    comm: CommHandle,
    info: InfoHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let op = op.inward();
    let comm = comm.inward();
    let info = info.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Allreduce_init_c", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::handle("datatype", datatype)?;
        check::handle("op", op)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::allreduce_init(sendbuf, recvbuf, count, datatype, op, comm, info, request)
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoall_init(
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
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let comm = comm.inward();
    let info = info.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Alltoall_init", On::Comm(comm), || {
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
            calls::coll::alltoall_init(
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
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoall_init_c(
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
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let comm = comm.inward();
    let info = info.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Alltoall_init_c", On::Comm(comm), || {
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
            calls::coll::alltoall_init(
                sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoallv_init(
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
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let comm = comm.inward();
    let info = info.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Alltoallv_init", On::Comm(comm), || {
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
            calls::coll::alltoallv_init(
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
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoallv_init_c(
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
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let comm = comm.inward();
    let info = info.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Alltoallv_init_c", On::Comm(comm), || {
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
            calls::coll::alltoallv_init(
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
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoallw_init(
    sendbuf: *const c_void,
    sendcounts: *const c_int,
    sdispls: *const c_int,
    sendtypes: *const DatatypeHandle,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    rdispls: *const c_int,
    recvtypes: *const DatatypeHandle,
    comm: CommHandle,
    info: InfoHandle,
    request: *mut RequestHandle,
) -> c_int {
    let comm = comm.inward();
    let info = info.inward();
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
    Face::returned(entry("MPI_Alltoallw_init", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::alltoallw_init(
                sendbuf,
                Ints::int(sendcounts),
                Ints::int(sdispls),
                sendtypes,
                recvbuf,
                Ints::int(recvcounts),
                Ints::int(rdispls),
                recvtypes,
                comm,
                info,
                request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alltoallw_init_c(
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
    let comm = comm.inward();
    let info = info.inward();
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
    Face::returned(entry("MPI_Alltoallw_init_c", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::alltoallw_init(
                sendbuf,
                Ints::count(sendcounts),
                Ints::aint(sdispls),
                sendtypes,
                recvbuf,
                Ints::count(recvcounts),
                Ints::aint(rdispls),
                recvtypes,
                comm,
                info,
                request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Barrier_init(
    comm: CommHandle,
    info: InfoHandle,
    request: *mut RequestHandle,
) -> c_int {
    let comm = comm.inward();
    let info = info.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Barrier_init", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::coll::barrier_init(comm, info, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Bcast_init(
    buffer: *mut c_void,
    count: c_int,
    datatype: DatatypeHandle,
    root: c_int,
    comm: CommHandle,
    info: InfoHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let root = Face::rank_inward(root);
    let comm = comm.inward();
    let info = info.inward();
    let buffer = Face::buffer(buffer);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Bcast_init", On::Comm(comm), || {
        if root >= 0 {
            check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
            check::handle("datatype", datatype)?;
        }
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::bcast_init(buffer, count as i64, datatype, root, comm, info, request)
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Bcast_init_c(
    buffer: *mut c_void,
    count: Count,
    datatype: DatatypeHandle,
    root: c_int,
    comm: CommHandle,
    info: InfoHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let root = Face::rank_inward(root);
    let comm = comm.inward();
    let info = info.inward();
    let buffer = Face::buffer(buffer);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Bcast_init_c", On::Comm(comm), || {
        if root >= 0 {
            check::not_negative("count", MPI_ERR_COUNT, count)?;
            check::handle("datatype", datatype)?;
        }
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::coll::bcast_init(buffer, count, datatype, root, comm, info, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Exscan_init(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_int,
    datatype: DatatypeHandle,
    op: OpHandle,
    comm: CommHandle,
    info: InfoHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let op = op.inward();
    let comm = comm.inward();
    let info = info.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Exscan_init", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::handle("datatype", datatype)?;
        check::handle("op", op)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::exscan_init(
                sendbuf,
                recvbuf,
                count as i64,
                datatype,
                op,
                comm,
                info,
                request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Exscan_init_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: Count,
    datatype: DatatypeHandle,
    op: OpHandle,
    comm: CommHandle,
    info: InfoHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let op = op.inward();
    let comm = comm.inward();
    let info = info.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Exscan_init_c", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::handle("datatype", datatype)?;
        check::handle("op", op)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::exscan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request)
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Gather_init(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: DatatypeHandle,
    root: c_int,
    comm: CommHandle,
    info: InfoHandle,
    request: *mut RequestHandle,
) -> c_int {
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let root = Face::rank_inward(root);
    let comm = comm.inward();
    let info = info.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Gather_init", On::Comm(comm), || {
        if root >= 0 && !check::in_place(sendbuf) {
            check::not_negative("sendcount", MPI_ERR_COUNT, sendcount as i64)?;
            check::handle("sendtype", sendtype)?;
        }
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::gather_init(
                sendbuf,
                sendcount as i64,
                sendtype,
                recvbuf,
                recvcount as i64,
                recvtype,
                root,
                comm,
                info,
                request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Gather_init_c(
    sendbuf: *const c_void,
    sendcount: Count,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcount: Count,
    recvtype: DatatypeHandle,
    root: c_int,
    comm: CommHandle,
    info: InfoHandle,
    request: *mut RequestHandle,
) -> c_int {
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let root = Face::rank_inward(root);
    let comm = comm.inward();
    let info = info.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Gather_init_c", On::Comm(comm), || {
        if root >= 0 && !check::in_place(sendbuf) {
            check::not_negative("sendcount", MPI_ERR_COUNT, sendcount)?;
            check::handle("sendtype", sendtype)?;
        }
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::gather_init(
                sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info,
                request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Gatherv_init(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    displs: *const c_int,
    recvtype: DatatypeHandle,
    root: c_int,
    comm: CommHandle,
    info: InfoHandle,
    request: *mut RequestHandle,
) -> c_int {
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let root = Face::rank_inward(root);
    let comm = comm.inward();
    let info = info.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Gatherv_init", On::Comm(comm), || {
        if root >= 0 && !check::in_place(sendbuf) {
            check::not_negative("sendcount", MPI_ERR_COUNT, sendcount as i64)?;
            check::handle("sendtype", sendtype)?;
        }
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::gatherv_init(
                sendbuf,
                sendcount as i64,
                sendtype,
                recvbuf,
                Ints::int(recvcounts),
                Ints::int(displs),
                recvtype,
                root,
                comm,
                info,
                request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Gatherv_init_c(
    sendbuf: *const c_void,
    sendcount: Count,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcounts: *const Count,
    displs: *const Aint,
    recvtype: DatatypeHandle,
    root: c_int,
    comm: CommHandle,
    info: InfoHandle,
    request: *mut RequestHandle,
) -> c_int {
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let root = Face::rank_inward(root);
    let comm = comm.inward();
    let info = info.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Gatherv_init_c", On::Comm(comm), || {
        if root >= 0 && !check::in_place(sendbuf) {
            check::not_negative("sendcount", MPI_ERR_COUNT, sendcount)?;
            check::handle("sendtype", sendtype)?;
        }
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::gatherv_init(
                sendbuf,
                sendcount,
                sendtype,
                recvbuf,
                Ints::count(recvcounts),
                Ints::aint(displs),
                recvtype,
                root,
                comm,
                info,
                request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_init(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_int,
    datatype: DatatypeHandle,
    op: OpHandle,
    root: c_int,
    comm: CommHandle,
    info: InfoHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let op = op.inward();
    let root = Face::rank_inward(root);
    let comm = comm.inward();
    let info = info.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Reduce_init", On::Comm(comm), || {
        if root >= 0 {
            check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
            check::handle("datatype", datatype)?;
            check::handle("op", op)?;
        }
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::reduce_init(
                sendbuf,
                recvbuf,
                count as i64,
                datatype,
                op,
                root,
                comm,
                info,
                request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_init_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: Count,
    datatype: DatatypeHandle,
    op: OpHandle,
    root: c_int,
    comm: CommHandle,
    info: InfoHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let op = op.inward();
    let root = Face::rank_inward(root);
    let comm = comm.inward();
    let info = info.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Reduce_init_c", On::Comm(comm), || {
        if root >= 0 {
            check::not_negative("count", MPI_ERR_COUNT, count)?;
            check::handle("datatype", datatype)?;
            check::handle("op", op)?;
        }
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::reduce_init(
                sendbuf, recvbuf, count, datatype, op, root, comm, info, request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_scatter_block_init(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    recvcount: c_int,
    datatype: DatatypeHandle,
    op: OpHandle,
    comm: CommHandle,
    info: InfoHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let op = op.inward();
    let comm = comm.inward();
    let info = info.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Reduce_scatter_block_init", On::Comm(comm), || {
        check::not_negative("recvcount", MPI_ERR_COUNT, recvcount as i64)?;
        check::handle("datatype", datatype)?;
        check::handle("op", op)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::reduce_scatter_block_init(
                sendbuf,
                recvbuf,
                recvcount as i64,
                datatype,
                op,
                comm,
                info,
                request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_scatter_block_init_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    recvcount: Count,
    datatype: DatatypeHandle,
    op: OpHandle,
    comm: CommHandle,
    info: InfoHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let op = op.inward();
    let comm = comm.inward();
    let info = info.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Reduce_scatter_block_init_c", On::Comm(comm), || {
        check::not_negative("recvcount", MPI_ERR_COUNT, recvcount)?;
        check::handle("datatype", datatype)?;
        check::handle("op", op)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::reduce_scatter_block_init(
                sendbuf, recvbuf, recvcount, datatype, op, comm, info, request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_scatter_init(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    datatype: DatatypeHandle,
    op: OpHandle,
    comm: CommHandle,
    info: InfoHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let op = op.inward();
    let comm = comm.inward();
    let info = info.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Reduce_scatter_init", On::Comm(comm), || {
        check::handle("datatype", datatype)?;
        check::handle("op", op)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::reduce_scatter_init(
                sendbuf,
                recvbuf,
                Ints::int(recvcounts),
                datatype,
                op,
                comm,
                info,
                request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_scatter_init_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    recvcounts: *const Count,
    datatype: DatatypeHandle,
    op: OpHandle,
    comm: CommHandle,
    info: InfoHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let op = op.inward();
    let comm = comm.inward();
    let info = info.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Reduce_scatter_init_c", On::Comm(comm), || {
        check::handle("datatype", datatype)?;
        check::handle("op", op)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::reduce_scatter_init(
                sendbuf,
                recvbuf,
                Ints::count(recvcounts),
                datatype,
                op,
                comm,
                info,
                request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scan_init(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_int,
    datatype: DatatypeHandle,
    op: OpHandle,
    comm: CommHandle,
    info: InfoHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let op = op.inward();
    let comm = comm.inward();
    let info = info.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Scan_init", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::handle("datatype", datatype)?;
        check::handle("op", op)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::scan_init(
                sendbuf,
                recvbuf,
                count as i64,
                datatype,
                op,
                comm,
                info,
                request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scan_init_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: Count,
    datatype: DatatypeHandle,
    op: OpHandle,
    comm: CommHandle,
    info: InfoHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let op = op.inward();
    let comm = comm.inward();
    let info = info.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Scan_init_c", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::handle("datatype", datatype)?;
        check::handle("op", op)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::scan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request)
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scatter_init(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: DatatypeHandle,
    root: c_int,
    comm: CommHandle,
    info: InfoHandle,
    request: *mut RequestHandle,
) -> c_int {
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let root = Face::rank_inward(root);
    let comm = comm.inward();
    let info = info.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Scatter_init", On::Comm(comm), || {
        if root >= 0 && !check::in_place(recvbuf) {
            check::not_negative("recvcount", MPI_ERR_COUNT, recvcount as i64)?;
            check::handle("recvtype", recvtype)?;
        }
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::scatter_init(
                sendbuf,
                sendcount as i64,
                sendtype,
                recvbuf,
                recvcount as i64,
                recvtype,
                root,
                comm,
                info,
                request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scatter_init_c(
    sendbuf: *const c_void,
    sendcount: Count,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcount: Count,
    recvtype: DatatypeHandle,
    root: c_int,
    comm: CommHandle,
    info: InfoHandle,
    request: *mut RequestHandle,
) -> c_int {
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let root = Face::rank_inward(root);
    let comm = comm.inward();
    let info = info.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Scatter_init_c", On::Comm(comm), || {
        if root >= 0 && !check::in_place(recvbuf) {
            check::not_negative("recvcount", MPI_ERR_COUNT, recvcount)?;
            check::handle("recvtype", recvtype)?;
        }
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::scatter_init(
                sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info,
                request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scatterv_init(
    sendbuf: *const c_void,
    sendcounts: *const c_int,
    displs: *const c_int,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: DatatypeHandle,
    root: c_int,
    comm: CommHandle,
    info: InfoHandle,
    request: *mut RequestHandle,
) -> c_int {
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let root = Face::rank_inward(root);
    let comm = comm.inward();
    let info = info.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Scatterv_init", On::Comm(comm), || {
        if root >= 0 && !check::in_place(recvbuf) {
            check::not_negative("recvcount", MPI_ERR_COUNT, recvcount as i64)?;
            check::handle("recvtype", recvtype)?;
        }
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::scatterv_init(
                sendbuf,
                Ints::int(sendcounts),
                Ints::int(displs),
                sendtype,
                recvbuf,
                recvcount as i64,
                recvtype,
                root,
                comm,
                info,
                request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Scatterv_init_c(
    sendbuf: *const c_void,
    sendcounts: *const Count,
    displs: *const Aint,
    sendtype: DatatypeHandle,
    recvbuf: *mut c_void,
    recvcount: Count,
    recvtype: DatatypeHandle,
    root: c_int,
    comm: CommHandle,
    info: InfoHandle,
    request: *mut RequestHandle,
) -> c_int {
    let sendtype = sendtype.inward();
    let recvtype = recvtype.inward();
    let root = Face::rank_inward(root);
    let comm = comm.inward();
    let info = info.inward();
    let sendbuf = Face::buffer(sendbuf);
    let recvbuf = Face::buffer(recvbuf);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Scatterv_init_c", On::Comm(comm), || {
        if root >= 0 && !check::in_place(recvbuf) {
            check::not_negative("recvcount", MPI_ERR_COUNT, recvcount)?;
            check::handle("recvtype", recvtype)?;
        }
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::coll::scatterv_init(
                sendbuf,
                Ints::count(sendcounts),
                Ints::aint(displs),
                sendtype,
                recvbuf,
                recvcount,
                recvtype,
                root,
                comm,
                info,
                request,
            )
        }
    }))
}
