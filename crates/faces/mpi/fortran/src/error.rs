//! Codes that go back to Fortran, and what the library itself refuses.

use core::ffi::c_int;

use crate::abi::comm_self;
use crate::generated::c::{PMPI_Add_error_code, PMPI_Add_error_string, PMPI_Comm_call_errhandler};
use crate::generated::constants::MPI_SUCCESS;

/// Stores the code of a call, where the program wants it.
///
/// # Safety
/// `place` is null or the program's `ierror`.
pub unsafe fn give(place: *mut c_int, code: c_int) {
    if !place.is_null() {
        // SAFETY: the caller's promise.
        unsafe { *place = code };
    }
}

/// Refuses a call because of its argument `name`: an array section that had to lie in a row.
///
/// # Safety
/// As of [`give`].
pub unsafe fn refuse(call: &str, name: &str, ierror: *mut c_int) {
    let text = format!(
        "{call}: {name} is an array section with gaps, which this procedure cannot take with this \
         datatype; pass an array that lies in a row, or describe the section by a datatype of its own"
    );
    // SAFETY: the caller's promise.
    unsafe { give(ierror, raise(crate::generated::constants::MPI_ERR_BUFFER, &text)) }
}

/// Calls the error handler of `MPI_COMM_SELF`, as errors without an object do (MPI-5.0 §9.3), and returns the
/// code.
///
/// # Safety
/// MPI runs.
pub unsafe fn raise(class: c_int, text: &str) -> c_int {
    let mut code = class;
    let text = std::ffi::CString::new(text).unwrap_or_default();
    // SAFETY: the text ends with a zero.
    unsafe {
        if PMPI_Add_error_code(class, &mut code) == MPI_SUCCESS {
            PMPI_Add_error_string(code, text.as_ptr().cast_mut());
        }
        PMPI_Comm_call_errhandler(comm_self(), code);
    }
    code
}
