//! Topologies: grids and graphs of processes, and collectives among neighbours (MPI-5.0 §8).

mod neighbours;
mod varcount;

use crate::communicator::Communicator;
use crate::error::{Error, ErrorClass, Result, in_call};
use crate::reduction::same_count;
use crate::universe::admit;
use ferry_mpi::process::enter;
use ferry_mpi::topo::{self, Cart, DistGraph, dist_graph};
use std::ops::Deref;

/// A communicator whose processes form a grid, counted row by row.
///
/// ```
/// # fn main() -> ferry::Result<()> {
/// # let universe = ferry::Universe::init()?;
/// let world = universe.world();
/// let mut dims = [0, 0];
/// ferry::balanced_dims(world.size(), &mut dims)?;
/// let Some(grid) = world.create_cartesian(&dims, &[true, false])? else { return Ok(()) };
/// // Beyond an edge is nobody, whom one may send to all the same.
/// let (before, after) = grid.shift(1, 1)?;
/// let mut came = usize::MAX;
/// grid.send_receive(&grid.rank(), after, 0, &mut came, before, 0)?;
/// assert_eq!(before, (came != usize::MAX).then_some(came));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Cartesian {
    comm: Communicator,
    cart: Cart,
}

/// A communicator whose processes form a directed graph, of which each knows its own edges.
#[derive(Clone, Debug)]
pub struct GraphCommunicator {
    comm: Communicator,
    graph: DistGraph,
}

macro_rules! communicates {
    ($($kind:ident),*) => { $(
        impl Deref for $kind {
            type Target = Communicator;

            fn deref(&self) -> &Communicator {
                &self.comm
            }
        }
    )* };
}

communicates!(Cartesian, GraphCommunicator);

/// An edge of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Rank that sends.
    pub source: usize,
    /// Rank that receives.
    pub destination: usize,
    /// What the edge carries, compared with others; a hint.
    pub weight: u32,
}

/// Fills the dimensions that are 0 so that all together have `processes` processes, as close to each other as possible
/// (`MPI_Dims_create`).
///
/// ```
/// let mut dims = [0, 3, 0];
/// ferry::balanced_dims(12, &mut dims).unwrap();
/// assert_eq!(dims, [2, 3, 2]);
/// ```
pub fn balanced_dims(processes: usize, dims: &mut [usize]) -> Result<()> {
    in_call("balanced_dims", || {
        let mut narrow = dims.iter().map(|dim| narrow(*dim)).collect::<Result<Vec<_>>>()?;
        topo::dims_create(self::narrow(processes)?, &mut narrow)?;
        dims.iter_mut().zip(narrow).for_each(|(dim, chosen)| *dim = chosen as usize);
        Ok(())
    })
}

fn narrow(number: usize) -> Result<i32> {
    i32::try_from(number).map_err(|_| {
        Error::new(ErrorClass::DIMS, format!("{number} is more processes than any job has"))
    })
}

fn ranks(numbers: &[i32]) -> Vec<usize> {
    numbers.iter().map(|number| *number as usize).collect()
}

impl Communicator {
    /// A grid with so many processes in each dimension; a periodic dimension's last is followed by its first
    /// (`MPI_Cart_create`). All processes must call; those for which there is no place get none.
    pub fn create_cartesian(&self, dims: &[usize], periodic: &[bool]) -> Result<Option<Cartesian>> {
        in_call("create_cartesian", || {
            admit()?;
            same_count("list of periodic dimensions", periodic.len(), dims.len())?;
            let dims = dims.iter().map(|dim| narrow(*dim)).collect::<Result<Vec<_>>>()?;
            let cart = Cart::new(dims, periodic.to_vec())?;
            let made = Communicator::made(topo::cart_create(self.handle(), cart)?)?;
            made.map(Cartesian::of).transpose()
        })
    }

    /// The rank that this process would best have in such a grid, for programs that make theirs by hand
    /// (`MPI_Cart_map`); `None`: there is no place for it.
    ///
    /// # Errors
    /// Where the grid has more places than there are processes.
    pub fn map_cartesian(&self, dims: &[usize], periodic: &[bool]) -> Result<Option<usize>> {
        in_call("map_cartesian", || {
            admit()?;
            same_count("list of periodic dimensions", periodic.len(), dims.len())?;
            let dims = dims.iter().map(|dim| narrow(*dim)).collect::<Result<Vec<_>>>()?;
            let rank = topo::cart_map(self.handle(), &Cart::new(dims, periodic.to_vec())?)?;
            Ok(usize::try_from(rank).ok())
        })
    }

