//! `MPI_Bcast` (MPI-5.0 §6.4): the root's data to everybody, in the output buffer on every process.

mod binomial;
mod pipeline;
mod scatter_allgather;

use crate::algorithm::{Algorithm, AlgorithmChoice, Collective};
use crate::builder::Builder;
use crate::member::Member;
use crate::schedule::{PackedBuffer, Schedule, Span};

/// Plans a broadcast of `bytes` from the root's output buffer to everybody's.
pub fn bcast(member: Member, root: u32, bytes: usize, choice: AlgorithmChoice) -> Schedule {
    let mut plan = Builder::default();
    let data = Span::new(PackedBuffer::Output, 0, bytes);
    match Collective::Bcast.fitting(choice.algorithm, member.size, true) {
        Algorithm::ScatterAllgather => scatter_allgather::plan(&mut plan, member, root, bytes),
        Algorithm::Chain => pipeline::plan(&mut plan, member, root, bytes, choice.segment, 1),
        Algorithm::BinaryTree => pipeline::plan(&mut plan, member, root, bytes, choice.segment, 2),
        _ => binomial::plan(&mut plan, member, root, data),
    }
    plan.finish()
}
