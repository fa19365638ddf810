//! INIT ACK (RFC 9260 §3.3.3).

use super::{ChunkType, EncodeChunk, Init, RawChunk};
use crate::wire::buffer::PacketBuffer;
use crate::wire::{Parameter, WireError};

/// An INIT ACK chunk (RFC 9260 §3.3.3): an INIT with a state cookie among its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InitAck<'a>(pub Init<'a>);

impl<'a> InitAck<'a> {
    pub(crate) fn decode(raw: &RawChunk<'a>) -> Result<Self, WireError> {
        Init::decode(raw).map(Self)
    }

    /// The state cookie. Without one the association is aborted for a missing mandatory parameter.
    #[must_use]
    pub fn cookie(&self) -> Option<&'a [u8]> {
        self.0.parameters.iter().find_map(|parameter| match parameter {
            Ok(Parameter::StateCookie(cookie)) => Some(cookie),
            _ => None,
        })
    }
}

impl EncodeChunk for InitAck<'_> {
    fn chunk_type(&self) -> ChunkType {
        ChunkType::InitAck
    }
    fn value_len(&self) -> usize {
        self.0.value_len()
    }
    fn encode_value<B: PacketBuffer + ?Sized>(&self, out: &mut B) {
        self.0.encode_value(out);
    }
}
