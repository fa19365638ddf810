//! `MPI_Barrier` (MPI-5.0 §6.3): nobody leaves before everybody has come.

mod dissemination;
mod linear;

use crate::algorithm::{Algorithm, AlgorithmChoice, Collective};
use crate::builder::Builder;
use crate::member::Member;
use crate::schedule::Schedule;

/// Plans a barrier.
pub fn barrier(member: Member, choice: AlgorithmChoice) -> Schedule {
    let mut plan = Builder::default();
    match Collective::Barrier.fitting(choice.algorithm, member.size, true) {
        Algorithm::Linear => linear::plan(&mut plan, member),
        _ => dissemination::plan(&mut plan, member),
    }
    plan.finish()
}
