//! Collectives that move blocks of different lengths (the v-forms of MPI-5.0 §6.5 to §6.8).

use crate::buffer::{self, reading, writing};
use crate::collective::required;
use crate::communicator::Communicator;
use crate::equivalence::Equivalence;
use crate::error::{Error, ErrorClass, Result, in_call};
use crate::reduction::same_count;
use crate::types;
use crate::universe::admit;
use ferry_mpi::coll::{self, Operation, RecvBlocks, SendBlocks, Types};
use ferry_mpi::handle::DatatypeHandle;

/// Blocks of different lengths, one for each rank, one after the other.
///
/// ```
/// let blocks = ferry::Blocks::new(vec!['a', 'b', 'c'], vec![1, 0, 2]).unwrap();
/// assert_eq!(blocks.block(2), ['b', 'c']);
/// assert_eq!(blocks.iter().map(<[_]>::len).collect::<Vec<_>>(), [1, 0, 2]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Blocks<T> {
    items: Vec<T>,
    counts: Vec<usize>,
}

impl<T> Blocks<T> {
    /// Elements of all blocks, and how many each has.
    pub fn new(items: Vec<T>, counts: Vec<usize>) -> Result<Self> {
        same_count("list of blocks", items.len(), sum(&counts)?)?;
        Ok(Blocks { items, counts })
    }

    /// The block of a rank.
    ///
    /// # Panics
    /// If there is no such rank.
    pub fn block(&self, rank: usize) -> &[T] {
        let start = self.counts[..rank].iter().sum::<usize>();
        &self.items[start..start + self.counts[rank]]
    }

    /// The blocks in order.
    pub fn iter(&self) -> impl Iterator<Item = &[T]> {
        let mut rest = &self.items[..];
        self.counts.iter().map(move |count| {
            let (block, after) = rest.split_at(*count);
            rest = after;
            block
        })
    }

    /// The elements of all blocks.
    pub fn items(&self) -> &[T] {
        &self.items
    }

    /// The length of each block.
    pub fn counts(&self) -> &[usize] {
        &self.counts
    }

    /// Room for blocks of these lengths.
    pub(crate) fn room_for(counts: Vec<usize>) -> Result<Self>
    where
        T: Equivalence,
    {
        Ok(Blocks { items: buffer::zeroed_vec(sum(&counts)?)?, counts })
    }

    /// The elements of all blocks, to be written, and the length of each block.
    pub(crate) fn parts_mut(&mut self) -> (&mut [T], &[usize]) {
        (&mut self.items, &self.counts)
    }

    /// The elements of all blocks, by themselves.
    pub fn into_items(self) -> Vec<T> {
        self.items
    }
}

pub(crate) fn sum(counts: &[usize]) -> Result<usize> {
    let sum = counts.iter().try_fold(0usize, |sum, count| sum.checked_add(*count));
    sum.ok_or_else(|| Error::new(ErrorClass::COUNT, "the counts exceed the address space"))
}

/// Blocks one after the other, as the layers below want them.
pub(crate) fn packed(counts: &[usize], datatype: DatatypeHandle) -> coll::VBlocks {
    let displs = counts.iter().scan(0i64, |at, count| {
        let here = *at;
        *at += *count as i64;
        Some(here)
    });
    let displs = displs.collect();
    let counts = counts.iter().map(|count| *count as i64).collect();
    coll::VBlocks { counts, displs, types: Types::One(datatype) }
}

impl Communicator {
    /// Whether the lengths of blocks, one for each process, fit the room for all and this process's own block.
    pub(crate) fn fit(&self, counts: &[usize], room: usize, own: usize) -> Result<()> {
        same_count("list of counts", counts.len(), self.size())?;
        same_count("room for all", room, sum(counts)?)?;
        same_count("own block", own, counts[self.rank()])
    }

    /// Gathers blocks of any lengths at the root (`MPI_Gatherv`, after a gather of the lengths). The
    /// others get `None`.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// # let world = universe.world();
    /// let mine = vec![world.rank(); world.rank()];
    /// if let Some(blocks) = world.gather_varcount(&mine, 0)? {
    ///     assert!(blocks.iter().enumerate().all(|(rank, block)| block == vec![rank; rank]));
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn gather_varcount<T: Equivalence>(
        &self,
        data: &[T],
        root: usize,
    ) -> Result<Option<Blocks<T>>> {
        in_call("gather_varcount", || {
            let to = self.admit_rank(root, ErrorClass::ROOT)?;
            let datatype = types::element::<T>()?;
            let counts = self.gather(&data.len(), root)?;
            let mut all = match counts {
                Some(counts) => Some(Blocks::room_for(counts)?),
                None => None,
            };
            let send = reading(data);
            let (room, counts) = match &mut all {
                Some(all) => (&mut all.items[..], &all.counts[..]),
                None => (&mut [][..], &[][..]),
            };
            let lent = writing(room);
            let recv = RecvBlocks { memory: lent.memory(), blocks: packed(counts, datatype) };
            self.collective(&Operation::Gatherv(Some(send.of(datatype)), recv, to))?;
            drop(lent);
            Ok(all)
        })
    }

