//! What one SACK means to each path.
//!
//! The association walks its outstanding chunks once, in order of TSN, up to the highest one that the
//! SACK newly acknowledges, and tells each: `sack_acked` or `sack_missing`. From that each path knows
//! its own bytes acknowledged, whether its earliest chunk was among them (the window update of
//! concurrent multipath transfer, "CUC"), and its own highest newly acknowledged TSN, below which alone
//! missing reports count (split fast retransmit). With one path these rules are RFC 9260's own.

use std::time::Duration;

use super::{Path, PathId, PathSet, action::Actions};
use crate::{Now, congestion::Acked, serial::Tsn};

/// A chunk that a SACK newly acknowledges.
#[derive(Clone, Copy, Debug)]
pub struct AckedChunk {
    /// Path it was last sent on.
    pub path: PathId,
    /// Its number.
    pub tsn: Tsn,
    /// Its size, as `on_sent` was told.
    pub bytes: u32,
    /// When it was last sent.
    pub sent_at: Now,
    /// Whether it was sent more than once (Karn's rule, and no proof of any one path).
    pub retransmitted: bool,
    /// Whether its bytes still count as in flight: not once it was marked for retransmission.
    pub in_flight: bool,
}

/// One path's share of a SACK.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PathTally {
    bytes: u64,
    any: bool,
    /// A chunk sent once was acknowledged: the path works.
    proof: bool,
    /// When the newest chunk that was sent once left.
    newest: Option<Now>,
    highest: Option<Tsn>,
    largest: u16,
    /// The earliest outstanding chunk was acknowledged, of those sent once or of the others: a lost
    /// retransmission must not keep the window from growing (Iyengar et al., "CUCv2").
    advanced: bool,
    /// The earliest of all was acknowledged: only then does T3-rtx start over, or a lost
    /// retransmission would never be noticed.
    earliest: bool,
    /// A chunk sent once, or more than once, is still missing below what was acknowledged.
    missing: [bool; 2],
}

impl PathTally {
    fn acked(&mut self, chunk: &AckedChunk) {
        self.any = true;
        self.bytes = self.bytes.saturating_add(u64::from(chunk.bytes));
        self.advanced |= !self.missing[usize::from(chunk.retransmitted)];
        self.earliest |= self.missing == [false; 2];
        if chunk.retransmitted {
            return;
        }
        self.proof = true;
        self.newest = Some(self.newest.map_or(chunk.sent_at, |t| t.max(chunk.sent_at)));
        self.highest = Some(self.highest.map_or(chunk.tsn, |h| h.later(chunk.tsn)));
        let size = u16::try_from(chunk.bytes.saturating_add(12)).unwrap_or(u16::MAX);
        self.largest = self.largest.max(size);
    }
}

impl PathSet {
    /// Begins a SACK.
    pub fn sack_begin(&mut self) {
        for path in self.iter_mut() {
            path.tally = PathTally::default();
        }
    }

    /// The SACK newly acknowledges `chunk`.
    pub fn sack_acked(&mut self, chunk: &AckedChunk) {
        if let Some(path) = self.get_mut(chunk.path) {
            if chunk.in_flight {
                path.in_flight = path.in_flight.saturating_sub(u64::from(chunk.bytes));
            }
            path.tally.acked(chunk);
        }
    }

    /// A chunk last sent on `path` is still outstanding below the highest TSN that this SACK newly
    /// acknowledges; chunks that earlier SACKs acknowledged by gap blocks are not told.
    pub fn sack_missing(&mut self, path: PathId, retransmitted: bool) {
        if let Some(path) = self.get_mut(path) {
            path.tally.missing[usize::from(retransmitted)] = true;
        }
    }

