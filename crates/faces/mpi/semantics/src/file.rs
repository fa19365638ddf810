//! Files (MPI-5.0 §14).
//!
//! What a file is without communication is in `ferry_files`: views, storage, plans. Here are the handle, the
//! pointers, and what processes tell each other. A blocking access of one process is the process's own system
//! calls, made while others may enter MPI; what is not waited for is done by a few threads.

mod access;
mod collective;
mod datarep;
mod exchange;
mod failures;
mod hints;
mod open;
mod pointer;
mod request;
mod shared;
mod size;
mod split;
mod two_phase;
mod view;

pub use access::{iread_at, iwrite_at, read_at, write_at};
pub use collective::{iread_all, iwrite_all, read_all, write_all};
pub use datarep::{DatarepFunctions, register_datarep};
pub use failures::{failed_of, is_revoked, revoke};
pub use open::{close, delete, open};
pub use pointer::{FilePointer, byte_offset, position, seek};
pub use shared::{
    iread_shared, iwrite_shared, position_shared, read_ordered, read_shared, seek_shared,
    write_ordered, write_shared,
};
pub use size::{preallocate, set_size, size, sync};
pub use split::{
    SplitKind, read_begin, read_end, read_ordered_begin, write_begin, write_end,
    write_ordered_begin,
};
pub use view::{ViewArguments, set_view, type_extent, view};

use crate::comm::Comm;
use crate::constants::{MPI_ERR_FILE, MPI_ERR_UNSUPPORTED_OPERATION};
use crate::errhandler::{self, Handler};
use crate::error::{Error, Result};
use crate::handle::{CommHandle, ErrhandlerHandle, FileHandle, GroupHandle};
use crate::info::Info;
use crate::process::{Process, enter};
use ferry_files::{AccessMode, FileFailure, StoredFile, StreamSink, StreamSource, ViewError};
use ferry_wire::PeerId;
use hints::FileHints;
use shared::SharedPointer;
use split::BegunSplit;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use view::OpenView;

/// An open file.
pub struct OpenFile {
    /// A communicator of the file's own, with its members.
    comm: Arc<Comm>,
    stored: Arc<StoredFile>,
    /// As the program named it.
    name: PathBuf,
    mode: AccessMode,
    view: Arc<OpenView>,
    /// The individual pointer, in etypes.
    position: u64,
    shared: SharedPointer,
    is_atomic: bool,
    hints: FileHints,
    errhandler: ErrhandlerHandle,
    /// The split collective that has begun.
    split: Option<BegunSplit>,
    /// Accesses that are under way.
    in_flight: Arc<AtomicUsize>,
    /// All members learn of deaths: they part by an agreement, which the dead do not hold up.
    parts_by_agreement: bool,
}

/// The data of an access, in the order of its stream.
#[derive(Clone)]
enum AccessData {
    Write(StreamSource),
    Read(StreamSink),
}

#[cold]
fn bad_file(handle: FileHandle) -> Error {
    let text = match handle == FileHandle::NULL {
        true => "the file is MPI_FILE_NULL".to_owned(),
        false => format!("file handle {handle:?} was closed or was never opened"),
    };
    Error::new(MPI_ERR_FILE, text)
}

/// Errors of a file go to its own handler.
fn of_file(mut error: Error) -> Error {
    error.on = None;
    error
}

impl From<FileFailure> for Error {
    fn from(failure: FileFailure) -> Self {
        Error::new(failure.class(), failure.to_string())
    }
}

impl From<ViewError> for Error {
    fn from(error: ViewError) -> Self {
        Error::new(error.class(), error.to_string())
    }
}

impl OpenFile {
    /// Whether accesses go on that nobody has waited for.
    pub(crate) fn is_accessed(&self) -> bool {
        self.in_flight.load(Ordering::Acquire) != 0
    }

    /// Fails for what a sequential file has not (MPI-5.0 §14.2.1).
    fn check_random(&self) -> Result<()> {
        if !self.mode.is_sequential() {
            return Ok(());
        }
        let text =
            "the file was opened with MPI_MODE_SEQUENTIAL: only its shared pointer can be used";
        Err(Error::new(MPI_ERR_UNSUPPORTED_OPERATION, text))
    }
}

