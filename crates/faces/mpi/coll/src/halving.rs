//! Recursive halving, the first half of several reductions: processes at halving distances exchange
//! halves of what they still work on, until each holds the result for its own piece.
//!
//! Cost: log2 n rounds, each process sends and reduces less than one vector. Operands change places,
//! so the operation must commute.

use std::ops::Range;

use crate::builder::Builder;
use crate::member::{Fold, FoldRole};
use crate::schedule::Span;

/// Where halving reads and writes; both spans hold the whole vector.
#[derive(Clone, Copy)]
pub(crate) struct Work {
    /// The own contribution.
    pub(crate) own: Span,
    /// The running result; may be the contribution itself.
    pub(crate) result: Span,
}

impl Work {
    /// A range of the own contribution.
    fn own(self, range: &Range<usize>) -> Span {
        self.own.part(range.start, range.len())
    }

    /// A range of the running result.
    pub(crate) fn result(self, range: &Range<usize>) -> Span {
        self.result.part(range.start, range.len())
    }
}

/// Halves down to the folded position `seat`'s piece. `pieces(first, last)` is the byte range of
/// pieces, `fresh` says that the contribution has not been moved to the result yet, `rank_at` finds
/// the rank at a folded position.
pub(crate) fn reduce_scatter(
    plan: &mut Builder,
    fold: Fold,
    seat: u32,
    work: Work,
    mut fresh: bool,
    pieces: impl Fn(u32, u32) -> Range<usize>,
    rank_at: impl Fn(u32) -> u32,
) {
    let (mut first, mut last) = (0, fold.size);
    let mut operands: Option<Span> = None;
    while last - first > 1 {
        let middle = first + (last - first) / 2;
        let (keep, give, partner) = if seat < middle {
            ((first, middle), (middle, last), seat + (middle - first))
        } else {
            ((middle, last), (first, middle), seat - (middle - first))
        };
        let (kept, given) = (pieces(keep.0, keep.1), pieces(give.0, give.1));
        let partner = rank_at(partner);
        if fresh && work.own != work.result {
            plan.send(partner, work.own(&given));
            plan.recv(partner, work.result(&kept));
            plan.reduce(work.own(&kept), work.result(&kept));
        } else {
            // The first range is the longest but for rounding; never more than the whole vector.
            let room = operands.filter(|room| room.len >= kept.len());
            let operand = room.unwrap_or_else(|| plan.scratch(kept.len()));
            operands = Some(operand);
            let operand = operand.part(0, kept.len());
            plan.send(partner, work.result(&given));
            plan.recv(partner, operand);
            plan.reduce(operand, work.result(&kept));
        }
        plan.next_round();
        fresh = false;
        (first, last) = keep;
    }
}

/// The way back: pieces are exchanged at doubling distances until each process has all of them.
pub(crate) fn allgather(
    plan: &mut Builder,
    fold: Fold,
    seat: u32,
    result: Span,
    pieces: impl Fn(u32, u32) -> Range<usize>,
    rank_at: impl Fn(u32) -> u32,
) {
    let mut width = 1;
    while width < fold.size {
        let first = seat & !(width - 1);
        let other = first ^ width;
        let partner = rank_at(seat ^ width);
        let (have, want) = (pieces(first, first + width), pieces(other, other + width));
        plan.send(partner, result.part(have.start, have.len()));
        plan.recv(partner, result.part(want.start, want.len()));
        plan.next_round();
        width *= 2;
    }
}

/// The fold's first exchange: whoever is away gives its vector, its neighbour takes it in. Returns
/// whether the running result is still to be started from the contribution.
pub(crate) fn fold_in(
    plan: &mut Builder,
    role: FoldRole,
    work: Work,
    rank_of: impl Fn(u32) -> u32,
) -> bool {
    match role {
        FoldRole::Away(neighbor) => plan.send(rank_of(neighbor), work.own),
        FoldRole::Pair(_, neighbor) if work.own != work.result => {
            plan.recv(rank_of(neighbor), work.result);
            plan.reduce(work.own, work.result);
        }
        FoldRole::Pair(_, neighbor) => {
            let operand = plan.scratch(work.result.len);
            plan.recv(rank_of(neighbor), operand);
            plan.reduce_right(operand, work.result, true);
        }
        FoldRole::Alone(_) => return true,
    }
    plan.next_round();
    false
}
