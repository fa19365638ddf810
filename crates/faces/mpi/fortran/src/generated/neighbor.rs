//! Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_ineighbor_allgather_(
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
        let code = PMPI_Ineighbor_allgather(
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
pub unsafe extern "C" fn pmpi_ineighbor_allgather_f08ts_(
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
            return refuse("MPI_Ineighbor_allgather", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Ineighbor_allgather", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Ineighbor_allgather(
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
pub unsafe extern "C" fn pmpi_ineighbor_allgather_c_f08ts_(
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
            return refuse("MPI_Ineighbor_allgather_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Ineighbor_allgather_c", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Ineighbor_allgather_c(
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
pub unsafe extern "C" fn pmpi_ineighbor_allgatherv_(
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
        let code = PMPI_Ineighbor_allgatherv(
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
pub unsafe extern "C" fn pmpi_ineighbor_allgatherv_f08ts_(
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
            return refuse("MPI_Ineighbor_allgatherv", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Ineighbor_allgatherv", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Ineighbor_allgatherv(
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
pub unsafe extern "C" fn pmpi_ineighbor_allgatherv_c_f08ts_(
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
            return refuse("MPI_Ineighbor_allgatherv_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Ineighbor_allgatherv_c", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Ineighbor_allgatherv_c(
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
pub unsafe extern "C" fn pmpi_ineighbor_alltoall_(
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
        let code = PMPI_Ineighbor_alltoall(
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
pub unsafe extern "C" fn pmpi_ineighbor_alltoall_f08ts_(
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
            return refuse("MPI_Ineighbor_alltoall", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Ineighbor_alltoall", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Ineighbor_alltoall(
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
pub unsafe extern "C" fn pmpi_ineighbor_alltoall_c_f08ts_(
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
            return refuse("MPI_Ineighbor_alltoall_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Ineighbor_alltoall_c", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Ineighbor_alltoall_c(
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
pub unsafe extern "C" fn pmpi_ineighbor_alltoallv_(
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
        let code = PMPI_Ineighbor_alltoallv(
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
pub unsafe extern "C" fn pmpi_ineighbor_alltoallv_f08ts_(
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
            return refuse("MPI_Ineighbor_alltoallv", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Ineighbor_alltoallv", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Ineighbor_alltoallv(
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
pub unsafe extern "C" fn pmpi_ineighbor_alltoallv_c_f08ts_(
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
            return refuse("MPI_Ineighbor_alltoallv_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Ineighbor_alltoallv_c", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Ineighbor_alltoallv_c(
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
pub unsafe extern "C" fn pmpi_ineighbor_alltoallw_(
    sendbuf: *mut c_void,
    sendcounts: *mut c_int,
    sdispls: *mut isize,
    sendtypes: *mut c_int,
    recvbuf: *mut c_void,
    recvcounts: *mut c_int,
    rdispls: *mut isize,
    recvtypes: *mut c_int,
    comm: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut sendtypes_c =
            Handles::from(sendtypes, neighbors(comm::c(*comm), true), datatype::c);
        let mut recvtypes_c =
            Handles::from(recvtypes, neighbors(comm::c(*comm), false), datatype::c);
        let mut request_c = request::null();
        let code = PMPI_Ineighbor_alltoallw(
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
pub unsafe extern "C" fn pmpi_ineighbor_alltoallw_f08ts_(
    sendbuf: *const Cdesc,
    sendcounts: *mut c_int,
    sdispls: *mut isize,
    sendtypes: *mut c_int,
    recvbuf: *const Cdesc,
    recvcounts: *mut c_int,
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
            return refuse("MPI_Ineighbor_alltoallw", "sendbuf", ierror);
        };
        let mut sendtypes_c =
            Handles::from(sendtypes, neighbors(comm::c(*comm), true), datatype::c);
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Ineighbor_alltoallw", "recvbuf", ierror);
        };
        let mut recvtypes_c =
            Handles::from(recvtypes, neighbors(comm::c(*comm), false), datatype::c);
        let mut request_c = request::null();
        let code = PMPI_Ineighbor_alltoallw(
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
pub unsafe extern "C" fn pmpi_ineighbor_alltoallw_c_f08ts_(
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
            return refuse("MPI_Ineighbor_alltoallw_c", "sendbuf", ierror);
        };
        let mut sendtypes_c =
            Handles::from(sendtypes, neighbors(comm::c(*comm), true), datatype::c);
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Ineighbor_alltoallw_c", "recvbuf", ierror);
        };
        let mut recvtypes_c =
            Handles::from(recvtypes, neighbors(comm::c(*comm), false), datatype::c);
        let mut request_c = request::null();
        let code = PMPI_Ineighbor_alltoallw_c(
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
pub unsafe extern "C" fn pmpi_neighbor_allgather_(
    sendbuf: *mut c_void,
    sendcount: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *mut c_void,
    recvcount: *mut c_int,
    recvtype: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Neighbor_allgather(
            memory(sendbuf),
            *sendcount,
            datatype::c(*sendtype),
            memory(recvbuf),
            *recvcount,
            datatype::c(*recvtype),
            comm::c(*comm),
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_neighbor_allgather_f08ts_(
    sendbuf: *const Cdesc,
    sendcount: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcount: *mut c_int,
    recvtype: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Neighbor_allgather", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Neighbor_allgather", "recvbuf", ierror);
        };
        let code = PMPI_Neighbor_allgather(
            sendbuf_c.address(),
            *sendcount,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            *recvcount,
            datatype::c(*recvtype),
            comm::c(*comm),
        );
        sendbuf_c.end();
        recvbuf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_neighbor_allgather_c_f08ts_(
    sendbuf: *const Cdesc,
    sendcount: *mut i64,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcount: *mut i64,
    recvtype: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Neighbor_allgather_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Neighbor_allgather_c", "recvbuf", ierror);
        };
        let code = PMPI_Neighbor_allgather_c(
            sendbuf_c.address(),
            *sendcount,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            *recvcount,
            datatype::c(*recvtype),
            comm::c(*comm),
        );
        sendbuf_c.end();
        recvbuf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_neighbor_allgather_init_(
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
        let code = PMPI_Neighbor_allgather_init(
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
pub unsafe extern "C" fn pmpi_neighbor_allgather_init_f08ts_(
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
            return refuse("MPI_Neighbor_allgather_init", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Neighbor_allgather_init", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Neighbor_allgather_init(
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
pub unsafe extern "C" fn pmpi_neighbor_allgather_init_c_f08ts_(
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
            return refuse("MPI_Neighbor_allgather_init_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Neighbor_allgather_init_c", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Neighbor_allgather_init_c(
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
pub unsafe extern "C" fn pmpi_neighbor_allgatherv_(
    sendbuf: *mut c_void,
    sendcount: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *mut c_void,
    recvcounts: *mut c_int,
    displs: *mut c_int,
    recvtype: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Neighbor_allgatherv(
            memory(sendbuf),
            *sendcount,
            datatype::c(*sendtype),
            memory(recvbuf),
            recvcounts,
            displs,
            datatype::c(*recvtype),
            comm::c(*comm),
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_neighbor_allgatherv_f08ts_(
    sendbuf: *const Cdesc,
    sendcount: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcounts: *mut c_int,
    displs: *mut c_int,
    recvtype: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Neighbor_allgatherv", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Neighbor_allgatherv", "recvbuf", ierror);
        };
        let code = PMPI_Neighbor_allgatherv(
            sendbuf_c.address(),
            *sendcount,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            recvcounts,
            displs,
            datatype::c(*recvtype),
            comm::c(*comm),
        );
        sendbuf_c.end();
        recvbuf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_neighbor_allgatherv_c_f08ts_(
    sendbuf: *const Cdesc,
    sendcount: *mut i64,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcounts: *mut i64,
    displs: *mut isize,
    recvtype: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Neighbor_allgatherv_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Neighbor_allgatherv_c", "recvbuf", ierror);
        };
        let code = PMPI_Neighbor_allgatherv_c(
            sendbuf_c.address(),
            *sendcount,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            recvcounts,
            displs,
            datatype::c(*recvtype),
            comm::c(*comm),
        );
        sendbuf_c.end();
        recvbuf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_neighbor_allgatherv_init_(
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
        let code = PMPI_Neighbor_allgatherv_init(
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
pub unsafe extern "C" fn pmpi_neighbor_allgatherv_init_f08ts_(
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
            return refuse("MPI_Neighbor_allgatherv_init", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Neighbor_allgatherv_init", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Neighbor_allgatherv_init(
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
pub unsafe extern "C" fn pmpi_neighbor_allgatherv_init_c_f08ts_(
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
            return refuse("MPI_Neighbor_allgatherv_init_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Neighbor_allgatherv_init_c", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Neighbor_allgatherv_init_c(
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
pub unsafe extern "C" fn pmpi_neighbor_alltoall_(
    sendbuf: *mut c_void,
    sendcount: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *mut c_void,
    recvcount: *mut c_int,
    recvtype: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Neighbor_alltoall(
            memory(sendbuf),
            *sendcount,
            datatype::c(*sendtype),
            memory(recvbuf),
            *recvcount,
            datatype::c(*recvtype),
            comm::c(*comm),
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_neighbor_alltoall_f08ts_(
    sendbuf: *const Cdesc,
    sendcount: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcount: *mut c_int,
    recvtype: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Neighbor_alltoall", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Neighbor_alltoall", "recvbuf", ierror);
        };
        let code = PMPI_Neighbor_alltoall(
            sendbuf_c.address(),
            *sendcount,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            *recvcount,
            datatype::c(*recvtype),
            comm::c(*comm),
        );
        sendbuf_c.end();
        recvbuf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_neighbor_alltoall_c_f08ts_(
    sendbuf: *const Cdesc,
    sendcount: *mut i64,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcount: *mut i64,
    recvtype: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Neighbor_alltoall_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Neighbor_alltoall_c", "recvbuf", ierror);
        };
        let code = PMPI_Neighbor_alltoall_c(
            sendbuf_c.address(),
            *sendcount,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            *recvcount,
            datatype::c(*recvtype),
            comm::c(*comm),
        );
        sendbuf_c.end();
        recvbuf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_neighbor_alltoall_init_(
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
        let code = PMPI_Neighbor_alltoall_init(
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
pub unsafe extern "C" fn pmpi_neighbor_alltoall_init_f08ts_(
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
            return refuse("MPI_Neighbor_alltoall_init", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Neighbor_alltoall_init", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Neighbor_alltoall_init(
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
pub unsafe extern "C" fn pmpi_neighbor_alltoall_init_c_f08ts_(
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
            return refuse("MPI_Neighbor_alltoall_init_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Neighbor_alltoall_init_c", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Neighbor_alltoall_init_c(
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
pub unsafe extern "C" fn pmpi_neighbor_alltoallv_(
    sendbuf: *mut c_void,
    sendcounts: *mut c_int,
    sdispls: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *mut c_void,
    recvcounts: *mut c_int,
    rdispls: *mut c_int,
    recvtype: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Neighbor_alltoallv(
            memory(sendbuf),
            sendcounts,
            sdispls,
            datatype::c(*sendtype),
            memory(recvbuf),
            recvcounts,
            rdispls,
            datatype::c(*recvtype),
            comm::c(*comm),
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_neighbor_alltoallv_f08ts_(
    sendbuf: *const Cdesc,
    sendcounts: *mut c_int,
    sdispls: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcounts: *mut c_int,
    rdispls: *mut c_int,
    recvtype: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Neighbor_alltoallv", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Neighbor_alltoallv", "recvbuf", ierror);
        };
        let code = PMPI_Neighbor_alltoallv(
            sendbuf_c.address(),
            sendcounts,
            sdispls,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            recvcounts,
            rdispls,
            datatype::c(*recvtype),
            comm::c(*comm),
        );
        sendbuf_c.end();
        recvbuf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_neighbor_alltoallv_c_f08ts_(
    sendbuf: *const Cdesc,
    sendcounts: *mut i64,
    sdispls: *mut isize,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcounts: *mut i64,
    rdispls: *mut isize,
    recvtype: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Neighbor_alltoallv_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Neighbor_alltoallv_c", "recvbuf", ierror);
        };
        let code = PMPI_Neighbor_alltoallv_c(
            sendbuf_c.address(),
            sendcounts,
            sdispls,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            recvcounts,
            rdispls,
            datatype::c(*recvtype),
            comm::c(*comm),
        );
        sendbuf_c.end();
        recvbuf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_neighbor_alltoallv_init_(
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
        let code = PMPI_Neighbor_alltoallv_init(
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
pub unsafe extern "C" fn pmpi_neighbor_alltoallv_init_f08ts_(
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
            return refuse("MPI_Neighbor_alltoallv_init", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Neighbor_alltoallv_init", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Neighbor_alltoallv_init(
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
pub unsafe extern "C" fn pmpi_neighbor_alltoallv_init_c_f08ts_(
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
            return refuse("MPI_Neighbor_alltoallv_init_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Neighbor_alltoallv_init_c", "recvbuf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Neighbor_alltoallv_init_c(
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
pub unsafe extern "C" fn pmpi_neighbor_alltoallw_(
    sendbuf: *mut c_void,
    sendcounts: *mut c_int,
    sdispls: *mut isize,
    sendtypes: *mut c_int,
    recvbuf: *mut c_void,
    recvcounts: *mut c_int,
    rdispls: *mut isize,
    recvtypes: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut sendtypes_c =
            Handles::from(sendtypes, neighbors(comm::c(*comm), true), datatype::c);
        let mut recvtypes_c =
            Handles::from(recvtypes, neighbors(comm::c(*comm), false), datatype::c);
        let code = PMPI_Neighbor_alltoallw(
            memory(sendbuf),
            sendcounts,
            sdispls,
            sendtypes_c.as_mut_ptr(),
            memory(recvbuf),
            recvcounts,
            rdispls,
            recvtypes_c.as_mut_ptr(),
            comm::c(*comm),
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_neighbor_alltoallw_f08ts_(
    sendbuf: *const Cdesc,
    sendcounts: *mut c_int,
    sdispls: *mut isize,
    sendtypes: *mut c_int,
    recvbuf: *const Cdesc,
    recvcounts: *mut c_int,
    rdispls: *mut isize,
    recvtypes: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Neighbor_alltoallw", "sendbuf", ierror);
        };
        let mut sendtypes_c =
            Handles::from(sendtypes, neighbors(comm::c(*comm), true), datatype::c);
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Neighbor_alltoallw", "recvbuf", ierror);
        };
        let mut recvtypes_c =
            Handles::from(recvtypes, neighbors(comm::c(*comm), false), datatype::c);
        let code = PMPI_Neighbor_alltoallw(
            sendbuf_c.address(),
            sendcounts,
            sdispls,
            sendtypes_c.as_mut_ptr(),
            recvbuf_c.address(),
            recvcounts,
            rdispls,
            recvtypes_c.as_mut_ptr(),
            comm::c(*comm),
        );
        sendbuf_c.end();
        recvbuf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_neighbor_alltoallw_c_f08ts_(
    sendbuf: *const Cdesc,
    sendcounts: *mut i64,
    sdispls: *mut isize,
    sendtypes: *mut c_int,
    recvbuf: *const Cdesc,
    recvcounts: *mut i64,
    rdispls: *mut isize,
    recvtypes: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Neighbor_alltoallw_c", "sendbuf", ierror);
        };
        let mut sendtypes_c =
            Handles::from(sendtypes, neighbors(comm::c(*comm), true), datatype::c);
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Neighbor_alltoallw_c", "recvbuf", ierror);
        };
        let mut recvtypes_c =
            Handles::from(recvtypes, neighbors(comm::c(*comm), false), datatype::c);
        let code = PMPI_Neighbor_alltoallw_c(
            sendbuf_c.address(),
            sendcounts,
            sdispls,
            sendtypes_c.as_mut_ptr(),
            recvbuf_c.address(),
            recvcounts,
            rdispls,
            recvtypes_c.as_mut_ptr(),
            comm::c(*comm),
        );
        sendbuf_c.end();
        recvbuf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_neighbor_alltoallw_init_(
    sendbuf: *mut c_void,
    sendcounts: *mut c_int,
    sdispls: *mut isize,
    sendtypes: *mut c_int,
    recvbuf: *mut c_void,
    recvcounts: *mut c_int,
    rdispls: *mut isize,
    recvtypes: *mut c_int,
    comm: *mut c_int,
    info: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut sendtypes_c =
            Handles::from(sendtypes, neighbors(comm::c(*comm), true), datatype::c);
        let mut recvtypes_c =
            Handles::from(recvtypes, neighbors(comm::c(*comm), false), datatype::c);
        let mut request_c = request::null();
        let code = PMPI_Neighbor_alltoallw_init(
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
pub unsafe extern "C" fn pmpi_neighbor_alltoallw_init_f08ts_(
    sendbuf: *const Cdesc,
    sendcounts: *mut c_int,
    sdispls: *mut isize,
    sendtypes: *mut c_int,
    recvbuf: *const Cdesc,
    recvcounts: *mut c_int,
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
            return refuse("MPI_Neighbor_alltoallw_init", "sendbuf", ierror);
        };
        let mut sendtypes_c =
            Handles::from(sendtypes, neighbors(comm::c(*comm), true), datatype::c);
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Neighbor_alltoallw_init", "recvbuf", ierror);
        };
        let mut recvtypes_c =
            Handles::from(recvtypes, neighbors(comm::c(*comm), false), datatype::c);
        let mut request_c = request::null();
        let code = PMPI_Neighbor_alltoallw_init(
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
pub unsafe extern "C" fn pmpi_neighbor_alltoallw_init_c_f08ts_(
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
            return refuse("MPI_Neighbor_alltoallw_init_c", "sendbuf", ierror);
        };
        let mut sendtypes_c =
            Handles::from(sendtypes, neighbors(comm::c(*comm), true), datatype::c);
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Neighbor_alltoallw_init_c", "recvbuf", ierror);
        };
        let mut recvtypes_c =
            Handles::from(recvtypes, neighbors(comm::c(*comm), false), datatype::c);
        let mut request_c = request::null();
        let code = PMPI_Neighbor_alltoallw_init_c(
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
