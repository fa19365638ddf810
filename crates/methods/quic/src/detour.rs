//! Peers to whom nothing gets through: their datagrams go by another method's connection.

use crate::conn::ConnectionRole;
use crate::core::Handle;
use crate::method::QuicMethod;
use crate::session::PeerState;
use crate::socket::plain;
use bytes::BytesMut;
use ferry_method::{PeerId, Pulse, Sink, datagrams_of};
use std::net::SocketAddr;

impl QuicMethod {
    pub(crate) fn pulse_of(&self, peer: PeerId) -> Option<Pulse> {
        let conn = |handle: &Handle| self.connections.get(*handle);
        match self.peers.state(peer)? {
            PeerState::Calling(dial) => {
                let heard = dial.attempts.iter().filter_map(conn).map(|conn| conn.heard).sum();
                Some(Pulse { waits: true, heard })
            }
            PeerState::Open(handle) => {
                let conn = conn(handle)?;
                Some(Pulse { waits: conn.awaits_answer(), heard: conn.heard })
            }
            _ => None,
        }
    }

    pub(crate) fn begin_detour(&mut self, peer: PeerId) -> bool {
        self.look_at_the_clock();
        let now = self.now;
        let has_way = !self.candidates_of(peer).is_empty();
        let Some(state) = self.peers.state_mut(peer).filter(|_| has_way) else { return false };
        let (mut given_up, mut link) = (Vec::new(), None);
        match state {
            PeerState::Departed(_) | PeerState::Gone(_) => return false,
            PeerState::Idle => {}
            PeerState::Calling(dial) => {
                given_up = std::mem::take(&mut dial.attempts);
                dial.take_detour(now);
                self.dial_due = Some(now);
            }
            PeerState::Open(handle) => link = Some(*handle),
        }
        given_up.into_iter().for_each(|attempt| self.give_up(attempt));
        self.detours.begin(peer);
        self.divert_to(peer);
        if let Some(handle) = link
            && let Some(conn) = self.conn_mut(handle)
        {
            // Its answer shows what was lost, and that is sent again.
            conn.session.ping();
            self.connections.mark(handle);
        }
        true
    }

    /// The address from which datagrams of a peer seem to come.
    fn address_of(&self, peer: PeerId) -> Option<SocketAddr> {
        let handle = match self.peers.state(peer)? {
            PeerState::Open(handle) => Some(*handle),
            PeerState::Calling(dial) => dial.attempts.last().copied(),
            _ => None,
        };
        let conn = handle.and_then(|handle| self.connections.get(handle));
        let remote = conn.map(|conn| conn.session.remote());
        remote.or_else(|| self.candidates_of(peer).first().copied())
    }

    fn divert_to(&mut self, peer: PeerId) {
        let addresses = self.candidates_of(peer).into_iter().chain(self.address_of(peer));
        let addresses: Vec<SocketAddr> = addresses.map(plain).collect();
        self.socket.diverted.extend(&addresses);
        self.detours.note(peer, addresses);
    }

    /// Hands over what is to go by other means.
    #[cold]
    pub(crate) fn send_parcels(&mut self, sink: &mut dyn Sink) -> usize {
        let mut sent = 0;
        while let Some((transmit, datagrams)) = self.socket.parcels.pop_front() {
            let stride = transmit.segment.unwrap_or(datagrams.len());
            let is_sent = self.detours.send(plain(transmit.to), stride, &datagrams, sink);
            sent += usize::from(is_sent);
        }
        sent
    }

    pub(crate) fn take_parcel(&mut self, peer: PeerId, parcel: &[u8]) {
        let Some((stride, datagrams)) = datagrams_of(parcel) else { return };
        let Some(from) = self.address_of(peer) else { return };
        self.look_at_the_clock();
        for datagram in datagrams.chunks(stride) {
            self.take_datagram((from, None), 0, BytesMut::from(datagram));
        }
    }

    /// Whether a connection is with a peer on a detour, so that the system's reports say nothing of it.
    pub(crate) fn is_detoured(&self, role: &ConnectionRole) -> bool {
        matches!(role, ConnectionRole::Link(peer) | ConnectionRole::Attempt { peer, .. } if self.detours.has(*peer))
    }
}
