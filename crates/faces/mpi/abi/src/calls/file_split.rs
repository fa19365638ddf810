//! Files: split collective accesses (MPI-5.0 §14.4.5).

use core::ffi::c_void;

use ferry_mpi::file::{self, FilePointer, SplitKind};
use ferry_mpi::handle::{DatatypeHandle, FileHandle};
use ferry_mpi::{Result, Status};

use super::file_access::{from, into};
use crate::convert::store_status;
use crate::types::Offset;

macro_rules! begins {
    ($($name:ident $buf:ident $pointer:ty, $begin:expr;)*) => { $(
        #[doc = concat!("`MPI_", stringify!($name), "`.")]
        pub unsafe fn $name(
            handle: FileHandle,
            buf: $pointer,
            count: i64,
            datatype: DatatypeHandle,
        ) -> Result<()> {
            // SAFETY: the program vouches for its buffer until the access is ended.
            $begin(handle, &unsafe { $buf(buf, count, datatype) })
        }
    )* };
}

begins! {
    file_read_all_begin into *mut c_void,
        |handle, buffer| file::read_begin(handle, SplitKind::Read, FilePointer::Individual, buffer);
    file_read_ordered_begin into *mut c_void, file::read_ordered_begin;
    file_write_all_begin from *const c_void,
        |handle, buffer| file::write_begin(handle, SplitKind::Write, FilePointer::Individual, buffer);
    file_write_ordered_begin from *const c_void, file::write_ordered_begin;
}

/// `MPI_File_read_at_all_begin`.
pub unsafe fn file_read_at_all_begin(
    handle: FileHandle,
    offset: Offset,
    buf: *mut c_void,
    count: i64,
    datatype: DatatypeHandle,
) -> Result<()> {
    // SAFETY: the program vouches for its buffer until the access is ended.
    let buffer = unsafe { into(buf, count, datatype) };
    file::read_begin(handle, SplitKind::ReadAt, FilePointer::Offset(offset), &buffer)
}

/// `MPI_File_write_at_all_begin`.
pub unsafe fn file_write_at_all_begin(
    handle: FileHandle,
    offset: Offset,
    buf: *const c_void,
    count: i64,
    datatype: DatatypeHandle,
) -> Result<()> {
    // SAFETY: the program vouches for its buffer until the access is ended.
    let buffer = unsafe { from(buf, count, datatype) };
    file::write_begin(handle, SplitKind::WriteAt, FilePointer::Offset(offset), &buffer)
}

macro_rules! ends {
    ($($name:ident $pointer:ty, $kind:ident, $end:path;)*) => { $(
        #[doc = concat!("`MPI_", stringify!($name), "`.")]
        pub unsafe fn $name(handle: FileHandle, _buf: $pointer, status: *mut Status) -> Result<()> {
            let ended = $end(handle, SplitKind::$kind)?;
            // SAFETY: the program vouches for its status.
            unsafe { store_status(status, ended) };
            Ok(())
        }
    )* };
}

ends! {
    file_read_at_all_end *mut c_void, ReadAt, file::read_end;
    file_read_all_end *mut c_void, Read, file::read_end;
    file_read_ordered_end *mut c_void, ReadOrdered, file::read_end;
    file_write_at_all_end *const c_void, WriteAt, file::write_end;
    file_write_all_end *const c_void, Write, file::write_end;
    file_write_ordered_end *const c_void, WriteOrdered, file::write_end;
}
