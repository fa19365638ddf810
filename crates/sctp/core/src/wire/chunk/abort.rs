//! ABORT (RFC 9260 §3.3.7).

use super::{ChunkType, EncodeChunk, RawChunk, T_BIT};
use crate::wire::buffer::PacketBuffer;
use crate::wire::{Causes, WireError};

/// An ABORT chunk (RFC 9260 §3.3.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Abort<'a> {
    /// T: the verification tag is the one that the packet answered carried, since the sender knows no
    /// association (RFC 9260 §8.5.1).
    pub reflected_tag: bool,
    /// Why.
    pub causes: Causes<'a>,
}

impl<'a> Abort<'a> {
    pub(crate) fn decode(raw: &RawChunk<'a>) -> Result<Self, WireError> {
        Ok(Self { reflected_tag: raw.flags & T_BIT != 0, causes: Causes::from_wire(raw.value) })
    }
}

impl EncodeChunk for Abort<'_> {
    fn chunk_type(&self) -> ChunkType {
        ChunkType::Abort
    }
    fn flags(&self) -> u8 {
        u8::from(self.reflected_tag) * T_BIT
    }
    fn value_len(&self) -> usize {
        self.causes.encoded_len()
    }
    fn encode_value<B: PacketBuffer + ?Sized>(&self, out: &mut B) {
        self.causes.encode(out);
    }
}
