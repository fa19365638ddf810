//! Elements that do not lie in a row: columns, parts of arrays, pieces (MPI-5.0 §5.1). They are sent from and received
//! where they lie.

use crate::buffer::Viewed;
use crate::equivalence::Equivalence;
use crate::error::{Error, ErrorClass, Result, in_call};
use crate::types;
use crate::universe::admit;
use ferry_datatype::{Form, Order};
use ferry_mpi::datatype;
use ferry_mpi::handle::DatatypeHandle;
use std::ops::Range;
use std::sync::Arc;

/// Elements of a slice, to be sent without being packed by hand.
///
/// ```
/// # fn main() -> ferry::Result<()> {
/// # let universe = ferry::Universe::init()?;
/// use ferry::{View, ViewMut};
/// let comm = universe.self_comm();
/// // A matrix of 4 rows and 5 columns. Its column 1 becomes its column 4.
/// let (rows, columns) = (4, 5);
/// let mut matrix: Vec<usize> = (0..rows * columns).collect();
/// let copy = matrix.clone();
/// let column = View::strided(&copy[1..], 1, columns, rows)?;
/// let mut last = ViewMut::strided(&mut matrix[4..], 1, columns, rows)?;
/// comm.send_receive(&column, 0, 0, &mut last, 0, 0)?;
/// assert_eq!(matrix[4], 1);
/// assert_eq!(matrix[19], 16);
/// # Ok(())
/// # }
/// ```
pub struct View<'a, T: Equivalence> {
    pub(crate) items: &'a [T],
    shape: Arc<Shape>,
}

/// Elements of a slice, to be received into where they lie. What is between them stays as it is.
pub struct ViewMut<'a, T: Equivalence> {
    pub(crate) items: Viewed<'a, T>,
    shape: Arc<Shape>,
}

/// Which elements of a slice a view has.
pub(crate) struct Shape {
    pub(crate) datatype: DatatypeHandle,
    pub(crate) len: usize,
}

impl Drop for Shape {
    fn drop(&mut self) {
        if admit().is_ok() {
            // It was made here, and operations that use it keep it.
            let _ = datatype::free(self.datatype);
        }
    }
}

impl Shape {
    pub(crate) fn new(len: usize, made: ferry_mpi::Result<DatatypeHandle>) -> Result<Arc<Shape>> {
        let shape = Shape { datatype: made?, len };
        datatype::commit(shape.datatype)?;
        Ok(Arc::new(shape))
    }

    /// Blocks of `block` elements, `stride` elements from one to the next.
    fn strided<T: Equivalence>(
        within: usize,
        (block, stride, count): (usize, usize, usize),
    ) -> Result<Arc<Shape>> {
        admit()?;
        let before = count.saturating_sub(1).checked_mul(stride);
        let end = before.and_then(|before| before.checked_add(if count == 0 { 0 } else { block }));
        if stride < block || end.is_none_or(|end| end > within) {
            let text = format!(
                "{count} blocks of {block} elements, {stride} from one to the next, do not lie apart in a slice \
                 of {within}"
            );
            return Err(Error::new(ErrorClass::ARG, text));
        }
        let element = types::element::<T>()?;
        let [block_, stride_, count_] = [block, stride, count].map(|number| number as i64);
        Shape::new(block * count, datatype::vector(Form::Large, count_, block_, stride_, element))
    }

    /// A box of an array whose last dimension's elements are neighbours.
    pub(crate) fn array<T: Equivalence>(
        within: usize,
        sizes: &[usize],
        ranges: &[Range<usize>],
    ) -> Result<Arc<Shape>> {
        admit()?;
        let whole = sizes.iter().try_fold(1usize, |whole, size| whole.checked_mul(*size));
        let fits =
            |(range, size): (&Range<usize>, &usize)| range.start <= range.end && range.end <= *size;
        let is_inside = ranges.len() == sizes.len() && ranges.iter().zip(sizes).all(fits);
        if whole != Some(within) || !is_inside || sizes.is_empty() {
            let text = format!(
                "{ranges:?} is no part of an array of {sizes:?} elements in a slice of {within}; give a range \
                 for each dimension"
            );
            return Err(Error::new(ErrorClass::ARG, text));
        }
        let len = ranges.iter().map(ExactSizeIterator::len).product();
        let element = types::element::<T>()?;
        if len == 0 {
            return Shape::new(0, datatype::contiguous(Form::Large, 0, element));
        }
        let wide = |numbers: &mut dyn Iterator<Item = usize>| -> Vec<i64> {
            numbers.map(|number| number as i64).collect()
        };
        let sizes = wide(&mut sizes.iter().copied());
        let parts = wide(&mut ranges.iter().map(ExactSizeIterator::len));
        let starts = wide(&mut ranges.iter().map(|range| range.start));
        Shape::new(len, datatype::subarray(Form::Large, &sizes, &parts, &starts, Order::C, element))
    }

