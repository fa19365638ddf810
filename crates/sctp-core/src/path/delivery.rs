//! How many bytes a path delivers in a second, from the times at which acknowledgements come.

use std::time::Duration;

use crate::Now;

/// Least time that a measurement takes: acknowledgements come in batches.
const LEAST: Duration = Duration::from_millis(1);

/// The rate of one path.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Delivery {
    /// When the acknowledgement came that began the measurement, and the bytes acknowledged since.
    begun: Option<(Now, u64)>,
    /// Bytes in a second.
    rate: Option<u64>,
}

impl Delivery {
    /// The last rate measured, in bytes per second, never 0.
    pub(super) fn rate(&self) -> Option<u64> {
        self.rate
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
            let rate = u128::from(bytes) * 1_000_000_000 / time.as_nanos().max(1);
            let rate = u64::try_from(rate).unwrap_or(u64::MAX).max(1);
            // With little to send the path is at least as fast.
            if !app_limited || self.rate.is_none_or(|old| rate > old) {
                self.rate = Some(rate);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn what_comes_between_two_acknowledgements_is_the_rate() {
        let mut delivery = Delivery::default();
        delivery.acked(ms(10), 50_000, ms(4), false, false);
        assert_eq!(delivery.rate(), None);
        delivery.acked(ms(11), 1_000, ms(4), false, false);
        assert_eq!(delivery.rate(), None, "too short a time");
        delivery.acked(ms(12), 1_000, ms(4), false, false);
        assert_eq!(delivery.rate(), Some(1_000_000));
        // Little to send says nothing of the path; more than was thought does.
        delivery.acked(ms(14), 10, ms(4), false, true);
        assert_eq!(delivery.rate(), Some(1_000_000));
        delivery.acked(ms(16), 4_000, ms(4), true, true);
        assert_eq!(delivery.rate(), Some(2_000_000));
        // A pause is no part of it.
        delivery.acked(ms(900), 4_000, ms(4), false, false);
        delivery.acked(ms(904), 2_000, ms(4), false, false);
        assert_eq!(delivery.rate(), Some(500_000));
    }
}
