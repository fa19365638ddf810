//! `MPI_Scan` and `MPI_Exscan` (MPI-5.0 §6.11): each process gets the combination of its
//! predecessors' vectors, with or without its own.

mod exclusive;
mod inclusive;

use crate::builder::Builder;
use crate::member::Member;
use crate::schedule::Schedule;
use crate::vector::{Vector, source};

/// Plans an inclusive scan. With `in_place` the contribution lies in the output.
pub fn scan(member: Member, vector: Vector, in_place: bool) -> Schedule {
    let mut plan = Builder::default();
    inclusive::plan(&mut plan, member, 0, vector, vector.whole(source(in_place)));
    plan.finish()
}

/// Plans an exclusive scan; the output of rank 0 is left alone. With `in_place` the contribution lies
/// in the output.
pub fn exscan(member: Member, vector: Vector, in_place: bool) -> Schedule {
    let mut plan = Builder::default();
    exclusive::plan(&mut plan, member, vector, vector.whole(source(in_place)));
    plan.finish()
}
