//! The sending side of forwarding: frames cut into pieces, and pieces moved on.

use super::*;
use crate::context::{Context, LinkError};
use ferry_method::{Header, PeerId};
use ferry_wire::HEADER_LEN;

impl Context {
    /// Sends a frame to a peer behind a relay, as much of it as the window has room for.
    pub(crate) fn send_through(
        &mut self,
        peer: PeerId,
        relay: PeerId,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, LinkError> {
        if let Some(why) = self.forwarder.gone.get(&peer) {
            return Err(gone(peer, why).into());
        }
        let slot = self.hop(relay)? as usize;
        let most = self.piece_size(relay);
        let pair = Ends { origin: self.me, to: peer };
        let passage = self.forwarder.passage(pair, (self.me, slot), relay);
        let mut room = WINDOW.saturating_sub(passage.queued);
        if *done == 0 && passage.halfway {
            return Ok(false);
        }
        let head = header.encode(payload.len() as u32);
        let total = HEADER_LEN + payload.len();
        while *done < total {
            let n = (total - *done).min(most);
            if n + PIECE_COST > room {
                break;
            }
            room -= n + PIECE_COST;
            let piece = cut(&head, payload, *done, n);
            self.forwarder.push(pair, piece, false);
            *done += n;
        }
        let taken = *done == total;
        if let Some(passage) = self.forwarder.passages.get_mut(&pair) {
            passage.halfway = *done != 0 && !taken;
        }
        if taken {
            let flow = &mut self.slots[slot].flows[peer.0 as usize];
            flow.traffic.sent.add(payload.len());
            flow.relayed[0] += 1;
        }
        self.pump(relay);
        Ok(taken)
    }

    /// Sends an answer of the link layer's own to a peer behind a relay, room or not.
    pub(crate) fn tell_through(&mut self, peer: PeerId, relay: PeerId, header: &Header) {
        let Ok(slot) = self.hop(relay) else { return };
        let pair = Ends { origin: self.me, to: peer };
        self.forwarder.passage(pair, (self.me, slot as usize), relay);
        let piece = cut(&header.encode(0), &[], 0, HEADER_LEN);
        self.forwarder.push(pair, piece, false);
        self.pump(relay);
    }

    /// The longest piece that a neighbour's method takes.
    pub(crate) fn piece_size(&self, next: PeerId) -> usize {
        let hop = self.forwarder.hops.get(&next);
        let largest = hop.map(|hop| self.local_attributes[hop.slot as usize].max_frame);
        PIECE.min(largest.unwrap_or(PIECE)).max(HEADER_LEN)
    }

    /// Sends pieces that wait for a neighbour, in turn among the pairs, as far as its method takes them.
    /// Returns how many went.
    pub(crate) fn pump(&mut self, next: PeerId) -> usize {
        let mut moved = 0;
        loop {
            match self.end_piece(next) {
                Ok(true) => {}
                Ok(false) => {
                    if !self.forwarder.busy.contains(&next) {
                        self.forwarder.busy.push(next);
                    }
                    return moved;
                }
                Err(why) => {
                    self.lose_neighbour(next, &why.to_string());
                    return moved;
                }
            }
            let Some((pair, piece)) = self.forwarder.next_piece(next) else {
                self.forwarder.busy.retain(|busy| *busy != next);
                return moved;
            };
            let header = Header {
                flags: piece.flags,
                bits: piece.hops,
                words: [pair.word(), 0],
                ..Header::new(FORWARD)
            };
            let Some(hop) = self.forwarder.hops.get(&next) else { return moved };
            self.tell(next, hop.slot, header, piece.bytes);
            moved += 1;
        }
    }

    /// Whether no piece is under way to a neighbour's method any more.
    fn end_piece(&mut self, next: PeerId) -> Result<bool, LinkError> {
        let Some(hop) = self.forwarder.hops.get(&next) else { return Ok(true) };
        if hop.sending.is_none() {
            return Ok(true);
        }
        self.tell_all(next, None)?;
        if self.detour(next).own.iter().any(|frame| frame.header.handler == FORWARD) {
            return Ok(false);
        }
        let sent = self.forwarder.hops.get_mut(&next).and_then(|hop| hop.sending.take());
        if let Some((pair, charge, bytes)) = sent {
            self.has_gone_on(pair, charge, bytes);
        }
        Ok(true)
    }

    /// A piece has left: whoever sent it gets its credit back, in batches.
    fn has_gone_on(&mut self, pair: Ends, charge: usize, bytes: usize) {
        let Some(passage) = self.forwarder.passages.get_mut(&pair) else { return };
        passage.queued -= charge;
        if pair.origin == self.me {
            return;
        }
        passage.owed += charge;
        self.forwarder.report.held -= charge;
        self.forwarder.report.relayed.add(bytes);
        if passage.owed < WINDOW / 4 {
            return;
        }
        let back = std::mem::take(&mut passage.owed) as u64;
        let (from, slot) = passage.from;
        let header = Header { words: [pair.word(), back], ..Header::new(FORWARD_CREDIT) };
        self.answer(from, slot, header, Vec::new());
    }

    /// Sends a frame of the link layer's own to a neighbour by the method by which it wrote.
    pub(crate) fn answer(&mut self, to: PeerId, slot: usize, header: Header, payload: Vec<u8>) {
        let Some(name) = self.slots.get(slot).map(|slot| slot.method.name()) else { return };
        // Whoever cannot be answered is lost, and heard of by other means.
        if let Ok(slot) = self.reaching(to, name) {
            self.tell(to, slot, header, payload);
        }
    }

    /// Moves on what waits for methods; returns how much moved.
    pub(crate) fn pump_all(&mut self) -> usize {
        let busy = self.forwarder.busy.clone();
        busy.into_iter().map(|next| self.pump(next)).sum()
    }
}

/// Bytes `at..at + n` of a frame.
fn cut(head: &[u8; HEADER_LEN], payload: &[u8], at: usize, n: usize) -> ForwardPiece {
    let mut bytes = Vec::with_capacity(n);
    let end = at + n;
    if at < HEADER_LEN {
        bytes.extend_from_slice(&head[at..end.min(HEADER_LEN)]);
    }
    if end > HEADER_LEN {
        bytes.extend_from_slice(&payload[at.max(HEADER_LEN) - HEADER_LEN..end - HEADER_LEN]);
    }
    let (first, last) = (at == 0, end == HEADER_LEN + payload.len());
    let flags = if first { FIRST } else { 0 } | if last { LAST } else { 0 };
    ForwardPiece { flags, hops: 0, charge: n + PIECE_COST, bytes }
}
