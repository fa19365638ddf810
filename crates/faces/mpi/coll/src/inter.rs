//! Collectives between the two groups of an intercommunicator (MPI-5.0 §6.2.3): what each group has
//! goes to the other.
//!
//! Positions in these schedules are those of both groups in a row: first the ranks of the remote group,
//! then those of the local one. Data cross directly; reductions are worked out by rank 0 of the group
//! that gets the result, in the order of the remote ranks.
//!
//! Cost: one round of at most as many messages as the remote group has ranks; reductions one round for
//! each of its ranks.
//!
//! A long send is complete only when its receive is posted. Rank 0 of each group therefore gives its own
//! contribution to the other in the round in which it takes the other's: the last of its reduction.

use crate::blocks::ScheduleBlocks;
use crate::builder::Builder;
use crate::schedule::{PackedBuffer, Schedule, Span};
use crate::vector::Vector;

/// A process's seat in an intercommunicator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InterSeat {
    /// Own rank in the local group.
    pub rank: u32,
    /// Number of processes in the local group.
    pub local: u32,
    /// Number of processes in the remote group.
    pub remote: u32,
}

/// What a process is to a rooted operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RootedRole {
    /// The root itself (`MPI_ROOT`).
    Root,
    /// In the root's group, but not the root (`MPI_PROC_NULL`).
    Bystander,
    /// In the other group; the root's rank in its own.
    Partner(u32),
}

impl InterSeat {
    /// Position of a local rank.
    fn beside(self, rank: u32) -> u32 {
        self.remote + rank
    }

    fn others(self) -> impl Iterator<Item = u32> {
        (1..self.local).map(move |rank| self.beside(rank))
    }
}

fn whole(place: PackedBuffer, len: usize) -> Span {
    Span::new(place, 0, len)
}

/// Plans a barrier: nobody of one group leaves before all of the other have come.
pub fn barrier(seat: InterSeat) -> Schedule {
    let mut plan = Builder::default();
    if seat.rank != 0 {
        plan.signal(seat.beside(0));
        plan.await_signal(seat.beside(0));
        return plan.finish();
    }
    seat.others().for_each(|peer| plan.await_signal(peer));
    plan.next_round();
    plan.signal(0);
    plan.await_signal(0);
    plan.next_round();
    seat.others().for_each(|peer| plan.signal(peer));
    plan.finish()
}

/// Plans a broadcast of the root's output to the other group's.
pub fn bcast(seat: InterSeat, role: RootedRole, bytes: usize) -> Schedule {
    let mut plan = Builder::default();
    match role {
        RootedRole::Root => {
            (0..seat.remote).for_each(|to| plan.send(to, whole(PackedBuffer::Output, bytes)))
        }
        RootedRole::Partner(root) => plan.recv(root, whole(PackedBuffer::Output, bytes)),
        RootedRole::Bystander => {}
    }
    plan.finish()
}

/// Plans a gathering at the root: `own` is the length of a partner's block, `blocks` divides the root's
/// output among the remote ranks.
pub fn gather(
    seat: InterSeat,
    role: RootedRole,
    own: usize,
    blocks: ScheduleBlocks<'_>,
) -> Schedule {
    let mut plan = Builder::default();
    match role {
        RootedRole::Root => {
            (0..seat.remote)
                .for_each(|from| plan.recv(from, blocks.span(PackedBuffer::Output, from)));
        }
        RootedRole::Partner(root) => plan.send(root, whole(PackedBuffer::Input, own)),
        RootedRole::Bystander => {}
    }
    plan.finish()
}

/// Plans a scattering from the root: `blocks` divides its input among the remote ranks, `own` is the
/// length of a partner's block.
pub fn scatter(
    seat: InterSeat,
    role: RootedRole,
    blocks: ScheduleBlocks<'_>,
    own: usize,
) -> Schedule {
    let mut plan = Builder::default();
    match role {
        RootedRole::Root => {
            (0..seat.remote).for_each(|to| plan.send(to, blocks.span(PackedBuffer::Input, to)));
        }
        RootedRole::Partner(root) => plan.recv(root, whole(PackedBuffer::Output, own)),
        RootedRole::Bystander => {}
    }
    plan.finish()
}

