//! Reductions (MPI-5.0 §6.9 to §6.11).

use crate::buffer::{self, Reading, Writing, finish, reading, writing};
use crate::communicator::Communicator;
use crate::data::Buffer;
use crate::equivalence::Equivalence;
use crate::error::{Error, ErrorClass, Result, in_call};
use crate::op::{Op, Operands};
use crate::universe::admit;
use crate::varcount::sum;
use ferry_mpi::coll::{Operation, Vectors, run};

/// Puts the vectors of a reduction together; `None`: the contribution is in the result.
fn vectors(
    operands: &Operands,
    send: Option<&Reading<'_>>,
    recv: &Writing<'_>,
    count: usize,
) -> Vectors {
    Vectors {
        send: send.map(Reading::memory),
        recv: recv.memory(),
        count: count as u64 * operands.factor,
        datatype: operands.datatype,
        op: operands.op,
    }
}

impl Communicator {
    fn reduction<T: Equivalence>(
        &self,
        op: &Op<T>,
        operation: impl FnOnce(&Operands) -> Operation,
    ) -> Result<()> {
        op.with(|operands| {
            let operation = operation(&operands);
            Ok(finish(|| run(self.handle(), &operation))?)
        })
    }

    /// Combines the contributions of all processes, element by element, at the root (`MPI_Reduce`).
    /// The others get `None`. All must give the same number of elements.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// # let world = universe.world();
    /// use ferry::Op;
    /// let sums = world.reduce(&[1.5, 2.5][..], &Op::sum(), 0)?;
    /// if let Some(sums) = sums {
    ///     assert_eq!(sums, [1.5 * world.size() as f64, 2.5 * world.size() as f64]);
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn reduce<D: Buffer + ?Sized>(
        &self,
        data: &D,
        op: &Op<D::Item>,
        root: usize,
    ) -> Result<Option<D::Owned>> {
        in_call("reduce", || {
            let to = self.admit_rank(root, ErrorClass::ROOT)?;
            let mut result = if root == self.rank() { Some(data.zeroed()?) } else { None };
            let send = reading(data.items());
            let recv = writing(result.as_mut().map_or(&mut [][..], |result| result.items_mut()));
            let count = data.items().len();
            self.reduction(op, |operands| {
                Operation::Reduce(vectors(operands, Some(&send), &recv, count), to)
            })?;
            drop(recv);
            Ok(result)
        })
    }

    /// As [`Communicator::reduce`], with the result at all processes (`MPI_Allreduce`).
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// # let world = universe.world();
    /// use ferry::Op;
    /// assert_eq!(world.all_reduce(&1usize, &Op::sum())?, world.size());
    /// # Ok(())
    /// # }
    /// ```
    pub fn all_reduce<D: Buffer + ?Sized>(&self, data: &D, op: &Op<D::Item>) -> Result<D::Owned> {
        in_call("all_reduce", || {
            admit()?;
            let mut result = data.zeroed()?;
            self.all_reduce_into(data, &mut result, op)?;
            Ok(result)
        })
    }

    /// As [`Communicator::all_reduce`], into memory of the caller's.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// let mut sums = [0.0; 2];
    /// universe.self_comm().all_reduce_into(&[1.0, 2.0][..], &mut sums[..], &ferry::Op::sum())?;
    /// assert_eq!(sums, [1.0, 2.0]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn all_reduce_into<D, R>(&self, data: &D, result: &mut R, op: &Op<D::Item>) -> Result<()>
    where
        D: Buffer + ?Sized,
        R: Buffer<Item = D::Item> + ?Sized,
    {
        in_call("all_reduce_into", || {
            admit()?;
            let count = data.items().len();
            same_count("result", result.items().len(), count)?;
            let (send, recv) = (reading(data.items()), writing(result.items_mut()));
            self.reduction(op, |operands| {
                Operation::Allreduce(vectors(operands, Some(&send), &recv, count))
            })
        })
    }

