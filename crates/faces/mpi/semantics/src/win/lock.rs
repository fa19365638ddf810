//! Passive targets (MPI-5.0 §12.5.3): locks.

use super::flush::{Settled, settle};
use super::reach::open;
use super::{AccessEpoch, Reach, Win, WinLock, WinTarget};
use crate::constants::{
    MPI_ERR_ASSERT, MPI_ERR_LOCKTYPE, MPI_LOCK_EXCLUSIVE, MPI_LOCK_SHARED, MPI_MODE_NOCHECK,
    MPI_PROC_NULL, MPI_WIN_FLAVOR_ALLOCATE, MPI_WIN_FLAVOR_SHARED,
};
use crate::error::{Error, Result};
use crate::handle::WinHandle;
use crate::process::{Process, enter};
use ferry_one_sided::control::{LockMode, order_memory};

pub(super) fn check_assert(assert: i32, known: i32) -> Result<()> {
    match assert & !known {
        0 => Ok(()),
        unknown => {
            let text = format!("argument assert has bits {unknown:#x}, which mean nothing here");
            Err(Error::new(MPI_ERR_ASSERT, text))
        }
    }
}

fn mode_of(lock_type: i32) -> Result<LockMode> {
    match lock_type {
        MPI_LOCK_EXCLUSIVE => Ok(LockMode::Exclusive),
        MPI_LOCK_SHARED => Ok(LockMode::Shared),
        _ => {
            let text = format!(
                "argument lock_type is {lock_type}, but must be MPI_LOCK_EXCLUSIVE or MPI_LOCK_SHARED"
            );
            Err(Error::new(MPI_ERR_LOCKTYPE, text))
        }
    }
}

impl Win {
    /// The other members, in their order, whose memory this process may load and store: they may all share it.
    pub(super) fn loaded_and_stored(&self) -> Vec<u32> {
        let is_lent = matches!(self.facts.flavor, MPI_WIN_FLAVOR_SHARED | MPI_WIN_FLAVOR_ALLOCATE);
        let is_mapped = |(rank, target): (u32, &WinTarget)| {
            let is_other = rank != self.comm.rank;
            (is_lent && is_other && matches!(target.reach, Reach::Memory(_))).then_some(rank)
        };
        (0..).zip(&self.targets).filter_map(is_mapped).collect()
    }

    /// No other access epoch is open than one that may end here: that since the last fence.
    pub(super) fn may_begin(&mut self, is_lock: bool) -> Result<()> {
        let what = match &self.access {
            AccessEpoch::None | AccessEpoch::Fence => None,
            AccessEpoch::Locks(_) if is_lock => None,
            AccessEpoch::Locks(_) => Some("of MPI_Win_lock"),
            AccessEpoch::LockAll { .. } => Some("of MPI_Win_lock_all"),
            AccessEpoch::Started(_) => Some("of MPI_Win_start"),
        };
        match what {
            Some(what) => {
                Err(self.out_of_order(format!("the epoch {what} is still open on this window")))
            }
            None => {
                self.all_open = false;
                Ok(())
            }
        }
    }
}

/// `MPI_Win_lock`. A lock that others have is waited for here where it is mapped; else the operations that
/// follow wait for it at their target.
pub fn lock(lock_type: i32, rank: i32, assert: i32, handle: WinHandle) -> Result<()> {
    let mode = mode_of(lock_type)?;
    check_assert(assert, MPI_MODE_NOCHECK)?;
    let rank = {
        let mut process = enter();
        let win = process.win(handle)?;
        if rank == MPI_PROC_NULL {
            return Ok(());
        }
        let rank = win.rank(rank)?;
        win.check_locks()?;
        process.may_reach(rank, handle)?;
        let win = process.win_mut(handle)?;
        win.may_begin(true)?;
        let target = &mut win.targets[rank as usize];
        if target.lock != WinLock::None {
            return Err(win.out_of_order(format!("rank {rank} is locked already by this process")));
        }
        let unchecked = assert & MPI_MODE_NOCHECK != 0;
        target.lock = if unchecked { WinLock::Unchecked } else { WinLock::Wanted(mode) };
        win.access = match win.access {
            AccessEpoch::Locks(n) => AccessEpoch::Locks(n + 1),
            _ => AccessEpoch::Locks(1),
        };
        rank
    };
    let opened = open(handle, rank);
    if opened.is_err() {
        enter().win_mut(handle)?.end_lock(rank);
    }
    opened
}

