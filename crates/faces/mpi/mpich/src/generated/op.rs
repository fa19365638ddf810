//! Collective communication: reduction operations (MPI-5.0 §6). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Op_commutative(op: OpHandle, commute: *mut c_int) -> c_int {
    let op = op.inward();
    Face::returned(entry("MPI_Op_commutative", On::Nothing, || {
        check::handle("op", op)?;
        check::pointer("commute", commute)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::op::op_commutative(op, commute) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Op_create(
    user_fn: Option<UserFunction>,
    commute: c_int,
    op: *mut OpHandle,
) -> c_int {
    // SAFETY: NULL, or what the standard says of the argument.
    let mut op_place = unsafe { HandlePlace::new(op, false, true) };
    let op = op_place.pointer();
    Face::returned(entry("MPI_Op_create", On::Nothing, || {
        check::pointer("op", op)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { odd::op_create::<Face>(user_fn, commute, op) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Op_create_c(
    user_fn: Option<UserFunctionLarge>,
    commute: c_int,
    op: *mut OpHandle,
) -> c_int {
    // SAFETY: NULL, or what the standard says of the argument.
    let mut op_place = unsafe { HandlePlace::new(op, false, true) };
    let op = op_place.pointer();
    Face::returned(entry("MPI_Op_create_c", On::Nothing, || {
        check::pointer("op", op)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { odd::op_create_c::<Face>(user_fn, commute, op) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Op_free(op: *mut OpHandle) -> c_int {
    // SAFETY: NULL, or what the standard says of the argument.
    let mut op_place = unsafe { HandlePlace::new(op, true, true) };
    let op = op_place.pointer();
    Face::returned(entry("MPI_Op_free", On::Nothing, || {
        // SAFETY: NULL or a handle of the program's.
        unsafe { check::handle_at("op", op) }?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::op::op_free(op) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_local(
    inbuf: *const c_void,
    inoutbuf: *mut c_void,
    count: c_int,
    datatype: DatatypeHandle,
    op: OpHandle,
) -> c_int {
    let datatype = datatype.inward();
    let op = op.inward();
    Face::returned(entry("MPI_Reduce_local", On::Nothing, || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::handle("datatype", datatype)?;
        check::handle("op", op)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::op::reduce_local(inbuf, inoutbuf, count as i64, datatype, op) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_local_c(
    inbuf: *const c_void,
    inoutbuf: *mut c_void,
    count: Count,
    datatype: DatatypeHandle,
    op: OpHandle,
) -> c_int {
    let datatype = datatype.inward();
    let op = op.inward();
    Face::returned(entry("MPI_Reduce_local_c", On::Nothing, || {
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::handle("datatype", datatype)?;
        check::handle("op", op)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::op::reduce_local(inbuf, inoutbuf, count, datatype, op) }
    }))
}
