//! I/O: writing (MPI-5.0 §14). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite(
    fh: FileHandle,
    _buf: *const c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_File_iwrite", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_all(
    fh: FileHandle,
    _buf: *const c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_File_iwrite_all", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_all_c(
    fh: FileHandle,
    _buf: *const c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_File_iwrite_all_c", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_at(
    fh: FileHandle,
    _offset: Offset,
    _buf: *const c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_File_iwrite_at", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_at_all(
    fh: FileHandle,
    _offset: Offset,
    _buf: *const c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_File_iwrite_at_all", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_at_all_c(
    fh: FileHandle,
    _offset: Offset,
    _buf: *const c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_File_iwrite_at_all_c", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_at_c(
    fh: FileHandle,
    _offset: Offset,
    _buf: *const c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_File_iwrite_at_c", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_c(
    fh: FileHandle,
    _buf: *const c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_File_iwrite_c", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_shared(
    fh: FileHandle,
    _buf: *const c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_File_iwrite_shared", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_shared_c(
    fh: FileHandle,
    _buf: *const c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_File_iwrite_shared_c", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write(
    fh: FileHandle,
    _buf: *const c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_File_write", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_all(
    fh: FileHandle,
    _buf: *const c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_File_write_all", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_all_begin(
    fh: FileHandle,
    _buf: *const c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
) -> c_int {
    unbuilt("MPI_File_write_all_begin", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_all_begin_c(
    fh: FileHandle,
    _buf: *const c_void,
    _count: Count,
    _datatype: DatatypeHandle,
) -> c_int {
    unbuilt("MPI_File_write_all_begin_c", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_all_c(
    fh: FileHandle,
    _buf: *const c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_File_write_all_c", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_all_end(
    fh: FileHandle,
    _buf: *const c_void,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_File_write_all_end", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_at(
    fh: FileHandle,
    _offset: Offset,
    _buf: *const c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_File_write_at", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_at_all(
    fh: FileHandle,
    _offset: Offset,
    _buf: *const c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_File_write_at_all", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_at_all_begin(
    fh: FileHandle,
    _offset: Offset,
    _buf: *const c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
) -> c_int {
    unbuilt("MPI_File_write_at_all_begin", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_at_all_begin_c(
    fh: FileHandle,
    _offset: Offset,
    _buf: *const c_void,
    _count: Count,
    _datatype: DatatypeHandle,
) -> c_int {
    unbuilt("MPI_File_write_at_all_begin_c", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_at_all_c(
    fh: FileHandle,
    _offset: Offset,
    _buf: *const c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_File_write_at_all_c", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_at_all_end(
    fh: FileHandle,
    _buf: *const c_void,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_File_write_at_all_end", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_at_c(
    fh: FileHandle,
    _offset: Offset,
    _buf: *const c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_File_write_at_c", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_c(
    fh: FileHandle,
    _buf: *const c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_File_write_c", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_ordered(
    fh: FileHandle,
    _buf: *const c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_File_write_ordered", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_ordered_begin(
    fh: FileHandle,
    _buf: *const c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
) -> c_int {
    unbuilt("MPI_File_write_ordered_begin", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_ordered_begin_c(
    fh: FileHandle,
    _buf: *const c_void,
    _count: Count,
    _datatype: DatatypeHandle,
) -> c_int {
    unbuilt("MPI_File_write_ordered_begin_c", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_ordered_c(
    fh: FileHandle,
    _buf: *const c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_File_write_ordered_c", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_ordered_end(
    fh: FileHandle,
    _buf: *const c_void,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_File_write_ordered_end", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_shared(
    fh: FileHandle,
    _buf: *const c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_File_write_shared", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_shared_c(
    fh: FileHandle,
    _buf: *const c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_File_write_shared_c", On::File(fh))
}
