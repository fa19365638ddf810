//! CUBIC that gives way to congestion alone.
//!
//! A loss with a queue before it says that the path is full, and CUBIC shares it well. A loss while
//! packets travel as quickly as ever says that the path damages packets; to give way to those only makes
//! it slow, so that the window stays, and grows until there is a queue. Where very much is lost a queue is
//! too short to be seen, and the path is full all the same.

use std::any::Any;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ferry_method::has_queue;
use quinn_proto::RttEstimator;
use quinn_proto::congestion::{
    Controller, ControllerFactory, ControllerMetrics, Cubic, CubicConfig,
};

/// From one lost byte among so many on it is congestion, whatever the round trips say.
const VERY_MUCH: u64 = 8;
/// Packets' worth of acknowledgements after which what was counted weighs half.
const MEMORY: u64 = 256;

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
        Box::new(Adaptive { cubic, mtu: current_mtu, trips: None, share: LossShare::default() })
    }
}

/// Bytes that came and bytes that were lost, the last ones.
#[derive(Clone, Copy, Debug, Default)]
struct LossShare {
    acked: u64,
    lost: u64,
}

impl LossShare {
    fn acked(&mut self, bytes: u64, mtu: u16) {
        self.acked += bytes;
        if self.acked > MEMORY * u64::from(mtu) {
            self.acked /= 2;
            self.lost /= 2;
        }
    }

    fn is_very_much(self) -> bool {
        self.lost.saturating_mul(VERY_MUCH) > self.acked.saturating_add(self.lost)
    }
}

#[derive(Clone, Debug)]
struct Adaptive {
    cubic: Cubic,
    mtu: u16,
    /// The smoothed round trip and the shortest.
    trips: Option<(Duration, Duration)>,
    share: LossShare,
}

impl Adaptive {
    /// Whether what was lost was damaged on the way, as far as can be told.
    fn is_damage(&self) -> bool {
        let has_no_queue = |(smoothed, shortest)| !has_queue(shortest, smoothed);
        self.trips.is_some_and(has_no_queue) && !self.share.is_very_much()
    }
}

impl Controller for Adaptive {
    fn on_sent(&mut self, now: Instant, bytes: u64, last_packet_number: u64) {
        self.cubic.on_sent(now, bytes, last_packet_number);
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
        self.share.acked(bytes, self.mtu);
        self.cubic.on_ack(now, sent, bytes, app_limited, rtt);
    }

    fn on_end_acks(
        &mut self,
        now: Instant,
        in_flight: u64,
        app_limited: bool,
        largest: Option<u64>,
    ) {
        self.cubic.on_end_acks(now, in_flight, app_limited, largest);
    }

    fn on_congestion_event(&mut self, now: Instant, sent: Instant, persistent: bool, lost: u64) {
        self.share.lost = self.share.lost.saturating_add(lost);
        // Without lost bytes it is a mark, and whoever makes one has a queue.
        if persistent || lost == 0 || !self.is_damage() {
            self.cubic.on_congestion_event(now, sent, persistent, lost);
        }
    }

    fn on_mtu_update(&mut self, new_mtu: u16) {
        self.mtu = new_mtu;
        self.cubic.on_mtu_update(new_mtu);
    }

    fn window(&self) -> u64 {
        self.cubic.window()
    }

    fn metrics(&self) -> ControllerMetrics {
        self.cubic.metrics()
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

    /// What is left of the window after one event among a hundred packets that came.
    fn after_a_loss(smoothed: u64, persistent: bool, lost: u64) -> f64 {
        let now = Instant::now();
        let cubic = Cubic::new(Arc::new(CubicConfig::default()), now, 1452);
        let trips = Some((Duration::from_millis(smoothed), Duration::from_millis(20)));
        let share = LossShare { acked: 100 * 1452, lost: 0 };
        let mut c = Adaptive { cubic, mtu: 1452, trips, share };
        let before = c.window();
        c.on_congestion_event(now, now, persistent, lost);
        c.window() as f64 / before as f64
    }

    #[test]
    fn losses_without_a_queue_leave_the_window_and_no_others() {
        assert!((after_a_loss(20, false, 1452) - 1.0).abs() < 1e-9);
        assert!(after_a_loss(60, false, 1452) < 0.9, "with a queue");
        assert!(after_a_loss(20, false, 0) < 0.9, "a mark");
        assert!(after_a_loss(20, true, 1452) < 0.9, "nothing came for long");
        assert!(after_a_loss(20, false, 15 * 1452) < 0.9, "very much");
    }

    #[test]
    fn old_losses_are_forgotten() {
        let mut share = LossShare { acked: 0, lost: 100 * 1452 };
        assert!(share.is_very_much());
        for _ in 0..3000 {
            share.acked(1452, 1452);
        }
        assert!(!share.is_very_much());
    }
}
