//! Blocks of different lengths between the two groups without waiting (the v-forms of MPI-5.0 §6.12).

use crate::buffer::reading;
use crate::collective::required;
use crate::equivalence::Equivalence;
use crate::error::{Result, in_call};
use crate::intercommunicator::{InterRoot, Intercommunicator};
use crate::nonblocking::{Filling, sent, vectors};
use crate::op::Op;
use crate::reduction::same_count;
use crate::scope::{OperationKind, Scope};
use crate::universe::admit;
use crate::varcount::{Blocks, packed};
use ferry_mpi::coll::{Operation, RecvBlocks, SendBlocks};

impl Intercommunicator {
    /// Starts a gather of blocks of any lengths of the other group's processes (`MPI_Igatherv`): the root gives room for all
    /// of them, in order of rank, and their lengths, and has no use for `data`.
    ///
    /// # Errors
    /// [`ErrorClass::COUNT`](crate::ErrorClass::COUNT) where the lengths are not as many as processes of the other group, or
    /// do not fit the room.
    pub fn igather_varcount_into<'scope, T: Equivalence>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        data: &'scope [T],
        all: Option<(&'scope mut [T], &[usize])>,
        root: InterRoot,
    ) -> Result<Filling<'scope, [T]>> {
        in_call("igather_varcount_into", || {
            let to = self.root(root)?;
            let send = sent(data)?;
            let (room, counts) = match root {
                InterRoot::Me => required(all, "gathers")?,
                _ => (&mut [][..], &[][..]),
            };
            if root == InterRoot::Me {
                self.fit(counts, room.len())?;
            }
            scope.receiving(OperationKind::Joint, room, |lent| {
                let blocks = packed(counts, lent.datatype);
                let recv = RecvBlocks { memory: lent.memory, blocks };
                self.comm.begin(&Operation::Gatherv(Some(send), recv, to))
            })
        })
    }

    /// Starts the same for all processes of both groups (`MPI_Iallgatherv`): each gives the lengths of the other group's
    /// blocks.
    ///
    /// # Errors
    /// As of [`igather_varcount_into`](Intercommunicator::igather_varcount_into).
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
            self.fit(counts, all.len())?;
            scope.receiving(OperationKind::Joint, all, |lent| {
                let blocks = packed(counts, lent.datatype);
                let recv = RecvBlocks { memory: lent.memory, blocks };
                self.comm.begin(&Operation::Allgatherv(Some(send), recv))
            })
        })
    }

    /// Starts a scatter of blocks of any lengths to the other group (`MPI_Iscatterv`): each of its processes gives room for
    /// its own, and the root has no use for `mine`.
    ///
    /// # Errors
    /// [`ErrorClass::COUNT`](crate::ErrorClass::COUNT) where the root gives no block for each process.
    pub fn iscatter_varcount_into<'scope, T: Equivalence>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        blocks: Option<&'scope Blocks<T>>,
        mine: &'scope mut [T],
        root: InterRoot,
    ) -> Result<Filling<'scope, [T]>> {
        in_call("iscatter_varcount_into", || {
            let from = self.root(root)?;
            let (items, counts) = match root {
                InterRoot::Me => required(blocks, "scatters").map(|b| (b.items(), b.counts()))?,
                _ => (&[][..], &[][..]),
            };
            if root == InterRoot::Me {
                self.fit(counts, items.len())?;
            }
            let send = sent(items)?;
            let blocks = packed(counts, send.datatype);
            let send = SendBlocks { memory: send.memory, blocks };
            scope.receiving(OperationKind::Joint, mine, |lent| {
                self.comm.begin(&Operation::Scatterv(send, Some(lent), from))
            })
        })
    }

    /// Starts an exchange of blocks of any lengths between the groups (`MPI_Ialltoallv`): each process gives a block for each
    /// of the other group, room for what comes, and its lengths.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// # let world = universe.world();
    /// use ferry::Blocks;
    /// if world.size() >= 2 {
    ///     let side = world.rank() % 2;
    ///     let half = world.split(Some(side as u32), 0)?.unwrap();
    ///     let pair = half.intercommunicator(0, &world, 1 - side, 7)?;
    ///     // Rank r sends r + 1 numbers to every process of the other group.
    ///     let (me, there) = (pair.rank(), pair.remote_size());
    ///     let blocks = Blocks::new(vec![me; (me + 1) * there], vec![me + 1; there])?;
    ///     let counts: Vec<usize> = (1..=there).collect();
    ///     let mut came = vec![0; counts.iter().sum()];
    ///     ferry::scope(|scope| {
    ///         pair.iall_to_all_varcount_into(scope, &blocks, &mut came, &counts)?.wait().map(drop)
    ///     })?;
    ///     assert_eq!((came[0], came[came.len() - 1]), (0, there - 1));
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`ErrorClass::COUNT`](crate::ErrorClass::COUNT) where there is no block for each process, or the lengths do not fit the
    /// room.
    pub fn iall_to_all_varcount_into<'scope, T: Equivalence>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        blocks: &'scope Blocks<T>,
        all: &'scope mut [T],
        counts: &[usize],
    ) -> Result<Filling<'scope, [T]>> {
        in_call("iall_to_all_varcount_into", || {
            admit()?;
            same_count("list of blocks", blocks.counts().len(), self.remote_size())?;
            self.fit(counts, all.len())?;
            let send = sent(blocks.items())?;
            let outgoing = packed(blocks.counts(), send.datatype);
            let send = SendBlocks { memory: send.memory, blocks: outgoing };
            scope.receiving(OperationKind::Joint, all, |lent| {
                let blocks = packed(counts, lent.datatype);
                let recv = RecvBlocks { memory: lent.memory, blocks };
                self.comm.begin(&Operation::Alltoallv(Some(send), recv))
            })
        })
    }

    /// Starts a [`reduce_scatter_varcount`](Intercommunicator::reduce_scatter_varcount) (`MPI_Ireduce_scatter`); `mine` is as
    /// long as this process's piece.
    ///
    /// # Errors
    /// [`ErrorClass::COUNT`](crate::ErrorClass::COUNT) where the lengths are not as many as processes of this group, or do
    /// not fit the data or `mine`.
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
            same_count("own piece", mine.len(), self.piece_of(data.len(), counts)?)?;
            let send = reading(data).memory();
            scope.reducing(op, mine, |operands, recv| {
                let counts = operands.lengths(counts);
                let vectors = vectors(operands, send, recv, data.len());
                self.comm.begin(&Operation::ReduceScatter(vectors, counts))
            })
        })
    }
}
