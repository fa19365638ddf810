//! Parts of arrays: subarrays and distributed arrays (MPI-5.0 §5.1.3, §5.1.4).
//!
//! Both are built a dimension at a time, from the one whose elements are neighbours outwards. The
//! part made so far gets the extent of the whole array up to that dimension.

use std::sync::Arc;

use crate::shape::{Block, Shape};
use crate::{Combiner, Datatype, DatatypeError, Form};

/// How arrays are stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// `MPI_ORDER_C`: the last dimension's elements are neighbours.
    C,
    /// `MPI_ORDER_FORTRAN`: the first dimension's are.
    Fortran,
}

impl Order {
    /// The order with this value in the standard ABI.
    pub fn from_value(value: i32) -> Result<Order, DatatypeError> {
        match value {
            0xC => Ok(Order::C),
            0xF => Ok(Order::Fortran),
            _ => Err(DatatypeError::BadOrder(value)),
        }
    }

    /// Its value in the standard ABI.
    pub fn value(self) -> i32 {
        match self {
            Order::C => 0xC,
            Order::Fortran => 0xF,
        }
    }

    /// The dimensions, innermost first.
    fn dimensions(self, count: usize) -> impl Iterator<Item = usize> {
        (0..count).map(move |i| match self {
            Order::C => count - 1 - i,
            Order::Fortran => i,
        })
    }
}

/// `MPI_DISTRIBUTE_DFLT_DARG` of the standard ABI.
const DEFAULT_ARGUMENT: i32 = 19;

/// How a dimension is dealt out, with its argument as it was passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Distribution {
    /// `MPI_DISTRIBUTE_NONE`; the argument means nothing.
    None(i32),
    /// `MPI_DISTRIBUTE_BLOCK`: one block for each process.
    Block(i32),
    /// `MPI_DISTRIBUTE_CYCLIC`: blocks in turn.
    Cyclic(i32),
}

impl Distribution {
    /// The distribution with this value in the standard ABI, and its argument, which may be
    /// `MPI_DISTRIBUTE_DFLT_DARG`.
    pub fn from_value(value: i32, argument: i32) -> Result<Distribution, DatatypeError> {
        match value {
            16 => Ok(Distribution::None(argument)),
            17 => Ok(Distribution::Block(argument)),
            18 => Ok(Distribution::Cyclic(argument)),
            _ => Err(DatatypeError::BadDistribution(value)),
        }
    }

    /// Its value in the standard ABI.
    pub fn value(self) -> i32 {
        match self {
            Distribution::None(_) => 16,
            Distribution::Block(_) => 17,
            Distribution::Cyclic(_) => 18,
        }
    }

    /// The argument as passed.
    pub fn argument(self) -> i32 {
        match self {
            Distribution::None(a) | Distribution::Block(a) | Distribution::Cyclic(a) => a,
        }
    }

    /// Elements in a block, for `size` elements over `processes`.
    fn block(self, dimension: usize, size: i64, processes: i64) -> Result<i64, DatatypeError> {
        let given = i64::from(self.argument());
        let wrong = DatatypeError::BadDistributionArgument { dimension, argument: given };
        let default = self.argument() == DEFAULT_ARGUMENT;
        match self {
            Distribution::None(_) if processes != 1 => Err(wrong),
            Distribution::None(_) => Ok(size),
            Distribution::Block(_) if default => {
                Ok(size / processes + i64::from(size % processes > 0))
            }
            Distribution::Cyclic(_) if default => Ok(1),
            _ if given <= 0 => Err(wrong),
            // One block each must hold the whole dimension.
            Distribution::Block(_) if given.saturating_mul(processes) < size => Err(wrong),
            _ => Ok(given),
        }
    }
}

/// The part built so far and the extent of the whole array around it.
struct ArrayBuilder {
    part: Arc<Datatype>,
    extent: i64,
}

impl ArrayBuilder {
    fn new(old: &Arc<Datatype>) -> Self {
        Self { part: old.clone(), extent: old.extent() }
    }

    /// Adds a dimension of `size` in which `shape` selects parts.
    fn enclose(&mut self, size: i64, shape: Shape) -> Result<(), DatatypeError> {
        let mut bounds = shape.bounds()?;
        self.extent = self.extent.checked_mul(size).ok_or(DatatypeError::Overflow)?;
        (bounds.lb, bounds.ub) = (0, self.extent);
        (bounds.lb_marked, bounds.ub_marked) = (true, true);
        // Nobody sees the combiner of an inner dimension.
        let combiner = Combiner::Dup { old: self.part.clone() };
        self.part = Datatype::bounded(shape, combiner, bounds);
        Ok(())
    }

    /// A run of `len` parts from index `start` on.
    fn run(&self, start: i64, len: i64) -> Result<Block, DatatypeError> {
        let displacement = start.checked_mul(self.extent).ok_or(DatatypeError::Overflow)?;
        Ok(Block { displacement, len })
    }

    fn finish(self, combiner: Combiner) -> Arc<Datatype> {
        let bounds = *self.part.bounds();
        Datatype::bounded(Shape::alias(&self.part), combiner, bounds)
    }
}

/// What one process holds of a dimension.
struct DimensionShare {
    /// First index.
    start: i64,
    /// Elements in a full block.
    block: i64,
    /// Full blocks.
    full: i64,
    /// From one block's first index to the next one's.
    period: i64,
    /// Elements of a last, shorter block.
    tail: i64,
}

