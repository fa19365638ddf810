//! Blocks of different lengths between the two groups (the v-forms of MPI-5.0 §6.5 to §6.8 and §6.10).

use super::Intercommunicator;
use super::collective::InterRoot;
use crate::buffer::{self, reading, writing};
use crate::collective::required;
use crate::equivalence::Equivalence;
use crate::error::{Result, in_call};
use crate::nonblocking::vectors;
use crate::op::Op;
use crate::reduction::same_count;
use crate::types;
use crate::universe::admit;
use crate::varcount::{Blocks, packed, sum};
use ferry_mpi::coll::{Operation, RecvBlocks, SendBlocks};

impl Intercommunicator {
    /// Whether the lengths of blocks, one for each process of the other group, fit the room for all.
    pub(super) fn fit(&self, counts: &[usize], room: usize) -> Result<()> {
        same_count("list of counts", counts.len(), self.remote_size())?;
        same_count("room for all", room, sum(counts)?)
    }

    /// Gathers blocks of any lengths of the other group's processes at the root (`MPI_Gatherv`, after a gather of the
    /// lengths); the root's own data do not count. The others get `None`.
    ///
    /// # Errors
    /// [`ErrorClass::ROOT`](crate::ErrorClass::ROOT) where the root is no rank of the other group.
    pub fn gather_varcount<T: Equivalence>(
        &self,
        data: &[T],
        root: InterRoot,
    ) -> Result<Option<Blocks<T>>> {
        in_call("gather_varcount", || {
            let to = self.root(root)?;
            let datatype = types::element::<T>()?;
            let mut all = self.gather(&data.len(), root)?.map(Blocks::room_for).transpose()?;
            let (room, counts) = match &mut all {
                Some(all) => all.parts_mut(),
                None => (&mut [][..], &[][..]),
            };
            let (send, lent) = (reading(data), writing(room));
            let recv = RecvBlocks { memory: lent.memory(), blocks: packed(counts, datatype) };
            self.across(&Operation::Gatherv(Some(send.of(datatype)), recv, to))?;
            drop(lent);
            Ok(all)
        })
    }

    /// The blocks of any lengths of all processes of the other group (`MPI_Allgatherv`, after a gather of the lengths).
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// # let world = universe.world();
    /// if world.size() >= 2 {
    ///     let side = world.rank() % 2;
    ///     let half = world.split(Some(side as u32), 0)?.unwrap();
    ///     let pair = half.intercommunicator(0, &world, 1 - side, 7)?;
    ///     let blocks = pair.all_gather_varcount(&vec![side; 1 + pair.rank()])?;
    ///     assert_eq!(blocks.counts(), (1..=pair.remote_size()).collect::<Vec<_>>());
    ///     assert!(blocks.items().iter().all(|from| *from == 1 - side));
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn all_gather_varcount<T: Equivalence>(&self, data: &[T]) -> Result<Blocks<T>> {
        in_call("all_gather_varcount", || {
            admit()?;
            let datatype = types::element::<T>()?;
            let mut all = Blocks::room_for(self.all_gather(&data.len())?)?;
            let (room, counts) = all.parts_mut();
            let (send, lent) = (reading(data), writing(room));
            let recv = RecvBlocks { memory: lent.memory(), blocks: packed(counts, datatype) };
            self.across(&Operation::Allgatherv(Some(send.of(datatype)), recv))?;
            drop(lent);
            Ok(all)
        })
    }

    /// Gives each process of the other group its block of the root's data (`MPI_Scatterv`, after a scatter of the
    /// lengths). The root must give blocks; it and those beside it get nothing.
    ///
    /// # Errors
    /// [`ErrorClass::COUNT`](crate::ErrorClass::COUNT) where the root gives no block for each process.
    pub fn scatter_varcount<T: Equivalence>(
        &self,
        blocks: Option<&Blocks<T>>,
        root: InterRoot,
    ) -> Result<Vec<T>> {
        in_call("scatter_varcount", || {
            let from = self.root(root)?;
            let datatype = types::element::<T>()?;
            let (items, counts) = match root {
                InterRoot::Me => required(blocks, "scatters").map(|b| (b.items(), b.counts()))?,
                _ => (&[][..], &[][..]),
            };
            if root == InterRoot::Me {
                same_count("list of counts", counts.len(), self.remote_size())?;
            }
            let mut count = 0usize;
            self.scatter_into((root == InterRoot::Me).then_some(counts), &mut count, root)?;
            let mut mine = buffer::zeroed_vec(count)?;
            let (send, lent) = (reading(items), writing(&mut mine));
            let send = SendBlocks { memory: send.memory(), blocks: packed(counts, datatype) };
            self.across(&Operation::Scatterv(send, Some(lent.of(datatype)), from))?;
            drop(lent);
            Ok(mine)
        })
    }

    /// Sends each process of the other group its block, and returns the blocks that came from it (`MPI_Alltoallv`, after
    /// an exchange of the lengths).
    ///
    /// # Errors
    /// [`ErrorClass::COUNT`](crate::ErrorClass::COUNT) where there is no block for each process of the other group.
    pub fn all_to_all_varcount<T: Equivalence>(&self, blocks: &Blocks<T>) -> Result<Blocks<T>> {
        in_call("all_to_all_varcount", || {
            admit()?;
            let datatype = types::element::<T>()?;
            same_count("list of counts", blocks.counts().len(), self.remote_size())?;
            let mut came = Blocks::room_for(self.all_to_all(blocks.counts())?)?;
            let (room, counts) = came.parts_mut();
            let (send, lent) = (reading(blocks.items()), writing(room));
            let outgoing = packed(blocks.counts(), datatype);
            let send = SendBlocks { memory: send.memory(), blocks: outgoing };
            let recv = RecvBlocks { memory: lent.memory(), blocks: packed(counts, datatype) };
            self.across(&Operation::Alltoallv(Some(send), recv))?;
            drop(lent);
            Ok(came)
        })
    }

    /// Combines the contributions of the other group, and gives each process of this one its piece of the result
    /// (`MPI_Reduce_scatter`): `counts` are the lengths of this group's pieces. Both groups give as many elements.
    ///
    /// # Errors
    /// [`ErrorClass::COUNT`](crate::ErrorClass::COUNT) where the lengths are not as many as processes of this group, or do
    /// not make up the data.
    pub fn reduce_scatter_varcount<T: Equivalence>(
        &self,
        data: &[T],
        counts: &[usize],
        op: &Op<T>,
    ) -> Result<Vec<T>> {
        in_call("reduce_scatter_varcount", || {
            admit()?;
            let mut mine = buffer::zeroed_vec(self.piece_of(data.len(), counts)?)?;
            let (send, recv) = (reading(data).memory(), writing(&mut mine));
            let datatype = types::element::<T>()?;
            op.with(|operands| {
                let counts = operands.lengths(counts);
                let vectors = vectors(operands, send, recv.of(datatype), data.len());
                self.across(&Operation::ReduceScatter(vectors, counts))
            })?;
            drop(recv);
            Ok(mine)
        })
    }

    /// The length of this process's piece of so many elements.
    pub(super) fn piece_of(&self, len: usize, counts: &[usize]) -> Result<usize> {
        same_count("list of counts", counts.len(), self.size())?;
        same_count("data", len, sum(counts)?)?;
        Ok(counts[self.rank()])
    }
}
