//! COOKIE ECHO (RFC 9260 §3.3.11).

use super::{ChunkType, EncodeChunk, RawChunk};
use crate::wire::WireError;
use crate::wire::buffer::PacketBuffer;

/// A COOKIE ECHO chunk (RFC 9260 §3.3.11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CookieEcho<'a> {
    /// The state cookie of the INIT ACK, byte for byte.
    pub cookie: &'a [u8],
}

impl<'a> CookieEcho<'a> {
    pub(crate) fn decode(raw: &RawChunk<'a>) -> Result<Self, WireError> {
        Ok(Self { cookie: raw.value })
    }
}

impl EncodeChunk for CookieEcho<'_> {
    fn chunk_type(&self) -> ChunkType {
        ChunkType::CookieEcho
    }
    fn value_len(&self) -> usize {
        self.cookie.len()
    }
    fn encode_value<B: PacketBuffer + ?Sized>(&self, out: &mut B) {
        out.put(self.cookie);
    }
}
