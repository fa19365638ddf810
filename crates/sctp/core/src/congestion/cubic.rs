//! CUBIC (RFC 9438) over SCTP's bytes acknowledged, with HyStart++ (RFC 9406) in slow start.
//!
//! Idea: after a loss the window grows as a cubic of the time since, quickly back towards the
//! window of the loss, slowly around it, then quickly beyond; never slower than standard growth
//! would be. Cost: a few floating point operations per SACK. Windows inside are in segments.

use std::time::Duration;

use super::{Acked, Congestion, CongestionSettings, hystart::HyStart};
use crate::Now;

/// RFC 9438 §5: scale of the cubic, in segments per second cubed.
const C: f64 = 0.4;
/// RFC 9438 §4.6: what is kept of the window on a loss.
const BETA: f64 = 0.7;
/// RFC 9438 §4.3: additive increase that matches standard growth with this BETA.
const ALPHA: f64 = 3.0 * (1.0 - BETA) / (1.0 + BETA);

/// One period between losses (RFC 9438 §4.1.2).
#[derive(Clone, Copy, Debug)]
struct Epoch {
    start: Now,
    /// Seconds from `start` until the curve is back at `w_max`.
    k: f64,
    /// Where standard growth would be, in segments.
    w_est: f64,
}

/// The CUBIC algorithm.
#[derive(Clone, Debug)]
pub struct Cubic {
    settings: CongestionSettings,
    segment: u64,
    /// In segments, fractions kept.
    cwnd: f64,
    /// In segments; infinite before the first loss.
    ssthresh: f64,
    w_max: f64,
    /// Window before the last loss.
    prior: f64,
    epoch: Option<Epoch>,
    /// Since when the sender has not filled its window: such time does not count.
    paused: Option<Now>,
    srtt: Duration,
    recovering: bool,
    idle: bool,
    hystart: HyStart,
}

impl Cubic {
    /// A controller for a path whose largest DATA chunk is `segment` bytes.
    #[must_use]
    pub fn new(segment: u64, settings: CongestionSettings) -> Self {
        let segment = segment.max(1);
        Self {
            settings,
            segment,
            cwnd: settings.initial_cwnd(segment) as f64 / segment as f64,
            ssthresh: f64::INFINITY,
            w_max: 0.0,
            prior: 0.0,
            epoch: None,
            paused: None,
            srtt: Duration::ZERO,
            recovering: false,
            idle: false,
            hystart: HyStart::default(),
        }
    }

    fn set_cwnd(&mut self, segments: f64) {
        let most = (self.settings.max_cwnd as f64 / self.segment as f64).max(1.0);
        self.cwnd = if segments.is_finite() { segments.clamp(1.0, most) } else { most };
    }

    /// RFC 9438 §4.6 and §4.7: multiplicative decrease and fast convergence.
    fn decrease(&mut self) {
        self.prior = self.cwnd;
        self.w_max =
            if self.cwnd < self.w_max { self.cwnd * (1.0 + BETA) / 2.0 } else { self.cwnd };
        self.ssthresh = (self.cwnd * BETA).max(2.0);
        self.epoch = None;
        self.paused = None;
    }

    fn slow_start(&mut self, ack: &Acked) {
        if self.hystart.acked(ack.bytes, ack.in_flight, ack.rtt) {
            self.ssthresh = self.cwnd;
            return;
        }
        if ack.cwnd_limited {
            let step = self.settings.slow_start_step(ack.bytes, self.segment);
            let step = step as f64 / self.segment as f64 / self.hystart.divisor() as f64;
            self.set_cwnd(self.cwnd + step);
        }
    }

    /// The running epoch with time spent below the window taken out (RFC 9438 §5.8).
    fn resume_epoch(&mut self, now: Now) -> Epoch {
        let paused = self.paused.take().map_or(Duration::ZERO, |t| now.saturating_sub(t));
        let epoch = match self.epoch {
            Some(e) => Epoch { start: e.start.saturating_add(paused).min(now), ..e },
            None => {
                // RFC 9438 §4.2: without a known w_max the curve starts at its inflection.
                let short = (self.w_max - self.cwnd).max(0.0);
                if short == 0.0 {
                    self.w_max = self.cwnd;
                }
                Epoch { start: now, k: (short / C).cbrt(), w_est: self.cwnd }
            }
        };
        self.epoch = Some(epoch);
        epoch
    }

