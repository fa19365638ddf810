//! SACK (RFC 9260 §3.3.4).

use super::{ChunkType, EncodeChunk, RawChunk};
use crate::serial::Tsn;
use crate::wire::buffer::{PacketBuffer, be16, be32};
use crate::wire::list::{Fixed, List};
use crate::wire::{ErrorKind, WireError};

/// Bytes of the fixed part of the value.
const FIXED: usize = 12;

/// A run of TSNs that arrived, as distances from the cumulative one (RFC 9260 §3.3.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GapBlock {
    /// Distance of the first; from an honest peer at least 2.
    pub start: u16,
    /// Distance of the last; from an honest peer not less than `start`.
    pub end: u16,
}

impl GapBlock {
    /// Whether the block is one: neither empty nor beginning at the cumulative TSN itself.
    #[inline]
    #[must_use]
    pub const fn is_valid(self) -> bool {
        self.start > 0 && self.start <= self.end
    }

    /// First TSN of the block.
    #[inline]
    #[must_use]
    pub const fn first(self, cumulative: Tsn) -> Tsn {
        cumulative.plus(self.start as u32)
    }

    /// Last TSN of the block.
    #[inline]
    #[must_use]
    pub const fn last(self, cumulative: Tsn) -> Tsn {
        cumulative.plus(self.end as u32)
    }
}

impl Fixed for GapBlock {
    const SIZE: usize = 4;
    #[inline]
    fn read(bytes: &[u8]) -> Self {
        Self { start: be16(bytes, 0), end: be16(bytes, 2) }
    }
    #[inline]
    fn write<B: PacketBuffer + ?Sized>(self, out: &mut B) {
        out.put_u32(u32::from(self.start) << 16 | u32::from(self.end));
    }
}

/// A SACK chunk (RFC 9260 §3.3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sack<'a> {
    /// The last TSN before the first gap.
    pub cumulative_tsn: Tsn,
    /// Room for data at the sender, in bytes.
    pub receiver_window: u32,
    /// What arrived beyond the first gap.
    pub gap_blocks: List<'a, GapBlock>,
    /// What arrived more than once since the last SACK.
    pub duplicates: List<'a, Tsn>,
}

impl<'a> Sack<'a> {
    /// Bytes of a SACK chunk without gap blocks and duplicates, its header included.
    pub const LEN: usize = crate::wire::packet::CHUNK_HEADER + FIXED;

    #[inline]
    pub(crate) fn decode(raw: &RawChunk<'a>) -> Result<Self, WireError> {
        let value = raw.at_least(FIXED)?;
        let blocks = usize::from(be16(value, 8)) * GapBlock::SIZE;
        let duplicates = usize::from(be16(value, 10)) * Tsn::SIZE;
        if value.len() != FIXED + blocks + duplicates {
            return Err(raw.refuse(ErrorKind::BadList));
        }
        let (blocks, duplicates) = value[FIXED..].split_at(blocks);
        Ok(Self {
            cumulative_tsn: Tsn(be32(value, 0)),
            receiver_window: be32(value, 4),
            gap_blocks: List::parse(blocks).unwrap_or_default(),
            duplicates: List::parse(duplicates).unwrap_or_default(),
        })
    }
}

/// A count for the wire. What does not fit 16 bits does not fit a packet, which the writer refuses.
#[inline]
fn count(len: usize) -> u16 {
    u16::try_from(len).unwrap_or(u16::MAX)
}

impl EncodeChunk for Sack<'_> {
    #[inline]
    fn chunk_type(&self) -> ChunkType {
        ChunkType::Sack
    }
    #[inline]
    fn value_len(&self) -> usize {
        FIXED + self.gap_blocks.encoded_len() + self.duplicates.encoded_len()
    }
    #[inline]
    fn encode_value<B: PacketBuffer + ?Sized>(&self, out: &mut B) {
        out.put_u32(self.cumulative_tsn.0);
        out.put_u32(self.receiver_window);
        out.put_u16(count(self.gap_blocks.len()));
        out.put_u16(count(self.duplicates.len()));
        self.gap_blocks.encode(out);
        self.duplicates.encode(out);
    }
}
