//! Bruck: in round k every process sends all it has, or all that is still missing, to the rank 2^k
//! below and receives as much from the rank 2^k above. Blocks stand in scratch in the order of their
//! distance and are put in order at the end.
//!
//! Cost: ceil(log2 n) rounds for any n, each block received once, everything copied once.

use crate::blocks::ScheduleBlocks;
use crate::builder::Builder;
use crate::member::Member;
use crate::schedule::{PackedBuffer, Span};

pub(super) fn plan(plan: &mut Builder, member: Member, blocks: ScheduleBlocks<'_>, own: Span) {
    let starts = starts(member, blocks);
    let held = plan.scratch(starts[member.size as usize]);
    let range = |first: u32, last: u32| {
        let (start, end) = (starts[first as usize], starts[last as usize]);
        held.part(start, end - start)
    };
    for distance in member.distances() {
        let count = distance.min(member.size - distance);
        plan.send(member.below(distance), if distance == 1 { own } else { range(0, count) });
        plan.recv(member.above(distance), range(distance, distance + count));
        if distance == 1 {
            plan.copy(own, range(0, 1));
        }
        plan.next_round();
    }
    put_in_order(plan, member, blocks, range);
}

/// Where the block at each distance above starts in scratch, and the total.
fn starts(member: Member, blocks: ScheduleBlocks<'_>) -> Vec<usize> {
    let mut total = 0;
    let mut starts = Vec::with_capacity(member.size as usize + 1);
    starts.push(0);
    starts.extend((0..member.size).map(|distance| {
        total += blocks.count(member.above(distance));
        total
    }));
    starts
}

fn put_in_order(
    plan: &mut Builder,
    member: Member,
    blocks: ScheduleBlocks<'_>,
    range: impl Fn(u32, u32) -> Span,
) {
    // Distances from here on are ranks from 0 on.
    let turn = member.size - member.rank;
    match blocks {
        ScheduleBlocks::Equal(size) => {
            let upper = range(0, turn);
            plan.copy(
                upper,
                Span::new(PackedBuffer::Output, size * member.rank as usize, upper.len),
            );
            let lower = range(turn, member.size);
            plan.copy(lower, Span::new(PackedBuffer::Output, 0, lower.len));
        }
        ScheduleBlocks::Listed { .. } => {
            for distance in 0..member.size {
                let to = blocks.span(PackedBuffer::Output, member.above(distance));
                plan.copy(range(distance, distance + 1), to);
            }
        }
    }
}
