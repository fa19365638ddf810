//! What can be wrong with the arguments of a datatype procedure.

use crate::TypeClass;

/// Why a datatype could not be made or used. Each is a mistake of the caller.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DatatypeError {
    /// A count must not be negative.
    #[error("the count is {0}; it must be zero or more")]
    NegativeCount(i64),
    /// A block length must not be negative.
    #[error("a block length is {0}; it must be zero or more")]
    NegativeBlocklength(i64),
    /// Two arrays that belong together differ in length.
    #[error("an array has {found} entries where {expected} are needed")]
    LengthMismatch {
        /// Entries needed.
        expected: usize,
        /// Entries passed.
        found: usize,
    },
    /// A size, an extent or a bound would not fit 64 bits.
    #[error("the datatype's size or bounds exceed 64 bits; use fewer or smaller blocks")]
    Overflow,
    /// The order is neither `MPI_ORDER_C` nor `MPI_ORDER_FORTRAN`.
    #[error("the order is {0}; it must be MPI_ORDER_C or MPI_ORDER_FORTRAN")]
    BadOrder(i32),
    /// An array needs at least one dimension.
    #[error("the number of dimensions is {0}; it must be one or more")]
    BadDimensions(i64),
    /// The part of an array does not lie within the array.
    #[error(
        "dimension {dimension}: a part of {subsize} from {start} on does not lie in an array of {size}"
    )]
    BadSubarray {
        /// Which dimension, from 0.
        dimension: usize,
        /// Size of the whole array.
        size: i64,
        /// Size of the part.
        subsize: i64,
        /// First index of the part.
        start: i64,
    },
    /// Not one of the four kinds of distribution.
    #[error("the distribution is {0}; it must be MPI_DISTRIBUTE_BLOCK, _CYCLIC or _NONE")]
    BadDistribution(i32),
    /// A distribution argument that does not fit.
    #[error(
        "dimension {dimension}: the distribution argument {argument} does not fit the array and its processes"
    )]
    BadDistributionArgument {
        /// Which dimension, from 0.
        dimension: usize,
        /// The argument passed.
        argument: i64,
    },
    /// The grid of processes does not have as many places as there are processes.
    #[error("the process grid has {grid} places for {size} processes")]
    BadProcessGrid {
        /// Product of the grid's sizes.
        grid: i64,
        /// Number of processes passed.
        size: i64,
    },
    /// The rank is not in the group.
    #[error("rank {rank} is not among {size} processes")]
    BadRank {
        /// The rank passed.
        rank: i64,
        /// Number of processes.
        size: i64,
    },
    /// A global size must be positive.
    #[error("dimension {dimension}: the array's size is {size}; it must be one or more")]
    BadGlobalSize {
        /// Which dimension, from 0.
        dimension: usize,
        /// The size passed.
        size: i64,
    },
    /// Not a class of `MPI_Type_match_size`.
    #[error("the type class is {0}; it must be MPI_TYPECLASS_INTEGER, _REAL or _COMPLEX")]
    BadTypeClass(i32),
    /// No datatype of that class has that size.
    #[error("no datatype of class {class:?} has {size} bytes")]
    NoSuchSize {
        /// The class asked for.
        class: TypeClass,
        /// The size asked for, in bytes.
        size: i64,
    },
    /// No Fortran kind has the precision and range.
    #[error("no Fortran kind has {precision} decimal digits and an exponent range of {range}")]
    NoSuchKind {
        /// Decimal digits, or `MPI_UNDEFINED`.
        precision: i32,
        /// Decimal exponent range, or `MPI_UNDEFINED`.
        range: i32,
    },
    /// The packed stream is longer than the buffer for it, or ends before the data does.
    #[error("the packing buffer has {room} bytes where {needed} are needed")]
    BufferTooSmall {
        /// Bytes needed.
        needed: u64,
        /// Bytes there are.
        room: u64,
    },
    /// A value has no representation of the size that external32 prescribes, or that the C type has.
    #[error("a value cannot be represented after conversion to or from external32")]
    Conversion,
    /// Contents were asked of a predefined datatype.
    #[error("a predefined datatype has no contents (its combiner is MPI_COMBINER_NAMED)")]
    Named,
    /// Bytes that describe no datatype.
    #[error("the bytes describe no datatype")]
    Description,
}

impl DatatypeError {
    /// The error class of the standard ABI, such as `MPI_ERR_COUNT`.
    pub fn class(&self) -> i32 {
        const COUNT: i32 = 2;
        const TYPE: i32 = 3;
        const RANK: i32 = 6;
        const DIMS: i32 = 12;
        const ARG: i32 = 13;
        const TRUNCATE: i32 = 15;
        const CONVERSION: i32 = 25;
        const VALUE_TOO_LARGE: i32 = 59;
        match self {
            Self::NegativeCount(_) => COUNT,
            Self::Overflow => VALUE_TOO_LARGE,
            Self::BadDimensions(_) => DIMS,
            Self::BadRank { .. } => RANK,
            Self::Named => TYPE,
            Self::BufferTooSmall { .. } => TRUNCATE,
            Self::Conversion => CONVERSION,
            _ => ARG,
        }
    }
}
