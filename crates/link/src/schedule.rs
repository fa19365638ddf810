//! How often each method is polled (Nexus' `skip_poll`).
//!
//! Polling an expensive, quiet method on every call would slow a cheap, busy one. Each method has an
//! interval, counted in polls: fixed, or adaptive, doubling while nothing comes and falling to one
//! as soon as something does.

use std::time::Duration;

/// How a method's interval is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PollInterval {
    /// On every n-th poll.
    Fixed(u32),
    /// By arrivals, up to a limit that follows from the cost of the poll.
    Adaptive,
}

/// The schedule of one method.
#[derive(Clone, Debug)]
pub struct Schedule {
    interval: u32,
    limit: u32,
    countdown: u32,
    adaptive: bool,
}

impl Schedule {
    /// A schedule for a method whose empty poll costs `cost`, where the cheapest method's costs
    /// `cheapest`.
    pub fn new(setting: PollInterval, cost: Duration, cheapest: Duration) -> Self {
        match setting {
            PollInterval::Fixed(n) => {
                Schedule { interval: n.max(1), limit: n.max(1), countdown: 1, adaptive: false }
            }
            PollInterval::Adaptive => {
                let ratio = cost.as_nanos() / cheapest.as_nanos().max(1);
                // An idle method may add a few hundredths to the cost of a poll, not more.
                let limit = (ratio * 16).clamp(1, 4096) as u32;
                let limit = if ratio <= 1 { 1 } else { limit };
                Schedule { interval: 1, limit, countdown: 1, adaptive: true }
            }
        }
    }

    /// Whether it is this method's turn.
    #[inline]
    pub fn due(&mut self) -> bool {
        self.countdown -= 1;
        if self.countdown != 0 {
            return false;
        }
        self.countdown = self.interval;
        true
    }

    /// Learns from a poll that took `found` frames.
    #[inline]
    pub fn learn(&mut self, found: usize) {
        if !self.adaptive {
            return;
        }
        self.interval = if found != 0 { 1 } else { (self.interval * 2).min(self.limit) };
        self.countdown = self.countdown.min(self.interval);
    }

    /// The next poll is this method's turn (before sleeping nothing is skipped).
    pub fn hurry(&mut self) {
        self.countdown = 1;
    }

    /// Polls between two turns at present.
    pub fn interval(&self) -> u32 {
        self.interval
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turns(schedule: &mut Schedule, polls: usize, found: usize) -> usize {
        let mut turns = 0;
        for _ in 0..polls {
            if schedule.due() {
                turns += 1;
                schedule.learn(found);
            }
        }
        turns
    }

    #[test]
    fn a_fixed_interval_is_kept() {
        let ns = Duration::from_nanos;
        let mut schedule = Schedule::new(PollInterval::Fixed(20), ns(1000), ns(10));
        assert_eq!(turns(&mut schedule, 400, 1), 20);
    }

    #[test]
    fn a_quiet_expensive_method_is_polled_seldom_and_a_busy_one_always() {
        let ns = Duration::from_nanos;
        let mut schedule = Schedule::new(PollInterval::Adaptive, ns(1000), ns(10));
        assert!(turns(&mut schedule, 100_000, 0) < 200);
        schedule.hurry();
        assert!(turns(&mut schedule, 100, 1) >= 99);
    }

    #[test]
    fn the_cheapest_method_is_polled_always() {
        let ns = Duration::from_nanos;
        let mut schedule = Schedule::new(PollInterval::Adaptive, ns(10), ns(10));
        assert_eq!(turns(&mut schedule, 100, 0), 100);
    }
}
