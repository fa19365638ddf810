//! `MPI_MAXLOC` and `MPI_MINLOC` (MPI-5.0 §6.9.4): the better value wins, of equal ones the lower
//! index.

use ferry_datatype::Basic;

use crate::BuiltinOp;
use crate::long_double::LongDouble;
use crate::number::Number;
use crate::operands::Operands;

/// Bytes `AT` and on of an element, as a number. The ranges are within by the datatypes' layout.
#[inline(always)]
fn part<T: Number<W>, const W: usize, const N: usize>(element: &[u8; N], at: usize) -> T {
    let mut bytes = [0; W];
    bytes.copy_from_slice(&element[at..at + W]);
    T::read(bytes)
}

/// Pairs of `N` bytes with a value of `V` bytes at 0 and an index of `I` bytes at `at`.
#[inline(always)]
fn locate<T: Number<V>, X: Number<I>, const V: usize, const I: usize, const N: usize>(
    max: bool,
    operands: Operands<'_>,
    at: usize,
) {
    operands.each::<N>(|left, right| {
        let (a, b) = (part::<T, V, N>(&left, 0), part::<T, V, N>(&right, 0));
        let better = if max { a.exceeds(b) } else { b.exceeds(a) };
        let lower = part::<X, I, N>(&right, at).exceeds(part::<X, I, N>(&left, at));
        // No branch: values come in no order that could be predicted.
        if better | (a.equals(b) & lower) { left } else { right }
    });
}

/// Whether the datatype is a pair; if so, it is done.
pub(crate) fn reduce(op: BuiltinOp, basic: Basic, operands: Operands<'_>) -> bool {
    let max = op == BuiltinOp::Maxloc;
    let at = basic.index_offset();
    match basic {
        Basic::FloatInt => locate::<f32, i32, 4, 4, 8>(max, operands, at),
        Basic::DoubleInt => locate::<f64, i32, 8, 4, 16>(max, operands, at),
        Basic::LongInt if basic.extent() == 16 => locate::<i64, i32, 8, 4, 16>(max, operands, at),
        Basic::LongInt | Basic::TwoInt | Basic::TwoInteger => {
            locate::<i32, i32, 4, 4, 8>(max, operands, at)
        }
        Basic::ShortInt => locate::<i16, i32, 2, 4, 8>(max, operands, at),
        Basic::LongDoubleInt => locate::<LongDouble, i32, 16, 4, 32>(max, operands, at),
        Basic::TwoReal => locate::<f32, f32, 4, 4, 8>(max, operands, at),
        Basic::TwoDoublePrecision => locate::<f64, f64, 8, 8, 16>(max, operands, at),
        _ => return false,
    }
    true
}
