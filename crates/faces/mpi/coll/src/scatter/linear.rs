//! Linear: the root sends each process its block, a few dozen at a time.
//!
//! Cost: n - 1 messages at the root, each byte moved once. For large blocks, few processes, and the
//! v-form, where only the root knows the lengths.

use crate::blocks::ScheduleBlocks;
use crate::builder::Builder;
use crate::member::Member;
use crate::schedule::{PackedBuffer, Span};

/// How many sends the root has under way at a time.
const BATCH: usize = 64;

pub(super) fn plan(
    plan: &mut Builder,
    member: Member,
    root: u32,
    blocks: ScheduleBlocks<'_>,
    own: usize,
    in_place: bool,
) {
    if member.rank != root {
        plan.recv(root, Span::new(PackedBuffer::Output, 0, own));
        return;
    }
    let peers = (0..member.size).filter(|&peer| peer != root);
    for (index, peer) in peers.enumerate() {
        if index > 0 && index.is_multiple_of(BATCH) {
            plan.next_round();
        }
        plan.send(peer, blocks.span(PackedBuffer::Input, peer));
    }
    super::keep_own(plan, blocks.span(PackedBuffer::Input, root), in_place);
}
