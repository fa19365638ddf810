//! Point-to-point communication (MPI-5.0 §3). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Bsend(
    buf: *const c_void,
    count: c_int,
    datatype: DatatypeHandle,
    dest: c_int,
    tag: c_int,
    comm: CommHandle,
) -> c_int {
    let datatype = datatype.inward();
    let dest = Face::rank_inward(dest);
    let tag = Face::tag_inward(tag);
    let comm = comm.inward();
    Face::returned(entry("MPI_Bsend", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::send_tag("tag", tag)?;
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::p2p::bsend(buf, count as i64, datatype, dest, tag, comm) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Bsend_c(
    buf: *const c_void,
    count: Count,
    datatype: DatatypeHandle,
    dest: c_int,
    tag: c_int,
    comm: CommHandle,
) -> c_int {
    let datatype = datatype.inward();
    let dest = Face::rank_inward(dest);
    let tag = Face::tag_inward(tag);
    let comm = comm.inward();
    Face::returned(entry("MPI_Bsend_c", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::send_tag("tag", tag)?;
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::p2p::bsend(buf, count, datatype, dest, tag, comm) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Bsend_init(
    buf: *const c_void,
    count: c_int,
    datatype: DatatypeHandle,
    dest: c_int,
    tag: c_int,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let dest = Face::rank_inward(dest);
    let tag = Face::tag_inward(tag);
    let comm = comm.inward();
    Face::returned(entry("MPI_Bsend_init", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::send_tag("tag", tag)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::p2p::bsend_init(buf, count as i64, datatype, dest, tag, comm, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Bsend_init_c(
    buf: *const c_void,
    count: Count,
    datatype: DatatypeHandle,
    dest: c_int,
    tag: c_int,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let dest = Face::rank_inward(dest);
    let tag = Face::tag_inward(tag);
    let comm = comm.inward();
    Face::returned(entry("MPI_Bsend_init_c", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::send_tag("tag", tag)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::p2p::bsend_init(buf, count, datatype, dest, tag, comm, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ibsend(
    buf: *const c_void,
    count: c_int,
    datatype: DatatypeHandle,
    dest: c_int,
    tag: c_int,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let dest = Face::rank_inward(dest);
    let tag = Face::tag_inward(tag);
    let comm = comm.inward();
    Face::returned(entry("MPI_Ibsend", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::send_tag("tag", tag)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::p2p::ibsend(buf, count as i64, datatype, dest, tag, comm, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ibsend_c(
    buf: *const c_void,
    count: Count,
    datatype: DatatypeHandle,
    dest: c_int,
    tag: c_int,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let dest = Face::rank_inward(dest);
    let tag = Face::tag_inward(tag);
    let comm = comm.inward();
    Face::returned(entry("MPI_Ibsend_c", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::send_tag("tag", tag)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::p2p::ibsend(buf, count, datatype, dest, tag, comm, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Improbe(
    source: c_int,
    tag: c_int,
    comm: CommHandle,
    flag: *mut c_int,
    message: *mut MessageHandle,
    status: *mut Status,
) -> c_int {
    let source = Face::rank_inward(source);
    let tag = Face::tag_inward(tag);
    let comm = comm.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut message_place = unsafe { HandlePlace::new(message, false, true) };
    let message = message_place.pointer();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status, false, true) };
    let status = status_place.pointer();
    Face::returned(entry("MPI_Improbe", On::Comm(comm), || {
        check::recv_tag("tag", tag)?;
        check::handle("comm", comm)?;
        check::pointer("flag", flag)?;
        check::pointer("message", message)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::p2p::improbe(source, tag, comm, flag, message, status) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Imrecv(
    buf: *mut c_void,
    count: c_int,
    datatype: DatatypeHandle,
    message: *mut MessageHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut message_place = unsafe { HandlePlace::new(message, true, true) };
    let message = message_place.pointer();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Imrecv", On::Nothing, || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        // SAFETY: NULL or a handle of the program's.
        unsafe { check::handle_at("message", message) }?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::p2p::imrecv(buf, count as i64, datatype, message, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Imrecv_c(
    buf: *mut c_void,
    count: Count,
    datatype: DatatypeHandle,
    message: *mut MessageHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut message_place = unsafe { HandlePlace::new(message, true, true) };
    let message = message_place.pointer();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Imrecv_c", On::Nothing, || {
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        // SAFETY: NULL or a handle of the program's.
        unsafe { check::handle_at("message", message) }?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::p2p::imrecv(buf, count, datatype, message, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iprobe(
    source: c_int,
    tag: c_int,
    comm: CommHandle,
    flag: *mut c_int,
    status: *mut Status,
) -> c_int {
    let source = Face::rank_inward(source);
    let tag = Face::tag_inward(tag);
    let comm = comm.inward();
    Face::returned(entry("MPI_Iprobe", On::Comm(comm), || {
        check::recv_tag("tag", tag)?;
        check::handle("comm", comm)?;
        check::pointer("flag", flag)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::p2p::iprobe(source, tag, comm, flag, status) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Irecv(
    buf: *mut c_void,
    count: c_int,
    datatype: DatatypeHandle,
    source: c_int,
    tag: c_int,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let source = Face::rank_inward(source);
    let tag = Face::tag_inward(tag);
    let comm = comm.inward();
    Face::returned(entry("MPI_Irecv", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::recv_tag("tag", tag)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::p2p::irecv(buf, count as i64, datatype, source, tag, comm, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Irecv_c(
    buf: *mut c_void,
    count: Count,
    datatype: DatatypeHandle,
    source: c_int,
    tag: c_int,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let source = Face::rank_inward(source);
    let tag = Face::tag_inward(tag);
    let comm = comm.inward();
    Face::returned(entry("MPI_Irecv_c", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::recv_tag("tag", tag)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::p2p::irecv(buf, count, datatype, source, tag, comm, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Irsend(
    buf: *const c_void,
    count: c_int,
    datatype: DatatypeHandle,
    dest: c_int,
    tag: c_int,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let dest = Face::rank_inward(dest);
    let tag = Face::tag_inward(tag);
    let comm = comm.inward();
    Face::returned(entry("MPI_Irsend", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::send_tag("tag", tag)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::p2p::irsend(buf, count as i64, datatype, dest, tag, comm, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Irsend_c(
    buf: *const c_void,
    count: Count,
    datatype: DatatypeHandle,
    dest: c_int,
    tag: c_int,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let dest = Face::rank_inward(dest);
    let tag = Face::tag_inward(tag);
    let comm = comm.inward();
    Face::returned(entry("MPI_Irsend_c", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::send_tag("tag", tag)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::p2p::irsend(buf, count, datatype, dest, tag, comm, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Isend(
    buf: *const c_void,
    count: c_int,
    datatype: DatatypeHandle,
    dest: c_int,
    tag: c_int,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let dest = Face::rank_inward(dest);
    let tag = Face::tag_inward(tag);
    let comm = comm.inward();
    Face::returned(entry("MPI_Isend", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::send_tag("tag", tag)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::p2p::isend(buf, count as i64, datatype, dest, tag, comm, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Isend_c(
    buf: *const c_void,
    count: Count,
    datatype: DatatypeHandle,
    dest: c_int,
    tag: c_int,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let dest = Face::rank_inward(dest);
    let tag = Face::tag_inward(tag);
    let comm = comm.inward();
    Face::returned(entry("MPI_Isend_c", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::send_tag("tag", tag)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::p2p::isend(buf, count, datatype, dest, tag, comm, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Isendrecv(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: DatatypeHandle,
    dest: c_int,
    sendtag: c_int,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: DatatypeHandle,
    source: c_int,
    recvtag: c_int,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let sendtype = sendtype.inward();
    let dest = Face::rank_inward(dest);
    let sendtag = Face::tag_inward(sendtag);
    let recvtype = recvtype.inward();
    let source = Face::rank_inward(source);
    let recvtag = Face::tag_inward(recvtag);
    let comm = comm.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Isendrecv", On::Comm(comm), || {
        check::not_negative("sendcount", MPI_ERR_COUNT, sendcount as i64)?;
        check::send_tag("sendtag", sendtag)?;
        check::not_negative("recvcount", MPI_ERR_COUNT, recvcount as i64)?;
        check::recv_tag("recvtag", recvtag)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::p2p::isendrecv(
                sendbuf,
                sendcount as i64,
                sendtype,
                dest,
                sendtag,
                recvbuf,
                recvcount as i64,
                recvtype,
                source,
                recvtag,
                comm,
                request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Isendrecv_c(
    sendbuf: *const c_void,
    sendcount: Count,
    sendtype: DatatypeHandle,
    dest: c_int,
    sendtag: c_int,
    recvbuf: *mut c_void,
    recvcount: Count,
    recvtype: DatatypeHandle,
    source: c_int,
    recvtag: c_int,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let sendtype = sendtype.inward();
    let dest = Face::rank_inward(dest);
    let sendtag = Face::tag_inward(sendtag);
    let recvtype = recvtype.inward();
    let source = Face::rank_inward(source);
    let recvtag = Face::tag_inward(recvtag);
    let comm = comm.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Isendrecv_c", On::Comm(comm), || {
        check::not_negative("sendcount", MPI_ERR_COUNT, sendcount)?;
        check::send_tag("sendtag", sendtag)?;
        check::not_negative("recvcount", MPI_ERR_COUNT, recvcount)?;
        check::recv_tag("recvtag", recvtag)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::p2p::isendrecv(
                sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source,
                recvtag, comm, request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Isendrecv_replace(
    buf: *mut c_void,
    count: c_int,
    datatype: DatatypeHandle,
    dest: c_int,
    sendtag: c_int,
    source: c_int,
    recvtag: c_int,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let dest = Face::rank_inward(dest);
    let sendtag = Face::tag_inward(sendtag);
    let source = Face::rank_inward(source);
    let recvtag = Face::tag_inward(recvtag);
    let comm = comm.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Isendrecv_replace", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::send_tag("sendtag", sendtag)?;
        check::recv_tag("recvtag", recvtag)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::p2p::isendrecv_replace(
                buf,
                count as i64,
                datatype,
                dest,
                sendtag,
                source,
                recvtag,
                comm,
                request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Isendrecv_replace_c(
    buf: *mut c_void,
    count: Count,
    datatype: DatatypeHandle,
    dest: c_int,
    sendtag: c_int,
    source: c_int,
    recvtag: c_int,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let dest = Face::rank_inward(dest);
    let sendtag = Face::tag_inward(sendtag);
    let source = Face::rank_inward(source);
    let recvtag = Face::tag_inward(recvtag);
    let comm = comm.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Isendrecv_replace_c", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::send_tag("sendtag", sendtag)?;
        check::recv_tag("recvtag", recvtag)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::p2p::isendrecv_replace(
                buf, count, datatype, dest, sendtag, source, recvtag, comm, request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Issend(
    buf: *const c_void,
    count: c_int,
    datatype: DatatypeHandle,
    dest: c_int,
    tag: c_int,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let dest = Face::rank_inward(dest);
    let tag = Face::tag_inward(tag);
    let comm = comm.inward();
    Face::returned(entry("MPI_Issend", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::send_tag("tag", tag)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::p2p::issend(buf, count as i64, datatype, dest, tag, comm, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Issend_c(
    buf: *const c_void,
    count: Count,
    datatype: DatatypeHandle,
    dest: c_int,
    tag: c_int,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let dest = Face::rank_inward(dest);
    let tag = Face::tag_inward(tag);
    let comm = comm.inward();
    Face::returned(entry("MPI_Issend_c", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::send_tag("tag", tag)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::p2p::issend(buf, count, datatype, dest, tag, comm, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Mprobe(
    source: c_int,
    tag: c_int,
    comm: CommHandle,
    message: *mut MessageHandle,
    status: *mut Status,
) -> c_int {
    let source = Face::rank_inward(source);
    let tag = Face::tag_inward(tag);
    let comm = comm.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut message_place = unsafe { HandlePlace::new(message, false, true) };
    let message = message_place.pointer();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status, false, true) };
    let status = status_place.pointer();
    Face::returned(entry("MPI_Mprobe", On::Comm(comm), || {
        check::recv_tag("tag", tag)?;
        check::handle("comm", comm)?;
        check::pointer("message", message)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::p2p::mprobe(source, tag, comm, message, status) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Mrecv(
    buf: *mut c_void,
    count: c_int,
    datatype: DatatypeHandle,
    message: *mut MessageHandle,
    status: *mut Status,
) -> c_int {
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut message_place = unsafe { HandlePlace::new(message, true, true) };
    let message = message_place.pointer();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status, false, true) };
    let status = status_place.pointer();
    Face::returned(entry("MPI_Mrecv", On::Nothing, || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        // SAFETY: NULL or a handle of the program's.
        unsafe { check::handle_at("message", message) }?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::p2p::mrecv(buf, count as i64, datatype, message, status) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Mrecv_c(
    buf: *mut c_void,
    count: Count,
    datatype: DatatypeHandle,
    message: *mut MessageHandle,
    status: *mut Status,
) -> c_int {
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut message_place = unsafe { HandlePlace::new(message, true, true) };
    let message = message_place.pointer();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status, false, true) };
    let status = status_place.pointer();
    Face::returned(entry("MPI_Mrecv_c", On::Nothing, || {
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        // SAFETY: NULL or a handle of the program's.
        unsafe { check::handle_at("message", message) }?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::p2p::mrecv(buf, count, datatype, message, status) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Probe(
    source: c_int,
    tag: c_int,
    comm: CommHandle,
    status: *mut Status,
) -> c_int {
    let source = Face::rank_inward(source);
    let tag = Face::tag_inward(tag);
    let comm = comm.inward();
    Face::returned(entry("MPI_Probe", On::Comm(comm), || {
        check::recv_tag("tag", tag)?;
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::p2p::probe(source, tag, comm, status) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Recv(
    buf: *mut c_void,
    count: c_int,
    datatype: DatatypeHandle,
    source: c_int,
    tag: c_int,
    comm: CommHandle,
    status: *mut Status,
) -> c_int {
    let datatype = datatype.inward();
    let source = Face::rank_inward(source);
    let tag = Face::tag_inward(tag);
    let comm = comm.inward();
    Face::returned(entry("MPI_Recv", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::recv_tag("tag", tag)?;
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::p2p::recv(buf, count as i64, datatype, source, tag, comm, status) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Recv_c(
    buf: *mut c_void,
    count: Count,
    datatype: DatatypeHandle,
    source: c_int,
    tag: c_int,
    comm: CommHandle,
    status: *mut Status,
) -> c_int {
    let datatype = datatype.inward();
    let source = Face::rank_inward(source);
    let tag = Face::tag_inward(tag);
    let comm = comm.inward();
    Face::returned(entry("MPI_Recv_c", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::recv_tag("tag", tag)?;
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::p2p::recv(buf, count, datatype, source, tag, comm, status) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Recv_init(
    buf: *mut c_void,
    count: c_int,
    datatype: DatatypeHandle,
    source: c_int,
    tag: c_int,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let source = Face::rank_inward(source);
    let tag = Face::tag_inward(tag);
    let comm = comm.inward();
    Face::returned(entry("MPI_Recv_init", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::recv_tag("tag", tag)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::p2p::recv_init(buf, count as i64, datatype, source, tag, comm, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Recv_init_c(
    buf: *mut c_void,
    count: Count,
    datatype: DatatypeHandle,
    source: c_int,
    tag: c_int,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let source = Face::rank_inward(source);
    let tag = Face::tag_inward(tag);
    let comm = comm.inward();
    Face::returned(entry("MPI_Recv_init_c", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::recv_tag("tag", tag)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::p2p::recv_init(buf, count, datatype, source, tag, comm, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Rsend(
    buf: *const c_void,
    count: c_int,
    datatype: DatatypeHandle,
    dest: c_int,
    tag: c_int,
    comm: CommHandle,
) -> c_int {
    let datatype = datatype.inward();
    let dest = Face::rank_inward(dest);
    let tag = Face::tag_inward(tag);
    let comm = comm.inward();
    Face::returned(entry("MPI_Rsend", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::send_tag("tag", tag)?;
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::p2p::rsend(buf, count as i64, datatype, dest, tag, comm) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Rsend_c(
    buf: *const c_void,
    count: Count,
    datatype: DatatypeHandle,
    dest: c_int,
    tag: c_int,
    comm: CommHandle,
) -> c_int {
    let datatype = datatype.inward();
    let dest = Face::rank_inward(dest);
    let tag = Face::tag_inward(tag);
    let comm = comm.inward();
    Face::returned(entry("MPI_Rsend_c", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::send_tag("tag", tag)?;
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::p2p::rsend(buf, count, datatype, dest, tag, comm) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Rsend_init(
    buf: *const c_void,
    count: c_int,
    datatype: DatatypeHandle,
    dest: c_int,
    tag: c_int,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let dest = Face::rank_inward(dest);
    let tag = Face::tag_inward(tag);
    let comm = comm.inward();
    Face::returned(entry("MPI_Rsend_init", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::send_tag("tag", tag)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::p2p::rsend_init(buf, count as i64, datatype, dest, tag, comm, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Rsend_init_c(
    buf: *const c_void,
    count: Count,
    datatype: DatatypeHandle,
    dest: c_int,
    tag: c_int,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let dest = Face::rank_inward(dest);
    let tag = Face::tag_inward(tag);
    let comm = comm.inward();
    Face::returned(entry("MPI_Rsend_init_c", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::send_tag("tag", tag)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::p2p::rsend_init(buf, count, datatype, dest, tag, comm, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Send(
    buf: *const c_void,
    count: c_int,
    datatype: DatatypeHandle,
    dest: c_int,
    tag: c_int,
    comm: CommHandle,
) -> c_int {
    let datatype = datatype.inward();
    let dest = Face::rank_inward(dest);
    let tag = Face::tag_inward(tag);
    let comm = comm.inward();
    Face::returned(entry("MPI_Send", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::send_tag("tag", tag)?;
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::p2p::send(buf, count as i64, datatype, dest, tag, comm) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Send_c(
    buf: *const c_void,
    count: Count,
    datatype: DatatypeHandle,
    dest: c_int,
    tag: c_int,
    comm: CommHandle,
) -> c_int {
    let datatype = datatype.inward();
    let dest = Face::rank_inward(dest);
    let tag = Face::tag_inward(tag);
    let comm = comm.inward();
    Face::returned(entry("MPI_Send_c", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::send_tag("tag", tag)?;
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::p2p::send(buf, count, datatype, dest, tag, comm) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Send_init(
    buf: *const c_void,
    count: c_int,
    datatype: DatatypeHandle,
    dest: c_int,
    tag: c_int,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let dest = Face::rank_inward(dest);
    let tag = Face::tag_inward(tag);
    let comm = comm.inward();
    Face::returned(entry("MPI_Send_init", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::send_tag("tag", tag)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::p2p::send_init(buf, count as i64, datatype, dest, tag, comm, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Send_init_c(
    buf: *const c_void,
    count: Count,
    datatype: DatatypeHandle,
    dest: c_int,
    tag: c_int,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let dest = Face::rank_inward(dest);
    let tag = Face::tag_inward(tag);
    let comm = comm.inward();
    Face::returned(entry("MPI_Send_init_c", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::send_tag("tag", tag)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::p2p::send_init(buf, count, datatype, dest, tag, comm, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Sendrecv(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: DatatypeHandle,
    dest: c_int,
    sendtag: c_int,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: DatatypeHandle,
    source: c_int,
    recvtag: c_int,
    comm: CommHandle,
    status: *mut Status,
) -> c_int {
    let sendtype = sendtype.inward();
    let dest = Face::rank_inward(dest);
    let sendtag = Face::tag_inward(sendtag);
    let recvtype = recvtype.inward();
    let source = Face::rank_inward(source);
    let recvtag = Face::tag_inward(recvtag);
    let comm = comm.inward();
    Face::returned(entry("MPI_Sendrecv", On::Comm(comm), || {
        check::not_negative("sendcount", MPI_ERR_COUNT, sendcount as i64)?;
        check::send_tag("sendtag", sendtag)?;
        check::not_negative("recvcount", MPI_ERR_COUNT, recvcount as i64)?;
        check::recv_tag("recvtag", recvtag)?;
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::p2p::sendrecv(
                sendbuf,
                sendcount as i64,
                sendtype,
                dest,
                sendtag,
                recvbuf,
                recvcount as i64,
                recvtype,
                source,
                recvtag,
                comm,
                status,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Sendrecv_c(
    sendbuf: *const c_void,
    sendcount: Count,
    sendtype: DatatypeHandle,
    dest: c_int,
    sendtag: c_int,
    recvbuf: *mut c_void,
    recvcount: Count,
    recvtype: DatatypeHandle,
    source: c_int,
    recvtag: c_int,
    comm: CommHandle,
    status: *mut Status,
) -> c_int {
    let sendtype = sendtype.inward();
    let dest = Face::rank_inward(dest);
    let sendtag = Face::tag_inward(sendtag);
    let recvtype = recvtype.inward();
    let source = Face::rank_inward(source);
    let recvtag = Face::tag_inward(recvtag);
    let comm = comm.inward();
    Face::returned(entry("MPI_Sendrecv_c", On::Comm(comm), || {
        check::not_negative("sendcount", MPI_ERR_COUNT, sendcount)?;
        check::send_tag("sendtag", sendtag)?;
        check::not_negative("recvcount", MPI_ERR_COUNT, recvcount)?;
        check::recv_tag("recvtag", recvtag)?;
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::p2p::sendrecv(
                sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source,
                recvtag, comm, status,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Sendrecv_replace(
    buf: *mut c_void,
    count: c_int,
    datatype: DatatypeHandle,
    dest: c_int,
    sendtag: c_int,
    source: c_int,
    recvtag: c_int,
    comm: CommHandle,
    status: *mut Status,
) -> c_int {
    let datatype = datatype.inward();
    let dest = Face::rank_inward(dest);
    let sendtag = Face::tag_inward(sendtag);
    let source = Face::rank_inward(source);
    let recvtag = Face::tag_inward(recvtag);
    let comm = comm.inward();
    Face::returned(entry("MPI_Sendrecv_replace", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::send_tag("sendtag", sendtag)?;
        check::recv_tag("recvtag", recvtag)?;
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::p2p::sendrecv_replace(
                buf,
                count as i64,
                datatype,
                dest,
                sendtag,
                source,
                recvtag,
                comm,
                status,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Sendrecv_replace_c(
    buf: *mut c_void,
    count: Count,
    datatype: DatatypeHandle,
    dest: c_int,
    sendtag: c_int,
    source: c_int,
    recvtag: c_int,
    comm: CommHandle,
    status: *mut Status,
) -> c_int {
    let datatype = datatype.inward();
    let dest = Face::rank_inward(dest);
    let sendtag = Face::tag_inward(sendtag);
    let source = Face::rank_inward(source);
    let recvtag = Face::tag_inward(recvtag);
    let comm = comm.inward();
    Face::returned(entry("MPI_Sendrecv_replace_c", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::send_tag("sendtag", sendtag)?;
        check::recv_tag("recvtag", recvtag)?;
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::p2p::sendrecv_replace(
                buf, count, datatype, dest, sendtag, source, recvtag, comm, status,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ssend(
    buf: *const c_void,
    count: c_int,
    datatype: DatatypeHandle,
    dest: c_int,
    tag: c_int,
    comm: CommHandle,
) -> c_int {
    let datatype = datatype.inward();
    let dest = Face::rank_inward(dest);
    let tag = Face::tag_inward(tag);
    let comm = comm.inward();
    Face::returned(entry("MPI_Ssend", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::send_tag("tag", tag)?;
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::p2p::ssend(buf, count as i64, datatype, dest, tag, comm) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ssend_c(
    buf: *const c_void,
    count: Count,
    datatype: DatatypeHandle,
    dest: c_int,
    tag: c_int,
    comm: CommHandle,
) -> c_int {
    let datatype = datatype.inward();
    let dest = Face::rank_inward(dest);
    let tag = Face::tag_inward(tag);
    let comm = comm.inward();
    Face::returned(entry("MPI_Ssend_c", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::send_tag("tag", tag)?;
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::p2p::ssend(buf, count, datatype, dest, tag, comm) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ssend_init(
    buf: *const c_void,
    count: c_int,
    datatype: DatatypeHandle,
    dest: c_int,
    tag: c_int,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let dest = Face::rank_inward(dest);
    let tag = Face::tag_inward(tag);
    let comm = comm.inward();
    Face::returned(entry("MPI_Ssend_init", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::send_tag("tag", tag)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::p2p::ssend_init(buf, count as i64, datatype, dest, tag, comm, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ssend_init_c(
    buf: *const c_void,
    count: Count,
    datatype: DatatypeHandle,
    dest: c_int,
    tag: c_int,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let dest = Face::rank_inward(dest);
    let tag = Face::tag_inward(tag);
    let comm = comm.inward();
    Face::returned(entry("MPI_Ssend_init_c", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::send_tag("tag", tag)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::p2p::ssend_init(buf, count, datatype, dest, tag, comm, request) }
    }))
}
