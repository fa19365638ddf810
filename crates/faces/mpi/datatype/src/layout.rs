//! The optimised layout: a nest of loops over contiguous blocks.
//!
//! Neighbouring blocks are joined, equal steps become loops, so that a vector of a million blocks
//! takes one node. Only lists of irregular displacements need memory in proportion to their length.

use std::sync::Arc;

use crate::shape::Shape;
use crate::{Basic, Datatype};

/// A part of the layout. Its bytes, in the order of the packed stream, lie at `offset` and on.
#[derive(Clone, Debug)]
pub(crate) struct LayoutNode {
    pub(crate) offset: i64,
    /// Bytes in the packed stream.
    pub(crate) size: u64,
    pub(crate) kind: LayoutKind,
}

#[derive(Clone, Debug)]
pub(crate) enum LayoutKind {
    Empty,
    /// All bytes in a row.
    Block,
    /// The child, `count` times, `stride` bytes apart.
    Vector {
        count: u64,
        stride: i64,
        child: Arc<LayoutNode>,
    },
    /// Blocks of one length.
    Fixed {
        offsets: Arc<[i64]>,
        len: u64,
    },
    /// Blocks of different lengths: block `i` holds the stream from `starts[i]` to `starts[i + 1]`.
    Blocks {
        offsets: Arc<[i64]>,
        starts: Arc<[u64]>,
    },
    /// Different children; `starts` as above.
    Sequence {
        children: Arc<[LayoutNode]>,
        starts: Arc<[u64]>,
    },
}

/// A layout of equal blocks at equal distances, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strided {
    /// Offset of the first block.
    pub offset: i64,
    /// Length of a block.
    pub block: u64,
    /// From one block to the next.
    pub stride: i64,
    /// How many blocks.
    pub count: u64,
}

impl LayoutNode {
    fn empty() -> Self {
        LayoutNode { offset: 0, size: 0, kind: LayoutKind::Empty }
    }

    fn block(offset: i64, size: u64) -> Self {
        LayoutNode {
            offset,
            size,
            kind: if size == 0 { LayoutKind::Empty } else { LayoutKind::Block },
        }
    }

    fn shifted(&self, displacement: i64) -> Self {
        let mut node = self.clone();
        node.offset = node.offset.wrapping_add(displacement);
        node
    }

    /// All data is one block.
    pub(crate) fn is_block(&self) -> bool {
        matches!(self.kind, LayoutKind::Block | LayoutKind::Empty)
    }

    /// All data is one block that begins here.
    pub(crate) fn is_block_at(&self, offset: i64) -> bool {
        self.size == 0 || self.is_block() && self.offset == offset
    }

    /// The layout of a typemap; the children's layouts are made on the way.
    pub(crate) fn compile(shape: &Shape) -> Self {
        match shape {
            Shape::Basic(basic) => Self::of_basic(*basic),
            Shape::Vector { displacement, count, stride, blocklength, child } => {
                let row = Self::repeat(child.layout(), *blocklength as u64, child.extent());
                Self::repeat(&row, *count as u64, *stride).shifted(*displacement)
            }
            Shape::Blocks { blocks, child } => {
                let mut builder = LayoutBuilder::new();
                let mut rows = Rows::new(child);
                for block in blocks {
                    builder.push(rows.row(block.len).shifted(block.displacement));
                }
                builder.finish()
            }
            Shape::Struct(fields) => {
                let mut builder = LayoutBuilder::new();
                for (block, child) in fields {
                    let row = Self::repeat(child.layout(), block.len as u64, child.extent());
                    builder.push(row.shifted(block.displacement));
                }
                builder.finish()
            }
        }
    }

    fn of_basic(basic: Basic) -> Self {
        if basic.true_extent() == basic.size() {
            return Self::block(0, basic.size() as u64);
        }
        // Only a pair has a gap, between the value and the index.
        let index = basic.index_offset() as i64;
        let index_size = (basic.true_extent() as i64 - index) as u64;
        let value_size = basic.size() as u64 - index_size;
        let mut builder = LayoutBuilder::new();
        builder.push(Self::block(0, value_size));
        builder.push(Self::block(index, index_size));
        builder.finish()
    }

    /// `count` copies, `stride` bytes apart.
    pub(crate) fn repeat(node: &LayoutNode, count: u64, stride: i64) -> LayoutNode {
        if count == 0 || node.size == 0 {
            return Self::empty();
        }
        if count == 1 {
            return node.clone();
        }
        let size = node.size * count;
        match &node.kind {
            LayoutKind::Block if i64::try_from(node.size) == Ok(stride) => {
                Self::block(node.offset, size)
            }
            LayoutKind::Vector { count: inner, stride: step, child }
                if continues(*inner, *step, stride) =>
            {
                let kind = LayoutKind::Vector {
                    count: inner * count,
                    stride: *step,
                    child: child.clone(),
                };
                LayoutNode { offset: node.offset, size, kind }
            }
            _ => {
                let child = Arc::new(node.shifted(node.offset.wrapping_neg()));
                LayoutNode {
                    offset: node.offset,
                    size,
                    kind: LayoutKind::Vector { count, stride, child },
                }
            }
        }
    }
}

