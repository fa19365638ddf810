//! Collective accesses (MPI-5.0 §14.4).

use super::access;
use super::open::differing;
use super::pointer::FilePointer;
use super::{OpenFile, of_file};
use crate::comm::Comm;
use crate::comm::meeting::{Meeting, from_bytes, to_bytes};
use crate::constants::MPI_ERR_OTHER;
use crate::error::{Error, Result};
use crate::handle::{FileHandle, RequestHandle};
use crate::p2p::{RecvBuffer, SendBuffer};
use crate::process::enter;
use crate::status::Status;
use std::sync::Arc;

/// All members pass the same value, or all fail: the error names the first rank that differs from rank 0.
pub(super) fn agree_on(
    comm: &Arc<Comm>,
    argument: &str,
    value: u64,
    show: impl Fn(u64) -> String,
) -> Result<()> {
    let all = Meeting::of_all(comm).gather(&to_bytes(&[value])).map_err(of_file)?;
    let all = from_bytes(&all);
    match all.iter().position(|other| *other != all[0]) {
        None => Ok(()),
        Some(rank) => Err(differing(argument, rank, &show(all[rank]), &show(all[0]))),
    }
}

impl OpenFile {
    /// Fails while a split collective access goes on (MPI-5.0 §14.4.5).
    pub(super) fn check_no_split(&self) -> Result<()> {
        if self.split.is_none() {
            return Ok(());
        }
        let text = "a split collective access has begun and not ended; end it before another collective call on the file";
        Err(Error::new(MPI_ERR_OTHER, text))
    }
}

fn check(handle: FileHandle) -> Result<()> {
    enter().file(handle)?.check_no_split()
}

/// `MPI_File_read_at_all`, `MPI_File_read_all`.
pub fn read_all(handle: FileHandle, pointer: FilePointer, buffer: &RecvBuffer) -> Result<Status> {
    check(handle)?;
    access::read_at(handle, pointer, buffer)
}

/// `MPI_File_write_at_all`, `MPI_File_write_all`.
pub fn write_all(handle: FileHandle, pointer: FilePointer, buffer: &SendBuffer) -> Result<Status> {
    check(handle)?;
    access::write_at(handle, pointer, buffer)
}

/// `MPI_File_iread_at_all`, `MPI_File_iread_all`.
pub fn iread_all(
    handle: FileHandle,
    pointer: FilePointer,
    buffer: &RecvBuffer,
) -> Result<RequestHandle> {
    check(handle)?;
    access::iread_at(handle, pointer, buffer)
}

/// `MPI_File_iwrite_at_all`, `MPI_File_iwrite_all`.
pub fn iwrite_all(
    handle: FileHandle,
    pointer: FilePointer,
    buffer: &SendBuffer,
) -> Result<RequestHandle> {
    check(handle)?;
    access::iwrite_at(handle, pointer, buffer)
}
