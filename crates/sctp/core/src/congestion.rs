//! Congestion control of one path (RFC 9260 §7.2), as a trait with four algorithms.
//!
//! A path owns one [`Congestion`] and tells it what was sent, acknowledged and lost; the algorithm
//! answers with a window in bytes and, if it paces, a rate. All sizes are bytes of DATA chunks, the
//! unit of the RFC's flight size; "segment" is the largest DATA chunk that fits the path (PMDCS).
//!
//! | name | idea | file |
//! | --- | --- | --- |
//! | `standard` | slow start, then one segment per window (RFC 9260 §7.2) | `standard.rs` |
//! | `cubic` | window is a cubic of the time since the last loss (RFC 9438), HyStart++ (RFC 9406) | `cubic.rs` |
//! | `bbr` | a model of bottleneck bandwidth and shortest round trip, paced | `bbr.rs` |
//! | `adaptive` | `cubic`, and `bbr` from when losses come without a queue | `adaptive.rs` |

mod adaptive;
mod bbr;
mod cubic;
pub(crate) mod filter;
mod hystart;
mod queue;
mod standard;
#[cfg(test)]
mod tests;

use std::{fmt, str::FromStr, time::Duration};

pub use adaptive::Adaptive;
pub use bbr::Bbr;
pub use cubic::Cubic;
pub use standard::Standard;

use crate::Now;

/// What one SACK acknowledged on one path.
#[derive(Clone, Copy, Debug)]
pub struct Acked {
    /// When the SACK came.
    pub now: Now,
    /// Bytes newly acknowledged, by the cumulative point or by gap blocks.
    pub bytes: u64,
    /// Bytes outstanding on the path after this SACK.
    pub in_flight: u64,
    /// Round trip of the newest acknowledged chunk that was sent only once (Karn's rule).
    pub rtt: Option<Duration>,
    /// Whether the earliest outstanding chunk was among those acknowledged. With several paths in
    /// use it is the earliest one *of this path* (the "cwnd update" rule of Iyengar et al. 2006).
    pub advanced: bool,
    /// Whether the window was full when the path last sent.
    pub cwnd_limited: bool,
    /// Whether the path last stopped because there was nothing to send.
    pub app_limited: bool,
}

/// A congestion control algorithm, pure state told the time.
///
/// No call fails, blocks or allocates; any order of calls and any numbers are survived. The window
/// is never less than one segment.
pub trait Congestion: fmt::Debug + Send {
    /// `bytes` left; `in_flight` includes them.
    fn on_sent(&mut self, now: Now, bytes: u64, in_flight: u64);
    /// A SACK acknowledged data of this path.
    fn on_acked(&mut self, ack: &Acked);
    /// Fast retransmit begins a recovery (RFC 9260 §7.2.4); called once per recovery.
    fn on_fast_retransmit(&mut self, now: Now, in_flight: u64);
    /// `bytes` of what was outstanding when the recovery began are found lost for the first time; told of each chunk,
    /// the one that began the recovery among them.
    fn on_lost(&mut self, _now: Now, _bytes: u64, _in_flight: u64) {}
    /// Everything that was outstanding when the recovery began is acknowledged.
    fn on_recovered(&mut self, now: Now);
    /// The controller as it is now, to return to should a timeout turn out to be spurious.
    fn snapshot(&self) -> Box<dyn Congestion>;
    /// T3-rtx expired (RFC 9260 §7.2.3).
    fn on_timeout(&mut self, now: Now, in_flight: u64);
    /// The peer echoed a congestion mark (RFC 9260 appendix A); called at most once per window.
    fn on_ecn(&mut self, now: Now, in_flight: u64);
    /// One RTO passed without sending (RFC 9260 §7.2.1).
    fn on_idle(&mut self, now: Now);
    /// The path's largest DATA chunk is now `segment` bytes.
    fn set_segment(&mut self, segment: u64);
    /// Congestion window in bytes.
    fn cwnd(&self) -> u64;
    /// Slow start threshold in bytes; `u64::MAX` before the first loss.
    fn ssthresh(&self) -> u64;
    /// Bytes per second to pace at, or `None` where the window governs: the path spreads it over the round trip.
    fn pacing_rate(&self) -> Option<u64>;
    /// Name of the algorithm, as configuration spells it.
    fn name(&self) -> &'static str;
}