/// `MPI_Win_lock_all`. A member's lock is taken when it is accessed first; at once where loads and stores access its
/// memory too, of which nobody hears (MPI-5.0 §12.5.3).
pub fn lock_all(assert: i32, handle: WinHandle) -> Result<()> {
    check_assert(assert, MPI_MODE_NOCHECK)?;
    let (own, mapped) = {
        let mut process = enter();
        let win = process.win_mut(handle)?;
        win.check_not_revoked()?;
        win.check_locks()?;
        win.may_begin(false)?;
        let unchecked = assert & MPI_MODE_NOCHECK != 0;
        win.access = AccessEpoch::LockAll { unchecked };
        (win.comm.rank, if unchecked { Vec::new() } else { win.loaded_and_stored() })
    };
    let opened = open(handle, own);
    if opened.is_ok() {
        open_mapped(handle, mapped);
    }
    opened
}

/// Opens the epoch to members whose memory is loaded and stored here. Of the dead an access is told.
pub(super) fn open_mapped(handle: WinHandle, ranks: Vec<u32>) {
    for rank in ranks {
        let _ = open(handle, rank);
    }
}

/// Gives a lock back that is mapped here, when all that was asked of its member is done.
fn release_mapped(handle: WinHandle, rank: u32) -> Result<()> {
    let (me, number, target) = {
        let process = enter();
        let win = process.win(handle)?;
        let target = &win.targets[rank as usize];
        (win.comm.rank, win.number(), target.reach.control().zip(target.lock.held()))
    };
    let Some((control, mode)) = target else { return Ok(()) };
    order_memory();
    if control.unlock(mode, me) {
        let mut process = enter();
        let (windows, transfer, _) = process.for_windows();
        windows.nudge(transfer, number);
        windows.retry_locks(transfer);
    }
    Ok(())
}

impl Process {
    /// Gives back the locks that members keep for this process, which asks them to say when all is done.
    fn ask_release(&mut self, handle: WinHandle, ranks: &[u32]) -> Result<()> {
        let win = self.win(handle)?;
        let kept = |rank: &&u32| {
            let target = &win.targets[**rank as usize];
            target.reach.control().is_none() && target.lock.held().is_some()
        };
        let all: Vec<_> = ranks.iter().filter(kept).map(|rank| win.at(*rank)).collect();
        let (windows, transfer, _) = self.for_windows();
        all.into_iter().for_each(|at| windows.give_lock_back(transfer, at));
        Ok(())
    }
}

/// Ends the epochs to members; the first error of theirs. All are asked before one is waited for.
fn release_all(handle: WinHandle, ranks: &[u32]) -> Result<()> {
    let here = settle(handle, ranks, Settled::Here);
    enter().ask_release(handle, ranks)?;
    let mut outcome = here.and(settle(handle, ranks, Settled::There));
    for rank in ranks {
        outcome = outcome.and(release_mapped(handle, *rank));
    }
    enter().win_mut(handle)?.close(ranks);
    outcome
}

impl WinLock {
    /// How it is held, if it is.
    fn held(self) -> Option<LockMode> {
        match self {
            WinLock::Held(mode) => Some(mode),
            WinLock::None | WinLock::Unchecked | WinLock::Wanted(_) => None,
        }
    }
}

impl Win {
    /// One lock less is held.
    fn end_lock(&mut self, rank: u32) {
        self.targets[rank as usize].lock = WinLock::None;
        self.access = match self.access {
            AccessEpoch::Locks(n) if n > 1 => AccessEpoch::Locks(n - 1),
            _ => AccessEpoch::None,
        };
    }

    /// The epochs to members have ended.
    pub(super) fn close(&mut self, ranks: &[u32]) {
        for rank in ranks {
            let target = &mut self.targets[*rank as usize];
            (target.open, target.touched, target.lock) = (false, false, WinLock::None);
        }
        let targets = &self.targets;
        self.touched.retain(|rank| targets[*rank as usize].touched);
    }
}

/// `MPI_Win_unlock`.
pub fn unlock(rank: i32, handle: WinHandle) -> Result<()> {
    let rank = {
        let process = enter();
        let win = process.win(handle)?;
        if rank == MPI_PROC_NULL {
            return Ok(());
        }
        let rank = win.rank(rank)?;
        if win.targets[rank as usize].lock == WinLock::None
            || !matches!(win.access, AccessEpoch::Locks(_))
        {
            return Err(win.out_of_order(format!("rank {rank} is not locked by MPI_Win_lock")));
        }
        rank
    };
    let outcome = release_all(handle, &[rank]);
    enter().win_mut(handle)?.end_lock(rank);
    outcome
}

/// `MPI_Win_unlock_all`.
pub fn unlock_all(handle: WinHandle) -> Result<()> {
    let touched = {
        let process = enter();
        let win = process.win(handle)?;
        if !matches!(win.access, AccessEpoch::LockAll { .. }) {
            return Err(win.out_of_order("there was no MPI_Win_lock_all on this window"));
        }
        win.touched.clone()
    };
    let outcome = release_all(handle, &touched);
    enter().win_mut(handle)?.access = AccessEpoch::None;
    outcome
}
