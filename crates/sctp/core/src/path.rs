//! The destinations of an association: one [`Path`] per address of the peer, all of them in a
//! [`PathSet`] that chooses among them.
//!
//! Pure state, told the time: calls change it, [`PathSet::next_due`] says when to call
//! [`PathSet::on_timer`], and after any call [`PathSet::poll`] is drained of [`PathAction`]s.
//!
//! | procedure | source | file |
//! | --- | --- | --- |
//! | retransmission timeout | RFC 9260 §6.3 | `rto.rs` |
//! | path MTU discovery | RFC 8899 | `pmtu.rs` |
//! | heartbeats | RFC 9260 §8.3, §5.4 | `heartbeat.rs` |
//! | failure detection | RFC 9260 §8.2, RFC 7829 | `failure.rs` |
//! | sending, windows, pacing | RFC 9260 §6.1, §7.2 | `destination.rs`, `pace.rs`, `pacer.rs` |
//! | T3-rtx and all other timers | RFC 9260 §6.3.2, §6.3.3 | `timers.rs` |
//! | what a SACK means to each path | RFC 9260 §7.2.4, Iyengar et al. | `sack.rs` |
//! | which path for what | RFC 9260 §6.4, RFC 7829 §3 | `choose.rs`, `delivery.rs` |
//!
//! Times of a second in the RFC are milliseconds here by default, see [`RtoSettings`].

mod action;
mod choose;
mod delivery;
mod destination;
mod events;
mod failure;
mod heartbeat;
mod pace;
mod pacer;
mod pmtu;
mod report;
mod rto;
mod sack;
mod set;
#[cfg(test)]
mod tests;
mod timers;

use std::fmt;

pub use action::PathAction;
pub use choose::Cause;
pub use destination::Path;
pub use failure::{FailureSettings, PathState};
pub use heartbeat::HeartbeatSettings;
pub use pmtu::{Pmtu, PmtuPhase, PmtuSettings};
pub use report::{Counters, PathReport};
pub use rto::{Rto, RtoSettings};
pub use sack::AckedChunk;
pub use set::{MAX_PATHS, PathError, PathSet};

use crate::congestion::{self, Algorithm};

/// A destination of an association, by its place in the [`PathSet`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PathId(pub u8);

impl fmt::Display for PathId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "path {}", self.0)
    }
}

/// Everything that can be set of paths; the same for all paths of an association at first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathSettings {
    /// Retransmission timeout.
    pub rto: RtoSettings,
    /// MTU discovery.
    pub pmtu: PmtuSettings,
    /// Heartbeats.
    pub heartbeat: HeartbeatSettings,
    /// Failure detection.
    pub failure: FailureSettings,
    /// Congestion control.
    pub algorithm: Algorithm,
    /// Settings of the congestion control.
    pub congestion: congestion::CongestionSettings,
    /// `Max.Burst`: packets that may leave at one opportunity (RFC 9260 §16: 4). The default 40 is one
    /// batch of segmentation offload; 0 is without limit, as are paths that are paced and those with round trips below a
    /// millisecond.
    pub max_burst: u32,
    /// Whether a window is spread over the round trip where that is a millisecond or more.
    pub pacing: bool,
    /// Concurrent multipath transfer: new data goes over every active path that has window.
    pub multipath: bool,
}

impl Default for PathSettings {
    fn default() -> Self {
        Self {
            rto: RtoSettings::default(),
            pmtu: PmtuSettings::default(),
            heartbeat: HeartbeatSettings::default(),
            failure: FailureSettings::default(),
            algorithm: Algorithm::default(),
            congestion: congestion::CongestionSettings::default(),
            max_burst: 40,
            pacing: true,
            multipath: false,
        }
    }
}
