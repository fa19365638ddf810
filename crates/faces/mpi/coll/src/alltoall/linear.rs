//! Linear: all sends and receives under way together, at most a few dozen at a time. Everybody starts
//! with the nearest ranks above and below, so no process is flooded by all at once.
//!
//! Cost: n - 1 messages each way in n/32 rounds, nothing copied.

use crate::blocks::ScheduleBlocks;
use crate::builder::Builder;
use crate::member::Member;
use crate::schedule::PackedBuffer;

/// How many peers are sent to and received from at a time.
const BATCH: u32 = 32;

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
        if distance.is_multiple_of(BATCH) {
            plan.next_round();
        }
    }
    super::keep_own(plan, member, send, receive);
}
