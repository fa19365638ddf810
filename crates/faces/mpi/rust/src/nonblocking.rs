//! Non-blocking collectives (MPI-5.0 §6.12): requests of a scope, like other non-blocking operations. A scope that ends
//! by an error waits for them as well, for the other processes count on this one; a panic ends the job.

mod reduction;
mod varcount;

pub(crate) use reduction::vectors;

use crate::buffer::reading;
use crate::collective::required;
use crate::communicator::Communicator;
use crate::data::Buffer;
use crate::equivalence::Equivalence;
use crate::error::{ErrorClass, Result, in_call};
use crate::reduction::same_count;
use crate::request::Request;
use crate::scope::{OperationKind, Scope};
use crate::types;
use crate::universe::admit;
use ferry_mpi::coll::{self, Operation};
use ferry_mpi::handle::RequestHandle;
use ferry_mpi::p2p::{RecvBuffer, SendBuffer};

/// A request whose buffer the operation writes to.
pub(crate) type Filling<'scope, D> = Request<'scope, &'scope mut D>;

static NOTHING: () = ();

impl Communicator {
    pub(crate) fn begin(&self, operation: &Operation) -> ferry_mpi::Result<RequestHandle> {
        coll::start(self.handle(), operation)
    }

    /// Starts a barrier (`MPI_Ibarrier`).
    pub fn ibarrier<'scope>(
        &self,
        scope: &'scope Scope<'scope, '_>,
    ) -> Result<Request<'scope, &'scope ()>> {
        in_call("ibarrier", || {
            admit()?;
            scope.sending(OperationKind::Joint, &NOTHING, |_| self.begin(&Operation::Barrier))
        })
    }

    /// Starts a [`broadcast`](Communicator::broadcast) (`MPI_Ibcast`).
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// # let world = universe.world();
    /// let mut table = vec![world.rank(); 1000];
    /// ferry::scope(|scope| {
    ///     let request = world.ibroadcast(scope, &mut table, 0)?;
    ///     // Here is time for something else.
    ///     request.wait().map(drop)
    /// })?;
    /// assert_eq!(table, [0; 1000]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn ibroadcast<'scope, D: Buffer + ?Sized>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        data: &'scope mut D,
        root: usize,
    ) -> Result<Filling<'scope, D>> {
        in_call("ibroadcast", || {
            let root = self.admit_rank(root, ErrorClass::ROOT)?;
            scope.receiving(OperationKind::Joint, data, |lent| {
                self.begin(&Operation::Bcast(lent, root))
            })
        })
    }

    /// Starts a [`gather_into`](Communicator::gather_into) (`MPI_Igather`).
    pub fn igather_into<'scope, D: Buffer + ?Sized>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        data: &'scope D,
        all: Option<&'scope mut [D::Item]>,
        root: usize,
    ) -> Result<Filling<'scope, [D::Item]>> {
        in_call("igather_into", || {
            let to = self.admit_rank(root, ErrorClass::ROOT)?;
            let send = sent(data)?;
            let room = if root == self.rank() { required(all, "gathers")? } else { &mut [] };
            if root == self.rank() {
                same_count("room of the root", room.len(), self.times(data.items().len())?)?;
            }
            scope.receiving(OperationKind::Joint, room, |lent| {
                let recv = RecvBuffer { count: send.count, ..lent };
                self.begin(&Operation::Gather(Some(send), recv, to))
            })
        })
    }

    /// Starts an [`all_gather_into`](Communicator::all_gather_into) (`MPI_Iallgather`).
    pub fn iall_gather_into<'scope, D: Buffer + ?Sized>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        data: &'scope D,
        all: &'scope mut [D::Item],
    ) -> Result<Filling<'scope, [D::Item]>> {
        in_call("iall_gather_into", || {
            admit()?;
            let send = sent(data)?;
            same_count("room for all", all.len(), self.times(data.items().len())?)?;
            scope.receiving(OperationKind::Joint, all, |lent| {
                let recv = RecvBuffer { count: send.count, ..lent };
                self.begin(&Operation::Allgather(Some(send), recv))
            })
        })
    }

    /// Starts a [`scatter_into`](Communicator::scatter_into) (`MPI_Iscatter`).
    pub fn iscatter_into<'scope, D: Buffer + ?Sized>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        all: Option<&'scope [D::Item]>,
        mine: &'scope mut D,
        root: usize,
    ) -> Result<Filling<'scope, D>> {
        in_call("iscatter_into", || {
            let from = self.admit_rank(root, ErrorClass::ROOT)?;
            let count = mine.items().len();
            let all = if root == self.rank() { required(all, "scatters")? } else { &[] };
            if root == self.rank() {
                same_count("data of the root", all.len(), self.times(count)?)?;
            }
            let send = SendBuffer { count: count as u64, ..sent(all)? };
            scope.receiving(OperationKind::Joint, mine, |lent| {
                self.begin(&Operation::Scatter(send, Some(lent), from))
            })
        })
    }

    /// Starts an [`all_to_all_into`](Communicator::all_to_all_into) (`MPI_Ialltoall`).
    pub fn iall_to_all_into<'scope, T: Equivalence>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        data: &'scope [T],
        all: &'scope mut [T],
    ) -> Result<Filling<'scope, [T]>> {
        in_call("iall_to_all_into", || {
            admit()?;
            let block = self.block_of(data.len())? as u64;
            same_count("room for all", all.len(), data.len())?;
            let send = SendBuffer { count: block, ..sent(data)? };
            scope.receiving(OperationKind::Joint, all, |lent| {
                let recv = RecvBuffer { count: block, ..lent };
                self.begin(&Operation::Alltoall(Some(send), recv))
            })
        })
    }
}

/// Elements to be sent.
pub(crate) fn sent<D: Buffer + ?Sized>(data: &D) -> Result<SendBuffer> {
    Ok(reading(data.items()).of(types::element::<D::Item>()?))
}
