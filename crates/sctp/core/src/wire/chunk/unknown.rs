//! Chunks whose inside was not looked at, among them those of types not known here (RFC 9260 §3.2).

use super::{ChunkType, EncodeChunk};
use crate::wire::buffer::PacketBuffer;
use crate::wire::packet::CHUNK_HEADER;
use crate::wire::{ErrorKind, UnknownAction, WireError};

/// A chunk whose length was checked and whose inside was not looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawChunk<'a> {
    /// Type.
    pub chunk_type: ChunkType,
    /// Flags, whose meaning depends on the type.
    pub flags: u8,
    /// Value, without header and padding.
    pub value: &'a [u8],
    /// Header and value, without padding: what an Unrecognized Chunk Type cause hands back.
    pub bytes: &'a [u8],
    /// Where the chunk begins in its packet; an HMAC covers what comes from there on (RFC 4895 §6.3).
    pub offset: usize,
}

impl<'a> RawChunk<'a> {
    /// What its type asks those to do who do not know it (RFC 9260 §3.2).
    #[must_use]
    pub const fn action(&self) -> UnknownAction {
        self.chunk_type.action()
    }

    /// The value, if it is at least `len` bytes long.
    #[inline]
    pub(crate) fn at_least(&self, len: usize) -> Result<&'a [u8], WireError> {
        if self.value.len() < len {
            return Err(self.refuse(ErrorKind::TooShort));
        }
        Ok(self.value)
    }

    /// The value, if it is exactly `len` bytes long.
    #[inline]
    pub(crate) fn exactly(&self, len: usize) -> Result<&'a [u8], WireError> {
        if self.value.len() > len {
            return Err(self.refuse(ErrorKind::TooLong));
        }
        self.at_least(len)
    }

    /// An error about this chunk.
    #[inline]
    pub(crate) fn refuse(&self, kind: ErrorKind) -> WireError {
        WireError::chunk(kind, self.chunk_type, self.value.len() + CHUNK_HEADER)
    }
}

impl EncodeChunk for RawChunk<'_> {
    fn chunk_type(&self) -> ChunkType {
        self.chunk_type
    }
    fn flags(&self) -> u8 {
        self.flags
    }
    fn value_len(&self) -> usize {
        self.value.len()
    }
    fn encode_value<B: PacketBuffer + ?Sized>(&self, out: &mut B) {
        out.put(self.value);
    }
}
