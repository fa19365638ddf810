//! RE-CONFIG (RFC 6525 §3.1).

use super::{ChunkType, EncodeChunk, RawChunk};
use crate::wire::buffer::PacketBuffer;
use crate::wire::{ErrorKind, Parameters, WireError};

/// A RE-CONFIG chunk (RFC 6525 §3.1): one or two of the parameters of §4. Which pairs are allowed is for
/// the association to check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReConfig<'a> {
    /// Requests and responses.
    pub parameters: Parameters<'a>,
}

impl<'a> ReConfig<'a> {
    pub(crate) fn decode(raw: &RawChunk<'a>) -> Result<Self, WireError> {
        if raw.value.is_empty() {
            return Err(raw.refuse(ErrorKind::MissingParameter));
        }
        Ok(Self { parameters: Parameters::from_wire(raw.value) })
    }
}

impl EncodeChunk for ReConfig<'_> {
    fn chunk_type(&self) -> ChunkType {
        ChunkType::ReConfig
    }
    fn value_len(&self) -> usize {
        self.parameters.encoded_len()
    }
    fn encode_value<B: PacketBuffer + ?Sized>(&self, out: &mut B) {
        self.parameters.encode(out);
    }
}
