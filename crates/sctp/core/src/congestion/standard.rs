//! RFC 9260 §7.2: slow start and congestion avoidance by bytes acknowledged.
//!
//! Cost: four integers; every call is a few comparisons. Halves on loss, starts again from one
//! segment after a timeout, and lets an idle window decay.

use super::{Acked, Congestion, CongestionSettings};
use crate::Now;

/// The standard's own algorithm.
#[derive(Clone, Debug)]
pub struct Standard {
    settings: CongestionSettings,
    segment: u64,
    cwnd: u64,
    ssthresh: u64,
    partial_bytes_acked: u64,
    recovering: bool,
    idle: bool,
}

impl Standard {
    /// A controller for a path whose largest DATA chunk is `segment` bytes.
    #[must_use]
    pub fn new(segment: u64, settings: CongestionSettings) -> Self {
        let segment = segment.max(1);
        Self {
            settings,
            segment,
            cwnd: settings.initial_cwnd(segment),
            ssthresh: u64::MAX,
            partial_bytes_acked: 0,
            recovering: false,
            idle: false,
        }
    }

    /// Bytes counted towards the next step of congestion avoidance.
    #[must_use]
    pub fn partial_bytes_acked(&self) -> u64 {
        self.partial_bytes_acked
    }

    fn halve(&mut self) {
        self.ssthresh = (self.cwnd / 2).max(self.segment.saturating_mul(4));
        self.partial_bytes_acked = 0;
    }

    fn set_cwnd(&mut self, window: u64) {
        self.cwnd = self.settings.bound(window, self.segment);
    }

    /// RFC 9260 §7.2.2: a whole window of acknowledged bytes opens the window by one segment.
    fn avoid(&mut self, ack: &Acked) {
        self.partial_bytes_acked = self.partial_bytes_acked.saturating_add(ack.bytes);
        if self.partial_bytes_acked < self.cwnd {
            return;
        }
        if ack.cwnd_limited {
            self.partial_bytes_acked -= self.cwnd;
            self.set_cwnd(self.cwnd.saturating_add(self.segment));
        } else {
            self.partial_bytes_acked = self.cwnd;
        }
    }
}

impl Congestion for Standard {
    fn on_sent(&mut self, _now: Now, _bytes: u64, _in_flight: u64) {
        self.idle = false;
    }

    fn on_acked(&mut self, ack: &Acked) {
        if ack.advanced && !self.recovering {
            if self.cwnd > self.ssthresh {
                self.avoid(ack);
            } else if ack.cwnd_limited {
                let step = self.settings.slow_start_step(ack.bytes, self.segment);
                self.set_cwnd(self.cwnd.saturating_add(step));
            }
        }
        if ack.in_flight == 0 {
            self.partial_bytes_acked = 0;
        }
    }

    fn on_fast_retransmit(&mut self, _now: Now, _in_flight: u64) {
        self.halve();
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
        self.halve();
        self.set_cwnd(self.segment);
        self.recovering = false;
    }

    fn on_ecn(&mut self, _now: Now, _in_flight: u64) {
        self.halve();
        self.set_cwnd(self.ssthresh);
    }

    fn on_idle(&mut self, _now: Now) {
        if !self.idle {
            // Remembered, but no end of a slow start that was not over.
            self.ssthresh = self.ssthresh.max(self.cwnd);
            self.idle = true;
        }
        let floor = self.settings.idle_cwnd(self.segment);
        if self.cwnd > floor {
            self.set_cwnd((self.cwnd / 2).max(floor));
        }
        self.partial_bytes_acked = 0;
    }

    fn set_segment(&mut self, segment: u64) {
        self.segment = segment.max(1);
        self.set_cwnd(self.cwnd);
    }

    fn cwnd(&self) -> u64 {
        self.cwnd
    }

    fn ssthresh(&self) -> u64 {
        self.ssthresh
    }

    fn pacing_rate(&self) -> Option<u64> {
        None
    }

    fn name(&self) -> &'static str {
        "standard"
    }
}
