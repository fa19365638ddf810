//! Blocks of different lengths again and again (the v-forms of MPI-5.0 §6.13). All lengths are known when the operation
//! is made.

use super::Repeated;
use crate::buffer::zeroed_vec;
use crate::collective::required;
use crate::communicator::Communicator;
use crate::equivalence::Equivalence;
use crate::error::{ErrorClass, Result, in_call};
use crate::reduction::same_count;
use crate::universe::admit;
use crate::varcount::{Blocks, packed, sum};
use ferry_mpi::coll::{Operation, RecvBlocks, SendBlocks};

impl Communicator {
    /// Makes a gathering of blocks of any lengths, which the root gives; the output is the root's
    /// (`MPI_Gatherv_init`).
    ///
    /// # Errors
    /// [`ErrorClass::COUNT`] where the lengths are not as many as processes, or that of the root's block is another.
    pub fn repeated_gather_varcount<T: Equivalence>(
        &self,
        data: Vec<T>,
        counts: Option<&[usize]>,
        root: usize,
    ) -> Result<Repeated<T>> {
        in_call("repeated_gather_varcount", || {
            let to = self.admit_rank(root, ErrorClass::ROOT)?;
            let counts = match root == self.rank() {
                true => required(counts, "gathers")?,
                false => &[],
            };
            let total = sum(counts)?;
            if root == self.rank() {
                self.fit(counts, total, data.len())?;
            }
            self.repeated(data, zeroed_vec(total)?, |send, recv| {
                let blocks = packed(counts, recv.datatype);
                let recv = RecvBlocks { memory: recv.memory, blocks };
                Ok(Operation::Gatherv(Some(send), recv, to))
            })
        })
    }

    /// The same for all processes, which give all lengths (`MPI_Allgatherv_init`).
    ///
    /// # Errors
    /// As of [`repeated_gather_varcount`](Communicator::repeated_gather_varcount).
    pub fn repeated_all_gather_varcount<T: Equivalence>(
        &self,
        data: Vec<T>,
        counts: &[usize],
    ) -> Result<Repeated<T>> {
        in_call("repeated_all_gather_varcount", || {
            admit()?;
            let total = sum(counts)?;
            self.fit(counts, total, data.len())?;
            self.repeated(data, zeroed_vec(total)?, |send, recv| {
                let blocks = packed(counts, recv.datatype);
                let recv = RecvBlocks { memory: recv.memory, blocks };
                Ok(Operation::Allgatherv(Some(send), recv))
            })
        })
    }

    /// Makes a scattering of the root's blocks, of which this process's has `own` elements (`MPI_Scatterv_init`).
    ///
    /// # Errors
    /// [`ErrorClass::COUNT`] where the root gives no block for each process, or its own has another length.
    pub fn repeated_scatter_varcount<T: Equivalence>(
        &self,
        blocks: Option<Blocks<T>>,
        own: usize,
        root: usize,
    ) -> Result<Repeated<T>> {
        in_call("repeated_scatter_varcount", || {
            let from = self.admit_rank(root, ErrorClass::ROOT)?;
            let blocks = match root == self.rank() {
                true => required(blocks, "scatters")?,
                false => Blocks::new(Vec::new(), Vec::new())?,
            };
            let counts = blocks.counts().to_vec();
            if root == self.rank() {
                self.fit(&counts, blocks.items().len(), own)?;
            }
            self.repeated(blocks.into_items(), zeroed_vec(own)?, |send, recv| {
                let blocks = packed(&counts, send.datatype);
                let send = SendBlocks { memory: send.memory, blocks };
                Ok(Operation::Scatterv(send, Some(recv), from))
            })
        })
    }

    /// Makes an exchange of blocks of any lengths between all; `counts` are those of the blocks that come
    /// (`MPI_Alltoallv_init`).
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
    /// let mut exchange = world.repeated_all_to_all_varcount(blocks, &counts)?;
    /// for step in 0..3 {
    ///     exchange.input_mut()?.fill(10 * step + me);
    ///     exchange.start()?.wait()?;
    ///     assert_eq!(exchange.output()?.last(), Some(&(10 * step + size - 1)));
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`ErrorClass::COUNT`] where there is no block, or no length, for each process.
    pub fn repeated_all_to_all_varcount<T: Equivalence>(
        &self,
        blocks: Blocks<T>,
        counts: &[usize],
    ) -> Result<Repeated<T>> {
        in_call("repeated_all_to_all_varcount", || {
            admit()?;
            same_count("list of blocks", blocks.counts().len(), self.size())?;
            let total = sum(counts)?;
            self.fit(counts, total, blocks.counts()[self.rank()])?;
            let lengths = blocks.counts().to_vec();
            self.repeated(blocks.into_items(), zeroed_vec(total)?, |send, recv| {
                let outgoing = packed(&lengths, send.datatype);
                let send = SendBlocks { memory: send.memory, blocks: outgoing };
                let blocks = packed(counts, recv.datatype);
                let recv = RecvBlocks { memory: recv.memory, blocks };
                Ok(Operation::Alltoallv(Some(send), recv))
            })
        })
    }
}
