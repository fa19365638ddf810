//! Whether packets wait on the way: a loss with a queue before it says that the path is full, one without
//! that it damages packets.

use std::time::Duration;

/// Within this of the shortest round trip there is no queue: what hosts themselves may take to answer.
const SLACK: Duration = Duration::from_millis(1);

/// Whether round trips are a quarter longer now than the shortest one.
pub(super) fn has_queue(shortest: Duration, smoothed: Duration) -> bool {
    smoothed > shortest.saturating_mul(5) / 4 + SLACK
}

/// The mean of round trips with one more, zero before the first (RFC 9260 §6.3.1 C3).
pub(super) fn smooth(smoothed: Duration, rtt: Duration) -> Duration {
    match smoothed {
        Duration::ZERO => rtt,
        smoothed => smoothed - smoothed / 8 + rtt / 8,
    }
}
