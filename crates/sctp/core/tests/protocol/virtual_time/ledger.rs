//! What was sent one way in one association, and what came of it.

use std::collections::{BTreeMap, BTreeSet};

use bytes::Bytes;
use ferry_sctp_core::streams::{MessagePiece, Read};
use ferry_sctp_core::wire::PayloadProtocol;

use crate::common::pattern::Pattern;

/// A message that was accepted, at least in part.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Message {
    pub(crate) stream: u16,
    pub(crate) unordered: bool,
    pub(crate) len: usize,
    pub(crate) reliable: bool,
    pub(crate) delivered: bool,
    pub(crate) abandoned: bool,
    /// Abandoned before any of it was sent.
    pub(crate) untouched: bool,
    pub(crate) received: bool,
}

/// A message that the sender has not handed over whole.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Open {
    pub(crate) number: usize,
    pub(crate) offset: usize,
}

/// One direction of one association. Messages are numbered in the order in which they were accepted; the
/// number travels as payload protocol identifier, and plus one as context.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    salt: u32,
    pub(crate) messages: Vec<Message>,
    pub(crate) open: BTreeMap<u16, Open>,
    /// By stream and kind: the messages in their order, and how many of them were received or passed.
    order: BTreeMap<u16, (Vec<usize>, usize)>,
    /// By stream: the message being read and how far.
    reading: BTreeMap<u16, (usize, usize)>,
    seen: BTreeSet<usize>,
}

impl Ledger {
    /// Of one association and direction, so that what comes of another is noticed.
    pub(crate) fn new(salt: u32) -> Self {
        Self { salt: salt << 24, ..Self::default() }
    }

    fn pattern(&self, number: usize) -> Pattern {
        Pattern(u64::from(self.salt) << 8 | number as u64)
    }

    pub(crate) fn bytes(&self, number: usize, offset: usize, len: usize) -> Bytes {
        Bytes::from(self.pattern(number).bytes(offset, len))
    }

    pub(crate) fn protocol(&self, number: usize) -> PayloadProtocol {
        PayloadProtocol(self.salt | number as u32)
    }

    /// The number of the next message.
    pub(crate) fn next(&self) -> usize {
        self.messages.len()
    }

    pub(crate) fn accepted(&mut self, message: Message, bytes: usize) {
        let number = self.messages.len();
        if bytes < message.len {
            self.open.insert(message.stream, Open { number, offset: bytes });
        }
        if !message.unordered {
            self.order.entry(message.stream).or_default().0.push(number);
        }
        self.messages.push(message);
    }

    /// The peer has all of it.
    pub(crate) fn delivered(&mut self, context: u64) {
        let message = &mut self.messages[context as usize - 1];
        assert!(!message.delivered, "delivered twice: {message:?}");
        assert!(!message.abandoned, "delivered after it was given up: {message:?}");
        message.delivered = true;
    }

    /// It was given up.
    pub(crate) fn abandoned(&mut self, context: u64, sent: bool) {
        let message = &mut self.messages[context as usize - 1];
        assert!(!message.reliable, "given up, though to be kept: {message:?}");
        assert!(!message.delivered, "given up after it was delivered: {message:?}");
        assert!(!message.abandoned, "given up twice: {message:?}");
        message.abandoned = true;
        message.untouched = !sent;
        let stream = message.stream;
        if self.open.get(&stream).is_some_and(|open| open.number == context as usize - 1) {
            self.open.remove(&stream);
        }
    }

    /// The reader got something.
    pub(crate) fn read(&mut self, read: &Read) {
        match read {
            Read::Piece(piece) => self.piece(piece),
            Read::Aborted { stream, .. } => {
                let (number, _) =
                    self.reading.remove(&stream.0).expect("only what was begun is broken off");
                let message = self.messages[number];
                assert!(!message.reliable, "broken off, though to be kept: {message:?}");
            }
        }
    }

    fn piece(&mut self, piece: &MessagePiece) {
        let stream = piece.stream.0;
        let tag = piece.protocol.0;
        assert_eq!(tag & 0xFF00_0000, self.salt, "a message of another association or direction");
        let number = (tag & 0x00FF_FFFF) as usize;
        let message = *self.messages.get(number).expect("only what was sent arrives");
        assert_eq!((message.stream, message.unordered), (stream, piece.unordered), "{message:?}");
        let offset = match self.reading.remove(&stream) {
            Some((reading, offset)) => {
                assert!(!piece.first && reading == number, "another message before the end of one");
                offset
            }
            None => {
                assert!(piece.first, "a later piece without the first: {message:?}");
                self.begins(number, &message);
                0
            }
        };
        let end = offset + piece.payload.len();
        assert!(end <= message.len, "longer than sent: {message:?}");
        assert!(self.pattern(number).matches(offset, &piece.payload), "changed: {message:?}");
        if piece.last {
            assert_eq!(end, message.len, "shorter than sent");
            self.messages[number].received = true;
        } else {
            self.reading.insert(stream, (number, end));
        }
    }

    fn begins(&mut self, number: usize, message: &Message) {
        assert!(self.seen.insert(number), "twice: {message:?}");
        assert!(!message.untouched, "arrived, though given up before any of it was sent");
        if message.unordered {
            return;
        }
        let (order, passed) = self.order.get_mut(&message.stream).expect("it was sent");
        let place = order[*passed..].iter().position(|n| *n == number);
        let place = *passed + place.expect("in the order of sending");
        for skipped in &order[*passed..place] {
            let skipped = self.messages[*skipped];
            assert!(!skipped.reliable, "left out, though to be kept: {skipped:?}");
        }
        *passed = place + 1;
    }

    /// Whether every message that was to be kept was received, and no message is half read for ever.
    pub(crate) fn is_complete(&self) -> bool {
        self.open.is_empty() && self.missing().is_none()
    }

    /// A message that is still to come.
    pub(crate) fn missing(&self) -> Option<&Message> {
        self.messages.iter().find(|message| message.reliable && !message.received)
    }

    /// The end, in order: what was said to be delivered has been received.
    pub(crate) fn close(&self) {
        for message in &self.messages {
            assert!(
                message.received || !message.delivered,
                "delivered, said the sender, and never received: {message:?}"
            );
            assert!(
                message.received || message.abandoned || message.reliable,
                "neither received nor given up: {message:?}"
            );
        }
        assert!(self.missing().is_none(), "lost: {:?}", self.missing());
    }
}
