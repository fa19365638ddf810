//! Linear: everybody sends to the root, which combines from the last rank down, so that the order is
//! kept. Small vectors arrive several at a time.
//!
//! Cost: n - 1 messages and reductions, all at the root. For few processes, or more processes than
//! cores, where a tree would wake more of them.

use crate::builder::Builder;
use crate::member::Member;
use crate::schedule::{PackedBuffer, Span};
use crate::vector::Vector;

/// How many vectors may wait in scratch, and how many bytes of them.
const BATCH: usize = 16;
const BATCH_BYTES: usize = 64 << 10;

pub(crate) fn plan(plan: &mut Builder, member: Member, root: u32, vector: Vector, own: Span) {
    if member.rank != root {
        plan.send(root, own);
        return;
    }
    let output = vector.whole(PackedBuffer::Output);
    // The output is free for the running result unless the own vector still waits there.
    let result = if own == output { plan.scratch(vector.bytes) } else { output };
    let fitting = BATCH_BYTES / vector.bytes.max(1);
    let batch = fitting.clamp(1, BATCH).min(member.size as usize);
    let slots = plan.scratch(batch * vector.bytes);
    let slot = |index: usize| slots.part(index * vector.bytes, vector.bytes);

    let last = member.size - 1;
    if last == root {
        plan.copy(own, result);
    } else {
        plan.recv(last, result);
    }
    let below: Vec<u32> = (0..last).rev().collect();
    for ranks in below.chunks(batch) {
        let operand = |index, rank| if rank == root { own } else { slot(index) };
        for (index, &rank) in ranks.iter().enumerate().filter(|&(_, &rank)| rank != root) {
            plan.recv(rank, operand(index, rank));
        }
        for (index, &rank) in ranks.iter().enumerate() {
            plan.reduce(operand(index, rank), result);
        }
    }
    plan.copy(result, output);
}
