//! Reduction operations (MPI-5.0 §6.9).

use core::ffi::{c_int, c_void};

use ferry_datatype::{UserMemory, UserMemoryMut};
use ferry_mpi::constants::MPI_ERR_ARG;
use ferry_mpi::handle::{DatatypeHandle, OpHandle};
use ferry_mpi::op::{self, UserOp};
use ferry_mpi::{Error, Result};

use crate::callback::{UserFunction, UserFunctionLarge};
use crate::calls::handle::from_int;
use crate::convert;
use crate::types::Count;

fn missing() -> Error {
    Error::new(MPI_ERR_ARG, "argument user_fn is NULL")
}

fn pointer(address: usize) -> *mut c_void {
    std::ptr::with_exposed_provenance_mut(address)
}

/// `MPI_Op_create`.
pub unsafe fn op_create(
    user_fn: Option<UserFunction>,
    commute: c_int,
    place: *mut OpHandle,
) -> Result<()> {
    let user_fn = user_fn.ok_or_else(missing)?;
    let function = move |operand, into, count: i64, mut datatype: DatatypeHandle| {
        // No more than `most` below.
        let mut len = count as c_int;
        // SAFETY: the program vouches for its function, the arrays have `count` elements.
        unsafe { user_fn(pointer(operand), pointer(into), &mut len, &mut datatype) }
    };
    let user = UserOp { function: Box::new(function), most: i64::from(c_int::MAX) };
    // SAFETY: a checked output pointer.
    unsafe { convert::store(place, op::create(user, commute != 0)) };
    Ok(())
}

/// `MPI_Op_create_c`.
pub unsafe fn op_create_c(
    user_fn: Option<UserFunctionLarge>,
    commute: c_int,
    place: *mut OpHandle,
) -> Result<()> {
    let user_fn = user_fn.ok_or_else(missing)?;
    let function = move |operand, into, count: i64, mut datatype: DatatypeHandle| {
        let mut len: Count = count;
        // SAFETY: as for the int form.
        unsafe { user_fn(pointer(operand), pointer(into), &mut len, &mut datatype) }
    };
    let user = UserOp { function: Box::new(function), most: i64::MAX };
    // SAFETY: a checked output pointer.
    unsafe { convert::store(place, op::create(user, commute != 0)) };
    Ok(())
}

/// `MPI_Op_free`.
pub unsafe fn op_free(place: *mut OpHandle) -> Result<()> {
    // SAFETY: a checked pointer.
    unsafe {
        op::free(*place)?;
        *place = OpHandle::NULL;
    }
    Ok(())
}

/// `MPI_Op_commutative`.
pub unsafe fn op_commutative(handle: OpHandle, commute: *mut c_int) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { convert::store_flag(commute, op::is_commutative(handle)?) };
    Ok(())
}

/// `MPI_Reduce_local`.
pub unsafe fn reduce_local(
    inbuf: *const c_void,
    inoutbuf: *mut c_void,
    count: i64,
    datatype: DatatypeHandle,
    handle: OpHandle,
) -> Result<()> {
    // SAFETY: buffers of the program, which does not use them during the call.
    let (input, inout) =
        unsafe { (UserMemory::new(inbuf.cast()), UserMemoryMut::new(inoutbuf.cast())) };
    op::reduce_local(input, inout, count as u64, datatype, handle)
}

/// `MPI_Op_fromint`.
pub unsafe fn op_fromint(value: c_int) -> OpHandle {
    from_int(value, op::from_int)
}