    /// As [`Communicator::all_reduce`], replacing the contribution by the result.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// # let world = universe.world();
    /// use ferry::Op;
    /// let mut flags = [true, false];
    /// world.all_reduce_in_place(&mut flags[..], &Op::and())?;
    /// assert_eq!(flags, [true, false]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn all_reduce_in_place<D: Buffer + ?Sized>(
        &self,
        data: &mut D,
        op: &Op<D::Item>,
    ) -> Result<()> {
        in_call("all_reduce_in_place", || {
            admit()?;
            let count = data.items().len();
            let recv = writing(data.items_mut());
            self.reduction(op, |operands| {
                Operation::Allreduce(vectors(operands, None, &recv, count))
            })
        })
    }

    /// Combines the contributions of the processes up to this one (`MPI_Scan`).
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// # let world = universe.world();
    /// use ferry::Op;
    /// assert_eq!(world.scan(&1usize, &Op::sum())?, world.rank() + 1);
    /// # Ok(())
    /// # }
    /// ```
    pub fn scan<D: Buffer + ?Sized>(&self, data: &D, op: &Op<D::Item>) -> Result<D::Owned> {
        in_call("scan", || {
            admit()?;
            let mut result = data.zeroed()?;
            let count = data.items().len();
            let (send, recv) = (reading(data.items()), writing(result.items_mut()));
            self.reduction(op, |operands| {
                Operation::Scan(vectors(operands, Some(&send), &recv, count))
            })?;
            drop(recv);
            Ok(result)
        })
    }

    /// Combines the contributions of the processes before this one (`MPI_Exscan`); rank 0 gets `None`.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// # let world = universe.world();
    /// use ferry::Op;
    /// // Where this rank's part begins when all parts are put in a row.
    /// let part = vec![0.0; 10 + world.rank()];
    /// let start = world.exclusive_scan(&part.len(), &Op::sum())?.unwrap_or(0);
    /// # assert!(world.rank() > 0 || start == 0);
    /// # Ok(())
    /// # }
    /// ```
    pub fn exclusive_scan<D: Buffer + ?Sized>(
        &self,
        data: &D,
        op: &Op<D::Item>,
    ) -> Result<Option<D::Owned>> {
        in_call("exclusive_scan", || {
            admit()?;
            let mut result = data.zeroed()?;
            let count = data.items().len();
            let (send, recv) = (reading(data.items()), writing(result.items_mut()));
            self.reduction(op, |operands| {
                Operation::Exscan(vectors(operands, Some(&send), &recv, count))
            })?;
            drop(recv);
            Ok((self.rank() > 0).then_some(result))
        })
    }

    /// Combines vectors that have a block for each process, and gives each its block of the result
    /// (`MPI_Reduce_scatter_block`).
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// # let world = universe.world();
    /// use ferry::Op;
    /// let votes = vec![1; 2 * world.size()];
    /// let mine = world.reduce_scatter_block(&votes, &Op::sum())?;
    /// assert_eq!(mine, [world.size() as i32; 2]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn reduce_scatter_block<T: Equivalence>(&self, data: &[T], op: &Op<T>) -> Result<Vec<T>> {
        in_call("reduce_scatter_block", || {
            admit()?;
            let block = self.block_of(data.len())?;
            let mut result = buffer::zeroed_vec(block)?;
            let (send, recv) = (reading(data), writing(&mut result));
            self.reduction(op, |operands| {
                Operation::ReduceScatterBlock(vectors(operands, Some(&send), &recv, block))
            })?;
            drop(recv);
            Ok(result)
        })
    }

    /// The same with blocks of any lengths, which all processes give alike (`MPI_Reduce_scatter`).
    ///
    /// # Errors
    /// [`ErrorClass::COUNT`] where the lengths are not as many as processes, or their sum is not that of the data.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// # let world = universe.world();
    /// use ferry::Op;
    /// // Rank r gets r + 1 of the sums.
    /// let counts: Vec<usize> = (1..=world.size()).collect();
    /// let data = vec![world.rank(); counts.iter().sum()];
    /// let mine = world.reduce_scatter_varcount(&data, &counts, &Op::sum())?;
    /// assert_eq!(mine, vec![(0..world.size()).sum(); world.rank() + 1]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn reduce_scatter_varcount<T: Equivalence>(
        &self,
        data: &[T],
        counts: &[usize],
        op: &Op<T>,
    ) -> Result<Vec<T>> {
        in_call("reduce_scatter_varcount", || {
            admit()?;
            let mut result = buffer::zeroed_vec(self.piece_of(data.len(), counts)?)?;
            let (send, recv) = (reading(data), writing(&mut result));
            self.reduction(op, |operands| {
                let vectors = vectors(operands, Some(&send), &recv, data.len());
                Operation::ReduceScatter(vectors, operands.lengths(counts))
            })?;
            drop(recv);
            Ok(result)
        })
    }

    /// Elements for this process, where `count` are blocks of these lengths.
    pub(crate) fn piece_of(&self, count: usize, counts: &[usize]) -> Result<usize> {
        same_count("list of counts", counts.len(), self.size())?;
        same_count("vector of blocks", count, sum(counts)?)?;
        Ok(counts[self.rank()])
    }

    /// Elements for each process, where `count` are a block for each.
    pub(crate) fn block_of(&self, count: usize) -> Result<usize> {
        if count.is_multiple_of(self.size()) {
            return Ok(count / self.size());
        }
        let text = format!(
            "{count} elements are no equal blocks for {} processes; give a multiple, or use a varcount \
             operation",
            self.size()
        );
        Err(Error::new(ErrorClass::COUNT, text))
    }
}

/// Checks a length that follows from others.
#[inline]
pub(crate) fn same_count(what: &str, found: usize, expected: usize) -> Result<()> {
    if found == expected { Ok(()) } else { Err(wrong_count(what, found, expected)) }
}

#[cold]
fn wrong_count(what: &str, found: usize, expected: usize) -> Error {
    let text = format!("the {what} has {found} elements where {expected} are needed");
    Error::new(ErrorClass::COUNT, text)
}
