//! Recursive doubling: partners at doubling distances exchange what they have combined so far. What a
//! process holds always covers a range of ranks next to its partner's, so the order is kept.
//!
//! Cost: log2 n rounds of one whole vector each way; two more rounds for some if n is no power of two.

use crate::builder::Builder;
use crate::member::{Fold, FoldRole, Member};
use crate::schedule::Span;
use crate::vector::Vector;

/// Combines everybody's `own` in `result`, which may be the same span.
pub(crate) fn plan(plan: &mut Builder, member: Member, vector: Vector, own: Span, result: Span) {
    let fold = Fold::new(member.size);
    let mut running = RunningResult { vector, own, result, operand: None, fresh: own != result };
    match fold.role(member.rank) {
        FoldRole::Away(neighbor) => {
            plan.send(neighbor, own);
            plan.next_round();
            plan.recv(neighbor, result);
        }
        FoldRole::Pair(seat, neighbor) => {
            running.take_in_above(plan, neighbor);
            running.double(plan, fold, seat);
            plan.send(neighbor, result);
        }
        FoldRole::Alone(seat) => running.double(plan, fold, seat),
    }
}

/// The running result of one process.
struct RunningResult {
    vector: Vector,
    own: Span,
    result: Span,
    /// Scratch for a partner's vector, once needed.
    operand: Option<Span>,
    /// Nothing but the own contribution so far, and that is not in `result`.
    fresh: bool,
}

impl RunningResult {
    fn double(&mut self, plan: &mut Builder, fold: Fold, seat: u32) {
        for distance in Member::new(seat, fold.size).distances() {
            let partner = fold.unfold(seat ^ distance);
            plan.send(partner, if self.fresh { self.own } else { self.result });
            if seat & distance == 0 {
                self.take_in_above(plan, partner);
            } else {
                self.take_in_below(plan, partner);
            }
            plan.next_round();
        }
    }

    /// `result = result op the peer's`; the first time without a copy.
    fn take_in_above(&mut self, plan: &mut Builder, peer: u32) {
        if self.fresh {
            plan.recv(peer, self.result);
            plan.reduce(self.own, self.result);
        } else {
            let operand = self.receive(plan, peer);
            plan.reduce_right(operand, self.result, self.vector.commutative);
        }
        self.fresh = false;
    }

    /// `result = the peer's op result`.
    fn take_in_below(&mut self, plan: &mut Builder, peer: u32) {
        if self.fresh && self.vector.commutative {
            return self.take_in_above(plan, peer);
        }
        let operand = self.receive(plan, peer);
        if self.fresh {
            plan.copy(self.own, self.result);
        }
        plan.reduce(operand, self.result);
        self.fresh = false;
    }

    fn receive(&mut self, plan: &mut Builder, peer: u32) -> Span {
        let operand = *self.operand.get_or_insert_with(|| plan.scratch(self.vector.bytes));
        plan.recv(peer, operand);
        operand
    }
}
