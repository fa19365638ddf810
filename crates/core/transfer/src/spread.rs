//! Which stream a message takes.
//!
//! A method with several streams orders each by itself, so that a lost packet holds up only the
//! messages of its own stream. Messages whose order matters to a receive with any tag carry their
//! place in the order of their context.

use ferry_method::Attributes;
use ferry_wire::{ContextId, Header, StreamId};

/// How the messages of a pair of processes are spread over streams.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Streams {
    /// All on one.
    One,
    /// Over this many, by context and tag.
    Pool(u16),
    /// One for each context and tag.
    Each,
}

/// The design of point-to-point transfers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Design {
    /// Frames are taken in and matched; what is unexpected is kept.
    Engine,
    /// A receive reads its own stream; what is unexpected stays in the transport. Only over methods
    /// that control the flow of single streams; other links work as in [`Design::Engine`].
    Direct,
}

/// The stream of collectives in the direct design: each call has a tag of its own there, and streams
/// for all of them would have no end.
const COLLECTIVES: StreamId = StreamId(1);
/// The stream of data in the direct design, where the messages' own streams may be held.
const DATA_STREAM: StreamId = COLLECTIVES;

/// Match bits of a context and a tag.
#[inline]
pub fn bits(context: ContextId, tag: i32) -> u64 {
    u64::from(context.0) << 32 | u64::from(tag as u32)
}

/// How messages travel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spread {
    pub(crate) streams: Streams,
    pub(crate) design: Design,
}

impl Spread {
    /// Whether messages of a context are left in their stream until a receive wants them.
    #[inline]
    pub(crate) fn is_direct(&self, attributes: &Attributes, context: ContextId) -> bool {
        self.design == Design::Direct && attributes.stream_flow_control && !context.is_collective()
    }

    /// The header's match bits and stream.
    #[inline]
    pub(crate) fn header(&self, attributes: &Attributes, context: ContextId, tag: i32) -> Header {
        let mut header = Header { bits: bits(context, tag), ..Header::default() };
        if attributes.streams > 1 {
            self.spread(attributes, context, &mut header);
        }
        header
    }

    /// The same for data of a message that was asked for. It never waits behind messages that may be
    /// held: a receive that was posted would wait for one that was not.
    pub(crate) fn data_header(
        &self,
        attributes: &Attributes,
        context: ContextId,
        tag: i32,
    ) -> Header {
        let header = self.header(attributes, context, tag);
        match header.flags & Header::HOLDABLE {
            0 => header,
            _ => Header { flags: 0, stream: DATA_STREAM, ..header },
        }
    }

    fn spread(&self, attributes: &Attributes, context: ContextId, header: &mut Header) {
        let direct = self.is_direct(attributes, context);
        match self.streams {
            _ if direct => header.flags |= Header::OWN_STREAM | Header::HOLDABLE,
            Streams::One => {}
            _ if self.design == Design::Direct => header.stream = COLLECTIVES,
            Streams::Each if !context.is_collective() => header.flags |= Header::OWN_STREAM,
            Streams::Each => header.stream = pooled(header.bits, DEFAULT_POOL, attributes.streams),
            Streams::Pool(n) => header.stream = pooled(header.bits, n, attributes.streams),
        }
    }
}

/// Streams of a pool unless somebody says otherwise: as many as in the SCTP paper.
pub(crate) const DEFAULT_POOL: u16 = 10;

/// One of the streams from 1 on; stream 0 is for control frames.
fn pooled(bits: u64, pool: u16, streams: u16) -> StreamId {
    let pool = pool.min(streams - 1).max(1);
    let mixed = bits.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    StreamId(1 + (mixed % u64::from(pool)) as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pool_is_used_evenly_and_never_its_control_stream() {
        let mut used = [0; 11];
        for tag in 0..1000 {
            used[pooled(bits(ContextId(4), tag), 10, 100).0 as usize] += 1;
        }
        assert_eq!(used[0], 0);
        assert!(used[1..].iter().all(|n| (50..200).contains(n)), "{used:?}");
    }

    #[test]
    fn a_pool_is_no_larger_than_the_method_allows() {
        assert!((0..100).all(|tag| pooled(bits(ContextId(0), tag), 10, 4).0 <= 3));
    }
}
