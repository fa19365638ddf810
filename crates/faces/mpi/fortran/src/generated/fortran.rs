//! Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_status_f082f_(
    f08_status: *mut c_int,
    f_status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Status_f082f(status_or_none(f08_status), status_or_none(f_status));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_status_f2f08_(
    f_status: *mut c_int,
    f08_status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Status_f2f08(status_or_none(f_status), status_or_none(f08_status));
        give(ierror, code);
    }
}
