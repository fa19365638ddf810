//! From the arguments of an access to the memory that it is for.

use super::{AccessEpoch, Reach, Win, WinLock};
use crate::constants::{MPI_ERR_COUNT, MPI_ERR_RMA_RANGE, MPI_PROC_NULL};
use crate::datatype::committed_in;
use crate::error::{Error, Result};
use crate::handle::{DatatypeHandle, WinHandle};
use crate::process::{Entered, Process, enter, wait_within};
use crate::tool::OwnEvent;
use ferry_datatype::{Datatype, UserMemoryMut};
use ferry_link::Links;
use ferry_one_sided::control::{ControlPage, LockMode, LockWish};
use ferry_one_sided::{OneSided, Readiness, TargetBuffer, WindowRank};
use ferry_sys::Arena;
use ferry_transfer::Transfer;
use std::time::Duration;

/// Where an access goes, from its arguments.
#[derive(Clone, Copy, Debug)]
pub struct RemoteBuffer {
    /// The member.
    pub rank: i32,
    /// From the beginning of its memory, in its displacement unit.
    pub disp: i64,
    /// How many.
    pub count: u64,
    /// Of what.
    pub datatype: DatatypeHandle,
}

/// Where an access goes, looked up; the epoch to the member is open.
pub(super) struct Reached {
    pub(super) at: WindowRank,
    pub(super) reach: Reach,
    pub(super) buffer: TargetBuffer,
    /// The member's memory, where that is mapped.
    pub(super) memory: Arena,
}

impl Reached {
    /// The buffer as memory to use here.
    pub(super) fn mapped(&self) -> UserMemoryMut {
        UserMemoryMut::within(&self.memory, -(self.buffer.place as i64))
    }

    /// The buffer if its data lie in a row: its place in the member's memory, and how many bytes.
    pub(super) fn row(&self) -> Option<(u64, usize)> {
        let (offset, len) = self.buffer.datatype.contiguous_region(self.buffer.count)?;
        Some((self.buffer.place.wrapping_add_signed(offset), len as usize))
    }
}

impl Process {
    /// The windows, and what their frames travel by.
    pub(crate) fn for_windows(&mut self) -> (&mut OneSided, &mut Transfer, &mut Links) {
        let runtime = &mut self.runtime;
        let (windows, transfer) = runtime.face.windows();
        (windows, transfer, &mut runtime.links)
    }
}

/// The buffer of a member, from its arguments.
fn buffer(process: &Process, win: &Win, rank: u32, of: &RemoteBuffer) -> Result<TargetBuffer> {
    let datatype = committed_in(&process.types, of.datatype)?.datatype.clone();
    let target = &win.targets[rank as usize];
    let unit = if win.is_dynamic() { 1 } else { target.unit };
    let place = (of.disp as u64).checked_mul(unit);
    let size = datatype.packed_size(of.count).and_then(|size| isize::try_from(size).ok());
    let Some(place) = place else {
        let text = format!("displacement {} of {unit} bytes each is beyond any memory", of.disp);
        return Err(Error::new(MPI_ERR_RMA_RANGE, text));
    };
    if size.is_none() {
        let text = format!("{} elements exceed the address space", of.count);
        return Err(Error::new(MPI_ERR_COUNT, text));
    }
    if !win.is_dynamic() {
        check_range(&datatype, (place, of.count), target.size, rank)?;
    }
    Ok(TargetBuffer { place, count: of.count, datatype })
}

fn check_range(
    datatype: &Datatype,
    (place, count): (u64, u64),
    size: u64,
    rank: u32,
) -> Result<()> {
    let (low, len) = datatype.span(count);
    let first = i128::from(place) + i128::from(low);
    let end = first + i128::from(len);
    if len == 0 || (first >= 0 && end <= i128::from(size)) {
        return Ok(());
    }
    Err(outside(first, end, size, rank))
}

#[cold]
pub(super) fn outside(first: i128, end: i128, size: u64, rank: u32) -> Error {
    let text = format!(
        "the access reaches bytes {first} to {end} of the window of rank {rank}, which has {size}; check \
         displacement, displacement unit, count and datatype"
    );
    Error::new(MPI_ERR_RMA_RANGE, text)
}

/// Finds where an access goes; where it may not begin yet, waits. `None`: to `MPI_PROC_NULL`.
pub(super) fn find(handle: WinHandle, of: &RemoteBuffer) -> Result<Option<Reached>> {
    let mut process = enter();
    let win = process.win(handle)?;
    if of.rank == MPI_PROC_NULL {
        return Ok(None);
    }
    let rank = win.rank(of.rank)?;
    let found = buffer(&process, win, rank, of);
    let buffer = match found {
        Ok(buffer) => buffer,
        Err(error) => return process.note_refusal(handle, rank, Err(error)),
    };
    let win = process.win(handle)?;
    let target = &win.targets[rank as usize];
    let (at, reach, memory) = (win.at(rank), target.reach, target.memory);
    if win.all_open || target.open {
        process.win_mut(handle)?.touch(rank);
    } else {
        drop(process);
        if let Err(error) = open(handle, rank) {
            return enter().note_refusal(handle, rank, Err(error));
        }
    }
    Ok(Some(Reached { at, reach, buffer, memory }))
}

