//! Collective accesses (MPI-5.0 §14.4): each process tells what it touches, and all choose alike whether each
//! accesses its own part or a few do for all.

use super::access::{self, Access, AccessKind, AccessOutcome, conclude};
use super::open::differing;
use super::pointer::FilePointer;
use super::request::{FileRequest, UnderWay};
use super::two_phase::{CollectiveAccess, CollectiveStep};
use super::{AccessData, OpenFile, of_file};
use crate::background::{Advance, Background, begin};
use crate::comm::Comm;
use crate::comm::meeting::{Meeting, from_bytes, to_bytes};
use crate::constants::MPI_ERR_OTHER;
use crate::error::{Error, Result};
use crate::handle::{DatatypeHandle, FileHandle, RequestHandle};
use crate::p2p::{RecvBuffer, SendBuffer};
use crate::process::{Process, enter, wait_until};
use crate::request::PersistentStart;
use crate::status::Status;
use crate::table::Hold;
use ferry_files::Transferred;
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

/// What a collective access is about, as far as it could be prepared.
struct CollectivePlan {
    access: Result<Access>,
    course: CollectiveAccess,
    read: Option<RecvBuffer>,
}

/// Prepares one. Who cannot take part with its own data still does for the others': they wait for it.
fn plan(
    handle: FileHandle,
    (what, pointer): (AccessKind, FilePointer),
    (count, datatype): (u64, DatatypeHandle),
    data: impl FnOnce(&Access) -> Result<AccessData>,
    read: Option<RecvBuffer>,
) -> Result<CollectivePlan> {
    {
        let process = enter();
        let file = process.file(handle)?;
        file.check_no_split()?;
        access::check_mode(file, what, pointer)?;
    }
    // The mode is the same at all; of what is this process's alone the others hear.
    let check = OpenFile::check_not_revoked;
    let prepared = access::prepare_checking(check, handle, (what, pointer), (count, datatype));
    let prepared = prepared.and_then(|access| data(&access).map(|data| (access, data)));
    let (access, work) = match prepared {
        Ok((access, data)) => (Ok(access.clone()), Some((access, data))),
        Err(error) => (Err(error), None),
    };
    let mut process = enter();
    let file = process.file(handle)?;
    let shared = (file.comm.clone(), file.stored.clone(), file.hints.clone(), file.is_atomic);
    let course = CollectiveAccess::new(&mut process, shared, what, work);
    Ok(CollectivePlan { access, course, read })
}

impl CollectivePlan {
    /// What the program is told, when the data are where they belong.
    fn outcome(&self, done: Result<Transferred>) -> AccessOutcome {
        let access = match &self.access {
            Ok(access) => access,
            Err(error) => return (0, Some(error.clone())),
        };
        match (done, &self.read) {
            (Err(error), _) => (0, Some(error)),
            (Ok(done), None) => access.written(done),
            (Ok(done), Some(buffer)) => match self.course.data() {
                Some(AccessData::Read(sink)) => access.received(done, sink, buffer),
                _ => (0, None),
            },
        }
    }

    /// Whether the program's functions are to be called at the end.
    fn calls(&self) -> bool {
        let representation = self.access.as_ref().map(|access| &access.representation);
        self.read.is_some() && representation.is_ok_and(|representation| representation.calls())
    }

    /// Waits for it. What blocks elsewhere than on the links is done meanwhile.
    fn run(mut self, handle: FileHandle, pointer: FilePointer) -> Result<Status> {
        let done = loop {
            match wait_until(|process| self.course.step(process)) {
                CollectiveStep::Work(work) => work(),
                CollectiveStep::Done(done) => break done.map_err(of_file),
            }
        };
        let bytes = done.as_ref().map_or(0, |done| done.bytes);
        let outcome = self.outcome(done);
        if let Ok(access) = &self.access {
            access::move_on(handle, pointer, access, bytes);
        }
        conclude(outcome)
    }

