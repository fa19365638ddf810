//! Reading and setting the fields of a status (MPI-5.0 §3.2.5, §3.8.4, §13.3).

use core::ffi::c_int;

use ferry_mpi::{Result, Status};

use crate::convert;

/// `MPI_Status_get_source`.
pub unsafe fn status_get_source(status: *const Status, source: *mut c_int) -> Result<()> {
    // SAFETY: checked pointers.
    unsafe { convert::store(source, (*status).source) };
    Ok(())
}

/// `MPI_Status_get_tag`.
pub unsafe fn status_get_tag(status: *const Status, tag: *mut c_int) -> Result<()> {
    // SAFETY: checked pointers.
    unsafe { convert::store(tag, (*status).tag) };
    Ok(())
}

/// `MPI_Status_get_error`.
pub unsafe fn status_get_error(status: *const Status, error: *mut c_int) -> Result<()> {
    // SAFETY: checked pointers.
    unsafe { convert::store(error, (*status).error) };
    Ok(())
}

/// `MPI_Status_set_source`.
pub unsafe fn status_set_source(status: *mut Status, source: c_int) -> Result<()> {
    // SAFETY: a checked pointer.
    unsafe { (*status).source = source };
    Ok(())
}

/// `MPI_Status_set_tag`.
pub unsafe fn status_set_tag(status: *mut Status, tag: c_int) -> Result<()> {
    // SAFETY: a checked pointer.
    unsafe { (*status).tag = tag };
    Ok(())
}

/// `MPI_Status_set_error`.
pub unsafe fn status_set_error(status: *mut Status, error: c_int) -> Result<()> {
    // SAFETY: a checked pointer.
    unsafe { (*status).error = error };
    Ok(())
}

/// `MPI_Status_set_cancelled`.
pub unsafe fn status_set_cancelled(status: *mut Status, flag: c_int) -> Result<()> {
    // SAFETY: a checked pointer.
    unsafe { (*status).set_cancelled(flag != 0) };
    Ok(())
}

/// `MPI_Test_cancelled`.
pub unsafe fn test_cancelled(status: *const Status, flag: *mut c_int) -> Result<()> {
    // SAFETY: checked pointers.
    unsafe { convert::store_flag(flag, (*status).cancelled()) };
    Ok(())
}
