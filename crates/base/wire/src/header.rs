//! The header of a frame: one remote service request.

use crate::{ContextId, HandlerId, Reader, StreamId, StreamKey, Writer};

/// Bytes of an encoded [`Header`] together with its payload length.
pub const HEADER_LEN: usize = 32;

/// What every frame says before its payload.
///
/// `bits` are the 64 match bits (context in the high half, tag in the low); the meaning of `words`
/// belongs to the handler.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Header {
    /// Which handler the receiver runs.
    pub handler: HandlerId,
    /// Flags of the handler's own.
    pub flags: u8,
    /// The stream within which this frame keeps its order.
    pub stream: StreamId,
    /// Match bits.
    pub bits: u64,
    /// Two words of the handler's own.
    pub words: [u64; 2],
}

/// Why bytes are not a frame header.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HeaderError {
    /// Fewer bytes than a header has.
    #[error("a frame header needs {HEADER_LEN} bytes")]
    Short,
}

impl Header {
    /// Flag: the frame travels on a stream that its match bits have for themselves, whatever
    /// `stream` says. Match bits of messages never have bit 63 set.
    pub const OWN_STREAM: u8 = 0x80;
    /// Flag: the receiver may hold the frame back in its stream instead of keeping it.
    pub const HOLDABLE: u8 = 0x40;
    /// Flag: the frame carries its place in the order of its context.
    pub const SEQUENCED: u8 = 0x20;
    /// Flag beside [`Header::OWN_STREAM`]: the stream is that of the context, whatever the tag.
    pub const CONTEXT_STREAM: u8 = 0x04;
    /// Flag beside [`Header::CONTEXT_STREAM`]: it is the context's second stream.
    pub const SECOND_STREAM: u8 = 0x02;
    /// Flag: the frame says of what type the elements of its message are.
    pub const TYPED: u8 = 0x01;

    /// The stream on which the frame travels and within which it keeps its order.
    #[inline]
    pub fn stream_key(&self) -> StreamKey {
        if self.flags & Self::OWN_STREAM != 0 {
            StreamKey(1 << 63 | self.own_bits())
        } else {
            StreamKey(u64::from(self.stream.0))
        }
    }

    /// What tells a stream apart that match bits have for themselves.
    #[inline]
    fn own_bits(&self) -> u64 {
        if self.flags & Self::CONTEXT_STREAM == 0 {
            return self.bits;
        }
        let second = self.flags & Self::SECOND_STREAM != 0;
        self.bits & !u64::from(u32::MAX) | u64::from(second)
    }

    /// A header for `handler` with everything else zero.
    #[inline]
    pub fn new(handler: HandlerId) -> Self {
        Header { handler, ..Header::default() }
    }

    /// The communication context: the high half of the match bits.
    #[inline]
    pub fn context(&self) -> ContextId {
        ContextId((self.bits >> 32) as u32)
    }

    /// The tag: the low half of the match bits.
    #[inline]
    pub fn tag(&self) -> i32 {
        (self.bits as u32).cast_signed()
    }

    /// Encodes header and payload length (`len` bytes follow).
    pub fn encode(&self, len: u32) -> [u8; HEADER_LEN] {
        let mut out = [0; HEADER_LEN];
        let mut w = Writer::new(&mut out);
        w.u32(len);
        w.u8(self.handler.0);
        w.u8(self.flags);
        w.u16(self.stream.0);
        w.u64(self.bits);
        w.u64(self.words[0]);
        w.u64(self.words[1]);
        out
    }

    /// Decodes a header and the length of the payload that follows.
    pub fn decode(bytes: &[u8]) -> Result<(Self, u32), HeaderError> {
        Self::read(&mut Reader::new(bytes)).ok_or(HeaderError::Short)
    }

    fn read(r: &mut Reader<'_>) -> Option<(Self, u32)> {
        let len = r.u32().ok()?;
        let handler = HandlerId(r.u8().ok()?);
        let flags = r.u8().ok()?;
        let stream = StreamId(r.u16().ok()?);
        let bits = r.u64().ok()?;
        let words = [r.u64().ok()?, r.u64().ok()?];
        Some((Header { handler, flags, stream, bits, words }, len))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_encoded_is_decoded(
            handler: u8, flags: u8, stream: u16, bits: u64, a: u64, b: u64, len: u32,
        ) {
            let header = Header {
                handler: HandlerId(handler), flags, stream: StreamId(stream), bits, words: [a, b],
            };
            prop_assert_eq!(Header::decode(&header.encode(len)), Ok((header, len)));
        }

        #[test]
        fn any_bytes_are_survived(bytes: Vec<u8>) {
            let _ = Header::decode(&bytes);
        }
    }

    #[test]
    fn a_stream_of_its_own_is_none_of_the_pool() {
        let pooled = Header { stream: StreamId(7), bits: 7, ..Header::default() };
        let own = Header { flags: Header::OWN_STREAM, ..pooled };
        assert_eq!(pooled.stream_key(), StreamKey(7));
        assert_ne!(own.stream_key(), pooled.stream_key());
    }

    #[test]
    fn a_context_has_two_streams_whatever_the_tags() {
        let key = |flags: u8, bits: u64| Header { flags, bits, ..Header::default() }.stream_key();
        let first = Header::OWN_STREAM | Header::CONTEXT_STREAM;
        let second = first | Header::SECOND_STREAM;
        assert_eq!(key(first, 5 << 32 | 7), key(first, 5 << 32 | 8));
        assert_eq!(key(second, 5 << 32 | 7), key(second, 5 << 32 | 8));
        assert_ne!(key(first, 5 << 32 | 7), key(second, 5 << 32 | 7));
        assert_ne!(key(first, 5 << 32), key(first, 6 << 32));
    }

    #[test]
    fn short_bytes_are_refused() {
        assert_eq!(Header::decode(&[0; HEADER_LEN - 1]), Err(HeaderError::Short));
    }
}
