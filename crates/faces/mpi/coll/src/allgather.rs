//! `MPI_Allgather` and `MPI_Allgatherv` (MPI-5.0 §6.7): everybody's block everywhere.

mod bruck;
mod recursive_doubling;
mod ring;

use crate::algorithm::{Algorithm, AlgorithmChoice, Collective};
use crate::blocks::ScheduleBlocks;
use crate::builder::Builder;
use crate::member::Member;
use crate::schedule::{PackedBuffer, Schedule, Span};

/// Plans a gathering of blocks of `bytes` on every process. With `in_place` the own block lies at its
/// place in the output.
pub fn allgather(
    member: Member,
    bytes: usize,
    in_place: bool,
    choice: AlgorithmChoice,
) -> Schedule {
    build(Collective::Allgather, member, ScheduleBlocks::Equal(bytes), in_place, choice)
}

/// Plans a gathering of different blocks on every process; `blocks` says where in the output they go.
/// The own block comes from the start of the input, or with `in_place` lies at its place.
pub fn allgatherv(
    member: Member,
    blocks: ScheduleBlocks<'_>,
    in_place: bool,
    choice: AlgorithmChoice,
) -> Schedule {
    build(Collective::Allgatherv, member, blocks, in_place, choice)
}

fn build(
    collective: Collective,
    member: Member,
    blocks: ScheduleBlocks<'_>,
    in_place: bool,
    choice: AlgorithmChoice,
) -> Schedule {
    let mut plan = Builder::default();
    let place = blocks.span(PackedBuffer::Output, member.rank);
    let own = if in_place { place } else { Span::new(PackedBuffer::Input, 0, place.len) };
    match collective.fitting(choice.algorithm, member.size, true) {
        _ if member.size == 1 => plan.copy(own, place),
        Algorithm::RecursiveDoubling => recursive_doubling::plan(&mut plan, member, own),
        Algorithm::Bruck => bruck::plan(&mut plan, member, blocks, own),
        _ => ring::plan(&mut plan, member, blocks, own),
    }
    plan.finish()
}
