//! Collectives among neighbours in a grid or a graph (MPI-5.0 §8.6).

use crate::buffer::{self, finish, reading, writing};
use crate::communicator::Communicator;
use crate::data::lend::{In as _, Out as _};
use crate::data::{Buffer, lend::BORROWER};
use crate::equivalence::Equivalence;
use crate::error::{Error, Result, in_call};
use crate::nonblocking::sent;
use crate::reduction::same_count;
use crate::request::Request;
use crate::scope::{OperationKind, Scope};
use crate::types;
use crate::universe::admit;
use crate::view::{View, ViewMut};
use ferry_mpi::coll::{self, Operation, RecvBlocks, SendBlocks, Types, VBlocks};
use ferry_mpi::handle::DatatypeHandle;
use ferry_mpi::p2p::{RecvBuffer, SendBuffer};

impl Communicator {
    /// Neighbours that send to this process, and those that it sends to.
    pub(crate) fn degrees(&self) -> Result<(usize, usize)> {
        admit()?;
        Ok(coll::degrees(self.handle())?)
    }

    /// Sends the same data to all neighbours, and returns what came from them, in their order
    /// (`MPI_Neighbor_allgather`). In a grid these are the two of each dimension; of those that are nobody the part
    /// is all zero.
    pub fn neighbor_all_gather<D: Buffer + ?Sized>(&self, data: &D) -> Result<Vec<D::Item>> {
        in_call("neighbor_all_gather", || {
            let (sources, _) = self.degrees()?;
            let mut all = buffer::zeroed_vec(sources.saturating_mul(data.items().len()))?;
            let datatype = types::element::<D::Item>()?;
            let (send, lent) = (reading(data.items()).of(datatype), writing(&mut all));
            let recv = RecvBuffer { count: send.count, ..lent.of(datatype) };
            self.collective(&Operation::NeighborAllgather(send, recv))?;
            drop(lent);
            Ok(all)
        })
    }

