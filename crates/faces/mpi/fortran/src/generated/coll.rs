//! Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_allgather_(
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
        let code = PMPI_Allgather(
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
pub unsafe extern "C" fn pmpi_allgather_f08ts_(
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
            return refuse("MPI_Allgather", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Allgather", "recvbuf", ierror);
        };
        let code = PMPI_Allgather(
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
pub unsafe extern "C" fn pmpi_allgather_c_f08ts_(
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
            return refuse("MPI_Allgather_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Allgather_c", "recvbuf", ierror);
        };
        let code = PMPI_Allgather_c(
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
pub unsafe extern "C" fn pmpi_allgatherv_(
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
        let code = PMPI_Allgatherv(
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
pub unsafe extern "C" fn pmpi_allgatherv_f08ts_(
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
            return refuse("MPI_Allgatherv", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Allgatherv", "recvbuf", ierror);
        };
        let code = PMPI_Allgatherv(
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
pub unsafe extern "C" fn pmpi_allgatherv_c_f08ts_(
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
            return refuse("MPI_Allgatherv_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Allgatherv_c", "recvbuf", ierror);
        };
        let code = PMPI_Allgatherv_c(
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
pub unsafe extern "C" fn pmpi_allreduce_(
    sendbuf: *mut c_void,
    recvbuf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Allreduce(
            memory(sendbuf),
            memory(recvbuf),
            *count,
            datatype::c(*datatype),
            op::c(*op),
            comm::c(*comm),
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_allreduce_f08ts_(
    sendbuf: *const Cdesc,
    recvbuf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Allreduce", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Allreduce", "recvbuf", ierror);
        };
        let code = PMPI_Allreduce(
            sendbuf_c.address(),
            recvbuf_c.address(),
            *count,
            datatype::c(*datatype),
            op::c(*op),
            comm::c(*comm),
        );
        sendbuf_c.end();
        recvbuf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_allreduce_c_f08ts_(
    sendbuf: *const Cdesc,
    recvbuf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Allreduce_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Allreduce_c", "recvbuf", ierror);
        };
        let code = PMPI_Allreduce_c(
            sendbuf_c.address(),
            recvbuf_c.address(),
            *count,
            datatype::c(*datatype),
            op::c(*op),
            comm::c(*comm),
        );
        sendbuf_c.end();
        recvbuf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_alltoall_(
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
        let code = PMPI_Alltoall(
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
pub unsafe extern "C" fn pmpi_alltoall_f08ts_(
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
            return refuse("MPI_Alltoall", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Alltoall", "recvbuf", ierror);
        };
        let code = PMPI_Alltoall(
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
pub unsafe extern "C" fn pmpi_alltoall_c_f08ts_(
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
            return refuse("MPI_Alltoall_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Alltoall_c", "recvbuf", ierror);
        };
        let code = PMPI_Alltoall_c(
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
pub unsafe extern "C" fn pmpi_alltoallv_(
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
        let code = PMPI_Alltoallv(
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
pub unsafe extern "C" fn pmpi_alltoallv_f08ts_(
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
            return refuse("MPI_Alltoallv", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Alltoallv", "recvbuf", ierror);
        };
        let code = PMPI_Alltoallv(
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
pub unsafe extern "C" fn pmpi_alltoallv_c_f08ts_(
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
            return refuse("MPI_Alltoallv_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Alltoallv_c", "recvbuf", ierror);
        };
        let code = PMPI_Alltoallv_c(
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
pub unsafe extern "C" fn pmpi_alltoallw_(
    sendbuf: *mut c_void,
    sendcounts: *mut c_int,
    sdispls: *mut c_int,
    sendtypes: *mut c_int,
    recvbuf: *mut c_void,
    recvcounts: *mut c_int,
    rdispls: *mut c_int,
    recvtypes: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut sendtypes_c =
            Handles::from(sendtypes, unless_in_place(sendbuf, peers(comm::c(*comm))), datatype::c);
        let mut recvtypes_c = Handles::from(recvtypes, peers(comm::c(*comm)), datatype::c);
        let code = PMPI_Alltoallw(
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
pub unsafe extern "C" fn pmpi_alltoallw_f08ts_(
    sendbuf: *const Cdesc,
    sendcounts: *mut c_int,
    sdispls: *mut c_int,
    sendtypes: *mut c_int,
    recvbuf: *const Cdesc,
    recvcounts: *mut c_int,
    rdispls: *mut c_int,
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
            return refuse("MPI_Alltoallw", "sendbuf", ierror);
        };
        let mut sendtypes_c =
            Handles::from(sendtypes, unless_in_place(sendbuf, peers(comm::c(*comm))), datatype::c);
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Alltoallw", "recvbuf", ierror);
        };
        let mut recvtypes_c = Handles::from(recvtypes, peers(comm::c(*comm)), datatype::c);
        let code = PMPI_Alltoallw(
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
pub unsafe extern "C" fn pmpi_alltoallw_c_f08ts_(
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
            return refuse("MPI_Alltoallw_c", "sendbuf", ierror);
        };
        let mut sendtypes_c =
            Handles::from(sendtypes, unless_in_place(sendbuf, peers(comm::c(*comm))), datatype::c);
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Alltoallw_c", "recvbuf", ierror);
        };
        let mut recvtypes_c = Handles::from(recvtypes, peers(comm::c(*comm)), datatype::c);
        let code = PMPI_Alltoallw_c(
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
pub unsafe extern "C" fn pmpi_barrier_(comm: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Barrier(comm::c(*comm));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_bcast_(
    buffer: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code =
            PMPI_Bcast(memory(buffer), *count, datatype::c(*datatype), *root, comm::c(*comm));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_bcast_f08ts_(
    buffer: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
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
            return refuse("MPI_Bcast", "buffer", ierror);
        };
        let code = PMPI_Bcast(
            buffer_c.address(),
            buffer_c.count() as c_int,
            buffer_c.datatype(),
            *root,
            comm::c(*comm),
        );
        buffer_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_bcast_c_f08ts_(
    buffer: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
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
            return refuse("MPI_Bcast_c", "buffer", ierror);
        };
        let code = PMPI_Bcast_c(
            buffer_c.address(),
            buffer_c.count(),
            buffer_c.datatype(),
            *root,
            comm::c(*comm),
        );
        buffer_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_exscan_(
    sendbuf: *mut c_void,
    recvbuf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Exscan(
            memory(sendbuf),
            memory(recvbuf),
            *count,
            datatype::c(*datatype),
            op::c(*op),
            comm::c(*comm),
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_exscan_f08ts_(
    sendbuf: *const Cdesc,
    recvbuf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Exscan", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Exscan", "recvbuf", ierror);
        };
        let code = PMPI_Exscan(
            sendbuf_c.address(),
            recvbuf_c.address(),
            *count,
            datatype::c(*datatype),
            op::c(*op),
            comm::c(*comm),
        );
        sendbuf_c.end();
        recvbuf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_exscan_c_f08ts_(
    sendbuf: *const Cdesc,
    recvbuf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Exscan_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Exscan_c", "recvbuf", ierror);
        };
        let code = PMPI_Exscan_c(
            sendbuf_c.address(),
            recvbuf_c.address(),
            *count,
            datatype::c(*datatype),
            op::c(*op),
            comm::c(*comm),
        );
        sendbuf_c.end();
        recvbuf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_gather_(
    sendbuf: *mut c_void,
    sendcount: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *mut c_void,
    recvcount: *mut c_int,
    recvtype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Gather(
            memory(sendbuf),
            *sendcount,
            datatype::c(*sendtype),
            memory(recvbuf),
            *recvcount,
            datatype::c(*recvtype),
            *root,
            comm::c(*comm),
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_gather_f08ts_(
    sendbuf: *const Cdesc,
    sendcount: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcount: *mut c_int,
    recvtype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Gather", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Gather", "recvbuf", ierror);
        };
        let code = PMPI_Gather(
            sendbuf_c.address(),
            *sendcount,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            *recvcount,
            datatype::c(*recvtype),
            *root,
            comm::c(*comm),
        );
        sendbuf_c.end();
        recvbuf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_gather_c_f08ts_(
    sendbuf: *const Cdesc,
    sendcount: *mut i64,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcount: *mut i64,
    recvtype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Gather_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Gather_c", "recvbuf", ierror);
        };
        let code = PMPI_Gather_c(
            sendbuf_c.address(),
            *sendcount,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            *recvcount,
            datatype::c(*recvtype),
            *root,
            comm::c(*comm),
        );
        sendbuf_c.end();
        recvbuf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_gatherv_(
    sendbuf: *mut c_void,
    sendcount: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *mut c_void,
    recvcounts: *mut c_int,
    displs: *mut c_int,
    recvtype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Gatherv(
            memory(sendbuf),
            *sendcount,
            datatype::c(*sendtype),
            memory(recvbuf),
            recvcounts,
            displs,
            datatype::c(*recvtype),
            *root,
            comm::c(*comm),
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_gatherv_f08ts_(
    sendbuf: *const Cdesc,
    sendcount: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcounts: *mut c_int,
    displs: *mut c_int,
    recvtype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Gatherv", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Gatherv", "recvbuf", ierror);
        };
        let code = PMPI_Gatherv(
            sendbuf_c.address(),
            *sendcount,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            recvcounts,
            displs,
            datatype::c(*recvtype),
            *root,
            comm::c(*comm),
        );
        sendbuf_c.end();
        recvbuf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_gatherv_c_f08ts_(
    sendbuf: *const Cdesc,
    sendcount: *mut i64,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcounts: *mut i64,
    displs: *mut isize,
    recvtype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Gatherv_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Gatherv_c", "recvbuf", ierror);
        };
        let code = PMPI_Gatherv_c(
            sendbuf_c.address(),
            *sendcount,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            recvcounts,
            displs,
            datatype::c(*recvtype),
            *root,
            comm::c(*comm),
        );
        sendbuf_c.end();
        recvbuf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_reduce_(
    sendbuf: *mut c_void,
    recvbuf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    op: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Reduce(
            memory(sendbuf),
            memory(recvbuf),
            *count,
            datatype::c(*datatype),
            op::c(*op),
            *root,
            comm::c(*comm),
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_reduce_f08ts_(
    sendbuf: *const Cdesc,
    recvbuf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    op: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Reduce", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Reduce", "recvbuf", ierror);
        };
        let code = PMPI_Reduce(
            sendbuf_c.address(),
            recvbuf_c.address(),
            *count,
            datatype::c(*datatype),
            op::c(*op),
            *root,
            comm::c(*comm),
        );
        sendbuf_c.end();
        recvbuf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_reduce_c_f08ts_(
    sendbuf: *const Cdesc,
    recvbuf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    op: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Reduce_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Reduce_c", "recvbuf", ierror);
        };
        let code = PMPI_Reduce_c(
            sendbuf_c.address(),
            recvbuf_c.address(),
            *count,
            datatype::c(*datatype),
            op::c(*op),
            *root,
            comm::c(*comm),
        );
        sendbuf_c.end();
        recvbuf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_reduce_scatter_(
    sendbuf: *mut c_void,
    recvbuf: *mut c_void,
    recvcounts: *mut c_int,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Reduce_scatter(
            memory(sendbuf),
            memory(recvbuf),
            recvcounts,
            datatype::c(*datatype),
            op::c(*op),
            comm::c(*comm),
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_reduce_scatter_f08ts_(
    sendbuf: *const Cdesc,
    recvbuf: *const Cdesc,
    recvcounts: *mut c_int,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Reduce_scatter", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Reduce_scatter", "recvbuf", ierror);
        };
        let code = PMPI_Reduce_scatter(
            sendbuf_c.address(),
            recvbuf_c.address(),
            recvcounts,
            datatype::c(*datatype),
            op::c(*op),
            comm::c(*comm),
        );
        sendbuf_c.end();
        recvbuf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_reduce_scatter_block_(
    sendbuf: *mut c_void,
    recvbuf: *mut c_void,
    recvcount: *mut c_int,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Reduce_scatter_block(
            memory(sendbuf),
            memory(recvbuf),
            *recvcount,
            datatype::c(*datatype),
            op::c(*op),
            comm::c(*comm),
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_reduce_scatter_block_f08ts_(
    sendbuf: *const Cdesc,
    recvbuf: *const Cdesc,
    recvcount: *mut c_int,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Reduce_scatter_block", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Reduce_scatter_block", "recvbuf", ierror);
        };
        let code = PMPI_Reduce_scatter_block(
            sendbuf_c.address(),
            recvbuf_c.address(),
            *recvcount,
            datatype::c(*datatype),
            op::c(*op),
            comm::c(*comm),
        );
        sendbuf_c.end();
        recvbuf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_reduce_scatter_block_c_f08ts_(
    sendbuf: *const Cdesc,
    recvbuf: *const Cdesc,
    recvcount: *mut i64,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Reduce_scatter_block_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Reduce_scatter_block_c", "recvbuf", ierror);
        };
        let code = PMPI_Reduce_scatter_block_c(
            sendbuf_c.address(),
            recvbuf_c.address(),
            *recvcount,
            datatype::c(*datatype),
            op::c(*op),
            comm::c(*comm),
        );
        sendbuf_c.end();
        recvbuf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_reduce_scatter_c_f08ts_(
    sendbuf: *const Cdesc,
    recvbuf: *const Cdesc,
    recvcounts: *mut i64,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Reduce_scatter_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Reduce_scatter_c", "recvbuf", ierror);
        };
        let code = PMPI_Reduce_scatter_c(
            sendbuf_c.address(),
            recvbuf_c.address(),
            recvcounts,
            datatype::c(*datatype),
            op::c(*op),
            comm::c(*comm),
        );
        sendbuf_c.end();
        recvbuf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_scan_(
    sendbuf: *mut c_void,
    recvbuf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Scan(
            memory(sendbuf),
            memory(recvbuf),
            *count,
            datatype::c(*datatype),
            op::c(*op),
            comm::c(*comm),
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_scan_f08ts_(
    sendbuf: *const Cdesc,
    recvbuf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Scan", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Scan", "recvbuf", ierror);
        };
        let code = PMPI_Scan(
            sendbuf_c.address(),
            recvbuf_c.address(),
            *count,
            datatype::c(*datatype),
            op::c(*op),
            comm::c(*comm),
        );
        sendbuf_c.end();
        recvbuf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_scan_c_f08ts_(
    sendbuf: *const Cdesc,
    recvbuf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    op: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Scan_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Scan_c", "recvbuf", ierror);
        };
        let code = PMPI_Scan_c(
            sendbuf_c.address(),
            recvbuf_c.address(),
            *count,
            datatype::c(*datatype),
            op::c(*op),
            comm::c(*comm),
        );
        sendbuf_c.end();
        recvbuf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_scatter_(
    sendbuf: *mut c_void,
    sendcount: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *mut c_void,
    recvcount: *mut c_int,
    recvtype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Scatter(
            memory(sendbuf),
            *sendcount,
            datatype::c(*sendtype),
            memory(recvbuf),
            *recvcount,
            datatype::c(*recvtype),
            *root,
            comm::c(*comm),
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_scatter_f08ts_(
    sendbuf: *const Cdesc,
    sendcount: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcount: *mut c_int,
    recvtype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Scatter", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Scatter", "recvbuf", ierror);
        };
        let code = PMPI_Scatter(
            sendbuf_c.address(),
            *sendcount,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            *recvcount,
            datatype::c(*recvtype),
            *root,
            comm::c(*comm),
        );
        sendbuf_c.end();
        recvbuf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_scatter_c_f08ts_(
    sendbuf: *const Cdesc,
    sendcount: *mut i64,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcount: *mut i64,
    recvtype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Scatter_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Scatter_c", "recvbuf", ierror);
        };
        let code = PMPI_Scatter_c(
            sendbuf_c.address(),
            *sendcount,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            *recvcount,
            datatype::c(*recvtype),
            *root,
            comm::c(*comm),
        );
        sendbuf_c.end();
        recvbuf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_scatterv_(
    sendbuf: *mut c_void,
    sendcounts: *mut c_int,
    displs: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *mut c_void,
    recvcount: *mut c_int,
    recvtype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Scatterv(
            memory(sendbuf),
            sendcounts,
            displs,
            datatype::c(*sendtype),
            memory(recvbuf),
            *recvcount,
            datatype::c(*recvtype),
            *root,
            comm::c(*comm),
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_scatterv_f08ts_(
    sendbuf: *const Cdesc,
    sendcounts: *mut c_int,
    displs: *mut c_int,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcount: *mut c_int,
    recvtype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Scatterv", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Scatterv", "recvbuf", ierror);
        };
        let code = PMPI_Scatterv(
            sendbuf_c.address(),
            sendcounts,
            displs,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            *recvcount,
            datatype::c(*recvtype),
            *root,
            comm::c(*comm),
        );
        sendbuf_c.end();
        recvbuf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_scatterv_c_f08ts_(
    sendbuf: *const Cdesc,
    sendcounts: *mut i64,
    displs: *mut isize,
    sendtype: *mut c_int,
    recvbuf: *const Cdesc,
    recvcount: *mut i64,
    recvtype: *mut c_int,
    root: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(sendbuf_c) = LentBuffer::whole(
            sendbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Scatterv_c", "sendbuf", ierror);
        };
        let Some(recvbuf_c) = LentBuffer::whole(
            recvbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Scatterv_c", "recvbuf", ierror);
        };
        let code = PMPI_Scatterv_c(
            sendbuf_c.address(),
            sendcounts,
            displs,
            datatype::c(*sendtype),
            recvbuf_c.address(),
            *recvcount,
            datatype::c(*recvtype),
            *root,
            comm::c(*comm),
        );
        sendbuf_c.end();
        recvbuf_c.end();
        give(ierror, code);
    }
}
