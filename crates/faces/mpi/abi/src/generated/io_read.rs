//! I/O: reading (MPI-5.0 §14). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread(
    fh: FileHandle,
    _buf: *mut c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_File_iread", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_all(
    fh: FileHandle,
    _buf: *mut c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_File_iread_all", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_all_c(
    fh: FileHandle,
    _buf: *mut c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_File_iread_all_c", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_at(
    fh: FileHandle,
    _offset: Offset,
    _buf: *mut c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_File_iread_at", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_at_all(
    fh: FileHandle,
    _offset: Offset,
    _buf: *mut c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_File_iread_at_all", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_at_all_c(
    fh: FileHandle,
    _offset: Offset,
    _buf: *mut c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_File_iread_at_all_c", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_at_c(
    fh: FileHandle,
    _offset: Offset,
    _buf: *mut c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_File_iread_at_c", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_c(
    fh: FileHandle,
    _buf: *mut c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_File_iread_c", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_shared(
    fh: FileHandle,
    _buf: *mut c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_File_iread_shared", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_shared_c(
    fh: FileHandle,
    _buf: *mut c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_File_iread_shared_c", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read(
    fh: FileHandle,
    _buf: *mut c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_File_read", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_all(
    fh: FileHandle,
    _buf: *mut c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_File_read_all", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_all_begin(
    fh: FileHandle,
    _buf: *mut c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
) -> c_int {
    unbuilt("MPI_File_read_all_begin", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_all_begin_c(
    fh: FileHandle,
    _buf: *mut c_void,
    _count: Count,
    _datatype: DatatypeHandle,
) -> c_int {
    unbuilt("MPI_File_read_all_begin_c", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_all_c(
    fh: FileHandle,
    _buf: *mut c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_File_read_all_c", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_all_end(
    fh: FileHandle,
    _buf: *mut c_void,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_File_read_all_end", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_at(
    fh: FileHandle,
    _offset: Offset,
    _buf: *mut c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_File_read_at", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_at_all(
    fh: FileHandle,
    _offset: Offset,
    _buf: *mut c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_File_read_at_all", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_at_all_begin(
    fh: FileHandle,
    _offset: Offset,
    _buf: *mut c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
) -> c_int {
    unbuilt("MPI_File_read_at_all_begin", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_at_all_begin_c(
    fh: FileHandle,
    _offset: Offset,
    _buf: *mut c_void,
    _count: Count,
    _datatype: DatatypeHandle,
) -> c_int {
    unbuilt("MPI_File_read_at_all_begin_c", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_at_all_c(
    fh: FileHandle,
    _offset: Offset,
    _buf: *mut c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_File_read_at_all_c", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_at_all_end(
    fh: FileHandle,
    _buf: *mut c_void,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_File_read_at_all_end", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_at_c(
    fh: FileHandle,
    _offset: Offset,
    _buf: *mut c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_File_read_at_c", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_c(
    fh: FileHandle,
    _buf: *mut c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_File_read_c", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_ordered(
    fh: FileHandle,
    _buf: *mut c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_File_read_ordered", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_ordered_begin(
    fh: FileHandle,
    _buf: *mut c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
) -> c_int {
    unbuilt("MPI_File_read_ordered_begin", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_ordered_begin_c(
    fh: FileHandle,
    _buf: *mut c_void,
    _count: Count,
    _datatype: DatatypeHandle,
) -> c_int {
    unbuilt("MPI_File_read_ordered_begin_c", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_ordered_c(
    fh: FileHandle,
    _buf: *mut c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_File_read_ordered_c", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_ordered_end(
    fh: FileHandle,
    _buf: *mut c_void,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_File_read_ordered_end", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_shared(
    fh: FileHandle,
    _buf: *mut c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_File_read_shared", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_shared_c(
    fh: FileHandle,
    _buf: *mut c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_File_read_shared_c", On::File(fh))
}
