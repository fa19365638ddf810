//! Files: opening, closing, sizes, views, pointers (MPI-5.0 §14.2, §14.3, §14.4.3).

use core::ffi::{c_char, c_int};

use ferry_mpi::constants::MPI_MAX_DATAREP_STRING;
use ferry_mpi::file::{self, ViewArguments};
use ferry_mpi::handle::{CommHandle, DatatypeHandle, FileHandle, GroupHandle, InfoHandle};
use ferry_mpi::{Result, info};

use crate::convert::{OutCount, path, store, store_flag, store_text, text};
use crate::types::Offset;

/// `MPI_File_open`.
pub unsafe fn file_open(
    comm: CommHandle,
    filename: *const c_char,
    amode: c_int,
    info: InfoHandle,
    place: *mut FileHandle,
) -> Result<()> {
    // SAFETY: NULL or a string.
    let name = unsafe { path(filename) };
    let opened = file::open(comm, name, amode, info::snapshot(info));
    // SAFETY: a checked output pointer. A program that goes on must not find what was there before.
    unsafe { store(place, *opened.as_ref().unwrap_or(&FileHandle::NULL)) };
    opened.map(drop)
}

/// `MPI_File_close`.
pub unsafe fn file_close(place: *mut FileHandle) -> Result<()> {
    // SAFETY: a checked pointer.
    unsafe {
        let handle = *place;
        let closed = file::close(handle);
        if ferry_mpi::process::enter().file(handle).is_err() {
            *place = FileHandle::NULL;
        }
        closed
    }
}

/// `MPI_File_delete`.
pub unsafe fn file_delete(filename: *const c_char, info: InfoHandle) -> Result<()> {
    info::snapshot(info)?;
    // SAFETY: NULL or a string.
    file::delete(unsafe { path(filename) })
}

/// `MPI_File_get_amode`.
pub unsafe fn file_get_amode(handle: FileHandle, amode: *mut c_int) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { store(amode, file::amode(handle)?) };
    Ok(())
}

/// `MPI_File_get_atomicity`.
pub unsafe fn file_get_atomicity(handle: FileHandle, flag: *mut c_int) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { store_flag(flag, file::atomicity(handle)?) };
    Ok(())
}

/// `MPI_File_set_atomicity`.
pub unsafe fn file_set_atomicity(handle: FileHandle, flag: c_int) -> Result<()> {
    file::set_atomicity(handle, flag != 0)
}

/// `MPI_File_get_group`.
pub unsafe fn file_get_group(handle: FileHandle, place: *mut GroupHandle) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { store(place, file::group(handle)?) };
    Ok(())
}

/// `MPI_File_get_info`.
pub unsafe fn file_get_info(handle: FileHandle, place: *mut InfoHandle) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { store(place, info::create(file::info_of(handle)?)) };
    Ok(())
}

/// `MPI_File_set_info`.
pub unsafe fn file_set_info(handle: FileHandle, info: InfoHandle) -> Result<()> {
    file::set_info(handle, &info::snapshot(info)?)
}

macro_rules! tells {
    ($($name:ident $ask:path;)*) => { $(
        #[doc = concat!("`MPI_", stringify!($name), "`.")]
        pub unsafe fn $name(handle: FileHandle, place: *mut Offset) -> Result<()> {
            // SAFETY: a checked output pointer.
            unsafe { store(place, $ask(handle)? as Offset) };
            Ok(())
        }
    )* };
}

tells! {
    file_get_size file::size;
    file_get_position file::position;
    file_get_position_shared file::position_shared;
}

/// `MPI_File_get_byte_offset`.
pub unsafe fn file_get_byte_offset(
    handle: FileHandle,
    offset: Offset,
    place: *mut Offset,
) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { store(place, file::byte_offset(handle, offset)? as Offset) };
    Ok(())
}

/// `MPI_File_seek`.
pub unsafe fn file_seek(handle: FileHandle, offset: Offset, whence: c_int) -> Result<()> {
    file::seek(handle, offset, whence)
}

/// `MPI_File_seek_shared`.
pub unsafe fn file_seek_shared(handle: FileHandle, offset: Offset, whence: c_int) -> Result<()> {
    file::seek_shared(handle, offset, whence)
}

/// `MPI_File_set_size`.
pub unsafe fn file_set_size(handle: FileHandle, size: Offset) -> Result<()> {
    file::set_size(handle, size)
}

/// `MPI_File_preallocate`.
pub unsafe fn file_preallocate(handle: FileHandle, size: Offset) -> Result<()> {
    file::preallocate(handle, size)
}

/// `MPI_File_sync`.
pub unsafe fn file_sync(handle: FileHandle) -> Result<()> {
    file::sync(handle)
}

/// `MPI_File_set_view`.
pub unsafe fn file_set_view(
    handle: FileHandle,
    displacement: Offset,
    etype: DatatypeHandle,
    filetype: DatatypeHandle,
    datarep: *const c_char,
    info: InfoHandle,
) -> Result<()> {
    // SAFETY: NULL or a string.
    let datarep = unsafe { text(datarep) }.ok();
    let datarep = datarep.as_deref();
    let arguments = ViewArguments { displacement, etype, filetype, datarep };
    file::set_view(handle, &arguments, info::snapshot(info))
}

/// `MPI_File_get_view`.
pub unsafe fn file_get_view(
    handle: FileHandle,
    displacement: *mut Offset,
    etype: *mut DatatypeHandle,
    filetype: *mut DatatypeHandle,
    datarep: *mut c_char,
) -> Result<()> {
    let (at, unit, tile, name) = file::view(handle)?;
    // SAFETY: checked output pointers; the string's place has the size that the standard asks for.
    unsafe {
        store(displacement, at as Offset);
        store(etype, unit);
        store(filetype, tile);
        store_text(datarep, MPI_MAX_DATAREP_STRING as usize, &name);
    }
    Ok(())
}

/// `MPI_File_get_type_extent`.
pub unsafe fn file_get_type_extent(
    handle: FileHandle,
    datatype: DatatypeHandle,
    extent: OutCount,
) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { extent.set(file::type_extent(handle, datatype)?) };
    Ok(())
}
