//! Shift and double: everybody hands its vector to the next rank, and the ranks from 1 on perform an
//! inclusive scan of what they got. The order is kept, rank 0 receives nothing.
//!
//! Cost: 1 + ceil(log2(n-1)) rounds of one vector and at most one reduction.

use super::inclusive;
use crate::builder::Builder;
use crate::member::Member;
use crate::schedule::{PackedBuffer, Span};
use crate::vector::Vector;

pub(super) fn plan(plan: &mut Builder, member: Member, vector: Vector, own: Span) {
    let result = vector.whole(PackedBuffer::Output);
    if member.rank + 1 < member.size {
        plan.send(member.rank + 1, own);
    }
    if member.rank == 0 {
        return;
    }
    // In place, the own vector is still being sent while the predecessor's arrives.
    let coming = if own == result { plan.scratch(vector.bytes) } else { result };
    plan.recv(member.rank - 1, coming);
    plan.copy(coming, result);
    plan.next_round();
    inclusive::plan(plan, member, 1, vector, result);
}
