//! A datatype: its typemap, its bounds and how it was made.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use crate::bounds::TypeBounds;
use crate::layout::LayoutNode;
use crate::shape::Shape;
use crate::{Basic, Combiner, DatatypeError, Marker};

/// A predefined or derived datatype. Sizes and bounds are in bytes.
#[derive(Debug)]
pub struct Datatype {
    pub(crate) shape: Shape,
    pub(crate) combiner: Combiner,
    bounds: TypeBounds,
    uniform: Option<Basic>,
    committed: AtomicBool,
    layout: OnceLock<LayoutNode>,
}

impl Datatype {
    /// A predefined datatype; it is committed.
    pub fn basic(basic: Basic) -> Arc<Datatype> {
        let datatype = Datatype {
            shape: Shape::Basic(basic),
            combiner: Combiner::Named(basic),
            bounds: TypeBounds::of_basic(basic),
            uniform: Some(basic),
            committed: AtomicBool::new(false),
            layout: OnceLock::new(),
        };
        datatype.commit();
        Arc::new(datatype)
    }

    /// A marker of a bound; it is committed.
    pub fn marker(marker: Marker) -> Arc<Datatype> {
        let nothing = Shape::Struct(Box::default());
        let made = Self::bounded(nothing, Combiner::Marker(marker), TypeBounds::of_marker(marker));
        made.commit();
        made
    }

    pub(crate) fn derive(shape: Shape, combiner: Combiner) -> Result<Arc<Datatype>, DatatypeError> {
        let bounds = shape.bounds()?;
        Ok(Self::bounded(shape, combiner, bounds))
    }

    /// A datatype whose bounds the caller prescribes.
    pub(crate) fn bounded(shape: Shape, combiner: Combiner, bounds: TypeBounds) -> Arc<Datatype> {
        let uniform = shape.uniform();
        let committed = AtomicBool::new(false);
        Arc::new(Datatype { shape, combiner, bounds, uniform, committed, layout: OnceLock::new() })
    }

    pub(crate) fn bounds(&self) -> &TypeBounds {
        &self.bounds
    }

    /// The optimised layout, made on first use.
    pub(crate) fn layout(&self) -> &LayoutNode {
        match self.layout.get() {
            Some(layout) => layout,
            None => self.compile(),
        }
    }

    /// Makes the layouts of what this is made of and then its own, without recursion: nests may be
    /// deeper than a thread's stack.
    #[cold]
    fn compile(&self) -> &LayoutNode {
        let mut path = vec![(self, 0)];
        while let Some((datatype, next)) = path.last_mut() {
            match datatype.shape.child(*next) {
                Some(child) => {
                    *next += 1;
                    if child.layout.get().is_none() {
                        path.push((child, 0));
                    }
                }
                None => {
                    datatype.layout.get_or_init(|| LayoutNode::compile(&datatype.shape));
                    path.pop();
                }
            }
        }
        self.layout.get_or_init(|| LayoutNode::compile(&self.shape))
    }

    /// Takes out what this is made of.
    fn take_children(&mut self, into: &mut Vec<Arc<Datatype>>) {
        into.extend((0..).map_while(|number| self.shape.child(number)).cloned());
        into.extend_from_slice(self.combiner.datatypes());
        self.shape = Shape::Struct(Box::default());
        self.combiner = Combiner::F90Integer { range: 0 };
    }

    /// Makes the optimised layout, so that communication finds it ready (`MPI_Type_commit`).
    pub fn commit(&self) {
        self.layout();
        self.committed.store(true, Ordering::Release);
    }

    /// Whether [`commit`](Self::commit) was called.
    pub fn is_committed(&self) -> bool {
        self.committed.load(Ordering::Acquire)
    }

    /// Bytes of data in one element (`MPI_Type_size`).
    pub fn size(&self) -> u64 {
        self.bounds.size
    }

    /// Lower bound.
    pub fn lb(&self) -> i64 {
        self.bounds.lb
    }

    /// Upper bound.
    pub fn ub(&self) -> i64 {
        self.bounds.ub
    }

    /// Distance of consecutive elements of a buffer; may be negative.
    pub fn extent(&self) -> i64 {
        self.bounds.extent()
    }

    /// Offset of the first byte of data; 0 without data.
    pub fn true_lb(&self) -> i64 {
        self.bounds.true_lb
    }

    /// Bytes from the first to the last byte of data (MPI-5.0 §5.1.8).
    pub fn true_extent(&self) -> i64 {
        self.bounds.true_ub - self.bounds.true_lb
    }

    /// Basic elements in one element of this datatype; a pair counts for two.
    pub fn elements(&self) -> u64 {
        self.bounds.elements
    }

    /// The predefined datatype that this is, if it is one.
    #[inline]
    pub fn named(&self) -> Option<Basic> {
        match self.shape {
            Shape::Basic(basic) => Some(basic),
            _ => None,
        }
    }

    /// Whether a user may neither free nor commit it: named, or made by `MPI_Type_create_f90_*`.
    pub fn is_predefined(&self) -> bool {
        matches!(
            self.combiner,
            Combiner::Named(_)
                | Combiner::Marker(_)
                | Combiner::F90Real { .. }
                | Combiner::F90Complex { .. }
                | Combiner::F90Integer { .. }
        )
    }

    /// The basic datatype of all elements, if they all have the same: what reductions and one-sided
    /// accumulation need.
    pub fn uniform_basic(&self) -> Option<Basic> {
        self.uniform
    }

    /// The constructor and its arguments.
    pub fn combiner(&self) -> &Combiner {
        &self.combiner
    }

    /// Whether elements follow one another as one block from the buffer's address on, so that
    /// packing is a plain copy of `count * size` bytes.
    pub fn is_contiguous(&self) -> bool {
        let bounds = &self.bounds;
        bounds.lb == 0
            && i64::try_from(bounds.size) == Ok(bounds.ub)
            && self.layout().is_block_at(0)
    }

    /// Where the data of `count` elements lie if they are one block: offset and length.
    pub fn contiguous_region(&self, count: u64) -> Option<(i64, u64)> {
        if count == 0 || self.size() == 0 {
            return Some((0, 0));
        }
        let node = self.layout();
        let joined = count == 1 || i64::try_from(self.size()) == Ok(self.extent());
        (node.is_block() && joined)
            .then(|| Some((node.offset, self.size().checked_mul(count)?)))
            .flatten()
    }

    /// The bytes that `count` elements touch: lowest offset, and length up to the highest.
    pub fn span(&self, count: u64) -> (i64, u64) {
        if count == 0 || self.size() == 0 {
            return (0, 0);
        }
        let reach = i128::from(self.extent()) * i128::from(count - 1);
        let low = i128::from(self.bounds.true_lb) + reach.min(0);
        let high = i128::from(self.bounds.true_ub) + reach.max(0);
        let low = low.max(i128::from(i64::MIN)) as i64;
        (low, u64::try_from(high - i128::from(low)).unwrap_or(u64::MAX))
    }

    /// Bytes of `count` packed elements; `None` if that exceeds 64 bits.
    pub fn packed_size(&self, count: u64) -> Option<u64> {
        self.size().checked_mul(count)
    }
}

/// Frees what this is made of without recursion: nests may be deeper than a thread's stack.
impl Drop for Datatype {
    fn drop(&mut self) {
        let mut left = Vec::new();
        self.take_children(&mut left);
        while let Some(child) = left.pop() {
            if let Some(mut last) = Arc::into_inner(child) {
                last.take_children(&mut left);
            }
        }
    }
}
