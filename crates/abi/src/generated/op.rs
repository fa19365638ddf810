//! Collective communication: reduction operations (MPI-5.0 §6). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Op_commutative(_op: OpHandle, _commute: *mut c_int) -> c_int {
    unbuilt("MPI_Op_commutative", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Op_create(
    _user_fn: Option<UserFunction>,
    _commute: c_int,
    _op: *mut OpHandle,
) -> c_int {
    unbuilt("MPI_Op_create", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Op_create_c(
    _user_fn: Option<UserFunctionLarge>,
    _commute: c_int,
    _op: *mut OpHandle,
) -> c_int {
    unbuilt("MPI_Op_create_c", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Op_free(_op: *mut OpHandle) -> c_int {
    unbuilt("MPI_Op_free", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_local(
    _inbuf: *const c_void,
    _inoutbuf: *mut c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _op: OpHandle,
) -> c_int {
    unbuilt("MPI_Reduce_local", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Reduce_local_c(
    _inbuf: *const c_void,
    _inoutbuf: *mut c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _op: OpHandle,
) -> c_int {
    unbuilt("MPI_Reduce_local_c", On::Nothing)
}
