//! Pairwise: in round k a block goes to the rank k above and one comes from the rank k below.
//!
//! Cost: n - 1 rounds of one block each way, nothing copied. For large blocks: each link carries one
//! message at a time.

use crate::blocks::ScheduleBlocks;
use crate::builder::Builder;
use crate::member::Member;
use crate::schedule::PackedBuffer;

pub(super) fn plan(
    plan: &mut Builder,
    member: Member,
    send: ScheduleBlocks<'_>,
    receive: ScheduleBlocks<'_>,
) {
    for distance in 1..member.size {
        let (to, from) = (member.above(distance), member.below(distance));
        plan.recv(from, receive.span(PackedBuffer::Output, from));
        plan.send(to, send.span(PackedBuffer::Input, to));
        if distance == 1 {
            super::keep_own(plan, member, send, receive);
        }
        plan.next_round();
    }
    if member.size == 1 {
        super::keep_own(plan, member, send, receive);
    }
}
