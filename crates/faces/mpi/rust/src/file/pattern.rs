//! What a process sees of a file (MPI-5.0 §14.3).

use crate::equivalence::{Equivalence, Layout};
use crate::error::{Error, ErrorClass, Result, in_call};
use crate::types;
use crate::universe::admit;
use crate::view::Shape;
use ferry_datatype::Form;
use ferry_mpi::datatype;
use ferry_mpi::file::{self, ViewArguments};
use ferry_mpi::handle::{DatatypeHandle, FileHandle};
use ferry_mpi::info::Info;
use std::any::type_name;
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::Arc;

/// How elements are stored in a file (MPI-5.0 §14.5).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum DataRepresentation {
    /// As in memory.
    #[default]
    Native,
    /// As all processes of this MPI can read it.
    Internal,
    /// As any MPI can read it, on any machine: `external32`.
    External32,
    /// By a name that a library has registered (`MPI_Register_datarep`).
    Registered(String),
}

impl DataRepresentation {
    fn name(&self) -> &str {
        match self {
            DataRepresentation::Native => "native",
            DataRepresentation::Internal => "internal",
            DataRepresentation::External32 => "external32",
            DataRepresentation::Registered(name) => name,
        }
    }
}

/// Which elements of a file a process sees: a pattern that repeats without end.
///
/// ```
/// # fn main() -> ferry::Result<()> {
/// # let universe = ferry::Universe::init()?;
/// use ferry::FilePattern;
/// // Columns 2 and 3 of a matrix with 6 rows and 8 columns, behind a head of 512 bytes.
/// let columns = FilePattern::<f32>::array(&[6, 8], &[0..6, 2..4])?.behind(512);
/// assert_eq!(columns.len(), 12);
/// # Ok(())
/// # }
/// ```
pub struct FilePattern<T: Equivalence> {
    /// `None`: all elements, one behind the other.
    shape: Option<Arc<Shape>>,
    /// Elements in one repetition.
    len: usize,
    displacement: u64,
    representation: DataRepresentation,
    elements: PhantomData<fn() -> T>,
}

impl<T: Equivalence> FilePattern<T> {
    fn made(shape: Arc<Shape>) -> Self {
        let len = shape.len;
        FilePattern { shape: Some(shape), len, ..FilePattern::all() }
    }

    fn all() -> Self {
        FilePattern {
            shape: None,
            len: 1,
            displacement: 0,
            representation: DataRepresentation::Native,
            elements: PhantomData,
        }
    }

    /// All elements.
    pub fn whole() -> Result<Self> {
        in_call("whole", || {
            admit()?;
            Ok(FilePattern::all())
        })
    }

    /// `block` elements of every `stride`, from element `first` on: with `strided(rank, 1, size)` the processes take
    /// turns.
    ///
    /// # Errors
    /// If `first` and a block do not fit in a stride.
    pub fn strided(first: usize, block: usize, stride: usize) -> Result<Self> {
        in_call("strided", || {
            let piece = first..first.saturating_add(block);
            pieces::<T>(&[piece], stride).map(FilePattern::made)
        })
    }

    /// Pieces in ascending order, again in each following `period` elements.
    pub fn pieces(ranges: &[Range<usize>], period: usize) -> Result<Self> {
        in_call("pieces", || pieces::<T>(ranges, period).map(FilePattern::made))
    }

    /// A box of an array of these sizes, whose last dimension's elements are neighbours; a file may hold several such
    /// arrays, one behind the other (`MPI_Type_create_subarray`).
    pub fn array(sizes: &[usize], part: &[Range<usize>]) -> Result<Self> {
        in_call("array", || {
            let whole = sizes.iter().try_fold(1usize, |whole, size| whole.checked_mul(*size));
            let whole = whole.unwrap_or(usize::MAX);
            Shape::array::<T>(whole, sizes, part).map(FilePattern::made)
        })
    }

