//! Messages that come with their data.

use crate::frames::{EAGER, EAGER_SYNC, envelope};
use crate::kept::{Filled, Filling, Kept, KeptBody};
use crate::order::OrderIn;
use crate::two_sided::{Matching, TwoSided};
use ferry_method::{Landing, Sink};
use ferry_transfer::{ArrivalKey, RequestId, Whole};
use ferry_wire::{Header, PeerId};
use smallvec::SmallVec;

/// A numbered message's number; requests to send have no word for it.
pub(crate) fn number_of(header: &Header) -> Option<u64> {
    (header.flags & Header::SEQUENCED != 0).then_some(header.words[1])
}

/// The sender's request, if it waits for the match.
pub(crate) fn sender_of(header: &Header) -> Option<u64> {
    (header.handler == EAGER_SYNC).then_some(header.words[0])
}

/// What the message says of the type of its elements.
#[inline]
pub(crate) fn word_of(header: &Header) -> u64 {
    match header.flags & (Header::TYPED | Header::SEQUENCED) {
        Header::TYPED if header.handler == EAGER_SYNC => header.words[1],
        flags if flags & Header::TYPED != 0 && header.handler == EAGER => header.words[0],
        _ => 0,
    }
}

/// A message that has come whole; one that could have been held took no credit.
fn body_of(header: &Header, bytes: Vec<u8>) -> KeptBody {
    match header.flags & Header::HOLDABLE {
        0 => KeptBody::Whole(SmallVec::from_vec(bytes)),
        _ => KeptBody::Read(bytes),
    }
}

impl TwoSided {
    #[inline]
    pub(crate) fn eager(&mut self, peer: PeerId, header: &Header, payload: &[u8]) {
        const SPECIAL: u8 = Header::SEQUENCED | Header::HOLDABLE | Header::TYPED;
        if header.flags & SPECIAL == 0 && self.early == 0 && self.matching == Matching::Plain {
            let envelope = envelope(peer, header);
            if let Some(request) = self.matcher.arrive(&envelope) {
                self.arrivals.meet(&envelope, payload.len() as u64);
                self.transfer.consume(peer, Some(payload.len()));
                return self.transfer.deliver(request, peer, envelope.tag, payload);
            }
            if self.meet_awaited(&envelope, payload) {
                return;
            }
        }
        match header.flags & Header::TYPED {
            0 => self.eager_whole(peer, header, payload),
            _ => self.eager_typed(peer, header, payload),
        }
    }

    /// The same of a message that says of what type it is, as all do in some programs.
    #[inline(never)]
    fn eager_typed(&mut self, peer: PeerId, header: &Header, payload: &[u8]) {
        if header.flags == Header::TYPED && self.early == 0 && self.matching == Matching::Plain {
            let (envelope, len) = (envelope(peer, header), payload.len() as u64);
            if let Some(request) = self.matcher.arrive(&envelope) {
                self.arrivals.meet(&envelope, len);
                self.transfer.consume(peer, Some(payload.len()));
                if self.suits(request, peer, envelope.tag, (header.words[0], len)) {
                    self.transfer.deliver(request, peer, envelope.tag, payload);
                }
                return;
            }
            if self.awaited_suits(header.words[0], len) && self.meet_awaited(&envelope, payload) {
                return;
            }
        }
        self.eager_whole(peer, header, payload);
    }

    /// A frame of messages that match by size ([`TwoSided::matching_by_size`]), as
    /// [`Sink::frame`](ferry_method::Sink::frame) takes it: the receive that a message meets is the earliest as a
    /// rule.
    #[inline]
    pub fn frame_by_size(&mut self, peer: PeerId, header: &Header, payload: &[u8]) {
        const SPECIAL: u8 = Header::SEQUENCED | Header::HOLDABLE | Header::TYPED;
        if header.handler == EAGER && header.flags & SPECIAL == 0 && self.early == 0 {
            let (envelope, len) = (envelope(peer, header), payload.len());
            let transfer = &self.transfer;
            let has_room = |request: &RequestId| transfer.has_room(*request, len as u64);
            if let Some(request) = self.matcher.arrive_if(&envelope, has_room) {
                self.arrivals.meet(&envelope, len as u64);
                self.transfer.consume(peer, Some(len));
                return self.transfer.deliver(request, peer, envelope.tag, payload);
            }
        }
        self.other_frame(peer, header, payload);
    }

    #[inline(never)]
    fn other_frame(&mut self, peer: PeerId, header: &Header, payload: &[u8]) {
        self.frame(peer, header, payload);
    }

