//! How often each method is polled (Nexus' `skip_poll`).
//!
//! Polling an expensive, quiet method on every call would slow a cheap, busy one. Each method has an
//! interval, counted in polls: fixed, or adaptive. An adaptive one follows the arrivals. Right after one
//! there may be more, so the method is polled at once again. Then the time since the arrival before says
//! when the next is likely: until shortly before, the method is left alone, around it, it is polled
//! often. When nothing comes for long, the interval grows to a limit at which the polls cost a few
//! hundredths of those of the cheapest method.

use std::time::Duration;

/// How a method's interval is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PollInterval {
    /// On every n-th poll.
    Fixed(u32),
    /// By arrivals, up to a limit that follows from the cost of the poll.
    Adaptive,
}

/// Longest interval of an adaptive schedule.
const LONGEST: u32 = 4096;
/// An idle method may cost this part of the cheapest.
const SHARE: u32 = 32;
/// However cheap a poll looks, where a cheaper method is a silent one is left alone for so many: what is
/// measured has the clock in it, and a call of a method is never for nothing.
const LEAST: u32 = 64;
/// Polls right after an arrival, in case there is more.
const EAGER: u32 = 2;
/// The interval of a method that has no turns.
const NEVER: u32 = u32::MAX;

/// The schedule of one method.
#[derive(Clone, Debug)]
pub struct PollSchedule {
    interval: u32,
    limit: u32,
    countdown: u32,
    adaptive: bool,
    /// No method is cheaper by its own account: it is polled always.
    cheapest: bool,
    /// No turns but those after [`PollSchedule::hurry`].
    excluded: bool,
    /// An empty poll, in nanoseconds.
    cost: f32,
    /// Costs that were measured.
    measured: u32,
    /// Polls between two arrivals, as far as they are regular; 0: not known.
    gap: u32,
    /// Polls since the last arrival.
    silence: u32,
    /// Turns since the last arrival.
    turns: u32,
}

impl PollSchedule {
    /// A schedule for a method whose empty poll costs `cost`, where the cheapest method's costs
    /// `cheapest`.
    pub fn new(setting: PollInterval, cost: Duration, cheapest: Duration) -> Self {
        let (interval, adaptive) = match setting {
            PollInterval::Fixed(n) => (n.max(1), false),
            PollInterval::Adaptive => (1, true),
        };
        let mut schedule = PollSchedule {
            interval,
            limit: interval,
            countdown: 1,
            adaptive,
            cheapest: cost <= cheapest,
            excluded: false,
            cost: nanoseconds(cost),
            measured: 0,
            gap: 0,
            silence: 0,
            turns: 0,
        };
        schedule.compare(nanoseconds(cheapest));
        schedule
    }

    /// Sets the interval anew; what was measured stays.
    pub(crate) fn set(&mut self, setting: PollInterval) {
        let excluded = std::mem::replace(&mut self.excluded, false);
        (self.interval, self.adaptive) = match setting {
            PollInterval::Fixed(n) => (n.max(1), false),
            PollInterval::Adaptive => (1, true),
        };
        // The next comparison of costs sets that of an adaptive one.
        self.limit = if self.adaptive && !self.cheapest { LEAST } else { self.interval };
        (self.gap, self.silence, self.turns, self.countdown) = (0, 0, 0, 1);
        self.exclude(excluded);
    }

    /// Sets the limit by the cost of the cheapest method.
    pub(crate) fn compare(&mut self, cheapest: f32) {
        if !self.adaptive {
            return;
        }
        let ratio = self.cost / cheapest.max(1.0);
        let limit = ((ratio * SHARE as f32) as u32).clamp(LEAST, LONGEST);
        self.limit = if self.cheapest { 1 } else { limit };
    }

    /// An empty poll, in nanoseconds.
    pub(crate) fn cost(&self) -> f32 {
        self.cost
    }

    /// Costs that were measured.
    pub(crate) fn measured(&self) -> u32 {
        self.measured
    }

    /// Learns from an empty poll that took this long.
    pub(crate) fn measure(&mut self, took: Duration) {
        // A process that was put aside in the middle says nothing about the method.
        let took = nanoseconds(took).min(self.cost * 8.0 + 100.0);
        let weight = if self.measured < 8 { 0.3 } else { 0.1 };
        self.cost += (took - self.cost) * weight;
        self.measured = self.measured.saturating_add(1);
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
        if self.adaptive && (self.limit != 1 || self.interval != 1) {
            self.adapt(found != 0);
        }
    }

    fn adapt(&mut self, found: bool) {
        if self.excluded {
            return;
        }
        self.silence = self.silence.saturating_add(self.interval);
        if found {
            self.gap = self.next_gap();
            (self.silence, self.turns) = (0, 0);
            self.interval = 1;
        } else {
            self.turns = self.turns.saturating_add(1);
            self.interval = self.pause().clamp(1, self.limit);
        }
        self.countdown = self.interval;
    }

    /// What is thought of the time between arrivals, now that there is one.
    fn next_gap(&self) -> u32 {
        if self.silence > 8 * LONGEST {
            return 0;
        }
        if self.turns < EAGER {
            // More of the same: it says nothing about when the next will begin.
            return if self.silence <= EAGER { self.gap - self.gap / 8 } else { self.gap };
        }
        let known = if self.gap == 0 { self.silence } else { self.gap };
        known / 2 + self.silence / 2
    }

