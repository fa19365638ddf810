//! Putting and getting (MPI-5.0 §12.3.1 to §12.3.2).

use super::reach::{self, Reached, RemoteBuffer};
use super::{Reach, of_window};
use crate::buffer::check_null;
use crate::constants::{MPI_ERR_PROC_ABORTED, MPI_ERR_RMA_RANGE, MPI_ERR_TRUNCATE};
use crate::datatype::committed_in;
use crate::error::{Error, Result};
use crate::handle::{CommHandle, RequestHandle, WinHandle};
use crate::lane::Lane;
use crate::p2p::{RecvBuffer, SendBuffer, link_error, packed_len, recv_space, send_data};
use crate::process::{Hindrance, Process, briefly, enter};
use crate::request::{COMPLETE, OperationOwner, of_transfer};
use ferry_datatype::Datatype;
use ferry_one_sided::WindowRank;
use ferry_sys::Arena;
use ferry_two_sided::{Label, RequestId};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Operations of so many bytes leave at once; shorter ones go with those that follow, as many as one frame has
/// room for.
const AT_ONCE: usize = 1024;

/// Both buffers hold as many bytes.
pub(super) fn same_length(origin: usize, target: usize) -> Result<()> {
    if origin == target { Ok(()) } else { Err(differing(origin, target)) }
}

#[cold]
fn differing(origin: usize, target: usize) -> Error {
    let text = format!(
        "the origin's buffer holds {origin} bytes and the target's {target}; counts and datatypes must say \
         the same"
    );
    Error::new(MPI_ERR_TRUNCATE, text)
}

impl Process {
    /// Whose the requests of a window are.
    pub(super) fn label_of(&self, win: WinHandle) -> Label {
        let comm = self.windows.get(win).map_or(CommHandle::NULL, |win| win.comm.handle);
        OperationOwner::send(comm).label()
    }

    /// Lets what was just queued for a member leave if it is long, or if there is enough of it.
    pub(super) fn send_if_enough(&mut self, at: WindowRank, bytes: usize) {
        let (windows, transfer, _) = self.for_windows();
        if bytes >= AT_ONCE || windows.is_full(transfer, at) {
            self.send_queued();
        }
    }

    /// Lets what is queued leave as far as it does.
    pub(crate) fn send_queued(&mut self) {
        self.runtime.face.flush(&mut self.runtime.links);
    }
}

/// Moves a row of bytes between the origin's buffer and memory that is mapped here.
macro_rules! straight {
    ($origin:ident, $of:ident, $handle:ident, |$from:ident, $to:ident, $at:ident, $len:ident| $move:expr) => {{
        briefly!(|process| {
            let Some(win) = process.windows.get($handle) else { return Err(Hindrance::LongWay) };
            let Some(target) = win.targets.get($of.rank as usize) else {
                return Err(Hindrance::LongWay);
            };
            let is_plain = $origin.datatype == $of.datatype && $origin.count == $of.count;
            if !(win.all_open || target.open) || !is_plain || $origin.memory.is_null() {
                return Err(Hindrance::LongWay);
            }
            let Some(size) = committed_in(&process.types, $of.datatype)?.row() else {
                return Err(Hindrance::LongWay);
            };
            let len = size.checked_mul($of.count);
            let at = ($of.disp as u64).checked_mul(target.unit);
            let Some((len, at)) = len.zip(at) else { return Err(Hindrance::LongWay) };
            // What is not mapped has no bytes here.
            let room = target.memory.len() as u64;
            if len > room || at > room - len {
                return Err(Hindrance::LongWay);
            }
            let ($from, $to, $at, $len) =
                ($origin.memory.arena(0, len as usize), &target.memory, at as usize, len as usize);
            $move;
            process.window_tally.mapped.add($len);
            Ok(())
        })
    }};
}

/// Copies between two arenas; a word that lies on its boundary by a load and a store.
#[inline(always)]
fn copy(from: &Arena, source: usize, to: &Arena, place: usize, len: usize) {
    if len == size_of::<u64>()
        && let Some(source) = from.atomic::<AtomicU64>(source)
        && let Some(place) = to.atomic::<AtomicU64>(place)
    {
        return place.store(source.load(Ordering::Relaxed), Ordering::Relaxed);
    }
    from.copy(source, to, place, len);
}

/// Puts what lies in a row to memory that is mapped.
#[inline(always)]
fn put_straight(
    origin: &SendBuffer,
    of: &RemoteBuffer,
    handle: WinHandle,
) -> Result<(), Hindrance> {
    straight!(origin, of, handle, |from, to, at, len| copy(&from, 0, to, at, len))
}

