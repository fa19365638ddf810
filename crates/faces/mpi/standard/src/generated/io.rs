//! I/O: files and views (MPI-5.0 §14). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_close(fh: *mut FileHandle) -> c_int {
    // SAFETY: NULL or a handle of the program's.
    let on = On::File(unsafe { handle_at(fh) });
    entry("MPI_File_close", on, || {
        // SAFETY: NULL or a handle of the program's.
        unsafe { check::handle_at("fh", fh) }?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file::file_close(fh) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_delete(filename: *const c_char, info: InfoHandle) -> c_int {
    entry("MPI_File_delete", On::File(FileHandle::NULL), || {
        check::pointer("filename", filename)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file::file_delete(filename, info) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_amode(fh: FileHandle, amode: *mut c_int) -> c_int {
    entry("MPI_File_get_amode", On::File(fh), || {
        check::handle("fh", fh)?;
        check::pointer("amode", amode)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file::file_get_amode(fh, amode) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_atomicity(fh: FileHandle, flag: *mut c_int) -> c_int {
    entry("MPI_File_get_atomicity", On::File(fh), || {
        check::handle("fh", fh)?;
        check::pointer("flag", flag)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file::file_get_atomicity(fh, flag) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_byte_offset(
    fh: FileHandle,
    offset: Offset,
    disp: *mut Offset,
) -> c_int {
    entry("MPI_File_get_byte_offset", On::File(fh), || {
        check::handle("fh", fh)?;
        check::pointer("disp", disp)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file::file_get_byte_offset(fh, offset, disp) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_group(fh: FileHandle, group: *mut GroupHandle) -> c_int {
    entry("MPI_File_get_group", On::File(fh), || {
        check::handle("fh", fh)?;
        check::pointer("group", group)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file::file_get_group(fh, group) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_info(fh: FileHandle, info_used: *mut InfoHandle) -> c_int {
    entry("MPI_File_get_info", On::File(fh), || {
        check::handle("fh", fh)?;
        check::pointer("info_used", info_used)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file::file_get_info(fh, info_used) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_position(fh: FileHandle, offset: *mut Offset) -> c_int {
    entry("MPI_File_get_position", On::File(fh), || {
        check::handle("fh", fh)?;
        check::pointer("offset", offset)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file::file_get_position(fh, offset) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_position_shared(
    fh: FileHandle,
    offset: *mut Offset,
) -> c_int {
    entry("MPI_File_get_position_shared", On::File(fh), || {
        check::handle("fh", fh)?;
        check::pointer("offset", offset)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file::file_get_position_shared(fh, offset) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_size(fh: FileHandle, size: *mut Offset) -> c_int {
    entry("MPI_File_get_size", On::File(fh), || {
        check::handle("fh", fh)?;
        check::pointer("size", size)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file::file_get_size(fh, size) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_type_extent(
    fh: FileHandle,
    datatype: DatatypeHandle,
    extent: *mut Aint,
) -> c_int {
    entry("MPI_File_get_type_extent", On::File(fh), || {
        check::handle("fh", fh)?;
        check::handle("datatype", datatype)?;
        check::pointer("extent", extent)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file::file_get_type_extent(fh, datatype, OutCount::aint(extent)) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_type_extent_c(
    fh: FileHandle,
    datatype: DatatypeHandle,
    extent: *mut Count,
) -> c_int {
    entry("MPI_File_get_type_extent_c", On::File(fh), || {
        check::handle("fh", fh)?;
        check::handle("datatype", datatype)?;
        check::pointer("extent", extent)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file::file_get_type_extent(fh, datatype, OutCount::count(extent)) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_view(
    fh: FileHandle,
    disp: *mut Offset,
    etype: *mut DatatypeHandle,
    filetype: *mut DatatypeHandle,
    datarep: *mut c_char,
) -> c_int {
    entry("MPI_File_get_view", On::File(fh), || {
        check::handle("fh", fh)?;
        check::pointer("disp", disp)?;
        check::pointer("etype", etype)?;
        check::pointer("filetype", filetype)?;
        check::pointer("datarep", datarep)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file::file_get_view(fh, disp, etype, filetype, datarep) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_open(
    comm: CommHandle,
    filename: *const c_char,
    amode: c_int,
    info: InfoHandle,
    fh: *mut FileHandle,
) -> c_int {
    entry("MPI_File_open", On::File(FileHandle::NULL), || {
        check::handle("comm", comm)?;
        check::pointer("fh", fh)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file::file_open(comm, filename, amode, info, fh) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_preallocate(fh: FileHandle, size: Offset) -> c_int {
    entry("MPI_File_preallocate", On::File(fh), || {
        check::handle("fh", fh)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file::file_preallocate(fh, size) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_seek(fh: FileHandle, offset: Offset, whence: c_int) -> c_int {
    entry("MPI_File_seek", On::File(fh), || {
        check::handle("fh", fh)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file::file_seek(fh, offset, whence) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_seek_shared(
    fh: FileHandle,
    offset: Offset,
    whence: c_int,
) -> c_int {
    entry("MPI_File_seek_shared", On::File(fh), || {
        check::handle("fh", fh)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file::file_seek_shared(fh, offset, whence) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_set_atomicity(fh: FileHandle, flag: c_int) -> c_int {
    entry("MPI_File_set_atomicity", On::File(fh), || {
        check::handle("fh", fh)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file::file_set_atomicity(fh, flag) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_set_info(fh: FileHandle, info: InfoHandle) -> c_int {
    entry("MPI_File_set_info", On::File(fh), || {
        check::handle("fh", fh)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file::file_set_info(fh, info) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_set_size(fh: FileHandle, size: Offset) -> c_int {
    entry("MPI_File_set_size", On::File(fh), || {
        check::handle("fh", fh)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file::file_set_size(fh, size) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_set_view(
    fh: FileHandle,
    disp: Offset,
    etype: DatatypeHandle,
    filetype: DatatypeHandle,
    datarep: *const c_char,
    info: InfoHandle,
) -> c_int {
    entry("MPI_File_set_view", On::File(fh), || {
        check::handle("fh", fh)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file::file_set_view(fh, disp, etype, filetype, datarep, info) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_sync(fh: FileHandle) -> c_int {
    entry("MPI_File_sync", On::File(fh), || {
        check::handle("fh", fh)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::file::file_sync(fh) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Register_datarep(
    datarep: *const c_char,
    read_conversion_fn: Option<DatarepConversionFunction>,
    write_conversion_fn: Option<DatarepConversionFunction>,
    dtype_file_extent_fn: Option<DatarepExtentFunction>,
    extra_state: *mut c_void,
) -> c_int {
    entry("MPI_Register_datarep", On::File(FileHandle::NULL), || {
        check::pointer("datarep", datarep)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::datarep::register_datarep(
                datarep,
                read_conversion_fn,
                write_conversion_fn,
                dtype_file_extent_fn,
                extra_state,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Register_datarep_c(
    datarep: *const c_char,
    read_conversion_fn: Option<DatarepConversionFunctionLarge>,
    write_conversion_fn: Option<DatarepConversionFunctionLarge>,
    dtype_file_extent_fn: Option<DatarepExtentFunction>,
    extra_state: *mut c_void,
) -> c_int {
    entry("MPI_Register_datarep_c", On::File(FileHandle::NULL), || {
        check::pointer("datarep", datarep)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::datarep::register_datarep_c(
                datarep,
                read_conversion_fn,
                write_conversion_fn,
                dtype_file_extent_fn,
                extra_state,
            )
        }
    })
}
