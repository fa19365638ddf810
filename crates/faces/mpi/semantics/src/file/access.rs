//! Accesses of one process (MPI-5.0 §14.4.2 to §14.4.4).

use super::OpenFile;
use super::datarep::Representation;
use super::pointer::{FilePointer, not_negative};
use super::request::spawn;
use super::size::read_only;
use super::view::OpenView;
use crate::buffer::check_null;
use crate::comm::Comm;
use crate::constants::{MPI_ERR_ACCESS, MPI_ERR_COUNT, MPI_ERR_TYPE};
use crate::error::{Error, Result};
use crate::handle::{DatatypeHandle, FileHandle, RequestHandle};
use crate::p2p::{RecvBuffer, SendBuffer};
use crate::process::{Process, enter};
use crate::status::Status;
use ferry_datatype::Datatype;
use ferry_files::{FileFailure, StoredFile, StreamSink, StreamSource, Transferred};
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

/// Which way an access goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AccessKind {
    Reading,
    Writing,
}

/// An access whose place is known.
#[derive(Clone)]
pub(super) struct Access {
    pub(super) comm: Arc<Comm>,
    pub(super) stored: Arc<StoredFile>,
    pub(super) view: Arc<OpenView>,
    /// As data are represented that go this way.
    pub(super) representation: Representation,
    /// Where in the view's stream it begins.
    pub(super) position: u64,
    /// Its bytes in the file.
    pub(super) len: u64,
    /// Bytes of one element in the file.
    each: u64,
    pub(super) datatype: Arc<Datatype>,
    pub(super) is_atomic: bool,
    pub(super) in_flight: Arc<AtomicUsize>,
}

/// How an access ended: bytes of the program's elements, and what ended it early.
pub(super) type AccessOutcome = (u64, Option<Error>);

/// Etypes that elements of a datatype are, in the file. The count is the program's, as it came.
pub(super) fn etypes(
    (view, representation): (&OpenView, &Representation),
    datatype: &Arc<Datatype>,
    count: u64,
) -> Result<u64> {
    let signed = count.cast_signed();
    if signed < 0 {
        let text = format!("argument count is {signed}, but must not be negative");
        return Err(Error::new(MPI_ERR_COUNT, text));
    }
    let (bytes, unit) = (representation.bytes(datatype, count)?, view.view.etype_size());
    if !bytes.is_multiple_of(unit) {
        let text = format!(
            "count and datatype are {bytes} bytes in the file, which is no whole number of etypes of {unit}"
        );
        return Err(Error::new(MPI_ERR_TYPE, text));
    }
    Ok(bytes / unit)
}

fn check_in(file: &OpenFile, what: AccessKind, pointer: FilePointer) -> Result<()> {
    check_mode(file, what, pointer)?;
    file.check_not_revoked()
}

/// Whether the file's mode allows it, which is the same at all processes.
pub(super) fn check_mode(file: &OpenFile, what: AccessKind, pointer: FilePointer) -> Result<()> {
    if !matches!(pointer, FilePointer::Shared(_) | FilePointer::NextShared) {
        file.check_random()?;
    }
    match what {
        AccessKind::Writing if !file.mode.may_write() => Err(read_only()),
        AccessKind::Reading if !file.mode.may_read() => {
            let text = "the file was opened with MPI_MODE_WRONLY; open it with MPI_MODE_RDWR or MPI_MODE_RDONLY to read";
            Err(Error::new(MPI_ERR_ACCESS, text))
        }
        _ => Ok(()),
    }
}

/// Whether a file can be accessed this way at all.
pub(super) fn check(handle: FileHandle, what: AccessKind, pointer: FilePointer) -> Result<()> {
    check_in(enter().file(handle)?, what, pointer)
}

/// Looks up what an access needs.
pub(super) fn prepare(
    handle: FileHandle,
    what: AccessKind,
    pointer: FilePointer,
    elements: (u64, DatatypeHandle),
) -> Result<Access> {
    let check = |file: &OpenFile| check_in(file, what, pointer);
    prepare_checking(check, handle, (what, pointer), elements)
}

