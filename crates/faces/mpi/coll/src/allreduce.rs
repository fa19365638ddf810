//! `MPI_Allreduce` (MPI-5.0 §6.9.6): everybody's vectors combined, the result everywhere.

mod linear;
mod rabenseifner;
mod recursive_doubling;
mod ring;

pub(crate) use recursive_doubling::plan as recursive_doubling;

use crate::algorithm::{Algorithm, AlgorithmChoice, Collective};
use crate::builder::Builder;
use crate::member::Member;
use crate::schedule::{PackedBuffer, Schedule};
use crate::vector::{Vector, source};

/// Plans a reduction whose result everybody gets. With `in_place` the contribution lies in the output.
pub fn allreduce(
    member: Member,
    vector: Vector,
    in_place: bool,
    choice: AlgorithmChoice,
) -> Schedule {
    let mut plan = Builder::default();
    let own = vector.whole(source(in_place));
    let output = vector.whole(PackedBuffer::Output);
    if member.size == 1 {
        plan.copy(own, output);
        return plan.finish();
    }
    match Collective::Allreduce.fitting(choice.algorithm, member.size, vector.commutative) {
        Algorithm::Linear => linear::plan(&mut plan, member, vector, own),
        Algorithm::Rabenseifner => rabenseifner::plan(&mut plan, member, vector, own),
        Algorithm::Ring => ring::plan(&mut plan, member, vector, own),
        _ => recursive_doubling(&mut plan, member, vector, own, output),
    }
    plan.finish()
}
