//! Non-blocking collectives (MPI-5.0 §6.12): requests of a scope, like other non-blocking operations. A scope that ends
//! by an error waits for them as well, for the other processes count on this one.

use crate::buffer::reading;
use crate::collective::required;
use crate::communicator::Communicator;
use crate::data::Buffer;
use crate::equivalence::Equivalence;
use crate::error::{ErrorClass, Result, in_call};
use crate::op::Op;
use crate::reduction::same_count;
use crate::request::Request;
use crate::scope::Scope;
use crate::types;
use crate::universe::admit;
use crate::varcount::{Blocks, packed, sum};
use ferry_mpi::coll::{self, Operation, RecvBlocks, SendBlocks, Vectors};
use ferry_mpi::handle::RequestHandle;
use ferry_mpi::p2p::{RecvBuffer, SendBuffer};

/// A request whose buffer the operation writes to.
type Filling<'scope, D> = Request<'scope, &'scope mut D>;

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
            scope.sending(&NOTHING, |_| self.begin(&Operation::Barrier))
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
            scope.receiving(data, |lent| self.begin(&Operation::Bcast(lent, root)))
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
            scope.receiving(room, |lent| {
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
            scope.receiving(all, |lent| {
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
            scope.receiving(mine, |lent| self.begin(&Operation::Scatter(send, Some(lent), from)))
        })
    }

    /// Starts a gather of blocks of any lengths (`MPI_Igatherv`): the root gives room for all of them, in order of rank, and
    /// their lengths, which each process has to know of its own.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// # let world = universe.world();
    /// let counts: Vec<usize> = (1..=world.size()).collect();
    /// let mine = vec![world.rank(); counts[world.rank()]];
    /// let mut all = vec![0; counts.iter().sum()];
    /// ferry::scope(|scope| {
    ///     let room = (world.rank() == 0).then_some((&mut all[..], &counts[..]));
    ///     world.igather_varcount_into(scope, &mine, room, 0)?.wait().map(drop)
    /// })?;
    /// if world.rank() == 0 {
    ///     assert_eq!(all.last(), Some(&(world.size() - 1)));
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Where the lengths are not as many as processes, or do not fit the room.
    pub fn igather_varcount_into<'scope, T: Equivalence>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        data: &'scope [T],
        all: Option<(&'scope mut [T], &[usize])>,
        root: usize,
    ) -> Result<Filling<'scope, [T]>> {
        in_call("igather_varcount_into", || {
            let to = self.admit_rank(root, ErrorClass::ROOT)?;
            let send = sent(data)?;
            let (room, counts) = match root == self.rank() {
                true => required(all, "gathers")?,
                false => (&mut [][..], &[][..]),
            };
            if root == self.rank() {
                self.fit(counts, room.len(), data.len())?;
            }
            scope.receiving(room, |lent| {
                let blocks = packed(counts, lent.datatype);
                let recv = RecvBlocks { memory: lent.memory, blocks };
                self.begin(&Operation::Gatherv(Some(send), recv, to))
            })
        })
    }

    /// Starts the same for all processes, which give the lengths of all blocks (`MPI_Iallgatherv`).
    ///
    /// # Errors
    /// Where the lengths are not as many as processes, or do not fit the room.
    pub fn iall_gather_varcount_into<'scope, T: Equivalence>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        data: &'scope [T],
        all: &'scope mut [T],
        counts: &[usize],
    ) -> Result<Filling<'scope, [T]>> {
        in_call("iall_gather_varcount_into", || {
            admit()?;
            let send = sent(data)?;
            self.fit(counts, all.len(), data.len())?;
            scope.receiving(all, |lent| {
                let blocks = packed(counts, lent.datatype);
                let recv = RecvBlocks { memory: lent.memory, blocks };
                self.begin(&Operation::Allgatherv(Some(send), recv))
            })
        })
    }

    /// Starts a scatter of blocks of any lengths (`MPI_Iscatterv`): each process has to know the length of its own.
    ///
    /// # Errors
    /// Where the root gives no block for each process, or its own has another length than `mine`.
    pub fn iscatter_varcount_into<'scope, T: Equivalence>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        blocks: Option<&'scope Blocks<T>>,
        mine: &'scope mut [T],
        root: usize,
    ) -> Result<Filling<'scope, [T]>> {
        in_call("iscatter_varcount_into", || {
            let from = self.admit_rank(root, ErrorClass::ROOT)?;
            let (items, counts) = match root == self.rank() {
                true => required(blocks, "scatters").map(|b| (b.items(), b.counts()))?,
                false => (&[][..], &[][..]),
            };
            if root == self.rank() {
                self.fit(counts, items.len(), mine.len())?;
            }
            let send = sent(items)?;
            let blocks = packed(counts, send.datatype);
            let send = SendBlocks { memory: send.memory, blocks };
            scope.receiving(mine, |lent| self.begin(&Operation::Scatterv(send, Some(lent), from)))
        })
    }

    /// Whether the lengths of blocks, one for each process, fit the room for all and this process's own block.
    fn fit(&self, counts: &[usize], room: usize, own: usize) -> Result<()> {
        same_count("list of counts", counts.len(), self.size())?;
        same_count("room for all", room, sum(counts)?)?;
        same_count("own block", own, counts[self.rank()])
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
            scope.receiving(all, |lent| {
                let recv = RecvBuffer { count: block, ..lent };
                self.begin(&Operation::Alltoall(Some(send), recv))
            })
        })
    }

    /// Starts an [`all_reduce_into`](Communicator::all_reduce_into) (`MPI_Iallreduce`). The operation must be a
    /// predefined one, as in all reductions that do not block.
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
            let vectors = vectors(data, op)?;
            scope.receiving(room, |lent| self.begin(&Operation::Reduce(vectors(lent.memory), to)))
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
        same_count("room for the result", result.items().len(), data.items().len())?;
        let vectors = vectors(data, op)?;
        scope.receiving(result, |lent| self.begin(&operation(vectors(lent.memory))))
    }
}

/// Elements to be sent.
fn sent<D: Buffer + ?Sized>(data: &D) -> Result<SendBuffer> {
    Ok(reading(data.items()).of(types::element::<D::Item>()?))
}

/// The vectors of a reduction, once its room is known.
fn vectors<D: Buffer + ?Sized>(
    data: &D,
    op: &Op<D::Item>,
) -> Result<impl FnOnce(ferry_datatype::UserMemoryMut) -> Vectors + use<D>> {
    let operands = op.predefined()?;
    let send = Some(reading(data.items()).memory());
    let count = data.items().len() as u64 * operands.factor;
    let (datatype, op) = (operands.datatype, operands.op);
    Ok(move |recv| Vectors { send, recv, count, datatype, op })
}
