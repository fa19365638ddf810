//! Environmental management (MPI-5.0 §9). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Alloc_mem(
    size: Aint,
    info: InfoHandle,
    baseptr: *mut c_void,
) -> c_int {
    entry("MPI_Alloc_mem", On::Nothing, || {
        check::not_negative("size", MPI_ERR_ARG, size as i64)?;
        check::pointer("baseptr", baseptr)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::memory::alloc_mem(size, info, baseptr) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Free_mem(base: *mut c_void) -> c_int {
    entry("MPI_Free_mem", On::Nothing, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::memory::free_mem(base) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_hw_resource_info(hw_info: *mut InfoHandle) -> c_int {
    entry("MPI_Get_hw_resource_info", On::Nothing, || {
        check::pointer("hw_info", hw_info)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::env::get_hw_resource_info(hw_info) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_library_version(
    version: *mut c_char,
    resultlen: *mut c_int,
) -> c_int {
    entry_anytime("MPI_Get_library_version", On::Nothing, || {
        check::pointer("version", version)?;
        check::pointer("resultlen", resultlen)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::version::get_library_version(version, resultlen) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_processor_name(
    name: *mut c_char,
    resultlen: *mut c_int,
) -> c_int {
    entry("MPI_Get_processor_name", On::Nothing, || {
        check::pointer("name", name)?;
        check::pointer("resultlen", resultlen)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::env::get_processor_name(name, resultlen) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_version(version: *mut c_int, subversion: *mut c_int) -> c_int {
    entry_anytime("MPI_Get_version", On::Nothing, || {
        check::pointer("version", version)?;
        check::pointer("subversion", subversion)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::version::get_version(version, subversion) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Wtick() -> c_double {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::time::wtick() }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Wtime() -> c_double {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::time::wtime() }
}
