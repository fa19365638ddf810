//! Retransmission timeout from measured round trips (RFC 9260 §6.3.1).

use std::time::Duration;

/// What a timeout allows beyond the mean trip at least, however alike the trips are: the peer delays its
/// SACKs, and processes wait for a processor. Less where `RTO.Min` is.
const MARGIN: Duration = Duration::from_millis(10);

/// Bounds and constants of the estimator.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RtoSettings {
    /// `RTO.Initial`. RFC 9260 §16 says 1 s, for paths across the world; the default is 200 ms.
    pub initial: Duration,
    /// `RTO.Min`. RFC 9260 §16 says 1 s. The default is 10 ms, fit for a data centre whose trips take
    /// microseconds: it must only exceed the peer's delay of SACKs plus what its scheduler adds. Set
    /// it to 1 s on the open internet.
    pub min: Duration,
    /// `RTO.Max`. RFC 9260 §16 says 60 s; the default is 5 s, so that a path that returns is found.
    pub max: Duration,
    /// `RTO.Alpha`, the weight of a new trip in the mean: 1/8.
    pub alpha: f64,
    /// `RTO.Beta`, the weight of a new deviation: 1/4.
    pub beta: f64,
    /// Clock granularity `G`: the deviation counts as this at least.
    pub granularity: Duration,
    /// What a timeout allows beyond the mean trip at least, in mean trips; RFC 9260 §6.3.1 has nothing of it (0).
    /// By default 2: a queue that fills on the way doubles trips while they are measured once each, what is lost
    /// is found by reports, and tails are probed after two trips (RFC 8985 §7.2), which an expiry must not forestall.
    pub patience: f64,
}

impl Default for RtoSettings {
    fn default() -> Self {
        Self {
            initial: Duration::from_millis(200),
            min: Duration::from_millis(10),
            max: Duration::from_secs(5),
            alpha: 0.125,
            beta: 0.25,
            granularity: Duration::from_micros(100),
            patience: 2.0,
        }
    }
}

/// The estimator of one path.
#[derive(Clone, Debug)]
pub struct Rto {
    settings: RtoSettings,
    /// Smoothed trip and its variation, in seconds.
    smooth: Option<(f64, f64)>,
    latest: Option<Duration>,
    least: Option<Duration>,
    current: Duration,
}

impl Rto {
    /// An estimator without a measurement.
    #[must_use]
    pub fn new(settings: RtoSettings) -> Self {
        let current = bound(&settings, settings.initial);
        Self { settings, smooth: None, latest: None, least: None, current }
    }

    /// Takes a measured round trip; the caller obeys Karn's rule (§6.3.1 C5) and gives one sample a
    /// round trip (C4). Ends any backing off.
    pub fn sample(&mut self, trip: Duration) {
        self.latest = Some(trip);
        self.least = Some(self.least.map_or(trip, |l| l.min(trip)));
        let r = trip.as_secs_f64();
        let (alpha, beta) = (weight(self.settings.alpha), weight(self.settings.beta));
        let (mean, variation) = match self.smooth {
            None => (r, r / 2.0),
            Some((mean, variation)) => {
                let variation = (1.0 - beta) * variation + beta * (mean - r).abs();
                ((1.0 - alpha) * mean + alpha * r, variation)
            }
        };
        let variation = variation.max(self.settings.granularity.as_secs_f64());
        self.smooth = Some((mean, variation));
        self.follow_samples();
    }

    /// A handshake was answered `trip` after its chunk was first sent, which was sent again since or may
    /// have been: no sample (Karn's rule), but the first timeout of data is to be longer (RFC 6298 §5.7).
    /// `waited`: the handshake's own timeout then.
    pub fn suppose(&mut self, trip: Duration, waited: Duration) {
        if self.smooth.is_none() {
            let least = waited.max(trip.saturating_add(trip / 4));
            self.current = bound(&self.settings, self.current.max(least));
        }
    }

    /// Doubles the timeout after an expiry (§6.3.3 E2).
    pub fn back_off(&mut self) {
        self.current = bound(&self.settings, self.current.saturating_mul(2));
    }

    /// The expiries since the last sample were spurious: the timeout is what the samples say.
    pub fn undo_back_off(&mut self) {
        self.follow_samples();
    }

    fn follow_samples(&mut self) {
        if let Some((mean, variation)) = self.smooth {
            let margin = MARGIN.min(self.settings.min).as_secs_f64();
            let margin = margin.max(allowed(self.settings.patience) * mean);
            let rto = Duration::try_from_secs_f64(mean + margin.max(4.0 * variation));
            self.current = bound(&self.settings, rto.unwrap_or(Duration::MAX));
        }
    }

    /// The timeout now.
    #[must_use]
    pub fn current(&self) -> Duration {
        self.current
    }

    /// Smoothed round trip, `None` before the first sample.
    #[must_use]
    pub fn smoothed(&self) -> Option<Duration> {
        self.smooth.and_then(|(mean, _)| Duration::try_from_secs_f64(mean).ok())
    }

