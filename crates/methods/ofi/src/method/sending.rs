//! Frames out: in packets, or laid ready for the peer to read.

use super::OfiMethod;
use crate::ffi::{FabricAddress, Sent};
use crate::packet::{PREFIX, PacketKind};
use crate::reading;
use ferry_method::{Header, MethodError, PeerId};
use ferry_session::SessionMethod;

/// How much of a payload that is laid ready comes with the frame's header: something has to.
const FIRST: usize = 4096;

impl OfiMethod {
    /// Sends a frame for as long as there is room. True: the frame is out.
    pub(super) fn send_packets(
        &mut self,
        peer: PeerId,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, MethodError> {
        let to = (peer, self.core.address_of(peer, &mut self.port)?);
        let lays_ready = self.lays_ready(peer, payload.len())?;
        loop {
            let rest = &payload[*done..];
            let sent = match *done {
                0 => {
                    let first = if lays_ready { &rest[..rest.len().min(FIRST)] } else { rest };
                    let header = header.encode(payload.len() as u32);
                    self.send_packet(to, PacketKind::Frame, &header, first)?
                }
                _ if lays_ready && rest.len() > self.packet => self.lay_ready(to, rest)?,
                _ => self.send_packet(to, PacketKind::Rest, &[], rest)?,
            };
            let Some(sent) = sent else { return Ok(false) };
            *done += sent;
            if *done == payload.len() {
                self.core.counters.frames_sent += 1;
                self.core.counters.bytes_sent += payload.len() as u64;
                return Ok(true);
            }
        }
    }

    /// Whether frames of this length are laid ready for a peer.
    fn lays_ready(&self, peer: PeerId, len: usize) -> Result<bool, MethodError> {
        match self.core.peers.link(peer) {
            Some(link) => match &link.broken {
                Some(loss) => Err(loss.why.clone()),
                None => Ok(link.is_reader && len >= self.read_from),
            },
            None => Ok(false),
        }
    }

    /// Sends as much of `rest` as a packet takes behind `head`; how much that is, or `None`: there is no room.
    fn send_packet(
        &mut self,
        to: (PeerId, FabricAddress),
        kind: PacketKind,
        head: &[u8],
        rest: &[u8],
    ) -> Result<Option<usize>, MethodError> {
        let part = &rest[..rest.len().min(self.packet - PREFIX - head.len())];
        let len = PREFIX + head.len() + part.len();
        let is_taken = self.hand_over(to, kind, len, &[head, part])?;
        Ok(is_taken.then_some(part.len()))
    }

    /// Lays a piece of `rest` ready and says so; where no place is free it goes in a packet.
    fn lay_ready(
        &mut self,
        to: (PeerId, FabricAddress),
        rest: &[u8],
    ) -> Result<Option<usize>, MethodError> {
        let len = rest.len().min(self.piece);
        let has_room = self.core.peers.link(to.0).is_some_and(|link| link.has_room(len));
        let free = self.core.places.last().copied();
        let Some(place) = free else { return self.send_packet(to, PacketKind::Rest, &[], rest) };
        if !has_room {
            return Ok(None);
        }
        let Some(lies) = self.port.lay_ready(place, &rest[..len]) else { return Ok(None) };
        if !self.hand_over(to, PacketKind::Ready, len, &[&reading::encode(&lies), &[]])? {
            return Ok(None);
        }
        self.core.places.pop();
        if let Some(link) = self.core.peers.link_mut(to.0) {
            link.note_laid_ready(place);
        }
        Ok(Some(len))
    }

    /// Hands a packet to the provider that brings `len` bytes. False: there is no room.
    fn hand_over(
        &mut self,
        (peer, address): (PeerId, FabricAddress),
        kind: PacketKind,
        len: usize,
        parts: &[&[u8]; 2],
    ) -> Result<bool, MethodError> {
        let me = self.core.identity.me;
        let link = self.core.peers.link_mut(peer).filter(|link| link.has_room(len));
        let Some(link) = link else { return Ok(false) };
        let prefix = link.prefix(kind, me);
        match self.port.send(address, peer.0, &[&prefix, parts[0], parts[1]], false) {
            Sent::Taken => link.note_sent(kind, len),
            Sent::NoBuffer => return Ok(false),
            Sent::Busy => {
                self.is_busy = true;
                return Ok(false);
            }
            Sent::Failed(why) => {
                let why = self.core.refusal(peer, why);
                return Err(self.core.gone(peer, why));
            }
        }
        Ok(true)
    }
}
