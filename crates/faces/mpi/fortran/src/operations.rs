//! Reduction operations of the program (MPI-5.0 §6.9.5).
#![allow(clippy::missing_safety_doc)]

use core::ffi::{c_int, c_void};

use crate::error::{give, raise};
use crate::generated::c::{PMPI_Op_create, PMPI_Op_create_c};
use crate::generated::constants::{MPI_ERR_OP, MPI_SUCCESS};
use crate::handles::{CHandle, datatype, op};
use crate::trampolines::{FunctionSlots, SLOTS, all_slots};

/// `MPI_User_function` in Fortran, with counts of either kind.
type Reduction<Count> = unsafe extern "C" fn(*mut c_void, *mut c_void, *mut Count, *mut c_int);
/// The same in C.
type CReduction<Count> = unsafe extern "C" fn(*mut c_void, *mut c_void, *mut Count, *mut CHandle);

static SMALL: FunctionSlots = FunctionSlots::new();
static LARGE: FunctionSlots = FunctionSlots::new();

unsafe fn reduce<Count>(
    function: usize,
    invec: *mut c_void,
    inoutvec: *mut c_void,
    len: *mut Count,
    handle: *mut CHandle,
) {
    // SAFETY: the program's function, with the arguments that the standard names.
    unsafe {
        let function = core::mem::transmute::<usize, Reduction<Count>>(function);
        let mut value = datatype::fortran(*handle);
        function(invec, inoutvec, len, &mut value);
    }
}

unsafe extern "C" fn small<const SLOT: usize>(
    invec: *mut c_void,
    inoutvec: *mut c_void,
    len: *mut c_int,
    handle: *mut CHandle,
) {
    // SAFETY: a slot that was given out.
    unsafe { reduce(SMALL.address(SLOT), invec, inoutvec, len, handle) }
}

unsafe extern "C" fn large<const SLOT: usize>(
    invec: *mut c_void,
    inoutvec: *mut c_void,
    len: *mut i64,
    handle: *mut CHandle,
) {
    // SAFETY: a slot that was given out.
    unsafe { reduce(LARGE.address(SLOT), invec, inoutvec, len, handle) }
}

unsafe fn no_slot(ierror: *mut c_int) {
    let text = format!("MPI_Op_create: a program may have {SLOTS} different functions for this");
    // SAFETY: the program's place.
    unsafe { give(ierror, raise(MPI_ERR_OP, &text)) }
}

/// `MPI_OP_CREATE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_op_create_(
    function: *const c_void,
    commute: *mut c_int,
    place: *mut c_int,
    ierror: *mut c_int,
) {
    const ALL: [[CReduction<c_int>; 8]; SLOTS / 8] = all_slots!(small, CReduction<c_int>);
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(slot) = SMALL.of(function.addr()) else { return no_slot(ierror) };
        let mut handle = op::null();
        let function = ALL[slot / 8][slot % 8] as *const c_void;
        let code = PMPI_Op_create(function, *commute, &mut handle);
        if code == MPI_SUCCESS {
            *place = op::fortran(handle);
        }
        give(ierror, code);
    }
}

/// `MPI_OP_CREATE_C`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_op_create_c_(
    function: *const c_void,
    commute: *mut c_int,
    place: *mut c_int,
    ierror: *mut c_int,
) {
    const ALL: [[CReduction<i64>; 8]; SLOTS / 8] = all_slots!(large, CReduction<i64>);
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(slot) = LARGE.of(function.addr()) else { return no_slot(ierror) };
        let mut handle = op::null();
        let function = ALL[slot / 8][slot % 8] as *const c_void;
        let code = PMPI_Op_create_c(function, *commute, &mut handle);
        if code == MPI_SUCCESS {
            *place = op::fortran(handle);
        }
        give(ierror, code);
    }
}