    fn avoid(&mut self, ack: &Acked) {
        if !ack.cwnd_limited {
            self.paused.get_or_insert(ack.now);
            return;
        }
        let mut epoch = self.resume_epoch(ack.now);
        let acked = ack.bytes as f64 / self.segment as f64;
        let alpha = if epoch.w_est >= self.prior { 1.0 } else { ALPHA };
        epoch.w_est += alpha * acked / self.cwnd;
        self.epoch = Some(epoch);
        let seconds = ack.now.saturating_sub(epoch.start).as_secs_f64();
        let curve = |t: f64| C * (t - epoch.k).powi(3) + self.w_max;
        if curve(seconds) < epoch.w_est {
            // RFC 9438 §4.3: where standard growth is faster, follow it.
            self.set_cwnd(self.cwnd.max(epoch.w_est));
            return;
        }
        let target = curve(seconds + self.srtt.as_secs_f64());
        let target = target.clamp(self.cwnd, self.cwnd * 1.5);
        self.set_cwnd(self.cwnd + (target - self.cwnd) / self.cwnd * acked.min(self.cwnd));
    }
}

impl Congestion for Cubic {
    fn on_sent(&mut self, _now: Now, _bytes: u64, _in_flight: u64) {
        self.idle = false;
    }

    fn on_acked(&mut self, ack: &Acked) {
        if let Some(rtt) = ack.rtt {
            self.srtt = match self.srtt {
                Duration::ZERO => rtt,
                srtt => (srtt - srtt / 8).saturating_add(rtt / 8),
            };
        }
        if !ack.advanced || self.recovering {
            return;
        }
        if self.cwnd < self.ssthresh {
            self.slow_start(ack);
        } else {
            self.avoid(ack);
        }
    }

    fn on_fast_retransmit(&mut self, _now: Now, _in_flight: u64) {
        self.decrease();
        self.set_cwnd(self.ssthresh);
        self.recovering = true;
    }

    fn on_recovered(&mut self, _now: Now) {
        self.recovering = false;
    }

    fn snapshot(&self) -> Box<dyn Congestion> {
        Box::new(self.clone())
    }

    fn on_timeout(&mut self, _now: Now, _in_flight: u64) {
        self.decrease();
        self.set_cwnd(1.0);
        self.recovering = false;
        self.hystart.reset();
    }

    fn on_ecn(&mut self, _now: Now, _in_flight: u64) {
        self.decrease();
        self.set_cwnd(self.ssthresh);
    }

    fn on_idle(&mut self, now: Now) {
        if !self.idle {
            // Remembered, but no end of a slow start that was not over.
            self.ssthresh = self.ssthresh.max(self.cwnd);
            self.idle = true;
        }
        let floor = self.settings.idle_cwnd(self.segment) as f64 / self.segment as f64;
        if self.cwnd > floor {
            self.set_cwnd((self.cwnd / 2.0).max(floor));
        }
        self.paused.get_or_insert(now);
    }

    fn set_segment(&mut self, segment: u64) {
        let segment = segment.max(1);
        let ratio = self.segment as f64 / segment as f64;
        self.segment = segment;
        for window in [&mut self.w_max, &mut self.prior, &mut self.ssthresh] {
            *window *= ratio;
        }
        self.epoch = None;
        self.set_cwnd(self.cwnd * ratio);
    }

    fn cwnd(&self) -> u64 {
        ((self.cwnd * self.segment as f64) as u64).max(self.segment)
    }

    fn ssthresh(&self) -> u64 {
        // A float beyond the integers, infinity among them, becomes u64::MAX.
        (self.ssthresh * self.segment as f64) as u64
    }

    fn pacing_rate(&self) -> Option<u64> {
        None
    }

    fn name(&self) -> &'static str {
        "cubic"
    }
}
