//! Collectives that are started again and again (MPI-5.0 §6.13).

use super::{Elements, Repeated};
use crate::buffer::zeroed_vec;
use crate::collective::required;
use crate::communicator::Communicator;
use crate::equivalence::Equivalence;
use crate::error::{ErrorClass, Result, in_call};
use crate::op::{Op, Operands};
use crate::reduction::same_count;
use crate::scope::OperationKind;
use crate::universe::admit;
use ferry_mpi::coll::{self, Operation, Vectors};
use ferry_mpi::p2p::{RecvBuffer, SendBuffer};

impl Communicator {
    pub(super) fn repeated<T: Equivalence>(
        &self,
        input: Vec<T>,
        output: Vec<T>,
        operation: impl FnOnce(SendBuffer, RecvBuffer) -> Result<Operation>,
    ) -> Result<Repeated<T>> {
        let (input, output) = (Elements::new(input), Elements::new(output));
        let operation = operation(input.send()?, output.recv()?)?;
        let handle = coll::init(self.handle(), operation)?;
        Ok(Repeated::made(OperationKind::Joint, handle, input, output))
    }

    /// Makes a barrier (`MPI_Barrier_init`). All processes make persistent collectives in one order, and start each as
    /// often.
    pub fn repeated_barrier(&self) -> Result<Repeated<u8>> {
        in_call("repeated_barrier", || {
            admit()?;
            self.repeated(Vec::new(), Vec::new(), |_, _| Ok(Operation::Barrier))
        })
    }

    /// Makes a broadcast of the root's elements; they are the [`output`](Repeated::output_mut) everywhere
    /// (`MPI_Bcast_init`).
    pub fn repeated_broadcast<T: Equivalence>(
        &self,
        data: Vec<T>,
        root: usize,
    ) -> Result<Repeated<T>> {
        in_call("repeated_broadcast", || {
            let root = self.admit_rank(root, ErrorClass::ROOT)?;
            self.repeated(Vec::new(), data, |_, recv| Ok(Operation::Bcast(recv, root)))
        })
    }

    /// Makes a gathering of equal blocks; the output is the root's (`MPI_Gather_init`).
    pub fn repeated_gather<T: Equivalence>(
        &self,
        data: Vec<T>,
        root: usize,
    ) -> Result<Repeated<T>> {
        in_call("repeated_gather", || {
            let to = self.admit_rank(root, ErrorClass::ROOT)?;
            let all = if root == self.rank() { self.times(data.len())? } else { 0 };
            self.repeated(data, zeroed_vec(all)?, |send, recv| {
                let recv = RecvBuffer { count: send.count, ..recv };
                Ok(Operation::Gather(Some(send), recv, to))
            })
        })
    }

    /// Makes a scattering of the root's elements, `block` for each process (`MPI_Scatter_init`).
    pub fn repeated_scatter<T: Equivalence>(
        &self,
        all: Option<Vec<T>>,
        block: usize,
        root: usize,
    ) -> Result<Repeated<T>> {
        in_call("repeated_scatter", || {
            let from = self.admit_rank(root, ErrorClass::ROOT)?;
            let all = match root == self.rank() {
                true => required(all, "scatters")?,
                false => Vec::new(),
            };
            if root == self.rank() {
                same_count("data of the root", all.len(), self.times(block)?)?;
            }
            self.repeated(all, zeroed_vec(block)?, |send, recv| {
                let send = SendBuffer { count: block as u64, ..send };
                Ok(Operation::Scatter(send, Some(recv), from))
            })
        })
    }

    /// Makes a gathering of equal blocks at all processes (`MPI_Allgather_init`).
    pub fn repeated_all_gather<T: Equivalence>(&self, data: Vec<T>) -> Result<Repeated<T>> {
        in_call("repeated_all_gather", || {
            admit()?;
            let all = zeroed_vec(self.times(data.len())?)?;
            self.repeated(data, all, |send, recv| {
                let recv = RecvBuffer { count: send.count, ..recv };
                Ok(Operation::Allgather(Some(send), recv))
            })
        })
    }

    /// Makes an exchange of equal blocks between all (`MPI_Alltoall_init`).
    pub fn repeated_all_to_all<T: Equivalence>(&self, data: Vec<T>) -> Result<Repeated<T>> {
        in_call("repeated_all_to_all", || {
            admit()?;
            let block = self.block_of(data.len())? as u64;
            let all = zeroed_vec(data.len())?;
            self.repeated(data, all, |send, recv| {
                let (send, recv) =
                    (SendBuffer { count: block, ..send }, RecvBuffer { count: block, ..recv });
                Ok(Operation::Alltoall(Some(send), recv))
            })
        })
    }

