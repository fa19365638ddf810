//! The predefined datatypes (MPI-5.0 §3.2.2, §5.1, annex A.1) with their handles in the standard ABI.

use crate::DatatypeError;

/// How the bytes of a basic datatype are to be read; sizes are in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// Two's complement integer.
    Signed(u8),
    /// Unsigned integer.
    Unsigned(u8),
    /// IEEE binary floating point number.
    Float(u8),
    /// Two IEEE numbers of this size each: real and imaginary part.
    Complex(u8),
    /// C's `long double`, in the machine's own format.
    LongDouble,
    /// Two `long double`.
    LongDoubleComplex,
    /// Zero is false, all else is true.
    Logical(u8),
    /// A character, which is not a number.
    Character(u8),
    /// Bytes without a meaning.
    Raw,
    /// A C structure of a value and an index, gaps included.
    Pair(Basic, Basic),
}

/// The groups of datatypes by which operations are allowed (MPI-5.0 §6.9.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TypeGroup {
    /// C integers.
    CInteger,
    /// Fortran integers.
    FortranInteger,
    /// Real numbers of C and Fortran.
    FloatingPoint,
    /// Truth values of C, C++ and Fortran.
    Logical,
    /// Complex numbers.
    Complex,
    /// `MPI_BYTE`.
    Byte,
    /// `MPI_AINT`, `MPI_COUNT`, `MPI_OFFSET`.
    MultiLanguage,
    /// Value and index, for `MPI_MAXLOC` and `MPI_MINLOC`.
    Pair,
    /// Characters and `MPI_PACKED`: no arithmetic.
    Opaque,
}

macro_rules! basics {
    ($($variant:ident = $handle:literal, $name:literal, $group:ident, $format:expr;)*) => {
        /// A predefined datatype.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u16)]
        #[allow(missing_docs, reason = "each variant is the standard's name in camel case")]
        pub enum Basic {
            $(#[doc = concat!("`", $name, "`")] $variant = $handle,)*
        }

        impl Basic {
            /// Every predefined datatype, each once, by handle.
            pub const ALL: &'static [Basic] = &[$(Basic::$variant),*];

            /// The name the standard gives, such as `MPI_INT`.
            pub const fn name(self) -> &'static str {
                match self { $(Basic::$variant => $name,)* }
            }

            const fn format_of(self) -> Format {
                use Format::*;
                match self { $(Basic::$variant => $format,)* }
            }

            const fn group_of(self) -> TypeGroup {
                match self { $(Basic::$variant => TypeGroup::$group,)* }
            }

            /// The predefined datatype with this handle of the standard ABI.
            pub const fn from_handle(handle: usize) -> Option<Basic> {
                match handle { $($handle => Some(Basic::$variant),)* _ => None }
            }
        }
    };
}

