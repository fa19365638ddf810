//! A BBR-like model: the window follows from the bottleneck's bandwidth and the shortest round
//! trip, not from losses (after Cardwell et al., "BBR: Congestion-Based Congestion Control", 2016).
//!
//! Idea: the greatest delivery rate of the last ten rounds and the shortest trip of the last ten
//! seconds give the bandwidth-delay product; send at that rate, probe for more now and then, and
//! drain what probing queued. Cost: a ring of 64 checkpoints per path and a scan of it per SACK.
//! A loss while packets wait in a queue holds the window for one round (packet conservation); one
//! without changes nothing unless a good part of what was under way is gone, which is what keeps it fast on lossy links.

use std::time::Duration;

use super::{
    Acked, Congestion, CongestionSettings,
    filter::{DeliveryRate, WindowedMax, per_second},
    hystart::Rounds,
    queue::{Spared, has_queue, smooth},
};
use crate::Now;

/// Gains are in 1/256: 2/ln 2, which doubles the rate each round.
const STARTUP_GAIN: u64 = 739;
/// The inverse of [`STARTUP_GAIN`], to drain in one round.
const DRAIN_GAIN: u64 = 88;
const UNIT_GAIN: u64 = 256;
/// Window in bandwidth-delay products while probing: room for delayed and stretched SACKs.
const CWND_GAIN: u64 = 512;
/// One phase per shortest round trip: probe, drain, cruise.
const CYCLE: [u64; 8] = [320, 192, 256, 256, 256, 256, 256, 256];
const BANDWIDTH_ROUNDS: u64 = 10;
const MIN_RTT_WINDOW: Duration = Duration::from_secs(10);
const PROBE_RTT_TIME: Duration = Duration::from_millis(200);
/// Segments kept in flight while the shortest trip is measured.
const FLOOR_SEGMENTS: u64 = 4;
/// Startup ends after this many rounds without a quarter more bandwidth.
const FULL_ROUNDS: u32 = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Startup,
    Drain,
    ProbeBandwidth { phase: usize, since: Now },
    ProbeRtt { until: Option<Now> },
}

/// The BBR-like algorithm.
#[derive(Clone, Debug)]
pub struct Bbr {
    settings: CongestionSettings,
    segment: u64,
    cwnd: u64,
    /// The window that this began with: what a path surely takes in a round trip before its bandwidth is known.
    first: u64,
    mode: Mode,
    rounds: Rounds,
    rate: DeliveryRate,
    bandwidth: WindowedMax,
    min_rtt: Option<(Duration, Now)>,
    /// Mean of the round trips, the last ones more than those before.
    smoothed: Duration,
    full_bandwidth: u64,
    full_rounds: u32,
    full: bool,
    /// Window to return to when a recovery, a timeout or a probe of the round trip ends.
    prior: u64,
    recovering: bool,
    /// Round until which the window only replaces what was acknowledged.
    conserve_until: Option<u64>,
    /// A recovery that is not answered, while it lasts.
    spared: Option<Spared>,
    /// The last acknowledgement found nothing more to send.
    app_limited: bool,
    /// Data left on an empty path: its round trip is the path's own.
    began: bool,
}

impl Bbr {
    /// A controller for a path whose largest DATA chunk is `segment` bytes.
    #[must_use]
    pub fn new(segment: u64, settings: CongestionSettings) -> Self {
        let segment = segment.max(1);
        Self {
            settings,
            segment,
            cwnd: settings.initial_cwnd(segment),
            first: settings.initial_cwnd(segment),
            mode: Mode::Startup,
            rounds: Rounds::default(),
            rate: DeliveryRate::default(),
            bandwidth: WindowedMax::default(),
            min_rtt: None,
            smoothed: Duration::ZERO,
            full_bandwidth: 0,
            full_rounds: 0,
            full: false,
            prior: 0,
            recovering: false,
            conserve_until: None,
            spared: None,
            app_limited: false,
            began: false,
        }
    }

