//! Ring: blocks travel once around the ring.
//!
//! Cost: n - 1 rounds, each block received once into its place, always from the same neighbour. For
//! large blocks.

use crate::blocks::ScheduleBlocks;
use crate::builder::Builder;
use crate::member::Member;
use crate::schedule::{PackedBuffer, Span};

pub(super) fn plan(plan: &mut Builder, member: Member, blocks: ScheduleBlocks<'_>, own: Span) {
    let block = |rank| blocks.span(PackedBuffer::Output, rank);
    for step in 0..member.size - 1 {
        plan.send(member.above(1), if step == 0 { own } else { block(member.below(step)) });
        plan.recv(member.below(1), block(member.below(step + 1)));
        if step == 0 {
            plan.copy(own, block(member.rank));
        }
        plan.next_round();
    }
}
