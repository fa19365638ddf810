//! FORWARD TSN (RFC 3758 §3.2).

use super::{ChunkType, EncodeChunk, RawChunk};
use crate::serial::{StreamSequence, Tsn};
use crate::wire::buffer::{PacketBuffer, be16, be32};
use crate::wire::list::{Fixed, List};
use crate::wire::{ErrorKind, StreamId, WireError};

/// The last ordered message of a stream that was given up (RFC 3758 §3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SkippedStream {
    /// The stream.
    pub stream: StreamId,
    /// The message's number.
    pub sequence: StreamSequence,
}

impl Fixed for SkippedStream {
    const SIZE: usize = 4;
    fn read(bytes: &[u8]) -> Self {
        Self { stream: StreamId(be16(bytes, 0)), sequence: StreamSequence(be16(bytes, 2)) }
    }
    fn write<B: PacketBuffer + ?Sized>(self, out: &mut B) {
        out.put_u16(self.stream.0);
        out.put_u16(self.sequence.0);
    }
}

/// A FORWARD TSN chunk (RFC 3758 §3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForwardTsn<'a> {
    /// Up to here nothing more will come.
    pub new_cumulative_tsn: Tsn,
    /// Streams with ordered messages among what was given up.
    pub streams: List<'a, SkippedStream>,
}

impl<'a> ForwardTsn<'a> {
    pub(crate) fn decode(raw: &RawChunk<'a>) -> Result<Self, WireError> {
        let value = raw.at_least(4)?;
        Ok(Self {
            new_cumulative_tsn: Tsn(be32(value, 0)),
            streams: List::parse(&value[4..]).ok_or(raw.refuse(ErrorKind::BadList))?,
        })
    }
}

impl EncodeChunk for ForwardTsn<'_> {
    fn chunk_type(&self) -> ChunkType {
        ChunkType::ForwardTsn
    }
    fn value_len(&self) -> usize {
        4 + self.streams.encoded_len()
    }
    fn encode_value<B: PacketBuffer + ?Sized>(&self, out: &mut B) {
        out.put_u32(self.new_cumulative_tsn.0);
        self.streams.encode(out);
    }
}
