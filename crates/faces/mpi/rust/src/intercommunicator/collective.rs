//! Collectives between the two groups (MPI-5.0 §6.2.3): what one group gives the other gets.

use super::Intercommunicator;
use crate::buffer::{self, finish, reading, writing};
use crate::data::Buffer;
use crate::equivalence::Equivalence;
use crate::error::{Error, ErrorClass, Result, in_call};
use crate::op::Op;
use crate::types;
use crate::universe::admit;
use ferry_mpi::coll::{Operation, Vectors, run};
use ferry_mpi::constants::{MPI_PROC_NULL, MPI_ROOT};
use ferry_mpi::p2p::RecvBuffer;

/// Where the root of a collective between two groups is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InterRoot {
    /// It is this process (`MPI_ROOT`).
    Me,
    /// It is another process of this group, so this one has no part in it (`MPI_PROC_NULL`).
    Beside,
    /// It is this rank of the remote group.
    There(usize),
}

impl Intercommunicator {
    pub(super) fn root(&self, root: InterRoot) -> Result<i32> {
        match root {
            InterRoot::Me => admit().map(|()| MPI_ROOT),
            InterRoot::Beside => admit().map(|()| MPI_PROC_NULL),
            InterRoot::There(rank) => self.comm.admit_rank(rank, ErrorClass::ROOT),
        }
    }

    pub(super) fn across(&self, operation: &Operation) -> Result<()> {
        Ok(finish(|| run(self.comm.handle(), operation))?)
    }

    /// Waits until all processes of the other group have come here (`MPI_Barrier`).
    pub fn barrier(&self) -> Result<()> {
        in_call("barrier", || {
            admit()?;
            self.across(&Operation::Barrier)
        })
    }

    /// Copies the root's data to all processes of the other group (`MPI_Bcast`).
    pub fn broadcast<D: Buffer + ?Sized>(&self, data: &mut D, root: InterRoot) -> Result<()> {
        in_call("broadcast", || {
            let root = self.root(root)?;
            let datatype = types::element::<D::Item>()?;
            let lent = writing(data.items_mut());
            self.across(&Operation::Bcast(lent.of(datatype), root))
        })
    }

    /// Gathers equal blocks of the other group's processes at the root, in order of rank (`MPI_Gather`); the length of
    /// the root's own data says how long a block is. The others get `None`.
    pub fn gather<D: Buffer + ?Sized>(
        &self,
        data: &D,
        root: InterRoot,
    ) -> Result<Option<Vec<D::Item>>> {
        in_call("gather", || {
            let to = self.root(root)?;
            let datatype = types::element::<D::Item>()?;
            let count = data.items().len();
            let is_root = root == InterRoot::Me;
            let room = if is_root { self.comm.times(count)? } else { 0 };
            let mut all = buffer::zeroed_vec::<D::Item>(room)?;
            let (send, lent) = (reading(data.items()), writing(&mut all));
            let recv = RecvBuffer { count: count as u64, ..lent.of(datatype) };
            self.across(&Operation::Gather(Some(send.of(datatype)), recv, to))?;
            drop(lent);
            Ok(is_root.then_some(all))
        })
    }

    /// Gives each process of the other group its block of the root's data (`MPI_Scatter`). The root gives them all,
    /// and has no use for `mine`.
    pub fn scatter_into<D: Buffer + ?Sized>(
        &self,
        all: Option<&[D::Item]>,
        mine: &mut D,
        root: InterRoot,
    ) -> Result<()> {
        in_call("scatter_into", || {
            let from = self.root(root)?;
            let datatype = types::element::<D::Item>()?;
            let all = match root {
                InterRoot::Me => crate::collective::required(all, "scatters")?,
                _ => &[],
            };
            if !all.len().is_multiple_of(self.remote_size()) {
                let (len, blocks) = (all.len(), self.remote_size());
                let text = format!(
                    "{len} elements are no {blocks} equal blocks; give as many for each process"
                );
                return Err(Error::new(ErrorClass::COUNT, text));
            }
            let mut send = reading(all).of(datatype);
            send.count = (all.len() / self.remote_size()) as u64;
            let lent = writing(mine.items_mut());
            self.across(&Operation::Scatter(send, Some(lent.of(datatype)), from))
        })
    }

    /// The blocks of all processes of the other group, in order of rank (`MPI_Allgather`). Both groups give blocks of
    /// one length.
    pub fn all_gather<D: Buffer + ?Sized>(&self, data: &D) -> Result<Vec<D::Item>> {
        in_call("all_gather", || {
            admit()?;
            let datatype = types::element::<D::Item>()?;
            let count = data.items().len();
            let mut all = buffer::zeroed_vec(self.comm.times(count)?)?;
            let (send, lent) = (reading(data.items()), writing(&mut all));
            let recv = RecvBuffer { count: count as u64, ..lent.of(datatype) };
            self.across(&Operation::Allgather(Some(send.of(datatype)), recv))?;
            drop(lent);
            Ok(all)
        })
    }

    /// Sends block `i` of the data to rank `i` of the other group, and returns the blocks that came from it
    /// (`MPI_Alltoall`). All blocks have one length.
    pub fn all_to_all<T: Equivalence>(&self, data: &[T]) -> Result<Vec<T>> {
        in_call("all_to_all", || {
            admit()?;
            let datatype = types::element::<T>()?;
            let block = self.comm.block_of(data.len())? as u64;
            let mut all = buffer::zeroed_vec(data.len())?;
            let (mut send, lent) = (reading(data).of(datatype), writing(&mut all));
            send.count = block;
            let recv = RecvBuffer { count: block, ..lent.of(datatype) };
            self.across(&Operation::Alltoall(Some(send), recv))?;
            drop(lent);
            Ok(all)
        })
    }

    /// Combines the contributions of the other group at the root (`MPI_Reduce`); the length of the root's own data
    /// says how long they are. The others get `None`.
    pub fn reduce<D: Buffer + ?Sized>(
        &self,
        data: &D,
        op: &Op<D::Item>,
        root: InterRoot,
    ) -> Result<Option<D::Owned>> {
        in_call("reduce", || {
            let to = self.root(root)?;
            let result = self.combined(data, op, |vectors| Operation::Reduce(vectors, to))?;
            Ok((root == InterRoot::Me).then_some(result))
        })
    }

    /// The contributions of the other group, combined (`MPI_Allreduce`). Both groups give as many elements.
    pub fn all_reduce<D: Buffer + ?Sized>(&self, data: &D, op: &Op<D::Item>) -> Result<D::Owned> {
        in_call("all_reduce", || {
            admit()?;
            self.combined(data, op, Operation::Allreduce)
        })
    }

    fn combined<D: Buffer + ?Sized>(
        &self,
        data: &D,
        op: &Op<D::Item>,
        operation: impl FnOnce(Vectors) -> Operation,
    ) -> Result<D::Owned> {
        let mut result = data.zeroed()?;
        let (send, recv) = (reading(data.items()), writing(result.items_mut()));
        let count = data.items().len() as u64;
        op.with(|operands| {
            self.across(&operation(Vectors {
                send: Some(send.memory()),
                recv: recv.memory(),
                count: count * operands.factor,
                datatype: operands.datatype,
                op: operands.op,
            }))
        })?;
        drop(recv);
        Ok(result)
    }
}
