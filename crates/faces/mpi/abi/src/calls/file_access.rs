//! Files: reading and writing (MPI-5.0 §14.4.2 to §14.4.4).

use core::ffi::c_void;

use ferry_datatype::{UserMemory, UserMemoryMut};
use ferry_mpi::file::{self, FilePointer};
use ferry_mpi::handle::{DatatypeHandle, FileHandle, RequestHandle};
use ferry_mpi::p2p::{RecvBuffer, SendBuffer};
use ferry_mpi::{Result, Status};

use crate::convert::{store, store_status};
use crate::types::Offset;

/// A buffer to write from.
///
/// # Safety
/// The program's buffer, as the function that it was handed to says.
pub(super) unsafe fn from(buf: *const c_void, count: i64, datatype: DatatypeHandle) -> SendBuffer {
    // SAFETY: as the caller vouches.
    let memory = unsafe { UserMemory::new(buf.cast()) };
    SendBuffer { memory, count: count as u64, datatype }
}

/// A buffer to read to.
///
/// # Safety
/// The program's buffer, as the function that it was handed to says.
pub(super) unsafe fn into(buf: *mut c_void, count: i64, datatype: DatatypeHandle) -> RecvBuffer {
    // SAFETY: as the caller vouches.
    let memory = unsafe { UserMemoryMut::new(buf.cast()) };
    RecvBuffer { memory, count: count as u64, datatype }
}

macro_rules! at_offset {
    ($($name:ident $buf:ident $pointer:ty, $access:path;)*) => { $(
        #[doc = concat!("`MPI_", stringify!($name), "`.")]
        pub unsafe fn $name(
            handle: FileHandle,
            offset: Offset,
            buf: $pointer,
            count: i64,
            datatype: DatatypeHandle,
            status: *mut Status,
        ) -> Result<()> {
            // SAFETY: the program vouches for its buffer and status.
            unsafe {
                let buffer = $buf(buf, count, datatype);
                store_status(status, $access(handle, FilePointer::Offset(offset), &buffer)?);
            }
            Ok(())
        }
    )* };
}

at_offset! {
    file_read_at into *mut c_void, file::read_at;
    file_read_at_all into *mut c_void, file::read_all;
    file_write_at from *const c_void, file::write_at;
    file_write_at_all from *const c_void, file::write_all;
}

macro_rules! at_pointer {
    ($($name:ident $buf:ident $pointer:ty, $access:expr;)*) => { $(
        #[doc = concat!("`MPI_", stringify!($name), "`.")]
        pub unsafe fn $name(
            handle: FileHandle,
            buf: $pointer,
            count: i64,
            datatype: DatatypeHandle,
            status: *mut Status,
        ) -> Result<()> {
            // SAFETY: the program vouches for its buffer and status.
            unsafe {
                let buffer = $buf(buf, count, datatype);
                store_status(status, $access(handle, &buffer)?);
            }
            Ok(())
        }
    )* };
}

at_pointer! {
    file_read into *mut c_void, |handle, buffer| file::read_at(handle, FilePointer::Individual, buffer);
    file_read_all into *mut c_void, |handle, buffer| file::read_all(handle, FilePointer::Individual, buffer);
    file_read_shared into *mut c_void, file::read_shared;
    file_read_ordered into *mut c_void, file::read_ordered;
    file_write from *const c_void, |handle, buffer| file::write_at(handle, FilePointer::Individual, buffer);
    file_write_all from *const c_void, |handle, buffer| file::write_all(handle, FilePointer::Individual, buffer);
    file_write_shared from *const c_void, file::write_shared;
    file_write_ordered from *const c_void, file::write_ordered;
}

macro_rules! begun_at_offset {
    ($($name:ident $buf:ident $pointer:ty, $access:path;)*) => { $(
        #[doc = concat!("`MPI_", stringify!($name), "`.")]
        pub unsafe fn $name(
            handle: FileHandle,
            offset: Offset,
            buf: $pointer,
            count: i64,
            datatype: DatatypeHandle,
            request: *mut RequestHandle,
        ) -> Result<()> {
            // SAFETY: the program vouches for its buffer until the request is complete; a checked pointer.
            unsafe {
                let buffer = $buf(buf, count, datatype);
                store(request, $access(handle, FilePointer::Offset(offset), &buffer)?);
            }
            Ok(())
        }
    )* };
}

begun_at_offset! {
    file_iread_at into *mut c_void, file::iread_at;
    file_iread_at_all into *mut c_void, file::iread_all;
    file_iwrite_at from *const c_void, file::iwrite_at;
    file_iwrite_at_all from *const c_void, file::iwrite_all;
}

macro_rules! begun_at_pointer {
    ($($name:ident $buf:ident $pointer:ty, $access:expr;)*) => { $(
        #[doc = concat!("`MPI_", stringify!($name), "`.")]
        pub unsafe fn $name(
            handle: FileHandle,
            buf: $pointer,
            count: i64,
            datatype: DatatypeHandle,
            request: *mut RequestHandle,
        ) -> Result<()> {
            // SAFETY: the program vouches for its buffer until the request is complete; a checked pointer.
            unsafe {
                let buffer = $buf(buf, count, datatype);
                store(request, $access(handle, &buffer)?);
            }
            Ok(())
        }
    )* };
}

begun_at_pointer! {
    file_iread into *mut c_void, |handle, buffer| file::iread_at(handle, FilePointer::Individual, buffer);
    file_iread_all into *mut c_void, |handle, buffer| file::iread_all(handle, FilePointer::Individual, buffer);
    file_iread_shared into *mut c_void, file::iread_shared;
    file_iwrite from *const c_void, |handle, buffer| file::iwrite_at(handle, FilePointer::Individual, buffer);
    file_iwrite_all from *const c_void, |handle, buffer| file::iwrite_all(handle, FilePointer::Individual, buffer);
    file_iwrite_shared from *const c_void, file::iwrite_shared;
}
