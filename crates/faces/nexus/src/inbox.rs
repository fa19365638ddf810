//! What the links bring, until a handler takes it.

use crate::{Buffer, Home};
use ferry_method::{HandlerId, Header, Landing, MethodError, PeerId, Sink};
use ferry_wire::Share;
use std::borrow::Cow;
use std::collections::VecDeque;

/// The head of a request. `bits`: channel (high half) and handler; words: endpoint, and number of the
/// request (high half) with the number of parts that follow.
pub(crate) const REQUEST: HandlerId = Share::NEXUS.id(0);
/// A part of a request, or a piece of one. `bits`: channel; words: number of the request, and length of
/// the whole part.
pub(crate) const PART: HandlerId = Share::NEXUS.id(1);
/// The sender ends its links; word 0: whether all is well.
pub(crate) const BYE: HandlerId = Share::NEXUS.id(2);

/// All in the sender's branch of the job have come to the end (word 0: 0), or all processes have (1).
pub(crate) const END: HandlerId = Share::NEXUS.id(3);

/// A request to a group; word 0: the group.
pub(crate) const CAST: HandlerId = Share::NEXUS.id(4);

/// A process is asked to take part in a stream of requests by multicast; word 0: the endpoint, word 1 (of all
/// these): the stream. Payload: the group's address.
pub(crate) const JOIN: HandlerId = Share::NEXUS.id(5);
/// Whether it does; word 0.
pub(crate) const JOINED: HandlerId = Share::NEXUS.id(6);
/// A request of a stream, by multicast or over a link. Bits: handler; word 0: number.
pub(crate) const ROUND: HandlerId = Share::NEXUS.id(7);
/// How far a process has come; word 0: the first number that it lacks; bits: whether what follows is missing.
pub(crate) const ROUND_HAD: HandlerId = Share::NEXUS.id(8);
/// The sender asks how far; word 0: the number that comes next.
pub(crate) const ROUND_ASKED: HandlerId = Share::NEXUS.id(9);
/// A stream is over.
pub(crate) const PARTED: HandlerId = Share::NEXUS.id(10);

/// Most parts of a request.
pub(crate) const MOST_PARTS: usize = 1 << 16;
/// Requests of one process that may arrive at once.
const MOST_ASSEMBLIES: usize = 1024;
/// Emptied payload buffers kept for the next requests, and the largest worth keeping.
const SPARE: (usize, usize) = (16, 64 << 10);

/// A request that is all here. It stays where it is until its handler is done: boxed, so that what is handed on
/// is one word.
#[derive(Clone, Default, Debug)]
pub(crate) struct ArrivedRequest {
    pub(crate) from: PeerId,
    /// Who that is, once it is taken out to be run.
    pub(crate) home: Option<Home>,
    pub(crate) endpoint: u64,
    /// `endpoint` is a group, whose endpoints here it is for.
    pub(crate) cast: bool,
    pub(crate) handler: u32,
    pub(crate) buffer: Buffer<'static>,
}

/// A request of which parts are missing.
struct PartialRequest {
    number: u32,
    parts: usize,
    /// Bytes there are.
    len: usize,
    /// The last part is all here.
    whole: bool,
    arrival: Box<ArrivedRequest>,
}

/// What is to be told once the poll is over.
pub(crate) enum InboxNotice {
    /// A method lost a process.
    Lost(PeerId, MethodError),
    /// A process said that it ends.
    Bye(PeerId, bool),
    /// A process, with those below it, has come to the end, or all have.
    End(PeerId, bool),
    /// A process says something about requests by multicast.
    Cast(PeerId, Header, Vec<u8>),
    /// A process sent what makes no sense.
    Nonsense(PeerId, String),
}

/// What the links bring.
pub(crate) struct Inbox {
    pub(crate) arrived: VecDeque<Box<ArrivedRequest>>,
    pub(crate) news: Vec<InboxNotice>,
    assembling: Vec<PartialRequest>,
    /// No request is longer.
    pub(crate) most: usize,
    /// Frames that were turned away.
    pub(crate) refused: u64,
    /// Emptied requests for the next ones, with the memory of their buffers.
    #[allow(clippy::vec_box, reason = "the boxes are what is used again")]
    spares: Vec<Box<ArrivedRequest>>,
}

