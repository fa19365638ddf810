//! Ring: each piece travels once around the ring to be combined and once more to be handed out.
//!
//! Cost: 2(n-1) rounds, each process sends and receives less than twice the vector, always to and
//! from the same neighbours: the best use of bandwidth for the largest vectors. The operation must
//! commute.

use crate::builder::Builder;
use crate::member::Member;
use crate::schedule::{PackedBuffer, Span};
use crate::vector::Vector;

pub(super) fn plan(plan: &mut Builder, member: Member, vector: Vector, own: Span) {
    let result = vector.whole(PackedBuffer::Output);
    let piece = |span: Span, index| {
        let range = vector.pieces(member.size, index, index + 1);
        span.part(range.start, range.len())
    };
    let (next, previous) = (member.above(1), member.below(1));
    // Piece 0 is never shorter than another.
    let operands = if own == result { plan.scratch(piece(own, 0).len) } else { own };
    for step in 0..member.size - 1 {
        let leaving = if step == 0 { own } else { result };
        plan.send(next, piece(leaving, member.below(step)));
        let coming = member.below(step + 1);
        let combined = piece(result, coming);
        if own == result {
            let operand = operands.part(0, combined.len);
            plan.recv(previous, operand);
            plan.reduce(operand, combined);
        } else {
            plan.recv(previous, combined);
            plan.reduce(piece(own, coming), combined);
        }
        plan.next_round();
    }
    let above = Member::new(next, member.size);
    // Now this process holds the whole of the piece above its own.
    for step in 0..member.size - 1 {
        plan.send(next, piece(result, above.below(step)));
        plan.recv(previous, piece(result, above.below(step + 1)));
        plan.next_round();
    }
}
