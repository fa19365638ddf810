//! Recursive halving: processes at halving distances exchange halves until each holds its block.
//!
//! Cost: log2 n rounds (two more for some if n is no power of two), each process sends less than one
//! vector. The operation must commute.

use super::ReduceScatterTask;
use crate::builder::Builder;
use crate::halving::{self, Work};
use crate::member::{Fold, FoldRole};

pub(super) fn plan(plan: &mut Builder, task: ReduceScatterTask<'_>) {
    let fold = Fold::new(task.member.size);
    let role = fold.role(task.member.rank);
    let own = task.vector.whole(task.from);
    let (seat, served) = match role {
        FoldRole::Away(neighbor) => {
            halving::fold_in(plan, role, Work { own, result: own }, |rank| rank);
            return plan.recv(neighbor, task.output());
        }
        FoldRole::Pair(seat, neighbor) => (seat, Some(neighbor)),
        FoldRole::Alone(seat) => (seat, None),
    };
    let work = Work { own, result: plan.scratch(task.vector.bytes) };
    let fresh = halving::fold_in(plan, role, work, |rank| rank);
    // A piece is the blocks of all that its process works for.
    let start = |seat| match fold.unfold(seat) {
        rank if rank == task.member.size => task.vector.bytes,
        rank => task.own(rank).offset,
    };
    let pieces = |first, last| start(first)..start(last);
    halving::reduce_scatter(plan, fold, seat, work, fresh, pieces, |seat| fold.unfold(seat));

    let block = |rank| work.result.part(task.own(rank).offset, task.own(rank).len);
    if let Some(neighbor) = served {
        plan.send(neighbor, block(neighbor));
    }
    plan.copy(block(task.member.rank), task.output());
}
