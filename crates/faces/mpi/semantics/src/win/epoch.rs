//! Active targets (MPI-5.0 §12.5.1, §12.5.2): fences, and exposing memory to a group.

use super::flush::{Settled, settle};
use super::lock::{check_assert, open_mapped};
use super::{AccessEpoch, meeting, of_window};
use crate::check::{self, Call, OtherCall};
use crate::coll::{self, Operation};
use crate::constants::{
    MPI_ERR_ASSERT, MPI_ERR_RANK, MPI_MODE_NOCHECK, MPI_MODE_NOPRECEDE, MPI_MODE_NOPUT,
    MPI_MODE_NOSTORE, MPI_MODE_NOSUCCEED, MPI_WIN_FLAVOR_SHARED,
};
use crate::error::{Error, Result};
use crate::handle::{CommHandle, GroupHandle, WinHandle};
use crate::process::{Entered, Process, enter, wait_within};
use ferry_one_sided::control::order_memory;

/// `MPI_Win_fence`.
pub fn fence(assert: i32, handle: WinHandle) -> Result<()> {
    let known = MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED;
    check_assert(assert, known)?;
    let (comm, touched) = {
        let mut process = enter();
        let win = process.win_mut(handle)?;
        win.may_begin(false)?;
        if win.exposure.is_some() {
            return Err(win.out_of_order("the epoch of MPI_Win_post is still open on this window"));
        }
        (win.comm.handle, std::mem::take(&mut win.touched))
    };
    if let Err(error) = check_fence(handle, comm, (assert, touched.first().copied())) {
        enter().win_mut(handle)?.touched = touched;
        return Err(error);
    }
    // What was stored is there for those who learn of this process's coming.
    let settled = settle(handle, &touched, Settled::There);
    let (mut process, met) = meet(handle, comm);
    let win = process.win_mut(handle)?;
    win.close(&touched);
    let number = win.number();
    let is_last = assert & MPI_MODE_NOSUCCEED != 0;
    win.access = if is_last { AccessEpoch::None } else { AccessEpoch::Fence };
    win.all_open = !is_last && met.is_ok();
    process.runtime.face.one_sided.forget_detached(number);
    met.and(settled)
}

/// What is wrong with a fence, with `check = yes`.
fn check_fence(
    handle: WinHandle,
    comm: CommHandle,
    (assert, touched): (i32, Option<u32>),
) -> Result<()> {
    if let Some(rank) = touched.filter(|_| check::is_on() && assert & MPI_MODE_NOPRECEDE != 0) {
        let text = format!(
            "argument assert has MPI_MODE_NOPRECEDE, but this process has accessed rank {rank} since the last fence"
        );
        return Err(Error::new(MPI_ERR_ASSERT, text));
    }
    // What else is asserted is of each process alone (MPI-5.0 §12.5.5).
    let of_all = assert & (MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED);
    let call = Call::other(OtherCall::WinFence).asserting(of_all);
    check::meet_unless(comm, call, |process| process.unanswered_post(handle)).map_err(of_window)
}

impl Process {
    /// A member that has exposed its memory to this process and waits for accesses, while this process comes to
    /// something that all members do.
    pub(super) fn unanswered_post(&mut self, handle: WinHandle) -> Option<Error> {
        let win = self.win(handle).ok()?;
        let all: Vec<_> = (0..win.comm.size()).map(|rank| win.at(rank)).collect();
        let rank = self.runtime.face.one_sided.first_posted(all.into_iter())?;
        let win = self.win(handle).ok()?;
        Some(win.out_of_order(format!(
            "rank {rank} has exposed its memory to this process by MPI_Win_post, and no MPI_Win_start has answered that"
        )))
    }
}

/// All members meet.
fn meet(handle: WinHandle, comm: CommHandle) -> (Entered, Result<()>) {
    let (process, met) = meeting::meet(enter(), handle);
    match met {
        Ok(true) => (process, Ok(())),
        Ok(false) => {
            drop(process);
            let met = coll::run(comm, &Operation::Barrier).map_err(of_window);
            (enter(), met)
        }
        Err(error) => (process, Err(error)),
    }
}

/// The ranks of a group's processes in a window.
fn ranks(process: &Process, group: GroupHandle, handle: WinHandle) -> Result<Vec<u32>> {
    let win = process.win(handle)?;
    let group = process.group(group)?;
    let rank = |peer| {
        win.comm.group.rank_of(peer).ok_or_else(|| {
            let text = "a process of the group is no member of the window";
            Error::new(MPI_ERR_RANK, text)
        })
    };
    group.peers().map(rank).collect()
}

