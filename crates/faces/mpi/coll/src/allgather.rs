//! `MPI_Allgather` and `MPI_Allgatherv` (MPI-5.0 §6.7): everybody's block everywhere.

mod bruck;
mod recursive_doubling;
mod ring;

use crate::algorithm::{Algorithm, Choice, Collective};
use crate::blocks::Blocks;
use crate::builder::Builder;
use crate::member::Member;
use crate::schedule::{Place, Schedule, Span};

/// Plans a gathering of blocks of `bytes` on every process. With `in_place` the own block lies at its
/// place in the output.
pub fn allgather(member: Member, bytes: usize, in_place: bool, choice: Choice) -> Schedule {
    build(Collective::Allgather, member, Blocks::Equal(bytes), in_place, choice)
}

/// Plans a gathering of different blocks on every process; `blocks` says where in the output they go.
/// The own block comes from the start of the input, or with `in_place` lies at its place.
pub fn allgatherv(member: Member, blocks: Blocks<'_>, in_place: bool, choice: Choice) -> Schedule {
    build(Collective::Allgatherv, member, blocks, in_place, choice)
}

fn build(
    collective: Collective,
    member: Member,
    blocks: Blocks<'_>,
    in_place: bool,
    choice: Choice,
) -> Schedule {
    let mut plan = Builder::default();
    let place = blocks.span(Place::Output, member.rank);
    let own = if in_place { place } else { Span::new(Place::Input, 0, place.len) };
    match collective.fitting(choice.algorithm, member.size, true) {
        _ if member.size == 1 => plan.copy(own, place),
        Algorithm::RecursiveDoubling => recursive_doubling::plan(&mut plan, member, own),
        Algorithm::Bruck => bruck::plan(&mut plan, member, blocks, own),
        _ => ring::plan(&mut plan, member, blocks, own),
    }
    plan.finish()
}
