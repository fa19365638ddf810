//! Replace: the in-place exchange. In round k partners whose ranks add up to k modulo n swap their
//! blocks through scratch.
//!
//! Cost: n rounds of at most one block each way, every block copied once, scratch for the largest.

use crate::blocks::ScheduleBlocks;
use crate::builder::Builder;
use crate::member::Member;
use crate::schedule::PackedBuffer;

pub(super) fn plan(plan: &mut Builder, member: Member, blocks: ScheduleBlocks<'_>) {
    let peers = (0..member.size).filter(|&peer| peer != member.rank);
    let largest = peers.map(|peer| blocks.count(peer)).max().unwrap_or(0);
    let room = plan.scratch(largest);
    for sum in 0..member.size {
        let partner = Member::new(sum, member.size).below(member.rank);
        if partner == member.rank {
            continue;
        }
        let block = blocks.span(PackedBuffer::Output, partner);
        let coming = room.part(0, block.len);
        plan.recv(partner, coming);
        plan.send(partner, block);
        plan.copy(coming, block);
    }
}
