//! Which path to take (RFC 9260 §6.4, RFC 7829 §3, concurrent multipath transfer of Iyengar et al.).

use std::cmp::Reverse;

use super::{Path, PathId, PathSet, PathState};
use crate::Now;

/// Packets that multipath transfer sends on one path before it turns to the next: enough for one
/// batch of segmentation offload, few enough to use the paths evenly.
const TURN: u32 = 16;

/// Why a chunk is sent again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Missing reports (RFC 9260 §7.2.4).
    FastRetransmit,
    /// T3-rtx expired (RFC 9260 §6.3.3).
    Timeout,
}

/// Where multipath transfer is in its round.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MultipathRound {
    path: u8,
    sent: u32,
}

impl MultipathRound {
    pub(super) fn sent(&mut self, path: PathId) {
        if path.0 == self.path {
            self.sent = self.sent.saturating_add(1);
        } else {
            *self = Self { path: path.0, sent: 1 };
        }
    }
}

impl PathSet {
    /// Path for new data, of which `queued` bytes wait; `None` when its window, burst or pacing is used up.
    /// With multipath the paths that [take new data](Self::takes_new_data) take turns.
    pub fn for_new_data(&mut self, now: Now, queued: u64) -> Option<PathId> {
        if !self.settings().multipath {
            let best = self.data_path();
            return (self.get_mut(best)?.allowance(now) > 0).then_some(best);
        }
        let MultipathRound { path, sent } = self.round;
        let first = if sent < TURN { path } else { path.wrapping_add(1) };
        let slots = self.slots();
        let mut turns = (0..slots).map(|n| PathId(((usize::from(first) + n) % slots.max(1)) as u8));
        turns.find(|&id| {
            self.takes_new_data(id, queued)
                && self.get_mut(id).is_some_and(|p| p.allowance(now) > 0)
        })
    }

    /// Whether a path takes new data, of which `queued` bytes wait. Without multipath it is
    /// [`PathSet::data_path`]. With it, those active paths do over which a packet would be there before
    /// the best path had carried all that waits (after Lim et al., "ECF"): a packet that is longer under
    /// way would be the last of its message.
    #[must_use]
    pub fn takes_new_data(&self, id: PathId, queued: u64) -> bool {
        let best = self.data_path();
        let is_active = |p: &&Path| p.state() == PathState::Active;
        if !self.settings().multipath || self.get(best).filter(is_active).is_none() {
            return id == best;
        }
        let all = self.iter().filter(is_active).map(|p| (p.soonest_arrival(queued), p.id())).min();
        let Some((all_at, quickest)) = all else { return false };
        self.get(id).filter(is_active).is_some_and(|p| {
            let packet = u64::from(p.packet_size()).min(queued);
            // The quickest itself may always send, or all would wait with nothing under way.
            id == quickest || p.arrival(packet) <= all_at
        })
    }

    /// The one path for data without multipath: the primary while it is active; else the active path with
    /// the shortest round trip; else the potentially failed one with the fewest errors; else, all having
    /// failed, the primary (RFC 9260 §6.4, RFC 7829 §3). It follows that data returns to the primary when
    /// the primary does.
    #[must_use]
    pub fn data_path(&self) -> PathId {
        self.best(None).unwrap_or(self.primary())
    }

    /// Path on which to send a chunk again that was last sent on `last`. After a timeout it is another
    /// active path where there is one (RFC 9260 §6.4.1), with multipath the one over which it is there
    /// first; a fast retransmit stays where it was while that path is active and the only one in use.
    #[must_use]
    pub fn for_retransmission(&self, last: PathId, cause: Cause) -> PathId {
        let stays = self.get(last).is_some_and(|p| p.state() == PathState::Active);
        if cause == Cause::FastRetransmit && stays && !self.settings().multipath {
            return last;
        }
        let avoid = (cause == Cause::Timeout).then_some(last);
        if self.settings().multipath
            && let Some(path) = self.soonest(avoid)
        {
            return path;
        }
        match self.best(avoid) {
            Some(id) => id,
            None if cause == Cause::Timeout => self.after(last),
            None => self.primary(),
        }
    }

    /// Path for control chunks. An answer goes back where the question came from (RFC 9260 §6.4), unless
    /// that path is known to have failed.
    #[must_use]
    pub fn for_control(&self, answer_to: Option<PathId>) -> PathId {
        answer_to
            .filter(|&id| self.get(id).is_some_and(|p| p.state() != PathState::Inactive))
            .unwrap_or_else(|| self.data_path())
    }

    /// The best usable path, `avoid` only among the potentially failed, where errors tell.
    fn best(&self, avoid: Option<PathId>) -> Option<PathId> {
        let primary = self.primary();
        let active = self
            .iter()
            .filter(|p| p.state() == PathState::Active && Some(p.id()) != avoid)
            .min_by_key(|p| (p.id() != primary, p.rto().smoothed().is_none(), p.rto().smoothed()));
        let last_active =
            || self.iter().find(|p| p.state() == PathState::Active).filter(|_| avoid.is_some());
        let doubtful = || {
            self.iter()
                .filter(|p| p.state() == PathState::PotentiallyFailed)
                .min_by_key(|p| (p.errors(), Some(p.id()) == avoid, p.id() != primary))
        };
        active.or_else(last_active).or_else(doubtful).map(Path::id)
    }

    /// The active path over which one more packet is there first.
    fn soonest(&self, avoid: Option<PathId>) -> Option<PathId> {
        self.iter()
            .filter(|p| p.state() == PathState::Active && Some(p.id()) != avoid)
            .min_by_key(|p| (p.arrival(p.packet_size().into()), Reverse(p.window())))
            .map(Path::id)
    }

    /// The confirmed path after `last` in order: with every path failed, each is tried in turn.
    fn after(&self, last: PathId) -> PathId {
        let usable = |p: &&Path| p.state() != PathState::Unconfirmed;
        let next = self.iter().filter(usable).find(|p| p.id() > last);
        next.or_else(|| self.iter().find(usable)).map_or(self.primary(), Path::id)
    }
}
