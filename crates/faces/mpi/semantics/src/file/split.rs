//! BegunSplit collective accesses (MPI-5.0 §14.4.5): begun by one call and ended by another.

use super::access::AccessKind;
use super::pointer::FilePointer;
use super::shared::ordered_place;
use super::{collective, of_file};
use crate::constants::MPI_ERR_OTHER;
use crate::error::{Error, Result};
use crate::handle::{FileHandle, RequestHandle};
use crate::p2p::{RecvBuffer, SendBuffer};
use crate::process::enter;
use crate::request;
use crate::status::Status;

/// Which pair of calls it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SplitKind {
    /// `MPI_File_read_at_all_begin`.
    ReadAt,
    /// `MPI_File_read_all_begin`.
    Read,
    /// `MPI_File_read_ordered_begin`.
    ReadOrdered,
    /// `MPI_File_write_at_all_begin`.
    WriteAt,
    /// `MPI_File_write_all_begin`.
    Write,
    /// `MPI_File_write_ordered_begin`.
    WriteOrdered,
}

/// One that has begun.
pub(super) struct BegunSplit {
    kind: SplitKind,
    request: RequestHandle,
}

impl SplitKind {
    fn name(self) -> &'static str {
        match self {
            SplitKind::ReadAt => "MPI_File_read_at_all",
            SplitKind::Read => "MPI_File_read_all",
            SplitKind::ReadOrdered => "MPI_File_read_ordered",
            SplitKind::WriteAt => "MPI_File_write_at_all",
            SplitKind::Write => "MPI_File_write_all",
            SplitKind::WriteOrdered => "MPI_File_write_ordered",
        }
    }
}

fn begun(handle: FileHandle, kind: SplitKind, request: RequestHandle) -> Result<()> {
    enter().file_mut(handle)?.split = Some(BegunSplit { kind, request });
    Ok(())
}

/// `MPI_File_read_at_all_begin`, `MPI_File_read_all_begin`.
pub fn read_begin(
    handle: FileHandle,
    kind: SplitKind,
    pointer: FilePointer,
    buffer: &RecvBuffer,
) -> Result<()> {
    begun(handle, kind, collective::iread_all(handle, pointer, buffer)?)
}

/// `MPI_File_write_at_all_begin`, `MPI_File_write_all_begin`.
pub fn write_begin(
    handle: FileHandle,
    kind: SplitKind,
    pointer: FilePointer,
    buffer: &SendBuffer,
) -> Result<()> {
    begun(handle, kind, collective::iwrite_all(handle, pointer, buffer)?)
}

/// `MPI_File_read_ordered_begin`.
pub fn read_ordered_begin(handle: FileHandle, buffer: &RecvBuffer) -> Result<()> {
    let place = ordered_place(handle, AccessKind::Reading, buffer.count, buffer.datatype)?;
    read_begin(handle, SplitKind::ReadOrdered, place, buffer)
}

/// `MPI_File_write_ordered_begin`.
pub fn write_ordered_begin(handle: FileHandle, buffer: &SendBuffer) -> Result<()> {
    let place = ordered_place(handle, AccessKind::Writing, buffer.count, buffer.datatype)?;
    write_begin(handle, SplitKind::WriteOrdered, place, buffer)
}

fn end(handle: FileHandle, kind: SplitKind) -> Result<Status> {
    let begun = {
        let mut process = enter();
        let file = process.file_mut(handle)?;
        match &file.split {
            Some(split) if split.kind == kind => file.split.take(),
            Some(split) => {
                let begun = split.kind.name();
                let text = format!(
                    "the split access that has begun is {begun}_begin; end it by {begun}_end"
                );
                return Err(Error::new(MPI_ERR_OTHER, text));
            }
            None => None,
        }
    };
    let Some(BegunSplit { request, .. }) = begun else {
        let text = format!("no split access has begun; call {}_begin first", kind.name());
        return Err(Error::new(MPI_ERR_OTHER, text));
    };
    let mut request = request;
    let ended = request::wait(&mut request);
    ended.map_err(|failure| of_file(failure.into()))
}

/// The end of a read that [`read_begin`] or [`read_ordered_begin`] began.
pub fn read_end(handle: FileHandle, kind: SplitKind) -> Result<Status> {
    end(handle, kind)
}

/// The end of a write that [`write_begin`] or [`write_ordered_begin`] began.
pub fn write_end(handle: FileHandle, kind: SplitKind) -> Result<Status> {
    end(handle, kind)
}