impl Process {
    /// The file of a handle.
    pub fn file(&self, handle: FileHandle) -> Result<&OpenFile> {
        match self.files.get(handle) {
            Some(file) => Ok(file),
            None => Err(bad_file(handle)),
        }
    }

    fn file_mut(&mut self, handle: FileHandle) -> Result<&mut OpenFile> {
        match self.files.get_mut(handle) {
            Some(file) => Ok(file),
            None => Err(bad_file(handle)),
        }
    }

    /// The file of a Fortran integer.
    pub fn file_from_fortran(&self, value: i32) -> Option<FileHandle> {
        self.files.from_fortran(value)
    }

    /// The file whose members a communicator is of, if it is a file's own.
    pub(crate) fn file_of_comm(&self, comm: CommHandle) -> Option<FileHandle> {
        let mut files = self.files.made();
        files.find(|(_, file)| file.comm.handle == comm).map(|(handle, _)| handle)
    }

    /// The error handler of a file.
    pub(crate) fn errhandler_of_file(&self, handle: FileHandle) -> Option<ErrhandlerHandle> {
        self.files.get(handle).map(|file| file.errhandler)
    }

    /// The host of each rank of a communicator, as the launcher says; all are on one where it does not.
    fn hosts_of(&self, comm: &Comm) -> Vec<u32> {
        let host = |peer: PeerId| {
            self.nodes.as_ref().and_then(|nodes| nodes.get(peer.0 as usize)).copied()
        };
        comm.group.peers().map(|peer| host(peer).unwrap_or(0)).collect()
    }

    /// The name of a file, for errors.
    pub(crate) fn name_of_file(&self, handle: FileHandle) -> Option<&Path> {
        self.files.get(handle).map(|file| file.name.as_path())
    }
}

/// `MPI_File_get_group`.
pub fn group(handle: FileHandle) -> Result<GroupHandle> {
    let mut process = enter();
    let group = process.file(handle)?.comm.group.clone();
    Ok(process.add_group(group))
}

/// `MPI_File_get_amode`.
pub fn amode(handle: FileHandle) -> Result<i32> {
    Ok(enter().file(handle)?.mode.value())
}

/// `MPI_File_get_info`: the hints in use.
pub fn info_of(handle: FileHandle) -> Result<Info> {
    let process = enter();
    let file = process.file(handle)?;
    file.hints.info(&process.hosts_of(&file.comm))
}

/// `MPI_File_set_info`: hints that are known and may change.
pub fn set_info(handle: FileHandle, info: &Info) -> Result<()> {
    let mut process = enter();
    process.file_mut(handle)?.hints.take(info)
}

/// `MPI_File_get_atomicity`.
pub fn atomicity(handle: FileHandle) -> Result<bool> {
    Ok(enter().file(handle)?.is_atomic)
}

/// `MPI_File_set_atomicity`: collective, and nobody goes on in the new mode before all are in it.
pub fn set_atomicity(handle: FileHandle, atomic: bool) -> Result<()> {
    let comm = enter().file(handle)?.comm.clone();
    collective::agree_on(&comm, "flag", u64::from(atomic), |value| format!("{value}"))?;
    enter().file_mut(handle)?.is_atomic = atomic;
    Ok(())
}

/// `MPI_File_set_errhandler`.
pub fn set_errhandler(handle: FileHandle, handler: ErrhandlerHandle) -> Result<()> {
    if handle == FileHandle::NULL {
        return errhandler::set_on_no_file(handler);
    }
    let mut process = enter();
    process.file(handle)?;
    errhandler::attach(handler, |handler| matches!(handler, Handler::File(_)))?;
    errhandler::detach(std::mem::replace(&mut process.file_mut(handle)?.errhandler, handler));
    Ok(())
}

/// `MPI_File_get_errhandler`.
pub fn errhandler_of(handle: FileHandle) -> Result<ErrhandlerHandle> {
    if handle == FileHandle::NULL {
        return errhandler::of_no_file();
    }
    errhandler::hold(enter().file(handle)?.errhandler)
}