impl Process {
    /// What an access has come to; tools hear of it if it was refused.
    pub(super) fn note_refusal<T>(
        &mut self,
        handle: WinHandle,
        rank: u32,
        outcome: Result<T>,
    ) -> Result<T> {
        outcome.inspect_err(|error| {
            let class = error.code;
            self.note_of_win(handle, |win| OwnEvent::AccessRefused { win, rank, class });
        })
    }
}

impl Win {
    /// Something is done with a member in this epoch.
    pub(super) fn touch(&mut self, rank: u32) {
        let target = &mut self.targets[rank as usize];
        if !target.touched {
            target.touched = true;
            self.touched.push(rank);
        }
    }
}

/// What an epoch to a member waits for.
enum Opening {
    Lock(LockWish, Option<ControlPage>),
    Post,
    Nothing,
}

fn opening(process: &Process, handle: WinHandle, rank: u32) -> Result<Opening> {
    let win = process.win(handle)?;
    let target = &win.targets[rank as usize];
    let control = target.reach.control();
    match (&win.access, target.lock) {
        (AccessEpoch::Fence, _) => Ok(Opening::Nothing),
        (_, WinLock::Wanted(LockMode::Shared)) => Ok(Opening::Lock(LockWish::Shared, control)),
        (_, WinLock::Wanted(LockMode::Exclusive)) => {
            Ok(Opening::Lock(LockWish::Exclusive, control))
        }
        (_, WinLock::Held(_) | WinLock::Unchecked) => Ok(Opening::Nothing),
        (AccessEpoch::LockAll { unchecked: true }, _) => Ok(Opening::Nothing),
        (AccessEpoch::LockAll { .. }, _) => Ok(Opening::Lock(LockWish::SharedByAll, control)),
        (AccessEpoch::Started(ranks), _) if ranks.contains(&rank) => Ok(Opening::Post),
        (AccessEpoch::Started(_), _) => {
            Err(not_open(win, rank, "it is not in the group of MPI_Win_start"))
        }
        (AccessEpoch::Locks(_), _) => Err(not_open(win, rank, "only other ranks are locked")),
        (AccessEpoch::None, _) => Err(not_open(
            win,
            rank,
            "begin one with MPI_Win_fence, MPI_Win_start, MPI_Win_lock or MPI_Win_lock_all",
        )),
    }
}

#[cold]
fn not_open(win: &Win, rank: u32, why: &str) -> Error {
    win.out_of_order(format!("no access epoch to rank {rank} is open: {why}"))
}

/// Opens the epoch to a member: takes its lock, or waits until its memory is exposed.
pub(super) fn open(handle: WinHandle, rank: u32) -> Result<()> {
    let opening = opening(&enter(), handle, rank)?;
    enter().may_reach(rank, handle)?;
    let at = enter().win(handle)?.at(rank);
    match opening {
        Opening::Nothing => {}
        Opening::Post => {
            let (_, posted) = wait_within(|p| {
                if p.runtime.face.one_sided.is_posted(at) {
                    return Some(Ok(()));
                }
                p.obstacle_to(at, handle).map(Err)
            });
            posted?;
        }
        Opening::Lock(wish, Some(control)) => take_mapped(handle, at, control, wish)?,
        Opening::Lock(wish, None) => {
            let mut process = enter();
            let (windows, transfer, _) = process.for_windows();
            windows.ask_lock(transfer, at, wish);
        }
    }
    let mut process = enter();
    let win = process.win_mut(handle)?;
    let target = &mut win.targets[rank as usize];
    target.open = true;
    if let Opening::Lock(wish, _) = opening {
        target.lock = WinLock::Held(wish.mode());
    }
    win.touch(rank);
    Ok(())
}

/// So long a shared lock is left to those that want it for themselves: one of them may have died.
const COURTESY: Duration = Duration::from_millis(100);

/// Takes a lock that is mapped here; whoever gives it back rings.
fn take_mapped(
    handle: WinHandle,
    at: WindowRank,
    control: ControlPage,
    wish: LockWish,
) -> Result<()> {
    let (me, mode) = (enter().win(handle)?.comm.rank, wish.mode());
    let gives_way = || wish == LockWish::Shared && control.is_wanted_exclusively();
    if !gives_way() && control.try_lock(mode, me) {
        return Ok(());
    }
    let clock = {
        let mut process = enter();
        process.window_tally.lock_waits += 1;
        process.runtime.pace.clock()
    };
    let start = clock.now();
    control.begin_waiting(mode);
    let (mut process, taken) = wait_within(|process| match process.obstacle_to(at, handle) {
        Some(error) => Some(Err(error)),
        None if gives_way() && clock.now().saturating_sub(start) < COURTESY => None,
        None => control.try_lock(mode, me).then_some(Ok(())),
    });
    control.end_waiting(mode);
    let (rank, waited) = (at.rank, clock.now().saturating_sub(start));
    let nanoseconds = u64::try_from(waited.as_nanos()).unwrap_or(u64::MAX);
    process.note_of_win(handle, |win| OwnEvent::LockWaited { win, rank, nanoseconds });
    taken
}

/// Waits until `bytes` may be sent to a member.
pub(super) fn ready(handle: WinHandle, at: WindowRank, bytes: usize) -> Result<Entered> {
    let (process, readiness) = wait_within(|process| {
        let (windows, transfer, _) = process.for_windows();
        if windows.ready(transfer, at, bytes) == Readiness::Now {
            return Some(Ok(()));
        }
        process.obstacle_to(at, handle).map(Err)
    });
    readiness.map(|()| process)
}
