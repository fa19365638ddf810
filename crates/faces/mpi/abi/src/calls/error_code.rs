//! Error classes, codes and their texts (MPI-5.0 §9.4, §9.5).

use core::ffi::{c_char, c_int};

use ferry_mpi::constants::MPI_MAX_ERROR_STRING;
use ferry_mpi::{Result, error::codes};

use crate::convert;

/// `MPI_Error_class`.
pub unsafe fn error_class(code: c_int, class: *mut c_int) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { convert::store(class, codes::class_of(code)?) };
    Ok(())
}

/// `MPI_Error_string`: with the details of the thread's last error, where it has this code.
pub unsafe fn error_string(code: c_int, string: *mut c_char, resultlen: *mut c_int) -> Result<()> {
    let text = codes::described(code)?;
    // SAFETY: the program's buffer has the size that the standard asks for.
    unsafe { convert::store_name(string, MPI_MAX_ERROR_STRING, &text, resultlen) };
    Ok(())
}

/// `MPI_Add_error_class`.
pub unsafe fn add_error_class(class: *mut c_int) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { convert::store(class, codes::add_class()) };
    Ok(())
}

/// `MPI_Add_error_code`.
pub unsafe fn add_error_code(class: c_int, code: *mut c_int) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { convert::store(code, codes::add_code(class)?) };
    Ok(())
}

/// `MPI_Add_error_string`.
pub unsafe fn add_error_string(code: c_int, string: *const c_char) -> Result<()> {
    // SAFETY: a checked string.
    codes::set_text(code, &unsafe { convert::text(string) }?)
}

/// `MPI_Remove_error_class`.
pub unsafe fn remove_error_class(class: c_int) -> Result<()> {
    codes::remove_class(class)
}

/// `MPI_Remove_error_code`.
pub unsafe fn remove_error_code(code: c_int) -> Result<()> {
    codes::remove_code(code)
}

/// `MPI_Remove_error_string`.
pub unsafe fn remove_error_string(code: c_int) -> Result<()> {
    codes::set_text(code, "")
}
