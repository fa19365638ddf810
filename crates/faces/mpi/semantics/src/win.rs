//! Windows (MPI-5.0 §12): memory of each member that the others access.
//!
//! Where the members of a host map each other's memory, an access is a load, a store or an atomic instruction
//! of the caller's. What goes elsewhere are frames of `ferry_one_sided`, and what its target has to do happens
//! whenever that makes progress.

mod access;
mod accumulate;
mod create;
mod dynamic;
mod element;
mod epoch;
mod failures;
mod flush;
mod hints;
mod lock;
mod mapping;
mod meeting;
mod reach;
mod swap;
mod tally;

pub use access::{get, put, rget, rput};
pub use accumulate::{accumulate, fetch_and_op, get_accumulate, raccumulate, rget_accumulate};
pub use create::{allocate, allocate_shared, create, create_dynamic};
pub use dynamic::{attach, detach};
pub(crate) use element::LastElements;
pub use epoch::{complete, fence, post, start, test, wait};
pub use failures::{failed_of, failed_ranks, is_revoked, revoke};
pub use ferry_one_sided::LateAccess;
pub use flush::{flush, flush_all, flush_local, flush_local_all, settle_here, sync};
pub use lock::{lock, lock_all, unlock, unlock_all};
pub(crate) use mapping::neighbours;
pub use reach::RemoteBuffer;
pub use swap::compare_and_swap;
pub(crate) use tally::WindowTally;

use crate::attribute::{self, Holder};
use crate::check::{self, Call, OtherCall};
use crate::comm::Comm;
use crate::constants::{
    MPI_ERR_RMA_FLAVOR, MPI_ERR_RMA_SYNC, MPI_ERR_WIN, MPI_PROC_NULL, MPI_WIN_FLAVOR_DYNAMIC,
    MPI_WIN_UNIFIED,
};
use crate::errhandler::{self, Handler};
use crate::error::{Error, Result};
use crate::handle::{ErrhandlerHandle, GroupHandle, WinHandle};
use crate::info::Info;
use crate::process::{Process, enter};
use crate::tool::OwnEvent;
use ferry_one_sided::WindowRank;
use ferry_one_sided::control::{ControlPage, LockMode};
use ferry_sys::Arena;
use mapping::OwnMemory;
use std::borrow::Cow;
use std::sync::Arc;

/// How a member's memory is reached.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Reach {
    /// It is mapped here, or it is this process's own.
    Memory(ControlPage),
    /// Its locks are mapped. The kernel copies what lies in a row, from and to this address of a process; all
    /// else is asked for.
    Kernel { control: ControlPage, pid: u32, base: u64 },
    /// It is asked for.
    Frames,
}

/// A member's memory, as this process sees it.
#[derive(Debug)]
pub(crate) struct WinTarget {
    /// An epoch to this member is open: it may be accessed.
    open: bool,
    /// Something was asked of it in this epoch.
    touched: bool,
    /// Bytes that a displacement counts.
    unit: u64,
    /// Its memory, where that is mapped.
    memory: Arena,
    /// Bytes of its memory.
    size: u64,
    reach: Reach,
    lock: WinLock,
}

/// Whether this process has a member's lock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum WinLock {
    None,
    /// `MPI_MODE_NOCHECK`: the program vouches that nobody else has a conflicting one.
    Unchecked,
    Wanted(LockMode),
    Held(LockMode),
}

/// The access epoch of this process (MPI-5.0 §12.5).
#[derive(Debug)]
enum AccessEpoch {
    None,
    /// Between two `MPI_Win_fence`.
    Fence,
    /// Since `MPI_Win_start`, with these ranks.
    Started(Vec<u32>),
    /// So many locks of single members.
    Locks(u32),
    /// `MPI_Win_lock_all`; whether it needs no lock.
    LockAll {
        unchecked: bool,
    },
}

/// What attributes of a window point to (MPI-5.0 §12.2.6).
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct WinFacts {
    /// Address of this process's memory.
    pub base: usize,
    /// Bytes of it.
    pub size: isize,
    /// Bytes that a displacement counts.
    pub disp_unit: i32,
    /// `MPI_WIN_FLAVOR_*`.
    pub flavor: i32,
    /// The memory model.
    pub model: i32,
}

