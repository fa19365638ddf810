//! Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_allgather_init_(
    sendbuf: *mut c_void,
    sendcount: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *mut c_void,
    recvcount: *mut c_int,
    recvtype: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Allgather_init(
            memory(sendbuf),
            *sendcount,
            datatype::c(*sendtype),
            memory(recvbuf),
            *recvcount,
            datatype::c(*recvtype),
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_allgather_init_f08ts_(
    sendbuf: *const Cdesc,
    sendcount: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcount: *mut c_int,
    recvtype: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Allgather_init", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Allgather_init", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Allgather_init(
            sendbuf_c.address(),
            *sendcount,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            *recvcount,
            datatype::c(*recvtype),
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_allgather_init_c_f08ts_(
    sendbuf: *const Cdesc,
    sendcount: *mut i64,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcount: *mut i64,
    recvtype: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Allgather_init_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Allgather_init_c", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Allgather_init_c(
            sendbuf_c.address(),
            *sendcount,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            *recvcount,
            datatype::c(*recvtype),
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_allgatherv_init_(
    sendbuf: *mut c_void,
    sendcount: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *mut c_void,
    recvcounts: *mut c_int,
    displs: *mut c_int,
    recvtype: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Allgatherv_init(
            memory(sendbuf),
            *sendcount,
            datatype::c(*sendtype),
            memory(recvbuf),
            recvcounts,
            displs,
            datatype::c(*recvtype),
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_allgatherv_init_f08ts_(
    sendbuf: *const Cdesc,
    sendcount: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcounts: *mut c_int,
    displs: *mut c_int,
    recvtype: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Allgatherv_init", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Allgatherv_init", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Allgatherv_init(
            sendbuf_c.address(),
            *sendcount,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            recvcounts,
            displs,
            datatype::c(*recvtype),
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_allgatherv_init_c_f08ts_(
    sendbuf: *const Cdesc,
    sendcount: *mut i64,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcounts: *mut i64,
    displs: *mut isize,
    recvtype: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Allgatherv_init_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Allgatherv_init_c", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Allgatherv_init_c(
            sendbuf_c.address(),
            *sendcount,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            recvcounts,
            displs,
            datatype::c(*recvtype),
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_allreduce_init_(
    sendbuf: *mut c_void,
    recvbuf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Allreduce_init(
            memory(sendbuf),
            memory(recvbuf),
            *count,
            datatype::c(*datatype),
            op::c(*op),
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_allreduce_init_f08ts_(
    sendbuf: *const Cdesc,
    recvbuf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Allreduce_init", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Allreduce_init", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Allreduce_init(
            sendbuf_c.address(),
            recvbuf_c.address(),
            *count,
            datatype::c(*datatype),
            op::c(*op),
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_allreduce_init_c_f08ts_(
    sendbuf: *const Cdesc,
    recvbuf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Allreduce_init_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Allreduce_init_c", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Allreduce_init_c(
            sendbuf_c.address(),
            recvbuf_c.address(),
            *count,
            datatype::c(*datatype),
            op::c(*op),
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_alltoall_init_(
    sendbuf: *mut c_void,
    sendcount: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *mut c_void,
    recvcount: *mut c_int,
    recvtype: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Alltoall_init(
            memory(sendbuf),
            *sendcount,
            datatype::c(*sendtype),
            memory(recvbuf),
            *recvcount,
            datatype::c(*recvtype),
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_alltoall_init_f08ts_(
    sendbuf: *const Cdesc,
    sendcount: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcount: *mut c_int,
    recvtype: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Alltoall_init", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Alltoall_init", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Alltoall_init(
            sendbuf_c.address(),
            *sendcount,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            *recvcount,
            datatype::c(*recvtype),
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_alltoall_init_c_f08ts_(
    sendbuf: *const Cdesc,
    sendcount: *mut i64,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcount: *mut i64,
    recvtype: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Alltoall_init_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Alltoall_init_c", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Alltoall_init_c(
            sendbuf_c.address(),
            *sendcount,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            *recvcount,
            datatype::c(*recvtype),
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_alltoallv_init_(
    sendbuf: *mut c_void,
    sendcounts: *mut c_int,
    sdispls: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *mut c_void,
    recvcounts: *mut c_int,
    rdispls: *mut c_int,
    recvtype: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Alltoallv_init(
            memory(sendbuf),
            sendcounts,
            sdispls,
            datatype::c(*sendtype),
            memory(recvbuf),
            recvcounts,
            rdispls,
            datatype::c(*recvtype),
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_alltoallv_init_f08ts_(
    sendbuf: *const Cdesc,
    sendcounts: *mut c_int,
    sdispls: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcounts: *mut c_int,
    rdispls: *mut c_int,
    recvtype: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Alltoallv_init", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Alltoallv_init", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Alltoallv_init(
            sendbuf_c.address(),
            sendcounts,
            sdispls,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            recvcounts,
            rdispls,
            datatype::c(*recvtype),
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_alltoallv_init_c_f08ts_(
    sendbuf: *const Cdesc,
    sendcounts: *mut i64,
    sdispls: *mut isize,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcounts: *mut i64,
    rdispls: *mut isize,
    recvtype: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Alltoallv_init_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Alltoallv_init_c", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Alltoallv_init_c(
            sendbuf_c.address(),
            sendcounts,
            sdispls,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            recvcounts,
            rdispls,
            datatype::c(*recvtype),
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_alltoallw_init_(
    sendbuf: *mut c_void,
    sendcounts: *mut c_int,
    sdispls: *mut c_int,
    sendtypes: *mut c_int,
    recvbuf: *mut c_void,
    recvcounts: *mut c_int,
    rdispls: *mut c_int,
    recvtypes: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut sendtypes_c =
            Handles::from(sendtypes, unless_in_place(sendbuf, peers(comm::c(*comm))), datatype::c);
        let mut recvtypes_c = Handles::from(recvtypes, peers(comm::c(*comm)), datatype::c);
        let mut request_c = request::null();
        let code = PMPI_Alltoallw_init(
            memory(sendbuf),
            sendcounts,
            sdispls,
            sendtypes_c.as_mut_ptr(),
            memory(recvbuf),
            recvcounts,
            rdispls,
            recvtypes_c.as_mut_ptr(),
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_alltoallw_init_f08ts_(
    sendbuf: *const Cdesc,
    sendcounts: *mut c_int,
    sdispls: *mut c_int,
    sendtypes: *mut c_int,
    recvbuf: *const Cdesc,
    recvcounts: *mut c_int,
    rdispls: *mut c_int,
    recvtypes: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Alltoallw_init", "sendbuf", ierror);
        };
        let mut sendtypes_c =
            Handles::from(sendtypes, unless_in_place(sendbuf, peers(comm::c(*comm))), datatype::c);
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Alltoallw_init", "recvbuf", ierror);
        };
        let mut recvtypes_c = Handles::from(recvtypes, peers(comm::c(*comm)), datatype::c);
        let mut request_c = request::null();
        let code = PMPI_Alltoallw_init(
            sendbuf_c.address(),
            sendcounts,
            sdispls,
            sendtypes_c.as_mut_ptr(),
            recvbuf_c.address(),
            recvcounts,
            rdispls,
            recvtypes_c.as_mut_ptr(),
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_alltoallw_init_c_f08ts_(
    sendbuf: *const Cdesc,
    sendcounts: *mut i64,
    sdispls: *mut isize,
    sendtypes: *mut c_int,
    recvbuf: *const Cdesc,
    recvcounts: *mut i64,
    rdispls: *mut isize,
    recvtypes: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Alltoallw_init_c", "sendbuf", ierror);
        };
        let mut sendtypes_c =
            Handles::from(sendtypes, unless_in_place(sendbuf, peers(comm::c(*comm))), datatype::c);
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Alltoallw_init_c", "recvbuf", ierror);
        };
        let mut recvtypes_c = Handles::from(recvtypes, peers(comm::c(*comm)), datatype::c);
        let mut request_c = request::null();
        let code = PMPI_Alltoallw_init_c(
            sendbuf_c.address(),
            sendcounts,
            sdispls,
            sendtypes_c.as_mut_ptr(),
            recvbuf_c.address(),
            recvcounts,
            rdispls,
            recvtypes_c.as_mut_ptr(),
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_barrier_init_(
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Barrier_init(comm::c(*comm), info::c(*info), &mut request_c);
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_bcast_init_(
    buffer: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Bcast_init(
            memory(buffer),
            *count,
            datatype::c(*datatype),
            *root,
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_bcast_init_f08ts_(
    buffer: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buffer_c) = LentBuffer::whole(
            buffer,
            BufferUse { is_read: true, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Bcast_init", "buffer", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Bcast_init(
            buffer_c.address(),
            *count,
            datatype::c(*datatype),
            *root,
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [buffer_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_bcast_init_c_f08ts_(
    buffer: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buffer_c) = LentBuffer::whole(
            buffer,
            BufferUse { is_read: true, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Bcast_init_c", "buffer", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Bcast_init_c(
            buffer_c.address(),
            *count,
            datatype::c(*datatype),
            *root,
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [buffer_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_exscan_init_(
    sendbuf: *mut c_void,
    recvbuf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Exscan_init(
            memory(sendbuf),
            memory(recvbuf),
            *count,
            datatype::c(*datatype),
            op::c(*op),
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_exscan_init_f08ts_(
    sendbuf: *const Cdesc,
    recvbuf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Exscan_init", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Exscan_init", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Exscan_init(
            sendbuf_c.address(),
            recvbuf_c.address(),
            *count,
            datatype::c(*datatype),
            op::c(*op),
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_exscan_init_c_f08ts_(
    sendbuf: *const Cdesc,
    recvbuf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Exscan_init_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Exscan_init_c", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Exscan_init_c(
            sendbuf_c.address(),
            recvbuf_c.address(),
            *count,
            datatype::c(*datatype),
            op::c(*op),
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_gather_init_(
    sendbuf: *mut c_void,
    sendcount: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *mut c_void,
    recvcount: *mut c_int,
    recvtype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Gather_init(
            memory(sendbuf),
            *sendcount,
            datatype::c(*sendtype),
            memory(recvbuf),
            *recvcount,
            datatype::c(*recvtype),
            *root,
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_gather_init_f08ts_(
    sendbuf: *const Cdesc,
    sendcount: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcount: *mut c_int,
    recvtype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Gather_init", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Gather_init", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Gather_init(
            sendbuf_c.address(),
            *sendcount,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            *recvcount,
            datatype::c(*recvtype),
            *root,
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_gather_init_c_f08ts_(
    sendbuf: *const Cdesc,
    sendcount: *mut i64,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcount: *mut i64,
    recvtype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Gather_init_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Gather_init_c", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Gather_init_c(
            sendbuf_c.address(),
            *sendcount,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            *recvcount,
            datatype::c(*recvtype),
            *root,
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_gatherv_init_(
    sendbuf: *mut c_void,
    sendcount: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *mut c_void,
    recvcounts: *mut c_int,
    displs: *mut c_int,
    recvtype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Gatherv_init(
            memory(sendbuf),
            *sendcount,
            datatype::c(*sendtype),
            memory(recvbuf),
            recvcounts,
            displs,
            datatype::c(*recvtype),
            *root,
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_gatherv_init_f08ts_(
    sendbuf: *const Cdesc,
    sendcount: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcounts: *mut c_int,
    displs: *mut c_int,
    recvtype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Gatherv_init", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Gatherv_init", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Gatherv_init(
            sendbuf_c.address(),
            *sendcount,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            recvcounts,
            displs,
            datatype::c(*recvtype),
            *root,
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_gatherv_init_c_f08ts_(
    sendbuf: *const Cdesc,
    sendcount: *mut i64,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcounts: *mut i64,
    displs: *mut isize,
    recvtype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Gatherv_init_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Gatherv_init_c", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Gatherv_init_c(
            sendbuf_c.address(),
            *sendcount,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            recvcounts,
            displs,
            datatype::c(*recvtype),
            *root,
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_reduce_init_(
    sendbuf: *mut c_void,
    recvbuf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    op: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Reduce_init(
            memory(sendbuf),
            memory(recvbuf),
            *count,
            datatype::c(*datatype),
            op::c(*op),
            *root,
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_reduce_init_f08ts_(
    sendbuf: *const Cdesc,
    recvbuf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    op: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Reduce_init", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Reduce_init", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Reduce_init(
            sendbuf_c.address(),
            recvbuf_c.address(),
            *count,
            datatype::c(*datatype),
            op::c(*op),
            *root,
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_reduce_init_c_f08ts_(
    sendbuf: *const Cdesc,
    recvbuf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    op: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Reduce_init_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Reduce_init_c", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Reduce_init_c(
            sendbuf_c.address(),
            recvbuf_c.address(),
            *count,
            datatype::c(*datatype),
            op::c(*op),
            *root,
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_reduce_scatter_block_init_(
    sendbuf: *mut c_void,
    recvbuf: *mut c_void,
    recvcount: *mut c_int,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Reduce_scatter_block_init(
            memory(sendbuf),
            memory(recvbuf),
            *recvcount,
            datatype::c(*datatype),
            op::c(*op),
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_reduce_scatter_block_init_f08ts_(
    sendbuf: *const Cdesc,
    recvbuf: *const Cdesc,
    recvcount: *mut c_int,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Reduce_scatter_block_init", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Reduce_scatter_block_init", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Reduce_scatter_block_init(
            sendbuf_c.address(),
            recvbuf_c.address(),
            *recvcount,
            datatype::c(*datatype),
            op::c(*op),
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_reduce_scatter_block_init_c_f08ts_(
    sendbuf: *const Cdesc,
    recvbuf: *const Cdesc,
    recvcount: *mut i64,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Reduce_scatter_block_init_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Reduce_scatter_block_init_c", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Reduce_scatter_block_init_c(
            sendbuf_c.address(),
            recvbuf_c.address(),
            *recvcount,
            datatype::c(*datatype),
            op::c(*op),
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_reduce_scatter_init_(
    sendbuf: *mut c_void,
    recvbuf: *mut c_void,
    recvcounts: *mut c_int,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Reduce_scatter_init(
            memory(sendbuf),
            memory(recvbuf),
            recvcounts,
            datatype::c(*datatype),
            op::c(*op),
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_reduce_scatter_init_f08ts_(
    sendbuf: *const Cdesc,
    recvbuf: *const Cdesc,
    recvcounts: *mut c_int,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Reduce_scatter_init", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Reduce_scatter_init", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Reduce_scatter_init(
            sendbuf_c.address(),
            recvbuf_c.address(),
            recvcounts,
            datatype::c(*datatype),
            op::c(*op),
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_reduce_scatter_init_c_f08ts_(
    sendbuf: *const Cdesc,
    recvbuf: *const Cdesc,
    recvcounts: *mut i64,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Reduce_scatter_init_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Reduce_scatter_init_c", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Reduce_scatter_init_c(
            sendbuf_c.address(),
            recvbuf_c.address(),
            recvcounts,
            datatype::c(*datatype),
            op::c(*op),
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_scan_init_(
    sendbuf: *mut c_void,
    recvbuf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Scan_init(
            memory(sendbuf),
            memory(recvbuf),
            *count,
            datatype::c(*datatype),
            op::c(*op),
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_scan_init_f08ts_(
    sendbuf: *const Cdesc,
    recvbuf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Scan_init", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Scan_init", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Scan_init(
            sendbuf_c.address(),
            recvbuf_c.address(),
            *count,
            datatype::c(*datatype),
            op::c(*op),
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_scan_init_c_f08ts_(
    sendbuf: *const Cdesc,
    recvbuf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Scan_init_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Scan_init_c", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Scan_init_c(
            sendbuf_c.address(),
            recvbuf_c.address(),
            *count,
            datatype::c(*datatype),
            op::c(*op),
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_scatter_init_(
    sendbuf: *mut c_void,
    sendcount: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *mut c_void,
    recvcount: *mut c_int,
    recvtype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Scatter_init(
            memory(sendbuf),
            *sendcount,
            datatype::c(*sendtype),
            memory(recvbuf),
            *recvcount,
            datatype::c(*recvtype),
            *root,
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_scatter_init_f08ts_(
    sendbuf: *const Cdesc,
    sendcount: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcount: *mut c_int,
    recvtype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Scatter_init", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Scatter_init", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Scatter_init(
            sendbuf_c.address(),
            *sendcount,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            *recvcount,
            datatype::c(*recvtype),
            *root,
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_scatter_init_c_f08ts_(
    sendbuf: *const Cdesc,
    sendcount: *mut i64,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcount: *mut i64,
    recvtype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Scatter_init_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Scatter_init_c", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Scatter_init_c(
            sendbuf_c.address(),
            *sendcount,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            *recvcount,
            datatype::c(*recvtype),
            *root,
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_scatterv_init_(
    sendbuf: *mut c_void,
    sendcounts: *mut c_int,
    displs: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *mut c_void,
    recvcount: *mut c_int,
    recvtype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Scatterv_init(
            memory(sendbuf),
            sendcounts,
            displs,
            datatype::c(*sendtype),
            memory(recvbuf),
            *recvcount,
            datatype::c(*recvtype),
            *root,
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_scatterv_init_f08ts_(
    sendbuf: *const Cdesc,
    sendcounts: *mut c_int,
    displs: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcount: *mut c_int,
    recvtype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Scatterv_init", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Scatterv_init", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Scatterv_init(
            sendbuf_c.address(),
            sendcounts,
            displs,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            *recvcount,
            datatype::c(*recvtype),
            *root,
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_scatterv_init_c_f08ts_(
    sendbuf: *const Cdesc,
    sendcounts: *mut i64,
    displs: *mut isize,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcount: *mut i64,
    recvtype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Scatterv_init_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Scatterv_init_c", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Scatterv_init_c(
            sendbuf_c.address(),
            sendcounts,
            displs,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            *recvcount,
            datatype::c(*recvtype),
            *root,
            comm::c(*comm),
            info::c(*info),
            &mut request_c,
        );
        new_request_with(request, request_c, code, true, [sendbuf_c, recvbuf_c]);
        give(ierror, code);
    }
}
