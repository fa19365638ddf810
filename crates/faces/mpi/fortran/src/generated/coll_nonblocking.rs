//! Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_iallgather_(
    sendbuf: *mut c_void,
    sendcount: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *mut c_void,
    recvcount: *mut c_int,
    recvtype: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Iallgather(
            memory(sendbuf),
            *sendcount,
            datatype::c(*sendtype),
            memory(recvbuf),
            *recvcount,
            datatype::c(*recvtype),
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
pub unsafe extern "C" fn pmpi_iallgather_f08ts_(
    sendbuf: *const Cdesc,
    sendcount: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcount: *mut c_int,
    recvtype: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Iallgather", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Iallgather", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Iallgather(
            sendbuf_c.address(),
            *sendcount,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            *recvcount,
            datatype::c(*recvtype),
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_iallgather_c_f08ts_(
    sendbuf: *const Cdesc,
    sendcount: *mut i64,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcount: *mut i64,
    recvtype: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Iallgather_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Iallgather_c", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Iallgather_c(
            sendbuf_c.address(),
            *sendcount,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            *recvcount,
            datatype::c(*recvtype),
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_iallgatherv_(
    sendbuf: *mut c_void,
    sendcount: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *mut c_void,
    recvcounts: *mut c_int,
    displs: *mut c_int,
    recvtype: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Iallgatherv(
            memory(sendbuf),
            *sendcount,
            datatype::c(*sendtype),
            memory(recvbuf),
            recvcounts,
            displs,
            datatype::c(*recvtype),
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
pub unsafe extern "C" fn pmpi_iallgatherv_f08ts_(
    sendbuf: *const Cdesc,
    sendcount: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcounts: *mut c_int,
    displs: *mut c_int,
    recvtype: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Iallgatherv", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Iallgatherv", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Iallgatherv(
            sendbuf_c.address(),
            *sendcount,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            recvcounts,
            displs,
            datatype::c(*recvtype),
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_iallgatherv_c_f08ts_(
    sendbuf: *const Cdesc,
    sendcount: *mut i64,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcounts: *mut i64,
    displs: *mut isize,
    recvtype: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Iallgatherv_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Iallgatherv_c", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Iallgatherv_c(
            sendbuf_c.address(),
            *sendcount,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            recvcounts,
            displs,
            datatype::c(*recvtype),
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_iallreduce_(
    sendbuf: *mut c_void,
    recvbuf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Iallreduce(
            memory(sendbuf),
            memory(recvbuf),
            *count,
            datatype::c(*datatype),
            op::c(*op),
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
pub unsafe extern "C" fn pmpi_iallreduce_f08ts_(
    sendbuf: *const Cdesc,
    recvbuf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Iallreduce", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Iallreduce", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Iallreduce(
            sendbuf_c.address(),
            recvbuf_c.address(),
            *count,
            datatype::c(*datatype),
            op::c(*op),
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_iallreduce_c_f08ts_(
    sendbuf: *const Cdesc,
    recvbuf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Iallreduce_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Iallreduce_c", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Iallreduce_c(
            sendbuf_c.address(),
            recvbuf_c.address(),
            *count,
            datatype::c(*datatype),
            op::c(*op),
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_ialltoall_(
    sendbuf: *mut c_void,
    sendcount: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *mut c_void,
    recvcount: *mut c_int,
    recvtype: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Ialltoall(
            memory(sendbuf),
            *sendcount,
            datatype::c(*sendtype),
            memory(recvbuf),
            *recvcount,
            datatype::c(*recvtype),
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
pub unsafe extern "C" fn pmpi_ialltoall_f08ts_(
    sendbuf: *const Cdesc,
    sendcount: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcount: *mut c_int,
    recvtype: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Ialltoall", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Ialltoall", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Ialltoall(
            sendbuf_c.address(),
            *sendcount,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            *recvcount,
            datatype::c(*recvtype),
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_ialltoall_c_f08ts_(
    sendbuf: *const Cdesc,
    sendcount: *mut i64,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcount: *mut i64,
    recvtype: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Ialltoall_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Ialltoall_c", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Ialltoall_c(
            sendbuf_c.address(),
            *sendcount,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            *recvcount,
            datatype::c(*recvtype),
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_ialltoallv_(
    sendbuf: *mut c_void,
    sendcounts: *mut c_int,
    sdispls: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *mut c_void,
    recvcounts: *mut c_int,
    rdispls: *mut c_int,
    recvtype: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Ialltoallv(
            memory(sendbuf),
            sendcounts,
            sdispls,
            datatype::c(*sendtype),
            memory(recvbuf),
            recvcounts,
            rdispls,
            datatype::c(*recvtype),
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
pub unsafe extern "C" fn pmpi_ialltoallv_f08ts_(
    sendbuf: *const Cdesc,
    sendcounts: *mut c_int,
    sdispls: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcounts: *mut c_int,
    rdispls: *mut c_int,
    recvtype: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Ialltoallv", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Ialltoallv", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Ialltoallv(
            sendbuf_c.address(),
            sendcounts,
            sdispls,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            recvcounts,
            rdispls,
            datatype::c(*recvtype),
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_ialltoallv_c_f08ts_(
    sendbuf: *const Cdesc,
    sendcounts: *mut i64,
    sdispls: *mut isize,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcounts: *mut i64,
    rdispls: *mut isize,
    recvtype: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Ialltoallv_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Ialltoallv_c", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Ialltoallv_c(
            sendbuf_c.address(),
            sendcounts,
            sdispls,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            recvcounts,
            rdispls,
            datatype::c(*recvtype),
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_ialltoallw_(
    sendbuf: *mut c_void,
    sendcounts: *mut c_int,
    sdispls: *mut c_int,
    sendtypes: *mut c_int,
    recvbuf: *mut c_void,
    recvcounts: *mut c_int,
    rdispls: *mut c_int,
    recvtypes: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut sendtypes_c =
            Handles::from(sendtypes, unless_in_place(sendbuf, peers(comm::c(*comm))), datatype::c);
        let mut recvtypes_c = Handles::from(recvtypes, peers(comm::c(*comm)), datatype::c);
        let mut request_c = request::null();
        let code = PMPI_Ialltoallw(
            memory(sendbuf),
            sendcounts,
            sdispls,
            sendtypes_c.as_mut_ptr(),
            memory(recvbuf),
            recvcounts,
            rdispls,
            recvtypes_c.as_mut_ptr(),
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
pub unsafe extern "C" fn pmpi_ialltoallw_f08ts_(
    sendbuf: *const Cdesc,
    sendcounts: *mut c_int,
    sdispls: *mut c_int,
    sendtypes: *mut c_int,
    recvbuf: *const Cdesc,
    recvcounts: *mut c_int,
    rdispls: *mut c_int,
    recvtypes: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Ialltoallw", "sendbuf", ierror);
        };
        let mut sendtypes_c =
            Handles::from(sendtypes, unless_in_place(sendbuf, peers(comm::c(*comm))), datatype::c);
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Ialltoallw", "recvbuf", ierror);
        };
        let mut recvtypes_c = Handles::from(recvtypes, peers(comm::c(*comm)), datatype::c);
        let mut request_c = request::null();
        let code = PMPI_Ialltoallw(
            sendbuf_c.address(),
            sendcounts,
            sdispls,
            sendtypes_c.as_mut_ptr(),
            recvbuf_c.address(),
            recvcounts,
            rdispls,
            recvtypes_c.as_mut_ptr(),
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_ialltoallw_c_f08ts_(
    sendbuf: *const Cdesc,
    sendcounts: *mut i64,
    sdispls: *mut isize,
    sendtypes: *mut c_int,
    recvbuf: *const Cdesc,
    recvcounts: *mut i64,
    rdispls: *mut isize,
    recvtypes: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Ialltoallw_c", "sendbuf", ierror);
        };
        let mut sendtypes_c =
            Handles::from(sendtypes, unless_in_place(sendbuf, peers(comm::c(*comm))), datatype::c);
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Ialltoallw_c", "recvbuf", ierror);
        };
        let mut recvtypes_c = Handles::from(recvtypes, peers(comm::c(*comm)), datatype::c);
        let mut request_c = request::null();
        let code = PMPI_Ialltoallw_c(
            sendbuf_c.address(),
            sendcounts,
            sdispls,
            sendtypes_c.as_mut_ptr(),
            recvbuf_c.address(),
            recvcounts,
            rdispls,
            recvtypes_c.as_mut_ptr(),
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_ibarrier_(comm: *mut c_int, request: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Ibarrier(comm::c(*comm), &mut request_c);
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_ibcast_(
    buffer: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Ibcast(
            memory(buffer),
            *count,
            datatype::c(*datatype),
            *root,
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
pub unsafe extern "C" fn pmpi_ibcast_f08ts_(
    buffer: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buffer_c) = LentBuffer::typed(
            buffer,
            BufferUse { is_read: true, is_written: true, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_Ibcast", "buffer", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Ibcast(
            buffer_c.address(),
            buffer_c.count() as c_int,
            buffer_c.datatype(),
            *root,
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [buffer_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_ibcast_c_f08ts_(
    buffer: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buffer_c) = LentBuffer::typed(
            buffer,
            BufferUse { is_read: true, is_written: true, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_Ibcast_c", "buffer", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Ibcast_c(
            buffer_c.address(),
            buffer_c.count(),
            buffer_c.datatype(),
            *root,
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [buffer_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_iexscan_(
    sendbuf: *mut c_void,
    recvbuf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Iexscan(
            memory(sendbuf),
            memory(recvbuf),
            *count,
            datatype::c(*datatype),
            op::c(*op),
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
pub unsafe extern "C" fn pmpi_iexscan_f08ts_(
    sendbuf: *const Cdesc,
    recvbuf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Iexscan", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Iexscan", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Iexscan(
            sendbuf_c.address(),
            recvbuf_c.address(),
            *count,
            datatype::c(*datatype),
            op::c(*op),
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_iexscan_c_f08ts_(
    sendbuf: *const Cdesc,
    recvbuf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Iexscan_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Iexscan_c", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Iexscan_c(
            sendbuf_c.address(),
            recvbuf_c.address(),
            *count,
            datatype::c(*datatype),
            op::c(*op),
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_igather_(
    sendbuf: *mut c_void,
    sendcount: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *mut c_void,
    recvcount: *mut c_int,
    recvtype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Igather(
            memory(sendbuf),
            *sendcount,
            datatype::c(*sendtype),
            memory(recvbuf),
            *recvcount,
            datatype::c(*recvtype),
            *root,
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
pub unsafe extern "C" fn pmpi_igather_f08ts_(
    sendbuf: *const Cdesc,
    sendcount: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcount: *mut c_int,
    recvtype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Igather", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Igather", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Igather(
            sendbuf_c.address(),
            *sendcount,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            *recvcount,
            datatype::c(*recvtype),
            *root,
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_igather_c_f08ts_(
    sendbuf: *const Cdesc,
    sendcount: *mut i64,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcount: *mut i64,
    recvtype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Igather_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Igather_c", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Igather_c(
            sendbuf_c.address(),
            *sendcount,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            *recvcount,
            datatype::c(*recvtype),
            *root,
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_igatherv_(
    sendbuf: *mut c_void,
    sendcount: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *mut c_void,
    recvcounts: *mut c_int,
    displs: *mut c_int,
    recvtype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Igatherv(
            memory(sendbuf),
            *sendcount,
            datatype::c(*sendtype),
            memory(recvbuf),
            recvcounts,
            displs,
            datatype::c(*recvtype),
            *root,
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
pub unsafe extern "C" fn pmpi_igatherv_f08ts_(
    sendbuf: *const Cdesc,
    sendcount: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcounts: *mut c_int,
    displs: *mut c_int,
    recvtype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Igatherv", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Igatherv", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Igatherv(
            sendbuf_c.address(),
            *sendcount,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            recvcounts,
            displs,
            datatype::c(*recvtype),
            *root,
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_igatherv_c_f08ts_(
    sendbuf: *const Cdesc,
    sendcount: *mut i64,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcounts: *mut i64,
    displs: *mut isize,
    recvtype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Igatherv_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Igatherv_c", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Igatherv_c(
            sendbuf_c.address(),
            *sendcount,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            recvcounts,
            displs,
            datatype::c(*recvtype),
            *root,
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_ireduce_(
    sendbuf: *mut c_void,
    recvbuf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    op: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Ireduce(
            memory(sendbuf),
            memory(recvbuf),
            *count,
            datatype::c(*datatype),
            op::c(*op),
            *root,
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
pub unsafe extern "C" fn pmpi_ireduce_f08ts_(
    sendbuf: *const Cdesc,
    recvbuf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    op: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Ireduce", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Ireduce", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Ireduce(
            sendbuf_c.address(),
            recvbuf_c.address(),
            *count,
            datatype::c(*datatype),
            op::c(*op),
            *root,
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_ireduce_c_f08ts_(
    sendbuf: *const Cdesc,
    recvbuf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    op: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Ireduce_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Ireduce_c", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Ireduce_c(
            sendbuf_c.address(),
            recvbuf_c.address(),
            *count,
            datatype::c(*datatype),
            op::c(*op),
            *root,
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_ireduce_scatter_(
    sendbuf: *mut c_void,
    recvbuf: *mut c_void,
    recvcounts: *mut c_int,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Ireduce_scatter(
            memory(sendbuf),
            memory(recvbuf),
            recvcounts,
            datatype::c(*datatype),
            op::c(*op),
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
pub unsafe extern "C" fn pmpi_ireduce_scatter_f08ts_(
    sendbuf: *const Cdesc,
    recvbuf: *const Cdesc,
    recvcounts: *mut c_int,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Ireduce_scatter", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Ireduce_scatter", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Ireduce_scatter(
            sendbuf_c.address(),
            recvbuf_c.address(),
            recvcounts,
            datatype::c(*datatype),
            op::c(*op),
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_ireduce_scatter_block_(
    sendbuf: *mut c_void,
    recvbuf: *mut c_void,
    recvcount: *mut c_int,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Ireduce_scatter_block(
            memory(sendbuf),
            memory(recvbuf),
            *recvcount,
            datatype::c(*datatype),
            op::c(*op),
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
pub unsafe extern "C" fn pmpi_ireduce_scatter_block_f08ts_(
    sendbuf: *const Cdesc,
    recvbuf: *const Cdesc,
    recvcount: *mut c_int,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Ireduce_scatter_block", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Ireduce_scatter_block", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Ireduce_scatter_block(
            sendbuf_c.address(),
            recvbuf_c.address(),
            *recvcount,
            datatype::c(*datatype),
            op::c(*op),
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_ireduce_scatter_block_c_f08ts_(
    sendbuf: *const Cdesc,
    recvbuf: *const Cdesc,
    recvcount: *mut i64,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Ireduce_scatter_block_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Ireduce_scatter_block_c", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Ireduce_scatter_block_c(
            sendbuf_c.address(),
            recvbuf_c.address(),
            *recvcount,
            datatype::c(*datatype),
            op::c(*op),
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_ireduce_scatter_c_f08ts_(
    sendbuf: *const Cdesc,
    recvbuf: *const Cdesc,
    recvcounts: *mut i64,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Ireduce_scatter_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Ireduce_scatter_c", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Ireduce_scatter_c(
            sendbuf_c.address(),
            recvbuf_c.address(),
            recvcounts,
            datatype::c(*datatype),
            op::c(*op),
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_iscan_(
    sendbuf: *mut c_void,
    recvbuf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Iscan(
            memory(sendbuf),
            memory(recvbuf),
            *count,
            datatype::c(*datatype),
            op::c(*op),
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
pub unsafe extern "C" fn pmpi_iscan_f08ts_(
    sendbuf: *const Cdesc,
    recvbuf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Iscan", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Iscan", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Iscan(
            sendbuf_c.address(),
            recvbuf_c.address(),
            *count,
            datatype::c(*datatype),
            op::c(*op),
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_iscan_c_f08ts_(
    sendbuf: *const Cdesc,
    recvbuf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Iscan_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Iscan_c", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Iscan_c(
            sendbuf_c.address(),
            recvbuf_c.address(),
            *count,
            datatype::c(*datatype),
            op::c(*op),
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_iscatter_(
    sendbuf: *mut c_void,
    sendcount: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *mut c_void,
    recvcount: *mut c_int,
    recvtype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Iscatter(
            memory(sendbuf),
            *sendcount,
            datatype::c(*sendtype),
            memory(recvbuf),
            *recvcount,
            datatype::c(*recvtype),
            *root,
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
pub unsafe extern "C" fn pmpi_iscatter_f08ts_(
    sendbuf: *const Cdesc,
    sendcount: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcount: *mut c_int,
    recvtype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Iscatter", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Iscatter", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Iscatter(
            sendbuf_c.address(),
            *sendcount,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            *recvcount,
            datatype::c(*recvtype),
            *root,
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_iscatter_c_f08ts_(
    sendbuf: *const Cdesc,
    sendcount: *mut i64,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcount: *mut i64,
    recvtype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Iscatter_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Iscatter_c", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Iscatter_c(
            sendbuf_c.address(),
            *sendcount,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            *recvcount,
            datatype::c(*recvtype),
            *root,
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_iscatterv_(
    sendbuf: *mut c_void,
    sendcounts: *mut c_int,
    displs: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *mut c_void,
    recvcount: *mut c_int,
    recvtype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Iscatterv(
            memory(sendbuf),
            sendcounts,
            displs,
            datatype::c(*sendtype),
            memory(recvbuf),
            *recvcount,
            datatype::c(*recvtype),
            *root,
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
pub unsafe extern "C" fn pmpi_iscatterv_f08ts_(
    sendbuf: *const Cdesc,
    sendcounts: *mut c_int,
    displs: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcount: *mut c_int,
    recvtype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Iscatterv", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Iscatterv", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Iscatterv(
            sendbuf_c.address(),
            sendcounts,
            displs,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            *recvcount,
            datatype::c(*recvtype),
            *root,
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_iscatterv_c_f08ts_(
    sendbuf: *const Cdesc,
    sendcounts: *mut i64,
    displs: *mut isize,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcount: *mut i64,
    recvtype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Iscatterv_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Iscatterv_c", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Iscatterv_c(
            sendbuf_c.address(),
            sendcounts,
            displs,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            *recvcount,
            datatype::c(*recvtype),
            *root,
            comm::c(*comm),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}