    /// Gathers blocks of any lengths at all processes (`MPI_Allgatherv`, after a gather of the
    /// lengths).
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// # let world = universe.world();
    /// let blocks = world.all_gather_varcount(&vec![1.5; 2 + world.rank()])?;
    /// assert_eq!(blocks.counts(), (2..2 + world.size()).collect::<Vec<_>>());
    /// # Ok(())
    /// # }
    /// ```
    pub fn all_gather_varcount<T: Equivalence>(&self, data: &[T]) -> Result<Blocks<T>> {
        in_call("all_gather_varcount", || {
            admit()?;
            let datatype = types::element::<T>()?;
            let counts = self.all_gather(&data.len())?;
            let mut all = Blocks::room_for(counts)?;
            let (send, lent) = (reading(data), writing(&mut all.items));
            let recv = RecvBlocks { memory: lent.memory(), blocks: packed(&all.counts, datatype) };
            self.collective(&Operation::Allgatherv(Some(send.of(datatype)), recv))?;
            drop(lent);
            Ok(all)
        })
    }

    /// Gives each process its block of the root's data (`MPI_Scatterv`, after a scatter of the
    /// lengths). The root must give blocks.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// # let world = universe.world();
    /// let counts: Vec<usize> = (1..=world.size()).collect();
    /// let items: Vec<u32> = (0..counts.iter().sum::<usize>() as u32).collect();
    /// let blocks = ferry::Blocks::new(items, counts)?;
    /// let mine = world.scatter_varcount((world.rank() == 0).then_some(&blocks), 0)?;
    /// assert_eq!(mine, blocks.block(world.rank()));
    /// # Ok(())
    /// # }
    /// ```
    pub fn scatter_varcount<T: Equivalence>(
        &self,
        blocks: Option<&Blocks<T>>,
        root: usize,
    ) -> Result<Vec<T>> {
        in_call("scatter_varcount", || {
            let from = self.admit_rank(root, ErrorClass::ROOT)?;
            let datatype = types::element::<T>()?;
            let blocks = match root == self.rank() {
                true => Some(required(blocks, "scatters")?),
                false => None,
            };
            if let Some(blocks) = blocks {
                same_count("list of counts", blocks.counts.len(), self.size())?;
            }
            let mut count = 0usize;
            self.scatter_into(blocks.map(|blocks| &blocks.counts), &mut count, root)?;
            let mut mine = buffer::zeroed_vec(count)?;
            let (items, counts) = blocks.map_or((&[][..], &[][..]), |b| (&b.items, &b.counts));
            let (send, lent) = (reading(items), writing(&mut mine));
            let send = SendBlocks { memory: send.memory(), blocks: packed(counts, datatype) };
            self.collective(&Operation::Scatterv(send, Some(lent.of(datatype)), from))?;
            drop(lent);
            Ok(mine)
        })
    }

    /// Sends each process its block, and returns the blocks that came (`MPI_Alltoallv`, after an
    /// exchange of the lengths).
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// # let world = universe.world();
    /// use ferry::Blocks;
    /// // Rank r sends r + 1 numbers to every process.
    /// let (me, size) = (world.rank(), world.size());
    /// let blocks = Blocks::new(vec![me; (me + 1) * size], vec![me + 1; size])?;
    /// let came = world.all_to_all_varcount(&blocks)?;
    /// assert!(came.iter().enumerate().all(|(rank, block)| block == vec![rank; rank + 1]));
    /// # Ok(())
    /// # }
    /// ```
    pub fn all_to_all_varcount<T: Equivalence>(&self, blocks: &Blocks<T>) -> Result<Blocks<T>> {
        in_call("all_to_all_varcount", || {
            admit()?;
            let datatype = types::element::<T>()?;
            same_count("list of counts", blocks.counts.len(), self.size())?;
            let counts = self.all_to_all(&blocks.counts)?;
            let mut came = Blocks::room_for(counts)?;
            let (send, lent) = (reading(&blocks.items), writing(&mut came.items));
            let send =
                SendBlocks { memory: send.memory(), blocks: packed(&blocks.counts, datatype) };
            let recv = RecvBlocks { memory: lent.memory(), blocks: packed(&came.counts, datatype) };
            self.collective(&Operation::Alltoallv(Some(send), recv))?;
            drop(lent);
            Ok(came)
        })
    }
}
