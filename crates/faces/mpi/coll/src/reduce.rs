//! `MPI_Reduce` (MPI-5.0 §6.9.1): everybody's vectors combined at the root.

mod binomial;
mod chain;
mod linear;
mod rabenseifner;

pub(crate) use linear::plan as linear;

use crate::algorithm::{Algorithm, AlgorithmChoice, Collective};
use crate::builder::Builder;
use crate::member::Member;
use crate::schedule::{PackedBuffer, Schedule};
use crate::vector::{Vector, source};

/// Plans a reduction to `root`. `in_place` is the root's: its contribution lies in the output buffer.
/// Other processes have no output buffer.
pub fn reduce(
    member: Member,
    root: u32,
    vector: Vector,
    in_place: bool,
    choice: AlgorithmChoice,
) -> Schedule {
    let mut plan = Builder::default();
    let own = vector.whole(source(in_place && member.rank == root));
    if member.size == 1 {
        plan.copy(own, vector.whole(PackedBuffer::Output));
        return plan.finish();
    }
    match Collective::Reduce.fitting(choice.algorithm, member.size, vector.commutative) {
        Algorithm::Linear => linear::plan(&mut plan, member, root, vector, own),
        Algorithm::Chain => chain::plan(&mut plan, member, root, vector, own, choice.segment),
        Algorithm::Rabenseifner => rabenseifner::plan(&mut plan, member, root, vector, own),
        _ => binomial::plan(&mut plan, member, root, vector, own),
    }
    plan.finish()
}
