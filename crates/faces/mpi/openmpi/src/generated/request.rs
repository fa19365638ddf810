//! Point-to-point communication: completion and status (MPI-5.0 §3). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Cancel(request: *mut RequestHandle) -> c_int {
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, true, false) };
    let request = request_place.pointer();
    // SAFETY: NULL or a handle of the program's.
    let on = On::Request(unsafe { handle_at(request) });
    Face::returned(entry("MPI_Cancel", on, || {
        // SAFETY: NULL or a handle of the program's.
        unsafe { check::handle_at("request", request) }?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::request::cancel(request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_count(
    status: *const Status,
    datatype: DatatypeHandle,
    count: *mut c_int,
) -> c_int {
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status.cast_mut(), true, false) };
    let status = status_place.pointer();
    Face::returned(entry("MPI_Get_count", On::Nothing, || {
        check::pointer("status", status)?;
        check::handle("datatype", datatype)?;
        check::pointer("count", count)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::status_count::get_count(status, datatype, OutCount::int(count)) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_count_c(
    status: *const Status,
    datatype: DatatypeHandle,
    count: *mut Count,
) -> c_int {
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status.cast_mut(), true, false) };
    let status = status_place.pointer();
    Face::returned(entry("MPI_Get_count_c", On::Nothing, || {
        check::pointer("status", status)?;
        check::handle("datatype", datatype)?;
        check::pointer("count", count)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::status_count::get_count(status, datatype, OutCount::count(count)) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Request_free(request: *mut RequestHandle) -> c_int {
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, true, true) };
    let request = request_place.pointer();
    // SAFETY: NULL or a handle of the program's.
    let on = On::Request(unsafe { handle_at(request) });
    Face::returned(entry("MPI_Request_free", on, || {
        // SAFETY: NULL or a handle of the program's.
        unsafe { check::handle_at("request", request) }?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::request::request_free(request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Request_get_status(
    request: RequestHandle,
    flag: *mut c_int,
    status: *mut Status,
) -> c_int {
    let request = request.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status, false, true) };
    let status = status_place.pointer();
    Face::returned(entry("MPI_Request_get_status", On::Request(request), || {
        check::pointer("flag", flag)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::request::request_get_status(request, flag, status) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Request_get_status_all(
    count: c_int,
    array_of_requests: *const RequestHandle,
    flag: *mut c_int,
    array_of_statuses: *mut Status,
) -> c_int {
    // SAFETY: NULL, or what the standard says of the argument.
    let mut array_of_requests_list =
        unsafe { HandleList::new(array_of_requests.cast_mut(), lengths::of(count), true, false) };
    let array_of_requests = array_of_requests_list.pointer();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut array_of_statuses_list =
        unsafe { StatusList::<Face>::new(array_of_statuses, lengths::of(count), false, true) };
    let array_of_statuses = array_of_statuses_list.pointer();
    Face::returned(entry("MPI_Request_get_status_all", On::Nothing, || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::pointer("flag", flag)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::request::request_get_status_all(
                count,
                array_of_requests,
                flag,
                array_of_statuses,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Request_get_status_any(
    count: c_int,
    array_of_requests: *const RequestHandle,
    index: *mut c_int,
    flag: *mut c_int,
    status: *mut Status,
) -> c_int {
    // SAFETY: NULL, or what the standard says of the argument.
    let mut array_of_requests_list =
        unsafe { HandleList::new(array_of_requests.cast_mut(), lengths::of(count), true, false) };
    let array_of_requests = array_of_requests_list.pointer();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status, false, true) };
    let status = status_place.pointer();
    Face::returned(entry("MPI_Request_get_status_any", On::Nothing, || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::pointer("index", index)?;
        check::pointer("flag", flag)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::request::request_get_status_any(count, array_of_requests, index, flag, status)
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Request_get_status_some(
    incount: c_int,
    array_of_requests: *const RequestHandle,
    outcount: *mut c_int,
    array_of_indices: *mut c_int,
    array_of_statuses: *mut Status,
) -> c_int {
    // SAFETY: NULL, or what the standard says of the argument.
    let mut array_of_requests_list =
        unsafe { HandleList::new(array_of_requests.cast_mut(), lengths::of(incount), true, false) };
    let array_of_requests = array_of_requests_list.pointer();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut array_of_statuses_list =
        unsafe { StatusList::<Face>::new(array_of_statuses, lengths::of(incount), false, true) };
    let array_of_statuses = array_of_statuses_list.pointer();
    Face::returned(entry("MPI_Request_get_status_some", On::Nothing, || {
        check::not_negative("incount", MPI_ERR_COUNT, incount as i64)?;
        check::pointer("outcount", outcount)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::request::request_get_status_some(
                incount,
                array_of_requests,
                outcount,
                array_of_indices,
                array_of_statuses,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Start(request: *mut RequestHandle) -> c_int {
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, true, true) };
    let request = request_place.pointer();
    // SAFETY: NULL or a handle of the program's.
    let on = On::Request(unsafe { handle_at(request) });
    Face::returned(entry("MPI_Start", on, || {
        // SAFETY: NULL or a handle of the program's.
        unsafe { check::handle_at("request", request) }?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::request::start(request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Startall(
    count: c_int,
    array_of_requests: *mut RequestHandle,
) -> c_int {
    // SAFETY: NULL, or what the standard says of the argument.
    let mut array_of_requests_list =
        unsafe { HandleList::new(array_of_requests, lengths::of(count), true, true) };
    let array_of_requests = array_of_requests_list.pointer();
    Face::returned(entry("MPI_Startall", On::Nothing, || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::request::startall(count, array_of_requests) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_get_error(status: *const Status, err: *mut c_int) -> c_int {
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status.cast_mut(), true, false) };
    let status = status_place.pointer();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut err_place =
        unsafe { NumberPlace::new(err.cast(), false, Face::error_inward, Face::error_outward) };
    let err = err_place.pointer().cast();
    Face::returned(entry_anytime("MPI_Status_get_error", On::Nothing, || {
        check::pointer("status", status)?;
        check::pointer("err", err)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::status::status_get_error(status, err) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_get_source(
    status: *const Status,
    source: *mut c_int,
) -> c_int {
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status.cast_mut(), true, false) };
    let status = status_place.pointer();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut source_place =
        unsafe { NumberPlace::new(source.cast(), false, Face::rank_inward, Face::rank_outward) };
    let source = source_place.pointer().cast();
    Face::returned(entry_anytime("MPI_Status_get_source", On::Nothing, || {
        check::pointer("status", status)?;
        check::pointer("source", source)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::status::status_get_source(status, source) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_get_tag(status: *const Status, tag: *mut c_int) -> c_int {
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status.cast_mut(), true, false) };
    let status = status_place.pointer();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut tag_place =
        unsafe { NumberPlace::new(tag.cast(), false, Face::tag_inward, Face::tag_outward) };
    let tag = tag_place.pointer().cast();
    Face::returned(entry_anytime("MPI_Status_get_tag", On::Nothing, || {
        check::pointer("status", status)?;
        check::pointer("tag", tag)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::status::status_get_tag(status, tag) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Test(
    request: *mut RequestHandle,
    flag: *mut c_int,
    status: *mut Status,
) -> c_int {
    // SAFETY: NULL or a handle of the program's.
    let on = unsafe { on_request(request) };
    Face::returned(entry("MPI_Test", on, || {
        check::pointer("request", request)?;
        check::pointer("flag", flag)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::request::test(request, flag, status) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Test_cancelled(status: *const Status, flag: *mut c_int) -> c_int {
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status.cast_mut(), true, false) };
    let status = status_place.pointer();
    Face::returned(entry_anytime("MPI_Test_cancelled", On::Nothing, || {
        check::pointer("status", status)?;
        check::pointer("flag", flag)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::status::test_cancelled(status, flag) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Testall(
    count: c_int,
    array_of_requests: *mut RequestHandle,
    flag: *mut c_int,
    array_of_statuses: *mut Status,
) -> c_int {
    Face::returned(entry("MPI_Testall", On::Nothing, || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::pointer("flag", flag)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::request::testall(count, array_of_requests, flag, array_of_statuses) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Testany(
    count: c_int,
    array_of_requests: *mut RequestHandle,
    index: *mut c_int,
    flag: *mut c_int,
    status: *mut Status,
) -> c_int {
    Face::returned(entry("MPI_Testany", On::Nothing, || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::pointer("index", index)?;
        check::pointer("flag", flag)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::request::testany(count, array_of_requests, index, flag, status) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Testsome(
    incount: c_int,
    array_of_requests: *mut RequestHandle,
    outcount: *mut c_int,
    array_of_indices: *mut c_int,
    array_of_statuses: *mut Status,
) -> c_int {
    Face::returned(entry("MPI_Testsome", On::Nothing, || {
        check::not_negative("incount", MPI_ERR_COUNT, incount as i64)?;
        check::pointer("outcount", outcount)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::request::testsome(
                incount,
                array_of_requests,
                outcount,
                array_of_indices,
                array_of_statuses,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Wait(request: *mut RequestHandle, status: *mut Status) -> c_int {
    // SAFETY: NULL or a handle of the program's.
    let on = unsafe { on_request(request) };
    Face::returned(entry("MPI_Wait", on, || {
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::request::wait(request, status) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Waitall(
    count: c_int,
    array_of_requests: *mut RequestHandle,
    array_of_statuses: *mut Status,
) -> c_int {
    Face::returned(entry("MPI_Waitall", On::Nothing, || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::request::waitall(count, array_of_requests, array_of_statuses) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Waitany(
    count: c_int,
    array_of_requests: *mut RequestHandle,
    index: *mut c_int,
    status: *mut Status,
) -> c_int {
    Face::returned(entry("MPI_Waitany", On::Nothing, || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::pointer("index", index)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::request::waitany(count, array_of_requests, index, status) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Waitsome(
    incount: c_int,
    array_of_requests: *mut RequestHandle,
    outcount: *mut c_int,
    array_of_indices: *mut c_int,
    array_of_statuses: *mut Status,
) -> c_int {
    Face::returned(entry("MPI_Waitsome", On::Nothing, || {
        check::not_negative("incount", MPI_ERR_COUNT, incount as i64)?;
        check::pointer("outcount", outcount)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::request::waitsome(
                incount,
                array_of_requests,
                outcount,
                array_of_indices,
                array_of_statuses,
            )
        }
    }))
}