    /// A controller that takes a path over from another algorithm: with its window, and the shortest
    /// round trip that was measured there and when.
    pub(super) fn after(
        segment: u64,
        settings: CongestionSettings,
        cwnd: u64,
        min_rtt: Option<(Duration, Now)>,
    ) -> Self {
        let mut bbr = Self::new(segment, settings);
        bbr.set_cwnd(cwnd);
        let smoothed = min_rtt.map_or(Duration::ZERO, |(rtt, _)| rtt);
        Self { first: bbr.cwnd, min_rtt, smoothed, ..bbr }
    }

    /// The model's bottleneck bandwidth in bytes per second, 0 before the first measurement.
    #[must_use]
    pub fn bandwidth(&self) -> u64 {
        self.bandwidth.get()
    }

    /// The model's shortest round trip.
    #[must_use]
    pub fn min_rtt(&self) -> Option<Duration> {
        self.min_rtt.map(|(rtt, _)| rtt)
    }

    /// Bandwidth-delay product times `gain`/256, with room for three bursts of two segments.
    fn target(&self, gain: u64) -> u64 {
        let (Some((rtt, _)), 1..) = (self.min_rtt, self.bandwidth.get()) else {
            return self.settings.initial_cwnd(self.segment);
        };
        let bytes = u128::from(self.bandwidth.get()) * rtt.as_nanos() / 1_000_000_000;
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        (bytes / UNIT_GAIN)
            .saturating_mul(gain)
            .saturating_add(bytes % UNIT_GAIN * gain / UNIT_GAIN)
            .saturating_add(self.segment.saturating_mul(6))
    }

    fn pacing_gain(&self) -> u64 {
        match self.mode {
            Mode::Startup => STARTUP_GAIN,
            Mode::Drain => DRAIN_GAIN,
            Mode::ProbeBandwidth { phase, .. } => CYCLE[phase % CYCLE.len()],
            Mode::ProbeRtt { .. } => UNIT_GAIN,
        }
    }

    fn measure(&mut self, ack: &Acked, round_ended: bool) {
        if let Some(rtt) = ack.rtt.filter(|r| !r.is_zero()) {
            let delivered = self.rounds.delivered();
            if let Some(rate) = self.rate.rate(ack.now, delivered, rtt) {
                // A sender without data measures itself, not the path; so does one that probes the trip.
                let is_idle = ack.app_limited || matches!(self.mode, Mode::ProbeRtt { .. });
                if !is_idle || rate >= self.bandwidth.get() {
                    self.bandwidth.update(rate, self.rounds.count, BANDWIDTH_ROUNDS);
                }
            }
        }
        let spacing = self.min_rtt().unwrap_or_default() / 16;
        self.rate.checkpoint(ack.now, self.rounds.delivered(), spacing);
        if round_ended && !self.full && !ack.app_limited {
            self.check_full();
        }
    }

    fn check_full(&mut self) {
        let now = self.bandwidth.get();
        if now >= self.full_bandwidth.saturating_add(self.full_bandwidth / 4) && now > 0 {
            self.full_bandwidth = now;
            self.full_rounds = 0;
        } else if now > 0 {
            self.full_rounds += 1;
            self.full = self.full_rounds >= FULL_ROUNDS;
        }
    }

    /// Takes a round trip; true if the shortest one is too old to be trusted.
    fn measure_rtt(&mut self, now: Now, rtt: Option<Duration>) -> bool {
        let Some((min, at)) = self.min_rtt else {
            self.min_rtt = rtt.filter(|r| !r.is_zero()).map(|r| (r, now));
            return false;
        };
        let expired = now.saturating_sub(at) > MIN_RTT_WINDOW;
        if let Some(rtt) = rtt.filter(|&r| !r.is_zero() && (r <= min || expired)) {
            self.min_rtt = Some((rtt, now));
        }
        // Where the path was empty the trip needs no probing.
        let measured = rtt.is_some() && std::mem::take(&mut self.began);
        expired && !measured
    }

