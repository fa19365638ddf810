//! Collectives that move data in equal blocks (MPI-5.0 §6.3 to §6.8).

use crate::buffer::{self, finish, reading, writing};
use crate::communicator::Communicator;
use crate::data::Buffer;
use crate::equivalence::Equivalence;
use crate::error::{Error, ErrorClass, Result, in_call};
use crate::reduction::same_count;
use crate::types;
use crate::universe::admit;
use ferry_mpi::coll::{Operation, run};

/// All processes of a communicator must call a collective operation, in the same order and with lengths
/// that fit one another.
impl Communicator {
    pub(crate) fn collective(&self, operation: &Operation) -> Result<()> {
        Ok(finish(|| run(self.handle(), operation))?)
    }

    /// Waits until all processes have come here (`MPI_Barrier`).
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// universe.world().barrier()?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn barrier(&self) -> Result<()> {
        in_call("barrier", || {
            admit()?;
            self.collective(&Operation::Barrier)
        })
    }

    /// Copies the root's data to all processes, which have room for as much (`MPI_Bcast`).
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// # let world = universe.world();
    /// let mut seed = if world.rank() == 0 { 12345 } else { 0 };
    /// world.broadcast(&mut seed, 0)?;
    /// assert_eq!(seed, 12345);
    /// # Ok(())
    /// # }
    /// ```
    pub fn broadcast<D: Buffer + ?Sized>(&self, data: &mut D, root: usize) -> Result<()> {
        in_call("broadcast", || {
            let root = self.admit_rank(root, ErrorClass::ROOT)?;
            let datatype = types::element::<D::Item>()?;
            let lent = writing(data.items_mut());
            self.collective(&Operation::Bcast(lent.of(datatype), root))
        })
    }

    /// Copies the root's vector to all processes, whatever they had before.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// # let world = universe.world();
    /// let mut names = if world.rank() == 0 { b"ferry".to_vec() } else { Vec::new() };
    /// world.broadcast_vec(&mut names, 0)?;
    /// assert_eq!(names, b"ferry");
    /// # Ok(())
    /// # }
    /// ```
    pub fn broadcast_vec<T: Equivalence>(&self, data: &mut Vec<T>, root: usize) -> Result<()> {
        in_call("broadcast_vec", || {
            let mut count = data.len();
            self.broadcast(&mut count, root)?;
            if root != self.rank() {
                *data = buffer::zeroed_vec(count)?;
            }
            self.broadcast(data, root)
        })
    }

    /// Gathers equal blocks at the root, in order of rank (`MPI_Gather`). The others get `None`.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// # let world = universe.world();
    /// if let Some(ranks) = world.gather(&world.rank(), 0)? {
    ///     assert_eq!(ranks, (0..world.size()).collect::<Vec<_>>());
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn gather<D: Buffer + ?Sized>(
        &self,
        data: &D,
        root: usize,
    ) -> Result<Option<Vec<D::Item>>> {
        in_call("gather", || {
            self.admit_rank(root, ErrorClass::ROOT)?;
            if root != self.rank() {
                return self.gather_into(data, None, root).map(|()| None);
            }
            let mut all = buffer::zeroed_vec(self.times(data.items().len())?)?;
            self.gather_into(data, Some(&mut all), root)?;
            Ok(Some(all))
        })
    }

    /// As [`Communicator::gather`], into memory of the caller's; the root must give some.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// let world = universe.world();
    /// let mut all = vec![0.0; world.size()];
    /// world.gather_into(&1.5, (world.rank() == 0).then_some(&mut all[..]), 0)?;
    /// assert!(world.rank() > 0 || all.iter().all(|value| *value == 1.5));
    /// # Ok(())
    /// # }
    /// ```
    pub fn gather_into<D: Buffer + ?Sized>(
        &self,
        data: &D,
        all: Option<&mut [D::Item]>,
        root: usize,
    ) -> Result<()> {
        in_call("gather_into", || {
            let to = self.admit_rank(root, ErrorClass::ROOT)?;
            let datatype = types::element::<D::Item>()?;
            let count = data.items().len();
            let room = if root == self.rank() { required(all, "gathers")? } else { &mut [] };
            if root == self.rank() {
                same_count("room of the root", room.len(), self.times(count)?)?;
            }
            let (send, recv) = (reading(data.items()), writing(room));
            let mut recv = recv.of(datatype);
            recv.count = count as u64;
            self.collective(&Operation::Gather(Some(send.of(datatype)), recv, to))
        })
    }

    /// Gathers equal blocks at all processes, in order of rank (`MPI_Allgather`).
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// # let world = universe.world();
    /// let squares = world.all_gather(&(world.rank() * world.rank()))?;
    /// assert_eq!(squares, (0..world.size()).map(|r| r * r).collect::<Vec<_>>());
    /// # Ok(())
    /// # }
    /// ```
    pub fn all_gather<D: Buffer + ?Sized>(&self, data: &D) -> Result<Vec<D::Item>> {
        in_call("all_gather", || {
            admit()?;
            let mut all = buffer::zeroed_vec(self.times(data.items().len())?)?;
            self.all_gather_into(data, &mut all)?;
            Ok(all)
        })
    }

    /// As [`Communicator::all_gather`], into memory of the caller's.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// let world = universe.world();
    /// let mut all = vec![0; 2 * world.size()];
    /// world.all_gather_into(&[1, 2][..], &mut all)?;
    /// assert!(all.chunks(2).all(|pair| pair == [1, 2]));
    /// # Ok(())
    /// # }
    /// ```
    pub fn all_gather_into<D: Buffer + ?Sized>(&self, data: &D, all: &mut [D::Item]) -> Result<()> {
        in_call("all_gather_into", || {
            admit()?;
            let datatype = types::element::<D::Item>()?;
            let count = data.items().len();
            same_count("room for all", all.len(), self.times(count)?)?;
            let (send, lent) = (reading(data.items()), writing(all));
            let mut recv = lent.of(datatype);
            recv.count = count as u64;
            self.collective(&Operation::Allgather(Some(send.of(datatype)), recv))
        })
    }

    /// Gives each process its block of the root's data (`MPI_Scatter`). The root must give some.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// # let world = universe.world();
    /// let all: Vec<usize> = (0..3 * world.size()).collect();
    /// let mut mine = [0; 3];
    /// world.scatter_into((world.rank() == 0).then_some(&all), &mut mine[..], 0)?;
    /// assert_eq!(mine[2], 3 * world.rank() + 2);
    /// # Ok(())
    /// # }
    /// ```
    pub fn scatter_into<D: Buffer + ?Sized, S: AsRef<[D::Item]> + ?Sized>(
        &self,
        all: Option<&S>,
        mine: &mut D,
        root: usize,
    ) -> Result<()> {
        in_call("scatter_into", || {
            let from = self.admit_rank(root, ErrorClass::ROOT)?;
            let datatype = types::element::<D::Item>()?;
            let count = mine.items().len();
            let all = match all {
                _ if root != self.rank() => &[],
                Some(all) => all.as_ref(),
                None => required(None, "scatters")?,
            };
            if root == self.rank() {
                same_count("data of the root", all.len(), self.times(count)?)?;
            }
            let mut send = reading(all).of(datatype);
            send.count = count as u64;
            let lent = writing(mine.items_mut());
            self.collective(&Operation::Scatter(send, Some(lent.of(datatype)), from))
        })
    }

    /// Sends block `i` of the data to rank `i`, and returns the blocks that came, in order of rank
    /// (`MPI_Alltoall`).
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// # let world = universe.world();
    /// let row: Vec<_> = (0..world.size()).map(|column| (world.rank(), column)).collect();
    /// let column = world.all_to_all(&row)?;
    /// assert!(column.iter().enumerate().all(|(row, e)| *e == (row, world.rank())));
    /// # Ok(())
    /// # }
    /// ```
    pub fn all_to_all<T: Equivalence>(&self, data: &[T]) -> Result<Vec<T>> {
        in_call("all_to_all", || {
            admit()?;
            let mut all = buffer::zeroed_vec(data.len())?;
            self.all_to_all_into(data, &mut all)?;
            Ok(all)
        })
    }

    /// As [`Communicator::all_to_all`], into memory of the caller's.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// let world = universe.world();
    /// let mut came = vec![0; world.size()];
    /// world.all_to_all_into(&vec![7; world.size()], &mut came)?;
    /// assert!(came.iter().all(|value| *value == 7));
    /// # Ok(())
    /// # }
    /// ```
    pub fn all_to_all_into<T: Equivalence>(&self, data: &[T], all: &mut [T]) -> Result<()> {
        in_call("all_to_all_into", || {
            admit()?;
            let datatype = types::element::<T>()?;
            let block = self.block_of(data.len())? as u64;
            same_count("room for all", all.len(), data.len())?;
            let (mut send, lent) = (reading(data).of(datatype), writing(all));
            let mut recv = lent.of(datatype);
            (send.count, recv.count) = (block, block);
            self.collective(&Operation::Alltoall(Some(send), recv))
        })
    }

    /// Elements of all processes, where each has `count`.
    pub(crate) fn times(&self, count: usize) -> Result<usize> {
        count.checked_mul(self.size()).ok_or_else(|| {
            let text = format!("{count} elements of {} processes are too many", self.size());
            Error::new(ErrorClass::COUNT, text)
        })
    }
}

/// What the root must give.
pub(crate) fn required<T>(given: Option<T>, verb: &str) -> Result<T> {
    given.ok_or_else(|| {
        let text = format!("this process is the root, which {verb}: give it a buffer, not None");
        Error::new(ErrorClass::BUFFER, text)
    })
}
