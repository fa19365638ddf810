//! ECNE (RFC 4960 appendix A).

use super::{ChunkType, EncodeChunk, RawChunk};
use crate::serial::Tsn;
use crate::wire::WireError;
use crate::wire::buffer::{PacketBuffer, be32};

/// An ECNE chunk (RFC 4960 appendix A).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ecne {
    /// The lowest TSN among the packets marked since the last ECNE.
    pub lowest_tsn: Tsn,
}

impl Ecne {
    pub(crate) fn decode(raw: &RawChunk<'_>) -> Result<Self, WireError> {
        Ok(Self { lowest_tsn: Tsn(be32(raw.exactly(4)?, 0)) })
    }
}

impl EncodeChunk for Ecne {
    fn chunk_type(&self) -> ChunkType {
        ChunkType::Ecne
    }
    fn value_len(&self) -> usize {
        4
    }
    fn encode_value<B: PacketBuffer + ?Sized>(&self, out: &mut B) {
        out.put_u32(self.lowest_tsn.0);
    }
}
