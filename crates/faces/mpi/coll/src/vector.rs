//! What a reduction works on.

use crate::blocks::cut;
use crate::schedule::{PackedBuffer, Span};

/// The data of a reduction and what the operation allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vector {
    /// Length of one process's contribution (of one block for `reduce_scatter_block`).
    pub bytes: usize,
    /// Length of an element; a contribution is cut at multiples of it only.
    pub unit: usize,
    /// Whether operands may change places. If not, the result is `x0 op x1 op ...` in rank order.
    pub commutative: bool,
}

impl Vector {
    /// The whole vector at the start of a buffer.
    pub(crate) fn whole(self, place: PackedBuffer) -> Span {
        Span::new(place, 0, self.bytes)
    }

    /// The pieces from `first` up to `last` of a vector cut into `parts`.
    pub(crate) fn pieces(self, parts: u32, first: u32, last: u32) -> std::ops::Range<usize> {
        cut(self.bytes, self.unit, parts, first)..cut(self.bytes, self.unit, parts, last)
    }
}

/// Where a process's own contribution lies.
pub(crate) fn source(in_place: bool) -> PackedBuffer {
    if in_place { PackedBuffer::Output } else { PackedBuffer::Input }
}