    /// A graph of which each process gives its own edges: who sends to it, and whom it sends to
    /// (`MPI_Dist_graph_create_adjacent`). All processes must call.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// let world = universe.world();
    /// let (me, size) = (world.rank(), world.size());
    /// let ring = world.create_adjacent(&[(me + size - 1) % size], &[(me + 1) % size])?;
    /// assert_eq!(ring.neighbor_all_gather(&me)?, [(me + size - 1) % size]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn create_adjacent(
        &self,
        sources: &[usize],
        destinations: &[usize],
    ) -> Result<GraphCommunicator> {
        in_call("create_adjacent", || {
            let checked = |ranks: &[usize]| {
                let checked = ranks.iter().map(|rank| self.admit_rank(*rank, ErrorClass::RANK));
                checked.collect::<Result<Vec<_>>>()
            };
            admit()?;
            let (sources, destinations) = (checked(sources)?, checked(destinations)?);
            let graph = DistGraph { sources, destinations, weights: None };
            self.graph_of(dist_graph::create_adjacent(self.handle(), graph)?)
        })
    }

    /// A graph of which any process gives any edges (`MPI_Dist_graph_create`). All processes must call.
    pub fn create_graph(&self, edges: &[Edge]) -> Result<GraphCommunicator> {
        in_call("create_graph", || {
            admit()?;
            let edge = |edge: &Edge| {
                Ok(dist_graph::Edge {
                    source: self.admit_rank(edge.source, ErrorClass::RANK)?,
                    destination: self.admit_rank(edge.destination, ErrorClass::RANK)?,
                    weight: i32::try_from(edge.weight).unwrap_or(i32::MAX),
                })
            };
            let edges = edges.iter().map(edge).collect::<Result<Vec<_>>>()?;
            self.graph_of(dist_graph::create(self.handle(), &edges, true)?)
        })
    }

    fn graph_of(&self, made: ferry_mpi::handle::CommHandle) -> Result<GraphCommunicator> {
        let comm = Communicator::made(made)?;
        let comm = comm.ok_or_else(|| Error::new(ErrorClass::COMM, "no communicator was made"))?;
        let graph = enter().dist_graph(comm.handle())?.clone();
        Ok(GraphCommunicator { comm, graph })
    }
}

impl Cartesian {
    fn of(comm: Communicator) -> Result<Cartesian> {
        let cart = enter().cart(comm.handle())?.0.clone();
        Ok(Cartesian { comm, cart })
    }

    /// Processes in each dimension.
    pub fn dims(&self) -> Vec<usize> {
        ranks(&self.cart.dims)
    }

    /// Whether each dimension's last process is followed by its first.
    pub fn periodic(&self) -> &[bool] {
        &self.cart.periods
    }

    /// Where a rank is (`MPI_Cart_coords`).
    pub fn coordinates(&self, rank: usize) -> Result<Vec<usize>> {
        in_call("coordinates", || {
            let rank = self.comm.admit_rank(rank, ErrorClass::RANK)?;
            Ok(ranks(&self.cart.coords(rank)))
        })
    }

    /// The rank at some coordinates, which wrap in periodic dimensions; `None` outside (`MPI_Cart_rank`).
    pub fn rank_at(&self, coordinates: &[i64]) -> Result<Option<usize>> {
        in_call("rank_at", || {
            same_count("list of coordinates", coordinates.len(), self.cart.dims.len())?;
            Ok(self.cart.rank(coordinates).map(|rank| rank as usize))
        })
    }

    /// The ranks so many steps before and after this process in a dimension, from and to whom data move by a shift;
    /// `None` beyond an edge (`MPI_Cart_shift`).
    pub fn shift(&self, dimension: usize, steps: i32) -> Result<(Option<usize>, Option<usize>)> {
        in_call("shift", || {
            let dimension = i32::try_from(dimension).unwrap_or(i32::MAX);
            let (before, after) = self.cart.shift(self.comm.rank() as i32, dimension, steps)?;
            Ok((usize::try_from(before).ok(), usize::try_from(after).ok()))
        })
    }

    /// The grid of the dimensions that are kept, with this process in it (`MPI_Cart_sub`). All processes must call.
    pub fn sub(&self, keep: &[bool]) -> Result<Cartesian> {
        in_call("sub", || {
            admit()?;
            same_count("list of dimensions", keep.len(), self.cart.dims.len())?;
            let made = Communicator::made(topo::cart_sub(self.comm.handle(), keep)?)?;
            let made = made.ok_or_else(|| Error::new(ErrorClass::COMM, "no communicator was made"));
            Cartesian::of(made?)
        })
    }
}

impl GraphCommunicator {
    /// Who sends to this process.
    pub fn sources(&self) -> Vec<usize> {
        ranks(&self.graph.sources)
    }

    /// Whom this process sends to.
    pub fn destinations(&self) -> Vec<usize> {
        ranks(&self.graph.destinations)
    }

    /// Weights of the edges from the sources and to the destinations, if they have some.
    pub fn weights(&self) -> Option<(&[i32], &[i32])> {
        self.graph.weights.as_ref().map(|(from, to)| (&from[..], &to[..]))
    }
}
