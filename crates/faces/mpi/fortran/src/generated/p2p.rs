//! Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_bsend_(
    buf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    dest: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code =
            PMPI_Bsend(memory(buf), *count, datatype::c(*datatype), *dest, *tag, comm::c(*comm));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_bsend_f08ts_(
    buf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    dest: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_Bsend", "buf", ierror);
        };
        let code = PMPI_Bsend(
            buf_c.address(),
            buf_c.count() as c_int,
            buf_c.datatype(),
            *dest,
            *tag,
            comm::c(*comm),
        );
        buf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_bsend_c_f08ts_(
    buf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    dest: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_Bsend_c", "buf", ierror);
        };
        let code = PMPI_Bsend_c(
            buf_c.address(),
            buf_c.count(),
            buf_c.datatype(),
            *dest,
            *tag,
            comm::c(*comm),
        );
        buf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_bsend_init_(
    buf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    dest: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Bsend_init(
            memory(buf),
            *count,
            datatype::c(*datatype),
            *dest,
            *tag,
            comm::c(*comm),
            &mut request_c,
        );
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_bsend_init_f08ts_(
    buf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    dest: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_Bsend_init", "buf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Bsend_init(
            buf_c.address(),
            buf_c.count() as c_int,
            buf_c.datatype(),
            *dest,
            *tag,
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [buf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_bsend_init_c_f08ts_(
    buf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    dest: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_Bsend_init_c", "buf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Bsend_init_c(
            buf_c.address(),
            buf_c.count(),
            buf_c.datatype(),
            *dest,
            *tag,
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [buf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_ibsend_(
    buf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    dest: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Ibsend(
            memory(buf),
            *count,
            datatype::c(*datatype),
            *dest,
            *tag,
            comm::c(*comm),
            &mut request_c,
        );
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_ibsend_f08ts_(
    buf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    dest: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_Ibsend", "buf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Ibsend(
            buf_c.address(),
            buf_c.count() as c_int,
            buf_c.datatype(),
            *dest,
            *tag,
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [buf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_ibsend_c_f08ts_(
    buf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    dest: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_Ibsend_c", "buf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Ibsend_c(
            buf_c.address(),
            buf_c.count(),
            buf_c.datatype(),
            *dest,
            *tag,
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [buf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_improbe_(
    source: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    flag: *mut c_int,
    message: *mut c_int,
    status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut message_c = message::null();
        let code = PMPI_Improbe(
            *source,
            *tag,
            comm::c(*comm),
            flag,
            &mut message_c,
            status_or_none(status),
        );
        if code == MPI_SUCCESS {
            *message = message::fortran(message_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_imrecv_(
    buf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    message: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut message_c = message::c(*message);
        let mut request_c = request::null();
        let code = PMPI_Imrecv(
            memory(buf),
            *count,
            datatype::c(*datatype),
            &mut message_c,
            &mut request_c,
        );
        *message = message::fortran(message_c);
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_imrecv_f08ts_(
    buf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    message: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_Imrecv", "buf", ierror);
        };
        let mut message_c = message::c(*message);
        let mut request_c = request::null();
        let code = PMPI_Imrecv(
            buf_c.address(),
            buf_c.count() as c_int,
            buf_c.datatype(),
            &mut message_c,
            &mut request_c,
        );
        *message = message::fortran(message_c);
        new_request_with(request, request_c, code, false, [buf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_imrecv_c_f08ts_(
    buf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    message: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_Imrecv_c", "buf", ierror);
        };
        let mut message_c = message::c(*message);
        let mut request_c = request::null();
        let code = PMPI_Imrecv_c(
            buf_c.address(),
            buf_c.count(),
            buf_c.datatype(),
            &mut message_c,
            &mut request_c,
        );
        *message = message::fortran(message_c);
        new_request_with(request, request_c, code, false, [buf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_iprobe_(
    source: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    flag: *mut c_int,
    status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Iprobe(*source, *tag, comm::c(*comm), flag, status_or_none(status));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_irecv_(
    buf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    source: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Irecv(
            memory(buf),
            *count,
            datatype::c(*datatype),
            *source,
            *tag,
            comm::c(*comm),
            &mut request_c,
        );
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_irecv_f08ts_(
    buf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    source: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_Irecv", "buf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Irecv(
            buf_c.address(),
            buf_c.count() as c_int,
            buf_c.datatype(),
            *source,
            *tag,
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [buf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_irecv_c_f08ts_(
    buf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    source: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_Irecv_c", "buf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Irecv_c(
            buf_c.address(),
            buf_c.count(),
            buf_c.datatype(),
            *source,
            *tag,
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [buf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_irsend_(
    buf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    dest: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Irsend(
            memory(buf),
            *count,
            datatype::c(*datatype),
            *dest,
            *tag,
            comm::c(*comm),
            &mut request_c,
        );
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_irsend_f08ts_(
    buf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    dest: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_Irsend", "buf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Irsend(
            buf_c.address(),
            buf_c.count() as c_int,
            buf_c.datatype(),
            *dest,
            *tag,
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [buf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_irsend_c_f08ts_(
    buf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    dest: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_Irsend_c", "buf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Irsend_c(
            buf_c.address(),
            buf_c.count(),
            buf_c.datatype(),
            *dest,
            *tag,
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [buf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_isend_(
    buf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    dest: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Isend(
            memory(buf),
            *count,
            datatype::c(*datatype),
            *dest,
            *tag,
            comm::c(*comm),
            &mut request_c,
        );
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_isend_f08ts_(
    buf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    dest: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_Isend", "buf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Isend(
            buf_c.address(),
            buf_c.count() as c_int,
            buf_c.datatype(),
            *dest,
            *tag,
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [buf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_isend_c_f08ts_(
    buf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    dest: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_Isend_c", "buf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Isend_c(
            buf_c.address(),
            buf_c.count(),
            buf_c.datatype(),
            *dest,
            *tag,
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [buf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_isendrecv_(
    sendbuf: *mut c_void,
    sendcount: *mut c_int,
    sendtype: *mut c_int,
    dest: *mut c_int,
    sendtag: *mut c_int,
    recvbuf: *mut c_void,
    recvcount: *mut c_int,
    recvtype: *mut c_int,
    source: *mut c_int,
    recvtag: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Isendrecv(
            memory(sendbuf),
            *sendcount,
            datatype::c(*sendtype),
            *dest,
            *sendtag,
            memory(recvbuf),
            *recvcount,
            datatype::c(*recvtype),
            *source,
            *recvtag,
            comm::c(*comm),
            &mut request_c,
        );
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_isendrecv_f08ts_(
    sendbuf: *const Cdesc,
    sendcount: *mut c_int,
    sendtype: *mut c_int,
    dest: *mut c_int,
    sendtag: *mut c_int,
    recvbuf: *const Cdesc,
    recvcount: *mut c_int,
    recvtype: *mut c_int,
    source: *mut c_int,
    recvtag: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::typed(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
            *sendcount as i64,
            *sendtype,
        ) else {
            return refuse("MPI_Isendrecv", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::typed(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
            *recvcount as i64,
            *recvtype,
        ) else {
            return refuse("MPI_Isendrecv", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Isendrecv(
            sendbuf_c.address(),
            sendbuf_c.count() as c_int,
            sendbuf_c.datatype(),
            *dest,
            *sendtag,
            recvbuf_c.address(),
            recvbuf_c.count() as c_int,
            recvbuf_c.datatype(),
            *source,
            *recvtag,
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_isendrecv_c_f08ts_(
    sendbuf: *const Cdesc,
    sendcount: *mut i64,
    sendtype: *mut c_int,
    dest: *mut c_int,
    sendtag: *mut c_int,
    recvbuf: *const Cdesc,
    recvcount: *mut i64,
    recvtype: *mut c_int,
    source: *mut c_int,
    recvtag: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::typed(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
            *sendcount as i64,
            *sendtype,
        ) else {
            return refuse("MPI_Isendrecv_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::typed(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
            *recvcount as i64,
            *recvtype,
        ) else {
            return refuse("MPI_Isendrecv_c", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Isendrecv_c(
            sendbuf_c.address(),
            sendbuf_c.count(),
            sendbuf_c.datatype(),
            *dest,
            *sendtag,
            recvbuf_c.address(),
            recvbuf_c.count(),
            recvbuf_c.datatype(),
            *source,
            *recvtag,
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_isendrecv_replace_(
    buf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    dest: *mut c_int,
    sendtag: *mut c_int,
    source: *mut c_int,
    recvtag: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Isendrecv_replace(
            memory(buf),
            *count,
            datatype::c(*datatype),
            *dest,
            *sendtag,
            *source,
            *recvtag,
            comm::c(*comm),
            &mut request_c,
        );
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_isendrecv_replace_f08ts_(
    buf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    dest: *mut c_int,
    sendtag: *mut c_int,
    source: *mut c_int,
    recvtag: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: true, is_written: true, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_Isendrecv_replace", "buf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Isendrecv_replace(
            buf_c.address(),
            buf_c.count() as c_int,
            buf_c.datatype(),
            *dest,
            *sendtag,
            *source,
            *recvtag,
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [buf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_isendrecv_replace_c_f08ts_(
    buf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    dest: *mut c_int,
    sendtag: *mut c_int,
    source: *mut c_int,
    recvtag: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: true, is_written: true, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_Isendrecv_replace_c", "buf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Isendrecv_replace_c(
            buf_c.address(),
            buf_c.count(),
            buf_c.datatype(),
            *dest,
            *sendtag,
            *source,
            *recvtag,
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [buf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_issend_(
    buf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    dest: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Issend(
            memory(buf),
            *count,
            datatype::c(*datatype),
            *dest,
            *tag,
            comm::c(*comm),
            &mut request_c,
        );
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_issend_f08ts_(
    buf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    dest: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_Issend", "buf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Issend(
            buf_c.address(),
            buf_c.count() as c_int,
            buf_c.datatype(),
            *dest,
            *tag,
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [buf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_issend_c_f08ts_(
    buf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    dest: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_Issend_c", "buf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Issend_c(
            buf_c.address(),
            buf_c.count(),
            buf_c.datatype(),
            *dest,
            *tag,
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [buf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_mprobe_(
    source: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    message: *mut c_int,
    status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut message_c = message::null();
        let code =
            PMPI_Mprobe(*source, *tag, comm::c(*comm), &mut message_c, status_or_none(status));
        if code == MPI_SUCCESS {
            *message = message::fortran(message_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_mrecv_(
    buf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    message: *mut c_int,
    status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut message_c = message::c(*message);
        let code = PMPI_Mrecv(
            memory(buf),
            *count,
            datatype::c(*datatype),
            &mut message_c,
            status_or_none(status),
        );
        *message = message::fortran(message_c);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_mrecv_f08ts_(
    buf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    message: *mut c_int,
    status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_Mrecv", "buf", ierror);
        };
        let mut message_c = message::c(*message);
        let code = PMPI_Mrecv(
            buf_c.address(),
            buf_c.count() as c_int,
            buf_c.datatype(),
            &mut message_c,
            status_or_none(status),
        );
        buf_c.end();
        *message = message::fortran(message_c);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_mrecv_c_f08ts_(
    buf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    message: *mut c_int,
    status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_Mrecv_c", "buf", ierror);
        };
        let mut message_c = message::c(*message);
        let code = PMPI_Mrecv_c(
            buf_c.address(),
            buf_c.count(),
            buf_c.datatype(),
            &mut message_c,
            status_or_none(status),
        );
        buf_c.end();
        *message = message::fortran(message_c);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_probe_(
    source: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Probe(*source, *tag, comm::c(*comm), status_or_none(status));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_recv_(
    buf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    source: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Recv(
            memory(buf),
            *count,
            datatype::c(*datatype),
            *source,
            *tag,
            comm::c(*comm),
            status_or_none(status),
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_recv_f08ts_(
    buf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    source: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_Recv", "buf", ierror);
        };
        let code = PMPI_Recv(
            buf_c.address(),
            buf_c.count() as c_int,
            buf_c.datatype(),
            *source,
            *tag,
            comm::c(*comm),
            status_or_none(status),
        );
        buf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_recv_c_f08ts_(
    buf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    source: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_Recv_c", "buf", ierror);
        };
        let code = PMPI_Recv_c(
            buf_c.address(),
            buf_c.count(),
            buf_c.datatype(),
            *source,
            *tag,
            comm::c(*comm),
            status_or_none(status),
        );
        buf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_recv_init_(
    buf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    source: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Recv_init(
            memory(buf),
            *count,
            datatype::c(*datatype),
            *source,
            *tag,
            comm::c(*comm),
            &mut request_c,
        );
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_recv_init_f08ts_(
    buf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    source: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_Recv_init", "buf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Recv_init(
            buf_c.address(),
            buf_c.count() as c_int,
            buf_c.datatype(),
            *source,
            *tag,
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [buf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_recv_init_c_f08ts_(
    buf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    source: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_Recv_init_c", "buf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Recv_init_c(
            buf_c.address(),
            buf_c.count(),
            buf_c.datatype(),
            *source,
            *tag,
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [buf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_rsend_(
    buf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    dest: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code =
            PMPI_Rsend(memory(buf), *count, datatype::c(*datatype), *dest, *tag, comm::c(*comm));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_rsend_f08ts_(
    buf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    dest: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_Rsend", "buf", ierror);
        };
        let code = PMPI_Rsend(
            buf_c.address(),
            buf_c.count() as c_int,
            buf_c.datatype(),
            *dest,
            *tag,
            comm::c(*comm),
        );
        buf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_rsend_c_f08ts_(
    buf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    dest: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_Rsend_c", "buf", ierror);
        };
        let code = PMPI_Rsend_c(
            buf_c.address(),
            buf_c.count(),
            buf_c.datatype(),
            *dest,
            *tag,
            comm::c(*comm),
        );
        buf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_rsend_init_(
    buf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    dest: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Rsend_init(
            memory(buf),
            *count,
            datatype::c(*datatype),
            *dest,
            *tag,
            comm::c(*comm),
            &mut request_c,
        );
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_rsend_init_f08ts_(
    buf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    dest: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_Rsend_init", "buf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Rsend_init(
            buf_c.address(),
            buf_c.count() as c_int,
            buf_c.datatype(),
            *dest,
            *tag,
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [buf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_rsend_init_c_f08ts_(
    buf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    dest: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_Rsend_init_c", "buf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Rsend_init_c(
            buf_c.address(),
            buf_c.count(),
            buf_c.datatype(),
            *dest,
            *tag,
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [buf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_send_(
    buf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    dest: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code =
            PMPI_Send(memory(buf), *count, datatype::c(*datatype), *dest, *tag, comm::c(*comm));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_send_f08ts_(
    buf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    dest: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_Send", "buf", ierror);
        };
        let code = PMPI_Send(
            buf_c.address(),
            buf_c.count() as c_int,
            buf_c.datatype(),
            *dest,
            *tag,
            comm::c(*comm),
        );
        buf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_send_c_f08ts_(
    buf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    dest: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_Send_c", "buf", ierror);
        };
        let code = PMPI_Send_c(
            buf_c.address(),
            buf_c.count(),
            buf_c.datatype(),
            *dest,
            *tag,
            comm::c(*comm),
        );
        buf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_send_init_(
    buf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    dest: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Send_init(
            memory(buf),
            *count,
            datatype::c(*datatype),
            *dest,
            *tag,
            comm::c(*comm),
            &mut request_c,
        );
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_send_init_f08ts_(
    buf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    dest: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_Send_init", "buf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Send_init(
            buf_c.address(),
            buf_c.count() as c_int,
            buf_c.datatype(),
            *dest,
            *tag,
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [buf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_send_init_c_f08ts_(
    buf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    dest: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_Send_init_c", "buf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Send_init_c(
            buf_c.address(),
            buf_c.count(),
            buf_c.datatype(),
            *dest,
            *tag,
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [buf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_sendrecv_(
    sendbuf: *mut c_void,
    sendcount: *mut c_int,
    sendtype: *mut c_int,
    dest: *mut c_int,
    sendtag: *mut c_int,
    recvbuf: *mut c_void,
    recvcount: *mut c_int,
    recvtype: *mut c_int,
    source: *mut c_int,
    recvtag: *mut c_int,
    comm: *mut c_int,
    status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Sendrecv(
            memory(sendbuf),
            *sendcount,
            datatype::c(*sendtype),
            *dest,
            *sendtag,
            memory(recvbuf),
            *recvcount,
            datatype::c(*recvtype),
            *source,
            *recvtag,
            comm::c(*comm),
            status_or_none(status),
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_sendrecv_f08ts_(
    sendbuf: *const Cdesc,
    sendcount: *mut c_int,
    sendtype: *mut c_int,
    dest: *mut c_int,
    sendtag: *mut c_int,
    recvbuf: *const Cdesc,
    recvcount: *mut c_int,
    recvtype: *mut c_int,
    source: *mut c_int,
    recvtag: *mut c_int,
    comm: *mut c_int,
    status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::typed(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
            *sendcount as i64,
            *sendtype,
        ) else {
            return refuse("MPI_Sendrecv", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::typed(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
            *recvcount as i64,
            *recvtype,
        ) else {
            return refuse("MPI_Sendrecv", "recvbuf", ierror);
        };
        let code = PMPI_Sendrecv(
            sendbuf_c.address(),
            sendbuf_c.count() as c_int,
            sendbuf_c.datatype(),
            *dest,
            *sendtag,
            recvbuf_c.address(),
            recvbuf_c.count() as c_int,
            recvbuf_c.datatype(),
            *source,
            *recvtag,
            comm::c(*comm),
            status_or_none(status),
        );
        sendbuf_c.end();
        recvbuf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_sendrecv_c_f08ts_(
    sendbuf: *const Cdesc,
    sendcount: *mut i64,
    sendtype: *mut c_int,
    dest: *mut c_int,
    sendtag: *mut c_int,
    recvbuf: *const Cdesc,
    recvcount: *mut i64,
    recvtype: *mut c_int,
    source: *mut c_int,
    recvtag: *mut c_int,
    comm: *mut c_int,
    status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::typed(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
            *sendcount as i64,
            *sendtype,
        ) else {
            return refuse("MPI_Sendrecv_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::typed(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
            *recvcount as i64,
            *recvtype,
        ) else {
            return refuse("MPI_Sendrecv_c", "recvbuf", ierror);
        };
        let code = PMPI_Sendrecv_c(
            sendbuf_c.address(),
            sendbuf_c.count(),
            sendbuf_c.datatype(),
            *dest,
            *sendtag,
            recvbuf_c.address(),
            recvbuf_c.count(),
            recvbuf_c.datatype(),
            *source,
            *recvtag,
            comm::c(*comm),
            status_or_none(status),
        );
        sendbuf_c.end();
        recvbuf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_sendrecv_replace_(
    buf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    dest: *mut c_int,
    sendtag: *mut c_int,
    source: *mut c_int,
    recvtag: *mut c_int,
    comm: *mut c_int,
    status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Sendrecv_replace(
            memory(buf),
            *count,
            datatype::c(*datatype),
            *dest,
            *sendtag,
            *source,
            *recvtag,
            comm::c(*comm),
            status_or_none(status),
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_sendrecv_replace_f08ts_(
    buf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    dest: *mut c_int,
    sendtag: *mut c_int,
    source: *mut c_int,
    recvtag: *mut c_int,
    comm: *mut c_int,
    status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: true, is_written: true, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_Sendrecv_replace", "buf", ierror);
        };
        let code = PMPI_Sendrecv_replace(
            buf_c.address(),
            buf_c.count() as c_int,
            buf_c.datatype(),
            *dest,
            *sendtag,
            *source,
            *recvtag,
            comm::c(*comm),
            status_or_none(status),
        );
        buf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_sendrecv_replace_c_f08ts_(
    buf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    dest: *mut c_int,
    sendtag: *mut c_int,
    source: *mut c_int,
    recvtag: *mut c_int,
    comm: *mut c_int,
    status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: true, is_written: true, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_Sendrecv_replace_c", "buf", ierror);
        };
        let code = PMPI_Sendrecv_replace_c(
            buf_c.address(),
            buf_c.count(),
            buf_c.datatype(),
            *dest,
            *sendtag,
            *source,
            *recvtag,
            comm::c(*comm),
            status_or_none(status),
        );
        buf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_ssend_(
    buf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    dest: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code =
            PMPI_Ssend(memory(buf), *count, datatype::c(*datatype), *dest, *tag, comm::c(*comm));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_ssend_f08ts_(
    buf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    dest: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_Ssend", "buf", ierror);
        };
        let code = PMPI_Ssend(
            buf_c.address(),
            buf_c.count() as c_int,
            buf_c.datatype(),
            *dest,
            *tag,
            comm::c(*comm),
        );
        buf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_ssend_c_f08ts_(
    buf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    dest: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_Ssend_c", "buf", ierror);
        };
        let code = PMPI_Ssend_c(
            buf_c.address(),
            buf_c.count(),
            buf_c.datatype(),
            *dest,
            *tag,
            comm::c(*comm),
        );
        buf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_ssend_init_(
    buf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    dest: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Ssend_init(
            memory(buf),
            *count,
            datatype::c(*datatype),
            *dest,
            *tag,
            comm::c(*comm),
            &mut request_c,
        );
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_ssend_init_f08ts_(
    buf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    dest: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_Ssend_init", "buf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Ssend_init(
            buf_c.address(),
            buf_c.count() as c_int,
            buf_c.datatype(),
            *dest,
            *tag,
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [buf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_ssend_init_c_f08ts_(
    buf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    dest: *mut c_int,
    tag: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_Ssend_init_c", "buf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Ssend_init_c(
            buf_c.address(),
            buf_c.count(),
            buf_c.datatype(),
            *dest,
            *tag,
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [buf_c]);
        give(ierror, code);
    }
}
