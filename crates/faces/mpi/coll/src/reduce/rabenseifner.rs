//! Rabenseifner: recursive halving leaves each process with the result for one piece; a binomial tree
//! gathers the pieces at the root.
//!
//! Cost: 2 log2 n rounds (one more if n is no power of two), each process sends less than twice the
//! vector and the root receives less than twice; the work of reducing is shared by all.

use crate::builder::Builder;
use crate::halving::{self, Work};
use crate::member::{Fold, FoldRole, Member};
use crate::schedule::{PackedBuffer, Span};
use crate::vector::Vector;

pub(super) fn plan(plan: &mut Builder, member: Member, root: u32, vector: Vector, own: Span) {
    // Positions count from the root, so the root is never folded away and heads the gathering.
    let fold = Fold::new(member.size);
    let role = fold.role(member.relative_to(root));
    let from_root = |position| Member::new(root, member.size).above(position);
    let (FoldRole::Pair(seat, _) | FoldRole::Alone(seat)) = role else {
        halving::fold_in(plan, role, Work { own, result: own }, from_root);
        return;
    };
    let result = if member.rank == root {
        vector.whole(PackedBuffer::Output)
    } else {
        plan.scratch(vector.bytes)
    };
    let work = Work { own, result };
    let fresh = halving::fold_in(plan, role, work, from_root);
    let pieces = |first, last| vector.pieces(fold.size, first, last);
    let rank_at = |seat| from_root(fold.unfold(seat));
    halving::reduce_scatter(plan, fold, seat, work, fresh, pieces, rank_at);

    let tree = Member::new(seat, fold.size).tree(0);
    for child in tree.children() {
        plan.recv(rank_at(child.rank), work.result(&pieces(child.first, child.last)));
    }
    plan.next_round();
    if let Some(parent) = tree.parent() {
        plan.send(rank_at(parent), work.result(&pieces(tree.position, tree.last())));
    }
}
