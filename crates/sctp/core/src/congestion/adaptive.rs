//! CUBIC until losses turn out to be no sign of congestion, the BBR-like model from then on.
//!
//! Idea: a loss with a queue before it says that the path is full, and CUBIC shares it well. A loss
//! while packets travel as quickly as ever says that the path damages packets; to give way to those
//! only makes it slow, so that the window stays, unless a good part of it is gone at once, as where a
//! queue too short to be noticed overflows. Cost: one comparison per SACK.

use std::time::Duration;

use super::queue::{Spared, has_queue, smooth};
use super::{Acked, Bbr, Congestion, CongestionSettings, Cubic};
use crate::Now;

/// Losses without a queue, more than with one, that decide.
const ENOUGH: u32 = 3;
/// How old the shortest round trip may become before it is measured anew: routes change.
const LONGEST: Duration = Duration::from_secs(60);

/// The algorithm that chooses.
#[derive(Clone, Debug)]
pub struct Adaptive {
    settings: CongestionSettings,
    segment: u64,
    cubic: Cubic,
    /// In charge once losses were found to be no sign of congestion.
    bbr: Option<Bbr>,
    shortest: Option<(Duration, Now)>,
    smoothed: Duration,
    score: u32,
    /// A recovery that counts as no sign of congestion, while it lasts and CUBIC is in charge.
    spared: Option<Spared>,
}

impl Adaptive {
    /// A controller for a path whose largest DATA chunk is `segment` bytes.
    #[must_use]
    pub fn new(segment: u64, settings: CongestionSettings) -> Self {
        Self {
            settings,
            segment,
            cubic: Cubic::new(segment, settings),
            bbr: None,
            shortest: None,
            smoothed: Duration::ZERO,
            score: 0,
            spared: None,
        }
    }

    fn leader(&mut self) -> &mut dyn Congestion {
        match &mut self.bbr {
            Some(bbr) => bbr,
            None => &mut self.cubic,
        }
    }

    fn in_charge(&self) -> &dyn Congestion {
        match &self.bbr {
            Some(bbr) => bbr,
            None => &self.cubic,
        }
    }

    fn measure(&mut self, now: Now, rtt: Duration) {
        let is_old = |at: Now| now.saturating_sub(at) > LONGEST;
        if self.shortest.is_none_or(|(least, at)| rtt <= least || is_old(at)) {
            self.shortest = Some((rtt, now));
        }
        self.smoothed = smooth(self.smoothed, rtt);
    }

    /// A loss: true if it was no sign of congestion, as there was no queue before it.
    fn judge(&mut self) -> bool {
        let Some((shortest, _)) = self.shortest else { return false };
        if has_queue(shortest, self.smoothed) {
            self.score = self.score.saturating_sub(1);
            return false;
        }
        self.score += 1;
        if self.score >= ENOUGH && self.bbr.is_none() {
            let cwnd = self.cubic.cwnd();
            self.bbr = Some(Bbr::after(self.segment, self.settings, cwnd, self.shortest));
        }
        true
    }
}

impl Congestion for Adaptive {
    fn on_sent(&mut self, now: Now, bytes: u64, in_flight: u64) {
        self.leader().on_sent(now, bytes, in_flight);
    }

    fn on_acked(&mut self, ack: &Acked) {
        if let Some(rtt) = ack.rtt.filter(|rtt| !rtt.is_zero()) {
            // Longer trips are no measurement, and would overflow.
            self.measure(ack.now, rtt.min(Duration::from_secs(3600)));
        }
        // What is missing without a queue holds the window's growth up no more than a cut would.
        let advanced = ack.advanced || self.score > 0;
        self.leader().on_acked(&Acked { advanced, ..*ack });
    }

    fn on_fast_retransmit(&mut self, now: Now, in_flight: u64) {
        let is_damage = self.judge();
        if is_damage && self.bbr.is_none() {
            self.spared = Some(Spared::new(in_flight));
        } else {
            self.leader().on_fast_retransmit(now, in_flight);
        }
    }

    fn on_lost(&mut self, now: Now, bytes: u64, in_flight: u64) {
        let segment = self.segment;
        if self.spared.as_mut().is_some_and(|spared| spared.is_overflow(bytes, segment)) {
            self.spared = None;
            self.score = self.score.saturating_sub(2);
            self.leader().on_fast_retransmit(now, in_flight);
        } else {
            self.leader().on_lost(now, bytes, in_flight);
        }
    }

    fn on_recovered(&mut self, now: Now) {
        self.spared = None;
        self.leader().on_recovered(now);
    }

    fn snapshot(&self) -> Box<dyn Congestion> {
        Box::new(self.clone())
    }

    fn on_timeout(&mut self, now: Now, in_flight: u64) {
        self.spared = None;
        self.leader().on_timeout(now, in_flight);
    }

    fn on_ecn(&mut self, now: Now, in_flight: u64) {
        // Whoever marks has a queue.
        self.score = 0;
        self.leader().on_ecn(now, in_flight);
    }

    fn on_idle(&mut self, now: Now) {
        self.leader().on_idle(now);
    }

    fn set_segment(&mut self, segment: u64) {
        self.segment = segment;
        self.leader().set_segment(segment);
    }

    fn cwnd(&self) -> u64 {
        self.in_charge().cwnd()
    }

    fn ssthresh(&self) -> u64 {
        self.in_charge().ssthresh()
    }

    fn pacing_rate(&self) -> Option<u64> {
        self.in_charge().pacing_rate()
    }

    fn name(&self) -> &'static str {
        if self.bbr.is_some() { "adaptive, now bbr" } else { "adaptive" }
    }
}