/// Whether a loop goes on with the same step in the next copy of its surroundings.
pub(crate) fn continues(count: u64, step: i64, stride: i64) -> bool {
    i128::from(count) * i128::from(step) == i128::from(stride)
}

/// Rows of one child, the last one kept: lists of blocks often have one length.
struct Rows<'a> {
    child: &'a Datatype,
    last: (i64, LayoutNode),
}

impl<'a> Rows<'a> {
    fn new(child: &'a Datatype) -> Self {
        Self { child, last: (0, LayoutNode::empty()) }
    }

    fn row(&mut self, len: i64) -> &LayoutNode {
        if self.last.0 != len {
            let row = LayoutNode::repeat(self.child.layout(), len as u64, self.child.extent());
            self.last = (len, row);
        }
        &self.last.1
    }
}

/// Joins parts that follow each other in the packed stream.
struct LayoutBuilder {
    /// Blocks not yet in a node: offset and length.
    blocks: Vec<(i64, u64)>,
    nodes: Vec<LayoutNode>,
}

impl LayoutBuilder {
    fn new() -> Self {
        Self { blocks: Vec::new(), nodes: Vec::new() }
    }

    fn push(&mut self, node: LayoutNode) {
        match node.kind {
            LayoutKind::Empty => {}
            LayoutKind::Block => match self.blocks.last_mut() {
                Some((offset, len)) if offset.wrapping_add(*len as i64) == node.offset => {
                    *len += node.size
                }
                _ => self.blocks.push((node.offset, node.size)),
            },
            _ => {
                self.flush();
                self.nodes.push(node);
            }
        }
    }

    fn flush(&mut self) {
        let node = join_blocks(&std::mem::take(&mut self.blocks));
        if node.size > 0 {
            self.nodes.push(node);
        }
    }

    fn finish(mut self) -> LayoutNode {
        self.flush();
        match self.nodes.len() {
            0 => LayoutNode::empty(),
            1 => self.nodes.remove(0),
            _ => {
                let starts = starts(self.nodes.iter().map(|node| node.size));
                let size = starts[self.nodes.len()];
                LayoutNode {
                    offset: 0,
                    size,
                    kind: LayoutKind::Sequence { children: self.nodes.into(), starts },
                }
            }
        }
    }
}

fn starts(sizes: impl Iterator<Item = u64>) -> Arc<[u64]> {
    let mut starts = vec![0];
    let mut sum = 0;
    for size in sizes {
        sum += size;
        starts.push(sum);
    }
    starts.into()
}

fn join_blocks(blocks: &[(i64, u64)]) -> LayoutNode {
    let (&(offset, len), rest) = match blocks {
        [] => return LayoutNode::empty(),
        [(offset, len)] => return LayoutNode::block(*offset, *len),
        [first, rest @ ..] => (first, rest),
    };
    let count = blocks.len() as u64;
    let stride = rest[0].0.wrapping_sub(offset);
    let relative = |offset_of: &(i64, u64)| offset_of.0.wrapping_sub(offset);
    let (size, kind) = if rest.iter().any(|block| block.1 != len) {
        let starts = starts(blocks.iter().map(|block| block.1));
        let offsets = blocks.iter().map(relative).collect();
        (starts[blocks.len()], LayoutKind::Blocks { offsets, starts })
    } else if blocks.windows(2).all(|pair| pair[1].0.wrapping_sub(pair[0].0) == stride) {
        let child = Arc::new(LayoutNode::block(0, len));
        (len * count, LayoutKind::Vector { count, stride, child })
    } else {
        (len * count, LayoutKind::Fixed { offsets: blocks.iter().map(relative).collect(), len })
    };
    LayoutNode { offset, size, kind }
}

impl Datatype {
    /// The layout of one element, if it is blocks of one length at one distance. A single block is
    /// such a layout too.
    pub fn strided(&self) -> Option<Strided> {
        let node = self.layout();
        match &node.kind {
            LayoutKind::Block => Some(Strided {
                offset: node.offset,
                block: node.size,
                stride: node.size as i64,
                count: 1,
            }),
            LayoutKind::Vector { count, stride, child } if child.is_block() => Some(Strided {
                offset: node.offset,
                block: child.size,
                stride: *stride,
                count: *count,
            }),
            _ => None,
        }
    }
}
