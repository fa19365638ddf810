//! Linear: rank 0 combines everybody's vectors in order and sends the result to each.
//!
//! Cost: 2(n-1) messages, all through rank 0, against n log2 n for recursive doubling. For small
//! vectors where processes outnumber cores: each of the others is woken once only.

use crate::builder::Builder;
use crate::member::Member;
use crate::reduce;
use crate::schedule::{PackedBuffer, Span};
use crate::vector::Vector;

pub(super) fn plan(plan: &mut Builder, member: Member, vector: Vector, own: Span) {
    reduce::linear(plan, member, 0, vector, own);
    plan.next_round();
    let output = vector.whole(PackedBuffer::Output);
    if member.rank == 0 {
        (1..member.size).for_each(|peer| plan.send(peer, output));
    } else {
        plan.recv(0, output);
    }
}
