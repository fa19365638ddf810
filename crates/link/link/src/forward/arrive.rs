//! What neighbours send about forwarding: pieces to deliver, pieces to send on, credit.

use crate::TrafficClass;
use crate::context::{Context, LinkError};
use crate::forward::{
    Ends, FIRST, FORWARD, ForwardAssembly, ForwardPiece, LAST, MOST_HOPS, PIECE, PIECE_COST,
    WINDOW, may_pass,
};
use crate::gate::LEAVE;
use ferry_method::{Header, PeerId, Sink};
use ferry_wire::{HEADER_LEN, Share};

/// A frame from a neighbour: by which method, from whom.
pub(crate) type NeighbourFrame = (usize, PeerId, Header, Vec<u8>);

impl Context {
    /// Hands what was forwarded to this process to its handlers. Returns the number of pieces.
    pub(crate) fn deliver_forwarded(&mut self, handlers: &mut dyn Sink) -> usize {
        let mine = |frame: &NeighbourFrame, me| {
            frame.2.handler == FORWARD && Ends::of_word(frame.2.words[0]).to == me
        };
        if !self.news.frames.iter().any(|frame| mine(frame, self.me)) {
            return 0;
        }
        let frames = std::mem::take(&mut self.news.frames);
        let (mine, others): (Vec<_>, Vec<_>) =
            frames.into_iter().partition(|frame| mine(frame, self.me));
        self.news.frames = others;
        let pieces = mine.len();
        for (slot, from, header, bytes) in mine {
            if self.take_piece(slot, from, &header, &bytes, handlers).is_none() {
                self.forwarder.report.refused += 1;
            }
        }
        pieces
    }

    /// A piece for this process; `None` if it makes no sense.
    fn take_piece(
        &mut self,
        slot: usize,
        from: PeerId,
        outer: &Header,
        bytes: &[u8],
        handlers: &mut dyn Sink,
    ) -> Option<()> {
        let origin = Ends::of_word(outer.words[0]).origin;
        self.check_piece(from, outer, bytes)?;
        self.forwarder.sources.insert(origin, from);
        let last = outer.flags & LAST != 0;
        if outer.flags & FIRST == 0 {
            let mut arrival = self.forwarder.arriving.remove(&origin)?;
            let end = arrival.at + bytes.len();
            if end > arrival.len || last != (end == arrival.len) {
                return None;
            }
            if let Some(room) = arrival.landing.slice_from(arrival.at) {
                room.get_mut(..bytes.len())?.copy_from_slice(bytes);
            }
            arrival.at = end;
            if last {
                self.count_forwarded(slot, origin, arrival.len);
                handlers.finish(origin, &arrival.header, arrival.landing);
            } else {
                self.forwarder.arriving.insert(origin, arrival);
            }
            return Some(());
        }
        let (mut header, len) = Header::decode(bytes).ok()?;
        let (body, len) = (bytes.get(HEADER_LEN..)?, len as usize);
        let fits = if last { body.len() == len } else { body.len() < len };
        // A frame that another interrupts never ends.
        let interrupts = self.forwarder.arriving.remove(&origin).is_some();
        if !fits || interrupts || !may_pass(header.handler) {
            return None;
        }
        if Share::LINKS.contains(header.handler) {
            if header.handler == LEAVE {
                // What the origin sent before has come before: pieces of a pair keep their order.
                self.take_leave(origin, slot, &header);
            } else {
                self.take_left(origin, &header);
            }
            return Some(());
        }
        // Nothing that comes in pieces can be left where it is.
        header.flags &= !Header::HOLDABLE;
        if last {
            self.count_forwarded(slot, origin, len);
            handlers.frame(origin, &header, body);
            return Some(());
        }
        let mut landing = handlers.begin(origin, &header, len);
        if let Some(room) = landing.slice_from(0) {
            room.get_mut(..body.len())?.copy_from_slice(body);
        }
        let arrival = ForwardAssembly { header, landing, at: body.len(), len };
        self.forwarder.arriving.insert(origin, arrival);
        Some(())
    }

