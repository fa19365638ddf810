//! HEARTBEAT (RFC 9260 §3.3.5).

use super::{ChunkType, EncodeChunk, RawChunk};
use crate::wire::buffer::PacketBuffer;
use crate::wire::{ErrorKind, Parameter, ParameterType, Tlv, WireError, tlv};

/// A HEARTBEAT chunk (RFC 9260 §3.3.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heartbeat<'a> {
    /// What the answer is to bring back; of a meaning to its sender alone.
    pub info: &'a [u8],
}

impl<'a> Heartbeat<'a> {
    pub(crate) fn decode(raw: &RawChunk<'a>) -> Result<Self, WireError> {
        decode_info(raw).map(|info| Self { info })
    }
}

/// The Heartbeat Info parameter, which has to come first.
pub(super) fn decode_info<'a>(raw: &RawChunk<'a>) -> Result<&'a [u8], WireError> {
    let mut value = raw.value;
    let Some(first) = tlv::take(&mut value, Parameter::item) else {
        return Err(raw.refuse(ErrorKind::MissingParameter));
    };
    let first = first?;
    if ParameterType(first.kind) != ParameterType::HeartbeatInfo {
        return Err(raw.refuse(ErrorKind::MissingParameter));
    }
    Ok(first.value)
}

impl EncodeChunk for Heartbeat<'_> {
    fn chunk_type(&self) -> ChunkType {
        ChunkType::Heartbeat
    }
    fn value_len(&self) -> usize {
        tlv::TLV_HEADER + self.info.len()
    }
    fn encode_value<B: PacketBuffer + ?Sized>(&self, out: &mut B) {
        Parameter::HeartbeatInfo(self.info).encode(out);
    }
}
