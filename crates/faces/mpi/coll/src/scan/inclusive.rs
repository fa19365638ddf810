//! Doubling: in round k a process gives what it has to the rank 2^k above and takes what the rank 2^k
//! below has; what it holds then covers twice as many predecessors, always up to itself. The order is
//! kept.
//!
//! Cost: ceil(log2 n) rounds of one vector and one reduction.

use crate::builder::Builder;
use crate::member::Member;
use crate::schedule::{PackedBuffer, Span};
use crate::vector::Vector;

/// Scans over the ranks from `first` on; `own` is the output or is copied there.
pub(super) fn plan(plan: &mut Builder, member: Member, first: u32, vector: Vector, own: Span) {
    let result = vector.whole(PackedBuffer::Output);
    let mut held = own;
    let mut operand = None;
    let scanning = Member::new(member.rank - first, member.size - first);
    for distance in scanning.distances() {
        let above = u64::from(member.rank) + u64::from(distance);
        if above < u64::from(member.size) {
            plan.send(member.rank + distance, held);
        }
        if let Some(below) = scanning.rank.checked_sub(distance) {
            let operand = *operand.get_or_insert_with(|| plan.scratch(vector.bytes));
            plan.recv(below + first, operand);
            plan.copy(held, result);
            held = result;
            plan.reduce(operand, result);
        }
        plan.next_round();
    }
    plan.copy(held, result);
}
