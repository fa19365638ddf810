//! What a datatype's typemap is made of: children at displacements, whatever constructor made it.

use std::sync::Arc;

use crate::bounds::{Joiner, TypeBounds};
use crate::{Basic, Datatype, DatatypeError};

/// A run of children in a row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    /// Bytes from the buffer's address.
    pub(crate) displacement: i64,
    /// How many children.
    pub(crate) len: i64,
}

/// Counts and lengths here are never negative.
#[derive(Debug)]
pub(crate) enum Shape {
    Basic(Basic),
    /// `count` blocks, `stride` bytes apart, of `blocklength` children in a row.
    Vector {
        displacement: i64,
        count: i64,
        stride: i64,
        blocklength: i64,
        child: Arc<Datatype>,
    },
    Blocks {
        blocks: Box<[Block]>,
        child: Arc<Datatype>,
    },
    Struct(Box<[(Block, Arc<Datatype>)]>),
}

impl Shape {
    /// The same typemap as the child.
    pub(crate) fn alias(child: &Arc<Datatype>) -> Self {
        Self::repeat(1, child)
    }

    /// `count` children in a row.
    pub(crate) fn repeat(count: i64, child: &Arc<Datatype>) -> Self {
        let child = child.clone();
        Shape::Vector { displacement: 0, count: 1, stride: 0, blocklength: count, child }
    }

    pub(crate) fn bounds(&self) -> Result<TypeBounds, DatatypeError> {
        let mut joiner = Joiner::default();
        match self {
            Shape::Basic(basic) => return Ok(TypeBounds::of_basic(*basic)),
            Shape::Vector { displacement, count, stride, blocklength, child } => joiner
                .place_vector(child.bounds(), *displacement, (*count, *stride), *blocklength)?,
            Shape::Blocks { blocks, child } => {
                for block in blocks {
                    joiner.place_vector(child.bounds(), block.displacement, (1, 0), block.len)?;
                }
            }
            Shape::Struct(fields) => {
                for (block, child) in fields {
                    joiner.place_vector(child.bounds(), block.displacement, (1, 0), block.len)?;
                }
            }
        }
        joiner.finish(matches!(self, Shape::Struct(_)))
    }

    /// The one basic datatype that all elements have, if they have.
    pub(crate) fn uniform(&self) -> Option<Basic> {
        match self {
            Shape::Basic(basic) => Some(*basic),
            Shape::Vector { child, .. } | Shape::Blocks { child, .. } => child.uniform_basic(),
            Shape::Struct(fields) => {
                let mut kinds = fields
                    .iter()
                    .filter(|(block, child)| block.len > 0 && child.size() > 0)
                    .map(|(_, child)| child.uniform_basic());
                let first = kinds.next()??;
                kinds.all(|kind| kind == Some(first)).then_some(first)
            }
        }
    }

    /// The child of this number, if there are so many.
    pub(crate) fn child(&self, number: usize) -> Option<&Arc<Datatype>> {
        match self {
            Shape::Basic(_) => None,
            Shape::Vector { child, .. } | Shape::Blocks { child, .. } => {
                (number == 0).then_some(child)
            }
            Shape::Struct(fields) => fields.get(number).map(|(_, child)| child),
        }
    }

    /// Calls `visit` with every run of children: displacement, how many, child. Stops when it
    /// returns false; the result tells whether all were visited.
    pub(crate) fn runs<'a>(
        &'a self,
        mut visit: impl FnMut(i64, u64, &'a Datatype) -> bool,
    ) -> bool {
        match self {
            Shape::Basic(_) => true,
            Shape::Vector { displacement, count, stride, blocklength, child } => {
                (0..*count).all(|i| {
                    visit(
                        displacement.wrapping_add(i.wrapping_mul(*stride)),
                        *blocklength as u64,
                        child,
                    )
                })
            }
            Shape::Blocks { blocks, child } => {
                blocks.iter().all(|block| visit(block.displacement, block.len as u64, child))
            }
            Shape::Struct(fields) => fields
                .iter()
                .all(|(block, child)| visit(block.displacement, block.len as u64, child)),
        }
    }
}
