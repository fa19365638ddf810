//! The frames of transfers, by handler number, whatever face began them.

use crate::request::RequestId;
use ferry_wire::{HandlerId, Header, Share};
use smallvec::SmallVec;

/// Clear to send; words: the sender's request, the receiver's.
pub(crate) const CTS: HandlerId = Share::TRANSFER.id(0);
/// A fragment of data; words: the receiver's request, the offset.
pub(crate) const DATA: HandlerId = Share::TRANSFER.id(1);
/// A message that came whole has found its receive; word 0: the sender's request.
pub(crate) const ACK: HandlerId = Share::TRANSFER.id(2);
/// Credit is given back; words: bytes, envelopes.
pub(crate) const CREDIT: HandlerId = Share::TRANSFER.id(3);
/// The receiver needs no data (it has read it, or has no room); word 0: the sender's request.
pub(crate) const FIN: HandlerId = Share::TRANSFER.id(4);
/// The data may be read where they lie, instead of being sent; words: the receiver's request, the address.
/// Payload: the sender's request.
pub(crate) const READ: HandlerId = Share::TRANSFER.id(5);

/// The handlers of a face to which a send's first frame goes.
#[derive(Clone, Copy, Debug)]
pub struct Forms {
    /// A whole message; words: the type of its elements, if it says so ([`Header::TYPED`]), and its number, if it has
    /// one.
    pub whole: HandlerId,
    /// A whole message whose match is to be acknowledged; words: the sender's request, and its number or the type of its
    /// elements.
    pub acknowledged: HandlerId,
    /// Word of a message whose data waits at its sender; words: the sender's request, the length.
    /// Payload: see [`Announcement`].
    pub announced: HandlerId,
}

/// A control frame about a request.
pub fn control(handler: HandlerId, request: RequestId, second: u64) -> Header {
    Header { words: [request.0, second], ..Header::new(handler) }
}

/// Payload of a frame that announces a message: its number, if it has one, the type of its elements, if it says so,
/// then the address of the data, where it may be read remotely.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Announcement {
    /// The message's number in the order of its context.
    pub number: Option<u64>,
    /// What it says of the type of its elements; 0: nothing.
    pub word: u64,
    /// Where its data may be read.
    pub address: Option<u64>,
}

impl Announcement {
    /// Longest encoding, in bytes.
    pub const LONGEST: usize = 24;

    /// As it travels. The header says by [`Header::SEQUENCED`] whether there is a number, and by [`Header::TYPED`]
    /// whether the type is told.
    pub fn encode(self) -> SmallVec<[u8; Self::LONGEST]> {
        let word = (self.word != 0).then_some(self.word);
        let words = [self.number, word, self.address];
        words.into_iter().flatten().flat_map(u64::to_le_bytes).collect()
    }

    /// What a frame announces.
    pub fn decode(header: &Header, payload: &[u8]) -> Self {
        let mut words = payload.chunks_exact(8).filter_map(|word| word.try_into().ok());
        let mut word = || words.next().map(u64::from_le_bytes);
        let mut word_of = |flag| if header.flags & flag != 0 { word() } else { None };
        let (number, said) = (word_of(Header::SEQUENCED), word_of(Header::TYPED));
        Announcement { number, word: said.unwrap_or(0), address: word() }
    }
}
