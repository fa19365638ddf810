//! AUTH (RFC 4895 §5.1).

use super::{ChunkType, EncodeChunk, RawChunk};
use crate::wire::buffer::{PacketBuffer, be16};
use crate::wire::packet::CHUNK_HEADER;
use crate::wire::{HmacId, WireError};

/// Bytes of the fixed part of the value.
pub(crate) const FIXED: usize = 4;

/// An AUTH chunk (RFC 4895 §5.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Auth<'a> {
    /// Which of the shared keys was used.
    pub shared_key: u16,
    /// The algorithm.
    pub hmac_id: HmacId,
    /// Its output.
    pub hmac: &'a [u8],
}

impl<'a> Auth<'a> {
    pub(crate) fn decode(raw: &RawChunk<'a>) -> Result<Self, WireError> {
        let value = raw.at_least(FIXED)?;
        Ok(Self {
            shared_key: be16(value, 0),
            hmac_id: HmacId(be16(value, 2)),
            hmac: &value[FIXED..],
        })
    }
}

/// What the HMAC of an AUTH chunk at `offset` of `packet` covers: the bytes before the HMAC, and those
/// behind it up to the end of the packet. Between them as many zeros as the HMAC is long are to be fed
/// (RFC 4895 §6.2).
///
/// `None` when no AUTH chunk with an HMAC of `hmac_len` bytes fits there.
#[must_use]
pub fn signed_parts(packet: &[u8], offset: usize, hmac_len: usize) -> Option<(&[u8], &[u8])> {
    let from = packet.get(offset..)?;
    let (before, rest) = from.split_at_checked(CHUNK_HEADER + FIXED)?;
    Some((before, rest.get(hmac_len..)?))
}

impl EncodeChunk for Auth<'_> {
    fn chunk_type(&self) -> ChunkType {
        ChunkType::Auth
    }
    fn value_len(&self) -> usize {
        FIXED + self.hmac.len()
    }
    fn encode_value<B: PacketBuffer + ?Sized>(&self, out: &mut B) {
        out.put_u16(self.shared_key);
        out.put_u16(self.hmac_id.0);
        out.put(self.hmac);
    }
}
