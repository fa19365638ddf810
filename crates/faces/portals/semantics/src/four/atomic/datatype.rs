//! Datatypes of atomic operations.

use ferry_datatype::Basic;

/// A datatype; the numbers are those of `portals4.h`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum AtomicDatatype {
    /// `PTL_INT8_T`
    Int8 = 0,
    /// `PTL_UINT8_T`
    Uint8 = 1,
    /// `PTL_INT16_T`
    Int16 = 2,
    /// `PTL_UINT16_T`
    Uint16 = 3,
    /// `PTL_INT32_T`
    Int32 = 4,
    /// `PTL_UINT32_T`
    Uint32 = 5,
    /// `PTL_FLOAT`
    Float = 6,
    /// `PTL_INT64_T`
    Int64 = 7,
    /// `PTL_UINT64_T`
    Uint64 = 8,
    /// `PTL_DOUBLE`
    Double = 9,
    /// `PTL_FLOAT_COMPLEX`
    FloatComplex = 10,
    /// `PTL_DOUBLE_COMPLEX`
    DoubleComplex = 11,
    /// `PTL_LONG_DOUBLE`
    LongDouble = 12,
    /// `PTL_LONG_DOUBLE_COMPLEX`
    LongDoubleComplex = 13,
}

impl AtomicDatatype {
    /// All of them, by number.
    pub const ALL: [AtomicDatatype; 14] = [
        AtomicDatatype::Int8,
        AtomicDatatype::Uint8,
        AtomicDatatype::Int16,
        AtomicDatatype::Uint16,
        AtomicDatatype::Int32,
        AtomicDatatype::Uint32,
        AtomicDatatype::Float,
        AtomicDatatype::Int64,
        AtomicDatatype::Uint64,
        AtomicDatatype::Double,
        AtomicDatatype::FloatComplex,
        AtomicDatatype::DoubleComplex,
        AtomicDatatype::LongDouble,
        AtomicDatatype::LongDoubleComplex,
    ];

    /// The one of this number.
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }

    /// The same as MPI has it.
    pub(crate) fn basic(self) -> Basic {
        match self {
            AtomicDatatype::Int8 => Basic::Int8,
            AtomicDatatype::Uint8 => Basic::Uint8,
            AtomicDatatype::Int16 => Basic::Int16,
            AtomicDatatype::Uint16 => Basic::Uint16,
            AtomicDatatype::Int32 => Basic::Int32,
            AtomicDatatype::Uint32 => Basic::Uint32,
            AtomicDatatype::Float => Basic::Float,
            AtomicDatatype::Int64 => Basic::Int64,
            AtomicDatatype::Uint64 => Basic::Uint64,
            AtomicDatatype::Double => Basic::Double,
            AtomicDatatype::FloatComplex => Basic::CFloatComplex,
            AtomicDatatype::DoubleComplex => Basic::CDoubleComplex,
            AtomicDatatype::LongDouble => Basic::LongDouble,
            AtomicDatatype::LongDoubleComplex => Basic::CLongDoubleComplex,
        }
    }

    /// Bytes of an item.
    pub fn size(self) -> usize {
        self.basic().extent()
    }

    /// Whether it is of whole numbers.
    pub fn is_integer(self) -> bool {
        !self.is_complex()
            && !matches!(
                self,
                AtomicDatatype::Float | AtomicDatatype::Double | AtomicDatatype::LongDouble
            )
    }

    /// Whether its items have two parts.
    pub fn is_complex(self) -> bool {
        matches!(
            self,
            AtomicDatatype::FloatComplex
                | AtomicDatatype::DoubleComplex
                | AtomicDatatype::LongDoubleComplex
        )
    }
}
