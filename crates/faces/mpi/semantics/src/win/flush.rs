//! Knowing that what was asked of members is done (MPI-5.0 §12.5.4): waiting for it, and the calls that do so in an epoch.

use super::{AccessEpoch, Reach, Win, WinLock};
use crate::constants::{MPI_ERR_RMA_RANGE, MPI_PROC_NULL};
use crate::error::{Error, Result};
use crate::handle::WinHandle;
use crate::process::{Hindrance, Process, briefly, enter, wait_within};
use ferry_one_sided::WindowRank;
use ferry_one_sided::control::order_memory;
use std::sync::atomic::{Ordering, fence};

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
    let mut asked: Vec<WindowRank> = Vec::new();
    {
        let mut process = enter();
        let win = process.win(handle)?;
        order_stores();
        let by_frames =
            |rank: &&u32| !matches!(win.targets[**rank as usize].reach, Reach::Memory(_));
        asked.extend(ranks.iter().filter(by_frames).map(|rank| win.at(*rank)));
        if asked.is_empty() {
            let outcome = win.check_not_revoked();
            process.note_quick_flush(handle);
            return outcome;
        }
        process.window_tally.flushes += 1;
        let (windows, transfer, _) = process.for_windows();
        for at in &asked {
            if settled == Settled::There {
                windows.ask_unless_asked(transfer, *at);
            }
        }
        if settled == Settled::There {
            // Before the first look at what comes: what is waited for begins with this.
            process.send_queued();
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
    let refusal = process.refusal_of(at);
    process.note_refusal(handle, at.rank, refusal)
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

/// Stores to mapped memory become visible in their order, and before a call that others learn from.
#[inline]
pub(super) fn order_stores() {
    fence(Ordering::AcqRel);
}

/// Whether a member may be flushed; what it is flushed by if it is mapped.
#[inline(always)]
fn flushable(process: &Process, rank: i32, handle: WinHandle) -> Result<bool> {
    let win = process.win(handle)?;
    let Some(target) = win.targets.get(rank as usize) else {
        return if rank == MPI_PROC_NULL { Ok(true) } else { win.rank(rank).map(|_| true) };
    };
    match &win.access {
        AccessEpoch::LockAll { .. } => {}
        AccessEpoch::Locks(_) if target.lock != WinLock::None => {}
        _ => return Err(not_passive(win, rank)),
    }
    Ok(matches!(target.reach, Reach::Memory(_)))
}

#[cold]
fn not_passive(win: &Win, rank: i32) -> Error {
    win.out_of_order(format!(
        "rank {rank} is not locked: MPI_Win_flush needs MPI_Win_lock or MPI_Win_lock_all before it"
    ))
}

/// Flushes a member for which there is nothing to wait.
#[inline(never)]
fn flush_at_once(rank: i32, handle: WinHandle) -> Result<(), Hindrance> {
    briefly!(|process| {
        if !flushable(process, rank, handle)? {
            return Err(Hindrance::LongWay);
        }
        process.note_quick_flush(handle);
        Ok(())
    })
}

/// The same for any; `settled`: what is waited for.
#[inline]
fn flush_one(rank: i32, handle: WinHandle, settled: Settled) -> Result<()> {
    match flush_at_once(rank, handle) {
        Ok(()) => Ok(()),
        Err(Hindrance::LongWay) => settle(handle, &[rank as u32], settled),
        Err(Hindrance::Failed(error)) => Err(error),
    }
}

/// `MPI_Win_flush`.
#[inline]
pub fn flush(rank: i32, handle: WinHandle) -> Result<()> {
    order_stores();
    flush_one(rank, handle, Settled::There)
}

/// `MPI_Win_flush_local`.
#[inline]
pub fn flush_local(rank: i32, handle: WinHandle) -> Result<()> {
    flush_one(rank, handle, Settled::Here)
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
    /// A synchronization had nothing to wait for. A program may make nothing but such calls, on its own memory or its
    /// host's, while others ask for something by frames, or while a member fails that it waits for: one in so many makes
    /// progress.
    #[inline]
    fn note_quick_flush(&mut self, handle: WinHandle) {
        self.window_tally.quick_flushes += 1;
        if self.window_tally.quick_flushes.is_multiple_of(8) {
            self.look_up_from_flushes(handle);
        }
    }

    /// Where all members map each other's memory they depend on nobody's progress, and this is for failures alone.
    #[inline(never)]
    fn look_up_from_flushes(&mut self, handle: WinHandle) {
        let is_all_mapped = self.windows.get(handle).is_some_and(|win| win.meetings.is_some());
        if !is_all_mapped || self.window_tally.quick_flushes.is_multiple_of(256) {
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
            return Err(win.out_of_order(text));
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
