//! I/O: writing (MPI-5.0 §14). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite(
    fh: FileHandle,
    buf: *const c_void,
    count: c_int,
    datatype: DatatypeHandle,
    request: *mut RequestHandle,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_File_iwrite", On::File(fh), || {
        check::handle("fh", fh)?;
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::handle("datatype", datatype)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_access::file_iwrite(fh, buf, count as i64, datatype, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_all(
    fh: FileHandle,
    buf: *const c_void,
    count: c_int,
    datatype: DatatypeHandle,
    request: *mut RequestHandle,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_File_iwrite_all", On::File(fh), || {
        check::handle("fh", fh)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_access::file_iwrite_all(fh, buf, count as i64, datatype, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_all_c(
    fh: FileHandle,
    buf: *const c_void,
    count: Count,
    datatype: DatatypeHandle,
    request: *mut RequestHandle,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_File_iwrite_all_c", On::File(fh), || {
        check::handle("fh", fh)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_access::file_iwrite_all(fh, buf, count, datatype, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_at(
    fh: FileHandle,
    offset: Offset,
    buf: *const c_void,
    count: c_int,
    datatype: DatatypeHandle,
    request: *mut RequestHandle,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_File_iwrite_at", On::File(fh), || {
        check::handle("fh", fh)?;
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::handle("datatype", datatype)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::file_access::file_iwrite_at(fh, offset, buf, count as i64, datatype, request)
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_at_all(
    fh: FileHandle,
    offset: Offset,
    buf: *const c_void,
    count: c_int,
    datatype: DatatypeHandle,
    request: *mut RequestHandle,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_File_iwrite_at_all", On::File(fh), || {
        check::handle("fh", fh)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::file_access::file_iwrite_at_all(fh, offset, buf, count as i64, datatype, request)
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_at_all_c(
    fh: FileHandle,
    offset: Offset,
    buf: *const c_void,
    count: Count,
    datatype: DatatypeHandle,
    request: *mut RequestHandle,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_File_iwrite_at_all_c", On::File(fh), || {
        check::handle("fh", fh)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_access::file_iwrite_at_all(fh, offset, buf, count, datatype, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_at_c(
    fh: FileHandle,
    offset: Offset,
    buf: *const c_void,
    count: Count,
    datatype: DatatypeHandle,
    request: *mut RequestHandle,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_File_iwrite_at_c", On::File(fh), || {
        check::handle("fh", fh)?;
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::handle("datatype", datatype)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_access::file_iwrite_at(fh, offset, buf, count, datatype, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_c(
    fh: FileHandle,
    buf: *const c_void,
    count: Count,
    datatype: DatatypeHandle,
    request: *mut RequestHandle,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_File_iwrite_c", On::File(fh), || {
        check::handle("fh", fh)?;
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::handle("datatype", datatype)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_access::file_iwrite(fh, buf, count, datatype, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_shared(
    fh: FileHandle,
    buf: *const c_void,
    count: c_int,
    datatype: DatatypeHandle,
    request: *mut RequestHandle,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_File_iwrite_shared", On::File(fh), || {
        check::handle("fh", fh)?;
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::handle("datatype", datatype)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_access::file_iwrite_shared(fh, buf, count as i64, datatype, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_shared_c(
    fh: FileHandle,
    buf: *const c_void,
    count: Count,
    datatype: DatatypeHandle,
    request: *mut RequestHandle,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_File_iwrite_shared_c", On::File(fh), || {
        check::handle("fh", fh)?;
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::handle("datatype", datatype)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_access::file_iwrite_shared(fh, buf, count, datatype, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write(
    fh: FileHandle,
    buf: *const c_void,
    count: c_int,
    datatype: DatatypeHandle,
    status: *mut Status,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status, false, true) };
    let status = status_place.pointer();
    Face::returned(entry("MPI_File_write", On::File(fh), || {
        check::handle("fh", fh)?;
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::handle("datatype", datatype)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_access::file_write(fh, buf, count as i64, datatype, status) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_all(
    fh: FileHandle,
    buf: *const c_void,
    count: c_int,
    datatype: DatatypeHandle,
    status: *mut Status,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status, false, true) };
    let status = status_place.pointer();
    Face::returned(entry("MPI_File_write_all", On::File(fh), || {
        check::handle("fh", fh)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_access::file_write_all(fh, buf, count as i64, datatype, status) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_all_begin(
    fh: FileHandle,
    buf: *const c_void,
    count: c_int,
    datatype: DatatypeHandle,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    Face::returned(entry("MPI_File_write_all_begin", On::File(fh), || {
        check::handle("fh", fh)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_split::file_write_all_begin(fh, buf, count as i64, datatype) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_all_begin_c(
    fh: FileHandle,
    buf: *const c_void,
    count: Count,
    datatype: DatatypeHandle,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    Face::returned(entry("MPI_File_write_all_begin_c", On::File(fh), || {
        check::handle("fh", fh)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_split::file_write_all_begin(fh, buf, count, datatype) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_all_c(
    fh: FileHandle,
    buf: *const c_void,
    count: Count,
    datatype: DatatypeHandle,
    status: *mut Status,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status, false, true) };
    let status = status_place.pointer();
    Face::returned(entry("MPI_File_write_all_c", On::File(fh), || {
        check::handle("fh", fh)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_access::file_write_all(fh, buf, count, datatype, status) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_all_end(
    fh: FileHandle,
    buf: *const c_void,
    status: *mut Status,
) -> c_int {
    let fh = fh.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status, false, true) };
    let status = status_place.pointer();
    Face::returned(entry("MPI_File_write_all_end", On::File(fh), || {
        check::handle("fh", fh)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_split::file_write_all_end(fh, buf, status) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_at(
    fh: FileHandle,
    offset: Offset,
    buf: *const c_void,
    count: c_int,
    datatype: DatatypeHandle,
    status: *mut Status,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status, false, true) };
    let status = status_place.pointer();
    Face::returned(entry("MPI_File_write_at", On::File(fh), || {
        check::handle("fh", fh)?;
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::handle("datatype", datatype)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::file_access::file_write_at(fh, offset, buf, count as i64, datatype, status)
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_at_all(
    fh: FileHandle,
    offset: Offset,
    buf: *const c_void,
    count: c_int,
    datatype: DatatypeHandle,
    status: *mut Status,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status, false, true) };
    let status = status_place.pointer();
    Face::returned(entry("MPI_File_write_at_all", On::File(fh), || {
        check::handle("fh", fh)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::file_access::file_write_at_all(fh, offset, buf, count as i64, datatype, status)
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_at_all_begin(
    fh: FileHandle,
    offset: Offset,
    buf: *const c_void,
    count: c_int,
    datatype: DatatypeHandle,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    Face::returned(entry("MPI_File_write_at_all_begin", On::File(fh), || {
        check::handle("fh", fh)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::file_split::file_write_at_all_begin(fh, offset, buf, count as i64, datatype)
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_at_all_begin_c(
    fh: FileHandle,
    offset: Offset,
    buf: *const c_void,
    count: Count,
    datatype: DatatypeHandle,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    Face::returned(entry("MPI_File_write_at_all_begin_c", On::File(fh), || {
        check::handle("fh", fh)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_split::file_write_at_all_begin(fh, offset, buf, count, datatype) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_at_all_c(
    fh: FileHandle,
    offset: Offset,
    buf: *const c_void,
    count: Count,
    datatype: DatatypeHandle,
    status: *mut Status,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status, false, true) };
    let status = status_place.pointer();
    Face::returned(entry("MPI_File_write_at_all_c", On::File(fh), || {
        check::handle("fh", fh)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_access::file_write_at_all(fh, offset, buf, count, datatype, status) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_at_all_end(
    fh: FileHandle,
    buf: *const c_void,
    status: *mut Status,
) -> c_int {
    let fh = fh.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status, false, true) };
    let status = status_place.pointer();
    Face::returned(entry("MPI_File_write_at_all_end", On::File(fh), || {
        check::handle("fh", fh)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_split::file_write_at_all_end(fh, buf, status) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_at_c(
    fh: FileHandle,
    offset: Offset,
    buf: *const c_void,
    count: Count,
    datatype: DatatypeHandle,
    status: *mut Status,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status, false, true) };
    let status = status_place.pointer();
    Face::returned(entry("MPI_File_write_at_c", On::File(fh), || {
        check::handle("fh", fh)?;
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::handle("datatype", datatype)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_access::file_write_at(fh, offset, buf, count, datatype, status) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_c(
    fh: FileHandle,
    buf: *const c_void,
    count: Count,
    datatype: DatatypeHandle,
    status: *mut Status,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status, false, true) };
    let status = status_place.pointer();
    Face::returned(entry("MPI_File_write_c", On::File(fh), || {
        check::handle("fh", fh)?;
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::handle("datatype", datatype)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_access::file_write(fh, buf, count, datatype, status) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_ordered(
    fh: FileHandle,
    buf: *const c_void,
    count: c_int,
    datatype: DatatypeHandle,
    status: *mut Status,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status, false, true) };
    let status = status_place.pointer();
    Face::returned(entry("MPI_File_write_ordered", On::File(fh), || {
        check::handle("fh", fh)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_access::file_write_ordered(fh, buf, count as i64, datatype, status) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_ordered_begin(
    fh: FileHandle,
    buf: *const c_void,
    count: c_int,
    datatype: DatatypeHandle,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    Face::returned(entry("MPI_File_write_ordered_begin", On::File(fh), || {
        check::handle("fh", fh)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_split::file_write_ordered_begin(fh, buf, count as i64, datatype) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_ordered_begin_c(
    fh: FileHandle,
    buf: *const c_void,
    count: Count,
    datatype: DatatypeHandle,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    Face::returned(entry("MPI_File_write_ordered_begin_c", On::File(fh), || {
        check::handle("fh", fh)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_split::file_write_ordered_begin(fh, buf, count, datatype) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_ordered_c(
    fh: FileHandle,
    buf: *const c_void,
    count: Count,
    datatype: DatatypeHandle,
    status: *mut Status,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status, false, true) };
    let status = status_place.pointer();
    Face::returned(entry("MPI_File_write_ordered_c", On::File(fh), || {
        check::handle("fh", fh)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_access::file_write_ordered(fh, buf, count, datatype, status) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_ordered_end(
    fh: FileHandle,
    buf: *const c_void,
    status: *mut Status,
) -> c_int {
    let fh = fh.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status, false, true) };
    let status = status_place.pointer();
    Face::returned(entry("MPI_File_write_ordered_end", On::File(fh), || {
        check::handle("fh", fh)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_split::file_write_ordered_end(fh, buf, status) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_shared(
    fh: FileHandle,
    buf: *const c_void,
    count: c_int,
    datatype: DatatypeHandle,
    status: *mut Status,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status, false, true) };
    let status = status_place.pointer();
    Face::returned(entry("MPI_File_write_shared", On::File(fh), || {
        check::handle("fh", fh)?;
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::handle("datatype", datatype)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_access::file_write_shared(fh, buf, count as i64, datatype, status) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_shared_c(
    fh: FileHandle,
    buf: *const c_void,
    count: Count,
    datatype: DatatypeHandle,
    status: *mut Status,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status, false, true) };
    let status = status_place.pointer();
    Face::returned(entry("MPI_File_write_shared_c", On::File(fh), || {
        check::handle("fh", fh)?;
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::handle("datatype", datatype)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_access::file_write_shared(fh, buf, count, datatype, status) }
    }))
}
