//! Filters that BBR's model is made of: the greatest rate of the last rounds, and the rate itself.

use std::time::Duration;

use crate::Now;

/// Greatest value seen in a sliding window of rounds, with its two successors (three samples, as
/// in Kathleen Nichols' windowed filter): constant space and time.
#[derive(Clone, Debug, Default)]
pub(super) struct WindowedMax {
    best: [(u64, u64); 3],
}

impl WindowedMax {
    /// Takes `value` of `round`, forgetting what is older than `window` rounds.
    pub(super) fn update(&mut self, value: u64, round: u64, window: u64) {
        let sample = (round, value);
        if value >= self.best[0].1 || round.saturating_sub(self.best[2].0) > window {
            self.best = [sample; 3];
            return;
        }
        if value >= self.best[1].1 {
            self.best[1] = sample;
            self.best[2] = sample;
        } else if value >= self.best[2].1 {
            self.best[2] = sample;
        }
        self.age(sample, window);
    }

    fn age(&mut self, sample: (u64, u64), window: u64) {
        let age = sample.0.saturating_sub(self.best[0].0);
        if age > window {
            self.best = [self.best[1], self.best[2], sample];
            if sample.0.saturating_sub(self.best[0].0) > window {
                self.best = [self.best[1], self.best[2], sample];
            }
        } else if self.best[1].0 == self.best[0].0 && age > window / 4 {
            self.best[1] = sample;
            self.best[2] = sample;
        } else if self.best[2].0 == self.best[1].0 && age > window / 2 {
            self.best[2] = sample;
        }
    }

    /// The greatest value in the window, 0 before the first.
    pub(super) fn get(&self) -> u64 {
        self.best[0].1
    }
}

/// Checkpoints kept by [`DeliveryRate`].
const CHECKPOINTS: usize = 64;

/// Rate of delivery over the last round trip, without state per packet: a ring of (time, bytes
/// delivered) tells how much had been delivered when the acknowledged chunk was sent.
#[derive(Clone, Debug)]
pub(super) struct DeliveryRate {
    ring: [(Now, u64); CHECKPOINTS],
    len: usize,
    next: usize,
}

impl Default for DeliveryRate {
    fn default() -> Self {
        Self { ring: [(Duration::ZERO, 0); CHECKPOINTS], len: 0, next: 0 }
    }
}

impl DeliveryRate {
    /// Remembers that `delivered` bytes had been delivered at `now`; checkpoints closer together
    /// than `spacing` are not kept.
    pub(super) fn checkpoint(&mut self, now: Now, delivered: u64, spacing: Duration) {
        let newest = self.ring[(self.next + CHECKPOINTS - 1) % CHECKPOINTS];
        if self.len > 0 && now.saturating_sub(newest.0) < spacing {
            return;
        }
        self.ring[self.next] = (now, delivered);
        self.next = (self.next + 1) % CHECKPOINTS;
        self.len = (self.len + 1).min(CHECKPOINTS);
    }

    /// Bytes per second since the newest checkpoint that is at least `rtt` old, which makes the
    /// interval a round trip or a little more.
    pub(super) fn rate(&self, now: Now, delivered: u64, rtt: Duration) -> Option<u64> {
        let since = now.saturating_sub(rtt);
        let (at, then) = (1..=self.len)
            .map(|back| self.ring[(self.next + CHECKPOINTS - back) % CHECKPOINTS])
            .find(|&(at, _)| at <= since)?;
        per_second(delivered.saturating_sub(then), now.saturating_sub(at))
    }
}

/// `bytes` in `time` as bytes per second.
pub(crate) fn per_second(bytes: u64, time: Duration) -> Option<u64> {
    let nanos = time.as_nanos();
    if nanos == 0 {
        return None;
    }
    let rate = u128::from(bytes) * 1_000_000_000 / nanos;
    Some(u64::try_from(rate).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_maximum_is_forgotten_after_its_window() {
        let mut max = WindowedMax::default();
        max.update(100, 0, 10);
        for round in 1..=10 {
            max.update(50, round, 10);
            assert_eq!(max.get(), 100, "round {round}");
        }
        max.update(50, 11, 10);
        assert_eq!(max.get(), 50);
    }

    #[test]
    fn the_rate_is_that_of_a_steady_stream() {
        let mut rate = DeliveryRate::default();
        let rtt = Duration::from_millis(10);
        for ms in 0..100u64 {
            rate.checkpoint(Duration::from_millis(ms), ms * 1000, rtt / 16);
        }
        let got = rate.rate(Duration::from_millis(100), 100_000, rtt);
        assert_eq!(got, Some(1_000_000));
    }
}
