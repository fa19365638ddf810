//! PAD (RFC 4820 §3).

use super::{ChunkType, EncodeChunk, RawChunk};
use crate::wire::WireError;
use crate::wire::buffer::PacketBuffer;

/// A PAD chunk (RFC 4820 §3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pad<'a> {
    /// What fills the packet; not looked at.
    pub padding: &'a [u8],
}

impl<'a> Pad<'a> {
    pub(crate) fn decode(raw: &RawChunk<'a>) -> Result<Self, WireError> {
        Ok(Self { padding: raw.value })
    }
}

impl EncodeChunk for Pad<'_> {
    fn chunk_type(&self) -> ChunkType {
        ChunkType::Pad
    }
    fn value_len(&self) -> usize {
        self.padding.len()
    }
    fn encode_value<B: PacketBuffer + ?Sized>(&self, out: &mut B) {
        out.put(self.padding);
    }
}