impl Sink for Inbox {
    #[inline]
    fn frame(&mut self, peer: PeerId, header: &Header, payload: &[u8]) {
        match header.handler {
            REQUEST | CAST => {
                let mut arrival = self.spares.pop().unwrap_or_default();
                arrival.buffer.refill(payload);
                self.request(peer, header, arrival);
            }
            PART => self.part(peer, header, payload.to_vec()),
            BYE => self.news.push(InboxNotice::Bye(peer, header.words[0] == 0)),
            END => self.news.push(InboxNotice::End(peer, header.words[0] != 0)),
            JOIN | JOINED | ROUND | ROUND_HAD | ROUND_ASKED | PARTED => {
                self.news.push(InboxNotice::Cast(peer, *header, payload.to_vec()));
            }
            _ => self.unknown(peer, header),
        }
    }

    fn begin(&mut self, peer: PeerId, header: &Header, len: usize) -> Landing {
        match header.handler {
            REQUEST | CAST | PART | JOIN | ROUND => self.land(peer, header, len),
            BYE | END | JOINED | ROUND_HAD | ROUND_ASKED | PARTED => Landing::Discard,
            _ => {
                self.unknown(peer, header);
                Landing::Discard
            }
        }
    }

    fn finish(&mut self, peer: PeerId, header: &Header, landing: Landing) {
        match (header.handler, landing) {
            (REQUEST | CAST, Landing::Heap(bytes)) => {
                let mut arrival = self.spares.pop().unwrap_or_default();
                arrival.buffer = Buffer::received(bytes);
                self.request(peer, header, arrival);
            }
            (PART, Landing::Heap(bytes)) => self.part(peer, header, bytes),
            (JOIN | ROUND, Landing::Heap(bytes)) => {
                self.news.push(InboxNotice::Cast(peer, *header, bytes));
            }
            (_, Landing::Discard) => self.refused += 1,
            _ => {}
        }
    }

    fn lost(&mut self, peer: PeerId, why: MethodError) {
        self.assembling.retain(|assembly| assembly.arrival.from != peer);
        self.news.push(InboxNotice::Lost(peer, why));
    }
}

impl Inbox {
    /// An inbox that takes requests of up to `most` bytes.
    pub(crate) fn new(most: usize) -> Self {
        Inbox {
            arrived: VecDeque::new(),
            news: Vec::new(),
            assembling: Vec::new(),
            most,
            refused: 0,
            spares: Vec::new(),
        }
    }

    /// Keeps a request whose handler is done for a later one, if it is worth it.
    #[inline]
    pub(crate) fn keep_spare(&mut self, request: Box<ArrivedRequest>) {
        if self.spares.len() < SPARE.0 && request.buffer.is_worth_keeping(SPARE.1) {
            self.spares.push(request);
        }
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.arrived.is_empty() && self.news.is_empty()
    }

    #[cold]
    fn nonsense(&mut self, peer: PeerId, why: String) {
        self.refused += 1;
        self.news.push(InboxNotice::Nonsense(peer, why));
    }

    fn unknown(&mut self, peer: PeerId, header: &Header) {
        self.nonsense(peer, format!("a frame for handler {}, which Nexus lacks", header.handler));
    }

    fn land(&mut self, peer: PeerId, _header: &Header, len: usize) -> Landing {
        if len > self.most {
            self.nonsense(peer, format!("a frame of {len} bytes, {} are the most", self.most));
            return Landing::Discard;
        }
        let spare = self.spares.last_mut().map(|spare| std::mem::take(&mut spare.buffer.bytes));
        match spare {
            // All of it is written before anybody reads it.
            Some(mut bytes) if bytes.capacity() >= len => {
                bytes.resize(len, 0);
                Landing::Heap(bytes)
            }
            _ => Landing::Heap(vec![0; len]),
        }
    }

    #[inline]
    fn request(&mut self, peer: PeerId, header: &Header, mut arrival: Box<ArrivedRequest>) {
        arrival.from = peer;
        arrival.endpoint = header.words[0];
        arrival.cast = header.handler == CAST;
        arrival.handler = header.bits as u32;
        let parts = header.words[1] as u32 as usize;
        if parts == 0 || arrival.cast {
            self.arrived.push_back(arrival);
        } else {
            self.begin_assembly(peer, (header.words[1] >> 32) as u32, parts, arrival);
        }
    }

    #[cold]
    fn begin_assembly(
        &mut self,
        peer: PeerId,
        number: u32,
        parts: usize,
        arrival: Box<ArrivedRequest>,
    ) {
        let of_peer = self.assembling.iter().filter(|a| a.arrival.from == arrival.from);
        let (mut there, mut twice) = (0, false);
        for assembly in of_peer {
            there += 1;
            twice |= assembly.number == number;
        }
        if parts > MOST_PARTS || twice || there >= MOST_ASSEMBLIES {
            let why = format!("request {number} of {parts} parts, {there} others being incomplete");
            return self.nonsense(peer, why);
        }
        let len = arrival.buffer.bytes.len();
        self.assembling.push(PartialRequest { number, parts, len, whole: true, arrival });
    }

