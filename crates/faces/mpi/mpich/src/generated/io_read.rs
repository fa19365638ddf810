//! I/O: reading (MPI-5.0 §14). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread(
    fh: FileHandle,
    buf: *mut c_void,
    count: c_int,
    datatype: DatatypeHandle,
    request: *mut RequestHandle,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_File_iread", On::File(fh), || {
        check::handle("fh", fh)?;
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::handle("datatype", datatype)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_access::file_iread(fh, buf, count as i64, datatype, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_all(
    fh: FileHandle,
    buf: *mut c_void,
    count: c_int,
    datatype: DatatypeHandle,
    request: *mut RequestHandle,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_File_iread_all", On::File(fh), || {
        check::handle("fh", fh)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_access::file_iread_all(fh, buf, count as i64, datatype, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_all_c(
    fh: FileHandle,
    buf: *mut c_void,
    count: Count,
    datatype: DatatypeHandle,
    request: *mut RequestHandle,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_File_iread_all_c", On::File(fh), || {
        check::handle("fh", fh)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_access::file_iread_all(fh, buf, count, datatype, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_at(
    fh: FileHandle,
    offset: Offset,
    buf: *mut c_void,
    count: c_int,
    datatype: DatatypeHandle,
    request: *mut RequestHandle,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_File_iread_at", On::File(fh), || {
        check::handle("fh", fh)?;
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::handle("datatype", datatype)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::file_access::file_iread_at(fh, offset, buf, count as i64, datatype, request)
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_at_all(
    fh: FileHandle,
    offset: Offset,
    buf: *mut c_void,
    count: c_int,
    datatype: DatatypeHandle,
    request: *mut RequestHandle,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_File_iread_at_all", On::File(fh), || {
        check::handle("fh", fh)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::file_access::file_iread_at_all(fh, offset, buf, count as i64, datatype, request)
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_at_all_c(
    fh: FileHandle,
    offset: Offset,
    buf: *mut c_void,
    count: Count,
    datatype: DatatypeHandle,
    request: *mut RequestHandle,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_File_iread_at_all_c", On::File(fh), || {
        check::handle("fh", fh)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_access::file_iread_at_all(fh, offset, buf, count, datatype, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_at_c(
    fh: FileHandle,
    offset: Offset,
    buf: *mut c_void,
    count: Count,
    datatype: DatatypeHandle,
    request: *mut RequestHandle,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_File_iread_at_c", On::File(fh), || {
        check::handle("fh", fh)?;
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::handle("datatype", datatype)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_access::file_iread_at(fh, offset, buf, count, datatype, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_c(
    fh: FileHandle,
    buf: *mut c_void,
    count: Count,
    datatype: DatatypeHandle,
    request: *mut RequestHandle,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_File_iread_c", On::File(fh), || {
        check::handle("fh", fh)?;
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::handle("datatype", datatype)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_access::file_iread(fh, buf, count, datatype, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_shared(
    fh: FileHandle,
    buf: *mut c_void,
    count: c_int,
    datatype: DatatypeHandle,
    request: *mut RequestHandle,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_File_iread_shared", On::File(fh), || {
        check::handle("fh", fh)?;
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::handle("datatype", datatype)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_access::file_iread_shared(fh, buf, count as i64, datatype, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_shared_c(
    fh: FileHandle,
    buf: *mut c_void,
    count: Count,
    datatype: DatatypeHandle,
    request: *mut RequestHandle,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_File_iread_shared_c", On::File(fh), || {
        check::handle("fh", fh)?;
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::handle("datatype", datatype)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_access::file_iread_shared(fh, buf, count, datatype, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read(
    fh: FileHandle,
    buf: *mut c_void,
    count: c_int,
    datatype: DatatypeHandle,
    status: *mut Status,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status, false, true) };
    let status = status_place.pointer();
    Face::returned(entry("MPI_File_read", On::File(fh), || {
        check::handle("fh", fh)?;
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::handle("datatype", datatype)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_access::file_read(fh, buf, count as i64, datatype, status) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_all(
    fh: FileHandle,
    buf: *mut c_void,
    count: c_int,
    datatype: DatatypeHandle,
    status: *mut Status,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status, false, true) };
    let status = status_place.pointer();
    Face::returned(entry("MPI_File_read_all", On::File(fh), || {
        check::handle("fh", fh)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_access::file_read_all(fh, buf, count as i64, datatype, status) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_all_begin(
    fh: FileHandle,
    buf: *mut c_void,
    count: c_int,
    datatype: DatatypeHandle,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    Face::returned(entry("MPI_File_read_all_begin", On::File(fh), || {
        check::handle("fh", fh)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_split::file_read_all_begin(fh, buf, count as i64, datatype) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_all_begin_c(
    fh: FileHandle,
    buf: *mut c_void,
    count: Count,
    datatype: DatatypeHandle,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    Face::returned(entry("MPI_File_read_all_begin_c", On::File(fh), || {
        check::handle("fh", fh)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_split::file_read_all_begin(fh, buf, count, datatype) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_all_c(
    fh: FileHandle,
    buf: *mut c_void,
    count: Count,
    datatype: DatatypeHandle,
    status: *mut Status,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status, false, true) };
    let status = status_place.pointer();
    Face::returned(entry("MPI_File_read_all_c", On::File(fh), || {
        check::handle("fh", fh)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_access::file_read_all(fh, buf, count, datatype, status) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_all_end(
    fh: FileHandle,
    buf: *mut c_void,
    status: *mut Status,
) -> c_int {
    let fh = fh.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status, false, true) };
    let status = status_place.pointer();
    Face::returned(entry("MPI_File_read_all_end", On::File(fh), || {
        check::handle("fh", fh)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_split::file_read_all_end(fh, buf, status) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_at(
    fh: FileHandle,
    offset: Offset,
    buf: *mut c_void,
    count: c_int,
    datatype: DatatypeHandle,
    status: *mut Status,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status, false, true) };
    let status = status_place.pointer();
    Face::returned(entry("MPI_File_read_at", On::File(fh), || {
        check::handle("fh", fh)?;
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::handle("datatype", datatype)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_access::file_read_at(fh, offset, buf, count as i64, datatype, status) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_at_all(
    fh: FileHandle,
    offset: Offset,
    buf: *mut c_void,
    count: c_int,
    datatype: DatatypeHandle,
    status: *mut Status,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status, false, true) };
    let status = status_place.pointer();
    Face::returned(entry("MPI_File_read_at_all", On::File(fh), || {
        check::handle("fh", fh)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::file_access::file_read_at_all(fh, offset, buf, count as i64, datatype, status)
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_at_all_begin(
    fh: FileHandle,
    offset: Offset,
    buf: *mut c_void,
    count: c_int,
    datatype: DatatypeHandle,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    Face::returned(entry("MPI_File_read_at_all_begin", On::File(fh), || {
        check::handle("fh", fh)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::file_split::file_read_at_all_begin(fh, offset, buf, count as i64, datatype)
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_at_all_begin_c(
    fh: FileHandle,
    offset: Offset,
    buf: *mut c_void,
    count: Count,
    datatype: DatatypeHandle,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    Face::returned(entry("MPI_File_read_at_all_begin_c", On::File(fh), || {
        check::handle("fh", fh)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_split::file_read_at_all_begin(fh, offset, buf, count, datatype) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_at_all_c(
    fh: FileHandle,
    offset: Offset,
    buf: *mut c_void,
    count: Count,
    datatype: DatatypeHandle,
    status: *mut Status,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status, false, true) };
    let status = status_place.pointer();
    Face::returned(entry("MPI_File_read_at_all_c", On::File(fh), || {
        check::handle("fh", fh)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_access::file_read_at_all(fh, offset, buf, count, datatype, status) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_at_all_end(
    fh: FileHandle,
    buf: *mut c_void,
    status: *mut Status,
) -> c_int {
    let fh = fh.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status, false, true) };
    let status = status_place.pointer();
    Face::returned(entry("MPI_File_read_at_all_end", On::File(fh), || {
        check::handle("fh", fh)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_split::file_read_at_all_end(fh, buf, status) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_at_c(
    fh: FileHandle,
    offset: Offset,
    buf: *mut c_void,
    count: Count,
    datatype: DatatypeHandle,
    status: *mut Status,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status, false, true) };
    let status = status_place.pointer();
    Face::returned(entry("MPI_File_read_at_c", On::File(fh), || {
        check::handle("fh", fh)?;
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::handle("datatype", datatype)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_access::file_read_at(fh, offset, buf, count, datatype, status) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_c(
    fh: FileHandle,
    buf: *mut c_void,
    count: Count,
    datatype: DatatypeHandle,
    status: *mut Status,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status, false, true) };
    let status = status_place.pointer();
    Face::returned(entry("MPI_File_read_c", On::File(fh), || {
        check::handle("fh", fh)?;
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::handle("datatype", datatype)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_access::file_read(fh, buf, count, datatype, status) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_ordered(
    fh: FileHandle,
    buf: *mut c_void,
    count: c_int,
    datatype: DatatypeHandle,
    status: *mut Status,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status, false, true) };
    let status = status_place.pointer();
    Face::returned(entry("MPI_File_read_ordered", On::File(fh), || {
        check::handle("fh", fh)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_access::file_read_ordered(fh, buf, count as i64, datatype, status) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_ordered_begin(
    fh: FileHandle,
    buf: *mut c_void,
    count: c_int,
    datatype: DatatypeHandle,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    Face::returned(entry("MPI_File_read_ordered_begin", On::File(fh), || {
        check::handle("fh", fh)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_split::file_read_ordered_begin(fh, buf, count as i64, datatype) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_ordered_begin_c(
    fh: FileHandle,
    buf: *mut c_void,
    count: Count,
    datatype: DatatypeHandle,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    Face::returned(entry("MPI_File_read_ordered_begin_c", On::File(fh), || {
        check::handle("fh", fh)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_split::file_read_ordered_begin(fh, buf, count, datatype) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_ordered_c(
    fh: FileHandle,
    buf: *mut c_void,
    count: Count,
    datatype: DatatypeHandle,
    status: *mut Status,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status, false, true) };
    let status = status_place.pointer();
    Face::returned(entry("MPI_File_read_ordered_c", On::File(fh), || {
        check::handle("fh", fh)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_access::file_read_ordered(fh, buf, count, datatype, status) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_ordered_end(
    fh: FileHandle,
    buf: *mut c_void,
    status: *mut Status,
) -> c_int {
    let fh = fh.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status, false, true) };
    let status = status_place.pointer();
    Face::returned(entry("MPI_File_read_ordered_end", On::File(fh), || {
        check::handle("fh", fh)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_split::file_read_ordered_end(fh, buf, status) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_shared(
    fh: FileHandle,
    buf: *mut c_void,
    count: c_int,
    datatype: DatatypeHandle,
    status: *mut Status,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status, false, true) };
    let status = status_place.pointer();
    Face::returned(entry("MPI_File_read_shared", On::File(fh), || {
        check::handle("fh", fh)?;
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::handle("datatype", datatype)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_access::file_read_shared(fh, buf, count as i64, datatype, status) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_shared_c(
    fh: FileHandle,
    buf: *mut c_void,
    count: Count,
    datatype: DatatypeHandle,
    status: *mut Status,
) -> c_int {
    let fh = fh.inward();
    let datatype = datatype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe { StatusPlace::<Face>::new(status, false, true) };
    let status = status_place.pointer();
    Face::returned(entry("MPI_File_read_shared_c", On::File(fh), || {
        check::handle("fh", fh)?;
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::handle("datatype", datatype)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file_access::file_read_shared(fh, buf, count, datatype, status) }
    }))
}
