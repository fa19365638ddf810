//! CUBIC until losses turn out to be no sign of congestion, BBR from then on.
//!
//! A loss with a queue before it says that the path is full, and CUBIC shares it well. A loss while
//! packets travel as quickly as ever says that the path damages packets; to give way to those only makes
//! it slow.

use std::any::Any;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ferry_method::has_queue;
use quinn_proto::RttEstimator;
use quinn_proto::congestion::{
    Bbr, BbrConfig, Controller, ControllerFactory, ControllerMetrics, Cubic, CubicConfig,
};

/// Losses without a queue, more than with one, that decide.
const ENOUGH: u32 = 3;

/// Makes controllers with this first window.
#[derive(Clone, Debug)]
pub(super) struct AdaptiveConfig {
    cubic: Arc<CubicConfig>,
}

impl AdaptiveConfig {
    pub(super) fn new(window: u64) -> Self {
        let mut cubic = CubicConfig::default();
        cubic.initial_window(window);
        Self { cubic: Arc::new(cubic) }
    }
}

impl ControllerFactory for AdaptiveConfig {
    fn build(self: Arc<Self>, now: Instant, current_mtu: u16) -> Box<dyn Controller> {
        let cubic = Cubic::new(Arc::clone(&self.cubic), now, current_mtu);
        Box::new(Adaptive { cubic, bbr: None, mtu: current_mtu, trips: None, score: 0 })
    }
}

#[derive(Clone, Debug)]
struct Adaptive {
    cubic: Cubic,
    /// In charge once losses were found to be no sign of congestion.
    bbr: Option<Bbr>,
    mtu: u16,
    /// The smoothed round trip and the shortest.
    trips: Option<(Duration, Duration)>,
    score: u32,
}

impl Adaptive {
    fn leader(&mut self) -> &mut dyn Controller {
        match &mut self.bbr {
            Some(bbr) => bbr,
            None => &mut self.cubic,
        }
    }

    fn in_charge(&self) -> &dyn Controller {
        match &self.bbr {
            Some(bbr) => bbr,
            None => &self.cubic,
        }
    }

    /// A loss: was there a queue before it?
    fn judge(&mut self) {
        let Some((smoothed, shortest)) = self.trips else { return };
        self.score = if has_queue(shortest, smoothed) {
            self.score.saturating_sub(1)
        } else {
            self.score + 1
        };
        if self.score >= ENOUGH && self.bbr.is_none() {
            let mut config = BbrConfig::default();
            config.initial_window(self.cubic.window());
            self.bbr = Some(Bbr::new(Arc::new(config), self.mtu));
        }
    }
}

impl Controller for Adaptive {
    fn on_sent(&mut self, now: Instant, bytes: u64, last_packet_number: u64) {
        self.leader().on_sent(now, bytes, last_packet_number);
    }

    fn on_ack(
        &mut self,
        now: Instant,
        sent: Instant,
        bytes: u64,
        app_limited: bool,
        rtt: &RttEstimator,
    ) {
        self.trips = Some((rtt.get(), rtt.min()));
        self.leader().on_ack(now, sent, bytes, app_limited, rtt);
    }

    fn on_end_acks(
        &mut self,
        now: Instant,
        in_flight: u64,
        app_limited: bool,
        largest: Option<u64>,
    ) {
        self.leader().on_end_acks(now, in_flight, app_limited, largest);
    }

    fn on_congestion_event(&mut self, now: Instant, sent: Instant, persistent: bool, lost: u64) {
        match lost {
            // A mark: whoever makes one has a queue.
            0 => self.score = 0,
            _ => self.judge(),
        }
        self.leader().on_congestion_event(now, sent, persistent, lost);
    }

    fn on_mtu_update(&mut self, new_mtu: u16) {
        self.mtu = new_mtu;
        self.leader().on_mtu_update(new_mtu);
    }

    fn window(&self) -> u64 {
        self.in_charge().window()
    }

    fn metrics(&self) -> ControllerMetrics {
        self.in_charge().metrics()
    }

    fn clone_box(&self) -> Box<dyn Controller> {
        Box::new(self.clone())
    }

    fn initial_window(&self) -> u64 {
        self.cubic.initial_window()
    }

    fn into_any(self: Box<Self>) -> Box<dyn Any> {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after_losses(smoothed: u64, lost: u64) -> Adaptive {
        let now = Instant::now();
        let cubic = Cubic::new(Arc::new(CubicConfig::default()), now, 1452);
        let trips = Some((Duration::from_millis(smoothed), Duration::from_millis(20)));
        let mut c = Adaptive { cubic, bbr: None, mtu: 1452, trips, score: 0 };
        for n in 1..=u64::from(ENOUGH) {
            let at = now + Duration::from_secs(n);
            c.on_congestion_event(at, at, false, lost);
        }
        c
    }

    #[test]
    fn losses_without_a_queue_decide_and_no_others() {
        assert!(after_losses(20, 1200).bbr.is_some());
        assert!(after_losses(60, 1200).bbr.is_none());
        assert!(after_losses(20, 0).bbr.is_none(), "marks are no losses");
    }
}
