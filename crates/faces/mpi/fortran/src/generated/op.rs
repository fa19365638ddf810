//! Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_op_commutative_(
    op: *mut c_int,
    commute: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Op_commutative(op::c(*op), commute);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_op_free_(op: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut op_c = op::c(*op);
        let code = PMPI_Op_free(&mut op_c);
        *op = op::fortran(op_c);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_reduce_local_(
    inbuf: *mut c_void,
    inoutbuf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    op: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Reduce_local(
            memory(inbuf),
            memory(inoutbuf),
            *count,
            datatype::c(*datatype),
            op::c(*op),
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_reduce_local_f08ts_(
    inbuf: *const Cdesc,
    inoutbuf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    op: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(inbuf_c) = LentBuffer::whole(
            inbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Reduce_local", "inbuf", ierror);
        };
        let Some(inoutbuf_c) = LentBuffer::whole(
            inoutbuf,
            BufferUse { is_read: true, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Reduce_local", "inoutbuf", ierror);
        };
        let code = PMPI_Reduce_local(
            inbuf_c.address(),
            inoutbuf_c.address(),
            *count,
            datatype::c(*datatype),
            op::c(*op),
        );
        inbuf_c.end();
        inoutbuf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_reduce_local_c_f08ts_(
    inbuf: *const Cdesc,
    inoutbuf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    op: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(inbuf_c) = LentBuffer::whole(
            inbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Reduce_local_c", "inbuf", ierror);
        };
        let Some(inoutbuf_c) = LentBuffer::whole(
            inoutbuf,
            BufferUse { is_read: true, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Reduce_local_c", "inoutbuf", ierror);
        };
        let code = PMPI_Reduce_local_c(
            inbuf_c.address(),
            inoutbuf_c.address(),
            *count,
            datatype::c(*datatype),
            op::c(*op),
        );
        inbuf_c.end();
        inoutbuf_c.end();
        give(ierror, code);
    }
}
