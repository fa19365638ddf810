//! What became of the packets.

use std::ops::AddAssign;
use std::time::Duration;

use serde::Serialize;

/// What becomes of a packet, known as soon as it is pushed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// Arrives when its time comes, perhaps late, damaged or twice.
    Carried,
    /// Lost at random.
    Lost,
    /// Dropped because the queue was full.
    QueueFull,
    /// Larger than the MTU.
    TooLarge,
    /// Sent while the link was cut.
    Cut,
}

/// Packets by fate. Every packet pushed is in `offered`; each of them is `delivered`, in transit, or
/// in exactly one of `lost`, `queue_full`, `too_large` and `cut`. Copies count in `duplicated` when
/// made and in `delivered` when they arrive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Counters {
    /// Pushed in.
    pub offered: u64,
    /// Bytes of those.
    pub offered_bytes: u64,
    /// Taken out.
    pub delivered: u64,
    /// Bytes of those.
    pub delivered_bytes: u64,
    /// Lost at random.
    pub lost: u64,
    /// Dropped at the full queue.
    pub queue_full: u64,
    /// Dropped as larger than the MTU.
    pub too_large: u64,
    /// Sent or on the way while the link was cut.
    pub cut: u64,
    /// Copies made.
    pub duplicated: u64,
    /// Packets with an inverted bit.
    pub corrupted: u64,
    /// Packets held back.
    pub reordered: u64,
    /// Nanoseconds in the link, over all packets taken out.
    pub delay_ns: u64,
    /// Most bytes that waited for the line at once.
    pub queue_peak: u64,
}

impl Counters {
    /// Dropped for whatever reason.
    pub fn dropped(&self) -> u64 {
        self.lost + self.queue_full + self.too_large + self.cut
    }

    /// Mean time in the link of the packets taken out.
    pub fn mean_delay(&self) -> Duration {
        Duration::from_nanos(self.delay_ns.checked_div(self.delivered).unwrap_or(0))
    }
}

/// Sums, and the higher of the peaks.
impl AddAssign<&Counters> for Counters {
    fn add_assign(&mut self, other: &Counters) {
        self.offered += other.offered;
        self.offered_bytes += other.offered_bytes;
        self.delivered += other.delivered;
        self.delivered_bytes += other.delivered_bytes;
        self.lost += other.lost;
        self.queue_full += other.queue_full;
        self.too_large += other.too_large;
        self.cut += other.cut;
        self.duplicated += other.duplicated;
        self.corrupted += other.corrupted;
        self.reordered += other.reordered;
        self.delay_ns = self.delay_ns.saturating_add(other.delay_ns);
        self.queue_peak = self.queue_peak.max(other.queue_peak);
    }
}
