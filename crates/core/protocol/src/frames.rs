//! The frames of point-to-point transfers, by handler number.

use crate::request::RequestId;
use ferry_link::Lane;
use ferry_matching::Envelope;
use ferry_wire::{ContextId, HandlerId, Header, PeerId, Share};
use smallvec::SmallVec;

/// A whole message; word 1: its number, if it has one.
pub(crate) const EAGER: HandlerId = Share::TWO_SIDED.id(0);
/// A whole message whose match is to be acknowledged; words: the sender's request, its number.
pub(crate) const EAGER_SYNC: HandlerId = Share::TWO_SIDED.id(1);
/// Request to send; words: the sender's request, the length. Payload: see [`RtsBody`].
pub(crate) const RTS: HandlerId = Share::TWO_SIDED.id(2);
/// Clear to send; words: the sender's request, the receiver's.
pub(crate) const CTS: HandlerId = Share::TWO_SIDED.id(3);
/// A fragment of data; words: the receiver's request, the offset.
pub(crate) const DATA: HandlerId = Share::TWO_SIDED.id(4);
/// A synchronous eager message has matched; word 0: the sender's request.
pub(crate) const ACK: HandlerId = Share::TWO_SIDED.id(5);
/// Credit is given back; words: bytes, envelopes.
pub(crate) const CREDIT: HandlerId = Share::TWO_SIDED.id(6);
/// The receiver needs no data (it has read it, or has no room); word 0: the sender's request.
pub(crate) const FIN: HandlerId = Share::TWO_SIDED.id(7);
/// Messages of a context are held back, some since this was last said; word 0: the context.
pub(crate) const HELD: HandlerId = Share::TWO_SIDED.id(8);
/// The first held message of a context is wanted that has this tag; words: the context, the tag or
/// [`ANY_TAG`]. One at a time for each context.
pub(crate) const ASK: HandlerId = Share::TWO_SIDED.id(9);
/// An answer to that: the message may be had. As [`RTS`], with a number.
pub(crate) const OFFER: HandlerId = Share::TWO_SIDED.id(10);
/// Another answer: there is none; words: the context, whether any of it is held.
pub(crate) const NONE_HELD: HandlerId = Share::TWO_SIDED.id(11);
/// What was offered is taken; word 0: the sender's request. Clearance follows.
pub(crate) const TAKE: HandlerId = Share::TWO_SIDED.id(12);
/// No message has this number any more; words: the context, the number.
pub(crate) const SKIP: HandlerId = Share::TWO_SIDED.id(13);
/// The sender takes a message back unless it has matched; words: its request, and its number where it
/// was offered only, or [`NO_NUMBER`].
pub(crate) const WITHDRAW: HandlerId = Share::TWO_SIDED.id(14);
/// It has not matched and is gone; word 0: the sender's request.
pub(crate) const WITHDRAWN: HandlerId = Share::TWO_SIDED.id(15);

/// In place of a tag: any.
pub(crate) const ANY_TAG: u64 = u64::MAX;
/// In place of a number: none.
pub(crate) const NO_NUMBER: u64 = u64::MAX;

/// What a frame is for.
#[inline]
pub(crate) fn lane_of(header: &Header) -> Lane {
    match header.handler {
        EAGER | EAGER_SYNC | RTS | OFFER | WITHDRAW => Lane::Message,
        DATA => Lane::Bulk,
        _ => Lane::Control,
    }
}

/// Match bits of a context and a tag.
#[inline]
pub(crate) fn bits(context: ContextId, tag: i32) -> u64 {
    u64::from(context.0) << 32 | u64::from(tag as u32)
}

/// The envelope of a frame of `peer`.
#[inline]
pub(crate) fn envelope(peer: PeerId, header: &Header) -> Envelope {
    Envelope { context: header.context(), source: peer.0, tag: header.bits as u32 as i32 }
}

/// A control frame about a request.
pub(crate) fn control(handler: HandlerId, request: RequestId, second: u64) -> Header {
    Header { words: [request.0, second], ..Header::new(handler) }
}

/// Payload of a request to send: the message's number, if it has one, then the address of the data,
/// where it may be read remotely.
pub(crate) struct RtsBody;

impl RtsBody {
    pub(crate) fn encode(number: Option<u64>, address: Option<u64>) -> SmallVec<[u8; 16]> {
        [number, address].into_iter().flatten().flat_map(u64::to_le_bytes).collect()
    }

    /// Number and address.
    pub(crate) fn decode(header: &Header, payload: &[u8]) -> (Option<u64>, Option<u64>) {
        let mut words = payload.chunks_exact(8).filter_map(|word| word.try_into().ok());
        let mut word = || words.next().map(u64::from_le_bytes);
        let number = if header.flags & Header::SEQUENCED != 0 { word() } else { None };
        (number, word())
    }
}
