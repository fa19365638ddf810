//! DATA (RFC 9260 §3.3.1).

use super::{ChunkType, EncodeChunk, RawChunk};
use crate::serial::{StreamSequence, Tsn};
use crate::wire::buffer::{PacketBuffer, be16, be32};
use crate::wire::{PayloadProtocol, StreamId, WireError};

/// Bytes of the fixed part of the value.
pub(crate) const FIXED: usize = 12;

/// Flags of DATA and I-DATA (RFC 9260 §3.3.1, RFC 8260 §2.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DataFlags {
    /// I: the sender asks for a SACK without delay.
    pub immediate: bool,
    /// U: the message is delivered whatever the others of its stream do.
    pub unordered: bool,
    /// B: the first fragment of its message.
    pub beginning: bool,
    /// E: the last fragment of its message.
    pub ending: bool,
}

impl DataFlags {
    /// A message in one piece, ordered.
    pub const WHOLE: Self =
        Self { immediate: false, unordered: false, beginning: true, ending: true };

    /// Whether the chunk carries its message whole.
    #[inline]
    #[must_use]
    pub const fn is_whole(self) -> bool {
        self.beginning && self.ending
    }

    /// From the flags byte; bits without a meaning are dropped.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u8) -> Self {
        Self {
            immediate: bits & 0x08 != 0,
            unordered: bits & 0x04 != 0,
            beginning: bits & 0x02 != 0,
            ending: bits & 0x01 != 0,
        }
    }

    /// The flags byte.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u8 {
        (self.immediate as u8) << 3
            | (self.unordered as u8) << 2
            | (self.beginning as u8) << 1
            | self.ending as u8
    }
}

/// All of a DATA chunk but its payload.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DataHeader {
    /// Flags.
    pub flags: DataFlags,
    /// Transmission sequence number.
    pub tsn: Tsn,
    /// Stream.
    pub stream: StreamId,
    /// Number of the message in its stream; without meaning when unordered.
    pub sequence: StreamSequence,
    /// Payload protocol identifier.
    pub protocol: PayloadProtocol,
}

impl DataHeader {
    /// Bytes of a DATA chunk that are not payload.
    pub const LEN: usize = crate::wire::packet::CHUNK_HEADER + FIXED;

    pub(crate) fn encode<B: PacketBuffer + ?Sized>(&self, out: &mut B) {
        let mut bytes = [0; FIXED];
        bytes[..4].copy_from_slice(&self.tsn.0.to_be_bytes());
        bytes[4..6].copy_from_slice(&self.stream.0.to_be_bytes());
        bytes[6..8].copy_from_slice(&self.sequence.0.to_be_bytes());
        bytes[8..].copy_from_slice(&self.protocol.0.to_be_bytes());
        out.put(&bytes);
    }
}

/// A DATA chunk (RFC 9260 §3.3.1).
///
/// One that came may be without payload, which RFC 9260 §6.2 answers with an ABORT that carries
/// [`crate::wire::Cause::NoUserData`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Data<'a> {
    /// All but the payload.
    pub header: DataHeader,
    /// The message or a fragment of it.
    pub payload: &'a [u8],
}

impl<'a> Data<'a> {
    #[inline]
    pub(crate) fn decode(raw: &RawChunk<'a>) -> Result<Self, WireError> {
        let value = raw.at_least(FIXED)?;
        Ok(Self {
            header: DataHeader {
                flags: DataFlags::from_bits(raw.flags),
                tsn: Tsn(be32(value, 0)),
                stream: StreamId(be16(value, 4)),
                sequence: StreamSequence(be16(value, 6)),
                protocol: PayloadProtocol(be32(value, 8)),
            },
            payload: &value[FIXED..],
        })
    }
}

impl EncodeChunk for Data<'_> {
    #[inline]
    fn chunk_type(&self) -> ChunkType {
        ChunkType::Data
    }
    #[inline]
    fn flags(&self) -> u8 {
        self.header.flags.bits()
    }
    #[inline]
    fn value_len(&self) -> usize {
        FIXED + self.payload.len()
    }
    #[inline]
    fn encode_value<B: PacketBuffer + ?Sized>(&self, out: &mut B) {
        self.header.encode(out);
        out.put(self.payload);
    }
}