/// The same for a caller who has checked before what `check` leaves out.
pub(super) fn prepare_checking(
    check: impl FnOnce(&OpenFile) -> Result<()>,
    handle: FileHandle,
    (what, pointer): (AccessKind, FilePointer),
    (count, datatype): (u64, DatatypeHandle),
) -> Result<Access> {
    let (view, datatype) = {
        let process = enter();
        let file = process.file(handle)?;
        check(file)?;
        (file.view.clone(), process.committed(datatype)?.datatype.clone())
    };
    let representation = view.representation.towards(what);
    // Functions of the program's may tell the extents.
    let len = etypes((&view, &representation), &datatype, count)? * view.view.etype_size();
    let each = representation.bytes(&datatype, 1)?;
    let process = enter();
    let file = process.file(handle)?;
    let offset = match pointer {
        FilePointer::Offset(offset) => not_negative(offset)?,
        FilePointer::Individual => file.position,
        FilePointer::Shared(offset) => offset,
        FilePointer::NextShared => 0,
    };
    let position = view.view.position(offset, len)?;
    Ok(Access {
        comm: file.comm.clone(),
        stored: file.stored.clone(),
        view,
        representation,
        position,
        len,
        each,
        datatype,
        is_atomic: file.is_atomic,
        in_flight: file.in_flight.clone(),
    })
}

/// The place of a blocking access by the individual pointer moves on by what was done.
pub(super) fn move_on(handle: FileHandle, pointer: FilePointer, access: &Access, bytes: u64) {
    if pointer != FilePointer::Individual {
        return;
    }
    let etypes = bytes / access.view.view.etype_size();
    let start = access.position / access.view.view.etype_size();
    if let Some(file) = enter().files.get_mut(handle) {
        file.position = start + etypes;
    }
}

/// The status of an access.
pub(super) fn status(bytes: u64) -> Status {
    let mut status = Status::SENT;
    status.set_bytes(bytes);
    status
}

impl Access {
    /// Takes its place from the shared pointer, if that is where it goes. All that can be wrong has been found before.
    fn placed(mut self, handle: FileHandle, pointer: FilePointer) -> Result<Self> {
        if pointer == FilePointer::NextShared {
            let shared = enter().file(handle)?.shared.clone();
            let offset = shared.advance(self.len / self.view.view.etype_size())?;
            self.position = self.view.view.position(offset, self.len)?;
        }
        Ok(self)
    }

    /// The bytes of a write, as they are in the file.
    pub(super) fn source(&self, buffer: &SendBuffer) -> Result<StreamSource> {
        check_null(buffer.memory.address(0), &self.datatype, buffer.count)?;
        self.representation.encode(buffer, &self.datatype)
    }

    /// Room for the bytes of a read, as they are in the file.
    pub(super) fn sink(&self, buffer: &RecvBuffer) -> Result<StreamSink> {
        check_null(buffer.memory.address(0), &self.datatype, buffer.count)?;
        Ok(self.representation.room(buffer, &self.datatype, self.len))
    }

    /// Does something with the access's part of the file locked, where others must not come between.
    fn alone(&self, exclusive: bool, act: impl FnOnce() -> Transferred) -> Transferred {
        if !self.is_atomic || self.len == 0 {
            return act();
        }
        let span = self.view.view.span(self.position, self.len);
        match self.stored.lock(span, exclusive) {
            Ok(_locked) => act(),
            Err(failure) => Transferred { bytes: 0, failure: Some(failure) },
        }
    }

    /// Writes.
    pub(super) fn write(&self, source: &StreamSource) -> Transferred {
        self.alone(true, || {
            ferry_files::write(&self.stored, &self.view.view, self.position, source)
        })
    }

    /// Reads, until the file ends.
    pub(super) fn read(&self, sink: &StreamSink) -> Transferred {
        // Locks that others may share need a file that can be read, and those that exclude one that can be written.
        self.alone(false, || ferry_files::read(&self.stored, &self.view.view, self.position, sink))
    }

