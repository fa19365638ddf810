//! What may leave a path now: window, pace, and the burst of where nothing is paced (RFC 9260 §6.1 B and D).

use super::{
    Path,
    destination::{SHORT_TRIP, segment},
};
use crate::{Now, congestion::filter::per_second};

/// Share of a round trip, as its divisor, up to which a sender makes up for having come late, and of a window that
/// may follow an acknowledgement at once.
const MOST_LATE: u32 = 8;

impl Path {
    /// Bytes that may leave now: what window, burst and pacing allow. 0 means wait: for a SACK, or for
    /// [`PathAction::Send`](super::PathAction::Send) where pacing is what holds.
    pub fn allowance(&mut self, now: Now) -> u64 {
        let window = self.window();
        if window == 0 {
            (self.window_full, self.clocked) = (true, 0);
            self.pacer.rest();
            return 0;
        }
        let Some(rate) = self.pacing_rate() else {
            let is_over = self.burst == 0 && self.in_flight > 0 && self.is_bounded();
            return if is_over { 0 } else { window };
        };
        let late = self.rto.smoothed().unwrap_or_default() / MOST_LATE;
        let paced = self.pacer.allowance(now, rate, segment(&self.pmtu), late);
        // A window that is half full at the end of a release is made use of.
        let is_half_full = self.in_flight.saturating_mul(2) >= self.congestion.cwnd();
        self.window_full |= paced == 0 && is_half_full;
        window.min(paced.max(self.clocked))
    }

    /// Bytes per second at which packets leave. A window that is no rate is spread over the round trip, a little
    /// faster than it comes back (RFC 9002 §7.7): a whole window at once overflows queues that it would fit through.
    pub(super) fn pacing_rate(&self) -> Option<u64> {
        let chosen = self.congestion.pacing_rate();
        let least = self.rto.least().filter(|least| *least >= SHORT_TRIP);
        let (None, true, Some(least)) = (chosen, self.settings.pacing, least) else {
            return chosen;
        };
        let cwnd = self.congestion.cwnd();
        let is_opening = cwnd < self.congestion.ssthresh();
        let gained = if is_opening { cwnd.saturating_mul(2) } else { cwnd / 4 * 5 };
        // What a busy process adds to trips is no room on the way.
        let trip = self.rto.smoothed()?.min(least.saturating_mul(2));
        per_second(gained, trip).map(|rate| rate.max(segment(&self.pmtu)))
    }

    /// Packets that may leave at once, as far as windows allow.
    pub(crate) fn burst_left(&self) -> usize {
        if self.is_bounded() { self.burst as usize } else { usize::MAX }
    }

    fn is_bounded(&self) -> bool {
        self.settings.max_burst > 0 && !self.is_short() && self.pacing_rate().is_none()
    }

    /// What a SACK acknowledged makes room for as much, in bursts of a part of the window.
    pub(super) fn clock(&mut self, bytes: u64) {
        if self.congestion.pacing_rate().is_none() {
            let most = self.congestion.cwnd() / u64::from(MOST_LATE);
            self.clocked = self.clocked.saturating_add(bytes).min(most);
        }
    }

    /// What is under way is another matter from now on: a timeout, another controller.
    pub(super) fn begin_pace_anew(&mut self) {
        self.clocked = 0;
        self.pacer = super::pacer::Pacer::default();
    }
}