basics! {
    Aint = 0x201, "MPI_AINT", MultiLanguage, Signed(8);
    Count = 0x202, "MPI_COUNT", MultiLanguage, Signed(8);
    Offset = 0x203, "MPI_OFFSET", MultiLanguage, Signed(8);
    Packed = 0x207, "MPI_PACKED", Opaque, Raw;
    Short = 0x208, "MPI_SHORT", CInteger, Signed(2);
    Int = 0x209, "MPI_INT", CInteger, Signed(4);
    Long = 0x20a, "MPI_LONG", CInteger, Signed(LONG);
    LongLong = 0x20b, "MPI_LONG_LONG_INT", CInteger, Signed(8);
    UnsignedShort = 0x20c, "MPI_UNSIGNED_SHORT", CInteger, Unsigned(2);
    Unsigned = 0x20d, "MPI_UNSIGNED", CInteger, Format::Unsigned(4);
    UnsignedLong = 0x20e, "MPI_UNSIGNED_LONG", CInteger, Unsigned(LONG);
    UnsignedLongLong = 0x20f, "MPI_UNSIGNED_LONG_LONG", CInteger, Unsigned(8);
    Float = 0x210, "MPI_FLOAT", FloatingPoint, Format::Float(4);
    CFloatComplex = 0x212, "MPI_C_COMPLEX", Complex, Complex(4);
    CxxFloatComplex = 0x213, "MPI_CXX_FLOAT_COMPLEX", Complex, Complex(4);
    Double = 0x214, "MPI_DOUBLE", FloatingPoint, Float(8);
    CDoubleComplex = 0x216, "MPI_C_DOUBLE_COMPLEX", Complex, Complex(8);
    CxxDoubleComplex = 0x217, "MPI_CXX_DOUBLE_COMPLEX", Complex, Complex(8);
    Logical = 0x218, "MPI_LOGICAL", Logical, Format::Logical(4);
    Integer = 0x219, "MPI_INTEGER", FortranInteger, Signed(4);
    Real = 0x21a, "MPI_REAL", FloatingPoint, Float(4);
    Complex = 0x21b, "MPI_COMPLEX", Complex, Format::Complex(4);
    DoublePrecision = 0x21c, "MPI_DOUBLE_PRECISION", FloatingPoint, Float(8);
    DoubleComplex = 0x21d, "MPI_DOUBLE_COMPLEX", Complex, Complex(8);
    Character = 0x21e, "MPI_CHARACTER", Opaque, Format::Character(1);
    LongDouble = 0x220, "MPI_LONG_DOUBLE", FloatingPoint, Format::LongDouble;
    CLongDoubleComplex = 0x224, "MPI_C_LONG_DOUBLE_COMPLEX", Complex, LongDoubleComplex;
    CxxLongDoubleComplex = 0x225, "MPI_CXX_LONG_DOUBLE_COMPLEX", Complex, LongDoubleComplex;
    FloatInt = 0x228, "MPI_FLOAT_INT", Pair, Pair(Basic::Float, Basic::Int);
    DoubleInt = 0x229, "MPI_DOUBLE_INT", Pair, Pair(Basic::Double, Basic::Int);
    LongInt = 0x22a, "MPI_LONG_INT", Pair, Pair(Basic::Long, Basic::Int);
    TwoInt = 0x22b, "MPI_2INT", Pair, Pair(Basic::Int, Basic::Int);
    ShortInt = 0x22c, "MPI_SHORT_INT", Pair, Pair(Basic::Short, Basic::Int);
    LongDoubleInt = 0x22d, "MPI_LONG_DOUBLE_INT", Pair, Pair(Basic::LongDouble, Basic::Int);
    TwoReal = 0x230, "MPI_2REAL", Pair, Pair(Basic::Real, Basic::Real);
    TwoDoublePrecision = 0x231, "MPI_2DOUBLE_PRECISION", Pair,
        Pair(Basic::DoublePrecision, Basic::DoublePrecision);
    TwoInteger = 0x232, "MPI_2INTEGER", Pair, Pair(Basic::Integer, Basic::Integer);
    CBool = 0x238, "MPI_C_BOOL", Logical, Logical(1);
    CxxBool = 0x239, "MPI_CXX_BOOL", Logical, Logical(1);
    Wchar = 0x23c, "MPI_WCHAR", Opaque, Character(4);
    Int8 = 0x240, "MPI_INT8_T", CInteger, Signed(1);
    Uint8 = 0x241, "MPI_UINT8_T", CInteger, Unsigned(1);
    Char = 0x243, "MPI_CHAR", Opaque, Character(1);
    SignedChar = 0x244, "MPI_SIGNED_CHAR", CInteger, Signed(1);
    UnsignedChar = 0x245, "MPI_UNSIGNED_CHAR", CInteger, Unsigned(1);
    Byte = 0x247, "MPI_BYTE", Byte, Raw;
    Int16 = 0x248, "MPI_INT16_T", CInteger, Signed(2);
    Uint16 = 0x249, "MPI_UINT16_T", CInteger, Unsigned(2);
    Int32 = 0x250, "MPI_INT32_T", CInteger, Signed(4);
    Uint32 = 0x251, "MPI_UINT32_T", CInteger, Unsigned(4);
    Int64 = 0x258, "MPI_INT64_T", CInteger, Signed(8);
    Uint64 = 0x259, "MPI_UINT64_T", CInteger, Unsigned(8);
    Logical1 = 0x2c0, "MPI_LOGICAL1", Logical, Logical(1);
    Integer1 = 0x2c1, "MPI_INTEGER1", FortranInteger, Signed(1);
    Logical2 = 0x2c8, "MPI_LOGICAL2", Logical, Logical(2);
    Integer2 = 0x2c9, "MPI_INTEGER2", FortranInteger, Signed(2);
    Real2 = 0x2ca, "MPI_REAL2", FloatingPoint, Float(2);
    Logical4 = 0x2d0, "MPI_LOGICAL4", Logical, Logical(4);
    Integer4 = 0x2d1, "MPI_INTEGER4", FortranInteger, Signed(4);
    Real4 = 0x2d2, "MPI_REAL4", FloatingPoint, Float(4);
    Complex4 = 0x2d3, "MPI_COMPLEX4", Complex, Complex(2);
    Logical8 = 0x2d8, "MPI_LOGICAL8", Logical, Logical(8);
    Integer8 = 0x2d9, "MPI_INTEGER8", FortranInteger, Signed(8);
    Real8 = 0x2da, "MPI_REAL8", FloatingPoint, Float(8);
    Complex8 = 0x2db, "MPI_COMPLEX8", Complex, Complex(4);
    Logical16 = 0x2e0, "MPI_LOGICAL16", Logical, Logical(16);
    Integer16 = 0x2e1, "MPI_INTEGER16", FortranInteger, Signed(16);
    Real16 = 0x2e2, "MPI_REAL16", FloatingPoint, Float(16);
    Complex16 = 0x2e3, "MPI_COMPLEX16", Complex, Complex(8);
    Complex32 = 0x2eb, "MPI_COMPLEX32", Complex, Complex(16);
}