    fn enter_probe_bandwidth(&mut self, now: Now) {
        // Begin cruising: the drain or the probe of the trip has just emptied the queue.
        self.mode = Mode::ProbeBandwidth { phase: 2, since: now };
    }

    fn advance(&mut self, ack: &Acked, expired: bool) {
        let trip = self.min_rtt().unwrap_or_default();
        match self.mode {
            Mode::Startup if self.full => self.mode = Mode::Drain,
            Mode::Drain if ack.in_flight <= self.target(UNIT_GAIN) => {
                self.enter_probe_bandwidth(ack.now);
            }
            Mode::ProbeBandwidth { phase, since } => {
                let old = ack.now.saturating_sub(since) >= trip;
                let drained = phase == 1 && ack.in_flight <= self.target(UNIT_GAIN);
                if old || drained {
                    let phase = (phase + 1) % CYCLE.len();
                    self.mode = Mode::ProbeBandwidth { phase, since: ack.now };
                }
            }
            Mode::ProbeRtt { .. } => self.probe_rtt(ack),
            Mode::Startup | Mode::Drain => {}
        }
        if expired && !matches!(self.mode, Mode::ProbeRtt { .. }) {
            self.prior = self.prior.max(self.cwnd);
            self.mode = Mode::ProbeRtt { until: None };
        }
    }

    fn probe_rtt(&mut self, ack: &Acked) {
        let floor = self.segment.saturating_mul(FLOOR_SEGMENTS);
        match self.mode {
            Mode::ProbeRtt { until: None } if ack.in_flight <= floor => {
                let until = ack.now.saturating_add(PROBE_RTT_TIME.min(self.probe_time()));
                self.mode = Mode::ProbeRtt { until: Some(until) };
            }
            Mode::ProbeRtt { until: Some(until) } if ack.now >= until => {
                if let Some((_, at)) = &mut self.min_rtt {
                    *at = ack.now;
                }
                self.restore();
                if self.full {
                    self.enter_probe_bandwidth(ack.now);
                } else {
                    self.mode = Mode::Startup;
                }
            }
            _ => {}
        }
    }

    /// Time at the floor: four trips are enough where trips are short.
    fn probe_time(&self) -> Duration {
        self.min_rtt().unwrap_or(PROBE_RTT_TIME).saturating_mul(4).max(Duration::from_millis(1))
    }

    fn restore(&mut self) {
        let prior = std::mem::take(&mut self.prior);
        self.set_cwnd(self.cwnd.max(prior));
    }

    /// A queue has overflowed, and is to drain.
    fn give_way(&mut self, in_flight: u64) {
        self.prior = self.prior.max(self.cwnd);
        self.recovering = true;
        self.conserve_until = Some(self.rounds.count + 2);
        self.set_cwnd(in_flight.saturating_add(self.segment).min(self.cwnd));
    }

    fn set_cwnd(&mut self, window: u64) {
        self.cwnd = self.settings.bound(window, self.segment);
    }

    fn size_window(&mut self, ack: &Acked) {
        if self.conserve_until.is_some_and(|round| self.rounds.count >= round) {
            self.conserve_until = None;
        }
        if self.conserve_until.is_some() {
            let kept = ack.in_flight.saturating_add(ack.bytes);
            self.set_cwnd(self.cwnd.max(kept).min(self.target(CWND_GAIN)));
            return;
        }
        let grown = self.cwnd.saturating_add(ack.bytes);
        if self.full {
            self.set_cwnd(grown.min(self.target(CWND_GAIN)));
        } else if self.cwnd < self.target(STARTUP_GAIN) || self.bandwidth.get() == 0 {
            self.set_cwnd(grown);
        }
        let floor = self.segment.saturating_mul(FLOOR_SEGMENTS);
        self.set_cwnd(self.cwnd.max(floor));
        if matches!(self.mode, Mode::ProbeRtt { .. }) {
            self.set_cwnd(self.cwnd.min(floor));
        }
    }
}