    #[inline(never)]
    pub(crate) fn eager_whole(&mut self, peer: PeerId, header: &Header, payload: &[u8]) {
        let (envelope, sender) = (envelope(peer, header), sender_of(header));
        let (word, len) = (word_of(header), payload.len() as u64);
        let Some(place) = self.place(&envelope, number_of(header)) else {
            return self.transfer.count_nonsense();
        };
        match self.meet(&envelope, payload.len() as u64, place) {
            Some(request) => {
                self.transfer.consume_whole(peer, header, payload.len());
                self.transfer.acknowledge(peer, sender);
                if word == 0 || self.suits(request, peer, envelope.tag, (word, len)) {
                    self.transfer.deliver(request, peer, envelope.tag, payload);
                }
            }
            // A number says no more than its place: one that is next may be waited for.
            None if self.is_next(header, place)
                && self.awaited_suits(word, len)
                && self.meet_awaited(&envelope, payload) => {}
            None => {
                if !self.transfer.keep(peer, Some(payload.len())) {
                    return;
                }
                let body = KeptBody::Whole(SmallVec::from_slice(payload));
                self.keep(envelope, Kept { len, body, sender, word }, place);
            }
        }
        if place != OrderIn::Unnumbered || self.early != 0 {
            self.placed(&envelope, place);
        }
    }

    /// Whether a message is one like those without numbers: the next, and none that its sender waits for or could have
    /// held.
    fn is_next(&self, header: &Header, place: OrderIn) -> bool {
        let is_in_order = !matches!(place, OrderIn::Early(_)) && self.early == 0;
        is_in_order && header.handler == EAGER && header.flags & Header::HOLDABLE == 0
    }

    /// A long message begins: into the matching receive, into a buffer that is kept, or it stays in its
    /// stream.
    pub(crate) fn begin_eager(&mut self, peer: PeerId, header: &Header, len: usize) -> Landing {
        let holdable = header.flags & Header::HOLDABLE != 0;
        if holdable && let Some(landing) = self.begin_direct(peer, header, len) {
            return landing;
        }
        let (envelope, arrival) = (envelope(peer, header), ArrivalKey::of(header));
        self.end_filling(peer, arrival);
        // No credit covers a frame beyond the budget: nothing is matched with it or made room for.
        let beyond = !holdable && len > self.transfer.limits().bytes as usize;
        let place = self.place(&envelope, number_of(header)).filter(|_| !beyond);
        let Some(place) = place else {
            self.transfer.count_nonsense();
            self.transfer.supersede(peer, arrival);
            return Landing::Discard;
        };
        let landing = match self.meet(&envelope, len as u64, place) {
            Some(request) => {
                self.begin_met(peer, header, Whole { request, sender: sender_of(header), len })
            }
            None => self.begin_unexpected(peer, header, place, len),
        };
        if place != OrderIn::Unnumbered || self.early != 0 {
            self.placed(&envelope, place);
        }
        landing
    }

    fn begin_unexpected(
        &mut self,
        peer: PeerId,
        header: &Header,
        place: OrderIn,
        len: usize,
    ) -> Landing {
        let (envelope, arrival) = (envelope(peer, header), ArrivalKey::of(header));
        let (sender, word) = (sender_of(header), word_of(header));
        self.note_parts(&envelope);
        if header.flags & Header::HOLDABLE != 0 {
            if self.is_abandoned(envelope.context, sender) {
                self.transfer.resume((peer, arrival), None, None, len);
                return Landing::Hold;
            }
            let kept = Kept { len: len as u64, body: KeptBody::InStream(arrival), sender, word };
            self.keep(envelope, kept, place);
            self.has_listed_collectives |= envelope.context.is_collective();
            self.note_obstacle(peer, header.stream_key(), envelope.context);
            return Landing::Hold;
        }
        if !self.transfer.keep(peer, Some(len)) {
            self.transfer.supersede(peer, arrival);
            return Landing::Discard;
        }
        let kept = Kept { len: len as u64, body: KeptBody::Filling, sender, word };
        let of = Filled::Kept(self.keep(envelope, kept, place));
        self.begin_filling(Filling { peer, arrival, sender, word, of });
        Landing::Heap(vec![0; len])
    }

    pub(crate) fn finish_eager(&mut self, peer: PeerId, header: &Header, landing: Landing) {
        let Some(filling) = self.end_filling(peer, ArrivalKey::of(header)) else {
            return self.transfer.finish_whole(peer, header, landing);
        };
        let Landing::Heap(bytes) = landing else { return };
        match filling.of {
            Filled::Kept(id) => {
                if let Some(kept) = self.matcher.kept_mut(id) {
                    kept.body = body_of(header, bytes);
                }
            }
            Filled::Claimed(request) => {
                let (len, sender, word) = (bytes.len() as u64, filling.sender, filling.word);
                let kept = Kept { len, body: body_of(header, bytes), sender, word };
                self.finish_claimed(request, peer, header.tag(), kept);
            }
        }
    }

    /// A receive or a matched probe claimed the message while it arrived.
    fn finish_claimed(&mut self, request: RequestId, peer: PeerId, tag: i32, kept: Kept) {
        if self.transfer.is_untold(request) {
            self.probed.insert(request, crate::kept::Held { kept, peer, tag });
        } else if self.transfer.is_receive(request) {
            self.give(request, peer, tag, kept);
        }
    }
}
