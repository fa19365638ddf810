//! Binomial tree: every process receives the blocks of its subtree, a range of ranks, in one message
//! and passes its children's parts on, the largest first.
//!
//! Cost: ceil(log2 n) rounds; a block is sent up to log2 n times, so it is for small blocks.

use crate::builder::Builder;
use crate::member::{Member, Tree, TreeChild};
use crate::schedule::{PackedBuffer, Span};

pub(super) fn plan(plan: &mut Builder, member: Member, root: u32, bytes: usize, in_place: bool) {
    let tree = member.tree(root);
    match tree.parent() {
        None => deal_from_root(plan, tree, member, bytes, in_place),
        Some(parent) => pass_down(plan, tree, parent, bytes),
    }
}

fn pass_down(plan: &mut Builder, tree: Tree, parent: u32, bytes: usize) {
    let own = Span::new(PackedBuffer::Output, 0, bytes);
    let blocks = (tree.last() - tree.position) as usize;
    if blocks == 1 {
        return plan.recv(parent, own);
    }
    let held = plan.scratch(blocks * bytes);
    plan.recv(parent, held);
    plan.next_round();
    for child in tree.children().rev() {
        let first = (child.first - tree.position) as usize;
        plan.send(child.rank, held.part(first * bytes, length(child, bytes)));
    }
    plan.copy(held.part(0, bytes), own);
}

/// Positions count from the root, ranks from 0: at most one child's blocks lie around the end of the
/// input; they are put together in scratch first.
fn deal_from_root(plan: &mut Builder, tree: Tree, member: Member, bytes: usize, in_place: bool) {
    let input = |rank: u32, len| Span::new(PackedBuffer::Input, rank as usize * bytes, len);
    let wraps = |child: &TreeChild| length(*child, bytes) > until_end(member, *child, bytes);
    let mut joined = None;
    if let Some(child) = tree.children().find(wraps) {
        let (len, head) = (length(child, bytes), until_end(member, child, bytes));
        let held = plan.scratch(len);
        plan.copy(input(child.rank, head), held.part(0, head));
        plan.copy(input(0, len - head), held.part(head, len - head));
        joined = Some(held);
    }
    for child in tree.children().rev() {
        let whole = input(child.rank, length(child, bytes));
        plan.send(child.rank, joined.filter(|_| wraps(&child)).unwrap_or(whole));
    }
    super::keep_own(plan, input(member.rank, bytes), in_place);
}

fn length(child: TreeChild, bytes: usize) -> usize {
    (child.last - child.first) as usize * bytes
}

/// How much of the input follows the start of the child's own block.
fn until_end(member: Member, child: TreeChild, bytes: usize) -> usize {
    (member.size - child.rank) as usize * bytes
}
