//! Pipeline: the data travel in segments along a chain (each process has one child) or down a binary
//! tree (two); a process passes one segment on while it receives the next.
//!
//! Cost for s segments: s + depth rounds, where the depth is n - 1 in a chain and log2 n in the tree;
//! every process sends the data once per child. A chain is best for the largest data, the tree when
//! there are too few segments to fill a chain.

use crate::builder::Builder;
use crate::member::Member;
use crate::schedule::{PackedBuffer, Span};

pub(super) fn plan(
    plan: &mut Builder,
    member: Member,
    root: u32,
    bytes: usize,
    segment: usize,
    fan_out: u32,
) {
    let position = member.relative_to(root);
    let rank_at = |position| Member::new(root, member.size).above(position);
    let parent = position.checked_sub(1).map(|p| rank_at(p / fan_out));
    // In 64 bits, since positions may fill the upper half of 32.
    let first = u64::from(position) * u64::from(fan_out) + 1;
    let children = first..(first + u64::from(fan_out)).min(u64::from(member.size));
    let segment = if segment == 0 { bytes.max(1) } else { segment };
    let mut ready: Option<Span> = None;
    for start in (0..bytes).step_by(segment) {
        let span = Span::new(PackedBuffer::Output, start, segment.min(bytes - start));
        let passed = if let Some(parent) = parent {
            plan.recv(parent, span);
            ready.replace(span)
        } else {
            Some(span)
        };
        pass_on(plan, children.clone().map(|p| rank_at(p as u32)), passed);
    }
    pass_on(plan, children.map(|p| rank_at(p as u32)), ready);
}

fn pass_on(plan: &mut Builder, children: impl Iterator<Item = u32>, span: Option<Span>) {
    if let Some(span) = span {
        children.for_each(|child| plan.send(child, span));
    }
    plan.next_round();
}
