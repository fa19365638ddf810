//! Linear: everybody sends to the root, which has the receives posted in a few large rounds.
//!
//! Cost: n - 1 messages at the root, each byte moved once. For large blocks, few processes, and the
//! v-form, where only the root knows the lengths.

use crate::blocks::ScheduleBlocks;
use crate::builder::Builder;
use crate::member::Member;
use crate::schedule::{PackedBuffer, Span};

/// How many receives the root posts at a time.
const BATCH: usize = 64;

pub(super) fn plan(
    plan: &mut Builder,
    member: Member,
    root: u32,
    own: usize,
    blocks: ScheduleBlocks<'_>,
    in_place: bool,
) {
    if member.rank != root {
        plan.send(root, Span::new(PackedBuffer::Input, 0, own));
        return;
    }
    let peers = (0..member.size).filter(|&peer| peer != root);
    for (index, peer) in peers.enumerate() {
        if index > 0 && index.is_multiple_of(BATCH) {
            plan.next_round();
        }
        plan.recv(peer, blocks.span(PackedBuffer::Output, peer));
    }
    super::keep_own(plan, own, blocks.span(PackedBuffer::Output, root), in_place);
}
