//! Spreads a path's packets over time where its congestion control names a rate.

use std::time::Duration;

use crate::Now;

/// Least time that one release covers: fewer, larger bursts cost fewer wake-ups.
const SLACK: Duration = Duration::from_micros(500);

/// Virtual time of the next byte.
#[derive(Clone, Debug, Default)]
pub(super) struct Pacer {
    next: Now,
    /// When a sender that was refused may come back.
    blocked_until: Option<Now>,
}

impl Pacer {
    /// Bytes that may leave now at `rate`; 0 sets the alarm that [`Pacer::blocked_until`] tells.
    pub(super) fn allowance(&mut self, now: Now, rate: u64, segment: u64) -> u64 {
        let slack = SLACK.max(time_of(segment.saturating_mul(2), rate));
        self.next = self.next.max(now.saturating_sub(slack));
        let horizon = now.saturating_add(slack);
        let bytes = bytes_in(horizon.saturating_sub(self.next), rate);
        if bytes >= segment {
            self.blocked_until = None;
            return bytes;
        }
        // Then a whole release fits, which makes wake-ups rare.
        let due = self.next.max(now.saturating_add(Duration::from_micros(1)));
        self.blocked_until = Some(due);
        0
    }

    pub(super) fn sent(&mut self, bytes: u64, rate: u64) {
        self.next = self.next.saturating_add(time_of(bytes, rate));
    }

    pub(super) fn blocked_until(&self) -> Option<Now> {
        self.blocked_until
    }

    /// True once when the alarm has gone off.
    pub(super) fn released(&mut self, now: Now) -> bool {
        let released = self.blocked_until.is_some_and(|at| at <= now);
        if released {
            self.blocked_until = None;
        }
        released
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
            let allowance = pacer.allowance(now, rate, segment);
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
    fn an_idle_path_keeps_no_credit_beyond_one_release() {
        let mut pacer = Pacer::default();
        pacer.allowance(Duration::ZERO, 10_000_000, 1452);
        let allowance = pacer.allowance(Duration::from_secs(100), 10_000_000, 1452);
        assert!(allowance <= 10_000, "{allowance}");
        assert!(pacer.allowance(Duration::MAX, u64::MAX, u64::MAX) > 0);
    }
}
