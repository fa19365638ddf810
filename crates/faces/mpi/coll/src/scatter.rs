//! `MPI_Scatter` and `MPI_Scatterv` (MPI-5.0 §6.6): each process gets its block from the root.

mod binomial;
mod linear;

use crate::algorithm::{Algorithm, AlgorithmChoice, Collective};
use crate::blocks::ScheduleBlocks;
use crate::builder::Builder;
use crate::member::Member;
use crate::schedule::{PackedBuffer, Schedule, Span};

/// Plans a scattering of blocks of `bytes` from the input of `root`. `in_place` is the root's: its own
/// block stays in the input, and its output is not touched.
pub fn scatter(
    member: Member,
    root: u32,
    bytes: usize,
    in_place: bool,
    choice: AlgorithmChoice,
) -> Schedule {
    let mut plan = Builder::default();
    match Collective::Scatter.fitting(choice.algorithm, member.size, true) {
        Algorithm::Linear => {
            linear::plan(&mut plan, member, root, ScheduleBlocks::Equal(bytes), bytes, in_place);
        }
        _ => binomial::plan(&mut plan, member, root, bytes, in_place),
    }
    plan.finish()
}

/// Plans a scattering of different blocks: `blocks`, read by the root only, says where in its input
/// they lie; `own` is the length of this process's block.
pub fn scatterv(
    member: Member,
    root: u32,
    blocks: ScheduleBlocks<'_>,
    own: usize,
    in_place: bool,
) -> Schedule {
    let mut plan = Builder::default();
    linear::plan(&mut plan, member, root, blocks, own, in_place);
    plan.finish()
}

/// The root takes its own block.
fn keep_own(plan: &mut Builder, block: Span, in_place: bool) {
    if !in_place {
        plan.copy(block, Span::new(PackedBuffer::Output, 0, block.len));
    }
}
