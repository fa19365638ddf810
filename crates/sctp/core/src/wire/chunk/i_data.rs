//! I-DATA (RFC 8260 §2.1).

use super::{ChunkType, DataFlags, EncodeChunk, RawChunk};
use crate::serial::{FragmentSequence, MessageId, Tsn};
use crate::wire::buffer::{PacketBuffer, be16, be32};
use crate::wire::{PayloadProtocol, StreamId, WireError};

/// Bytes of the fixed part of the value.
pub(crate) const FIXED: usize = 16;

/// The field that means one thing in the first fragment of a message and another in the others
/// (RFC 8260 §2.1). Which one it is follows the B flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// First fragment: its number is 0, and the payload protocol identifier stands in the field.
    First(PayloadProtocol),
    /// Later fragment, with its number.
    Later(FragmentSequence),
}

impl Position {
    /// The fragment's number, 0 for the first.
    #[inline]
    #[must_use]
    pub const fn fragment(self) -> FragmentSequence {
        match self {
            Self::First(_) => FragmentSequence(0),
            Self::Later(number) => number,
        }
    }
}

/// All of an I-DATA chunk but its payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IDataHeader {
    /// I: the sender asks for a SACK without delay.
    pub immediate: bool,
    /// U: the message is delivered whatever the others of its stream do.
    pub unordered: bool,
    /// E: the last fragment of its message.
    pub ending: bool,
    /// Transmission sequence number.
    pub tsn: Tsn,
    /// Stream.
    pub stream: StreamId,
    /// Number of the message; ordered and unordered messages of a stream are counted apart.
    pub message: MessageId,
    /// Place in the message; [`Position::First`] sets the B flag.
    pub position: Position,
}

impl IDataHeader {
    /// Bytes of an I-DATA chunk that are not payload.
    pub const LEN: usize = crate::wire::packet::CHUNK_HEADER + FIXED;

    /// The flags as those of DATA.
    #[inline]
    #[must_use]
    pub const fn flags(&self) -> DataFlags {
        DataFlags {
            immediate: self.immediate,
            unordered: self.unordered,
            beginning: matches!(self.position, Position::First(_)),
            ending: self.ending,
        }
    }

    pub(crate) fn encode<B: PacketBuffer + ?Sized>(&self, out: &mut B) {
        let field = match self.position {
            Position::First(protocol) => protocol.0,
            Position::Later(fragment) => fragment.0,
        };
        let mut bytes = [0; FIXED];
        bytes[..4].copy_from_slice(&self.tsn.0.to_be_bytes());
        bytes[4..6].copy_from_slice(&self.stream.0.to_be_bytes());
        bytes[8..12].copy_from_slice(&self.message.0.to_be_bytes());
        bytes[12..].copy_from_slice(&field.to_be_bytes());
        out.put(&bytes);
    }
}

/// An I-DATA chunk (RFC 8260 §2.1). One that came may be without payload, as DATA may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IData<'a> {
    /// All but the payload.
    pub header: IDataHeader,
    /// The message or a fragment of it.
    pub payload: &'a [u8],
}

impl<'a> IData<'a> {
    #[inline]
    pub(crate) fn decode(raw: &RawChunk<'a>) -> Result<Self, WireError> {
        let value = raw.at_least(FIXED)?;
        let flags = DataFlags::from_bits(raw.flags);
        let field = be32(value, 12);
        Ok(Self {
            header: IDataHeader {
                immediate: flags.immediate,
                unordered: flags.unordered,
                ending: flags.ending,
                tsn: Tsn(be32(value, 0)),
                stream: StreamId(be16(value, 4)),
                message: MessageId(be32(value, 8)),
                position: if flags.beginning {
                    Position::First(PayloadProtocol(field))
                } else {
                    Position::Later(FragmentSequence(field))
                },
            },
            payload: &value[FIXED..],
        })
    }
}

impl EncodeChunk for IData<'_> {
    #[inline]
    fn chunk_type(&self) -> ChunkType {
        ChunkType::IData
    }
    #[inline]
    fn flags(&self) -> u8 {
        self.header.flags().bits()
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
