//! Reductions that do not wait (MPI-5.0 §6.12).

use super::Filling;
use crate::buffer::reading;
use crate::collective::required;
use crate::communicator::Communicator;
use crate::data::Buffer;
use crate::equivalence::Equivalence;
use crate::error::{ErrorClass, Result, in_call};
use crate::op::{Op, Operands};
use crate::reduction::same_count;
use crate::scope::Scope;
use crate::universe::admit;
use ferry_datatype::UserMemory;
use ferry_mpi::coll::{Operation, Vectors};
use ferry_mpi::p2p::RecvBuffer;

impl Communicator {
    /// Starts an [`all_reduce_into`](Communicator::all_reduce_into) (`MPI_Iallreduce`). An operation
    /// that [`Op::custom`] has made goes on as long as the request does.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// # let world = universe.world();
    /// use ferry::Op;
    /// let (residual, mut sum) = (0.5, 0.0);
    /// ferry::scope(|scope| {
    ///     world.iall_reduce_into(scope, &residual, &mut sum, &Op::sum())?.wait().map(drop)
    /// })?;
    /// assert_eq!(sum, 0.5 * world.size() as f64);
    /// # Ok(())
    /// # }
    /// ```
    pub fn iall_reduce_into<'scope, D: Buffer + ?Sized, R: Buffer<Item = D::Item> + ?Sized>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        data: &'scope D,
        result: &'scope mut R,
        op: &Op<D::Item>,
    ) -> Result<Filling<'scope, R>> {
        in_call("iall_reduce_into", || {
            self.ireduction(scope, data, result, op, Operation::Allreduce)
        })
    }

    /// Starts a [`reduce_scatter_block`](Communicator::reduce_scatter_block) (`MPI_Ireduce_scatter_block`); `mine` is
    /// as long as a block.
    ///
    /// # Errors
    /// [`ErrorClass::COUNT`] where the data are no blocks for all processes, or `mine` is none.
    pub fn ireduce_scatter_block_into<'scope, T: Equivalence>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        data: &'scope [T],
        mine: &'scope mut [T],
        op: &Op<T>,
    ) -> Result<Filling<'scope, [T]>> {
        in_call("ireduce_scatter_block_into", || {
            admit()?;
            let (block, send) = (self.block_of(data.len())?, reading(data).memory());
            same_count("own block", mine.len(), block)?;
            scope.reducing(op, mine, |operands, recv| {
                self.begin(&Operation::ReduceScatterBlock(vectors(operands, send, recv, block)))
            })
        })
    }

    /// Starts a [`reduce_scatter_varcount`](Communicator::reduce_scatter_varcount) (`MPI_Ireduce_scatter`); `mine` is
    /// as long as this process's block.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// # let world = universe.world();
    /// use ferry::Op;
    /// // Rank r gets r + 1 of the sums.
    /// let counts: Vec<usize> = (1..=world.size()).collect();
    /// let data = vec![1.0; counts.iter().sum()];
    /// let mut mine = vec![0.0; counts[world.rank()]];
    /// ferry::scope(|scope| {
    ///     let sums = &Op::sum();
    ///     world.ireduce_scatter_varcount_into(scope, &data, &mut mine, &counts, sums)?.wait().map(drop)
    /// })?;
    /// assert_eq!(mine, vec![world.size() as f64; world.rank() + 1]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`ErrorClass::COUNT`] where the lengths are not as many as processes, or do not fit the data or `mine`.
    pub fn ireduce_scatter_varcount_into<'scope, T: Equivalence>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        data: &'scope [T],
        mine: &'scope mut [T],
        counts: &[usize],
        op: &Op<T>,
    ) -> Result<Filling<'scope, [T]>> {
        in_call("ireduce_scatter_varcount_into", || {
            admit()?;
            same_count("own block", mine.len(), self.piece_of(data.len(), counts)?)?;
            let send = reading(data).memory();
            scope.reducing(op, mine, |operands, recv| {
                let counts = operands.lengths(counts);
                let vectors = vectors(operands, send, recv, data.len());
                self.begin(&Operation::ReduceScatter(vectors, counts))
            })
        })
    }

    /// Starts a [`scan`](Communicator::scan) (`MPI_Iscan`).
    pub fn iscan_into<'scope, D: Buffer + ?Sized, R: Buffer<Item = D::Item> + ?Sized>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        data: &'scope D,
        result: &'scope mut R,
        op: &Op<D::Item>,
    ) -> Result<Filling<'scope, R>> {
        in_call("iscan_into", || self.ireduction(scope, data, result, op, Operation::Scan))
    }

    /// Starts an [`exclusive_scan`](Communicator::exclusive_scan) (`MPI_Iexscan`); rank 0's result stays as it is.
    pub fn iexclusive_scan_into<'scope, D: Buffer + ?Sized, R: Buffer<Item = D::Item> + ?Sized>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        data: &'scope D,
        result: &'scope mut R,
        op: &Op<D::Item>,
    ) -> Result<Filling<'scope, R>> {
        in_call("iexclusive_scan_into", || {
            self.ireduction(scope, data, result, op, Operation::Exscan)
        })
    }

    /// Starts a [`reduce`](Communicator::reduce) (`MPI_Ireduce`); the root must give room for the result.
    pub fn ireduce_into<'scope, D: Buffer + ?Sized>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        data: &'scope D,
        result: Option<&'scope mut [D::Item]>,
        op: &Op<D::Item>,
        root: usize,
    ) -> Result<Filling<'scope, [D::Item]>> {
        in_call("ireduce_into", || {
            let to = self.admit_rank(root, ErrorClass::ROOT)?;
            let room = if root == self.rank() { required(result, "reduces")? } else { &mut [] };
            if root == self.rank() {
                same_count("room of the root", room.len(), data.items().len())?;
            }
            let (send, count) = (reading(data.items()).memory(), data.items().len());
            scope.reducing(op, room, |operands, recv| {
                self.begin(&Operation::Reduce(vectors(operands, send, recv, count), to))
            })
        })
    }

    fn ireduction<'scope, D: Buffer + ?Sized, R: Buffer<Item = D::Item> + ?Sized>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        data: &'scope D,
        result: &'scope mut R,
        op: &Op<D::Item>,
        operation: fn(Vectors) -> Operation,
    ) -> Result<Filling<'scope, R>> {
        admit()?;
        let (send, count) = (reading(data.items()).memory(), data.items().len());
        same_count("room for the result", result.items().len(), count)?;
        scope.reducing(op, result, |operands, recv| {
            self.begin(&operation(vectors(operands, send, recv, count)))
        })
    }
}

/// The vectors of a reduction of `count` elements of the program's.
pub(crate) fn vectors(
    operands: Operands,
    send: UserMemory,
    recv: RecvBuffer,
    count: usize,
) -> Vectors {
    let Operands { op, datatype, factor } = operands;
    Vectors { send: Some(send), recv: recv.memory, count: count as u64 * factor, datatype, op }
}
