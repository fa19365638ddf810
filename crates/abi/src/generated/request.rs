//! Point-to-point communication: completion and status (MPI-5.0 §3). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Cancel(request: *mut RequestHandle) -> c_int {
    // SAFETY: NULL or a handle of the program's.
    let on = On::Request(unsafe { handle_at(request) });
    unbuilt("MPI_Cancel", on)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_count(
    _status: *const Status,
    _datatype: DatatypeHandle,
    _count: *mut c_int,
) -> c_int {
    unbuilt("MPI_Get_count", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_count_c(
    _status: *const Status,
    _datatype: DatatypeHandle,
    _count: *mut Count,
) -> c_int {
    unbuilt("MPI_Get_count_c", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Request_free(request: *mut RequestHandle) -> c_int {
    // SAFETY: NULL or a handle of the program's.
    let on = On::Request(unsafe { handle_at(request) });
    unbuilt("MPI_Request_free", on)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Request_get_status(
    request: RequestHandle,
    _flag: *mut c_int,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_Request_get_status", On::Request(request))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Request_get_status_all(
    _count: c_int,
    _array_of_requests: *const RequestHandle,
    _flag: *mut c_int,
    _array_of_statuses: *mut Status,
) -> c_int {
    unbuilt("MPI_Request_get_status_all", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Request_get_status_any(
    _count: c_int,
    _array_of_requests: *const RequestHandle,
    _index: *mut c_int,
    _flag: *mut c_int,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_Request_get_status_any", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Request_get_status_some(
    _incount: c_int,
    _array_of_requests: *const RequestHandle,
    _outcount: *mut c_int,
    _array_of_indices: *mut c_int,
    _array_of_statuses: *mut Status,
) -> c_int {
    unbuilt("MPI_Request_get_status_some", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Start(request: *mut RequestHandle) -> c_int {
    // SAFETY: NULL or a handle of the program's.
    let on = On::Request(unsafe { handle_at(request) });
    unbuilt("MPI_Start", on)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Startall(
    _count: c_int,
    _array_of_requests: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Startall", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_get_error(status: *const Status, err: *mut c_int) -> c_int {
    entry_anytime("MPI_Status_get_error", On::Nothing, || {
        check::pointer("status", status)?;
        check::pointer("err", err)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::status::status_get_error(status, err) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_get_source(
    status: *const Status,
    source: *mut c_int,
) -> c_int {
    entry_anytime("MPI_Status_get_source", On::Nothing, || {
        check::pointer("status", status)?;
        check::pointer("source", source)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::status::status_get_source(status, source) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_get_tag(status: *const Status, tag: *mut c_int) -> c_int {
    entry_anytime("MPI_Status_get_tag", On::Nothing, || {
        check::pointer("status", status)?;
        check::pointer("tag", tag)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::status::status_get_tag(status, tag) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Test(
    request: *mut RequestHandle,
    _flag: *mut c_int,
    _status: *mut Status,
) -> c_int {
    // SAFETY: NULL or a handle of the program's.
    let on = On::Request(unsafe { handle_at(request) });
    unbuilt("MPI_Test", on)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Test_cancelled(status: *const Status, flag: *mut c_int) -> c_int {
    entry_anytime("MPI_Test_cancelled", On::Nothing, || {
        check::pointer("status", status)?;
        check::pointer("flag", flag)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::status::test_cancelled(status, flag) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Testall(
    _count: c_int,
    _array_of_requests: *mut RequestHandle,
    _flag: *mut c_int,
    _array_of_statuses: *mut Status,
) -> c_int {
    unbuilt("MPI_Testall", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Testany(
    _count: c_int,
    _array_of_requests: *mut RequestHandle,
    _index: *mut c_int,
    _flag: *mut c_int,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_Testany", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Testsome(
    _incount: c_int,
    _array_of_requests: *mut RequestHandle,
    _outcount: *mut c_int,
    _array_of_indices: *mut c_int,
    _array_of_statuses: *mut Status,
) -> c_int {
    unbuilt("MPI_Testsome", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Wait(request: *mut RequestHandle, _status: *mut Status) -> c_int {
    // SAFETY: NULL or a handle of the program's.
    let on = On::Request(unsafe { handle_at(request) });
    unbuilt("MPI_Wait", on)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Waitall(
    _count: c_int,
    _array_of_requests: *mut RequestHandle,
    _array_of_statuses: *mut Status,
) -> c_int {
    unbuilt("MPI_Waitall", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Waitany(
    _count: c_int,
    _array_of_requests: *mut RequestHandle,
    _index: *mut c_int,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_Waitany", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Waitsome(
    _incount: c_int,
    _array_of_requests: *mut RequestHandle,
    _outcount: *mut c_int,
    _array_of_indices: *mut c_int,
    _array_of_statuses: *mut Status,
) -> c_int {
    unbuilt("MPI_Waitsome", On::Nothing)
}
