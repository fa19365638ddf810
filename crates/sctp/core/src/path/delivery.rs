//! How many bytes a path delivers in a second, from the times at which acknowledgements come.

use std::time::Duration;

use crate::Now;
use crate::congestion::filter::per_second;

/// Least time that a measurement takes: acknowledgements come in batches.
const LEAST: Duration = Duration::from_millis(1);

/// Of the sums this part is forgotten with each measurement.
const FORGET: u64 = 8;

/// The rate of one path.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PathDelivery {
    /// When the acknowledgement came that began the measurement, and the bytes acknowledged since.
    begun: Option<(Now, u64)>,
    /// Bytes, and nanoseconds in which they were delivered; older measurements weigh less and less, so that
    /// a pause of either end and the batch after it make one rate.
    sums: Option<(u64, u64)>,
    /// The rate of the last measurement alone.
    last: u64,
}

impl PathDelivery {
    /// The rate in bytes per second, never 0.
    pub(super) fn rate(&self) -> Option<u64> {
        self.sums.map(|(bytes, nanos)| rate_of(bytes, nanos))
    }

    /// The rate that the path has at best now: that of the last measurement, where it grows.
    pub(super) fn best(&self) -> Option<u64> {
        self.rate().map(|rate| rate.max(self.last))
    }

    /// `bytes` were acknowledged; `idle` if nothing is under way any more, `app_limited` if there was too
    /// little to send. `trip` is the usual round trip.
    pub(super) fn acked(
        &mut self,
        now: Now,
        bytes: u64,
        trip: Duration,
        idle: bool,
        app_limited: bool,
    ) {
        // What the first acknowledgement tells of was under way for a time that nobody knows.
        let Some((since, before)) = self.begun else {
            self.begun = (!idle).then_some((now, 0));
            return;
        };
        let (time, bytes) = (now.saturating_sub(since), before.saturating_add(bytes));
        if time >= LEAST.max(trip / 2) {
            let nanos = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
            let old = self.rate();
            self.last = rate_of(bytes, nanos);
            // With little to send the path is at least as fast.
            if !app_limited || old.is_none_or(|old| self.last > old) {
                let (b, n) = self.sums.unwrap_or_default();
                let weigh = |sum: u64| sum - sum / FORGET;
                self.sums = Some((weigh(b).saturating_add(bytes), weigh(n).saturating_add(nanos)));
            }
            self.begun = Some((now, 0));
        } else {
            self.begun = Some((since, bytes));
        }
        if idle {
            self.begun = None;
        }
    }
}

/// Never 0.
fn rate_of(bytes: u64, nanos: u64) -> u64 {
    per_second(bytes, Duration::from_nanos(nanos.max(1))).unwrap_or(u64::MAX).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn what_comes_between_two_acknowledgements_is_the_rate() {
        let mut delivery = PathDelivery::default();
        delivery.acked(ms(10), 50_000, ms(4), false, false);
        assert_eq!(delivery.rate(), None);
        delivery.acked(ms(11), 1_000, ms(4), false, false);
        assert_eq!(delivery.rate(), None, "too short a time");
        delivery.acked(ms(12), 1_000, ms(4), false, false);
        assert_eq!(delivery.rate(), Some(1_000_000));
        // Little to send says nothing of the path; more than was thought does.
        delivery.acked(ms(14), 10, ms(4), false, true);
        assert_eq!(delivery.rate(), Some(1_000_000));
        delivery.acked(ms(16), 7_990, ms(4), true, true);
        let rate = delivery.rate().expect("measured");
        assert!((2_500_000..2_700_000).contains(&rate), "{rate}");
        // A pause is no part of it, and old times are forgotten.
        for n in 0..100 {
            delivery.acked(ms(900 + 4 * n), 2_000, ms(4), false, false);
        }
        let rate = delivery.rate().expect("measured");
        assert!((490_000..510_000).contains(&rate), "{rate}");
    }
}