    /// Process `rank`'s part of an array that is dealt out in blocks over a grid of processes, row-major as
    /// [`Cartesian`](crate::Cartesian) numbers them (`MPI_Type_create_darray`, block distribution). Blocks have equal
    /// sizes, but the last ones of a dimension, which may be shorter.
    pub fn dealt(sizes: &[usize], grid: &[usize], rank: usize) -> Result<Self> {
        in_call("dealt", || {
            let processes =
                grid.iter().try_fold(1usize, |all, count| all.checked_mul(*count)).unwrap_or(0);
            if sizes.len() != grid.len() || rank >= processes {
                let text = format!(
                    "rank {rank} has no part of an array of {sizes:?} dealt out over a grid of {grid:?}; give a \
                     number of processes for each dimension"
                );
                return Err(Error::new(ErrorClass::DIMS, text));
            }
            let mut rest = rank;
            let part = |(size, count): (&usize, &usize)| {
                let (place, block) = (rest % count, size.div_ceil(*count));
                rest /= count;
                let begin = place.saturating_mul(block).min(*size);
                begin..begin.saturating_add(block).min(*size)
            };
            let mut part: Vec<_> = sizes.iter().zip(grid).rev().map(part).collect();
            part.reverse();
            FilePattern::array(sizes, &part)
        })
    }

    /// Leaves out so many bytes at the beginning of the file.
    #[must_use]
    pub fn behind(mut self, bytes: u64) -> Self {
        self.displacement = bytes;
        self
    }

    /// The elements are stored so; as in memory unless something is said.
    #[must_use]
    pub fn stored_as(mut self, representation: DataRepresentation) -> Self {
        self.representation = representation;
        self
    }

    /// Elements that one repetition shows.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it shows none at all.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub(super) fn apply(&self, handle: FileHandle, etype: DatatypeHandle) -> Result<()> {
        if !is_ascending(&T::LAYOUT, &mut 0, 0) {
            let text = format!(
                "the fields of {} lie in another order in memory than they are written in, which no file can have: \
                 make it #[repr(C)]",
                type_name::<T>()
            );
            return Err(Error::new(ErrorClass::TYPE, text));
        }
        let filetype = self.shape.as_ref().map_or(etype, |shape| shape.datatype);
        let displacement = super::signed(self.displacement)?;
        let datarep = Some(self.representation.name());
        let arguments = ViewArguments { displacement, etype, filetype, datarep };
        Ok(file::set_view(handle, &arguments, Ok(Info::new()))?)
    }
}

/// Whether the parts of a value at byte `at` lie one behind the other, in the order in which they are written, from
/// byte `end` on (MPI-5.0 §14.3.1).
fn is_ascending(layout: &Layout, end: &mut usize, at: usize) -> bool {
    match layout {
        Layout::Basic(basic) => {
            let is_behind = at >= *end;
            *end = at + types::basic_size(*basic);
            is_behind
        }
        Layout::Array { item, stride, len } => {
            // Two tell what all do.
            let is_in_order = (0..*len.min(&2)).all(|n| is_ascending(item, end, at + n * stride));
            *end = (*end).max(at + len * stride);
            is_in_order
        }
        Layout::Struct { fields } => {
            fields.iter().all(|field| is_ascending(field.layout, end, at + field.offset))
        }
    }
}

/// The shape of pieces that repeat.
fn pieces<T: Equivalence>(ranges: &[Range<usize>], period: usize) -> Result<Arc<Shape>> {
    let pieces = Shape::pieces::<T>(period, ranges)?;
    let extent = period.checked_mul(size_of::<T>()).and_then(|bytes| i64::try_from(bytes).ok());
    let extent = extent.ok_or_else(|| {
        let text = format!("{period} elements of {} exceed any file", type_name::<T>());
        Error::new(ErrorClass::ARG, text)
    })?;
    Shape::new(pieces.len, datatype::resized(Form::Large, 0, extent, pieces.datatype))
}

impl<T: Equivalence> std::fmt::Debug for FilePattern<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "FilePattern of {} elements of {}", self.len, type_name::<T>())
    }
}
