//! Scatter and allgather (van de Geijn): the data are cut into n pieces, scattered down a binomial
//! tree, and put together by a ring.
//!
//! Cost: log2 n + n - 1 rounds, but each process sends and receives only about twice the data.

use crate::blocks::cut;
use crate::builder::Builder;
use crate::member::Member;
use crate::schedule::{PackedBuffer, Span};

pub(super) fn plan(plan: &mut Builder, member: Member, root: u32, bytes: usize) {
    let size = member.size;
    // Positions in the tree, not ranks, number the pieces, so every subtree holds one range.
    let pieces = |first, last| {
        let (start, end) = (cut(bytes, 1, size, first), cut(bytes, 1, size, last));
        Span::new(PackedBuffer::Output, start, end - start)
    };
    let tree = member.tree(root);
    if let Some(parent) = tree.parent() {
        plan.recv(parent, pieces(tree.position, tree.last()));
        plan.next_round();
    }
    for child in tree.children().rev() {
        plan.send(child.rank, pieces(child.first, child.last));
    }
    plan.next_round();
    let seat = Member::new(tree.position, size);
    for step in 0..size - 1 {
        let (leaving, coming) = (seat.below(step), seat.below(step + 1));
        plan.send(member.above(1), pieces(leaving, leaving + 1));
        plan.recv(member.below(1), pieces(coming, coming + 1));
        plan.next_round();
    }
}
