//! SHUTDOWN COMPLETE (RFC 9260 §3.3.13).

use super::{ChunkType, EncodeChunk, RawChunk, T_BIT};
use crate::wire::WireError;
use crate::wire::buffer::PacketBuffer;

/// A SHUTDOWN COMPLETE chunk (RFC 9260 §3.3.13).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShutdownComplete {
    /// T: the verification tag is the one that the packet answered carried, since the sender knows no
    /// association (RFC 9260 §8.5.1).
    pub reflected_tag: bool,
}

impl ShutdownComplete {
    pub(crate) fn decode(raw: &RawChunk<'_>) -> Result<Self, WireError> {
        raw.exactly(0).map(|_| Self { reflected_tag: raw.flags & T_BIT != 0 })
    }
}

impl EncodeChunk for ShutdownComplete {
    fn chunk_type(&self) -> ChunkType {
        ChunkType::ShutdownComplete
    }
    fn flags(&self) -> u8 {
        u8::from(self.reflected_tag) * T_BIT
    }
    fn value_len(&self) -> usize {
        0
    }
    fn encode_value<B: PacketBuffer + ?Sized>(&self, _out: &mut B) {}
}
