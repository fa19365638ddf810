//! Recursive doubling: partners at doubling distances exchange all the blocks they have, which are
//! neighbours in the output. For powers of two.
//!
//! Cost: log2 n rounds, each block received once, nothing copied but the own block.

use crate::builder::Builder;
use crate::member::Member;
use crate::schedule::{PackedBuffer, Span};

pub(super) fn plan(plan: &mut Builder, member: Member, own: Span) {
    let blocks = |first: u32, count: u32| {
        Span::new(PackedBuffer::Output, first as usize * own.len, count as usize * own.len)
    };
    for distance in member.distances() {
        let first = member.rank & !(distance - 1);
        let partner = member.rank ^ distance;
        plan.send(partner, if distance == 1 { own } else { blocks(first, distance) });
        plan.recv(partner, blocks(first ^ distance, distance));
        if distance == 1 {
            plan.copy(own, blocks(member.rank, 1));
        }
        plan.next_round();
    }
}
