//! Neighbourhood collectives (MPI-5.0 §8.6): data to and from the neighbours in a process topology, in
//! one linear round.
//!
//! Cost: one message per edge, nothing copied but what goes to oneself.

use std::collections::VecDeque;

use crate::blocks::ScheduleBlocks;
use crate::builder::Builder;
use crate::member::Member;
use crate::schedule::{PackedBuffer, Schedule, Span};

/// The edges of one process, in the topology's order. A rank may stand there more than once, oneself
/// too; `None` is `MPI_PROC_NULL`.
#[derive(Clone, Copy, Debug)]
pub struct Neighbors<'a> {
    /// Where data come from.
    pub sources: &'a [Option<u32>],
    /// Where data go.
    pub destinations: &'a [Option<u32>],
    /// How several edges between two processes are matched.
    pub pairing: Pairing,
}

/// Which of several edges from one process to another belongs to which on the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairing {
    /// Graphs: the first destination edge to a process meets its first source edge from here.
    InOrder,
    /// Cartesian topologies, whose edges alternate between down and up in each dimension: what is sent
    /// down arrives from above. It makes a difference in periodic dimensions of one or two processes.
    Mirrored,
}

impl Neighbors<'_> {
    /// The indices of the source edges in the order in which their data are sent to this process.
    pub fn arrival_order(&self) -> impl Iterator<Item = usize> {
        let (count, pairing) = (self.sources.len(), self.pairing);
        (0..count).map(move |index| match pairing {
            Pairing::InOrder => index,
            Pairing::Mirrored => (index ^ 1).min(count - 1),
        })
    }
}

/// Plans sending one block of `send` bytes to all destinations; `receive` divides the output among the
/// sources.
pub fn neighbor_allgatherv(
    member: Member,
    neighbors: Neighbors<'_>,
    send: usize,
    receive: ScheduleBlocks<'_>,
) -> Schedule {
    exchange(member, neighbors, |_| Span::new(PackedBuffer::Input, 0, send), receive)
}

/// Plans sending one block of `bytes` to all destinations and receiving one from each source.
pub fn neighbor_allgather(member: Member, neighbors: Neighbors<'_>, bytes: usize) -> Schedule {
    neighbor_allgatherv(member, neighbors, bytes, ScheduleBlocks::Equal(bytes))
}

/// Plans sending a block to each destination; `send` divides the input among the destinations,
/// `receive` the output among the sources.
pub fn neighbor_alltoallv(
    member: Member,
    neighbors: Neighbors<'_>,
    send: ScheduleBlocks<'_>,
    receive: ScheduleBlocks<'_>,
) -> Schedule {
    exchange(member, neighbors, |index| send.span(PackedBuffer::Input, index), receive)
}

/// Plans sending a block of `bytes` to each destination and receiving one from each source.
pub fn neighbor_alltoall(member: Member, neighbors: Neighbors<'_>, bytes: usize) -> Schedule {
    neighbor_alltoallv(
        member,
        neighbors,
        ScheduleBlocks::Equal(bytes),
        ScheduleBlocks::Equal(bytes),
    )
}

/// Plans an exchange in which every block has a type of its own: the same as [`neighbor_alltoallv`],
/// since all data are packed here.
pub fn neighbor_alltoallw(
    member: Member,
    neighbors: Neighbors<'_>,
    send: ScheduleBlocks<'_>,
    receive: ScheduleBlocks<'_>,
) -> Schedule {
    neighbor_alltoallv(member, neighbors, send, receive)
}

fn exchange(
    member: Member,
    neighbors: Neighbors<'_>,
    outgoing: impl Fn(u32) -> Span,
    receive: ScheduleBlocks<'_>,
) -> Schedule {
    let mut plan = Builder::default();
    let mut to_self = VecDeque::new();
    let mut from_self = VecDeque::new();
    for index in neighbors.arrival_order() {
        let block = receive.span(PackedBuffer::Output, index as u32);
        match neighbors.sources[index] {
            Some(rank) if rank == member.rank => from_self.push_back(block),
            Some(rank) => plan.recv(rank, block),
            None => {}
        }
    }
    for (destination, index) in neighbors.destinations.iter().zip(0..) {
        match *destination {
            Some(rank) if rank == member.rank => to_self.push_back(outgoing(index)),
            Some(rank) => plan.send(rank, outgoing(index)),
            None => {}
        }
    }
    for (from, to) in to_self.into_iter().zip(from_self) {
        plan.copy(from, to);
    }
    plan.finish()
}
