//! Distributed graphs (MPI-5.0 §8.5.4).

use crate::check::{self, Call, OtherCall};
use crate::comm::create::with_topology;
use crate::comm::meeting::Meeting;
use crate::constants::{MPI_ERR_ARG, MPI_ERR_RANK};
use crate::error::{Error, Result};
use crate::handle::CommHandle;
use crate::process::enter;
use crate::topo::{DistGraph, Topology};

/// An edge of a distributed graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// Where it begins.
    pub source: i32,
    /// Where it ends.
    pub destination: i32,
    /// Its weight; without meaning in a graph without weights.
    pub weight: i32,
}

fn check_rank(rank: i32, size: u32) -> Result<()> {
    if u32::try_from(rank).is_ok_and(|rank| rank < size) {
        return Ok(());
    }
    let text = format!("an edge has rank {rank} at its end, but ranks are 0 to {}", size - 1);
    Err(Error::new(MPI_ERR_RANK, text))
}

/// `MPI_Dist_graph_create_adjacent`: each process knows its own edges.
pub fn create_adjacent(handle: CommHandle, graph: DistGraph) -> Result<CommHandle> {
    let comm = enter().comm(handle)?.clone();
    let call = Call::other(OtherCall::DistGraphCreateAdjacent);
    check::meet(handle, call.alike(graph.weights.is_some()))?;
    let ends = graph.sources.iter().chain(&graph.destinations);
    ends.into_iter().try_for_each(|rank| check_rank(*rank, comm.size()))?;
    check_weights(graph.weights.iter().flat_map(|(from, to)| from.iter().chain(to)))?;
    with_topology(&comm, comm.size(), Topology::DistGraph(graph))
}

fn check_weights<'a>(mut weights: impl Iterator<Item = &'a i32>) -> Result<()> {
    match weights.find(|weight| **weight < 0) {
        None => Ok(()),
        Some(bad) => Err(Error::new(MPI_ERR_ARG, format!("weight {bad} is negative"))),
    }
}

/// `MPI_Dist_graph_create`: any process may give any edges, which travel to both of their ends.
pub fn create(handle: CommHandle, edges: &[Edge], weighted: bool) -> Result<CommHandle> {
    let comm = enter().comm(handle)?.clone();
    if comm.remote.is_some() {
        return Err(crate::comm::create::inter_refused("MPI_Dist_graph_create"));
    }
    check::meet(handle, Call::other(OtherCall::DistGraphCreate).alike(weighted))?;
    for edge in edges {
        check_rank(edge.source, comm.size())?;
        check_rank(edge.destination, comm.size())?;
    }
    if weighted {
        check_weights(edges.iter().map(|edge| &edge.weight))?;
    }
    let came = Meeting::of_all(&comm).deliver(letters(edges))?;
    let mine = came.iter().flat_map(|(_, bytes)| from_letter(bytes)).collect();
    let graph = adjacent(comm.rank as i32, mine, weighted);
    // Making the communicator is the agreement after which the next letters may be sent.
    with_topology(&comm, comm.size(), Topology::DistGraph(graph))
}

/// One letter to each process that has an end of an edge.
fn letters(edges: &[Edge]) -> Vec<(u32, Vec<u8>)> {
    let mut letters = std::collections::BTreeMap::<u32, Vec<u8>>::new();
    for edge in edges {
        let mut put = |rank: i32| {
            let words = [edge.source, edge.destination, edge.weight];
            let bytes = words.into_iter().flat_map(i32::to_le_bytes);
            letters.entry(rank as u32).or_default().extend(bytes);
        };
        put(edge.source);
        if edge.destination != edge.source {
            put(edge.destination);
        }
    }
    letters.into_iter().collect()
}

fn from_letter(bytes: &[u8]) -> Vec<Edge> {
    let (words, _) = bytes.as_chunks::<4>();
    let words: Vec<_> = words.iter().map(|word| i32::from_le_bytes(*word)).collect();
    let (edges, _) = words.as_chunks::<3>();
    let edge = |[source, destination, weight]: &[i32; 3]| Edge {
        source: *source,
        destination: *destination,
        weight: *weight,
    };
    edges.iter().map(edge).collect()
}

/// The edges of one process, by the rank at their other end.
fn adjacent(me: i32, mut edges: Vec<Edge>, weighted: bool) -> DistGraph {
    edges.sort_unstable();
    let into: Vec<_> = edges.iter().filter(|edge| edge.destination == me).collect();
    let out: Vec<_> = edges.iter().filter(|edge| edge.source == me).collect();
    let weights = |edges: &[&Edge]| edges.iter().map(|edge| edge.weight).collect::<Vec<_>>();
    DistGraph {
        sources: into.iter().map(|edge| edge.source).collect(),
        destinations: out.iter().map(|edge| edge.destination).collect(),
        weights: weighted.then(|| (weights(&into), weights(&out))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_reach_both_ends() {
        let edge = |source, destination, weight| Edge { source, destination, weight };
        let edges = [edge(2, 0, 5), edge(0, 1, 6), edge(1, 1, 7), edge(0, 1, 4)];
        let sent = letters(&edges);
        let of = |rank: i32| {
            let mine = sent.iter().filter(|(to, _)| *to == rank as u32);
            let mine = mine.flat_map(|(_, bytes)| from_letter(bytes)).collect();
            adjacent(rank, mine, true)
        };
        assert_eq!(of(0).sources, [2]);
        assert_eq!(of(0).destinations, [1, 1]);
        assert_eq!(of(0).weights, Some((vec![5], vec![4, 6])));
        assert_eq!(of(1).sources, [0, 0, 1]);
        assert_eq!(of(1).destinations, [1]);
        assert_eq!(of(1).weights, Some((vec![4, 6, 7], vec![7])));
        assert_eq!((of(2).sources.len(), of(2).destinations.clone()), (0, vec![0]));
    }
}
