//! Dissemination: in round k a signal goes to the rank 2^k above; after the last round everybody has
//! heard, directly or not, from everybody.
//!
//! Cost: ceil(log2 n) rounds, one message each way per round, no data.

use crate::builder::Builder;
use crate::member::Member;

pub(super) fn plan(plan: &mut Builder, member: Member) {
    for distance in member.distances() {
        plan.signal(member.above(distance));
        plan.await_signal(member.below(distance));
        plan.next_round();
    }
}
