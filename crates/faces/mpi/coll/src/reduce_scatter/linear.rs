//! Linear: every process sends each other process its block, and combines what it gets from the last
//! rank down, so that the order is kept.
//!
//! Cost: n - 1 messages each way in n/32 rounds, each byte sent once; scratch for one vector.

use super::ReduceScatterTask;
use crate::builder::Builder;

/// How many peers are sent to and received from at a time.
const BATCH: u32 = 32;

pub(super) fn plan(plan: &mut Builder, task: ReduceScatterTask<'_>) {
    let (member, len) = (task.member, task.output().len);
    let last = member.size - 1;
    let result = task.working(plan);
    // The last rank's block starts the result, the own one is where it is: the others wait here.
    let slots = plan.scratch(len * last as usize);
    let operand = |rank: u32| match rank {
        rank if rank == last => result,
        rank if rank == member.rank => task.own(rank),
        rank => slots.part(rank as usize * len, len),
    };
    for distance in 1..member.size {
        let (to, from) = (member.above(distance), member.below(distance));
        plan.recv(from, operand(from));
        plan.send(to, task.own(to));
        if distance.is_multiple_of(BATCH) {
            plan.next_round();
        }
    }
    if member.rank == last {
        plan.copy(task.own(last), result);
    }
    for rank in (0..last).rev() {
        plan.reduce(operand(rank), result);
    }
    plan.copy(result, task.output());
}