/// `sizeof(long)`.
const LONG: u8 = size_of::<std::ffi::c_long>() as u8;

/// `sizeof(long double)` and its alignment on the 64-bit Unix platforms Ferry runs on.
const LONG_DOUBLE: u8 = 16;

/// What is asked of a basic datatype in every reduction, computed once by the compiler.
#[derive(Clone, Copy)]
struct BasicFacts {
    format: Format,
    group: TypeGroup,
    size: u8,
    alignment: u8,
    extent: u8,
    index_offset: u8,
}

/// Predefined datatypes have handles from here on.
const FIRST: usize = 0x200;

static FACTS: [BasicFacts; 0x100] = {
    let blank = BasicFacts::of(Basic::Byte);
    let mut facts = [blank; 0x100];
    let mut i = 0;
    while i < Basic::ALL.len() {
        let basic = Basic::ALL[i];
        facts[basic.handle() - FIRST] = BasicFacts::of(basic);
        i += 1;
    }
    facts
};

const fn round_up(value: u8, alignment: u8) -> u8 {
    value.div_ceil(alignment) * alignment
}

impl BasicFacts {
    const fn of(basic: Basic) -> Self {
        let (format, group) = (basic.format_of(), basic.group_of());
        let (size, alignment) = match format {
            Format::Signed(n) | Format::Unsigned(n) | Format::Float(n) => (n, n),
            Format::Logical(n) | Format::Character(n) => (n, n),
            Format::Complex(n) => (2 * n, n),
            Format::LongDouble => (LONG_DOUBLE, LONG_DOUBLE),
            Format::LongDoubleComplex => (2 * LONG_DOUBLE, LONG_DOUBLE),
            Format::Raw => (1, 1),
            Format::Pair(value, index) => return Self::of_pair(format, value, index),
        };
        BasicFacts { format, group, size, alignment, extent: size, index_offset: 0 }
    }

    /// A C structure of the two.
    const fn of_pair(format: Format, value: Basic, index: Basic) -> Self {
        let (value, index) = (Self::of(value), Self::of(index));
        let wider = value.alignment > index.alignment;
        let alignment = if wider { value.alignment } else { index.alignment };
        let index_offset = round_up(value.size, index.alignment);
        let extent = round_up(index_offset + index.size, alignment);
        let size = value.size + index.size;
        BasicFacts { format, group: TypeGroup::Pair, size, alignment, extent, index_offset }
    }
}