    fn count_forwarded(&mut self, slot: usize, origin: PeerId, len: usize) {
        if let Some(flow) = self.slots[slot].flows.get_mut(origin.0 as usize) {
            flow.traffic.received.add(len);
            flow.relayed[1] += 1;
        }
    }

    /// Whether a piece may be what it says.
    fn check_piece(&self, from: PeerId, outer: &Header, bytes: &[u8]) -> Option<()> {
        let Ends { origin, to } = Ends::of_word(outer.words[0]);
        let exists = |peer: PeerId| (peer.0 as usize) < self.routes.len();
        let fits = exists(origin)
            && exists(to)
            && origin != to
            && origin != self.me
            && to != from
            // Only the origin itself sends pieces that no relay has passed on.
            && (outer.bits == 0) == (origin == from)
            && (1..=PIECE).contains(&bytes.len());
        fits.then_some(())
    }

    /// A piece for another process.
    pub(crate) fn relay_piece(
        &mut self,
        slot: usize,
        from: PeerId,
        outer: &Header,
        bytes: Vec<u8>,
    ) {
        if self.check_piece(from, outer, &bytes).is_none() {
            self.forwarder.report.refused += 1;
            return;
        }
        let pair = Ends::of_word(outer.words[0]);
        let hops = outer.bits.saturating_add(1);
        let next = match self.onward(pair, from, hops) {
            Ok(next) => next,
            Err(why) => return self.cannot_go_on(pair, (from, slot), &why),
        };
        let most = self.piece_size(next);
        let passage = self.forwarder.passage(pair, (from, slot), next);
        if passage.lost {
            return;
        }
        if passage.from.0 != from {
            self.forwarder.report.refused += 1;
            return;
        }
        if passage.queued + bytes.len() + PIECE_COST > WINDOW {
            self.forwarder.report.refused += 1;
            let why = format!("rank {from} sent more than its window at rank {}", self.me);
            return self.cannot_go_on(pair, (from, slot), &why);
        }
        let pieces = recut(outer.flags, hops, bytes, most);
        for piece in pieces {
            self.forwarder.push(pair, piece, true);
        }
        self.pump(next);
    }

    /// The neighbour to which a pair's pieces go on.
    fn onward(&mut self, pair: Ends, from: PeerId, hops: u64) -> Result<PeerId, String> {
        if hops >= MOST_HOPS {
            return Err(format!("more than {} relays", MOST_HOPS - 1));
        }
        let chosen = self.choose(pair.to, TrafficClass::Message);
        chosen.map_err(|error: LinkError| error.to_string())?;
        let next = self.relay_of(pair.to).unwrap_or(pair.to);
        if next == from || next == pair.origin {
            return Err(format!("ranks {} and {next} would send it to each other", self.me));
        }
        self.hop(next).map_err(|error| error.to_string())?;
        Ok(next)
    }

    /// Room at the neighbour for a pair is given back.
    pub(crate) fn take_forward_credit(&mut self, from: PeerId, header: &Header) {
        let pair = Ends::of_word(header.words[0]);
        match self.forwarder.passages.get_mut(&pair) {
            Some(passage) if passage.next == from && header.words[1] <= WINDOW as u64 => {
                passage.credit = (passage.credit + header.words[1] as usize).min(WINDOW);
                self.forwarder.give_turn(pair);
                self.pump(from);
            }
            _ => self.forwarder.report.refused += 1,
        }
    }
}

/// The same bytes in pieces that the next method takes.
fn recut(flags: u8, hops: u64, bytes: Vec<u8>, most: usize) -> Vec<ForwardPiece> {
    if bytes.len() <= most {
        return vec![ForwardPiece { flags, hops, charge: bytes.len() + PIECE_COST, bytes }];
    }
    let count = bytes.len().div_ceil(most);
    let piece = |(at, part): (usize, &[u8])| {
        let first = if at == 0 { flags & FIRST } else { 0 };
        let last = if at + 1 == count { flags & LAST } else { 0 };
        let charge = part.len() + if at == 0 { PIECE_COST } else { 0 };
        ForwardPiece { flags: first | last, hops, charge, bytes: part.to_vec() }
    };
    bytes.chunks(most).enumerate().map(piece).collect()
}
