//! The choice of the loop for an operation and a datatype.

use ferry_datatype::{Basic, Format};

use crate::half::Half;
use crate::long_double::LongDouble;
use crate::number::Number;
use crate::operands::Operands;
use crate::quad::Quad;
use crate::{BuiltinOp, pair};

/// Why a reduction was refused. Each is a mistake of the caller.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpError {
    /// The standard does not define the operation for the datatype.
    #[error("{} is not defined for {}; see the table in MPI-5.0 §6.9.2", op.name(), basic.name())]
    Unsupported {
        /// The operation.
        op: BuiltinOp,
        /// The datatype.
        basic: Basic,
    },
    /// The arrays differ in length, or hold a part of an element.
    #[error("arrays of {left}, {right} and {out} bytes are not the same number of whole elements")]
    Length {
        /// Bytes of the first operand.
        left: usize,
        /// Bytes of the second operand.
        right: usize,
        /// Bytes for the result.
        out: usize,
    },
}

impl OpError {
    /// The error class of the standard ABI.
    pub fn class(&self) -> i32 {
        const OP: i32 = 10;
        const COUNT: i32 = 2;
        match self {
            OpError::Unsupported { .. } => OP,
            OpError::Length { .. } => COUNT,
        }
    }
}

/// `right[i] = left[i] op right[i]`, for arrays of `basic` as they lie in memory.
pub fn reduce(op: BuiltinOp, basic: Basic, left: &[u8], right: &mut [u8]) -> Result<(), OpError> {
    check(basic, left.len(), right.len(), right.len())?;
    apply(op, basic, Operands::InPlace { left, right })
}

/// `out[i] = left[i] op right[i]`, for arrays of `basic` as they lie in memory.
pub fn reduce_into(
    op: BuiltinOp,
    basic: Basic,
    left: &[u8],
    right: &[u8],
    out: &mut [u8],
) -> Result<(), OpError> {
    check(basic, left.len(), right.len(), out.len())?;
    apply(op, basic, Operands::Into { left, right, out })
}

fn check(basic: Basic, left: usize, right: usize, out: usize) -> Result<(), OpError> {
    // Extents are powers of two: no division on the way of a single number.
    if left == right && right == out && left & (basic.extent() - 1) == 0 {
        Ok(())
    } else {
        Err(OpError::Length { left, right, out })
    }
}

fn apply(op: BuiltinOp, basic: Basic, operands: Operands<'_>) -> Result<(), OpError> {
    use BuiltinOp::*;
    let done = op.supports(basic)
        && match op {
            Sum | Prod | Max | Min => arithmetic(op, basic, operands),
            // Bits have no width: bytes do for all integers.
            Band | Bor | Bxor => bitwise(op, operands),
            Land | Lor | Lxor => logical(op, basic.size(), operands),
            Maxloc | Minloc => pair::reduce(op, basic, operands),
            Replace => {
                operands.keep_left();
                true
            }
            NoOp => {
                operands.keep_right();
                true
            }
        };
    if done { Ok(()) } else { Err(OpError::Unsupported { op, basic }) }
}

fn arithmetic(op: BuiltinOp, basic: Basic, operands: Operands<'_>) -> bool {
    match basic.format() {
        Format::Signed(1) => real::<i8, 1>(op, operands),
        Format::Signed(2) => real::<i16, 2>(op, operands),
        Format::Signed(4) => real::<i32, 4>(op, operands),
        Format::Signed(8) => real::<i64, 8>(op, operands),
        Format::Signed(16) => real::<i128, 16>(op, operands),
        // `MPI_CHAR`: signed or not, as the C compiler has it.
        Format::Character(1) => real::<core::ffi::c_char, 1>(op, operands),
        Format::Unsigned(1) => real::<u8, 1>(op, operands),
        Format::Unsigned(2) => real::<u16, 2>(op, operands),
        Format::Unsigned(4) => real::<u32, 4>(op, operands),
        Format::Unsigned(8) => real::<u64, 8>(op, operands),
        Format::Float(2) => real::<Half, 2>(op, operands),
        Format::Float(4) => real::<f32, 4>(op, operands),
        Format::Float(8) => real::<f64, 8>(op, operands),
        Format::Float(16) => real::<Quad, 16>(op, operands),
        Format::LongDouble => real::<LongDouble, 16>(op, operands),
        Format::Complex(2) => complex::<Half, 2, 4>(op, operands),
        Format::Complex(4) => complex::<f32, 4, 8>(op, operands),
        Format::Complex(8) => complex::<f64, 8, 16>(op, operands),
        Format::Complex(16) => complex::<Quad, 16, 32>(op, operands),
        Format::LongDoubleComplex => complex::<LongDouble, 16, 32>(op, operands),
        _ => false,
    }
}

