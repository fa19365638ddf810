//! Binomial tree: who has the data passes it on to ever nearer ranks, the largest subtree first.
//!
//! Cost: ceil(log2 n) rounds on the longest way, every byte sent n-1 times in all.

use crate::builder::Builder;
use crate::member::Member;
use crate::schedule::Span;

pub(super) fn plan(plan: &mut Builder, member: Member, root: u32, data: Span) {
    let tree = member.tree(root);
    if let Some(parent) = tree.parent() {
        plan.recv(parent, data);
        plan.next_round();
    }
    for child in tree.children().rev() {
        plan.send(child.rank, data);
    }
}