    /// Pieces in ascending order.
    pub(crate) fn pieces<T: Equivalence>(
        within: usize,
        ranges: &[Range<usize>],
    ) -> Result<Arc<Shape>> {
        admit()?;
        let mut end = 0;
        for range in ranges {
            if range.start < end || range.end < range.start || range.end > within {
                let text = format!(
                    "piece {range:?} does not lie behind {end} and inside a slice of {within}: give pieces in \
                     ascending order"
                );
                return Err(Error::new(ErrorClass::ARG, text));
            }
            end = range.end;
        }
        let lens: Vec<i64> = ranges.iter().map(|range| range.len() as i64).collect();
        let starts: Vec<i64> = ranges.iter().map(|range| range.start as i64).collect();
        let made = datatype::indexed(Form::Large, &lens, &starts, types::element::<T>()?);
        Shape::new(ranges.iter().map(ExactSizeIterator::len).sum(), made)
    }
}

macro_rules! views {
    ($($view:ident, $slice:ty, $lend:expr;)*) => { $(
        impl<'a, T: Equivalence> $view<'a, T> {
            /// `count` blocks of `block` elements, `stride` elements from the beginning of one to that of the next,
            /// from the beginning of the slice on (`MPI_Type_vector`).
            pub fn strided(items: $slice, block: usize, stride: usize, count: usize) -> Result<Self> {
                in_call("strided", || {
                    let shape = Shape::strided::<T>(items.len(), (block, stride, count))?;
                    Ok($view { items: $lend(items), shape })
                })
            }

            /// A part of an array of several dimensions, of which the last lies in a row: `sizes` of the whole array,
            /// which is the slice, and the part's range in each dimension (`MPI_Type_create_subarray`).
            pub fn array(items: $slice, sizes: &[usize], part: &[Range<usize>]) -> Result<Self> {
                in_call("array", || {
                    let shape = Shape::array::<T>(items.len(), sizes, part)?;
                    Ok($view { items: $lend(items), shape })
                })
            }

            /// Pieces of the slice, in ascending order (`MPI_Type_indexed`).
            pub fn pieces(items: $slice, pieces: &[Range<usize>]) -> Result<Self> {
                in_call("pieces", || {
                    let shape = Shape::pieces::<T>(items.len(), pieces)?;
                    Ok($view { items: $lend(items), shape })
                })
            }

            /// Elements that it has.
            pub fn len(&self) -> usize {
                self.shape.len
            }

            /// Whether it has none.
            pub fn is_empty(&self) -> bool {
                self.shape.len == 0
            }

            pub(crate) fn datatype(&self) -> DatatypeHandle {
                self.shape.datatype
            }
        }
    )* };
}

views! {
    View, &'a [T], std::convert::identity;
    ViewMut, &'a mut [T], Viewed::of;
}

impl<'a, T: Equivalence> ViewMut<'a, T> {
    /// Several parts of an array at once, as [`array`](ViewMut::array) takes one: the columns and rows of a halo, to be
    /// received at the same time.
    ///
    /// # Errors
    /// If two parts share elements, or `T` has truth values, which are made valid for a slice as a whole.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// # let comm = universe.self_comm();
    /// use ferry::ViewMut;
    /// let mut field = [0.0; 12];
    /// let halo = ViewMut::arrays(&mut field, &[3, 4], &[&[0..3, 0..1], &[0..3, 3..4]])?;
    /// let [mut left, mut right] = <[_; 2]>::try_from(halo).ok().unwrap();
    /// ferry::scope(|scope| {
    ///     let came = [comm.irecv(scope, &mut left, 0, 1)?, comm.irecv(scope, &mut right, 0, 2)?];
    ///     comm.send(&[1.0; 3][..], 0, 1)?;
    ///     comm.send(&[2.0; 3][..], 0, 2)?;
    ///     ferry::wait_all(came).map(drop)
    /// })?;
    /// assert_eq!(field, [[1.0, 0.0, 0.0, 2.0]; 3].concat()[..]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn arrays(
        items: &'a mut [T],
        sizes: &[usize],
        parts: &[&[Range<usize>]],
    ) -> Result<Vec<Self>> {
        in_call("arrays", || {
            let shape = |part: &&[Range<usize>]| Shape::array::<T>(items.len(), sizes, part);
            let shapes = parts.iter().map(shape).collect::<Result<Vec<_>>>()?;
            let lent = Viewed::apart(items, parts).ok_or_else(|| {
                let text = format!(
                    "{parts:?} share elements, or these have truth values; receive one after the other"
                );
                Error::new(ErrorClass::ARG, text)
            })?;
            Ok(lent
                .into_iter()
                .zip(shapes)
                .map(|(items, shape)| ViewMut { items, shape })
                .collect())
        })
    }
}
