//! Windows whose members fail, and windows that are revoked (the chapter on fault tolerance that is pending for the
//! next standard).
//!
//! A window is revoked as the communicator of its members is. What follows for accesses costs nothing before: a member
//! that has failed, and all members of a revoked window, lose the short ways to their memory, and the long way asks.

use super::{Reach, Win, of_window};
use crate::error::{Error, Result};
use crate::handle::{CommHandle, GroupHandle, WinHandle};
use crate::p2p::fault_error;
use crate::process::{Process, enter};
use crate::process_failure::{self, ERR_REVOKED, deaths};
use ferry_one_sided::WindowRank;
use ferry_wire::PeerId;

/// `MPIX_Win_revoke`: not collective; returns at once.
pub fn revoke(handle: WinHandle) -> Result<()> {
    let comm = enter().win(handle)?.comm.handle;
    process_failure::revoke(comm).map_err(of_window)
}

/// `MPIX_Win_is_revoked`.
pub fn is_revoked(handle: WinHandle) -> Result<bool> {
    let comm = enter().win(handle)?.comm.handle;
    process_failure::is_revoked(comm).map_err(of_window)
}

/// `MPIX_Win_get_failed`: the members that are known here to have failed.
pub fn failed_of(handle: WinHandle) -> Result<GroupHandle> {
    let comm = enter().win(handle)?.comm.handle;
    process_failure::failed_of(comm).map_err(of_window)
}

/// The ranks of these.
pub fn failed_ranks(handle: WinHandle) -> Result<Vec<u32>> {
    let comm = enter().win(handle)?.comm.handle;
    process_failure::failed_ranks(comm).map_err(of_window)
}

#[cold]
fn revoked() -> Error {
    let text = "the window was revoked: a process that found a failure has given it up for all; free it, and make \
                another one on a communicator of those that are left";
    Error::new(ERR_REVOKED, text)
}

impl Win {
    /// Whether calls on it can do anything.
    pub(super) fn check_not_revoked(&self) -> Result<()> {
        if self.comm.is_revoked() { Err(revoked()) } else { Ok(()) }
    }

    /// From now on calls that reach a member ask what has become of it.
    fn close_short_way(&mut self, rank: u32) {
        let target = &mut self.targets[rank as usize];
        (target.reach, target.open) = (Reach::Frames, false);
        (self.all_open, self.meetings) = (false, None);
    }

    /// The locks of a member that has failed go to others, wherever they are mapped here: their owner may be
    /// computing. Whether somebody waits for one.
    fn reap(&self, rank: u32) -> bool {
        let pages = self.targets.iter().filter_map(|target| target.reach.control());
        let awaited = pages.filter(|control| control.reap(rank));
        awaited.count() != 0
    }
}

impl Process {
    /// Why nothing more comes from a member that is gone.
    pub(super) fn loss_of(&self, at: WindowRank, win: WinHandle) -> Option<Error> {
        let peer = self.windows.get(win)?.comm.group.peer(at.rank)?;
        let fault = self.runtime.face.transfer.loss(peer)?;
        Some(of_window(fault_error(&fault)))
    }

    /// Why what is asked of a member is not waited for: the window was revoked, or the member has failed.
    pub(super) fn obstacle_to(&self, at: WindowRank, handle: WinHandle) -> Option<Error> {
        let is_revoked = self.windows.get(handle).is_some_and(|win| win.comm.is_revoked());
        if is_revoked { Some(revoked()) } else { self.loss_of(at, handle) }
    }

    /// An epoch to a member may begin, as far as is known of failures.
    pub(super) fn may_reach(&self, rank: u32, handle: WinHandle) -> Result<()> {
        if self.failures.is_quiet() {
            return Ok(());
        }
        self.obstacle_to(self.win(handle)?.at(rank), handle).map_or(Ok(()), Err)
    }

    /// Why members cannot all meet.
    pub(super) fn obstacle_to_meeting(&self, handle: WinHandle) -> Option<Error> {
        let win = self.windows.get(handle)?;
        if win.comm.is_revoked() {
            return Some(revoked());
        }
        let fault = self.obstacle(&win.comm, |peer| win.comm.has_member(peer))?;
        Some(of_window(fault_error(&fault)))
    }

    /// Why members cannot all meet, be it known of one of them alone.
    pub(super) fn obstacle_to_any(&self, handle: WinHandle) -> Option<Error> {
        let win = self.windows.get(handle)?;
        let any_loss = || (0..win.comm.size()).find_map(|rank| self.loss_of(win.at(rank), handle));
        self.obstacle_to_meeting(handle).or_else(any_loss)
    }

    /// Why a member does not come to a meeting.
    pub(super) fn obstacle_to_round(&self, at: WindowRank, handle: WinHandle) -> Option<Error> {
        self.obstacle_to_meeting(handle).or_else(|| self.loss_of(at, handle))
    }

    /// A process has failed.
    pub(crate) fn fail_windows_of(&mut self, peer: PeerId) {
        let mut awaited = Vec::new();
        for win in self.windows.made_mut() {
            let Some(rank) = win.comm.group.rank_of(peer) else { continue };
            if win.reap(rank) {
                awaited.push(win.number());
            }
            win.close_short_way(rank);
        }
        let (windows, transfer, _) = self.for_windows();
        awaited.into_iter().for_each(|number| windows.nudge(transfer, number));
    }

    /// A window was made of members some of which may have failed meanwhile, or have revoked it.
    pub(super) fn catch_up_with_failures(&mut self, handle: WinHandle) {
        if self.failures.is_quiet() {
            return;
        }
        let Ok(win) = self.win(handle) else { return };
        if win.comm.is_revoked() {
            self.revoke_window_of(win.comm.handle);
        } else {
            let members: Vec<PeerId> = self.failures.of(&win.comm).collect();
            members.into_iter().for_each(|peer| self.fail_windows_of(peer));
        }
    }

    /// A communicator was revoked: the window whose members it is of, if it is a window's own, is.
    pub(crate) fn revoke_window_of(&mut self, comm: CommHandle) {
        let Some(handle) = self.win_of_comm(comm) else { return };
        let Ok(win) = self.win_mut(handle) else { return };
        (0..win.comm.size()).for_each(|rank| win.close_short_way(rank));
        let number = win.number();
        let (windows, transfer, _) = self.for_windows();
        windows.give_up(transfer, number);
    }
}

/// Whether the members of a window that is made now learn of each other's deaths from the launcher.
pub(super) fn are_told() -> bool {
    deaths::are_told()
}
