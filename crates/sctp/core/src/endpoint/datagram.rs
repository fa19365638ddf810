//! Datagrams that come, and the association each is for (RFC 9260 §8.4, §8.5).

use std::net::{IpAddr, SocketAddr};

use bytes::Bytes;

use super::Endpoint;
use super::stranger::Asker;
use crate::Now;
use crate::association::{Association, AssociationState, VerifiedPacket};
use crate::wire::{
    ChecksumCheck, Chunk, ChunkType, CommonHeader, ErrorKind, Packet, VerificationTag,
};

impl Endpoint {
    /// Takes a datagram that came `from` somebody `to` an own address, where that is known. Never fails:
    /// what is refused is counted. Payloads are kept as parts of `datagram`.
    pub fn handle(&mut self, now: Now, datagram: Bytes, from: SocketAddr, to: Option<IpAddr>) {
        self.take(now, datagram, from, to);
        self.settle_taken(now);
    }

    /// The same for datagrams that came together, end to end, each `stride` bytes long and the last perhaps
    /// shorter: what follows from them is seen to once.
    pub fn handle_train(
        &mut self,
        now: Now,
        mut train: Bytes,
        stride: usize,
        from: SocketAddr,
        to: Option<IpAddr>,
    ) {
        while !train.is_empty() {
            let datagram = train.split_to(stride.clamp(1, train.len()));
            self.take(now, datagram, from, to);
        }
        self.settle_taken(now);
    }

    fn take(&mut self, now: Now, datagram: Bytes, from: SocketAddr, to: Option<IpAddr>) {
        self.counters.datagrams += 1;
        let header = match CommonHeader::parse(&datagram) {
            Ok(header) => header,
            Err(error) => return self.counters.malformed(error.kind),
        };
        if header.destination_port != self.config.port {
            self.counters.misplaced += 1;
            return;
        }
        let index = self.addressed(&header);
        let zero = index.and_then(|index| self.slots.at(index));
        let check = if zero.is_some_and(|a| a.accepts_zero_checksum()) {
            ChecksumCheck::ZeroAccepted
        } else {
            ChecksumCheck::Required
        };
        let packet = match Packet::parse(&datagram, check) {
            Ok(packet) => packet,
            Err(error) => return self.counters.malformed(error.kind),
        };
        let asker = Asker { now, from, to, asked: datagram.len(), header };
        match leading(&packet) {
            ChunkType::Init => {
                self.settle_taken(now);
                self.on_init(&asker, &packet);
            }
            ChunkType::CookieEcho
                if packet.has_zero_checksum() && check != ChecksumCheck::Required =>
            {
                // RFC 9653 §5.2: a cookie never travels without a checksum.
                self.counters.malformed(ErrorKind::BadChecksum);
            }
            ChunkType::CookieEcho => {
                self.settle_taken(now);
                self.on_cookie_echo(&asker, &packet, &datagram);
            }
            _ => {
                let arrival = VerifiedPacket {
                    now,
                    datagram: &datagram,
                    packet,
                    from,
                    to,
                    after: 0,
                    authenticated: false,
                };
                self.deliver(&asker, index, &arrival);
            }
        }
    }

    /// The association that a packet is for, by its tag.
    fn addressed(&mut self, header: &CommonHeader) -> Option<u32> {
        let is_for = |association: &mut Association| {
            association.own_tag() == header.verification_tag
                && association.peer_port() == header.source_port
        };
        // Most packets of a train are for the one that had the last.
        let last = self.taken.filter(|&index| self.slots.at(index).is_some_and(is_for));
        last.or_else(|| {
            let index = self.slots.by_tag(header.verification_tag)?;
            self.slots.at(index).is_some_and(is_for).then_some(index)
        })
    }

    fn deliver(&mut self, asker: &Asker, index: Option<u32>, arrival: &VerifiedPacket<'_>) {
        let index = index
            .filter(|_| !is_reflected(&arrival.packet))
            .or_else(|| self.reflected(asker, &arrival.packet));
        match index {
            Some(index) => self.hand(index, arrival),
            None if self.is_forged(asker, &arrival.packet) => self.counters.wrong_tag += 1,
            None => self.out_of_the_blue(asker, &arrival.packet),
        }
    }

