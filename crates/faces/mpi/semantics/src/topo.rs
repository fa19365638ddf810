//! Process topologies (MPI-5.0 §8): who is whose neighbour.

mod dims;
pub mod dist_graph;

use crate::check::{self, Call, OtherCall};
use crate::comm::Comm;
use crate::comm::create::{split_by, with_topology};
use crate::constants::{
    MPI_CART, MPI_DIST_GRAPH, MPI_ERR_ARG, MPI_ERR_DIMS, MPI_ERR_TOPOLOGY, MPI_GRAPH,
    MPI_PROC_NULL, MPI_UNDEFINED,
};
use crate::error::{Error, Result};
use crate::handle::CommHandle;
use crate::process::{Process, enter};
use std::sync::Arc;

pub use dims::dims_create;

/// The topology of a communicator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Topology {
    /// A grid.
    Cart(Cart),
    /// A graph that all processes know.
    Graph(Graph),
    /// A graph of which a process knows its own edges.
    DistGraph(DistGraph),
}

/// A grid; ranks are counted row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cart {
    /// Processes in each dimension.
    pub dims: Vec<i32>,
    /// Whether the last process of a dimension is followed by the first.
    pub periods: Vec<bool>,
}

/// A graph of `MPI_Graph_create`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// Where the edges of node `i` end; they begin where those of node `i - 1` end.
    pub index: Vec<i32>,
    /// The other ends of the edges of each node.
    pub edges: Vec<i32>,
}

/// The edges of one process in a graph of `MPI_Dist_graph_create`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DistGraph {
    /// Who sends to this process.
    pub sources: Vec<i32>,
    /// Whom this process sends to.
    pub destinations: Vec<i32>,
    /// Weights of the edges from the sources and to the destinations, in a weighted graph.
    pub weights: Option<(Vec<i32>, Vec<i32>)>,
}

impl Cart {
    /// A grid of positive dimensions; the number of its processes fits an `int`.
    pub fn new(dims: Vec<i32>, periods: Vec<bool>) -> Result<Self> {
        if let Some(bad) = dims.iter().find(|d| **d <= 0) {
            return Err(Error::new(MPI_ERR_DIMS, format!("dimension {bad} is not positive")));
        }
        let cart = Cart { dims, periods };
        match cart.dims.iter().try_fold(1i32, |n, d| n.checked_mul(*d)) {
            Some(_) => Ok(cart),
            None => Err(Error::new(MPI_ERR_DIMS, format!("dimensions {:?} overflow", cart.dims))),
        }
    }

    /// Number of processes.
    pub fn size(&self) -> i32 {
        self.dims.iter().product()
    }

    /// Coordinates of a rank.
    pub fn coords(&self, rank: i32) -> Vec<i32> {
        let mut rest = rank;
        let mut coords: Vec<_> = self
            .dims
            .iter()
            .rev()
            .map(|dim| {
                let coord = rest % dim;
                rest /= dim;
                coord
            })
            .collect();
        coords.reverse();
        coords
    }

    /// The rank at some coordinates; they are wrapped in periodic dimensions. `None`: outside.
    pub fn rank(&self, coords: &[i64]) -> Option<i32> {
        let mut rank = 0;
        for ((coord, dim), periodic) in coords.iter().zip(&self.dims).zip(&self.periods) {
            let dim = i64::from(*dim);
            let coord = if *periodic { coord.rem_euclid(dim) } else { *coord };
            if coord < 0 || coord >= dim {
                return None;
            }
            rank = rank * dim + coord;
        }
        Some(rank as i32)
    }

    /// The rank `steps` further in one dimension; `MPI_PROC_NULL` beyond the edge.
    pub fn step(&self, rank: i32, direction: usize, steps: i64) -> i32 {
        let mut coords: Vec<_> = self.coords(rank).into_iter().map(i64::from).collect();
        coords[direction] += steps;
        self.rank(&coords).unwrap_or(MPI_PROC_NULL)
    }

    /// Source and destination of a shift (MPI-5.0 §8.5.6).
    pub fn shift(&self, rank: i32, direction: i32, steps: i32) -> Result<(i32, i32)> {
        let direction = usize::try_from(direction).ok().filter(|d| *d < self.dims.len());
        let Some(direction) = direction else {
            let text = format!("the grid has {} dimensions, counted from 0", self.dims.len());
            return Err(Error::new(MPI_ERR_DIMS, text));
        };
        let steps = i64::from(steps);
        Ok((self.step(rank, direction, -steps), self.step(rank, direction, steps)))
    }

    /// The grid of some dimensions; and for a rank, which of these smaller grids it is in and where.
    fn part(&self, rank: i32, remain: &[bool]) -> (Cart, i32, i32) {
        let choose = |kept: bool| {
            let of = |index: &usize| remain[*index] == kept;
            (0..self.dims.len()).filter(of).collect::<Vec<_>>()
        };
        let coords = self.coords(rank);
        let place = |chosen: &[usize]| chosen.iter().fold(0, |n, i| n * self.dims[*i] + coords[*i]);
        let (kept, dropped) = (choose(true), choose(false));
        let cart = Cart {
            dims: kept.iter().map(|i| self.dims[*i]).collect(),
            periods: kept.iter().map(|i| self.periods[*i]).collect(),
        };
        (cart, place(&dropped), place(&kept))
    }
}

