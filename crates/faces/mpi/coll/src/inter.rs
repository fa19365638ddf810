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

use crate::blocks::Blocks;
use crate::builder::Builder;
use crate::schedule::{Place, Schedule, Span};
use crate::vector::Vector;

/// A process's seat in an intercommunicator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seat {
    /// Own rank in the local group.
    pub rank: u32,
    /// Number of processes in the local group.
    pub local: u32,
    /// Number of processes in the remote group.
    pub remote: u32,
}

/// What a process is to a rooted operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The root itself (`MPI_ROOT`).
    Root,
    /// In the root's group, but not the root (`MPI_PROC_NULL`).
    Bystander,
    /// In the other group; the root's rank in its own.
    Partner(u32),
}

impl Seat {
    /// Position of a local rank.
    fn beside(self, rank: u32) -> u32 {
        self.remote + rank
    }

    fn others(self) -> impl Iterator<Item = u32> {
        (1..self.local).map(move |rank| self.beside(rank))
    }
}

fn whole(place: Place, len: usize) -> Span {
    Span::new(place, 0, len)
}

/// Plans a barrier: nobody of one group leaves before all of the other have come.
pub fn barrier(seat: Seat) -> Schedule {
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
pub fn bcast(seat: Seat, role: Role, bytes: usize) -> Schedule {
    let mut plan = Builder::default();
    match role {
        Role::Root => (0..seat.remote).for_each(|to| plan.send(to, whole(Place::Output, bytes))),
        Role::Partner(root) => plan.recv(root, whole(Place::Output, bytes)),
        Role::Bystander => {}
    }
    plan.finish()
}

/// Plans a gathering at the root: `own` is the length of a partner's block, `blocks` divides the root's
/// output among the remote ranks.
pub fn gather(seat: Seat, role: Role, own: usize, blocks: Blocks<'_>) -> Schedule {
    let mut plan = Builder::default();
    match role {
        Role::Root => {
            (0..seat.remote).for_each(|from| plan.recv(from, blocks.span(Place::Output, from)));
        }
        Role::Partner(root) => plan.send(root, whole(Place::Input, own)),
        Role::Bystander => {}
    }
    plan.finish()
}

/// Plans a scattering from the root: `blocks` divides its input among the remote ranks, `own` is the
/// length of a partner's block.
pub fn scatter(seat: Seat, role: Role, blocks: Blocks<'_>, own: usize) -> Schedule {
    let mut plan = Builder::default();
    match role {
        Role::Root => {
            (0..seat.remote).for_each(|to| plan.send(to, blocks.span(Place::Input, to)));
        }
        Role::Partner(root) => plan.recv(root, whole(Place::Output, own)),
        Role::Bystander => {}
    }
    plan.finish()
}

/// Plans an exchange in which each process gets the blocks of all remote ranks.
pub fn allgather(seat: Seat, own: usize, blocks: Blocks<'_>) -> Schedule {
    exchange(seat, |_| whole(Place::Input, own), blocks)
}

/// Plans an exchange of blocks between the groups.
pub fn alltoall(seat: Seat, send: Blocks<'_>, receive: Blocks<'_>) -> Schedule {
    exchange(seat, |to| send.span(Place::Input, to), receive)
}

fn exchange(seat: Seat, outgoing: impl Fn(u32) -> Span, receive: Blocks<'_>) -> Schedule {
    let mut plan = Builder::default();
    (0..seat.remote).for_each(|from| plan.recv(from, receive.span(Place::Output, from)));
    (0..seat.remote).for_each(|to| plan.send(to, outgoing(to)));
    plan.finish()
}

/// Combines the vectors of all remote ranks in `into`, last rank first, as operands stand on the left.
/// `own` goes to remote rank 0 while its vector comes.
fn combine(plan: &mut Builder, seat: Seat, into: Span, own: Option<Span>) {
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
pub fn reduce(seat: Seat, role: Role, vector: Vector) -> Schedule {
    let mut plan = Builder::default();
    match role {
        Role::Root => combine(&mut plan, seat, vector.whole(Place::Output), None),
        Role::Partner(root) => plan.send(root, vector.whole(Place::Input)),
        Role::Bystander => {}
    }
    plan.finish()
}

/// Plans a reduction of each group's inputs to the outputs of the other.
pub fn allreduce(seat: Seat, vector: Vector) -> Schedule {
    let mut plan = Builder::default();
    let (own, output) = (vector.whole(Place::Input), vector.whole(Place::Output));
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
pub fn reduce_scatter(seat: Seat, vector: Vector, blocks: Blocks<'_>) -> Schedule {
    let mut plan = Builder::default();
    let given = vector.whole(Place::Input);
    let own = whole(Place::Output, blocks.count(seat.rank));
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
        pieces.push(Span::new(Place::Scratch, result.offset + at, blocks.count(rank)));
        at += blocks.count(rank);
    }
    for (to, piece) in (1..seat.local).zip(&pieces[1..]) {
        plan.send(seat.beside(to), *piece);
    }
    plan.copy(pieces[0], own);
    plan.finish()
}
