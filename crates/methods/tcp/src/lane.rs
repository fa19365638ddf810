//! One of a link's connections, and what of it outlives each of them.

use crate::dial::Dial;
use crate::handshake::Acceptance;
use crate::lane_bytes::LaneBytes;
use crate::lifecycle::describe_break;
use crate::terms::Terms;
use socket2::Socket;
use std::io;
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
#[derive(Default)]
pub(crate) enum LaneLink {
    /// It is not.
    #[default]
    Down,
    /// It is about to be.
    Dialing(Box<Dial>),
    /// By this socket.
    Up(Socket),
}

/// A connection of a link.
pub(crate) struct Lane {
    /// All frames go over number 0, with what there is besides; chunks of long ones over the others, too.
    pub(crate) number: u8,
    pub(crate) bytes: LaneBytes,
    pub(crate) link: LaneLink,
    /// The path it prefers, at the end that opens it.
    pub(crate) path: Option<LanePath>,
    /// Why nothing more can be sent by the connection. What came in before is still read.
    pub(crate) broken: Option<String>,
    /// Events for room to send are asked for.
    pub(crate) watches_room: bool,
    /// Polls in a row that found nothing.
    pub(crate) misses: u32,
    /// Bytes of payload sent over it in chunks.
    pub(crate) carried: u64,
    /// Bytes of payload sent over others since it was used; number 0 is used always.
    pub(crate) idle: u64,
}

impl Lane {
    pub(crate) fn new(number: u8, bytes: LaneBytes, path: Option<LanePath>) -> Self {
        Lane {
            number,
            bytes,
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
    #[inline]
    pub(crate) fn socket(&self) -> Option<&Socket> {
        match &self.link {
            LaneLink::Up(socket) => Some(socket),
            _ => None,
        }
    }

    /// What is sent, and the socket to send it by, unless the connection is of no more use.
    #[inline]
    pub(crate) fn writer(&mut self) -> Option<(&mut LaneBytes, &Socket)> {
        match &self.link {
            LaneLink::Up(socket) if self.broken.is_none() => Some((&mut self.bytes, socket)),
            _ => None,
        }
    }

    /// Whether it can be sent by.
    pub(crate) fn is_usable(&self) -> bool {
        self.broken.is_none() && self.socket().is_some()
    }

    /// Nothing more can be sent by the connection.
    #[cold]
    pub(crate) fn breaks(&mut self, error: &io::Error) {
        self.broken.get_or_insert_with(|| describe_break(error));
    }

    /// Sends what was taken and could not be sent, and acknowledgements that are due.
    pub(crate) fn flush(&mut self) {
        if let Some((bytes, socket)) = self.writer()
            && let Err(e) = bytes.flush(socket)
        {
            self.breaks(&e);
        }
    }

    /// Whether it was ever connected: then there may be bytes on their way.
    pub(crate) fn has_been_up(&self) -> bool {
        self.bytes.generation > 0
    }

    /// What becomes of a connection for it that the peer opens. Of two opened at the same time the one opened
    /// by the lower rank stays, if it has come so far that the other end may already use it; the lower rank's
    /// decision binds both.
    pub(crate) fn verdict(&self, theirs: Terms, am_lower: bool) -> Acceptance {
        match &self.link {
            // The peer saw the connection break before this end did.
            LaneLink::Up(_) if self.bytes.is_followed_by(theirs) => Acceptance::Accept,
            LaneLink::Up(_) => Acceptance::Yield,
            LaneLink::Dialing(dial) if am_lower && dial.has_proven() => Acceptance::Yield,
            _ if theirs.generation < self.bytes.generation => Acceptance::Yield,
            _ => Acceptance::Accept,
        }
    }
}
