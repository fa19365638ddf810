//! How the path to a peer does: what the kernel counts for the sockets of a link.

use crate::loss_watch::keeps_pace;
use crate::method::TcpMethod;
use crate::session::PeerState;
use ferry_method::{PeerId, Quality, has_queue};
use ferry_sys::tcp_path;
use socket2::SockRef;
use std::os::fd::AsFd;

/// How the connection of a socket does; `None` if the system does not tell.
pub fn quality_of(socket: impl AsFd) -> Option<Quality> {
    let path = tcp_path(&socket).ok()?;
    let (sent, lost) = (path.sent.into(), path.retransmitted.into());
    let has_queue = has_queue(path.round_trip, path.smooth_round_trip);
    let keeps_pace = keeps_pace(&SockRef::from(&socket));
    Some(Quality { round_trip: path.round_trip, sent, lost, has_queue, keeps_pace })
}

impl TcpMethod {
    /// Of all connections of the link to a peer together, or of the one that is being opened, once the peer's system has
    /// answered.
    pub(crate) fn quality_to(&self, peer: PeerId) -> Option<Quality> {
        let stream = match self.peers.state(peer)? {
            PeerState::Open(stream) => stream,
            PeerState::Calling(dial) => return quality_of(dial.answered()?),
            PeerState::Idle | PeerState::Departed(()) | PeerState::Gone(_) => return None,
        };
        let first = quality_of(stream.first().socket()?)?;
        let others = stream.lanes[1..].iter().filter_map(|lane| quality_of(lane.socket()?));
        Some(others.fold(first, Quality::with))
    }
}