impl Congestion for Bbr {
    fn on_sent(&mut self, now: Now, bytes: u64, in_flight: u64) {
        if in_flight <= bytes {
            // The path was empty: idle time must not count as slow delivery.
            self.rate.checkpoint(now, self.rounds.delivered(), Duration::ZERO);
            self.began = true;
        }
    }

    fn on_acked(&mut self, ack: &Acked) {
        // Longer trips than an hour are no measurement, and would overflow the product.
        let ack = &Acked { rtt: ack.rtt.map(|r| r.min(Duration::from_secs(3600))), ..*ack };
        self.app_limited = ack.app_limited;
        let round_ended = self.rounds.acked(ack.bytes, ack.in_flight);
        if let Some(rtt) = ack.rtt {
            self.smoothed = smooth(self.smoothed, rtt);
        }
        let expired = self.measure_rtt(ack.now, ack.rtt);
        self.measure(ack, round_ended);
        self.advance(ack, expired);
        self.size_window(ack);
    }

    fn on_fast_retransmit(&mut self, _now: Now, in_flight: u64) {
        if self.min_rtt.is_some_and(|(least, _)| !has_queue(least, self.smoothed)) {
            // Nothing waits on the way: there is nobody to give way to.
            self.spared = Some(Spared::new(in_flight));
            return;
        }
        // More bandwidth than what filled the queue there is not, if it was what was sent that filled it.
        self.full |= self.bandwidth.get() > 0 && !self.app_limited;
        self.give_way(in_flight);
    }

    fn on_lost(&mut self, _now: Now, bytes: u64, in_flight: u64) {
        let segment = self.segment;
        if self.spared.as_mut().is_some_and(|spared| spared.is_overflow(bytes, segment)) {
            self.spared = None;
            self.full |= self.bandwidth.get() > 0;
            self.give_way(in_flight);
        }
    }

    fn on_recovered(&mut self, _now: Now) {
        self.spared = None;
        if std::mem::take(&mut self.recovering) {
            self.conserve_until = None;
            self.restore();
        }
    }

    fn snapshot(&self) -> Box<dyn Congestion> {
        Box::new(self.clone())
    }

    fn on_timeout(&mut self, _now: Now, _in_flight: u64) {
        // The model knows better what the path takes, once what was lost is there.
        self.prior = self.prior.max(self.cwnd);
        self.recovering = true;
        self.spared = None;
        self.conserve_until = None;
        self.rounds.reset();
        self.began = false;
        // Rounds of few packets follow, which outlive what was measured before: startup finds the bandwidth again,
        // where probing would take a quarter more every eight rounds.
        (self.mode, self.full, self.full_rounds, self.full_bandwidth) =
            (Mode::Startup, false, 0, 0);
        self.set_cwnd(self.segment);
    }

    fn on_ecn(&mut self, _now: Now, _in_flight: u64) {
        // A mark is not a loss: the queue stands, so startup is over and the window shrinks a little.
        self.full = true;
        self.set_cwnd(self.cwnd - self.cwnd / 8);
    }

    fn on_idle(&mut self, _now: Now) {
        // The model keeps its knowledge, and pacing keeps the restart from being a burst.
    }

    fn set_segment(&mut self, segment: u64) {
        self.segment = segment.max(1);
        self.set_cwnd(self.cwnd);
    }

    fn cwnd(&self) -> u64 {
        self.cwnd
    }

    fn ssthresh(&self) -> u64 {
        if self.full { self.target(CWND_GAIN) } else { u64::MAX }
    }

    fn pacing_rate(&self) -> Option<u64> {
        let rate = match self.bandwidth.get() {
            0 => per_second(self.cwnd, self.min_rtt()?)?,
            rate if self.full => rate,
            // What came in dribs and drabs so far says nothing of the path.
            rate => rate.max(per_second(self.first, self.min_rtt()?)?),
        };
        let gained = u128::from(rate) * u128::from(self.pacing_gain()) / u128::from(UNIT_GAIN);
        Some(u64::try_from(gained).unwrap_or(u64::MAX).max(self.segment))
    }

    fn name(&self) -> &'static str {
        "bbr"
    }
}
