//! SHUTDOWN (RFC 9260 §3.3.8).

use super::{ChunkType, EncodeChunk, RawChunk};
use crate::serial::Tsn;
use crate::wire::WireError;
use crate::wire::buffer::{PacketBuffer, be32};

/// A SHUTDOWN chunk (RFC 9260 §3.3.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shutdown {
    /// The last TSN before the first gap in what the sender received.
    pub cumulative_tsn: Tsn,
}

impl Shutdown {
    pub(crate) fn decode(raw: &RawChunk<'_>) -> Result<Self, WireError> {
        Ok(Self { cumulative_tsn: Tsn(be32(raw.exactly(4)?, 0)) })
    }
}

impl EncodeChunk for Shutdown {
    fn chunk_type(&self) -> ChunkType {
        ChunkType::Shutdown
    }
    fn value_len(&self) -> usize {
        4
    }
    fn encode_value<B: PacketBuffer + ?Sized>(&self, out: &mut B) {
        out.put_u32(self.cumulative_tsn.0);
    }
}
