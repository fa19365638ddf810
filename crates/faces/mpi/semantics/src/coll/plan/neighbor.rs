//! Neighbourhood collectives (MPI-5.0 §8.6).

use super::planner::{PlannedOperation, Planner};
use crate::coll::operation::{Operation, RecvBlocks, SendBlocks};
use crate::coll::staging::{StagedPiece, pieces};
use crate::comm::Comm;
use crate::constants::MPI_ERR_TOPOLOGY;
use crate::error::{Error, Result};
use crate::handle::CommHandle;
use crate::p2p::{RecvBuffer, SendBuffer};
use crate::process::enter;
use crate::topo::Topology;
use ferry_coll::{Neighbors, Pairing};
use ferry_sys::Arena;

/// The edges of this process; `None` leads beyond a grid.
pub(crate) struct Edges {
    pub(crate) sources: Vec<Option<u32>>,
    pub(crate) destinations: Vec<Option<u32>>,
    pairing: Pairing,
}

impl Edges {
    /// Those of a communicator's topology.
    ///
    /// # Errors
    /// Where it has none.
    pub(crate) fn of(comm: &Comm) -> Result<Self> {
        let Some(topology) = &comm.topology else {
            let text = "the communicator has no process topology, so it has no neighbours";
            return Err(Error::new(MPI_ERR_TOPOLOGY, text));
        };
        let (sources, destinations) = topology.neighbors(comm.rank);
        // MPI_PROC_NULL is negative.
        let ranks =
            |list: Vec<i32>| list.into_iter().map(|rank| u32::try_from(rank).ok()).collect();
        let pairing = match **topology {
            Topology::Cart(_) => Pairing::Mirrored,
            Topology::Graph(_) | Topology::DistGraph(_) => Pairing::InOrder,
        };
        Ok(Edges { sources: ranks(sources), destinations: ranks(destinations), pairing })
    }

    /// As schedules know them.
    pub(crate) fn neighbors(&self) -> Neighbors<'_> {
        let Edges { sources, destinations, pairing } = self;
        Neighbors { sources, destinations, pairing: *pairing }
    }
}

/// Numbers of sources and destinations of this process in a communicator's topology.
pub fn degrees(comm: CommHandle) -> Result<(usize, usize)> {
    let edges = Edges::of(enter().comm(comm)?)?;
    Ok((edges.sources.len(), edges.destinations.len()))
}

/// Plans an operation on neighbours.
pub(super) fn plan(planner: &mut Planner<'_>, operation: &Operation) -> Result<PlannedOperation> {
    let edges = Edges::of(&planner.comm)?;
    match operation {
        Operation::NeighborAllgather(send, recv) => planner.near_allgather(&edges, send, recv),
        Operation::NeighborAllgatherv(send, recv) => planner.near_allgatherv(&edges, send, recv),
        Operation::NeighborAlltoall(send, recv) => planner.near_alltoall(&edges, send, recv),
        Operation::NeighborAlltoallv(send, recv) => planner.near_alltoallv(&edges, send, recv),
        _ => Err(Error::new(crate::constants::MPI_ERR_INTERN, "not a neighbourhood collective")),
    }
}

impl Planner<'_> {
    /// What goes to all destinations; without any it is not looked at.
    fn near_input(&mut self, edges: &Edges, send: &SendBuffer) -> Result<(Arena, usize)> {
        if edges.destinations.is_empty() { Ok((Arena::empty(), 0)) } else { self.input(send) }
    }

    fn near_allgather(
        &mut self,
        edges: &Edges,
        send: &SendBuffer,
        recv: &RecvBuffer,
    ) -> Result<PlannedOperation> {
        let (input, own) = self.near_input(edges, send)?;
        let block = StagedPiece::of_recv(self.staging.process, recv)?;
        let blocks = ferry_coll::ScheduleBlocks::Equal(block.len);
        let all = block.times(edges.sources.len() as u32)?;
        let (output, unpacking) = self.staging.output(recv.memory, all, true)?;
        let schedule = ferry_coll::neighbor_allgatherv(self.member, edges.neighbors(), own, blocks);
        Ok(PlannedOperation::new(schedule, input, output).unpacking(unpacking))
    }

    fn near_allgatherv(
        &mut self,
        edges: &Edges,
        send: &SendBuffer,
        recv: &RecvBlocks,
    ) -> Result<PlannedOperation> {
        let (input, own) = self.near_input(edges, send)?;
        let list = pieces(self.staging.process, &recv.blocks)?;
        let (output, places, unpacking) = self.staging.output_blocks(recv.memory, list, true)?;
        let blocks = places.blocks();
        let schedule = ferry_coll::neighbor_allgatherv(self.member, edges.neighbors(), own, blocks);
        Ok(PlannedOperation::new(schedule, input, output).unpacking(unpacking))
    }

    fn near_alltoall(
        &mut self,
        edges: &Edges,
        send: &SendBuffer,
        recv: &RecvBuffer,
    ) -> Result<PlannedOperation> {
        let sent = StagedPiece::of_send(self.staging.process, send)?;
        let received = StagedPiece::of_recv(self.staging.process, recv)?;
        let (give, take) = (
            ferry_coll::ScheduleBlocks::Equal(sent.len),
            ferry_coll::ScheduleBlocks::Equal(received.len),
        );
        let input =
            self.staging.input(&send.memory, &sent.times(edges.destinations.len() as u32)?)?;
        let all = received.times(edges.sources.len() as u32)?;
        let (output, unpacking) = self.staging.output(recv.memory, all, true)?;
        let schedule = ferry_coll::neighbor_alltoallv(self.member, edges.neighbors(), give, take);
        Ok(PlannedOperation::new(schedule, input, output).unpacking(unpacking))
    }

    fn near_alltoallv(
        &mut self,
        edges: &Edges,
        send: &SendBlocks,
        recv: &RecvBlocks,
    ) -> Result<PlannedOperation> {
        let list = pieces(self.staging.process, &send.blocks)?;
        let (input, sent) = self.staging.input_blocks(&send.memory, &list)?;
        let list = pieces(self.staging.process, &recv.blocks)?;
        let (output, received, unpacking) = self.staging.output_blocks(recv.memory, list, true)?;
        let (give, take) = (sent.blocks(), received.blocks());
        let schedule = ferry_coll::neighbor_alltoallv(self.member, edges.neighbors(), give, take);
        Ok(PlannedOperation::new(schedule, input, output).unpacking(unpacking))
    }
}
