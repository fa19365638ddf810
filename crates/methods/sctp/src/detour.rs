//! Peers to whom nothing gets through: their packets go by another method's connection.

use crate::method::SctpMethod;
use crate::session::PeerState;
use ferry_method::{PeerId, Pulse, Sink, datagrams_of};
use std::net::SocketAddr;

impl SctpMethod {
    /// The association that there is with a peer, or is to be.
    fn association_of(&self, peer: PeerId) -> Option<u32> {
        match *self.peers.state(peer)? {
            PeerState::Open(at) | PeerState::Calling(at) => Some(at),
            _ => None,
        }
    }

    pub(crate) fn pulse_of(&self, peer: PeerId) -> Option<Pulse> {
        let is_dialing = matches!(self.peers.state(peer)?, PeerState::Calling(_));
        let link = self.associations.get(self.association_of(peer)?)?;
        let report = self.socket.endpoint().report(link.id)?;
        let waits = is_dialing || report.outstanding != 0 || link.suspicion.is_raised();
        Some(Pulse { waits, heard: report.counters.packets_received })
    }

    pub(crate) fn begin_detour(&mut self, peer: PeerId) -> bool {
        let Some(entry) = self.peers.get(peer) else { return false };
        if matches!(entry.state(), PeerState::Departed(_) | PeerState::Gone(_))
            || entry.contact.is_none()
        {
            return false;
        }
        self.detours.begin(peer);
        self.divert_all();
        if let Some(at) = self.association_of(peer)
            && let Some(link) = self.link_at(at)
        {
            link.suspicion = crate::link::Suspicion::default();
            let id = link.id;
            let now = self.look_at_the_clock();
            // One that is over has nothing to be sent again.
            let _ = self.socket.endpoint_mut().hurry(now, id);
            self.socket.flush(now);
        }
        true
    }

    /// Addresses of a peer, the one first from which its packets seem to come.
    fn addresses_of(&self, peer: PeerId) -> Vec<SocketAddr> {
        let link = self.association_of(peer).and_then(|at| self.associations.get(at));
        let report = link.and_then(|link| self.socket.endpoint().report(link.id));
        let paths = report.map(|report| report.paths).unwrap_or_default();
        let known = paths.into_iter().map(|path| path.addr);
        let contact = self.peers.get(peer).and_then(|entry| entry.contact.as_ref());
        let published = contact.and_then(|contact| self.candidates(contact).ok());
        known.chain(published.unwrap_or_default()).collect()
    }

    /// Peers may have learnt to know more addresses.
    fn divert_all(&mut self) {
        for peer in self.detours.peers().to_vec() {
            let addresses = self.addresses_of(peer);
            self.detours.note(peer, addresses.iter().copied());
            self.socket.divert(addresses);
        }
    }

    /// Hands over what is to go by other means.
    #[cold]
    pub(crate) fn send_parcels(&mut self, sink: &mut dyn Sink) -> usize {
        self.divert_all();
        let mut sent = 0;
        while let Some(parcel) = self.socket.take_parcel() {
            let is_sent = self.detours.send(parcel.to, parcel.packet, &parcel.packets, sink);
            sent += usize::from(is_sent);
        }
        sent
    }

    pub(crate) fn take_parcel(&mut self, peer: PeerId, parcel: &[u8]) {
        let Some((packet, packets)) = datagrams_of(parcel) else { return };
        let Some(from) = self.addresses_of(peer).first().copied() else { return };
        let now = self.look_at_the_clock();
        self.socket.take_in(now, from, packet, packets);
    }
}
