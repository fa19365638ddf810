//! Epochs of active targets (MPI-5.0 §12.5.2): who has exposed its memory, and who accesses it no more.

use crate::batch;
use crate::frames::{COMPLETE, POST, bare};
use crate::one_sided::{OneSided, WindowRank};
use ferry_transfer::Transfer;

impl OneSided {
    /// Tells a member that this process's memory is exposed to it (`MPI_Win_post`).
    pub fn post(&mut self, transfer: &mut Transfer, at: WindowRank) {
        batch::enqueue(transfer, self.peer(at), bare(POST, 0, at.window));
    }

    /// Whether a member has exposed its memory since an epoch used that last.
    pub fn is_posted(&mut self, at: WindowRank) -> bool {
        self.member(at).target.posted != 0
    }

    /// An epoch uses that.
    pub fn take_post(&mut self, at: WindowRank) {
        let posted = &mut self.member(at).target.posted;
        *posted = posted.saturating_sub(1);
    }

    /// Tells a member that this process accesses its memory no more (`MPI_Win_complete`).
    pub fn complete(&mut self, transfer: &mut Transfer, at: WindowRank) {
        let member = self.member(at);
        // What was sent before is in the window before this is heard.
        member.target.unconfirmed = false;
        member.target.rhythm.end();
        batch::enqueue(transfer, member.plan.peer, bare(COMPLETE, 0, at.window));
    }

    /// The first of these members that has exposed its memory to this process for an epoch that has not been.
    pub fn first_posted(&mut self, mut all: impl Iterator<Item = WindowRank>) -> Option<u32> {
        all.find(|at| self.is_posted(*at)).map(|at| at.rank)
    }

    /// Whether a member has said that since an epoch used it last.
    pub fn is_completed(&mut self, at: WindowRank) -> bool {
        self.member(at).origin.completed != 0
    }

    /// An epoch uses that.
    pub fn take_completion(&mut self, at: WindowRank) {
        let completed = &mut self.member(at).origin.completed;
        *completed = completed.saturating_sub(1);
    }
}
