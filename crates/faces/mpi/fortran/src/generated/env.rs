//! Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_alloc_mem_(
    size: *mut isize,
    info: *mut c_int,
    baseptr: *mut *mut c_void,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Alloc_mem(*size, info::c(*info), baseptr.cast());
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_free_mem_(base: *mut c_void, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Free_mem(memory(base));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_free_mem_f08ts_(base: *const Cdesc, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Free_mem(memory_of(base));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_get_hw_resource_info_(hw_info: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut hw_info_c = info::null();
        let code = PMPI_Get_hw_resource_info(&mut hw_info_c);
        if code == MPI_SUCCESS {
            *hw_info = info::fortran(hw_info_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_get_library_version_(
    version: *mut c_char,
    resultlen: *mut c_int,
    ierror: *mut c_int,
    version_len: usize,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut version_c = LettersOut::new(MPI_MAX_LIBRARY_VERSION_STRING as usize);
        let code = PMPI_Get_library_version(version_c.as_mut_ptr(), resultlen);
        if code == MPI_SUCCESS {
            version_c.give(version, version_len);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_get_processor_name_(
    name: *mut c_char,
    resultlen: *mut c_int,
    ierror: *mut c_int,
    name_len: usize,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut name_c = LettersOut::new(MPI_MAX_PROCESSOR_NAME as usize);
        let code = PMPI_Get_processor_name(name_c.as_mut_ptr(), resultlen);
        if code == MPI_SUCCESS {
            name_c.give(name, name_len);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_get_version_(
    version: *mut c_int,
    subversion: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Get_version(version, subversion);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_wtick_() -> f64 {
    // SAFETY: the program vouches for its arguments.
    unsafe { PMPI_Wtick() }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_wtime_() -> f64 {
    // SAFETY: the program vouches for its arguments.
    unsafe { PMPI_Wtime() }
}