    /// Variation of the round trip, `None` before the first sample.
    #[must_use]
    pub fn variation(&self) -> Option<Duration> {
        self.smooth.and_then(|(_, variation)| Duration::try_from_secs_f64(variation).ok())
    }

    /// The last sample.
    #[must_use]
    pub fn latest(&self) -> Option<Duration> {
        self.latest
    }

    /// The shortest sample.
    #[must_use]
    pub fn least(&self) -> Option<Duration> {
        self.least
    }

    /// Settings in force.
    #[must_use]
    pub fn settings(&self) -> &RtoSettings {
        &self.settings
    }

    /// Changes the bounds; the timeout moves into them at once.
    pub fn set_settings(&mut self, settings: RtoSettings) {
        self.settings = settings;
        let rto = if self.smooth.is_some() { self.current } else { settings.initial };
        self.current = bound(&settings, rto);
    }
}

/// A constant of the estimator as a weight, whatever was configured.
fn weight(w: f64) -> f64 {
    if w.is_finite() { w.clamp(0.0, 1.0) } else { 0.125 }
}

/// Trips that a timeout allows, whatever was configured.
fn allowed(trips: f64) -> f64 {
    if trips.is_finite() { trips.clamp(0.0, 100.0) } else { 2.0 }
}

fn bound(settings: &RtoSettings, rto: Duration) -> Duration {
    // The minimum yields where the two were set the wrong way round.
    rto.max(settings.min).min(settings.max).max(Duration::from_micros(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn follows_the_formulas_of_the_rfc() {
        let mut rto = Rto::new(RtoSettings { patience: 0.0, ..RtoSettings::default() });
        assert_eq!(rto.current(), ms(200));
        // C2: SRTT = R, RTTVAR = R/2, RTO = SRTT + 4 RTTVAR.
        rto.sample(ms(100));
        assert_eq!(rto.current(), ms(300));
        // C3: RTTVAR = 3/4 * 50 + 1/4 * 60 = 52.5, SRTT = 7/8 * 100 + 1/8 * 160 = 107.5.
        rto.sample(ms(160));
        assert_eq!(rto.current(), Duration::from_micros(317_500));
        rto.back_off();
        rto.back_off();
        assert_eq!(rto.current(), ms(1270));
        // A new sample ends the backing off.
        rto.sample(ms(160));
        assert!(rto.current() < ms(400));
    }

    #[test]
    fn stays_within_its_bounds() {
        let mut rto = Rto::new(RtoSettings::default());
        rto.sample(Duration::from_micros(50));
        assert_eq!(rto.current(), Duration::from_micros(10_050));
        for _ in 0..40 {
            rto.back_off();
        }
        assert_eq!(rto.current(), Duration::from_secs(5));
        rto.set_settings(RtoSettings { max: ms(700), ..RtoSettings::default() });
        assert_eq!(rto.current(), ms(700));
    }

    #[test]
    fn steady_trips_leave_room_for_a_delayed_sack() {
        let settings = RtoSettings { patience: 0.0, ..RtoSettings::default() };
        let mut rto = Rto::new(settings);
        for _ in 0..100 {
            rto.sample(ms(300));
        }
        assert_eq!(rto.current(), ms(310));
        rto.set_settings(RtoSettings { min: ms(1), ..settings });
        rto.sample(ms(300));
        assert_eq!(rto.current(), ms(301));
    }

    #[test]
    fn long_steady_trips_leave_room_for_a_queue_and_a_probe() {
        let steady = |trip: Duration, patience| {
            let mut rto = Rto::new(RtoSettings { patience, ..RtoSettings::default() });
            for _ in 0..100 {
                rto.sample(trip);
            }
            rto.current()
        };
        assert_eq!(steady(ms(300), 2.0), ms(900));
        assert_eq!(steady(ms(20), 2.0), ms(60));
        assert_eq!(steady(ms(4), 2.0), ms(14), "ten milliseconds are more");
        assert_eq!(steady(ms(20), f64::NAN), ms(60));
    }

    #[test]
    fn a_handshake_that_was_sent_again_lengthens_the_first_timeout_only() {
        let mut rto = Rto::new(RtoSettings::default());
        rto.suppose(ms(100), ms(200));
        assert_eq!(rto.current(), ms(200));
        rto.suppose(ms(300), ms(400));
        assert_eq!(rto.current(), ms(400));
        rto.suppose(ms(800), ms(400));
        assert_eq!(rto.current(), ms(1000));
        rto.sample(ms(100));
        rto.suppose(ms(800), ms(400));
        assert_eq!(rto.current(), ms(300));
    }

    proptest! {
        #[test]
        fn any_samples_and_settings_are_survived(
            trips in proptest::collection::vec(any::<u64>(), 1..40),
            (alpha, patience) in any::<(f64, f64)>(),
        ) {
            let settings = RtoSettings { alpha, patience, ..RtoSettings::default() };
            let mut rto = Rto::new(settings);
            for trip in trips {
                rto.sample(Duration::from_nanos(trip));
                rto.back_off();
                prop_assert!(rto.current() >= settings.min && rto.current() <= settings.max);
            }
            rto.sample(Duration::MAX);
            prop_assert!(rto.current() <= settings.max);
        }
    }
}
