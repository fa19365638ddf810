//! Collectives between the two groups that do not block (MPI-5.0 §6.12).

mod varcount;

use super::Intercommunicator;
use super::collective::InterRoot;
use crate::buffer::reading;
use crate::collective::required;
use crate::data::Buffer;
use crate::equivalence::Equivalence;
use crate::error::{Result, in_call};
use crate::nonblocking::{Filling, sent, vectors};
use crate::op::Op;
use crate::reduction::same_count;
use crate::request::Request;
use crate::scope::{OperationKind, Scope};
use crate::universe::admit;
use ferry_mpi::coll::Operation;
use ferry_mpi::p2p::{RecvBuffer, SendBuffer};

/// All processes of both groups must call, in the same order and with lengths that fit one another; a scope waits for those
/// that nobody else waits for.
impl Intercommunicator {
    /// Starts a [`barrier`](Intercommunicator::barrier) (`MPI_Ibarrier`).
    pub fn ibarrier<'scope>(
        &self,
        scope: &'scope Scope<'scope, '_>,
    ) -> Result<Request<'scope, &'scope ()>> {
        self.comm.ibarrier(scope)
    }

    /// Starts a [`broadcast`](Intercommunicator::broadcast) (`MPI_Ibcast`).
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// # let world = universe.world();
    /// use ferry::InterRoot;
    /// if world.size() >= 2 {
    ///     let side = world.rank() % 2;
    ///     let half = world.split(Some(side as u32), 0)?.unwrap();
    ///     let pair = half.intercommunicator(0, &world, 1 - side, 7)?;
    ///     let root = match world.rank() {
    ///         0 => InterRoot::Me,
    ///         rank if rank % 2 == 0 => InterRoot::Beside,
    ///         _ => InterRoot::There(0),
    ///     };
    ///     let mut word = [if world.rank() == 0 { 42 } else { 0 }; 100];
    ///     ferry::scope(|scope| {
    ///         let told = pair.ibroadcast(scope, &mut word[..], root)?;
    ///         // Here is time for something else.
    ///         told.wait().map(drop)
    ///     })?;
    ///     assert_eq!(word == [42; 100], side == 1 || world.rank() == 0);
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`ErrorClass::ROOT`](crate::ErrorClass::ROOT) where the root is no rank of the other group.
    pub fn ibroadcast<'scope, D: Buffer + ?Sized>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        data: &'scope mut D,
        root: InterRoot,
    ) -> Result<Filling<'scope, D>> {
        in_call("ibroadcast", || {
            let from = self.root(root)?;
            scope.receiving(OperationKind::Joint, data, |lent| {
                self.comm.begin(&Operation::Bcast(lent, from))
            })
        })
    }

    /// Starts a gather of equal blocks of the other group's processes (`MPI_Igather`): the root gives room for one of each,
    /// in order of rank, and has no use for `data`.
    ///
    /// # Errors
    /// [`ErrorClass::COUNT`](crate::ErrorClass::COUNT) where the root's room is none for equal blocks.
    pub fn igather_into<'scope, D: Buffer + ?Sized>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        data: &'scope D,
        all: Option<&'scope mut [D::Item]>,
        root: InterRoot,
    ) -> Result<Filling<'scope, [D::Item]>> {
        in_call("igather_into", || {
            let to = self.root(root)?;
            let send = sent(data)?;
            let room = match root {
                InterRoot::Me => required(all, "gathers")?,
                _ => &mut [],
            };
            let block = self.comm.block_of(room.len())? as u64;
            scope.receiving(OperationKind::Joint, room, |lent| {
                let recv = RecvBuffer { count: block, ..lent };
                self.comm.begin(&Operation::Gather(Some(send), recv, to))
            })
        })
    }

    /// Starts a [`scatter_into`](Intercommunicator::scatter_into) (`MPI_Iscatter`).
    ///
    /// # Errors
    /// [`ErrorClass::COUNT`](crate::ErrorClass::COUNT) where the root's data are no equal blocks.
    pub fn iscatter_into<'scope, D: Buffer + ?Sized>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        all: Option<&'scope [D::Item]>,
        mine: &'scope mut D,
        root: InterRoot,
    ) -> Result<Filling<'scope, D>> {
        in_call("iscatter_into", || {
            let from = self.root(root)?;
            let all = match root {
                InterRoot::Me => required(all, "scatters")?,
                _ => &[],
            };
            let count = self.comm.block_of(all.len())? as u64;
            let send = SendBuffer { count, ..sent(all)? };
            scope.receiving(OperationKind::Joint, mine, |lent| {
                self.comm.begin(&Operation::Scatter(send, Some(lent), from))
            })
        })
    }

    /// Starts an [`all_gather`](Intercommunicator::all_gather) (`MPI_Iallgather`) into room for a block of each process of
    /// the other group.
    ///
    /// # Errors
    /// [`ErrorClass::COUNT`](crate::ErrorClass::COUNT) where the room is not as many blocks as long as `data`.
    pub fn iall_gather_into<'scope, D: Buffer + ?Sized>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        data: &'scope D,
        all: &'scope mut [D::Item],
    ) -> Result<Filling<'scope, [D::Item]>> {
        in_call("iall_gather_into", || {
            admit()?;
            let send = sent(data)?;
            same_count("room for all", all.len(), self.comm.times(data.items().len())?)?;
            scope.receiving(OperationKind::Joint, all, |lent| {
                let recv = RecvBuffer { count: send.count, ..lent };
                self.comm.begin(&Operation::Allgather(Some(send), recv))
            })
        })
    }

    /// Starts an [`all_to_all`](Intercommunicator::all_to_all) (`MPI_Ialltoall`) into room for as many elements.
    ///
    /// # Errors
    /// [`ErrorClass::COUNT`](crate::ErrorClass::COUNT) where the data are no equal blocks, or the room has another length.
    pub fn iall_to_all_into<'scope, T: Equivalence>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        data: &'scope [T],
        all: &'scope mut [T],
    ) -> Result<Filling<'scope, [T]>> {
        in_call("iall_to_all_into", || {
            admit()?;
            let block = self.comm.block_of(data.len())? as u64;
            same_count("room for all", all.len(), data.len())?;
            let send = SendBuffer { count: block, ..sent(data)? };
            scope.receiving(OperationKind::Joint, all, |lent| {
                let recv = RecvBuffer { count: block, ..lent };
                self.comm.begin(&Operation::Alltoall(Some(send), recv))
            })
        })
    }

    /// Starts an [`all_reduce`](Intercommunicator::all_reduce) (`MPI_Iallreduce`) into room for as many elements.
    ///
    /// # Errors
    /// [`ErrorClass::COUNT`](crate::ErrorClass::COUNT) where `result` is not as long as `data`.
    pub fn iall_reduce_into<'scope, D: Buffer + ?Sized, R: Buffer<Item = D::Item> + ?Sized>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        data: &'scope D,
        result: &'scope mut R,
        op: &Op<D::Item>,
    ) -> Result<Filling<'scope, R>> {
        in_call("iall_reduce_into", || {
            admit()?;
            let (send, count) = (reading(data.items()).memory(), data.items().len());
            same_count("room for the result", result.items().len(), count)?;
            scope.reducing(op, result, |operands, recv| {
                self.comm.begin(&Operation::Allreduce(vectors(operands, send, recv, count)))
            })
        })
    }

    /// Starts a [`reduce`](Intercommunicator::reduce) (`MPI_Ireduce`): the root gives room for the result, and has no use
    /// for `data`.
    ///
    /// # Errors
    /// [`ErrorClass::BUFFER`](crate::ErrorClass::BUFFER) where the root gives none.
    pub fn ireduce_into<'scope, D: Buffer + ?Sized>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        data: &'scope D,
        result: Option<&'scope mut [D::Item]>,
        op: &Op<D::Item>,
        root: InterRoot,
    ) -> Result<Filling<'scope, [D::Item]>> {
        in_call("ireduce_into", || {
            let to = self.root(root)?;
            let (room, count) = match root {
                InterRoot::Me => {
                    let room = required(result, "reduces")?;
                    let count = room.len();
                    (room, count)
                }
                _ => (&mut [][..], data.items().len()),
            };
            let send = reading(data.items()).memory();
            scope.reducing(op, room, |operands, recv| {
                self.comm.begin(&Operation::Reduce(vectors(operands, send, recv, count), to))
            })
        })
    }
}
