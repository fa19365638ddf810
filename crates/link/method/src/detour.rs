//! Peers whose datagrams go by another method's connection, for methods that send datagrams.

use crate::{PeerId, Sink};
use std::collections::HashMap;
use std::net::SocketAddr;

/// Peers on a detour.
#[derive(Debug, Default)]
pub struct Detours {
    peers: Vec<PeerId>,
    /// Whose addresses these are.
    owners: HashMap<SocketAddr, PeerId>,
}

impl Detours {
    /// From now on a peer is on a detour.
    pub fn begin(&mut self, peer: PeerId) {
        self.peers.push(peer);
    }

    /// Datagrams to these addresses are for a peer.
    pub fn note(&mut self, peer: PeerId, addresses: impl IntoIterator<Item = SocketAddr>) {
        self.owners.extend(addresses.into_iter().map(|address| (address, peer)));
    }

    /// Whether a peer is on a detour.
    pub fn has(&self, peer: PeerId) -> bool {
        self.peers.contains(&peer)
    }

    /// Whether nobody is.
    pub fn is_empty(&self) -> bool {
        self.peers.is_empty()
    }

    /// Those who are.
    pub fn peers(&self) -> &[PeerId] {
        &self.peers
    }

    /// Hands over datagrams to one address, each but the last `stride` bytes long. What finds no room is
    /// lost, as it would be on any other way. False: nobody on a detour has that address.
    pub fn send(
        &self,
        to: SocketAddr,
        stride: usize,
        datagrams: &[u8],
        sink: &mut dyn Sink,
    ) -> bool {
        let Some(peer) = self.owners.get(&to) else { return false };
        let mut parcel = (stride as u16).to_le_bytes().to_vec();
        parcel.extend(datagrams);
        sink.parcel(*peer, &parcel);
        true
    }
}

/// The datagrams of a parcel and the length of each but the last; `None`: it is none of
/// [`Detours::send`]'s.
pub fn datagrams_of(parcel: &[u8]) -> Option<(usize, &[u8])> {
    let (stride, datagrams) = parcel.split_first_chunk()?;
    Some((usize::from(u16::from_le_bytes(*stride)).max(1), datagrams))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Header, Landing, MethodError};

    #[derive(Default)]
    struct Parcels(Vec<(PeerId, Vec<u8>)>);

    impl Sink for Parcels {
        fn frame(&mut self, _: PeerId, _: &Header, _: &[u8]) {}
        fn begin(&mut self, _: PeerId, _: &Header, _: usize) -> Landing {
            Landing::Discard
        }
        fn finish(&mut self, _: PeerId, _: &Header, _: Landing) {}
        fn lost(&mut self, _: PeerId, _: MethodError) {}
        fn parcel(&mut self, peer: PeerId, parcel: &[u8]) -> bool {
            self.0.push((peer, parcel.to_vec()));
            true
        }
    }

    #[test]
    fn datagrams_go_to_whoever_has_the_address() {
        let (mut detours, mut sink) = (Detours::default(), Parcels::default());
        let [known, unknown] = [1, 2].map(|port| SocketAddr::from(([10, 0, 0, 1], port)));
        detours.begin(PeerId(3));
        detours.note(PeerId(3), [known]);
        assert!(detours.send(known, 300, &[7; 700], &mut sink));
        assert!(!detours.send(unknown, 300, &[7; 700], &mut sink));
        let [(peer, parcel)] = &sink.0[..] else { panic!("one parcel") };
        assert_eq!(*peer, PeerId(3));
        assert_eq!(datagrams_of(parcel), Some((300, &[7; 700][..])));
        assert_eq!(datagrams_of(&[0]), None);
    }
}