    /// Has it go on in the background.
    fn start(
        self,
        handle: FileHandle,
        pointer: FilePointer,
        datatype: DatatypeHandle,
    ) -> Result<RequestHandle> {
        if let Ok(access) = &self.access {
            access::move_on(handle, pointer, access, access.len);
        }
        let mut process = enter();
        let file = process.file(handle)?;
        let (comm, under_way) = (file.comm.clone(), UnderWay::new(&file.in_flight));
        let request = FileRequest { access: under_way.clone(), comm: comm.clone() };
        let _type = process.types.hold(datatype);
        let course = InBackgroundAccess { plan: self, under_way, done: None, _type };
        if let PersistentStart::Transfer(id) = begin(&mut process, comm.handle, course) {
            process.runtime.face.transfer.detach(id);
        }
        Ok(process.add_request(request))
    }
}

/// A collective access that nobody waits for yet.
struct InBackgroundAccess {
    plan: CollectivePlan,
    under_way: UnderWay,
    /// Its end, while functions of the program's are still to be called.
    done: Option<Result<Transferred>>,
    /// Functions of the program's are told the datatype.
    _type: Hold,
}

impl Background for InBackgroundAccess {
    fn advance(&mut self, process: &mut Process) -> Advance {
        if self.under_way.outcome().is_some() {
            return Advance::Ended(None);
        }
        let mut moved = false;
        while let Some(step) = self.plan.course.step(process) {
            moved = true;
            match step {
                CollectiveStep::Work(work) => {
                    let alarm = process.alarm();
                    ferry_files::run_aside(move || {
                        work();
                        alarm.ring();
                    });
                }
                CollectiveStep::Done(done) if self.plan.calls() => {
                    self.done = Some(done.map_err(of_file));
                    return Advance::Calls;
                }
                CollectiveStep::Done(done) => {
                    self.under_way.end(self.plan.outcome(done.map_err(of_file)));
                    return Advance::Ended(None);
                }
            }
        }
        if moved { Advance::Moved } else { Advance::Waits }
    }

    fn call(&mut self) {
        if let Some(done) = self.done.take() {
            self.under_way.end(self.plan.outcome(done));
        }
    }
}

fn reading(
    handle: FileHandle,
    pointer: FilePointer,
    buffer: &RecvBuffer,
) -> Result<CollectivePlan> {
    let data = |access: &Access| access.sink(buffer).map(AccessData::Read);
    let what = (AccessKind::Reading, pointer);
    plan(handle, what, (buffer.count, buffer.datatype), data, Some(buffer.clone()))
}

fn writing(
    handle: FileHandle,
    pointer: FilePointer,
    buffer: &SendBuffer,
) -> Result<CollectivePlan> {
    let data = |access: &Access| access.source(buffer).map(AccessData::Write);
    plan(handle, (AccessKind::Writing, pointer), (buffer.count, buffer.datatype), data, None)
}

/// `MPI_File_read_at_all`, `MPI_File_read_all`.
pub fn read_all(handle: FileHandle, pointer: FilePointer, buffer: &RecvBuffer) -> Result<Status> {
    reading(handle, pointer, buffer)?.run(handle, pointer)
}

/// `MPI_File_write_at_all`, `MPI_File_write_all`.
pub fn write_all(handle: FileHandle, pointer: FilePointer, buffer: &SendBuffer) -> Result<Status> {
    writing(handle, pointer, buffer)?.run(handle, pointer)
}

/// `MPI_File_iread_at_all`, `MPI_File_iread_all`.
pub fn iread_all(
    handle: FileHandle,
    pointer: FilePointer,
    buffer: &RecvBuffer,
) -> Result<RequestHandle> {
    reading(handle, pointer, buffer)?.start(handle, pointer, buffer.datatype)
}

/// `MPI_File_iwrite_at_all`, `MPI_File_iwrite_all`.
pub fn iwrite_all(
    handle: FileHandle,
    pointer: FilePointer,
    buffer: &SendBuffer,
) -> Result<RequestHandle> {
    writing(handle, pointer, buffer)?.start(handle, pointer, buffer.datatype)
}