impl DimensionShare {
    fn new(size: i64, block: i64, place: i64, processes: i64) -> Option<Self> {
        let start = block.checked_mul(place)?;
        let period = block.checked_mul(processes)?;
        let rest = (size - start).max(0);
        let (rounds, left) = (rest / period, rest % period);
        let (full, tail) = if left >= block { (rounds + 1, 0) } else { (rounds, left) };
        Some(Self { start, block, full, period, tail })
    }

    fn shape(&self, builder: &ArrayBuilder) -> Result<Shape, DatatypeError> {
        let child = builder.part.clone();
        if self.full == 0 && self.tail == 0 {
            return Ok(Shape::Blocks { blocks: Box::new([]), child });
        }
        let first = builder.run(self.start, self.block)?;
        let many = if self.full > 1 { self.period } else { 0 };
        let stride = builder.run(many, 0)?.displacement;
        let full = Shape::Vector {
            displacement: first.displacement,
            count: self.full,
            stride,
            blocklength: self.block,
            child: child.clone(),
        };
        if self.tail == 0 {
            return Ok(full);
        }
        let tail = builder.run(self.start + self.full * self.period, self.tail)?;
        if self.full == 0 {
            return Ok(Shape::Blocks { blocks: Box::new([tail]), child });
        }
        let bounds = full.bounds()?;
        let full = Datatype::bounded(full, Combiner::Dup { old: child.clone() }, bounds);
        Ok(Shape::Struct(Box::new([(Block { displacement: 0, len: 1 }, full), (tail, child)])))
    }
}

/// A rank's coordinates in the grid, which is row-major whatever the arrays' order.
fn coordinates(rank: i32, psizes: &[i32]) -> Vec<i64> {
    let mut rest = i64::from(rank);
    let mut coordinates = vec![0; psizes.len()];
    for (place, size) in coordinates.iter_mut().zip(psizes).rev() {
        *place = rest % i64::from(*size);
        rest /= i64::from(*size);
    }
    coordinates
}

fn check_grid(size: i32, rank: i32, psizes: &[i32]) -> Result<(), DatatypeError> {
    let grid = psizes.iter().try_fold(1i64, |product, n| {
        if *n < 1 { None } else { product.checked_mul(i64::from(*n)) }
    });
    let size = i64::from(size);
    if grid != Some(size) {
        return Err(DatatypeError::BadProcessGrid { grid: grid.unwrap_or(0), size });
    }
    let rank = i64::from(rank);
    if (0..size).contains(&rank) { Ok(()) } else { Err(DatatypeError::BadRank { rank, size }) }
}

fn check_dimensions(expected: usize, others: &[usize]) -> Result<(), DatatypeError> {
    if expected == 0 {
        return Err(DatatypeError::BadDimensions(0));
    }
    match others.iter().find(|found| **found != expected) {
        Some(&found) => Err(DatatypeError::LengthMismatch { expected, found }),
        None => Ok(()),
    }
}

impl Datatype {
    /// `MPI_Type_create_subarray`: a block within an array; sizes and starts are in elements.
    pub fn subarray(
        form: Form,
        sizes: &[i64],
        subsizes: &[i64],
        starts: &[i64],
        order: Order,
        old: &Arc<Datatype>,
    ) -> Result<Arc<Datatype>, DatatypeError> {
        check_dimensions(sizes.len(), &[subsizes.len(), starts.len()])?;
        let mut builder = ArrayBuilder::new(old);
        for dimension in order.dimensions(sizes.len()) {
            let (size, subsize, start) = (sizes[dimension], subsizes[dimension], starts[dimension]);
            if subsize < 1 || subsize > size || start < 0 || start > size - subsize {
                return Err(DatatypeError::BadSubarray { dimension, size, subsize, start });
            }
            let run = builder.run(start, subsize)?;
            let child = builder.part.clone();
            builder.enclose(size, Shape::Blocks { blocks: Box::new([run]), child })?;
        }
        Ok(builder.finish(Combiner::Subarray {
            form,
            sizes: sizes.into(),
            subsizes: subsizes.into(),
            starts: starts.into(),
            order,
            old: old.clone(),
        }))
    }

    /// `MPI_Type_create_darray`: what process `rank` of `size` holds of an array dealt out over a
    /// grid of processes.
    #[allow(clippy::too_many_arguments, reason = "the standard's own list")]
    pub fn darray(
        form: Form,
        size: i32,
        rank: i32,
        gsizes: &[i64],
        distributions: &[Distribution],
        psizes: &[i32],
        order: Order,
        old: &Arc<Datatype>,
    ) -> Result<Arc<Datatype>, DatatypeError> {
        check_dimensions(gsizes.len(), &[distributions.len(), psizes.len()])?;
        check_grid(size, rank, psizes)?;
        let places = coordinates(rank, psizes);
        let mut builder = ArrayBuilder::new(old);
        for dimension in order.dimensions(gsizes.len()) {
            let (gsize, processes) = (gsizes[dimension], i64::from(psizes[dimension]));
            if gsize < 1 {
                return Err(DatatypeError::BadGlobalSize { dimension, size: gsize });
            }
            let block = distributions[dimension].block(dimension, gsize, processes)?;
            let share = DimensionShare::new(gsize, block, places[dimension], processes)
                .ok_or(DatatypeError::Overflow)?;
            let shape = share.shape(&builder)?;
            builder.enclose(gsize, shape)?;
        }
        Ok(builder.finish(Combiner::Darray {
            form,
            size,
            rank,
            gsizes: gsizes.into(),
            distributions: distributions.into(),
            psizes: psizes.into(),
            order,
            old: old.clone(),
        }))
    }
}
