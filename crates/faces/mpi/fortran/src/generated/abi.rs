//! Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_abi_get_fortran_booleans_(
    logical_size: *mut c_int,
    logical_true: *mut c_int,
    logical_false: *mut c_int,
    is_set: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Abi_get_fortran_booleans(
            *logical_size,
            logical_true.cast(),
            logical_false.cast(),
            is_set,
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_abi_get_fortran_info_(info: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut info_c = info::null();
        let code = PMPI_Abi_get_fortran_info(&mut info_c);
        if code == MPI_SUCCESS {
            *info = info::fortran(info_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_abi_get_info_(info: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut info_c = info::null();
        let code = PMPI_Abi_get_info(&mut info_c);
        if code == MPI_SUCCESS {
            *info = info::fortran(info_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_abi_get_version_(
    abi_major: *mut c_int,
    abi_minor: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Abi_get_version(abi_major, abi_minor);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_abi_set_fortran_booleans_(
    logical_size: *mut c_int,
    logical_true: *mut c_int,
    logical_false: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code =
            PMPI_Abi_set_fortran_booleans(*logical_size, logical_true.cast(), logical_false.cast());
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_abi_set_fortran_info_(info: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Abi_set_fortran_info(info::c(*info));
        give(ierror, code);
    }
}