/// Plans an exchange in which each process gets the blocks of all remote ranks.
pub fn allgather(seat: InterSeat, own: usize, blocks: ScheduleBlocks<'_>) -> Schedule {
    exchange(seat, |_| whole(PackedBuffer::Input, own), blocks)
}

/// Plans an exchange of blocks between the groups.
pub fn alltoall(
    seat: InterSeat,
    send: ScheduleBlocks<'_>,
    receive: ScheduleBlocks<'_>,
) -> Schedule {
    exchange(seat, |to| send.span(PackedBuffer::Input, to), receive)
}

fn exchange(
    seat: InterSeat,
    outgoing: impl Fn(u32) -> Span,
    receive: ScheduleBlocks<'_>,
) -> Schedule {
    let mut plan = Builder::default();
    (0..seat.remote).for_each(|from| plan.recv(from, receive.span(PackedBuffer::Output, from)));
    (0..seat.remote).for_each(|to| plan.send(to, outgoing(to)));
    plan.finish()
}

/// Combines the vectors of all remote ranks in `into`, last rank first, as operands stand on the left.
/// `own` goes to remote rank 0 while its vector comes.
fn combine(plan: &mut Builder, seat: InterSeat, into: Span, own: Option<Span>) {
    let mut operand = into;
    for from in (0..seat.remote).rev() {
        plan.recv(from, operand);
        if let Some(own) = own.filter(|_| from == 0) {
            plan.send(0, own);
        }
        if operand != into {
            plan.reduce(operand, into);
        } else if from > 0 {
            operand = plan.scratch(into.len);
        }
        plan.next_round();
    }
}

/// Plans a reduction of the partners' inputs to the root's output.
pub fn reduce(seat: InterSeat, role: RootedRole, vector: Vector) -> Schedule {
    let mut plan = Builder::default();
    match role {
        RootedRole::Root => combine(&mut plan, seat, vector.whole(PackedBuffer::Output), None),
        RootedRole::Partner(root) => plan.send(root, vector.whole(PackedBuffer::Input)),
        RootedRole::Bystander => {}
    }
    plan.finish()
}

/// Plans a reduction of each group's inputs to the outputs of the other.
pub fn allreduce(seat: InterSeat, vector: Vector) -> Schedule {
    let mut plan = Builder::default();
    let (own, output) = (vector.whole(PackedBuffer::Input), vector.whole(PackedBuffer::Output));
    if seat.rank == 0 {
        combine(&mut plan, seat, output, Some(own));
        seat.others().for_each(|to| plan.send(to, output));
    } else {
        plan.send(0, own);
        plan.recv(seat.beside(0), output);
    }
    plan.finish()
}

/// Plans a reduction of `vector.bytes` of each group, whose result is divided among the ranks of the
/// other: `blocks` are the local group's.
pub fn reduce_scatter(seat: InterSeat, vector: Vector, blocks: ScheduleBlocks<'_>) -> Schedule {
    let mut plan = Builder::default();
    let given = vector.whole(PackedBuffer::Input);
    let own = whole(PackedBuffer::Output, blocks.count(seat.rank));
    if seat.rank != 0 {
        plan.send(0, given);
        plan.recv(seat.beside(0), own);
        return plan.finish();
    }
    let result = plan.scratch(vector.bytes);
    combine(&mut plan, seat, result, Some(given));
    let mut at = 0;
    let mut pieces = Vec::new();
    for rank in 0..seat.local {
        pieces.push(Span::new(PackedBuffer::Scratch, result.offset + at, blocks.count(rank)));
        at += blocks.count(rank);
    }
    for (to, piece) in (1..seat.local).zip(&pieces[1..]) {
        plan.send(seat.beside(to), *piece);
    }
    plan.copy(pieces[0], own);
    plan.finish()
}
