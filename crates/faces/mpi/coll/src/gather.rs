//! `MPI_Gather` and `MPI_Gatherv` (MPI-5.0 §6.5): everybody's block at the root.

mod binomial;
mod linear;

use crate::algorithm::{Algorithm, AlgorithmChoice, Collective};
use crate::blocks::ScheduleBlocks;
use crate::builder::Builder;
use crate::member::Member;
use crate::schedule::{PackedBuffer, Schedule, Span};

/// Plans a gathering of blocks of `bytes` at `root`. `in_place` is the root's: its own block lies in
/// the output already.
pub fn gather(
    member: Member,
    root: u32,
    bytes: usize,
    in_place: bool,
    choice: AlgorithmChoice,
) -> Schedule {
    let mut plan = Builder::default();
    match Collective::Gather.fitting(choice.algorithm, member.size, true) {
        Algorithm::Linear => {
            linear::plan(&mut plan, member, root, bytes, ScheduleBlocks::Equal(bytes), in_place);
        }
        _ => binomial::plan(&mut plan, member, root, bytes, in_place),
    }
    plan.finish()
}

/// Plans a gathering of different blocks: `own` is the length of this process's block; `blocks`, read
/// by the root only, says where in the output they go.
pub fn gatherv(
    member: Member,
    root: u32,
    own: usize,
    blocks: ScheduleBlocks<'_>,
    in_place: bool,
) -> Schedule {
    let mut plan = Builder::default();
    linear::plan(&mut plan, member, root, own, blocks, in_place);
    plan.finish()
}

/// The root keeps its own block.
fn keep_own(plan: &mut Builder, own: usize, block: Span, in_place: bool) {
    if !in_place {
        plan.copy(Span::new(PackedBuffer::Input, 0, own), block);
    }
}
