//! What a method knows of the path to a peer.

use std::time::Duration;

/// How the path to a peer does, as far as what was sent to it tells.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Quality {
    /// Time to the peer and back: the shortest seen where that is known, since waiting in queues and for
    /// the peer's attention says nothing about the path.
    pub round_trip: Duration,
    /// Packets with data sent since the connection began, those sent again included.
    pub sent: u64,
    /// Those of them that were sent again.
    pub lost: u64,
}

impl Quality {
    /// Of a link over several connections: packets of all, the shorter round trip.
    #[must_use]
    pub fn with(self, other: Quality) -> Quality {
        Quality {
            round_trip: self.round_trip.min(other.round_trip),
            sent: self.sent.saturating_add(other.sent),
            lost: self.lost.saturating_add(other.lost),
        }
    }
}