    /// Starts a [`neighbor_all_gather`](Communicator::neighbor_all_gather) (`MPI_Ineighbor_allgather`): `all` has room for
    /// as much from each neighbour. Blocks of nobody stay as they are.
    ///
    /// # Errors
    /// [`ErrorClass::TOPOLOGY`](crate::ErrorClass::TOPOLOGY) without neighbours, as of the others here.
    pub fn ineighbor_all_gather_into<'scope, D: Buffer + ?Sized>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        data: &'scope D,
        all: &'scope mut [D::Item],
    ) -> Result<Request<'scope, &'scope mut [D::Item]>> {
        in_call("ineighbor_all_gather_into", || {
            let (sources, _) = self.degrees()?;
            let send = sent(data)?;
            let needed = sources.saturating_mul(data.items().len());
            same_count("room for all neighbours", all.len(), needed)?;
            scope.receiving(OperationKind::Joint, all, |lent| {
                let recv = RecvBuffer { count: send.count, ..lent };
                self.begin(&Operation::NeighborAllgather(send, recv))
            })
        })
    }

    /// Sends each neighbour its block of the data, into blocks that come from the neighbours
    /// (`MPI_Neighbor_alltoall`). Blocks of nobody stay as they are.
    pub fn neighbor_all_to_all_into<T: Equivalence>(
        &self,
        data: &[T],
        all: &mut [T],
    ) -> Result<()> {
        in_call("neighbor_all_to_all_into", || {
            let (send_count, recv_count) = self.blocks(data.len(), all.len())?;
            let datatype = types::element::<T>()?;
            let lent = writing(all);
            let send = SendBuffer { count: send_count, ..reading(data).of(datatype) };
            let recv = RecvBuffer { count: recv_count, ..lent.of(datatype) };
            self.collective(&Operation::NeighborAlltoall(send, recv))
        })
    }

    /// Starts a [`neighbor_all_to_all_into`](Communicator::neighbor_all_to_all_into) (`MPI_Ineighbor_alltoall`).
    pub fn ineighbor_all_to_all_into<'scope, T: Equivalence>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        data: &'scope [T],
        all: &'scope mut [T],
    ) -> Result<Request<'scope, &'scope mut [T]>> {
        in_call("ineighbor_all_to_all_into", || {
            let (send_count, recv_count) = self.blocks(data.len(), all.len())?;
            let datatype = types::element::<T>()?;
            let send = SendBuffer { count: send_count, ..reading(data).of(datatype) };
            scope.receiving(OperationKind::Joint, all, |lent| {
                let recv = RecvBuffer { count: recv_count, ..lent };
                self.begin(&Operation::NeighborAlltoall(send, recv))
            })
        })
    }

    /// Elements of the blocks that go out and come in.
    fn blocks(&self, outgoing: usize, incoming: usize) -> Result<(u64, u64)> {
        let (sources, destinations) = self.degrees()?;
        let block = |items: usize, neighbours: usize, what: &str| {
            let block = items.checked_div(neighbours).unwrap_or(0);
            same_count(what, items, block * neighbours)?;
            Ok::<_, Error>(block as u64)
        };
        Ok((
            block(outgoing, destinations, "list of equal blocks for the neighbours")?,
            block(incoming, sources, "room for equal blocks of the neighbours")?,
        ))
    }

    /// Sends each neighbour a view and receives one from each, all where they lie (`MPI_Neighbor_alltoallw`): the
    /// exchange of a halo. Views of nobody stay as they are.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// use ferry::{View, ViewMut};
    /// let world = universe.world();
    /// let Some(row) = world.create_cartesian(&[world.size()], &[true])? else { return Ok(()) };
    /// // 3 rows and 4 columns, of which the outer two are the neighbours'. Columns 1 and 2 go out.
    /// let mut field = [[9, row.rank(), row.rank(), 9]; 3].concat();
    /// let inner = field.clone();
    /// let sent = [View::strided(&inner[1..], 1, 4, 3)?, View::strided(&inner[2..], 1, 4, 3)?];
    /// let mut came = ViewMut::arrays(&mut field, &[3, 4], &[&[0..3, 0..1], &[0..3, 3..4]])?;
    /// row.neighbor_exchange(&sent, &mut came)?;
    /// assert_eq!(field[11], (row.rank() + 1) % row.size());
    /// # Ok(())
    /// # }
    /// ```
    pub fn neighbor_exchange<T: Equivalence>(
        &self,
        send: &[View<'_, T>],
        receive: &mut [ViewMut<'_, T>],
    ) -> Result<()> {
        in_call("neighbor_exchange", || {
            let (sources, destinations) = self.degrees()?;
            same_count("list of views to send", send.len(), destinations)?;
            same_count("list of views to receive", receive.len(), sources)?;
            let nothing = reading::<T>(&[]).memory();
            let sent =
                send.iter().map(|view| view.outgoing(BORROWER)).collect::<Result<Vec<_>>>()?;
            let from = sent.first().map_or(nothing, |first| first.memory);
            let places = sent.iter().map(|of| apart(from.address(0), of.memory.address(0)));
            let send_types = sent.iter().map(|of| of.datatype).collect();
            let send = SendBlocks { memory: from, blocks: blocks(places.collect(), send_types) };

            let lent = receive
                .iter_mut()
                .map(|view| view.incoming(BORROWER))
                .collect::<Result<Vec<_>>>()?;
            let mut empty: [T; 0] = [];
            let none = writing(&mut empty[..]);
            let to = lent.first().map_or(none.memory(), |(_, first)| first.memory);
            let places = lent.iter().map(|(_, of)| apart(to.address(0), of.memory.address(0)));
            let recv_types = lent.iter().map(|(_, of)| of.datatype).collect();
            let recv = RecvBlocks { memory: to, blocks: blocks(places.collect(), recv_types) };
            finish(|| self.collective(&Operation::NeighborAlltoallv(send, recv)))
        })
    }
}

/// Bytes from one address to another.
fn apart(from: *const u8, to: *const u8) -> i64 {
    to.addr().wrapping_sub(from.addr()).cast_signed() as i64
}

/// One of each datatype, at these bytes.
fn blocks(displs: Vec<i64>, types: Vec<DatatypeHandle>) -> VBlocks {
    VBlocks { counts: vec![1; displs.len()], displs, types: Types::Each(types) }
}
