//! Pairwise: in round k a block goes to the rank k above; the one from the rank k below is combined.
//!
//! Cost: n - 1 rounds, each byte sent once, scratch for one block. For large vectors; the operation
//! must commute.

use super::ReduceScatterTask;
use crate::builder::Builder;

pub(super) fn plan(plan: &mut Builder, task: ReduceScatterTask<'_>) {
    let member = task.member;
    let result = task.working(plan);
    let operand = (member.size > 2).then(|| plan.scratch(result.len));
    for distance in 1..member.size {
        let (to, from) = (member.above(distance), member.below(distance));
        plan.send(to, task.own(to));
        match operand {
            Some(operand) if distance > 1 => {
                plan.recv(from, operand);
                plan.reduce(operand, result);
            }
            _ => {
                plan.recv(from, result);
                plan.reduce(task.own(member.rank), result);
            }
        }
        plan.next_round();
    }
    plan.copy(result, task.output());
}
