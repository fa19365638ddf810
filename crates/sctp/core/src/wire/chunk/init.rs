//! INIT (RFC 9260 §3.3.2).

use super::{ChunkType, EncodeChunk, RawChunk};
use crate::serial::Tsn;
use crate::wire::buffer::{PacketBuffer, be16, be32};
use crate::wire::{Parameters, VerificationTag, WireError};

/// Bytes of the fixed part of the value.
const FIXED: usize = 16;

/// An INIT chunk (RFC 9260 §3.3.2).
///
/// A tag of zero, or zero streams either way, is for the association to refuse, since it has to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Init<'a> {
    /// Tag that every packet to the sender has to carry.
    pub initiate_tag: VerificationTag,
    /// Room for data at the sender, in bytes; never below 1500 from one that follows the RFC.
    pub receiver_window: u32,
    /// Streams that the sender wants to send on.
    pub outbound_streams: u16,
    /// Streams that the sender can receive on.
    pub inbound_streams: u16,
    /// Number of the sender's first DATA chunk.
    pub initial_tsn: Tsn,
    /// Addresses and extensions.
    pub parameters: Parameters<'a>,
}

impl<'a> Init<'a> {
    pub(crate) fn decode(raw: &RawChunk<'a>) -> Result<Self, WireError> {
        let value = raw.at_least(FIXED)?;
        Ok(Self {
            initiate_tag: VerificationTag(be32(value, 0)),
            receiver_window: be32(value, 4),
            outbound_streams: be16(value, 8),
            inbound_streams: be16(value, 10),
            initial_tsn: Tsn(be32(value, 12)),
            parameters: Parameters::from_wire(&value[FIXED..]),
        })
    }
}

impl EncodeChunk for Init<'_> {
    fn chunk_type(&self) -> ChunkType {
        ChunkType::Init
    }
    fn value_len(&self) -> usize {
        FIXED + self.parameters.encoded_len()
    }
    fn encode_value<B: PacketBuffer + ?Sized>(&self, out: &mut B) {
        out.put_u32(self.initiate_tag.0);
        out.put_u32(self.receiver_window);
        out.put_u16(self.outbound_streams);
        out.put_u16(self.inbound_streams);
        out.put_u32(self.initial_tsn.0);
        self.parameters.encode(out);
    }
}
