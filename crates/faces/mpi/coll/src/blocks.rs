//! How a buffer is divided among the ranks.

use crate::schedule::{PackedBuffer, Span};

/// One block of a buffer per rank (or per neighbour), in bytes.
#[derive(Clone, Copy, Debug)]
pub enum ScheduleBlocks<'a> {
    /// Blocks of this many bytes, one after the other.
    Equal(usize),
    /// The v-forms: a length and a displacement for each block. The slices hold one element per rank.
    Listed {
        /// Length of each block.
        counts: &'a [usize],
        /// Offset of each block.
        displs: &'a [usize],
    },
}

impl ScheduleBlocks<'_> {
    /// Length of a block.
    pub fn count(self, index: u32) -> usize {
        match self {
            ScheduleBlocks::Equal(size) => size,
            ScheduleBlocks::Listed { counts, .. } => counts[index as usize],
        }
    }

    /// A block as a range of a buffer.
    pub fn span(self, place: PackedBuffer, index: u32) -> Span {
        match self {
            ScheduleBlocks::Equal(size) => Span::new(place, size * index as usize, size),
            ScheduleBlocks::Listed { counts, displs } => {
                Span::new(place, displs[index as usize], counts[index as usize])
            }
        }
    }

    /// Total length of the first `size` blocks.
    pub fn total(self, size: u32) -> usize {
        (0..size).map(|index| self.count(index)).sum()
    }
}

/// Boundary number `index` when `bytes` are cut into `parts` nearly equal pieces of whole units.
pub(crate) fn cut(bytes: usize, unit: usize, parts: u32, index: u32) -> usize {
    if index >= parts {
        return bytes;
    }
    let unit = unit.max(1);
    let (parts, index) = (parts as usize, index as usize);
    let (each, longer) = ((bytes / unit) / parts, (bytes / unit) % parts);
    unit * (each * index + longer.min(index))
}