fn real<T: Number<N>, const N: usize>(op: BuiltinOp, operands: Operands<'_>) -> bool {
    match op {
        BuiltinOp::Sum => operands.each::<N>(|a, b| T::read(a).add(T::read(b)).write()),
        BuiltinOp::Prod => operands.each::<N>(|a, b| T::read(a).multiply(T::read(b)).write()),
        BuiltinOp::Max => operands.each::<N>(|a, b| {
            let (a, b) = (T::read(a), T::read(b));
            if a.exceeds(b) { a.write() } else { b.write() }
        }),
        BuiltinOp::Min => operands.each::<N>(|a, b| {
            let (a, b) = (T::read(a), T::read(b));
            if b.exceeds(a) { a.write() } else { b.write() }
        }),
        _ => return false,
    }
    true
}

/// Numbers of two parts of `H` bytes each; `N` is twice `H`.
fn complex<T: Number<H>, const H: usize, const N: usize>(
    op: BuiltinOp,
    operands: Operands<'_>,
) -> bool {
    match op {
        BuiltinOp::Sum => operands.each::<H>(|a, b| T::read(a).add(T::read(b)).write()),
        BuiltinOp::Prod => operands.each::<N>(|a, b| {
            let ((ar, ai), (br, bi)) = (parts::<T, H, N>(&a), parts::<T, H, N>(&b));
            let real = ar.multiply(br).subtract(ai.multiply(bi));
            let imaginary = ar.multiply(bi).add(ai.multiply(br));
            let mut out = [0; N];
            out[..H].copy_from_slice(&real.write());
            out[H..].copy_from_slice(&imaginary.write());
            out
        }),
        _ => return false,
    }
    true
}

#[inline(always)]
fn parts<T: Number<H>, const H: usize, const N: usize>(bytes: &[u8; N]) -> (T, T) {
    let (mut real, mut imaginary) = ([0; H], [0; H]);
    real.copy_from_slice(&bytes[..H]);
    imaginary.copy_from_slice(&bytes[H..]);
    (T::read(real), T::read(imaginary))
}

fn bitwise(op: BuiltinOp, operands: Operands<'_>) -> bool {
    match op {
        BuiltinOp::Band => operands.each::<1>(|[a], [b]| [a & b]),
        BuiltinOp::Bor => operands.each::<1>(|[a], [b]| [a | b]),
        BuiltinOp::Bxor => operands.each::<1>(|[a], [b]| [a ^ b]),
        _ => return false,
    }
    true
}

fn logical(op: BuiltinOp, size: usize, operands: Operands<'_>) -> bool {
    match size {
        1 => truth::<u8, 1>(op, operands, 0, 1),
        2 => truth::<u16, 2>(op, operands, 0, 1),
        4 => truth::<u32, 4>(op, operands, 0, 1),
        8 => truth::<u64, 8>(op, operands, 0, 1),
        16 => truth::<u128, 16>(op, operands, 0, 1),
        _ => false,
    }
}

/// Zero is false, all else is true; results are 0 and 1, as C has it.
fn truth<T: Number<N>, const N: usize>(
    op: BuiltinOp,
    operands: Operands<'_>,
    no: T,
    yes: T,
) -> bool {
    let is = |bytes: [u8; N]| !T::read(bytes).equals(no);
    let as_bytes = |truth: bool| if truth { yes.write() } else { no.write() };
    match op {
        BuiltinOp::Land => operands.each::<N>(|a, b| as_bytes(is(a) & is(b))),
        BuiltinOp::Lor => operands.each::<N>(|a, b| as_bytes(is(a) | is(b))),
        BuiltinOp::Lxor => operands.each::<N>(|a, b| as_bytes(is(a) ^ is(b))),
        _ => return false,
    }
    true
}
