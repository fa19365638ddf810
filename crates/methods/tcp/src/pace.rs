//! How quick a connection is, as far as that was learnt.

use ferry_sys::TcpFlow;
use std::time::Duration;

/// Longer round trips than this without a queue are a matter of the hosts.
const LEAST_QUEUE: Duration = Duration::from_micros(200);

/// What was learnt of the rate of a connection, in bytes a second; 0 where it is not known.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct ConnectionRate {
    /// What it delivers.
    pub(crate) rate: u64,
    /// What its network was seen to hold it to.
    pub(crate) limit: u64,
    /// The last measurement that counted.
    pub(crate) sample: u64,
}

impl ConnectionRate {
    /// Takes in what the system measured while there was enough to send. What it measures with less
    /// says how quick a burst is, no more. Of a further connection (`is_lane`) a rise is believed bit
    /// by bit: too much over it holds up all.
    pub(crate) fn learn(&mut self, flow: &TcpFlow, is_lane: bool) {
        if !flow.rate_is_least {
            self.rate = if is_lane && self.rate > 0 && flow.rate > self.rate {
                self.rate + (flow.rate - self.rate) / 8
            } else {
                flow.rate
            };
            if !flow.is_recovering && flow.rate != self.sample {
                self.limit = self.limit_after(flow);
                self.sample = flow.rate;
            }
        }
    }

    /// A network that is slow has a queue; without one it was a loss or a small window that made the
    /// connection slow. What is new counts when it lasts: the first measurements after a loss include
    /// it, a host's pause makes one low, and what the network saved up meanwhile makes the next high.
    fn limit_after(&self, flow: &TcpFlow) -> u64 {
        let queue = flow.smooth_round_trip.saturating_sub(flow.round_trip);
        let is_full = queue > flow.round_trip / 2 + LEAST_QUEUE;
        match self.limit {
            0 if is_full && self.sample > 0 => flow.rate.max(self.sample),
            0 => 0,
            before if flow.rate > before => before + (flow.rate - before) / 4,
            before if is_full => before - (before - flow.rate) / 4,
            before => before,
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// What the system says of a connection, of round trips without and with queues.
    pub(crate) fn flow(rate: u64, round_trips: [f64; 2], queued: u64) -> TcpFlow {
        let [round_trip, smooth_round_trip] = round_trips.map(Duration::from_secs_f64);
        TcpFlow {
            rate,
            rate_is_least: false,
            round_trip,
            smooth_round_trip,
            queued,
            window: 1 << 20,
            is_recovering: false,
        }
    }

    #[test]
    fn a_pause_is_no_limit() {
        let mut pace = ConnectionRate::default();
        let mut limit_at = |rate| {
            pace.learn(&flow(rate, [1e-3, 1e-2], 0), true);
            pace.limit
        };
        assert_eq!([1000, 25_000, 9000].map(&mut limit_at), [0, 25_000, 21_000]);
    }

    #[test]
    fn bursts_are_not_rates() {
        let after = |rate, measured, rate_is_least, is_lane| {
            let mut pace = ConnectionRate { rate, ..ConnectionRate::default() };
            pace.learn(&TcpFlow { rate_is_least, ..flow(measured, [0.0; 2], 0) }, is_lane);
            pace.rate
        };
        assert_eq!(after(1000, 9000, true, true), 1000);
        assert_eq!(after(0, 9000, false, true), 9000);
        assert_eq!(after(1000, 9000, false, true), 2000);
        assert_eq!(after(1000, 9000, false, false), 9000);
        assert_eq!(after(1000, 10, false, true), 10);
    }
}
