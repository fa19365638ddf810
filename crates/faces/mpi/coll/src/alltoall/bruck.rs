//! Bruck: a block that has to go d ranks up travels by the powers of two in d. In round k all blocks
//! with bit k in their distance go to the rank 2^k above in one message.
//!
//! Cost: ceil(log2 n) rounds, each of about n/2 blocks; every block is sent up to log2 n times and
//! copied as often. For small blocks, where the number of messages counts.

use crate::builder::Builder;
use crate::member::Member;
use crate::schedule::{PackedBuffer, Span};

pub(super) fn plan(plan: &mut Builder, member: Member, bytes: usize, from: PackedBuffer) {
    let size = member.size as usize;
    let block = |place, index: u32| Span::new(place, index as usize * bytes, bytes);
    // Block number d in `held` has d ranks to go up, or has come d ranks.
    let held = plan.scratch(size * bytes);
    let slot = |index: u32| held.part(index as usize * bytes, bytes);
    rotate(plan, member, bytes, from, held);
    let most = (size - size / 2) * bytes;
    let (leaving, coming) = (plan.scratch(most), plan.scratch(most));
    for distance in member.distances() {
        // Numbers with the bit set come in runs of `distance`.
        let runs = || {
            let starts = (distance..member.size).step_by(2 * distance as usize);
            starts.scan(0, |packed, start| {
                let len = distance.min(member.size - start) as usize * bytes;
                let run = (held.part(start as usize * bytes, len), *packed);
                *packed += len;
                Some(run)
            })
        };
        let len = runs().map(|(run, _)| run.len).sum();
        for (run, packed) in runs() {
            plan.copy(run, leaving.part(packed, run.len));
        }
        plan.send(member.above(distance), leaving.part(0, len));
        plan.recv(member.below(distance), coming.part(0, len));
        for (run, packed) in runs() {
            plan.copy(coming.part(packed, run.len), run);
        }
    }
    for index in 0..member.size {
        plan.copy(slot(index), block(PackedBuffer::Output, member.below(index)));
    }
}

/// Copies the blocks so that the own one comes first.
fn rotate(plan: &mut Builder, member: Member, bytes: usize, from: PackedBuffer, held: Span) {
    let start = member.rank as usize * bytes;
    let upper = held.len - start;
    plan.copy(Span::new(from, start, upper), held.part(0, upper));
    plan.copy(Span::new(from, 0, start), held.part(upper, start));
}
