//! A further connection of a link, over which chunks of long frames go.

use crate::dial::Dial;
use crate::socket_meter::SocketMeter;
use socket2::Socket;
use std::net::{IpAddr, SocketAddr};

/// Most connections of a link.
pub(crate) const MAX_LANES: usize = 8;

/// Where a lane leads: from which of the own addresses to which of the peer's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LanePath {
    pub(crate) from: Option<IpAddr>,
    pub(crate) to: SocketAddr,
}

/// How a lane is connected.
pub(crate) enum LaneLink {
    /// It is not.
    Down,
    /// It is about to be.
    Dialing(Box<Dial>),
    /// By this socket.
    Up(Socket),
}

impl LaneLink {
    /// The socket, unless the connection is of no more use.
    pub(crate) fn usable(&self, broken: &Option<String>) -> Option<&Socket> {
        match self {
            LaneLink::Up(socket) if broken.is_none() => Some(socket),
            _ => None,
        }
    }
}

/// A further connection.
pub(crate) struct Lane {
    /// 1 and up; the frames themselves go over number 0.
    pub(crate) number: u8,
    pub(crate) line: SocketMeter,
    pub(crate) link: LaneLink,
    /// The path it prefers, at the end that opens it.
    pub(crate) path: Option<LanePath>,
    /// Why the connection is of no more use.
    pub(crate) broken: Option<String>,
    /// Events for room to send are asked for.
    pub(crate) watches_room: bool,
    /// Polls in a row that found nothing.
    pub(crate) misses: u32,
    /// Bytes of payload sent over it.
    pub(crate) carried: u64,
    /// Bytes of payload sent over others since it was used.
    pub(crate) idle: u64,
}

impl Lane {
    pub(crate) fn new(number: u8, line: SocketMeter, path: Option<LanePath>) -> Self {
        Lane {
            number,
            line,
            link: LaneLink::Down,
            path,
            broken: None,
            watches_room: false,
            misses: 0,
            carried: 0,
            idle: 0,
        }
    }

    /// Its socket, where it is connected.
    pub(crate) fn socket(&self) -> Option<&Socket> {
        self.link.usable(&self.broken)
    }

    /// Whether it was ever connected: then there may be bytes on their way.
    pub(crate) fn has_been_up(&self) -> bool {
        self.line.generation > 0
    }
}
