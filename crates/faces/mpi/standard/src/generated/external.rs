//! External interfaces (MPI-5.0 §13). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Grequest_complete(request: RequestHandle) -> c_int {
    entry("MPI_Grequest_complete", On::Request(request), || {
        check::handle("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::generalized::grequest_complete(request) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Grequest_start(
    query_fn: Option<GrequestQueryFunction>,
    free_fn: Option<GrequestFreeFunction>,
    cancel_fn: Option<GrequestCancelFunction>,
    extra_state: *mut c_void,
    request: *mut RequestHandle,
) -> c_int {
    entry("MPI_Grequest_start", On::Nothing, || {
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::generalized::grequest_start(query_fn, free_fn, cancel_fn, extra_state, request)
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_set_cancelled(status: *mut Status, flag: c_int) -> c_int {
    entry_anytime("MPI_Status_set_cancelled", On::Nothing, || {
        check::pointer("status", status)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::status::status_set_cancelled(status, flag) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_set_elements(
    status: *mut Status,
    datatype: DatatypeHandle,
    count: c_int,
) -> c_int {
    entry("MPI_Status_set_elements", On::Nothing, || {
        check::pointer("status", status)?;
        check::handle("datatype", datatype)?;
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::status_count::status_set_elements(status, datatype, count as i64) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_set_elements_c(
    status: *mut Status,
    datatype: DatatypeHandle,
    count: Count,
) -> c_int {
    entry("MPI_Status_set_elements_c", On::Nothing, || {
        check::pointer("status", status)?;
        check::handle("datatype", datatype)?;
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::status_count::status_set_elements(status, datatype, count) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_set_error(status: *mut Status, err: c_int) -> c_int {
    entry_anytime("MPI_Status_set_error", On::Nothing, || {
        check::pointer("status", status)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::status::status_set_error(status, err) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_set_source(status: *mut Status, source: c_int) -> c_int {
    entry_anytime("MPI_Status_set_source", On::Nothing, || {
        check::pointer("status", status)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::status::status_set_source(status, source) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_set_tag(status: *mut Status, tag: c_int) -> c_int {
    entry_anytime("MPI_Status_set_tag", On::Nothing, || {
        check::pointer("status", status)?;
        check::recv_tag("tag", tag)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::status::status_set_tag(status, tag) }
    })
}
