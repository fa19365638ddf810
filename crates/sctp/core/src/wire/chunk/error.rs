//! ERROR (RFC 9260 §3.3.10).

use super::{ChunkType, EncodeChunk, RawChunk};
use crate::wire::buffer::PacketBuffer;
use crate::wire::{Causes, ErrorKind, WireError};

/// An ERROR chunk (RFC 9260 §3.3.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ErrorChunk<'a> {
    /// What went wrong; at least one.
    pub causes: Causes<'a>,
}

impl<'a> ErrorChunk<'a> {
    pub(crate) fn decode(raw: &RawChunk<'a>) -> Result<Self, WireError> {
        if raw.value.is_empty() {
            return Err(raw.refuse(ErrorKind::MissingParameter));
        }
        Ok(Self { causes: Causes::from_wire(raw.value) })
    }
}

impl EncodeChunk for ErrorChunk<'_> {
    fn chunk_type(&self) -> ChunkType {
        ChunkType::Error
    }
    fn value_len(&self) -> usize {
        self.causes.encoded_len()
    }
    fn encode_value<B: PacketBuffer + ?Sized>(&self, out: &mut B) {
        self.causes.encode(out);
    }
}