/// Which algorithm a path uses; its text form is the configuration's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// RFC 9260 §7.2.
    Standard,
    /// RFC 9438 with HyStart++.
    Cubic,
    /// Bandwidth and round-trip model.
    Bbr,
    /// The former until losses turn out to be no sign of congestion, then the latter.
    #[default]
    Adaptive,
}

impl Algorithm {
    /// Every algorithm, for help texts and tests.
    pub const ALL: [Algorithm; 4] = [Self::Standard, Self::Cubic, Self::Bbr, Self::Adaptive];

    /// The name that [`FromStr`] reads.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Cubic => "cubic",
            Self::Bbr => "bbr",
            Self::Adaptive => "adaptive",
        }
    }

    /// A new controller for a path whose largest DATA chunk is `segment` bytes.
    #[must_use]
    pub fn build(self, segment: u64, settings: CongestionSettings) -> Box<dyn Congestion> {
        match self {
            Self::Standard => Box::new(Standard::new(segment, settings)),
            Self::Cubic => Box::new(Cubic::new(segment, settings)),
            Self::Bbr => Box::new(Bbr::new(segment, settings)),
            Self::Adaptive => Box::new(Adaptive::new(segment, settings)),
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The configuration named no algorithm that exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownAlgorithm(pub String);

impl fmt::Display for UnknownAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "configuration: no congestion control is called {:?}; choose standard, cubic, bbr or adaptive",
            self.0
        )
    }
}

impl std::error::Error for UnknownAlgorithm {}

impl FromStr for Algorithm {
    type Err = UnknownAlgorithm;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|a| a.name().eq_ignore_ascii_case(name))
            .ok_or_else(|| UnknownAlgorithm(name.to_owned()))
    }
}

/// What all algorithms share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CongestionSettings {
    /// First window in segments; `None` is RFC 9260's: min(4, max(2, 4404 bytes)).
    pub initial_segments: Option<u32>,
    /// `L` of RFC 9260 §7.2.1: segments by which one SACK may open the window in slow start. The
    /// RFC recommends 1, for a SACK every second packet. The default 8 suits receivers that read
    /// packets in batches and answer each batch with one SACK; the path's pace still
    /// bounds what leaves at once.
    pub slow_start_limit: u32,
    /// The window never exceeds this many bytes.
    pub max_cwnd: u64,
}

impl Default for CongestionSettings {
    fn default() -> Self {
        Self { initial_segments: None, slow_start_limit: 8, max_cwnd: 1 << 30 }
    }
}

impl CongestionSettings {
    /// The first window in bytes (RFC 9260 §7.2.1).
    #[must_use]
    pub fn initial_cwnd(&self, segment: u64) -> u64 {
        let segment = segment.max(1);
        let window = match self.initial_segments {
            Some(n) => segment.saturating_mul(u64::from(n.max(1))),
            None => segment.saturating_mul(4).min(segment.saturating_mul(2).max(4404)),
        };
        self.bound(window, segment)
    }

    /// What the window of an idle path decays to: four segments (RFC 9260 §7.2.1), or the first window.
    fn idle_cwnd(&self, segment: u64) -> u64 {
        self.initial_cwnd(segment).max(self.bound(segment.saturating_mul(4), segment))
    }

    /// `window` within one segment and the largest permitted window.
    fn bound(&self, window: u64, segment: u64) -> u64 {
        window.min(self.max_cwnd).max(segment)
    }

    /// What slow start adds for `bytes` acknowledged (RFC 9260 §7.2.1).
    fn slow_start_step(&self, bytes: u64, segment: u64) -> u64 {
        bytes.min(segment.saturating_mul(u64::from(self.slow_start_limit.max(1))))
    }
}
