//! Passive targets (MPI-5.0 §12.5.3, §12.5.4): locks, and knowing that what was asked for is done.

use super::reach::open;
use super::{AccessEpoch, Reach, Win, WinLock, out_of_order};
use crate::constants::{
    MPI_ERR_ASSERT, MPI_ERR_LOCKTYPE, MPI_ERR_RMA_RANGE, MPI_ERR_RMA_SYNC, MPI_LOCK_EXCLUSIVE,
    MPI_LOCK_SHARED, MPI_MODE_NOCHECK, MPI_PROC_NULL,
};
use crate::error::{Error, Result};
use crate::handle::WinHandle;
use crate::process::{Process, enter, wait_within};
use ferry_one_sided::WindowRank;
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
                Err(out_of_order(format!("the epoch {what} is still open on this window")))
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
        process.may_reach(rank, handle)?;
        let win = process.win_mut(handle)?;
        win.may_begin(true)?;
        let target = &mut win.targets[rank as usize];
        if target.lock != WinLock::None {
            return Err(out_of_order(format!("rank {rank} is locked already by this process")));
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

/// `MPI_Win_lock_all`. Each member's lock is taken when it is accessed first; this process's own at once,
/// since loads and stores access it too.
pub fn lock_all(assert: i32, handle: WinHandle) -> Result<()> {
    check_assert(assert, MPI_MODE_NOCHECK)?;
    let own = {
        let mut process = enter();
        let win = process.win_mut(handle)?;
        win.check_not_revoked()?;
        win.may_begin(false)?;
        win.access = AccessEpoch::LockAll { unchecked: assert & MPI_MODE_NOCHECK != 0 };
        win.comm.rank
    };
    open(handle, own)
}

/// What a call waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Settled {
    /// The buffers here may be used again.
    Here,
    /// All is done at the target too.
    There,
}

/// Waits for all that was asked of members. Asks all before it waits for one.
pub(super) fn settle(handle: WinHandle, ranks: &[u32], settled: Settled) -> Result<()> {
    order_memory_of(&enter(), handle)?;
    let mut asked: Vec<WindowRank> = Vec::new();
    {
        let mut process = enter();
        let win = process.win(handle)?;
        let by_frames =
            |rank: &&u32| !matches!(win.targets[**rank as usize].reach, Reach::Memory(_));
        asked.extend(ranks.iter().filter(by_frames).map(|rank| win.at(*rank)));
        if asked.is_empty() {
            process.note_quick_flush();
            return Ok(());
        }
        let (windows, transfer, _) = process.for_windows();
        for at in &asked {
            if settled == Settled::There && windows.is_unconfirmed(*at) {
                windows.ask_done(transfer, *at);
            }
        }
    }
    let settle_one = |outcome: Result<()>, at| outcome.and(settle_one(handle, at, settled));
    asked.into_iter().fold(Ok(()), settle_one)
}

/// Buffers here are free when this returns, whatever has become of the member and of the window.
fn settle_one(handle: WinHandle, at: WindowRank, settled: Settled) -> Result<()> {
    let (mut process, outcome) = wait_within(|process| {
        let (windows, transfer, _) = process.for_windows();
        if !windows.is_settled(transfer, at) {
            return process.loss_of(at, handle).map(Err);
        }
        let is_done = settled == Settled::Here || windows.is_answered(at);
        match process.obstacle_to(at, handle) {
            Some(error) => Some(Err(error)),
            None => is_done.then_some(Ok(())),
        }
    });
    outcome?;
    process.refusal_of(at)
}

impl Process {
    /// The error of an operation that a member has refused.
    pub(super) fn refusal_of(&mut self, at: WindowRank) -> Result<()> {
        match self.runtime.face.one_sided.take_refusal(at) {
            None => Ok(()),
            Some(class) => {
                let text = match class {
                    MPI_ERR_RMA_RANGE => format!(
                        "an access to rank {} reached memory that it has not attached to the window, or \
                         outside of it",
                        at.rank
                    ),
                    _ => format!("rank {} has refused an access", at.rank),
                };
                Err(Error::new(class, text))
            }
        }
    }
}

