//! Chain: segments travel from the last rank down to the first, each process combining its own part
//! on the left, so that the order is kept. The chain ends at the root, or at rank 0 for operations that
//! do not commute; rank 0 then forwards the result.
//!
//! Cost for s segments: s + n - 1 rounds, every process sends and reduces one vector, scratch for two
//! segments. For large vectors and few processes.

use crate::builder::Builder;
use crate::member::Member;
use crate::schedule::{PackedBuffer, Span};
use crate::vector::Vector;

pub(super) fn plan(
    plan: &mut Builder,
    member: Member,
    root: u32,
    vector: Vector,
    own: Span,
    segment: usize,
) {
    let end = if vector.commutative { root } else { 0 };
    let segment = whole_units(segment, vector);
    let segments = (0..vector.bytes).step_by(segment);
    let segments = segments.map(|start| (start, segment.min(vector.bytes - start)));
    match member.relative_to(end) {
        0 => {
            let output = vector.whole(PackedBuffer::Output);
            let result = if root == end { output } else { plan.scratch(vector.bytes) };
            collect(plan, member.above(1), vector, own, result, segments);
            if root != end {
                plan.send(root, result);
            }
            return;
        }
        position if position == member.size - 1 => {
            for (start, len) in segments {
                plan.send(member.below(1), own.part(start, len));
                plan.next_round();
            }
        }
        _ => pass_on(plan, member, own, segments),
    }
    if member.rank == root && root != end {
        plan.next_round();
        plan.recv(end, vector.whole(PackedBuffer::Output));
    }
}

/// The segment's length in whole elements, at least one.
fn whole_units(segment: usize, vector: Vector) -> usize {
    let unit = vector.unit.max(1);
    match segment / unit * unit {
        0 if segment == 0 => vector.bytes.max(1),
        0 => unit,
        fitting => fitting,
    }
}

/// The end of the chain: `result = own op` what arrives.
fn collect(
    plan: &mut Builder,
    from: u32,
    vector: Vector,
    own: Span,
    result: Span,
    segments: impl Iterator<Item = (usize, usize)>,
) {
    let mut operand = None;
    for (start, len) in segments {
        let (mine, combined) = (own.part(start, len), result.part(start, len));
        if own == result {
            // The first segment is the longest.
            let operand = operand.get_or_insert_with(|| plan.scratch(len)).part(0, len);
            plan.recv(from, operand);
            plan.reduce_right(operand, combined, vector.commutative);
        } else {
            plan.recv(from, combined);
            plan.reduce(mine, combined);
        }
    }
}

/// The middle of the chain: one segment leaves while the next arrives.
fn pass_on(
    plan: &mut Builder,
    member: Member,
    own: Span,
    segments: impl Iterator<Item = (usize, usize)>,
) {
    let mut ready: Option<Span> = None;
    let mut slots = None;
    for (index, (start, len)) in segments.enumerate() {
        let slots = slots.get_or_insert_with(|| [plan.scratch(len), plan.scratch(len)]);
        let slot = slots[index % 2].part(0, len);
        plan.recv(member.above(1), slot);
        if let Some(ready) = ready.replace(slot) {
            plan.send(member.below(1), ready);
        }
        plan.reduce(own.part(start, len), slot);
    }
    if let Some(ready) = ready {
        plan.send(member.below(1), ready);
    }
}