/// A window.
pub struct Win {
    /// A communicator of the window's own, with its members.
    comm: Arc<Comm>,
    targets: Vec<WinTarget>,
    /// All members may be accessed.
    all_open: bool,
    access: AccessEpoch,
    /// The ranks that this process has exposed its memory to (`MPI_Win_post`).
    exposure: Option<Vec<u32>>,
    /// Members that something was done with in this epoch.
    touched: Vec<u32>,
    facts: WinFacts,
    name: String,
    errhandler: ErrhandlerHandle,
    info: Info,
    /// By a hint: nobody locks it.
    forbids_locks: bool,
    /// Where all members map each other's pages, they meet through them.
    meetings: Option<meeting::Meetings>,
    /// All members learn of deaths: they part by an agreement, which the dead do not hold up.
    parts_by_agreement: bool,
    memory: Arc<OwnMemory>,
}

#[cold]
fn bad_win(handle: WinHandle) -> Error {
    let text = format!("window handle {handle:?} is null, freed or was never made");
    Error::new(MPI_ERR_WIN, text)
}

impl Reach {
    /// The page of its locks, where that is mapped.
    fn control(self) -> Option<ControlPage> {
        match self {
            Reach::Memory(control) | Reach::Kernel { control, .. } => Some(control),
            Reach::Frames => None,
        }
    }
}

impl Win {
    /// The number by which members name it.
    fn number(&self) -> u32 {
        self.comm.context.0
    }

    fn at(&self, rank: u32) -> WindowRank {
        WindowRank { window: self.number(), rank }
    }

    fn is_dynamic(&self) -> bool {
        self.facts.flavor == MPI_WIN_FLAVOR_DYNAMIC
    }

    /// The error of a call that comes at the wrong time. Once the window is revoked no time is right, and that is told.
    #[cold]
    fn out_of_order(&self, what: impl Into<Cow<'static, str>>) -> Error {
        self.check_not_revoked().err().unwrap_or_else(|| Error::new(MPI_ERR_RMA_SYNC, what))
    }

    /// A member's rank, from an argument.
    fn rank(&self, rank: i32) -> Result<u32> {
        self.comm.peer(rank)?;
        Ok(rank as u32)
    }
}

impl Process {
    /// The window of a handle.
    #[inline]
    pub fn win(&self, handle: WinHandle) -> Result<&Win> {
        match self.windows.get(handle) {
            Some(win) => Ok(win),
            None => Err(bad_win(handle)),
        }
    }

    #[inline]
    fn win_mut(&mut self, handle: WinHandle) -> Result<&mut Win> {
        match self.windows.get_mut(handle) {
            Some(win) => Ok(win),
            None => Err(bad_win(handle)),
        }
    }

    /// The window of a Fortran integer.
    pub fn win_from_fortran(&self, value: i32) -> Option<WinHandle> {
        self.windows.from_fortran(value)
    }

    /// The window whose members a communicator is of, if it is a window's own.
    pub(crate) fn win_of_comm(&self, comm: crate::handle::CommHandle) -> Option<WinHandle> {
        let mut windows = self.windows.made();
        windows.find(|(_, win)| win.comm.handle == comm).map(|(handle, _)| handle)
    }

    /// The error handler of a window.
    pub(crate) fn errhandler_of_win(&self, handle: WinHandle) -> Option<ErrhandlerHandle> {
        self.windows.get(handle).map(|win| win.errhandler)
    }
}

/// Errors of a window go to its own handler.
fn of_window(mut error: Error) -> Error {
    error.on = None;
    error
}

/// `MPI_Win_free`.
pub fn free(handle: WinHandle) -> Result<()> {
    {
        let process = enter();
        let win = process.win(handle)?;
        let is_open = !matches!(win.access, AccessEpoch::None | AccessEpoch::Fence);
        if (is_open || win.exposure.is_some()) && process.obstacle_to_meeting(handle).is_none() {
            let text = "the window has an open epoch; close it before MPI_Win_free";
            return Err(win.out_of_order(text));
        }
    }
    let comm = enter().win(handle)?.comm.handle;
    let call = Call::other(OtherCall::WinFree);
    check::meet_unless(comm, call, |process| process.unanswered_post(handle)).map_err(of_window)?;
    attribute::delete_all(Holder::Win, handle.0)?;
    let comm = part(handle)?;
    let gone = {
        let mut process = enter();
        process.note_of_win(handle, |win| OwnEvent::WinFreed { win });
        process.forget_win(handle)
    };
    drop(gone);
    crate::comm::free(comm.handle)
}

impl Process {
    /// Nothing of a window is known here any more; what is left of it goes with what this returns.
    fn forget_win(&mut self, handle: WinHandle) -> Option<Box<Win>> {
        let gone = self.windows.remove(handle);
        if let Some(win) = &gone {
            let (windows, transfer) = self.runtime.face.windows();
            windows.close(win.number(), transfer);
            errhandler::detach(win.errhandler);
        }
        gone
    }
}