    /// Whether this SACK is a miss indication for chunk `tsn`, last sent on `path` (RFC 9260 §7.2.4, per
    /// destination as in split fast retransmit). Asked after the walk, before [`PathSet::sack_end`].
    /// `cumulative_advanced` tells whether the SACK moved the cumulative point.
    #[must_use]
    pub fn counts_as_missing(&self, path: PathId, tsn: Tsn, cumulative_advanced: bool) -> bool {
        let Some(path) = self.get(path) else {
            return false;
        };
        // In fast recovery a SACK that advances counts for all that it reports missing.
        path.recovering() && cumulative_advanced
            || path.tally.highest.is_some_and(|highest| tsn.before(highest))
    }

    /// The SACK acknowledges chunks of `path` that a timeout gave up and that were not sent again, and
    /// nothing before them is missing: they had only been slow, as when the peer's process computed (after
    /// RFC 5682 and RFC 4015). The window and the timeout are what they were before. Called before
    /// [`PathSet::sack_end`].
    pub fn on_spurious_timeout(&mut self, now: Now, path: PathId) {
        if let Some(path) = self.get_mut(path)
            && let Some(before) = path.before_timeout.take()
        {
            path.congestion = before;
            // A recovery that the timeout ended is over all the same.
            path.congestion.on_recovered(now);
            path.timed_out = None;
            path.rto.undo_back_off();
            path.counters.spurious_timeouts += 1;
        }
    }

    /// A chunk of `bytes` that a spurious timeout gave up is under way after all.
    pub fn on_returned(&mut self, now: Now, path: PathId, bytes: u64) {
        if let Some(path) = self.get_mut(path) {
            path.in_flight = path.in_flight.saturating_add(bytes);
            if !path.t3_running() {
                path.restart_t3(now);
            }
        }
    }

    /// Ends a SACK whose cumulative point is `cumulative`.
    pub fn sack_end(&mut self, now: Now, cumulative: Tsn, cumulative_advanced: bool) {
        let multipath = self.settings().multipath;
        let mut heard = cumulative_advanced;
        let (paths, actions) = self.split();
        for path in paths {
            heard |= path.tally.any;
            let may_grow = multipath || cumulative_advanced;
            path.sack_end(now, cumulative, may_grow, actions);
        }
        if heard {
            self.heard();
        }
    }
}

impl Path {
    fn sack_end(&mut self, now: Now, cumulative: Tsn, may_grow: bool, out: &mut Actions) {
        let tally = std::mem::take(&mut self.tally);
        if tally.any {
            self.before_timeout = None;
            let rtt = tally.newest.map(|sent| now.saturating_sub(sent));
            self.take_sample(now, rtt);
            if self.settings.multipath {
                let trip = self.rto.smoothed().unwrap_or_default();
                let idle = self.in_flight == 0;
                self.delivery.acked(now, tally.bytes, trip, idle, self.app_limited);
            }
            self.congestion.on_acked(&Acked {
                now,
                bytes: tally.bytes,
                in_flight: self.in_flight,
                rtt,
                advanced: tally.advanced && may_grow,
                cwnd_limited: self.window_full,
                app_limited: self.app_limited,
            });
            self.clock(tally.bytes);
            self.counters.acked = self.counters.acked.saturating_add(tally.bytes);
            self.pmtu.on_delivered(tally.largest);
            if tally.proof {
                self.success(now, out);
            }
            self.settle_t3(now, tally.earliest);
        }
        // Only what this path delivered itself since says that it is well again.
        let is_past = self.timed_out.take_if(|last| last.at_or_before(cumulative)).is_some();
        if is_past && self.recovery.is_none() && self.before_timeout.is_none() {
            self.congestion.on_recovered(now);
        }
        if self.recovery.is_some_and(|exit| exit.at_or_before(cumulative)) {
            self.recovery = None;
            self.congestion.on_recovered(now);
        }
    }

    fn take_sample(&mut self, now: Now, rtt: Option<Duration>) {
        if let Some(rtt) = rtt
            && now >= self.sample_due
        {
            self.rto.sample(rtt);
            self.sample_due = now.saturating_add(rtt);
        }
    }
}
