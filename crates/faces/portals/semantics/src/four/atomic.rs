//! Atomic operations: which there are on which datatypes, and what they do to an array of items.
//!
//! Each item is changed as a whole between two of anybody's operations, since one thread at a time drives an
//! interface. Bytes are as they lie in memory, at any address.

mod compare;
mod datatype;
mod operation;

pub use datatype::AtomicDatatype;
pub use operation::{AtomicOperation, OperandUse};

use compare::{equal, order};
use ferry_op::BuiltinOp;
use std::cmp::Ordering;

/// Makes `target[i] = data[i] op target[i]`. Swaps put `data` where the condition on `operand` and the target
/// holds.
pub(crate) fn apply(
    (operation, datatype): (AtomicOperation, AtomicDatatype),
    operand: &[u8],
    data: &[u8],
    target: &mut [u8],
) {
    if let Some(op) = operation.reduction() {
        // Both are whole items of one length: it cannot be refused.
        let done = ferry_op::reduce(op, datatype.basic(), data, target);
        debug_assert!(done.is_ok(), "{operation:?} on {datatype:?}: {done:?}");
        return;
    }
    match operation {
        AtomicOperation::Swap => target.copy_from_slice(data),
        AtomicOperation::Mswap => {
            for ((target, data), mask) in target.iter_mut().zip(data).zip(operand) {
                *target = *target & !mask | data & mask;
            }
        }
        _ if holds(operation, datatype, operand, target) => target.copy_from_slice(data),
        _ => {}
    }
}

/// Whether `operand op target` holds.
fn holds(
    operation: AtomicOperation,
    datatype: AtomicDatatype,
    operand: &[u8],
    target: &[u8],
) -> bool {
    use Ordering::{Equal, Greater, Less};
    let is = |orders: &[Ordering]| {
        order(datatype, operand, target).is_some_and(|found| orders.contains(&found))
    };
    match operation {
        AtomicOperation::Cswap => equal(datatype, operand, target),
        AtomicOperation::CswapNe => !equal(datatype, operand, target),
        AtomicOperation::CswapLe => is(&[Less, Equal]),
        AtomicOperation::CswapLt => is(&[Less]),
        AtomicOperation::CswapGe => is(&[Greater, Equal]),
        AtomicOperation::CswapGt => is(&[Greater]),
        _ => false,
    }
}

impl AtomicOperation {
    /// The reduction that it is.
    fn reduction(self) -> Option<BuiltinOp> {
        Some(match self {
            AtomicOperation::Min => BuiltinOp::Min,
            AtomicOperation::Max => BuiltinOp::Max,
            AtomicOperation::Sum => BuiltinOp::Sum,
            AtomicOperation::Prod => BuiltinOp::Prod,
            AtomicOperation::Lor => BuiltinOp::Lor,
            AtomicOperation::Land => BuiltinOp::Land,
            AtomicOperation::Bor => BuiltinOp::Bor,
            AtomicOperation::Band => BuiltinOp::Band,
            AtomicOperation::Lxor => BuiltinOp::Lxor,
            AtomicOperation::Bxor => BuiltinOp::Bxor,
            _ => return None,
        })
    }
}
