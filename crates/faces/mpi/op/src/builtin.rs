//! The predefined operations and what they accept.

use ferry_datatype::{Basic, TypeGroup};

/// A predefined operation; the values are the handles of the standard ABI.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum BuiltinOp {
    /// `MPI_SUM`
    Sum = 0x21,
    /// `MPI_MIN`
    Min = 0x22,
    /// `MPI_MAX`
    Max = 0x23,
    /// `MPI_PROD`
    Prod = 0x24,
    /// `MPI_BAND`
    Band = 0x28,
    /// `MPI_BOR`
    Bor = 0x29,
    /// `MPI_BXOR`
    Bxor = 0x2a,
    /// `MPI_LAND`
    Land = 0x30,
    /// `MPI_LOR`
    Lor = 0x31,
    /// `MPI_LXOR`
    Lxor = 0x32,
    /// `MPI_MINLOC`
    Minloc = 0x38,
    /// `MPI_MAXLOC`
    Maxloc = 0x39,
    /// `MPI_REPLACE`, for one-sided accumulation only
    Replace = 0x3c,
    /// `MPI_NO_OP`, for one-sided accumulation only
    NoOp = 0x3d,
}

impl BuiltinOp {
    /// Every predefined operation.
    pub const ALL: [BuiltinOp; 14] = [
        Self::Sum,
        Self::Min,
        Self::Max,
        Self::Prod,
        Self::Band,
        Self::Bor,
        Self::Bxor,
        Self::Land,
        Self::Lor,
        Self::Lxor,
        Self::Minloc,
        Self::Maxloc,
        Self::Replace,
        Self::NoOp,
    ];

    /// The handle's value in the standard ABI.
    pub const fn handle(self) -> usize {
        self as usize
    }

    /// The operation with this handle of the standard ABI.
    pub fn from_handle(handle: usize) -> Option<BuiltinOp> {
        Self::ALL.into_iter().find(|op| op.handle() == handle)
    }

    /// The name the standard gives, such as `MPI_SUM`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sum => "MPI_SUM",
            Self::Min => "MPI_MIN",
            Self::Max => "MPI_MAX",
            Self::Prod => "MPI_PROD",
            Self::Band => "MPI_BAND",
            Self::Bor => "MPI_BOR",
            Self::Bxor => "MPI_BXOR",
            Self::Land => "MPI_LAND",
            Self::Lor => "MPI_LOR",
            Self::Lxor => "MPI_LXOR",
            Self::Minloc => "MPI_MINLOC",
            Self::Maxloc => "MPI_MAXLOC",
            Self::Replace => "MPI_REPLACE",
            Self::NoOp => "MPI_NO_OP",
        }
    }

    /// Whether the operands may be exchanged (`MPI_Op_commutative`).
    pub const fn is_commutative(self) -> bool {
        !matches!(self, Self::Replace | Self::NoOp)
    }

    /// Whether only one-sided accumulation may use it (MPI-5.0 §12.3.4).
    pub const fn is_rma_only(self) -> bool {
        matches!(self, Self::Replace | Self::NoOp)
    }

    /// Whether the operation means something for the datatype: what the standard defines, and what
    /// every other MPI defines besides. `MPI_CHAR` is an integer of C, and the integers of all
    /// languages have truth values.
    #[inline]
    pub fn supports(self, basic: Basic) -> bool {
        use TypeGroup::*;
        let group = match basic {
            Basic::Char => CInteger,
            _ => basic.group(),
        };
        match self {
            Self::Max | Self::Min => {
                matches!(group, CInteger | FortranInteger | FloatingPoint | MultiLanguage)
            }
            Self::Sum | Self::Prod => {
                matches!(group, CInteger | FortranInteger | FloatingPoint | MultiLanguage | Complex)
            }
            Self::Land | Self::Lor | Self::Lxor => {
                matches!(group, CInteger | Logical | MultiLanguage)
            }
            Self::Band | Self::Bor | Self::Bxor => {
                matches!(group, CInteger | FortranInteger | Byte | MultiLanguage)
            }
            Self::Maxloc | Self::Minloc => matches!(group, Pair),
            Self::Replace | Self::NoOp => true,
        }
    }
}
