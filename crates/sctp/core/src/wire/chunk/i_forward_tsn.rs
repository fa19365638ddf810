//! I-FORWARD-TSN (RFC 8260 §2.3.1).

use super::{ChunkType, EncodeChunk, RawChunk};
use crate::serial::{MessageId, Tsn};
use crate::wire::buffer::{PacketBuffer, be16, be32};
use crate::wire::list::{Fixed, List};
use crate::wire::{ErrorKind, StreamId, WireError};

/// The last message of a stream that was given up (RFC 8260 §2.3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SkippedMessage {
    /// The stream.
    pub stream: StreamId,
    /// U: whether this speaks of the stream's unordered messages.
    pub unordered: bool,
    /// The message's number.
    pub message: MessageId,
}

impl Fixed for SkippedMessage {
    const SIZE: usize = 8;
    fn read(bytes: &[u8]) -> Self {
        Self {
            stream: StreamId(be16(bytes, 0)),
            unordered: be16(bytes, 2) & 1 != 0,
            message: MessageId(be32(bytes, 4)),
        }
    }
    fn write<B: PacketBuffer + ?Sized>(self, out: &mut B) {
        out.put_u16(self.stream.0);
        out.put_u16(u16::from(self.unordered));
        out.put_u32(self.message.0);
    }
}

/// An I-FORWARD-TSN chunk (RFC 8260 §2.3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IForwardTsn<'a> {
    /// Up to here nothing more will come.
    pub new_cumulative_tsn: Tsn,
    /// Streams with messages among what was given up.
    pub messages: List<'a, SkippedMessage>,
}

impl<'a> IForwardTsn<'a> {
    pub(crate) fn decode(raw: &RawChunk<'a>) -> Result<Self, WireError> {
        let value = raw.at_least(4)?;
        Ok(Self {
            new_cumulative_tsn: Tsn(be32(value, 0)),
            messages: List::parse(&value[4..]).ok_or(raw.refuse(ErrorKind::BadList))?,
        })
    }
}

impl EncodeChunk for IForwardTsn<'_> {
    fn chunk_type(&self) -> ChunkType {
        ChunkType::IForwardTsn
    }
    fn value_len(&self) -> usize {
        4 + self.messages.encoded_len()
    }
    fn encode_value<B: PacketBuffer + ?Sized>(&self, out: &mut B) {
        out.put_u32(self.new_cumulative_tsn.0);
        self.messages.encode(out);
    }
}
