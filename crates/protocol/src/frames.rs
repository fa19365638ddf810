//! The frames of point-to-point transfers, by handler number.

use crate::request::RequestId;
use ferry_link::Lane;
use ferry_matching::Envelope;
use ferry_wire::{ContextId, HandlerId, Header, PeerId};

/// A whole message.
pub(crate) const EAGER: HandlerId = HandlerId(0);
/// A whole message whose match is to be acknowledged; word 0: the sender's request.
pub(crate) const EAGER_SYNC: HandlerId = HandlerId(1);
/// Request to send; words: the sender's request, the length. Payload: the address of the data, where
/// it may be read remotely.
pub(crate) const RTS: HandlerId = HandlerId(2);
/// Clear to send; words: the sender's request, the receiver's.
pub(crate) const CTS: HandlerId = HandlerId(3);
/// A fragment of data; words: the receiver's request, the offset.
pub(crate) const DATA: HandlerId = HandlerId(4);
/// A synchronous eager message has matched; word 0: the sender's request.
pub(crate) const ACK: HandlerId = HandlerId(5);
/// Credit is given back; words: bytes, envelopes.
pub(crate) const CREDIT: HandlerId = HandlerId(6);
/// The receiver needs no data (it has read it, or has no room); word 0: the sender's request.
pub(crate) const FIN: HandlerId = HandlerId(7);

/// What a frame is for.
#[inline]
pub(crate) fn lane_of(header: &Header) -> Lane {
    match header.handler {
        EAGER | EAGER_SYNC | RTS => Lane::Message,
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
    Envelope {
        context: ContextId((header.bits >> 32) as u32),
        source: peer.0,
        tag: header.bits as u32 as i32,
    }
}

/// A control frame about a request.
pub(crate) fn control(handler: HandlerId, request: RequestId, second: u64) -> Header {
    Header { words: [request.0, second], ..Header::new(handler) }
}
