//! Collectives among neighbours that are started again and again (MPI-5.0 §8.8).

use super::Repeated;
use crate::buffer::zeroed_vec;
use crate::communicator::Communicator;
use crate::equivalence::Equivalence;
use crate::error::{Result, in_call};
use crate::reduction::same_count;
use ferry_mpi::coll::Operation;
use ferry_mpi::p2p::{RecvBuffer, SendBuffer};

impl Communicator {
    /// Makes a sending of the same elements to all neighbours; the output is what comes from them, in their order
    /// (`MPI_Neighbor_allgather_init`).
    ///
    /// # Errors
    /// [`ErrorClass::TOPOLOGY`](crate::ErrorClass::TOPOLOGY) without neighbours.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// let world = universe.world();
    /// let (me, size) = (world.rank(), world.size());
    /// let ring = world.create_adjacent(&[(me + size - 1) % size], &[(me + 1) % size])?;
    /// let mut edge = ring.repeated_neighbor_all_gather(vec![me])?;
    /// for _ in 0..3 {
    ///     edge.start()?.wait()?;
    ///     let came = edge.output()?[0];
    ///     edge.input_mut()?[0] = came;
    /// }
    /// assert_eq!(edge.output()?, [(me + 3 * size - 3) % size]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn repeated_neighbor_all_gather<T: Equivalence>(
        &self,
        data: Vec<T>,
    ) -> Result<Repeated<T>> {
        in_call("repeated_neighbor_all_gather", || {
            let (sources, _) = self.degrees()?;
            let all = zeroed_vec(sources.saturating_mul(data.len()))?;
            self.repeated(data, all, |send, recv| {
                let recv = RecvBuffer { count: send.count, ..recv };
                Ok(Operation::NeighborAllgather(send, recv))
            })
        })
    }

    /// Makes an exchange of blocks with the neighbours, `block` elements with each (`MPI_Neighbor_alltoall_init`).
    ///
    /// # Errors
    /// [`ErrorClass::TOPOLOGY`](crate::ErrorClass::TOPOLOGY) without neighbours, [`ErrorClass::COUNT`](crate::ErrorClass::COUNT) where the data are no such blocks.
    pub fn repeated_neighbor_all_to_all<T: Equivalence>(
        &self,
        data: Vec<T>,
        block: usize,
    ) -> Result<Repeated<T>> {
        in_call("repeated_neighbor_all_to_all", || {
            let (sources, destinations) = self.degrees()?;
            let needed = destinations.saturating_mul(block);
            same_count("list of blocks for the neighbours", data.len(), needed)?;
            let all = zeroed_vec(sources.saturating_mul(block))?;
            self.repeated(data, all, |send, recv| {
                let count = block as u64;
                let (send, recv) = (SendBuffer { count, ..send }, RecvBuffer { count, ..recv });
                Ok(Operation::NeighborAlltoall(send, recv))
            })
        })
    }
}