#[inline(always)]
fn get_straight(
    origin: &RecvBuffer,
    of: &RemoteBuffer,
    handle: WinHandle,
) -> Result<(), Hindrance> {
    straight!(origin, of, handle, |into, from, at, len| copy(from, at, &into, 0, len))
}

/// `MPI_Put`.
#[inline]
pub fn put(origin: &SendBuffer, of: &RemoteBuffer, win: WinHandle) -> Result<()> {
    match put_straight(origin, of, win) {
        Ok(()) => Ok(()),
        Err(Hindrance::LongWay) => put_anyhow(origin, of, win, false).map(drop),
        Err(Hindrance::Failed(error)) => Err(error),
    }
}

/// `MPI_Rput`.
pub fn rput(origin: &SendBuffer, of: &RemoteBuffer, win: WinHandle) -> Result<RequestHandle> {
    let request = put_anyhow(origin, of, win, true)?;
    Ok(request.map_or(COMPLETE, |id| of_transfer(Lane::PROCESS, id)))
}

/// `MPI_Get`.
#[inline]
pub fn get(origin: &RecvBuffer, of: &RemoteBuffer, win: WinHandle) -> Result<()> {
    match get_straight(origin, of, win) {
        Ok(()) => Ok(()),
        Err(Hindrance::LongWay) => get_anyhow(origin, of, win, false).map(drop),
        Err(Hindrance::Failed(error)) => Err(error),
    }
}

/// `MPI_Rget`.
pub fn rget(origin: &RecvBuffer, of: &RemoteBuffer, win: WinHandle) -> Result<RequestHandle> {
    let request = get_anyhow(origin, of, win, true)?;
    Ok(request.map_or(COMPLETE, |id| of_transfer(Lane::PROCESS, id)))
}

/// The origin's datatype, once its buffer is known to be one.
pub(super) fn origin_type(
    base: *const u8,
    count: u64,
    datatype: crate::handle::DatatypeHandle,
) -> Result<Arc<Datatype>> {
    let process = enter();
    let datatype = process.committed(datatype)?.datatype.clone();
    check_null(base, &datatype, count)?;
    Ok(datatype)
}

/// A request for the program, or for nobody.
pub(super) fn requested(
    process: &mut Process,
    request: Option<RequestId>,
    is_wanted: bool,
) -> Option<RequestId> {
    let request = request?;
    if is_wanted {
        return Some(request);
    }
    process.runtime.face.transfer.detach(request);
    None
}

/// What takes part in an access, looked up.
struct BothEnds {
    reached: Reached,
    /// The origin's datatype.
    datatype: Arc<Datatype>,
    /// Bytes of data.
    len: usize,
}

/// Looks up what takes part in an access; `None`: there is nothing to do.
fn both_ends(
    (base, count, datatype): (*const u8, u64, crate::handle::DatatypeHandle),
    of: &RemoteBuffer,
    win: WinHandle,
) -> Result<Option<BothEnds>> {
    let Some(reached) = reach::find(win, of)? else { return Ok(None) };
    let datatype = origin_type(base, count, datatype)?;
    let len = packed_len(&datatype, count)?;
    same_length(len, packed_len(&reached.buffer.datatype, reached.buffer.count)?)?;
    Ok((len > 0).then_some(BothEnds { reached, datatype, len }))
}

fn put_anyhow(
    origin: &SendBuffer,
    of: &RemoteBuffer,
    win: WinHandle,
    is_wanted: bool,
) -> Result<Option<RequestId>> {
    let base = origin.memory.address(0);
    let Some(both) = both_ends((base, origin.count, origin.datatype), of, win)? else {
        return Ok(None);
    };
    let BothEnds { reached, datatype, len } = both;
    match reached.reach {
        Reach::Memory(_) => {
            put_mapped(origin, &datatype, len, &reached);
            enter().window_tally.add(&reached.reach, len);
            return Ok(None);
        }
        Reach::Kernel { pid, base, .. } => {
            let both = datatype.read_region(&origin.memory, origin.count).zip(reached.row());
            if let Some((region, (place, _))) = both {
                let address = base.wrapping_add(place);
                let put = ferry_sys::write_process_memory(pid, address, region.as_slice());
                enter().window_tally.add(&reached.reach, len);
                return put.map(|()| None).map_err(|why| refused_by_kernel(&reached, win, &why));
            }
        }
        Reach::Frames => {}
    }
    let mut process = reach::ready(win, reached.at, len)?;
    process.window_tally.frames.add(len);
    let label = process.label_of(win);
    let data = send_data(origin.memory, origin.count, &datatype)?;
    let (windows, transfer, links) = process.for_windows();
    let put = windows.put((transfer, links), reached.at, data, &reached.buffer, label);
    let request = put.map_err(|why| of_window(link_error(&why)))?;
    process.send_if_enough(reached.at, len);
    Ok(requested(&mut process, request, is_wanted))
}

