//! Recursive doubling: an allreduce in scratch, of which each process keeps its block.
//!
//! Cost: log2 n rounds of the whole vector. For small vectors, where rounds count and the operation
//! may not commute.

use super::ReduceScatterTask;
use crate::allreduce;
use crate::builder::Builder;
use crate::schedule::PackedBuffer;

pub(super) fn plan(plan: &mut Builder, task: ReduceScatterTask<'_>) {
    let result = plan.scratch(task.vector.bytes);
    let own = task.vector.whole(task.from);
    allreduce::recursive_doubling(plan, task.member, task.vector, own, result);
    let kept = task.blocks.span(PackedBuffer::Scratch, task.member.rank);
    plan.copy(result.part(kept.offset, kept.len), task.output());
}