impl Basic {
    /// The handle's value in the standard ABI.
    pub const fn handle(self) -> usize {
        self as u16 as usize
    }

    #[inline]
    fn facts(self) -> &'static BasicFacts {
        &FACTS[(self.handle() - FIRST) & 0xff]
    }

    /// How its bytes are read.
    #[inline]
    pub fn format(self) -> Format {
        self.facts().format
    }

    /// The group that decides which operations accept it.
    #[inline]
    pub fn group(self) -> TypeGroup {
        self.facts().group
    }

    /// Bytes of data; gaps are not counted (`MPI_Type_size`).
    #[inline]
    pub fn size(self) -> usize {
        self.facts().size.into()
    }

    /// The alignment a C or Fortran compiler gives it, in bytes.
    #[inline]
    pub fn alignment(self) -> usize {
        self.facts().alignment.into()
    }

    /// The distance of two neighbours in an array, in bytes: for pairs, C's `sizeof` of the
    /// structure. It is a power of two.
    #[inline]
    pub fn extent(self) -> usize {
        self.facts().extent.into()
    }

    /// Bytes from the first to the last byte of data, inner gaps included.
    pub fn true_extent(self) -> usize {
        match self.format() {
            Format::Pair(_, index) => self.index_offset() + index.size(),
            _ => self.size(),
        }
    }

    /// Where the index of a pair begins; 0 for other datatypes.
    #[inline]
    pub fn index_offset(self) -> usize {
        self.facts().index_offset.into()
    }

    /// How many basic elements it counts for in `MPI_Get_elements`: a pair counts for two.
    pub fn elements(self) -> u64 {
        if matches!(self.format(), Format::Pair(..)) { 2 } else { 1 }
    }

    /// The pair of a value and an index (`MPI_Type_get_value_index`, MPI-5.0 §6.9.4), if one is
    /// predefined.
    pub fn value_index(value: Basic, index: Basic) -> Option<Basic> {
        let wanted = Format::Pair(value, index);
        Basic::ALL.iter().copied().find(|basic| basic.format() == wanted)
    }

    /// The datatype of a class and size (`MPI_Type_match_size`, MPI-5.0 §19.1.5).
    pub fn match_size(class: TypeClass, size: i64) -> Result<Basic, DatatypeError> {
        let sized = match (class, size) {
            (TypeClass::Integer, 1) => Basic::Integer1,
            (TypeClass::Integer, 2) => Basic::Integer2,
            (TypeClass::Integer, 4) => Basic::Integer4,
            (TypeClass::Integer, 8) => Basic::Integer8,
            (TypeClass::Integer, 16) => Basic::Integer16,
            (TypeClass::Real, 2) => Basic::Real2,
            (TypeClass::Real, 4) => Basic::Real4,
            (TypeClass::Real, 8) => Basic::Real8,
            (TypeClass::Real, 16) => Basic::Real16,
            (TypeClass::Complex, 4) => Basic::Complex4,
            (TypeClass::Complex, 8) => Basic::Complex8,
            (TypeClass::Complex, 16) => Basic::Complex16,
            (TypeClass::Complex, 32) => Basic::Complex32,
            _ => return Err(DatatypeError::NoSuchSize { class, size }),
        };
        Ok(sized)
    }
}

/// The classes of `MPI_Type_match_size`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeClass {
    /// `MPI_TYPECLASS_INTEGER`
    Integer,
    /// `MPI_TYPECLASS_REAL`
    Real,
    /// `MPI_TYPECLASS_COMPLEX`
    Complex,
}

impl TypeClass {
    /// The class with this value in the standard ABI.
    pub fn from_value(value: i32) -> Result<TypeClass, DatatypeError> {
        match value {
            192 => Ok(TypeClass::Integer),
            193 => Ok(TypeClass::Real),
            194 => Ok(TypeClass::Complex),
            _ => Err(DatatypeError::BadTypeClass(value)),
        }
    }
}
