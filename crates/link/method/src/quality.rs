//! What a method knows of the path to a peer.

use std::time::Duration;

/// How much longer than at its shortest a round trip without a queue usually is at most, apart from half
/// of the shortest: both ends have other things to do, too.
const SLACK: Duration = Duration::from_millis(2);

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
    /// Packets wait in a queue on the way ([`has_queue`]): if it overflows, that is congestion and says
    /// nothing about the path.
    pub has_queue: bool,
    /// Losses without a queue do not slow the method down: it goes by rates and round trips.
    pub keeps_pace: bool,
}

/// Whether round trips now take so much longer than the shortest that packets wait in a queue on the way.
#[must_use]
pub fn has_queue(shortest: Duration, now: Duration) -> bool {
    now > shortest.saturating_add(shortest / 2).saturating_add(SLACK)
}

impl Quality {
    /// Of a link over several connections: packets of all, the shorter round trip, a queue on any, the pace
    /// kept on all.
    #[must_use]
    pub fn with(self, other: Quality) -> Quality {
        Quality {
            round_trip: self.round_trip.min(other.round_trip),
            sent: self.sent.saturating_add(other.sent),
            lost: self.lost.saturating_add(other.lost),
            has_queue: self.has_queue || other.has_queue,
            keeps_pace: self.keeps_pace && other.keeps_pace,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_queue_is_half_of_the_shortest_round_trip_and_two_milliseconds() {
        let us = Duration::from_micros;
        assert!(!has_queue(us(100), us(2150)) && has_queue(us(100), us(2151)));
        assert!(!has_queue(us(20_000), us(32_000)) && has_queue(us(20_000), us(32_001)));
        assert!(!has_queue(Duration::MAX, us(1)));
    }

    #[test]
    fn a_link_of_several_connections_has_what_they_have_together() {
        let one = |sent, lost, ms, has_queue| Quality {
            round_trip: Duration::from_millis(ms),
            sent,
            lost,
            has_queue,
            keeps_pace: !has_queue,
        };
        assert_eq!(one(10, 1, 5, false).with(one(20, 3, 4, true)), one(30, 4, 4, true));
    }
}