    /// Whether the sender is the peer of an association and the tag is not its own: dropped in silence
    /// (RFC 9260 §8.5). A SHUTDOWN-ACK during the handshake is answered as if there were none: its sender
    /// still ends an older association (§8.5.1 E).
    fn is_forged(&mut self, asker: &Asker, packet: &Packet<'_>) -> bool {
        let index = self.slots.by_peer(asker.from.ip(), asker.header.source_port);
        let Some(association) = index.and_then(|index| self.slots.at(index)) else {
            return false;
        };
        let begins = matches!(
            association.state(),
            AssociationState::CookieWait | AssociationState::CookieEchoed
        );
        !(begins && packet.first_chunk_type() == ChunkType::ShutdownAck)
    }

    /// Hands a packet to an association; [`Self::settle_taken`] has to follow.
    pub(super) fn hand(&mut self, index: u32, arrival: &VerifiedPacket<'_>) {
        if self.taken != Some(index) {
            self.settle_taken(arrival.now);
        }
        let Some(association) = self.slots.at(index) else { return };
        association.take(arrival, &mut self.counters);
        let is_over = association.state() == AssociationState::Closed;
        self.taken = Some(index);
        if is_over {
            // What follows in its train is for nobody any more.
            self.settle_taken(arrival.now);
        }
    }

    /// Sees to what follows from the packets that an association was handed.
    pub(super) fn settle_taken(&mut self, now: Now) {
        let Some(index) = self.taken.take() else { return };
        if let Some(association) = self.slots.at(index) {
            association.settle_taken(now);
        }
        self.after(index);
    }

    /// An ABORT or SHUTDOWN-COMPLETE with the T bit carries the tag that we send with, since its sender
    /// knows of no association (RFC 9260 §8.5.1 B, C).
    fn reflected(&mut self, asker: &Asker, packet: &Packet<'_>) -> Option<u32> {
        if !is_reflected(packet) {
            return None;
        }
        let index = self.slots.by_peer(asker.from.ip(), asker.header.source_port)?;
        let tag = packet.header.verification_tag;
        let ours = |a: &mut Association| a.peer_tag() == tag && tag != VerificationTag::ZERO;
        self.slots.at(index).is_some_and(ours).then_some(index)
    }

    /// The host found a probe of the MTU too long: `packet` bytes to `to` (see [`super::Transmit::probe`]).
    pub fn probe_too_big(&mut self, now: Now, to: SocketAddr, packet: usize) {
        self.at_address(to, |association| association.probe_too_big(now, to, packet));
    }

    /// The host says, by its routes or an authentic ICMP message, that a destination cannot be reached.
    pub fn unreachable(&mut self, now: Now, to: SocketAddr) {
        self.at_address(to, |association| association.unreachable(now, to));
    }

    /// Several associations may have one address, over raw IP or behind one NAT.
    fn at_address(&mut self, to: SocketAddr, mut act: impl FnMut(&mut Association)) {
        let ids: Vec<_> = self.slots.ids().collect();
        for id in ids {
            let there = |a: &Association| a.addresses().any(|address| address == to.ip());
            if self.slots.get(id).is_some_and(there) {
                self.slots.get_mut(id).map(&mut act);
                self.after(id.slot);
            }
        }
    }
}

/// The first chunk that is not AUTH, which alone may stand before a COOKIE-ECHO (RFC 4895 §6.3).
fn leading(packet: &Packet<'_>) -> ChunkType {
    let kinds = packet.raw_chunks().map_while(Result::ok).map(|raw| raw.chunk_type);
    let mut kinds = kinds.skip_while(|kind| *kind == ChunkType::Auth);
    kinds.next().unwrap_or(packet.first_chunk_type())
}

fn is_reflected(packet: &Packet<'_>) -> bool {
    if !matches!(packet.first_chunk_type(), ChunkType::Abort | ChunkType::ShutdownComplete) {
        return false;
    }
    match packet.chunks().next() {
        Some(Ok(Chunk::Abort(abort))) => abort.reflected_tag,
        Some(Ok(Chunk::ShutdownComplete(complete))) => complete.reflected_tag,
        _ => false,
    }
}