/// The memory that the kernel was to copy to or from is not there: its process is gone, or has freed it.
#[cold]
fn refused_by_kernel(reached: &Reached, win: WinHandle, why: &std::io::Error) -> Error {
    let rank = reached.at.rank;
    if let Some(error) = enter().loss_of(reached.at, win) {
        return error;
    }
    if why.raw_os_error() == Some(rustix::io::Errno::SRCH.raw_os_error()) {
        return Error::new(MPI_ERR_PROC_ABORTED, format!("the process of rank {rank} has ended"));
    }
    let text = format!("the memory of rank {rank} in the window is not there: {why}");
    Error::new(MPI_ERR_RMA_RANGE, text)
}

/// How much is packed at a time where neither buffer is a row.
const PACKED: usize = 16 << 10;

/// Copies packed bytes by way of a buffer of Ferry's.
fn by_pieces(len: usize, mut step: impl FnMut(u64, &mut [u8])) {
    let mut piece = vec![0; len.min(PACKED)];
    for start in (0..len).step_by(PACKED) {
        let part = PACKED.min(len - start);
        step(start as u64, &mut piece[..part]);
    }
}

fn put_mapped(origin: &SendBuffer, datatype: &Datatype, len: usize, reached: &Reached) {
    let target = &reached.buffer;
    let region = datatype.contiguous_region(origin.count);
    match (region, reached.row()) {
        (Some((offset, _)), Some((place, _))) => {
            origin.memory.arena(offset, len).copy(0, &reached.memory, place as usize, len);
        }
        _ => by_pieces(len, |position, piece| {
            datatype.pack(&origin.memory, origin.count, position, piece);
            target.datatype.unpack(&reached.mapped(), target.count, position, piece);
        }),
    }
}

fn get_mapped(origin: &RecvBuffer, datatype: &Datatype, len: usize, reached: &Reached) {
    let target = &reached.buffer;
    let region = datatype.contiguous_region(origin.count);
    match (region, reached.row()) {
        (Some((offset, _)), Some((place, _))) => {
            reached.memory.copy(place as usize, &origin.memory.arena(offset, len), 0, len);
        }
        _ => by_pieces(len, |position, piece| {
            target.datatype.pack(&reached.mapped().reader(), target.count, position, piece);
            datatype.unpack(&origin.memory, origin.count, position, piece);
        }),
    }
}

fn get_anyhow(
    origin: &RecvBuffer,
    of: &RemoteBuffer,
    win: WinHandle,
    is_wanted: bool,
) -> Result<Option<RequestId>> {
    let base = origin.memory.address(0).cast_const();
    let Some(both) = both_ends((base, origin.count, origin.datatype), of, win)? else {
        return Ok(None);
    };
    let BothEnds { reached, datatype, len } = both;
    match reached.reach {
        Reach::Memory(_) => {
            get_mapped(origin, &datatype, len, &reached);
            enter().window_tally.add(&reached.reach, len);
            return Ok(None);
        }
        Reach::Kernel { pid, base, .. } => {
            let both = datatype.write_region(&origin.memory, origin.count).zip(reached.row());
            if let Some((mut region, (place, _))) = both {
                let address = base.wrapping_add(place);
                let got = ferry_sys::read_process_memory(pid, address, region.as_mut_slice());
                enter().window_tally.add(&reached.reach, len);
                return got.map(|()| None).map_err(|why| refused_by_kernel(&reached, win, &why));
            }
        }
        Reach::Frames => {}
    }
    let mut process = reach::ready(win, reached.at, 0)?;
    process.window_tally.frames.add(len);
    let label = process.label_of(win);
    let space = recv_space(origin.memory, origin.count, &datatype)?;
    let (windows, transfer, _) = process.for_windows();
    let request = windows.get(transfer, reached.at, space, &reached.buffer, label);
    process.send_if_enough(reached.at, len);
    Ok(requested(&mut process, Some(request), is_wanted))
}
