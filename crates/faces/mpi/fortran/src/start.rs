//! Start: MPI is told of Fortran's types (MPI-5.0 §20).
#![allow(clippy::missing_safety_doc)]

use core::ffi::{c_int, c_void};
use core::ptr::null_mut;

use crate::error::give;
use crate::generated::c::*;
use crate::generated::constants::MPI_SUCCESS;
use crate::handles::{errhandler, info, session};

/// Bytes of the default types, which this library is written for.
const SIZES: [(&str, &str); 4] = [
    ("mpi_logical_size", "4"),
    ("mpi_integer_size", "4"),
    ("mpi_real_size", "4"),
    ("mpi_double_precision_size", "8"),
];

/// Tells MPI of the types, unless somebody has, where it has begun.
unsafe fn tell_types(begun: c_int) {
    if begun != MPI_SUCCESS {
        return;
    }
    let (mut when_true, mut when_false): (c_int, c_int) = (1, 0);
    let (mut known_true, mut known_false, mut is_set) = (0 as c_int, 0 as c_int, 0);
    let size = size_of::<c_int>() as c_int;
    let place = |value: &mut c_int| (value as *mut c_int).cast::<c_void>();
    // SAFETY: places of this function's.
    unsafe {
        let places = (place(&mut known_true), place(&mut known_false));
        let code = PMPI_Abi_get_fortran_booleans(size, places.0, places.1, &mut is_set);
        if code == MPI_SUCCESS && is_set == 0 {
            PMPI_Abi_set_fortran_booleans(size, place(&mut when_true), place(&mut when_false));
        }
        let mut known = info::null();
        if PMPI_Abi_get_fortran_info(&mut known) == MPI_SUCCESS && known == info::null() {
            tell_sizes();
        } else if known != info::null() {
            PMPI_Info_free(&mut known);
        }
    }
}

unsafe fn tell_sizes() {
    let mut sizes = info::null();
    // SAFETY: texts that end with a zero, and places of this function's.
    unsafe {
        PMPI_Info_create(&mut sizes);
        for (key, value) in SIZES {
            let (key, value) = (format!("{key}\0"), format!("{value}\0"));
            PMPI_Info_set(sizes, key.as_ptr().cast_mut().cast(), value.as_ptr().cast_mut().cast());
        }
        PMPI_Abi_set_fortran_info(sizes);
        PMPI_Info_free(&mut sizes);
    }
}

/// `MPI_INIT`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_init_(ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Init(null_mut(), null_mut());
        tell_types(code);
        give(ierror, code);
    }
}

/// `MPI_INIT_THREAD`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_init_thread_(
    required: *mut c_int,
    provided: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Init_thread(null_mut(), null_mut(), *required, provided);
        tell_types(code);
        give(ierror, code);
    }
}

/// `MPI_SESSION_INIT`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_session_init_(
    hints: *mut c_int,
    handler: *mut c_int,
    place: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut handle = session::null();
        let code = PMPI_Session_init(info::c(*hints), errhandler::c(*handler), &mut handle);
        if code == MPI_SUCCESS {
            *place = session::fortran(handle);
        }
        tell_types(code);
        give(ierror, code);
    }
}