    /// How long to leave the method alone after a poll that found nothing.
    fn pause(&self) -> u32 {
        if self.turns < EAGER {
            1
        } else if self.turns == EAGER && self.gap > 8 {
            self.gap / 4 * 3
        } else if self.silence < self.gap.saturating_mul(2) {
            self.gap / 16
        } else {
            self.silence / 2
        }
    }

    /// The next poll is this method's turn (before sleeping nothing is skipped).
    pub fn hurry(&mut self) {
        self.countdown = 1;
    }

    /// Takes all turns but those after [`PollSchedule::hurry`] away, or gives them back.
    pub(crate) fn exclude(&mut self, excluded: bool) {
        if self.excluded == excluded {
            return;
        }
        self.excluded = excluded;
        if excluded {
            // A fixed interval is kept as the limit.
            self.interval = NEVER;
        } else {
            self.interval = if self.adaptive { 1 } else { self.limit };
        }
        self.countdown = self.interval;
    }

    /// Polls between two turns at present; `None` where there are none.
    pub fn interval(&self) -> Option<u32> {
        (!self.excluded).then_some(self.interval)
    }
}

fn nanoseconds(time: Duration) -> f32 {
    time.as_nanos() as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    const NS: fn(u64) -> Duration = Duration::from_nanos;

    fn dear() -> PollSchedule {
        PollSchedule::new(PollInterval::Adaptive, NS(1000), NS(10))
    }

    fn turns(schedule: &mut PollSchedule, polls: usize, found: usize) -> usize {
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
        let mut schedule = PollSchedule::new(PollInterval::Fixed(20), NS(1000), NS(10));
        assert_eq!(turns(&mut schedule, 400, 1), 20);
    }

    #[test]
    fn an_interval_that_is_set_later_holds() {
        let mut schedule = dear();
        turns(&mut schedule, 1000, 0);
        schedule.set(PollInterval::Fixed(10));
        assert_eq!(turns(&mut schedule, 400, 1), 40);
        schedule.set(PollInterval::Adaptive);
        assert_eq!(turns(&mut schedule, 100, 1), 100);
        assert!(turns(&mut schedule, 100_000, 0) < 2000);
        // One without turns gets none by that.
        schedule.exclude(true);
        schedule.set(PollInterval::Fixed(10));
        assert_eq!((turns(&mut schedule, 1000, 0), schedule.interval()), (0, None));
        schedule.exclude(false);
        assert_eq!(turns(&mut schedule, 400, 1), 40);
    }

    #[test]
    fn a_quiet_expensive_method_is_polled_seldom_and_a_busy_one_always() {
        let mut schedule = dear();
        assert!(turns(&mut schedule, 100_000, 0) < 200);
        schedule.hurry();
        assert!(turns(&mut schedule, 100, 1) >= 99);
    }

    #[test]
    fn the_cheapest_method_is_polled_always() {
        let mut schedule = PollSchedule::new(PollInterval::Adaptive, NS(10), NS(10));
        assert_eq!(turns(&mut schedule, 100, 0), 100);
    }

    #[test]
    fn what_comes_regularly_is_awaited_with_few_polls_and_found_soon() {
        let mut schedule = dear();
        let (mut turns, mut late, gap) = (0, 0, 800);
        for arrival in 1..=200 {
            let mut polls = 0;
            loop {
                polls += 1;
                if !schedule.due() {
                    continue;
                }
                turns += usize::from(arrival > 100);
                schedule.learn(usize::from(polls >= gap));
                if polls >= gap {
                    break;
                }
            }
            late += if arrival > 100 { polls - gap } else { 0 };
        }
        assert!(turns < 100 * 12, "{turns} polls for 100 arrivals");
        assert!(late < 100 * gap / 10, "{late} polls late in 100 arrivals");
    }

    #[test]
    fn a_method_that_turns_out_to_be_cheap_is_polled_more_often() {
        let mut schedule = dear();
        let before = turns(&mut schedule, 100_000, 0);
        (0..100).for_each(|_| schedule.measure(NS(100)));
        schedule.compare(10.0);
        assert!(turns(&mut schedule, 100_000, 0) > 4 * before);
        (0..100).for_each(|_| schedule.measure(NS(12)));
        schedule.compare(10.0);
        schedule.hurry();
        let often = turns(&mut schedule, 100 * LEAST as usize, 0);
        assert!((99..200).contains(&often), "{often} turns");
    }

    #[test]
    fn one_measurement_gone_wrong_changes_little() {
        let mut schedule = dear();
        (0..100).for_each(|_| schedule.measure(NS(1000)));
        schedule.measure(Duration::from_secs(1));
        assert!(schedule.cost() < 2000.0);
    }

    #[test]
    fn what_is_excluded_has_turns_when_hurried_only() {
        for setting in [PollInterval::Adaptive, PollInterval::Fixed(20)] {
            let mut schedule = PollSchedule::new(setting, NS(1000), NS(10));
            turns(&mut schedule, 1000, 0);
            schedule.exclude(true);
            assert_eq!((turns(&mut schedule, 100_000, 0), schedule.interval()), (0, None));
            schedule.hurry();
            assert_eq!(turns(&mut schedule, 100_000, 1), 1);
            schedule.exclude(false);
            assert!(turns(&mut schedule, 1000, 0) > 0);
        }
    }
}