/// `MPI_Win_post`: this process's memory is exposed to a group.
pub fn post(group: GroupHandle, assert: i32, handle: WinHandle) -> Result<()> {
    check_assert(assert, MPI_MODE_NOCHECK | MPI_MODE_NOSTORE | MPI_MODE_NOPUT)?;
    order_memory();
    let mut process = enter();
    let ranks = ranks(&process, group, handle)?;
    let win = process.win_mut(handle)?;
    win.check_not_revoked()?;
    if win.exposure.is_some() {
        let text = "the epoch of an earlier MPI_Win_post is still open: call MPI_Win_wait first";
        return Err(win.out_of_order(text));
    }
    let all: Vec<_> = ranks.iter().map(|rank| win.at(*rank)).collect();
    win.exposure = Some(ranks);
    let (windows, transfer, _) = process.for_windows();
    all.into_iter().for_each(|at| windows.post(transfer, at));
    process.send_queued();
    Ok(())
}

/// `MPI_Win_start`: accesses to a group's memory begin. Each waits until its target has exposed it; loads and stores
/// cannot, so that of a shared window this does.
pub fn start(group: GroupHandle, assert: i32, handle: WinHandle) -> Result<()> {
    check_assert(assert, MPI_MODE_NOCHECK)?;
    let mapped = {
        let mut process = enter();
        let ranks = ranks(&process, group, handle)?;
        let win = process.win_mut(handle)?;
        win.check_not_revoked()?;
        win.may_begin(false)?;
        let is_shared = win.facts.flavor == MPI_WIN_FLAVOR_SHARED;
        let mut mapped = if is_shared { win.loaded_and_stored() } else { Vec::new() };
        mapped.retain(|rank| ranks.contains(rank));
        win.access = AccessEpoch::Started(ranks);
        mapped
    };
    open_mapped(handle, mapped);
    Ok(())
}

/// `MPI_Win_complete`: they end.
pub fn complete(handle: WinHandle) -> Result<()> {
    let ranks = {
        let process = enter();
        let win = process.win(handle)?;
        match &win.access {
            AccessEpoch::Started(ranks) => ranks.clone(),
            _ => return Err(win.out_of_order("there was no MPI_Win_start on this window")),
        }
    };
    let mut outcome = settle(handle, &ranks, Settled::Here);
    for rank in &ranks {
        outcome = outcome.and(super::reach::open(handle, *rank));
    }
    order_memory();
    let mut process = enter();
    let win = process.win_mut(handle)?;
    win.access = AccessEpoch::None;
    win.close(&ranks);
    let all: Vec<_> = ranks.iter().map(|rank| win.at(*rank)).collect();
    let (windows, transfer, _) = process.for_windows();
    for at in all {
        windows.take_post(at);
        windows.complete(transfer, at);
    }
    process.send_queued();
    outcome
}

impl Process {
    /// Ends the exposure of this process's memory if all accesses to it have ended; whether it has. Those of the dead
    /// have, with an error.
    fn end_exposure(&mut self, handle: WinHandle) -> Result<bool> {
        let win = self.win(handle)?;
        let Some(ranks) = &win.exposure else {
            return Err(win.out_of_order("there was no MPI_Win_post on this window"));
        };
        let all: Vec<_> = ranks.iter().map(|rank| win.at(*rank)).collect();
        let mut outcome = Ok(true);
        for at in &all {
            if !self.runtime.face.one_sided.is_completed(*at) {
                let Some(error) = self.obstacle_to(*at, handle) else { return Ok(false) };
                outcome = outcome.and(Err(error));
            }
        }
        let windows = &mut self.runtime.face.one_sided;
        all.into_iter().for_each(|at| windows.take_completion(at));
        self.win_mut(handle)?.exposure = None;
        order_memory();
        outcome
    }
}

/// `MPI_Win_wait`: waits until all accesses to this process's memory have ended.
pub fn wait(handle: WinHandle) -> Result<()> {
    let (_, ended) = wait_within(|process| match process.end_exposure(handle) {
        Ok(true) => Some(Ok(())),
        Ok(false) => None,
        Err(error) => Some(Err(error)),
    });
    ended
}

/// `MPI_Win_test`: whether they have.
pub fn test(handle: WinHandle) -> Result<bool> {
    let mut process = enter();
    if process.end_exposure(handle)? {
        return Ok(true);
    }
    process.progress_of_test();
    process.end_exposure(handle)
}
