//! HEARTBEAT ACK (RFC 9260 §3.3.6).

use super::{ChunkType, EncodeChunk, Heartbeat, RawChunk, heartbeat};
use crate::wire::WireError;
use crate::wire::buffer::PacketBuffer;

/// A HEARTBEAT ACK chunk (RFC 9260 §3.3.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeartbeatAck<'a> {
    /// What the HEARTBEAT brought.
    pub info: &'a [u8],
}

impl<'a> HeartbeatAck<'a> {
    pub(crate) fn decode(raw: &RawChunk<'a>) -> Result<Self, WireError> {
        heartbeat::decode_info(raw).map(|info| Self { info })
    }
}

impl EncodeChunk for HeartbeatAck<'_> {
    fn chunk_type(&self) -> ChunkType {
        ChunkType::HeartbeatAck
    }
    fn value_len(&self) -> usize {
        Heartbeat { info: self.info }.value_len()
    }
    fn encode_value<B: PacketBuffer + ?Sized>(&self, out: &mut B) {
        Heartbeat { info: self.info }.encode_value(out);
    }
}