    fn part(&mut self, peer: PeerId, header: &Header, piece: Vec<u8>) {
        let (number, part_len) = (header.words[0] as u32, header.words[1]);
        let found =
            self.assembling.iter().position(|a| a.number == number && a.arrival.from == peer);
        let Some(index) = found else {
            return self.nonsense(peer, format!("a part of request {number}, which never began"));
        };
        match self.assembling[index].take(piece, part_len, self.most) {
            Ok(false) => {}
            Ok(true) => self.arrived.push_back(self.assembling.remove(index).arrival),
            Err(why) => {
                self.assembling.remove(index);
                self.nonsense(peer, why);
            }
        }
    }
}

impl PartialRequest {
    /// Takes a piece; whether nothing is missing any more.
    fn take(&mut self, piece: Vec<u8>, part_len: u64, most: usize) -> Result<bool, String> {
        self.len += piece.len();
        if self.len > most {
            return Err(format!("a request of more than {most} bytes"));
        }
        let parts = &mut self.arrival.buffer.parts;
        match parts.last_mut() {
            Some(last) if !self.whole => last.to_mut().extend_from_slice(&piece),
            _ => parts.push(Cow::Owned(piece)),
        }
        let have = parts.last().map_or(0, |part| part.len()) as u64;
        if have > part_len {
            return Err(format!("a part of {part_len} bytes with {have}"));
        }
        self.whole = have == part_len;
        Ok(self.whole && parts.len() == self.parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn frame(inbox: &mut Inbox, header: &Header, payload: &[u8]) {
        inbox.frame(PeerId(1), header, payload);
    }

    fn request(number: u64, parts: u64) -> Header {
        Header { words: [9, number << 32 | parts], bits: 4, ..Header::new(REQUEST) }
    }

    fn part(number: u64, len: u64) -> Header {
        Header { words: [number, len], ..Header::new(PART) }
    }

    #[test]
    fn a_request_in_parts_arrives_when_all_are_here() {
        let mut inbox = Inbox::new(1000);
        frame(&mut inbox, &request(3, 2), b"head");
        frame(&mut inbox, &part(3, 5), b"abc");
        frame(&mut inbox, &part(3, 5), b"de");
        assert!(inbox.is_empty());
        frame(&mut inbox, &part(3, 1), b"f");
        let arrival = inbox.arrived.pop_front().unwrap();
        assert_eq!((arrival.endpoint, arrival.handler), (9, 4));
        assert_eq!(arrival.buffer.parts, [&b"abcde"[..], b"f"]);
        assert!(inbox.assembling.is_empty() && inbox.refused == 0);
    }

    #[test]
    fn requests_that_make_no_sense_are_counted_and_told() {
        let mut inbox = Inbox::new(10);
        frame(&mut inbox, &part(3, 5), b"abc");
        frame(&mut inbox, &request(1, 1 << 20), b"");
        frame(&mut inbox, &Header::new(Share::NEXUS.id(17)), b"");
        frame(&mut inbox, &request(2, 1), b"");
        frame(&mut inbox, &request(2, 1), b"");
        frame(&mut inbox, &part(2, 3), b"four");
        frame(&mut inbox, &request(5, 1), b"");
        frame(&mut inbox, &part(5, 30), &[0; 11]);
        assert_eq!((inbox.refused, inbox.news.len()), (6, 6));
        assert!(inbox.arrived.is_empty() && inbox.assembling.is_empty());
    }

    proptest! {
        #[test]
        fn any_frames_are_survived(
            frames in prop::collection::vec(
                (0u8..12, any::<u64>(), 0u64..4, 0u64..9, prop::collection::vec(any::<u8>(), 0..9)),
                0..40,
            )
        ) {
            let mut inbox = Inbox::new(64);
            for (handler, bits, a, b, payload) in frames {
                let words = if Share::NEXUS.id(handler) == REQUEST { [a, a << 32 | b] } else { [a, b] };
                let header = Header { bits, words, ..Header::new(Share::NEXUS.id(handler)) };
                frame(&mut inbox, &header, &payload);
            }
            prop_assert!(inbox.assembling.len() <= 4);
        }
    }
}
