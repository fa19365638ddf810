//! The shared pointer of a file (MPI-5.0 §14.4.4): a word in a window that all members reach, so that no file of
//! locks lies about and nobody has to answer where memory is shared.

use super::access::{self, AccessKind};
use super::collective::{self, agree_on};
use super::pointer::{FilePointer, target};
use super::{OpenFile, of_file};
use crate::comm::Comm;
use crate::comm::meeting::{Meeting, from_bytes, to_bytes};
use crate::constants::{
    MPI_ERR_ARG, MPI_MODE_NOCHECK, MPI_NO_OP, MPI_REPLACE, MPI_SUM, MPI_UINT64_T,
};
use crate::error::{Error, Result};
use crate::handle::{DatatypeHandle, FileHandle, OpHandle, RequestHandle, WinHandle};
use crate::info::Info;
use crate::p2p::{RecvBuffer, SendBuffer};
use crate::process::enter;
use crate::status::Status;
use crate::win;
use ferry_datatype::UserMemoryMut;
use ferry_sys::OwnedBuffer;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The shared pointer, in etypes.
#[derive(Clone)]
pub(super) enum SharedPointer {
    /// Of a file that one process has opened.
    Alone(Arc<AtomicU64>),
    /// A word of rank 0's in a window, with an epoch to all members open.
    Window(WinHandle),
}

impl SharedPointer {
    /// Collective.
    pub(super) fn new(comm: &Arc<Comm>, start: u64) -> Result<Self> {
        if comm.size() == 1 {
            return Ok(SharedPointer::Alone(Arc::new(AtomicU64::new(start))));
        }
        let size = if comm.rank == 0 { 8 } else { 0 };
        let (window, _) = win::allocate(size, 8, &Info::new(), comm.handle)?;
        win::lock_all(MPI_MODE_NOCHECK, window)?;
        let pointer = SharedPointer::Window(window);
        if start != 0 {
            pointer.reset(comm, start)?;
        }
        Ok(pointer)
    }

    /// Changes the word, and tells what was there before.
    fn update(&self, op: usize, operand: u64) -> Result<u64> {
        let window = match (self, op) {
            (SharedPointer::Window(window), _) => *window,
            (SharedPointer::Alone(word), MPI_SUM) => {
                return Ok(word.fetch_add(operand, Ordering::Relaxed));
            }
            (SharedPointer::Alone(word), MPI_REPLACE) => {
                return Ok(word.swap(operand, Ordering::Relaxed));
            }
            (SharedPointer::Alone(word), _) => return Ok(word.load(Ordering::Relaxed)),
        };
        let room = OwnedBuffer::new(16);
        let words = room.arena(16);
        words.write(0, 8).as_mut_slice().copy_from_slice(&operand.to_ne_bytes());
        let memory = UserMemoryMut::within(&words, 0);
        let datatype = DatatypeHandle::new(MPI_UINT64_T);
        let of = win::RemoteBuffer { rank: 0, disp: 0, count: 1, datatype };
        win::fetch_and_op(
            memory.reader(),
            UserMemoryMut::within(&words, -8),
            &of,
            OpHandle::new(op),
            window,
        )?;
        win::flush(0, window)?;
        let mut old = [0; 8];
        old.copy_from_slice(words.read(8, 8).as_slice());
        Ok(u64::from_ne_bytes(old))
    }

    /// Where it is.
    pub(super) fn value(&self) -> Result<u64> {
        self.update(MPI_NO_OP, 0).map_err(of_file)
    }

    /// Moves it on; tells where it was.
    pub(super) fn advance(&self, etypes: u64) -> Result<u64> {
        self.update(MPI_SUM, etypes).map_err(of_file)
    }

    /// Collective, after all have come: puts it where all say.
    pub(super) fn reset(&self, comm: &Arc<Comm>, to: u64) -> Result<()> {
        let moved = if comm.rank == 0 { self.update(MPI_REPLACE, to).map(drop) } else { Ok(()) };
        super::open::all_or_none(comm, "moving the shared pointer", moved).map_err(of_file)
    }

    /// Collective.
    pub(super) fn free(self) -> Result<()> {
        let SharedPointer::Window(window) = self else { return Ok(()) };
        // Where members have failed the window goes whatever is open.
        let ended = win::unlock_all(window);
        let freed = win::free(window);
        if freed.is_ok() { Ok(()) } else { ended.and(freed) }
    }
}