    /// What the program is told of a write.
    pub(super) fn written(&self, done: Transferred) -> AccessOutcome {
        let bytes = self.representation.elements(&self.datatype, done.bytes, self.each);
        (bytes, done.failure.map(|failure| short_of(failure, done.bytes, self.len)))
    }

    /// Brings what was read to the program's memory, and says what the program is told.
    pub(super) fn received(
        &self,
        done: Transferred,
        sink: &StreamSink,
        buffer: &RecvBuffer,
    ) -> AccessOutcome {
        let decoded =
            self.representation.decode(sink, buffer, &self.datatype, (done.bytes, self.each));
        let failure = done.failure.map(|failure| short_of(failure, done.bytes, self.len));
        match decoded {
            Ok(bytes) => (bytes, failure),
            Err(error) => (0, failure.or(Some(error))),
        }
    }
}

/// The error of an access that the system ended.
#[cold]
pub(super) fn short_of(failure: FileFailure, done: u64, len: u64) -> Error {
    Error::new(failure.class(), format!("{failure} ({done} of {len} bytes were done)"))
}

/// What a blocking call returns.
pub(super) fn conclude((bytes, failure): AccessOutcome) -> Result<Status> {
    failure.map_or_else(|| Ok(status(bytes)), Err)
}

/// `MPI_File_read_at`, `MPI_File_read`.
pub fn read_at(handle: FileHandle, pointer: FilePointer, buffer: &RecvBuffer) -> Result<Status> {
    let access = prepare(handle, AccessKind::Reading, pointer, (buffer.count, buffer.datatype))?;
    let sink = access.sink(buffer)?;
    let access = access.placed(handle, pointer)?;
    let done = access.read(&sink);
    move_on(handle, pointer, &access, done.bytes);
    conclude(access.received(done, &sink, buffer))
}

/// `MPI_File_write_at`, `MPI_File_write`.
pub fn write_at(handle: FileHandle, pointer: FilePointer, buffer: &SendBuffer) -> Result<Status> {
    let access = prepare(handle, AccessKind::Writing, pointer, (buffer.count, buffer.datatype))?;
    let source = access.source(buffer)?;
    let access = access.placed(handle, pointer)?;
    let done = access.write(&source);
    move_on(handle, pointer, &access, done.bytes);
    conclude(access.written(done))
}

/// `MPI_File_iread_at`, `MPI_File_iread`.
pub fn iread_at(
    handle: FileHandle,
    pointer: FilePointer,
    buffer: &RecvBuffer,
) -> Result<RequestHandle> {
    let access = prepare(handle, AccessKind::Reading, pointer, (buffer.count, buffer.datatype))?;
    let sink = access.sink(buffer)?;
    let access = access.placed(handle, pointer)?;
    move_on(handle, pointer, &access, access.len);
    if access.representation.calls() {
        // Functions of the program's are called where the program calls MPI.
        let done = access.read(&sink);
        let (bytes, failure) = access.received(done, &sink, buffer);
        return failure.map_or_else(|| Ok(ready(bytes)), Err);
    }
    let buffer = buffer.clone();
    let work = access.clone();
    Ok(spawn(&access, move || work.received(work.read(&sink), &sink, &buffer)))
}

/// `MPI_File_iwrite_at`, `MPI_File_iwrite`.
pub fn iwrite_at(
    handle: FileHandle,
    pointer: FilePointer,
    buffer: &SendBuffer,
) -> Result<RequestHandle> {
    let access = prepare(handle, AccessKind::Writing, pointer, (buffer.count, buffer.datatype))?;
    let source = access.source(buffer)?;
    let access = access.placed(handle, pointer)?;
    move_on(handle, pointer, &access, access.len);
    let work = access.clone();
    Ok(spawn(&access, move || work.written(work.write(&source))))
}

fn ready(bytes: u64) -> RequestHandle {
    let process: &mut Process = &mut enter();
    process.ready_request(status(bytes))
}
