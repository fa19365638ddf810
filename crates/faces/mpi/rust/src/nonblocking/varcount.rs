//! Blocks of different lengths without waiting (the v-forms of MPI-5.0 §6.12).

use super::{Filling, sent};
use crate::collective::required;
use crate::communicator::Communicator;
use crate::equivalence::Equivalence;
use crate::error::{ErrorClass, Result, in_call};
use crate::reduction::same_count;
use crate::scope::{OperationKind, Scope};
use crate::universe::admit;
use crate::varcount::{Blocks, packed};
use ferry_mpi::coll::{Operation, RecvBlocks, SendBlocks};

impl Communicator {
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
            scope.receiving(OperationKind::Joint, room, |lent| {
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
            scope.receiving(OperationKind::Joint, all, |lent| {
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
            scope.receiving(OperationKind::Joint, mine, |lent| {
                self.begin(&Operation::Scatterv(send, Some(lent), from))
            })
        })
    }

    /// Starts an exchange of blocks of any lengths between all (`MPI_Ialltoallv`): each process gives room for what
    /// comes, in order of rank, and the lengths of the blocks, which it has to know.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// # let world = universe.world();
    /// use ferry::Blocks;
    /// // Rank r sends r + 1 numbers to every process.
    /// let (me, size) = (world.rank(), world.size());
    /// let blocks = Blocks::new(vec![me; (me + 1) * size], vec![me + 1; size])?;
    /// let counts: Vec<usize> = (1..=size).collect();
    /// let mut came = vec![0; counts.iter().sum()];
    /// ferry::scope(|scope| {
    ///     world.iall_to_all_varcount_into(scope, &blocks, &mut came, &counts)?.wait().map(drop)
    /// })?;
    /// assert_eq!((came[0], came[came.len() - 1]), (0, size - 1));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Where there is no block for each process, or the lengths do not fit the room.
    pub fn iall_to_all_varcount_into<'scope, T: Equivalence>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        blocks: &'scope Blocks<T>,
        all: &'scope mut [T],
        counts: &[usize],
    ) -> Result<Filling<'scope, [T]>> {
        in_call("iall_to_all_varcount_into", || {
            admit()?;
            same_count("list of blocks", blocks.counts().len(), self.size())?;
            self.fit(counts, all.len(), blocks.counts()[self.rank()])?;
            let send = sent(blocks.items())?;
            let outgoing = packed(blocks.counts(), send.datatype);
            let send = SendBlocks { memory: send.memory, blocks: outgoing };
            scope.receiving(OperationKind::Joint, all, |lent| {
                let blocks = packed(counts, lent.datatype);
                let recv = RecvBlocks { memory: lent.memory, blocks };
                self.begin(&Operation::Alltoallv(Some(send), recv))
            })
        })
    }
}
