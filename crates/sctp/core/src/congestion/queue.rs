//! Whether packets wait on the way: a loss with a queue before it says that the path is full, one without
//! that it damages packets.

use std::time::Duration;

/// Within this of the shortest round trip there is no queue: what hosts themselves may take to answer.
const SLACK: Duration = Duration::from_millis(1);

/// Packets lost at once, at least, that are the share of a queue.
const MANY: u64 = 16;
/// Share of what was under way, as its divisor, that paths which damage packets do not lose at once.
const OVERFLOW: u64 = 6;

/// Losses of a recovery that are not answered, as no queue was noticed before them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spared {
    /// Bytes found lost so far.
    lost: u64,
    /// Bytes under way when the first was found.
    under_way: u64,
}

impl Spared {
    pub(super) fn new(under_way: u64) -> Self {
        Self { lost: 0, under_way }
    }

    /// `bytes` more are lost: whether it is so much that a queue has overflowed, too short to be noticed.
    pub(super) fn is_overflow(&mut self, bytes: u64, segment: u64) -> bool {
        self.lost = self.lost.saturating_add(bytes);
        self.lost > (self.under_way / OVERFLOW).max(segment.saturating_mul(MANY))
    }
}

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
