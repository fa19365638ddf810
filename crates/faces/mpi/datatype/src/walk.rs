//! Walks any part of the packed stream: from a position on, a number of bytes.
//!
//! Finding the first block takes time in proportion to the depth of the nest and the logarithm of
//! the lengths of its lists; from there on, whole loops go to the sink at once.

use crate::layout::{LayoutKind, LayoutNode, continues};

/// Receives the blocks in the order of the packed stream.
pub(crate) trait BlockSink {
    /// One block.
    fn block(&mut self, offset: i64, len: u64);

    /// `count` blocks, `stride` bytes apart.
    fn strided(&mut self, offset: i64, stride: i64, len: u64, count: u64) {
        for i in 0..count as i64 {
            self.block(offset.wrapping_add(i.wrapping_mul(stride)), len);
        }
    }

    /// Blocks at `base + offsets[i]`.
    fn scattered(&mut self, base: i64, offsets: &[i64], len: u64) {
        for offset in offsets {
            self.block(base.wrapping_add(*offset), len);
        }
    }

    /// `count` copies of a list of blocks, `stride` bytes apart.
    fn comb(&mut self, base: i64, stride: i64, count: u64, teeth: Teeth<'_>) {
        for i in 0..count as i64 {
            let base = base.wrapping_add(i.wrapping_mul(stride));
            teeth.each(|offset, _, len| self.block(base.wrapping_add(offset), len));
        }
    }
}

/// A list of blocks of different lengths, as in the layout.
#[derive(Clone, Copy)]
pub(crate) struct Teeth<'a> {
    offsets: &'a [i64],
    starts: &'a [u64],
}

impl Teeth<'_> {
    /// Bytes in the packed stream.
    pub(crate) fn size(&self) -> u64 {
        self.starts[self.offsets.len()]
    }

    /// Calls `visit` with each block's offset, place in the packed stream, and length.
    #[inline]
    pub(crate) fn each(&self, mut visit: impl FnMut(i64, u64, u64)) {
        for (offset, ends) in self.offsets.iter().zip(self.starts.windows(2)) {
            visit(*offset, ends[0], ends[1] - ends[0]);
        }
    }
}

/// A part of the packed stream of one node.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    /// Bytes before it.
    pub(crate) skip: u64,
    /// Its bytes.
    pub(crate) len: u64,
}

/// Walks a part of the stream of `count` elements, `extent` bytes apart. The part must lie within.
pub(crate) fn walk(
    node: &LayoutNode,
    extent: i64,
    count: u64,
    part: Part,
    sink: &mut impl BlockSink,
) {
    if part.len == 0 {
        return;
    }
    match &node.kind {
        LayoutKind::Block if count == 1 || i64::try_from(node.size) == Ok(extent) => {
            sink.block(node.offset.wrapping_add(part.skip as i64), part.len)
        }
        LayoutKind::Vector { count: inner, stride, child }
            if continues(*inner, *stride, extent) =>
        {
            repeated(child, *stride, node.offset, part, sink)
        }
        _ => repeated(node, extent, 0, part, sink),
    }
}

/// A part of copies of `child`, `stride` bytes apart, the first one at `base`.
fn repeated(child: &LayoutNode, stride: i64, base: i64, part: Part, sink: &mut impl BlockSink) {
    let place = |i: u64| base.wrapping_add((i as i64).wrapping_mul(stride));
    let mut index = part.skip / child.size;
    let skip = part.skip % child.size;
    let mut left = part.len;
    if skip > 0 {
        let len = left.min(child.size - skip);
        partial(child, place(index), Part { skip, len }, sink);
        left -= len;
        index += 1;
    }
    let whole = left / child.size;
    if whole > 0 {
        copies(child, place(index), stride, whole, sink);
        left -= whole * child.size;
    }
    if left > 0 {
        partial(child, place(index + whole), Part { skip: 0, len: left }, sink);
    }
}

fn copies(child: &LayoutNode, base: i64, stride: i64, count: u64, sink: &mut impl BlockSink) {
    match &child.kind {
        LayoutKind::Block => {
            return sink.strided(base.wrapping_add(child.offset), stride, child.size, count);
        }
        LayoutKind::Blocks { offsets, starts } => {
            return sink.comb(
                base.wrapping_add(child.offset),
                stride,
                count,
                Teeth { offsets, starts },
            );
        }
        _ => {}
    }
    for i in 0..count as i64 {
        full(child, base.wrapping_add(i.wrapping_mul(stride)), sink);
    }
}

fn full(node: &LayoutNode, base: i64, sink: &mut impl BlockSink) {
    let base = base.wrapping_add(node.offset);
    match &node.kind {
        LayoutKind::Empty => {}
        LayoutKind::Block => sink.block(base, node.size),
        LayoutKind::Vector { count, stride, child } => copies(child, base, *stride, *count, sink),
        LayoutKind::Fixed { offsets, len } => sink.scattered(base, offsets, *len),
        LayoutKind::Blocks { offsets, starts } => Teeth { offsets, starts }
            .each(|offset, _, len| sink.block(base.wrapping_add(offset), len)),
        LayoutKind::Sequence { children, .. } => {
            for child in children.iter() {
                full(child, base, sink);
            }
        }
    }
}

/// A part of one node; it is not empty and lies within.
fn partial(node: &LayoutNode, base: i64, part: Part, sink: &mut impl BlockSink) {
    if part.len == node.size {
        return full(node, base, sink);
    }
    let base = base.wrapping_add(node.offset);
    match &node.kind {
        LayoutKind::Empty => {}
        LayoutKind::Block => sink.block(base.wrapping_add(part.skip as i64), part.len),
        LayoutKind::Vector { stride, child, .. } => repeated(child, *stride, base, part, sink),
        LayoutKind::Fixed { offsets, len } => fixed(offsets, *len, base, part, sink),
        LayoutKind::Blocks { offsets, starts } => pieces(starts, part, |i, piece| {
            let offset = offsets[i].wrapping_add(piece.skip as i64);
            sink.block(base.wrapping_add(offset), piece.len)
        }),
        LayoutKind::Sequence { children, starts } => {
            pieces(starts, part, |i, piece| partial(&children[i], base, piece, sink))
        }
    }
}

/// Cuts a part of a list of unequal parts at their ends.
fn pieces(starts: &[u64], part: Part, mut visit: impl FnMut(usize, Part)) {
    let mut index = starts.partition_point(|start| *start <= part.skip) - 1;
    let (mut at, end) = (part.skip, part.skip + part.len);
    while at < end {
        let stop = starts[index + 1].min(end);
        visit(index, Part { skip: at - starts[index], len: stop - at });
        at = stop;
        index += 1;
    }
}

fn fixed(offsets: &[i64], len: u64, base: i64, part: Part, sink: &mut impl BlockSink) {
    let mut index = (part.skip / len) as usize;
    let skip = part.skip % len;
    let mut left = part.len;
    if skip > 0 {
        let head = left.min(len - skip);
        sink.block(base.wrapping_add(offsets[index]).wrapping_add(skip as i64), head);
        left -= head;
        index += 1;
    }
    let whole = (left / len) as usize;
    sink.scattered(base, &offsets[index..index + whole], len);
    left -= whole as u64 * len;
    if left > 0 {
        sink.block(base.wrapping_add(offsets[index + whole]), left);
    }
}