/// Etypes of an access of this process.
fn own_etypes(
    handle: FileHandle,
    what: AccessKind,
    (count, datatype): (u64, DatatypeHandle),
) -> Result<u64> {
    let (view, datatype) = {
        let process = enter();
        let file: &OpenFile = process.file(handle)?;
        file.check_not_revoked()?;
        (file.view.clone(), process.committed(datatype)?.datatype.clone())
    };
    access::etypes((&view, &view.representation.towards(what)), &datatype, count)
}

/// `MPI_File_read_shared`.
pub fn read_shared(handle: FileHandle, buffer: &RecvBuffer) -> Result<Status> {
    access::read_at(handle, FilePointer::NextShared, buffer)
}

/// `MPI_File_write_shared`.
pub fn write_shared(handle: FileHandle, buffer: &SendBuffer) -> Result<Status> {
    access::write_at(handle, FilePointer::NextShared, buffer)
}

/// `MPI_File_iread_shared`.
pub fn iread_shared(handle: FileHandle, buffer: &RecvBuffer) -> Result<RequestHandle> {
    access::iread_at(handle, FilePointer::NextShared, buffer)
}

/// `MPI_File_iwrite_shared`.
pub fn iwrite_shared(handle: FileHandle, buffer: &SendBuffer) -> Result<RequestHandle> {
    access::iwrite_at(handle, FilePointer::NextShared, buffer)
}

/// The places of an ordered access: one behind the other in the order of ranks.
pub(super) fn ordered_place(
    handle: FileHandle,
    what: AccessKind,
    count: u64,
    datatype: DatatypeHandle,
) -> Result<FilePointer> {
    let checked = access::check(handle, what, FilePointer::Shared(0));
    let (comm, shared) = {
        let process = enter();
        let file = process.file(handle)?;
        file.check_no_split()?;
        (file.comm.clone(), file.shared.clone())
    };
    let wanted = checked.and_then(|()| own_etypes(handle, what, (count, datatype)));
    let wanted = super::open::all_or_none(&comm, "an ordered access", wanted).map_err(of_file)?;
    let meeting = Meeting::of_all(&comm);
    let all = from_bytes(&meeting.gather(&to_bytes(&[wanted])).map_err(of_file)?);
    let before: u64 = all[..comm.rank as usize].iter().sum();
    let start = match comm.rank {
        0 => shared.advance(all.iter().sum()).map(|start| to_bytes(&[start])),
        _ => Ok(to_bytes(&[0])),
    };
    let start = from_bytes(&meeting.share_outcome(0, start).map_err(of_file)?)[0];
    Ok(FilePointer::Shared(start + before))
}

/// `MPI_File_read_ordered`.
pub fn read_ordered(handle: FileHandle, buffer: &RecvBuffer) -> Result<Status> {
    let place = ordered_place(handle, AccessKind::Reading, buffer.count, buffer.datatype)?;
    collective::read_all(handle, place, buffer)
}

/// `MPI_File_write_ordered`.
pub fn write_ordered(handle: FileHandle, buffer: &SendBuffer) -> Result<Status> {
    let place = ordered_place(handle, AccessKind::Writing, buffer.count, buffer.datatype)?;
    collective::write_all(handle, place, buffer)
}

/// `MPI_File_seek_shared`.
pub fn seek_shared(handle: FileHandle, offset: i64, whence: i32) -> Result<()> {
    let (comm, shared) = {
        let process = enter();
        let file = process.file(handle)?;
        file.check_random()?;
        file.check_no_split()?;
        (file.comm.clone(), file.shared.clone())
    };
    agree_on(&comm, "offset", offset as u64, |value| (value as i64).to_string())?;
    agree_on(&comm, "whence", whence as u64, |value| (value as i32).to_string())?;
    let to = (comm.rank == 0).then(|| {
        let current = shared.value()?;
        target(enter().file(handle)?, offset, whence, current)
    });
    let to = to.map_or(Ok(to_bytes(&[0])), |to| to.map(|to| to_bytes(&[to])));
    let to = from_bytes(&Meeting::of_all(&comm).share_outcome(0, to).map_err(of_file)?);
    match to.first() {
        Some(to) => shared.reset(&comm, *to),
        None => Err(Error::new(MPI_ERR_ARG, "rank 0 told no place")),
    }
}

/// `MPI_File_get_position_shared`.
pub fn position_shared(handle: FileHandle) -> Result<u64> {
    let shared = {
        let process = enter();
        let file = process.file(handle)?;
        file.check_random()?;
        file.check_not_revoked()?;
        file.shared.clone()
    };
    shared.value()
}
