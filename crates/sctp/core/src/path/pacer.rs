//! Spreads a path's packets over time, at the rate of its congestion control or of its window.

use std::time::Duration;

use crate::Now;

/// Least time that one release covers: fewer, larger bursts cost fewer wake-ups.
const SLACK: Duration = Duration::from_micros(500);

/// Packets that a sender which has rested may send at once: a message of a few dozen would otherwise take a part of a
/// round trip to leave, for no queue that notices.
const REST: u64 = 64;

/// Virtual time of the next byte.
#[derive(Clone, Debug, Default)]
pub(super) struct Pacer {
    next: Now,
    /// When a sender that was refused may come back.
    blocked_until: Option<Now>,
    /// How late it came back last.
    late: Duration,
}

impl Pacer {
    /// Bytes that may leave now at `rate`; 0 sets the alarm that [`Pacer::blocked_until`] tells. A sender that
    /// had to wait and comes late, as its process computed, makes up for as much as `most_late`.
    pub(super) fn allowance(
        &mut self,
        now: Now,
        rate: u64,
        segment: u64,
        most_late: Duration,
    ) -> u64 {
        self.released(now);
        let slack = SLACK.max(time_of(segment.saturating_mul(2), rate));
        let rest = time_of(segment.saturating_mul(REST), rate);
        let credit = slack.max(rest).max(self.late.min(most_late));
        self.next = self.next.max(now.saturating_sub(credit));
        // What left without regard to the pace, as much as was acknowledged, is no debt for longer than a release.
        self.next = self.next.min(now.saturating_add(slack.saturating_mul(2)));
        let horizon = now.saturating_add(slack);
        let bytes = bytes_in(horizon.saturating_sub(self.next), rate);
        if bytes >= segment {
            self.blocked_until = None;
            return bytes;
        }
        self.late = Duration::ZERO;
        // Then a whole release fits, which makes wake-ups rare.
        let due = self.next.max(now.saturating_add(Duration::from_micros(1)));
        self.blocked_until = Some(due);
        0
    }

    pub(super) fn sent(&mut self, bytes: u64, rate: u64) {
        self.next = self.next.saturating_add(time_of(bytes, rate));
    }

    /// The pace is not what holds: time that passes now is no delay, and nobody has to come back for it.
    pub(super) fn rest(&mut self) {
        (self.late, self.blocked_until) = (Duration::ZERO, None);
    }

    pub(super) fn blocked_until(&self) -> Option<Now> {
        self.blocked_until
    }

    /// True once when the alarm has gone off.
    pub(super) fn released(&mut self, now: Now) -> bool {
        let due = self.blocked_until.take_if(|at| *at <= now);
        self.late = due.map_or(self.late, |at| now.saturating_sub(at));
        due.is_some()
    }
}

fn time_of(bytes: u64, rate: u64) -> Duration {
    let nanos = u128::from(bytes) * 1_000_000_000 / u128::from(rate.max(1));
    Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
}

fn bytes_in(time: Duration, rate: u64) -> u64 {
    let nanos = time.as_nanos().min(u128::from(u64::MAX));
    u64::try_from(nanos * u128::from(rate) / 1_000_000_000).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_greedy_sender_gets_the_rate_and_no_more() {
        let (rate, segment) = (10_000_000, 1452);
        let mut pacer = Pacer::default();
        let (mut now, mut sent, mut wakes) = (Duration::ZERO, 0_u64, 0);
        while now < Duration::from_secs(1) {
            let allowance = pacer.allowance(now, rate, segment, Duration::ZERO);
            if allowance == 0 {
                now = pacer.blocked_until().expect("an alarm is set");
                assert!(pacer.released(now));
                wakes += 1;
                continue;
            }
            sent += segment;
            pacer.sent(segment, rate);
        }
        assert!((9_900_000..10_100_000).contains(&sent), "{sent}");
        assert!(wakes < 2500, "{wakes} wake-ups");
    }

    #[test]
    fn an_idle_path_keeps_no_credit_beyond_what_may_leave_after_a_rest() {
        let mut pacer = Pacer::default();
        let segment = 1452;
        pacer.allowance(Duration::ZERO, 10_000_000, segment, Duration::ZERO);
        let now = Duration::from_secs(100);
        let allowance = pacer.allowance(now, 10_000_000, segment, Duration::ZERO);
        assert!(allowance <= REST * segment + 5_000, "{allowance}");
        assert!(pacer.allowance(Duration::MAX, u64::MAX, u64::MAX, Duration::MAX) > 0);
    }

    #[test]
    fn a_sender_that_comes_late_makes_up_for_it() {
        let (rate, segment, late) = (200_000_000, 1452, Duration::from_millis(5));
        let mut pacer = Pacer::default();
        let (mut now, mut sent) = (Duration::ZERO, 0_u64);
        while now < Duration::from_secs(1) {
            match pacer.allowance(now, rate, segment, late) {
                0 => now += Duration::from_millis(4),
                _ => {
                    sent += segment;
                    pacer.sent(segment, rate);
                }
            }
        }
        assert!((190_000_000..202_000_000).contains(&sent), "{sent}");
        // One that had nothing to send does not.
        pacer.rest();
        let allowance = pacer.allowance(now, rate, segment, late);
        assert!(allowance <= 200_000, "{allowance}");
    }

    #[test]
    fn what_left_regardless_of_the_pace_holds_nobody_up_for_long() {
        let (rate, segment) = (1_000_000, 1452);
        let mut pacer = Pacer::default();
        pacer.sent(100_000_000, rate);
        assert_eq!(pacer.allowance(Duration::ZERO, rate, segment, Duration::ZERO), 0);
        let due = pacer.blocked_until().expect("an alarm is set");
        assert!(due < Duration::from_millis(10), "{due:?}");
    }
}
