//! Binomial tree: every process collects the blocks of its subtree, a range of ranks, and sends them
//! up in one message.
//!
//! Cost: ceil(log2 n) rounds; a block is sent up to log2 n times, so it is for small blocks.

use crate::builder::Builder;
use crate::member::{Member, Tree, TreeChild};
use crate::schedule::{PackedBuffer, Span};

pub(super) fn plan(plan: &mut Builder, member: Member, root: u32, bytes: usize, in_place: bool) {
    let tree = member.tree(root);
    match tree.parent() {
        None => collect_at_root(plan, tree, member, bytes, in_place),
        Some(parent) => pass_up(plan, tree, parent, bytes),
    }
}

fn pass_up(plan: &mut Builder, tree: Tree, parent: u32, bytes: usize) {
    let own = Span::new(PackedBuffer::Input, 0, bytes);
    let blocks = (tree.last() - tree.position) as usize;
    if blocks == 1 {
        return plan.send(parent, own);
    }
    let held = plan.scratch(blocks * bytes);
    for child in tree.children() {
        let first = (child.first - tree.position) as usize;
        plan.recv(child.rank, held.part(first * bytes, length(child, bytes)));
    }
    plan.copy(own, held.part(0, bytes));
    plan.send(parent, held);
}

/// Positions count from the root, ranks from 0: at most one child's blocks lie around the end of the
/// output and come by way of scratch.
fn collect_at_root(plan: &mut Builder, tree: Tree, member: Member, bytes: usize, in_place: bool) {
    let output = |rank: u32, len| Span::new(PackedBuffer::Output, rank as usize * bytes, len);
    let mut wrapped = None;
    for child in tree.children() {
        let len = length(child, bytes);
        let until_end = (member.size - child.rank) as usize * bytes;
        if len <= until_end {
            plan.recv(child.rank, output(child.rank, len));
        } else {
            let held = plan.scratch(len);
            plan.recv(child.rank, held);
            wrapped = Some((held, child.rank, until_end));
        }
    }
    if let Some((held, rank, until_end)) = wrapped {
        plan.copy(held.part(0, until_end), output(rank, until_end));
        let rest = held.len - until_end;
        plan.copy(held.part(until_end, rest), output(0, rest));
    }
    super::keep_own(plan, bytes, output(member.rank, bytes), in_place);
}

fn length(child: TreeChild, bytes: usize) -> usize {
    (child.last - child.first) as usize * bytes
}