impl Graph {
    /// A graph whose arrays fit together.
    pub fn new(index: Vec<i32>, edges: Vec<i32>) -> Result<Self> {
        let nodes = index.len() as i32;
        let bad = |text: String| Err(Error::new(MPI_ERR_ARG, text));
        if index.first().is_some_and(|first| *first < 0) || index.windows(2).any(|w| w[0] > w[1]) {
            return bad("argument index must not decrease".into());
        }
        if let Some(edge) = edges.iter().find(|edge| **edge < 0 || **edge >= nodes) {
            return bad(format!("an edge leads to {edge}, but nodes are 0 to {}", nodes - 1));
        }
        Ok(Graph { index, edges })
    }

    /// The neighbours of a node.
    pub fn neighbors(&self, node: u32) -> &[i32] {
        let node = node as usize;
        let first = if node == 0 { 0 } else { self.index[node - 1] as usize };
        &self.edges[first..self.index[node] as usize]
    }
}

impl Topology {
    /// `MPI_Topo_test`.
    pub fn kind(&self) -> i32 {
        match self {
            Topology::Cart(_) => MPI_CART,
            Topology::Graph(_) => MPI_GRAPH,
            Topology::DistGraph(_) => MPI_DIST_GRAPH,
        }
    }

    /// Whom a process receives from and sends to in neighbourhood collectives, in their order
    /// (MPI-5.0 §8.6); `MPI_PROC_NULL` beyond the edge of a grid.
    pub fn neighbors(&self, rank: u32) -> (Vec<i32>, Vec<i32>) {
        match self {
            Topology::Cart(cart) => {
                let both = |d| [cart.step(rank as i32, d, -1), cart.step(rank as i32, d, 1)];
                let all: Vec<_> = (0..cart.dims.len()).flat_map(both).collect();
                (all.clone(), all)
            }
            Topology::Graph(graph) => {
                let all = graph.neighbors(rank).to_vec();
                (all.clone(), all)
            }
            Topology::DistGraph(graph) => (graph.sources.clone(), graph.destinations.clone()),
        }
    }
}

#[cold]
pub(crate) fn no_topology(wanted: &str) -> Error {
    Error::new(MPI_ERR_TOPOLOGY, format!("the communicator has no {wanted} topology"))
}

impl Process {
    /// The grid of a communicator, and this process's rank.
    pub fn cart(&self, handle: CommHandle) -> Result<(&Cart, i32)> {
        let comm = self.comm(handle)?;
        match comm.topology.as_deref() {
            Some(Topology::Cart(cart)) => Ok((cart, comm.rank as i32)),
            _ => Err(no_topology("Cartesian")),
        }
    }

    /// The graph of a communicator.
    pub fn graph(&self, handle: CommHandle) -> Result<&Graph> {
        match self.comm(handle)?.topology.as_deref() {
            Some(Topology::Graph(graph)) => Ok(graph),
            _ => Err(no_topology("graph")),
        }
    }

    /// The distributed graph of a communicator.
    pub fn dist_graph(&self, handle: CommHandle) -> Result<&DistGraph> {
        match self.comm(handle)?.topology.as_deref() {
            Some(Topology::DistGraph(graph)) => Ok(graph),
            _ => Err(no_topology("distributed graph")),
        }
    }
}

/// Number of processes that a topology needs, if there are so many.
fn fitting(comm: &Comm, needed: usize, class: i32) -> Result<u32> {
    let size = comm.size();
    u32::try_from(needed).ok().filter(|needed| *needed <= size).ok_or_else(|| {
        let text = format!("the topology has {needed} processes, the communicator only {size}");
        Error::new(class, text)
    })
}

/// `MPI_Cart_create`. Ranks are never reordered.
pub fn cart_create(handle: CommHandle, cart: Cart) -> Result<CommHandle> {
    let comm = enter().comm(handle)?.clone();
    check::meet(handle, Call::other(OtherCall::CartCreate).alike(&cart))?;
    let members = fitting(&comm, cart.size() as usize, MPI_ERR_DIMS)?;
    with_topology(&comm, members, Topology::Cart(cart))
}

/// `MPI_Cart_map`: the rank that the caller would get.
pub fn cart_map(handle: CommHandle, cart: &Cart) -> Result<i32> {
    let comm = enter().comm(handle)?.clone();
    let members = fitting(&comm, cart.size() as usize, MPI_ERR_DIMS)?;
    Ok(if comm.rank < members { comm.rank as i32 } else { MPI_UNDEFINED })
}