/// All members have done with a window, or are dead; returns its communicator.
fn part(handle: WinHandle) -> Result<Arc<Comm>> {
    let (comm, by_agreement) = {
        let process = enter();
        let win = process.win(handle)?;
        (win.comm.clone(), win.parts_by_agreement)
    };
    if by_agreement {
        crate::process_failure::agree(comm.handle, 0).map_err(of_window)?;
    } else {
        let barrier = &crate::coll::Operation::Barrier;
        crate::coll::run(comm.handle, barrier).map_err(of_window)?;
    }
    Ok(comm)
}

/// `MPI_Win_get_group`.
pub fn group(handle: WinHandle) -> Result<GroupHandle> {
    let mut process = enter();
    let group = process.win(handle)?.comm.group.clone();
    Ok(process.add_group(group))
}

/// `MPI_Win_get_name`.
pub fn name(handle: WinHandle) -> Result<String> {
    Ok(enter().win(handle)?.name.clone())
}

/// `MPI_Win_set_name`.
pub fn set_name(handle: WinHandle, name: &str) -> Result<()> {
    name.clone_into(&mut enter().win_mut(handle)?.name);
    Ok(())
}

/// `MPI_Win_get_info`: the hints in use.
pub fn info_of(handle: WinHandle) -> Result<Info> {
    Ok(enter().win(handle)?.info.clone())
}

/// `MPI_Win_set_info`: hints that are known and may change.
pub fn set_info(handle: WinHandle, info: &Info) -> Result<()> {
    let mut process = enter();
    process.win_mut(handle)?.take_hints(info)
}

/// `MPI_Win_set_errhandler`.
pub fn set_errhandler(handle: WinHandle, handler: ErrhandlerHandle) -> Result<()> {
    let mut process = enter();
    process.win(handle)?;
    errhandler::attach(handler, |handler| matches!(handler, Handler::Win(_)))?;
    errhandler::detach(std::mem::replace(&mut process.win_mut(handle)?.errhandler, handler));
    Ok(())
}

/// `MPI_Win_get_errhandler`.
pub fn errhandler_of(handle: WinHandle) -> Result<ErrhandlerHandle> {
    errhandler::hold(enter().win(handle)?.errhandler)
}

/// What the predefined attributes point to, which stays as long as the window.
pub fn facts(handle: WinHandle) -> Result<*const WinFacts> {
    Ok(&raw const enter().win(handle)?.facts)
}

/// A copy of what they point to.
pub fn facts_of(handle: WinHandle) -> Result<WinFacts> {
    Ok(enter().win(handle)?.facts)
}

/// A member's memory as it can be loaded from and stored to here: address, bytes, bytes of a displacement
/// (`MPI_Win_shared_query`). One that is not mapped has no bytes. `MPI_PROC_NULL`: the first that has any.
pub fn shared_query(handle: WinHandle, rank: i32) -> Result<(usize, u64, u64)> {
    let process = enter();
    let win = process.win(handle)?;
    if win.is_dynamic() {
        let text = "a dynamic window has no memory of its own; ask for one that was allocated";
        return Err(Error::new(MPI_ERR_RMA_FLAVOR, text));
    }
    let target = match rank {
        MPI_PROC_NULL => win.targets.iter().find(|target| target.size != 0),
        _ => Some(&win.targets[win.rank(rank)? as usize]),
    };
    Ok(match target {
        None => (0, 0, 1),
        Some(target) if target.memory.is_empty() => (0, 0, target.unit),
        Some(target) => (target.memory.address(0), target.size, target.unit),
    })
}

/// A member's memory as it can be loaded from and stored to here. It stays mapped as long as this does, also when
/// the window is freed.
#[derive(Clone)]
pub struct WinMemory {
    /// The bytes.
    pub arena: Arena,
    _kept: Arc<OwnMemory>,
}

/// A member's memory, where it is this process's own or is mapped here.
pub fn memory(handle: WinHandle, rank: i32) -> Result<Option<WinMemory>> {
    let process = enter();
    let win = process.win(handle)?;
    let rank = win.rank(rank)?;
    let target = &win.targets[rank as usize];
    let is_mapped = matches!(target.reach, Reach::Memory(_)) || !target.memory.is_empty();
    let is_here = is_mapped || rank == win.comm.rank;
    Ok(is_here.then(|| WinMemory { arena: target.memory, _kept: win.memory.clone() }))
}

/// The memory model of every window here (MPI-5.0 §12.4): what is stored to memory is what others load.
const MODEL: i32 = MPI_WIN_UNIFIED;
