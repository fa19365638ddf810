//! CWR (RFC 4960 appendix A).

use super::{ChunkType, EncodeChunk, RawChunk};
use crate::serial::Tsn;
use crate::wire::WireError;
use crate::wire::buffer::{PacketBuffer, be32};

/// A CWR chunk (RFC 4960 appendix A).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cwr {
    /// The TSN of the ECNE that this answers.
    pub lowest_tsn: Tsn,
}

impl Cwr {
    pub(crate) fn decode(raw: &RawChunk<'_>) -> Result<Self, WireError> {
        Ok(Self { lowest_tsn: Tsn(be32(raw.exactly(4)?, 0)) })
    }
}

impl EncodeChunk for Cwr {
    fn chunk_type(&self) -> ChunkType {
        ChunkType::Cwr
    }
    fn value_len(&self) -> usize {
        4
    }
    fn encode_value<B: PacketBuffer + ?Sized>(&self, out: &mut B) {
        out.put_u32(self.lowest_tsn.0);
    }
}
