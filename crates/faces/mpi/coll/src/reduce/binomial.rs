//! Binomial tree: every process combines its own vector with those of its children and passes the
//! result up. A subtree is a range of ranks, so the order is kept if the tree's top is rank 0; for
//! operations that do not commute it is, and rank 0 forwards the result to the root.
//!
//! Cost: ceil(log2 n) rounds (one more for the forwarding), every process sends its vector once.

use crate::builder::Builder;
use crate::member::Member;
use crate::schedule::{PackedBuffer, Span};
use crate::vector::Vector;

pub(super) fn plan(plan: &mut Builder, member: Member, root: u32, vector: Vector, own: Span) {
    let top = if vector.commutative { root } else { 0 };
    let tree = member.tree(top);
    let is_root = member.rank == root;
    // Only the root may write to its output; it must not while its own vector is still there.
    let result = match tree.children().next() {
        None => own,
        Some(_) if is_root && member.rank == top => vector.whole(PackedBuffer::Output),
        Some(_) => plan.scratch(vector.bytes),
    };
    combine_children(plan, tree.children().map(|child| child.rank), vector, own, result);
    if let Some(parent) = tree.parent() {
        plan.send(parent, result);
    }
    if root != top && member.rank == top {
        plan.send(root, result);
    }
    if root != top && is_root {
        plan.next_round();
        plan.recv(top, vector.whole(PackedBuffer::Output));
    }
}

/// `result = own op child op child ...`, the children's vectors arriving one after the other.
fn combine_children(
    plan: &mut Builder,
    children: impl Iterator<Item = u32>,
    vector: Vector,
    own: Span,
    result: Span,
) {
    let mut operand = None;
    for (index, child) in children.enumerate() {
        if index == 0 && own != result {
            plan.recv(child, result);
            plan.reduce(own, result);
            continue;
        }
        let operand = *operand.get_or_insert_with(|| plan.scratch(vector.bytes));
        plan.recv(child, operand);
        plan.reduce_right(operand, result, vector.commutative);
    }
}
