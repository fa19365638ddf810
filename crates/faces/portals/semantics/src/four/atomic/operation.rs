//! Atomic operations by name.

use super::AtomicDatatype;

/// An operation; the numbers are those of `portals4.h`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum AtomicOperation {
    /// `PTL_MIN`
    Min = 0,
    /// `PTL_MAX`
    Max = 1,
    /// `PTL_SUM`
    Sum = 2,
    /// `PTL_PROD`
    Prod = 3,
    /// `PTL_LOR`
    Lor = 4,
    /// `PTL_LAND`
    Land = 5,
    /// `PTL_BOR`
    Bor = 6,
    /// `PTL_BAND`
    Band = 7,
    /// `PTL_LXOR`
    Lxor = 8,
    /// `PTL_BXOR`
    Bxor = 9,
    /// `PTL_SWAP`
    Swap = 10,
    /// `PTL_CSWAP`: if the operand equals the target.
    Cswap = 11,
    /// `PTL_CSWAP_NE`: if it does not.
    CswapNe = 12,
    /// `PTL_CSWAP_LE`: if the operand is at most the target.
    CswapLe = 13,
    /// `PTL_CSWAP_LT`: if it is less.
    CswapLt = 14,
    /// `PTL_CSWAP_GE`: if it is at least the target.
    CswapGe = 15,
    /// `PTL_CSWAP_GT`: if it is more.
    CswapGt = 16,
    /// `PTL_MSWAP`: the bits that the operand has.
    Mswap = 17,
}

/// What an operation makes of the operand that comes with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperandUse {
    /// It is no swap: there is none.
    NoSwap,
    /// Nothing.
    Ignored,
    /// One item.
    OneItem,
}

impl AtomicOperation {
    /// All of them, by number.
    pub const ALL: [AtomicOperation; 18] = [
        AtomicOperation::Min,
        AtomicOperation::Max,
        AtomicOperation::Sum,
        AtomicOperation::Prod,
        AtomicOperation::Lor,
        AtomicOperation::Land,
        AtomicOperation::Bor,
        AtomicOperation::Band,
        AtomicOperation::Lxor,
        AtomicOperation::Bxor,
        AtomicOperation::Swap,
        AtomicOperation::Cswap,
        AtomicOperation::CswapNe,
        AtomicOperation::CswapLe,
        AtomicOperation::CswapLt,
        AtomicOperation::CswapGe,
        AtomicOperation::CswapGt,
        AtomicOperation::Mswap,
    ];

    /// The one of this number.
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }

    /// Whether it is there for a datatype.
    pub fn is_on(self, datatype: AtomicDatatype) -> bool {
        match self {
            AtomicOperation::Sum
            | AtomicOperation::Prod
            | AtomicOperation::Swap
            | AtomicOperation::Cswap
            | AtomicOperation::CswapNe => true,
            AtomicOperation::Min
            | AtomicOperation::Max
            | AtomicOperation::CswapLe
            | AtomicOperation::CswapLt
            | AtomicOperation::CswapGe
            | AtomicOperation::CswapGt => !datatype.is_complex(),
            AtomicOperation::Lor
            | AtomicOperation::Land
            | AtomicOperation::Bor
            | AtomicOperation::Band
            | AtomicOperation::Lxor
            | AtomicOperation::Bxor
            | AtomicOperation::Mswap => datatype.is_integer(),
        }
    }

    /// Whether it is a swap, and what that makes of its operand.
    pub fn operand(self) -> OperandUse {
        match self {
            AtomicOperation::Swap => OperandUse::Ignored,
            other if other as u8 > AtomicOperation::Swap as u8 => OperandUse::OneItem,
            _ => OperandUse::NoSwap,
        }
    }
}
