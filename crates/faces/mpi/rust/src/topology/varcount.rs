//! Blocks of different lengths among neighbours (the v-forms of MPI-5.0 §8.6).

use crate::buffer::{self, reading, writing};
use crate::communicator::Communicator;
use crate::equivalence::Equivalence;
use crate::error::{Result, in_call};
use crate::nonblocking::sent;
use crate::reduction::same_count;
use crate::request::Request;
use crate::scope::{OperationKind, Scope};
use crate::types;
use crate::varcount::{Blocks, packed, sum};
use ferry_mpi::coll::{Operation, RecvBlocks, SendBlocks};

impl Communicator {
    /// Sends the same elements to all neighbours, and returns what came from them, in their order
    /// (`MPI_Neighbor_allgatherv`, after one of the lengths). Nobody's block is empty.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// let world = universe.world();
    /// let (me, size) = (world.rank(), world.size());
    /// let ring = world.create_adjacent(&[(me + size - 1) % size], &[(me + 1) % size])?;
    /// let came = ring.neighbor_all_gather_varcount(&vec![me; me + 1])?;
    /// assert_eq!(came.block(0), vec![(me + size - 1) % size; (me + size - 1) % size + 1]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn neighbor_all_gather_varcount<T: Equivalence>(&self, data: &[T]) -> Result<Blocks<T>> {
        in_call("neighbor_all_gather_varcount", || {
            let counts = self.neighbor_all_gather(&data.len())?;
            let datatype = types::element::<T>()?;
            let mut items = buffer::zeroed_vec(sum(&counts)?)?;
            let (send, lent) = (reading(data).of(datatype), writing(&mut items));
            let recv = RecvBlocks { memory: lent.memory(), blocks: packed(&counts, datatype) };
            self.collective(&Operation::NeighborAllgatherv(send, recv))?;
            drop(lent);
            Blocks::new(items, counts)
        })
    }

    /// Sends each neighbour its block, and returns the blocks that came, in the neighbours' order
    /// (`MPI_Neighbor_alltoallv`, after an exchange of the lengths). Nobody's block is empty.
    ///
    /// # Errors
    /// [`ErrorClass::COUNT`](crate::ErrorClass::COUNT) where there is no block for each neighbour that this process
    /// sends to.
    pub fn neighbor_all_to_all_varcount<T: Equivalence>(
        &self,
        blocks: &Blocks<T>,
    ) -> Result<Blocks<T>> {
        in_call("neighbor_all_to_all_varcount", || {
            let (sources, destinations) = self.degrees()?;
            same_count("list of blocks for the neighbours", blocks.counts().len(), destinations)?;
            let mut counts = vec![0; sources];
            self.neighbor_all_to_all_into(blocks.counts(), &mut counts)?;
            let datatype = types::element::<T>()?;
            let mut items = buffer::zeroed_vec(sum(&counts)?)?;
            let (send, lent) = (reading(blocks.items()), writing(&mut items));
            let outgoing = packed(blocks.counts(), datatype);
            let send = SendBlocks { memory: send.memory(), blocks: outgoing };
            let recv = RecvBlocks { memory: lent.memory(), blocks: packed(&counts, datatype) };
            self.collective(&Operation::NeighborAlltoallv(send, recv))?;
            drop(lent);
            Blocks::new(items, counts)
        })
    }

    /// Starts a gathering of blocks of any lengths from the neighbours (`MPI_Ineighbor_allgatherv`): `all` has room for
    /// all, whose lengths this process has to know.
    ///
    /// # Errors
    /// [`ErrorClass::COUNT`](crate::ErrorClass::COUNT) where the lengths are not as many as neighbours, or do not fit
    /// the room.
    pub fn ineighbor_all_gather_varcount_into<'scope, T: Equivalence>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        data: &'scope [T],
        all: &'scope mut [T],
        counts: &[usize],
    ) -> Result<Request<'scope, &'scope mut [T]>> {
        in_call("ineighbor_all_gather_varcount_into", || {
            let (sources, _) = self.degrees()?;
            fit(counts, sources, all.len())?;
            let send = sent(data)?;
            scope.receiving(OperationKind::Joint, all, |lent| {
                let blocks = packed(counts, lent.datatype);
                let recv = RecvBlocks { memory: lent.memory, blocks };
                self.begin(&Operation::NeighborAllgatherv(send, recv))
            })
        })
    }

    /// Starts an exchange of blocks of any lengths with the neighbours (`MPI_Ineighbor_alltoallv`): `all` has room for
    /// what comes, whose lengths this process has to know.
    ///
    /// # Errors
    /// [`ErrorClass::COUNT`](crate::ErrorClass::COUNT) where the blocks or the lengths are not as many as neighbours,
    /// or do not fit the room.
    pub fn ineighbor_all_to_all_varcount_into<'scope, T: Equivalence>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        blocks: &'scope Blocks<T>,
        all: &'scope mut [T],
        counts: &[usize],
    ) -> Result<Request<'scope, &'scope mut [T]>> {
        in_call("ineighbor_all_to_all_varcount_into", || {
            let (sources, destinations) = self.degrees()?;
            same_count("list of blocks for the neighbours", blocks.counts().len(), destinations)?;
            fit(counts, sources, all.len())?;
            let send = sent(blocks.items())?;
            let outgoing = packed(blocks.counts(), send.datatype);
            let send = SendBlocks { memory: send.memory, blocks: outgoing };
            scope.receiving(OperationKind::Joint, all, |lent| {
                let blocks = packed(counts, lent.datatype);
                let recv = RecvBlocks { memory: lent.memory, blocks };
                self.begin(&Operation::NeighborAlltoallv(send, recv))
            })
        })
    }
}

/// Whether the lengths of blocks, one from each neighbour, fit the room for all.
fn fit(counts: &[usize], neighbours: usize, room: usize) -> Result<()> {
    same_count("list of counts", counts.len(), neighbours)?;
    same_count("room for all", room, sum(counts)?)
}
