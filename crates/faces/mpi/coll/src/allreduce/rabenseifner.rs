//! Rabenseifner: recursive halving leaves each process with the result for one piece; the same
//! exchanges backwards give everybody all pieces.
//!
//! Cost: 2 log2 n rounds (two more for some if n is no power of two), each process sends and receives
//! less than twice the vector.

use crate::builder::Builder;
use crate::halving::{self, Work};
use crate::member::{Fold, FoldRole, Member};
use crate::schedule::{PackedBuffer, Span};
use crate::vector::Vector;

pub(super) fn plan(plan: &mut Builder, member: Member, vector: Vector, own: Span) {
    let result = vector.whole(PackedBuffer::Output);
    let work = Work { own, result };
    let fold = Fold::new(member.size);
    let role = fold.role(member.rank);
    let fresh = halving::fold_in(plan, role, work, |rank| rank);
    let (seat, served) = match role {
        FoldRole::Away(neighbor) => return plan.recv(neighbor, result),
        FoldRole::Pair(seat, neighbor) => (seat, Some(neighbor)),
        FoldRole::Alone(seat) => (seat, None),
    };
    let pieces = |first, last| vector.pieces(fold.size, first, last);
    let rank_at = |seat| fold.unfold(seat);
    halving::reduce_scatter(plan, fold, seat, work, fresh, pieces, rank_at);
    halving::allgather(plan, fold, seat, result, pieces, rank_at);
    if let Some(neighbor) = served {
        plan.send(neighbor, result);
    }
}
