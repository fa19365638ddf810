//! COOKIE ACK (RFC 9260 §3.3.12).

use super::{ChunkType, EncodeChunk, RawChunk};
use crate::wire::WireError;
use crate::wire::buffer::PacketBuffer;

/// A COOKIE ACK chunk (RFC 9260 §3.3.12), which carries nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CookieAck;

impl CookieAck {
    pub(crate) fn decode(raw: &RawChunk<'_>) -> Result<Self, WireError> {
        raw.exactly(0).map(|_| Self)
    }
}

impl EncodeChunk for CookieAck {
    fn chunk_type(&self) -> ChunkType {
        ChunkType::CookieAck
    }
    fn value_len(&self) -> usize {
        0
    }
    fn encode_value<B: PacketBuffer + ?Sized>(&self, _out: &mut B) {}
}
