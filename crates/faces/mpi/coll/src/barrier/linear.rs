//! Linear: rank 0 hears from everybody, then lets everybody go.
//!
//! Cost: 2(n-1) messages, all through rank 0. Slow between hosts; where processes outnumber cores it
//! wins, since each of the others is woken once only.

use crate::builder::Builder;
use crate::member::Member;

pub(super) fn plan(plan: &mut Builder, member: Member) {
    if member.rank != 0 {
        plan.signal(0);
        plan.await_signal(0);
        return;
    }
    (1..member.size).for_each(|peer| plan.await_signal(peer));
    plan.next_round();
    (1..member.size).for_each(|peer| plan.signal(peer));
}