/// `MPI_Cart_sub`.
pub fn cart_sub(handle: CommHandle, remain: &[bool]) -> Result<CommHandle> {
    let (comm, (cart, color, key)) = {
        let process = enter();
        let (cart, rank) = process.cart(handle)?;
        (process.comm(handle)?.clone(), cart.part(rank, remain))
    };
    check::meet(handle, Call::other(OtherCall::CartSub).alike(remain))?;
    split_by(&comm, color as u64, key, false, Some(Arc::new(Topology::Cart(cart))))
}

/// `MPI_Graph_create`. Ranks are never reordered.
pub fn graph_create(handle: CommHandle, graph: Graph) -> Result<CommHandle> {
    let comm = enter().comm(handle)?.clone();
    check::meet(handle, Call::other(OtherCall::GraphCreate).alike(&graph))?;
    let members = fitting(&comm, graph.index.len(), MPI_ERR_ARG)?;
    with_topology(&comm, members, Topology::Graph(graph))
}

/// `MPI_Graph_map`: the rank that the caller would get.
pub fn graph_map(handle: CommHandle, graph: &Graph) -> Result<i32> {
    let comm = enter().comm(handle)?.clone();
    let members = fitting(&comm, graph.index.len(), MPI_ERR_ARG)?;
    Ok(if comm.rank < members { comm.rank as i32 } else { MPI_UNDEFINED })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cart(dims: &[i32], periods: &[bool]) -> Cart {
        Cart::new(dims.to_vec(), periods.to_vec()).unwrap()
    }

    #[test]
    fn ranks_are_counted_row_by_row() {
        let grid = cart(&[3, 4, 2], &[false, true, false]);
        let mut rank = 0;
        for x in 0..3 {
            for y in 0..4 {
                for z in 0..2 {
                    assert_eq!(grid.coords(rank), [x, y, z]);
                    let far = [i64::from(x), i64::from(y) - 8, i64::from(z)];
                    assert_eq!(grid.rank(&far), Some(rank));
                    rank += 1;
                }
            }
        }
        assert_eq!(grid.rank(&[3, 0, 0]), None);
        assert_eq!(grid.rank(&[0, 0, -1]), None);
        assert_eq!(cart(&[], &[]).rank(&[]), Some(0));
        assert_eq!(cart(&[], &[]).size(), 1);
        assert_eq!(Cart::new(vec![0], vec![true]).unwrap_err().code, MPI_ERR_DIMS);
        assert_eq!(
            Cart::new(vec![1 << 20, 1 << 20], vec![true; 2]).unwrap_err().code,
            MPI_ERR_DIMS
        );
    }

    #[test]
    fn shifts_end_at_edges_and_wrap_in_rings() {
        let grid = cart(&[3, 4], &[false, true]);
        for rank in 0..12 {
            let (x, y) = (rank / 4, rank % 4);
            for steps in -9..9 {
                let at = |x: i32| if (0..3).contains(&x) { x * 4 + y } else { MPI_PROC_NULL };
                assert_eq!(grid.shift(rank, 0, steps).unwrap(), (at(x - steps), at(x + steps)));
                let at = |y: i32| x * 4 + y.rem_euclid(4);
                assert_eq!(grid.shift(rank, 1, steps).unwrap(), (at(y - steps), at(y + steps)));
            }
        }
        assert_eq!(grid.shift(0, 2, 1).unwrap_err().code, MPI_ERR_DIMS);
        assert_eq!(grid.shift(0, -1, 1).unwrap_err().code, MPI_ERR_DIMS);
        let neighbors = Topology::Cart(grid).neighbors(1);
        assert_eq!(neighbors.0, [MPI_PROC_NULL, 5, 0, 2]);
        assert_eq!(neighbors.0, neighbors.1);
    }

    #[test]
    fn parts_of_a_grid_are_grids() {
        let grid = cart(&[2, 3, 4], &[true, false, true]);
        for rank in 0..24 {
            let c = grid.coords(rank);
            let (part, color, key) = grid.part(rank, &[true, false, true]);
            assert_eq!(part, cart(&[2, 4], &[true, true]));
            assert_eq!((color, key), (c[1], c[0] * 4 + c[2]));
            let (point, color, key) = grid.part(rank, &[false; 3]);
            assert_eq!((point.size(), color, key), (1, rank, 0));
        }
    }

    #[test]
    fn graphs_are_checked() {
        let graph = Graph::new(vec![2, 3, 4, 6], vec![1, 3, 0, 3, 0, 2]).unwrap();
        assert_eq!(graph.neighbors(0), [1, 3]);
        assert_eq!(graph.neighbors(3), [0, 2]);
        assert_eq!(Graph::new(vec![2, 1], vec![0, 0]).unwrap_err().code, MPI_ERR_ARG);
        assert_eq!(Graph::new(vec![1], vec![1]).unwrap_err().code, MPI_ERR_ARG);
        assert_eq!(Graph::new(vec![-1], vec![]).unwrap_err().code, MPI_ERR_ARG);
    }
}
