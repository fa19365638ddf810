//! I/O: files and views (MPI-5.0 §14). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_close(fh: *mut FileHandle) -> c_int {
    // SAFETY: NULL or a handle of the program's.
    let on = On::File(unsafe { handle_at(fh) });
    unbuilt("MPI_File_close", on)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_delete(_filename: *const c_char, _info: InfoHandle) -> c_int {
    unbuilt("MPI_File_delete", On::File(FileHandle::NULL))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_amode(fh: FileHandle, _amode: *mut c_int) -> c_int {
    unbuilt("MPI_File_get_amode", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_atomicity(fh: FileHandle, _flag: *mut c_int) -> c_int {
    unbuilt("MPI_File_get_atomicity", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_byte_offset(
    fh: FileHandle,
    _offset: Offset,
    _disp: *mut Offset,
) -> c_int {
    unbuilt("MPI_File_get_byte_offset", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_group(fh: FileHandle, _group: *mut GroupHandle) -> c_int {
    unbuilt("MPI_File_get_group", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_info(fh: FileHandle, _info_used: *mut InfoHandle) -> c_int {
    unbuilt("MPI_File_get_info", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_position(fh: FileHandle, _offset: *mut Offset) -> c_int {
    unbuilt("MPI_File_get_position", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_position_shared(
    fh: FileHandle,
    _offset: *mut Offset,
) -> c_int {
    unbuilt("MPI_File_get_position_shared", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_size(fh: FileHandle, _size: *mut Offset) -> c_int {
    unbuilt("MPI_File_get_size", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_type_extent(
    fh: FileHandle,
    _datatype: DatatypeHandle,
    _extent: *mut Aint,
) -> c_int {
    unbuilt("MPI_File_get_type_extent", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_type_extent_c(
    fh: FileHandle,
    _datatype: DatatypeHandle,
    _extent: *mut Count,
) -> c_int {
    unbuilt("MPI_File_get_type_extent_c", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_view(
    fh: FileHandle,
    _disp: *mut Offset,
    _etype: *mut DatatypeHandle,
    _filetype: *mut DatatypeHandle,
    _datarep: *mut c_char,
) -> c_int {
    unbuilt("MPI_File_get_view", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_open(
    _comm: CommHandle,
    _filename: *const c_char,
    _amode: c_int,
    _info: InfoHandle,
    _fh: *mut FileHandle,
) -> c_int {
    unbuilt("MPI_File_open", On::File(FileHandle::NULL))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_preallocate(fh: FileHandle, _size: Offset) -> c_int {
    unbuilt("MPI_File_preallocate", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_seek(fh: FileHandle, _offset: Offset, _whence: c_int) -> c_int {
    unbuilt("MPI_File_seek", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_seek_shared(
    fh: FileHandle,
    _offset: Offset,
    _whence: c_int,
) -> c_int {
    unbuilt("MPI_File_seek_shared", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_set_atomicity(fh: FileHandle, _flag: c_int) -> c_int {
    unbuilt("MPI_File_set_atomicity", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_set_info(fh: FileHandle, _info: InfoHandle) -> c_int {
    unbuilt("MPI_File_set_info", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_set_size(fh: FileHandle, _size: Offset) -> c_int {
    unbuilt("MPI_File_set_size", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_set_view(
    fh: FileHandle,
    _disp: Offset,
    _etype: DatatypeHandle,
    _filetype: DatatypeHandle,
    _datarep: *const c_char,
    _info: InfoHandle,
) -> c_int {
    unbuilt("MPI_File_set_view", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_sync(fh: FileHandle) -> c_int {
    unbuilt("MPI_File_sync", On::File(fh))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Register_datarep(
    _datarep: *const c_char,
    _read_conversion_fn: Option<DatarepConversionFunction>,
    _write_conversion_fn: Option<DatarepConversionFunction>,
    _dtype_file_extent_fn: Option<DatarepExtentFunction>,
    _extra_state: *mut c_void,
) -> c_int {
    unbuilt("MPI_Register_datarep", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Register_datarep_c(
    _datarep: *const c_char,
    _read_conversion_fn: Option<DatarepConversionFunctionLarge>,
    _write_conversion_fn: Option<DatarepConversionFunctionLarge>,
    _dtype_file_extent_fn: Option<DatarepExtentFunction>,
    _extra_state: *mut c_void,
) -> c_int {
    unbuilt("MPI_Register_datarep_c", On::Nothing)
}