    /// Makes a reduction whose result is the root's output (`MPI_Reduce_init`).
    pub fn repeated_reduce<T: Equivalence>(
        &self,
        data: Vec<T>,
        op: &Op<T>,
        root: usize,
    ) -> Result<Repeated<T>> {
        in_call("repeated_reduce", || {
            let to = self.admit_rank(root, ErrorClass::ROOT)?;
            let all = if root == self.rank() { data.len() } else { 0 };
            self.repeated_reduction(data, all, op, |vectors, _| Operation::Reduce(vectors, to))
        })
    }

    /// Makes a reduction whose result all have (`MPI_Allreduce_init`).
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// use ferry::Op;
    /// let world = universe.world();
    /// let mut sum = world.repeated_all_reduce(vec![0.0], &Op::sum())?;
    /// for step in 0..3 {
    ///     sum.input_mut()?[0] = f64::from(step);
    ///     sum.start()?.wait()?;
    ///     assert_eq!(sum.output()?, [f64::from(step) * world.size() as f64]);
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn repeated_all_reduce<T: Equivalence>(
        &self,
        data: Vec<T>,
        op: &Op<T>,
    ) -> Result<Repeated<T>> {
        in_call("repeated_all_reduce", || {
            admit()?;
            let all = data.len();
            self.repeated_reduction(data, all, op, |vectors, _| Operation::Allreduce(vectors))
        })
    }

    /// Makes a scan (`MPI_Scan_init`).
    pub fn repeated_scan<T: Equivalence>(&self, data: Vec<T>, op: &Op<T>) -> Result<Repeated<T>> {
        in_call("repeated_scan", || {
            admit()?;
            let all = data.len();
            self.repeated_reduction(data, all, op, |vectors, _| Operation::Scan(vectors))
        })
    }

    /// Makes a scan of the processes before this one (`MPI_Exscan_init`); rank 0's output stays as it is.
    pub fn repeated_exclusive_scan<T: Equivalence>(
        &self,
        data: Vec<T>,
        op: &Op<T>,
    ) -> Result<Repeated<T>> {
        in_call("repeated_exclusive_scan", || {
            admit()?;
            let all = data.len();
            self.repeated_reduction(data, all, op, |vectors, _| Operation::Exscan(vectors))
        })
    }

    /// Makes a reduction of which each process gets a block (`MPI_Reduce_scatter_block_init`).
    ///
    /// # Errors
    /// [`ErrorClass::COUNT`] where the data are no equal blocks for all.
    pub fn repeated_reduce_scatter_block<T: Equivalence>(
        &self,
        data: Vec<T>,
        op: &Op<T>,
    ) -> Result<Repeated<T>> {
        in_call("repeated_reduce_scatter_block", || {
            admit()?;
            let block = self.block_of(data.len())?;
            self.repeated_reduction(data, block, op, |vectors, operands| {
                let count = block as u64 * operands.factor;
                Operation::ReduceScatterBlock(Vectors { count, ..vectors })
            })
        })
    }

    /// The same with blocks of any lengths, which all processes give alike (`MPI_Reduce_scatter_init`).
    ///
    /// # Errors
    /// [`ErrorClass::COUNT`] where the lengths are not as many as processes, or do not fit the data.
    pub fn repeated_reduce_scatter_varcount<T: Equivalence>(
        &self,
        data: Vec<T>,
        counts: &[usize],
        op: &Op<T>,
    ) -> Result<Repeated<T>> {
        in_call("repeated_reduce_scatter_varcount", || {
            admit()?;
            let own = self.piece_of(data.len(), counts)?;
            self.repeated_reduction(data, own, op, |vectors, operands| {
                Operation::ReduceScatter(vectors, operands.lengths(counts))
            })
        })
    }

    fn repeated_reduction<T: Equivalence>(
        &self,
        data: Vec<T>,
        results: usize,
        op: &Op<T>,
        operation: impl FnOnce(Vectors, &Operands) -> Operation,
    ) -> Result<Repeated<T>> {
        let output = zeroed_vec(results)?;
        let (mut made, function) = op.begin(|operands| {
            self.repeated(data, output, |send, recv| {
                let vectors = Vectors {
                    count: send.count * operands.factor,
                    send: Some(send.memory),
                    recv: recv.memory,
                    datatype: operands.datatype,
                    op: operands.op,
                };
                Ok(operation(vectors, &operands))
            })
        })?;
        made.function = function;
        Ok(made)
    }
}
