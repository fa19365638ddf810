//! Which stream a message takes.
//!
//! A method with several streams orders each by itself, so that a lost packet holds up only the
//! messages of its own stream. Messages whose order matters to a receive with any tag carry their
//! place in the order of their context.

use ferry_method::Attributes;
use ferry_wire::{ContextId, Header, StreamId, StreamKey};

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

/// The stream of data in the direct design, where the messages' own streams may be held.
const DATA_STREAM: StreamId = StreamId(1);

/// Tags below this one, in contexts of collectives, are of operations that all processes begin and end in
/// one order: what is in front in their stream is always what its receiver wants next.
pub const IN_ONE_ORDER: u32 = 1 << 10;

/// Match bits of a context and a tag.
#[inline]
pub fn bits(context: ContextId, tag: i32) -> u64 {
    u64::from(context.0) << 32 | u64::from(tag as u32)
}

/// How the direct design sends a message, as flags of its header. A context's point-to-point messages have a
/// stream for each tag. Collectives, which number their calls by tags without end, have two for each
/// context: one where messages stay until they are wanted, and one for what may overlap and is taken in at
/// once, since what stood in front there could hide what an earlier operation waits for.
#[inline]
fn direct_flags(context: ContextId, tag: i32) -> u8 {
    const OF_CONTEXT: u8 = Header::OWN_STREAM | Header::CONTEXT_STREAM;
    match context.is_collective() {
        false => Header::OWN_STREAM | Header::HOLDABLE,
        true if tag.cast_unsigned() < IN_ONE_ORDER => OF_CONTEXT | Header::HOLDABLE,
        true => OF_CONTEXT | Header::SECOND_STREAM,
    }
}

/// The stream in which the direct design leaves a message until it is wanted; `None`: it is taken in at
/// once.
#[inline]
pub fn stream_of(context: ContextId, tag: i32) -> Option<StreamKey> {
    let flags = direct_flags(context, tag);
    let header = Header { flags, bits: bits(context, tag), ..Header::default() };
    (flags & Header::HOLDABLE != 0).then(|| header.stream_key())
}

/// How messages travel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spread {
    pub(crate) streams: Streams,
    pub(crate) design: Design,
}

impl Spread {
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
        match self.streams {
            _ if self.design == Design::Direct && attributes.stream_flow_control => {
                header.flags |= direct_flags(context, header.tag());
            }
            Streams::One => {}
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
    fn the_direct_design_holds_what_comes_in_the_order_in_which_it_is_wanted() {
        let (messages, collectives) = (ContextId(4), ContextId(5));
        assert_ne!(stream_of(messages, 1), stream_of(messages, 2));
        let first = stream_of(collectives, 0);
        assert!(first.is_some());
        assert_eq!(stream_of(collectives, IN_ONE_ORDER.cast_signed() - 1), first);
        assert_ne!(stream_of(ContextId(7), 0), first);
        for overlapping in [IN_ONE_ORDER.cast_signed(), i32::MAX, -1, i32::MIN] {
            assert_eq!(stream_of(collectives, overlapping), None);
        }
    }

    #[test]
    fn a_pool_is_no_larger_than_the_method_allows() {
        assert!((0..100).all(|tag| pooled(bits(ContextId(0), tag), 10, 4).0 <= 3));
    }
}
