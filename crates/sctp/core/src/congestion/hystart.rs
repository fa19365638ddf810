//! HyStart++ (RFC 9406): leave slow start when round trips grow, before the queue overflows.
//!
//! Rounds are told by bytes: a round ends when everything outstanding at its beginning has been
//! acknowledged.

use std::time::Duration;

const MIN_RTT_THRESH: Duration = Duration::from_millis(4);
const MAX_RTT_THRESH: Duration = Duration::from_millis(16);
const MIN_RTT_DIVISOR: u32 = 8;
const N_RTT_SAMPLE: u32 = 8;
const CSS_GROWTH_DIVISOR: u64 = 4;
const CSS_ROUNDS: u32 = 5;

/// Counts rounds by bytes delivered.
#[derive(Clone, Debug, Default)]
pub(super) struct Rounds {
    delivered: u64,
    end: u64,
    /// Rounds ended so far.
    pub(super) count: u64,
}

impl Rounds {
    /// Tells of an acknowledgement; true if it ends a round.
    pub(super) fn acked(&mut self, bytes: u64, in_flight: u64) -> bool {
        self.delivered = self.delivered.saturating_add(bytes);
        if self.delivered < self.end {
            return false;
        }
        self.end = self.delivered.saturating_add(in_flight.max(1));
        self.count += 1;
        true
    }

    /// Bytes delivered since the path exists.
    pub(super) fn delivered(&self) -> u64 {
        self.delivered
    }

    /// What was outstanding is lost: the next acknowledgement ends the round.
    pub(super) fn reset(&mut self) {
        self.end = self.delivered;
    }
}

/// Watches the round trips of slow start.
#[derive(Clone, Debug, Default)]
pub(super) struct HyStart {
    rounds: Rounds,
    last_round: Option<Duration>,
    this_round: Option<Duration>,
    samples: u32,
    /// Shortest trip when conservative slow start began, and the rounds it has lasted.
    conservative: Option<(Duration, u32)>,
}

impl HyStart {
    /// Divisor of slow start's growth now: 1, or 4 in conservative slow start.
    pub(super) fn divisor(&self) -> u64 {
        if self.conservative.is_some() { CSS_GROWTH_DIVISOR } else { 1 }
    }

    /// Takes an acknowledgement in slow start; true if congestion avoidance should begin.
    pub(super) fn acked(&mut self, bytes: u64, in_flight: u64, rtt: Option<Duration>) -> bool {
        let ended = self.rounds.acked(bytes, in_flight);
        if ended {
            self.last_round = self.this_round.take();
            self.samples = 0;
        }
        if let Some(rtt) = rtt {
            self.samples += 1;
            self.this_round = Some(self.this_round.map_or(rtt, |r| r.min(rtt)));
        }
        self.judge(ended)
    }

    fn judge(&mut self, ended: bool) -> bool {
        let enough = self.samples >= N_RTT_SAMPLE;
        match (&mut self.conservative, self.this_round, self.last_round) {
            (Some((baseline, _)), Some(current), _) if enough && current < *baseline => {
                // The growth was a passing one: back to slow start.
                self.conservative = None;
                false
            }
            (Some((_, rounds)), _, _) => {
                *rounds += u32::from(ended);
                *rounds >= CSS_ROUNDS
            }
            (None, Some(current), Some(last)) if enough => {
                let slack = (last / MIN_RTT_DIVISOR).clamp(MIN_RTT_THRESH, MAX_RTT_THRESH);
                if current >= last.saturating_add(slack) {
                    self.conservative = Some((current, 0));
                }
                false
            }
            _ => false,
        }
    }

    /// Begins anew, after a timeout.
    pub(super) fn reset(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(h: &mut HyStart, rtt: Duration) -> bool {
        // Ten acknowledgements of one byte each with ten bytes kept in flight make one round.
        (0..10).any(|_| h.acked(1, 10, Some(rtt)))
    }

    #[test]
    fn growing_trips_end_slow_start_after_the_conservative_rounds() {
        let mut h = HyStart::default();
        for _ in 0..3 {
            assert!(!round(&mut h, Duration::from_millis(10)));
        }
        assert_eq!(h.divisor(), 1);
        assert!(!round(&mut h, Duration::from_millis(20)));
        assert_eq!(h.divisor(), 4);
        let left = (0..10).position(|_| round(&mut h, Duration::from_millis(20)));
        assert!(left.is_some_and(|n| n >= 3), "left after {left:?} rounds");
    }

    #[test]
    fn a_passing_growth_resumes_slow_start() {
        let mut h = HyStart::default();
        for _ in 0..3 {
            round(&mut h, Duration::from_millis(10));
        }
        round(&mut h, Duration::from_millis(20));
        assert_eq!(h.divisor(), 4);
        round(&mut h, Duration::from_millis(10));
        round(&mut h, Duration::from_millis(10));
        assert_eq!(h.divisor(), 1);
    }
}
