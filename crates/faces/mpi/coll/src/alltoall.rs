//! `MPI_Alltoall`, `MPI_Alltoallv` and `MPI_Alltoallw` (MPI-5.0 §6.8): a block from everybody to
//! everybody.

mod bruck;
mod linear;
mod pairwise;
mod replace;

use crate::algorithm::{Algorithm, AlgorithmChoice, Collective};
use crate::blocks::ScheduleBlocks;
use crate::builder::Builder;
use crate::member::Member;
use crate::schedule::{PackedBuffer, Schedule};
use crate::vector::source;

/// Plans an exchange of blocks of `bytes`. With `in_place` the blocks to send lie in the output and are
/// replaced by those received.
pub fn alltoall(member: Member, bytes: usize, in_place: bool, choice: AlgorithmChoice) -> Schedule {
    let blocks = ScheduleBlocks::Equal(bytes);
    build(Collective::Alltoall, member, blocks, blocks, in_place, choice)
}

/// Plans an exchange of different blocks: `send` divides the input, `receive` the output. With
/// `in_place`, `send` is not read: as much is sent to a rank as is received from it.
pub fn alltoallv(
    member: Member,
    send: ScheduleBlocks<'_>,
    receive: ScheduleBlocks<'_>,
    in_place: bool,
    choice: AlgorithmChoice,
) -> Schedule {
    build(Collective::Alltoallv, member, send, receive, in_place, choice)
}

/// Plans an exchange in which every block has a type of its own: the same as [`alltoallv`], since all
/// data are packed here.
pub fn alltoallw(
    member: Member,
    send: ScheduleBlocks<'_>,
    receive: ScheduleBlocks<'_>,
    in_place: bool,
    choice: AlgorithmChoice,
) -> Schedule {
    build(Collective::Alltoallw, member, send, receive, in_place, choice)
}

fn build(
    collective: Collective,
    member: Member,
    send: ScheduleBlocks<'_>,
    receive: ScheduleBlocks<'_>,
    in_place: bool,
    choice: AlgorithmChoice,
) -> Schedule {
    let mut plan = Builder::default();
    match (collective.fitting(choice.algorithm, member.size, true), receive) {
        (Algorithm::Bruck, ScheduleBlocks::Equal(bytes)) => {
            bruck::plan(&mut plan, member, bytes, source(in_place));
        }
        _ if in_place => replace::plan(&mut plan, member, receive),
        (Algorithm::Pairwise, _) => pairwise::plan(&mut plan, member, send, receive),
        _ => linear::plan(&mut plan, member, send, receive),
    }
    plan.finish()
}

/// The block a process sends to itself.
fn keep_own(
    plan: &mut Builder,
    member: Member,
    send: ScheduleBlocks<'_>,
    receive: ScheduleBlocks<'_>,
) {
    let own = send.span(PackedBuffer::Input, member.rank);
    plan.copy(own, receive.span(PackedBuffer::Output, member.rank));
}