/// Orders what was done to mapped memory with what follows.
#[inline]
fn order_memory_of(process: &Process, handle: WinHandle) -> Result<()> {
    process.win(handle)?;
    // Stores become visible in their order here, and a call that others learn from follows them.
    std::sync::atomic::fence(std::sync::atomic::Ordering::AcqRel);
    Ok(())
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
            return Err(out_of_order(format!("rank {rank} is not locked by MPI_Win_lock")));
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
            return Err(out_of_order("there was no MPI_Win_lock_all on this window"));
        }
        win.touched.clone()
    };
    let outcome = release_all(handle, &touched);
    enter().win_mut(handle)?.access = AccessEpoch::None;
    outcome
}

/// Whether a member may be flushed; what it is flushed by if it is mapped.
#[inline]
fn flushable(process: &Process, rank: i32, handle: WinHandle) -> Result<bool> {
    let win = process.win(handle)?;
    let Some(target) = win.targets.get(rank as usize) else {
        return if rank == MPI_PROC_NULL { Ok(true) } else { win.rank(rank).map(|_| true) };
    };
    match &win.access {
        AccessEpoch::LockAll { .. } => {}
        AccessEpoch::Locks(_) if target.lock != WinLock::None => {}
        _ => return Err(not_passive(rank)),
    }
    Ok(matches!(target.reach, Reach::Memory(_)))
}

#[cold]
fn not_passive(rank: i32) -> Error {
    let text = format!(
        "rank {rank} is not locked: MPI_Win_flush needs MPI_Win_lock or MPI_Win_lock_all before it"
    );
    Error::new(MPI_ERR_RMA_SYNC, text)
}

/// `MPI_Win_flush`.
#[inline]
pub fn flush(rank: i32, handle: WinHandle) -> Result<()> {
    {
        let mut process = enter();
        if flushable(&process, rank, handle)? {
            std::sync::atomic::fence(std::sync::atomic::Ordering::AcqRel);
            process.note_quick_flush();
            return Ok(());
        }
    }
    settle(handle, &[rank as u32], Settled::There)
}

/// `MPI_Win_flush_local`.
#[inline]
pub fn flush_local(rank: i32, handle: WinHandle) -> Result<()> {
    {
        let mut process = enter();
        if flushable(&process, rank, handle)? {
            process.note_quick_flush();
            return Ok(());
        }
    }
    settle(handle, &[rank as u32], Settled::Here)
}

/// Waits until buffers that were lent to accesses to a member are free again, in an epoch of any kind: for faces whose
/// accesses end with their call.
#[inline]
pub fn settle_here(rank: i32, handle: WinHandle) -> Result<()> {
    {
        let process = enter();
        let win = process.win(handle)?;
        let target = win.targets.get(rank as usize);
        if target.is_none_or(|target| matches!(target.reach, Reach::Memory(_))) {
            return Ok(());
        }
    }
    settle(handle, &[rank as u32], Settled::Here)
}

impl Process {
    /// A program may look into mapped memory over and over, and wait there for a member that has failed: news of that
    /// comes with progress, which one of these calls in 256 makes.
    #[inline]
    fn note_quick_flush(&mut self) {
        self.quick_flushes = self.quick_flushes.wrapping_add(1);
        if self.quick_flushes.is_multiple_of(256) {
            self.progress();
        }
    }
}

fn flush_touched(handle: WinHandle, settled: Settled) -> Result<()> {
    let touched = {
        let process = enter();
        let win = process.win(handle)?;
        if !matches!(win.access, AccessEpoch::LockAll { .. } | AccessEpoch::Locks(_)) {
            let text = "no rank is locked: MPI_Win_flush_all needs MPI_Win_lock_all or MPI_Win_lock \
                        before it";
            return Err(out_of_order(text));
        }
        win.touched.clone()
    };
    settle(handle, &touched, settled)
}

/// `MPI_Win_flush_all`.
pub fn flush_all(handle: WinHandle) -> Result<()> {
    flush_touched(handle, Settled::There)
}

/// `MPI_Win_flush_local_all`.
pub fn flush_local_all(handle: WinHandle) -> Result<()> {
    flush_touched(handle, Settled::Here)
}

/// `MPI_Win_sync`: what others have stored is loaded from here on, and the other way round.
pub fn sync(handle: WinHandle) -> Result<()> {
    enter().win(handle)?;
    order_memory();
    // Whoever polls memory waits for others, who may need this process.
    enter().progress();
    Ok(())
}
