//! Process topologies (MPI-5.0 §8).

use core::ffi::c_int;

use ferry_mpi::constants::{
    MPI_ERR_ARG, MPI_ERR_DIMS, MPI_ERR_RANK, MPI_UNDEFINED, MPI_UNWEIGHTED, MPI_WEIGHTS_EMPTY,
};
use ferry_mpi::handle::{CommHandle, InfoHandle};
use ferry_mpi::process::{Process, enter};
use ferry_mpi::topo::dist_graph::{self as dist, Edge};
use ferry_mpi::topo::{self, Cart, DistGraph, Graph};
use ferry_mpi::{Error, Result};

use crate::convert::{slice, slice_mut, store, store_made};

fn length(name: &str, class: i32, n: c_int) -> Result<usize> {
    usize::try_from(n)
        .map_err(|_| Error::new(class, format!("argument {name} is {n}, but must not be negative")))
}

/// The arguments of a grid.
unsafe fn grid(ndims: c_int, dims: *const c_int, periods: *const c_int) -> Result<Cart> {
    let n = length("ndims", MPI_ERR_DIMS, ndims)?;
    // SAFETY: arrays of the length that the program states.
    let (dims, periods) = unsafe { (slice(dims, n)?, slice(periods, n)?) };
    Cart::new(dims.to_vec(), periods.iter().map(|p| *p != 0).collect())
}

/// The arguments of a graph.
unsafe fn graph(nnodes: c_int, index: *const c_int, edges: *const c_int) -> Result<Graph> {
    let n = length("nnodes", MPI_ERR_ARG, nnodes)?;
    // SAFETY: an array of the length that the program states.
    let index = unsafe { slice(index, n) }?;
    let last = length("index", MPI_ERR_ARG, index.last().copied().unwrap_or(0))?;
    // SAFETY: there are as many edges as the last entry says.
    let edges = unsafe { slice(edges, last) }?;
    Graph::new(index.to_vec(), edges.to_vec())
}

/// Stores as many values as there is room for.
unsafe fn store_array(place: *mut c_int, room: c_int, values: &[i32]) -> Result<()> {
    let count = usize::try_from(room).unwrap_or(0).min(values.len());
    // SAFETY: an array of the length that the program states.
    unsafe { slice_mut(place, count) }?.copy_from_slice(&values[..count]);
    Ok(())
}

fn check_rank(rank: c_int, size: i64) -> Result<u32> {
    u32::try_from(rank).ok().filter(|rank| i64::from(*rank) < size).ok_or_else(|| {
        let text = format!("argument rank is {rank}, but ranks are 0 to {}", size - 1);
        Error::new(MPI_ERR_RANK, text)
    })
}

/// `MPI_Topo_test`.
pub unsafe fn topo_test(comm: CommHandle, status: *mut c_int) -> Result<()> {
    let kind = enter().comm(comm)?.topology.as_ref().map_or(MPI_UNDEFINED, |t| t.kind());
    // SAFETY: a checked output pointer.
    unsafe { store(status, kind) };
    Ok(())
}

/// `MPI_Dims_create`.
pub unsafe fn dims_create(nnodes: c_int, ndims: c_int, dims: *mut c_int) -> Result<()> {
    let n = length("ndims", MPI_ERR_DIMS, ndims)?;
    // SAFETY: an array of the length that the program states.
    topo::dims_create(nnodes, unsafe { slice_mut(dims, n) }?)
}

/// `MPI_Cart_create`.
pub unsafe fn cart_create(
    comm: CommHandle,
    ndims: c_int,
    dims: *const c_int,
    periods: *const c_int,
    _reorder: c_int,
    place: *mut CommHandle,
) -> Result<()> {
    // SAFETY: the program's arrays, and a checked output pointer.
    unsafe { store_made(place, topo::cart_create(comm, grid(ndims, dims, periods)?)) }
}

/// `MPI_Cart_map`.
pub unsafe fn cart_map(
    comm: CommHandle,
    ndims: c_int,
    dims: *const c_int,
    periods: *const c_int,
    newrank: *mut c_int,
) -> Result<()> {
    // SAFETY: the program's arrays, and a checked output pointer.
    unsafe { store(newrank, topo::cart_map(comm, &grid(ndims, dims, periods)?)?) };
    Ok(())
}

/// `MPI_Cart_sub`.
pub unsafe fn cart_sub(
    comm: CommHandle,
    remain: *const c_int,
    place: *mut CommHandle,
) -> Result<()> {
    let n = enter().cart(comm)?.0.dims.len();
    // SAFETY: a logical for each dimension.
    let remain: Vec<_> = unsafe { slice(remain, n) }?.iter().map(|r| *r != 0).collect();
    // SAFETY: a checked output pointer.
    unsafe { store_made(place, topo::cart_sub(comm, &remain)) }
}

/// `MPI_Cartdim_get`.
pub unsafe fn cartdim_get(comm: CommHandle, ndims: *mut c_int) -> Result<()> {
    let n = enter().cart(comm)?.0.dims.len();
    // SAFETY: a checked output pointer.
    unsafe { store(ndims, n as c_int) };
    Ok(())
}

/// `MPI_Cart_get`.
pub unsafe fn cart_get(
    comm: CommHandle,
    maxdims: c_int,
    dims: *mut c_int,
    periods: *mut c_int,
    coords: *mut c_int,
) -> Result<()> {
    let process = enter();
    let (cart, rank) = process.cart(comm)?;
    let flags: Vec<_> = cart.periods.iter().map(|p| c_int::from(*p)).collect();
    // SAFETY: arrays of the length that the program states.
    unsafe {
        store_array(dims, maxdims, &cart.dims)?;
        store_array(periods, maxdims, &flags)?;
        store_array(coords, maxdims, &cart.coords(rank))
    }
}

/// `MPI_Cart_rank`.
pub unsafe fn cart_rank(comm: CommHandle, coords: *const c_int, rank: *mut c_int) -> Result<()> {
    let process = enter();
    let (cart, _) = process.cart(comm)?;
    // SAFETY: a coordinate for each dimension.
    let coords = unsafe { slice(coords, cart.dims.len()) }?;
    let wide: Vec<_> = coords.iter().map(|c| i64::from(*c)).collect();
    let found = cart.rank(&wide).ok_or_else(|| {
        let text = format!("coordinates {coords:?} are outside the grid {:?}", cart.dims);
        Error::new(MPI_ERR_ARG, text)
    })?;
    // SAFETY: a checked output pointer.
    unsafe { store(rank, found) };
    Ok(())
}

/// `MPI_Cart_coords`.
pub unsafe fn cart_coords(
    comm: CommHandle,
    rank: c_int,
    maxdims: c_int,
    coords: *mut c_int,
) -> Result<()> {
    let process = enter();
    let (cart, _) = process.cart(comm)?;
    check_rank(rank, i64::from(cart.size()))?;
    // SAFETY: an array of the length that the program states.
    unsafe { store_array(coords, maxdims, &cart.coords(rank)) }
}

/// `MPI_Cart_shift`.
pub unsafe fn cart_shift(
    comm: CommHandle,
    direction: c_int,
    disp: c_int,
    source: *mut c_int,
    dest: *mut c_int,
) -> Result<()> {
    let process = enter();
    let (cart, rank) = process.cart(comm)?;
    let (from, to) = cart.shift(rank, direction, disp)?;
    // SAFETY: checked output pointers.
    unsafe {
        store(source, from);
        store(dest, to);
    }
    Ok(())
}

/// `MPI_Graph_create`.
pub unsafe fn graph_create(
    comm: CommHandle,
    nnodes: c_int,
    index: *const c_int,
    edges: *const c_int,
    _reorder: c_int,
    place: *mut CommHandle,
) -> Result<()> {
    // SAFETY: the program's arrays, and a checked output pointer.
    unsafe { store_made(place, topo::graph_create(comm, graph(nnodes, index, edges)?)) }
}

/// `MPI_Graph_map`.
pub unsafe fn graph_map(
    comm: CommHandle,
    nnodes: c_int,
    index: *const c_int,
    edges: *const c_int,
    newrank: *mut c_int,
) -> Result<()> {
    // SAFETY: the program's arrays, and a checked output pointer.
    unsafe { store(newrank, topo::graph_map(comm, &graph(nnodes, index, edges)?)?) };
    Ok(())
}

/// `MPI_Graphdims_get`.
pub unsafe fn graphdims_get(
    comm: CommHandle,
    nnodes: *mut c_int,
    nedges: *mut c_int,
) -> Result<()> {
    let process = enter();
    let graph = process.graph(comm)?;
    // SAFETY: checked output pointers.
    unsafe {
        store(nnodes, graph.index.len() as c_int);
        store(nedges, graph.edges.len() as c_int);
    }
    Ok(())
}

/// `MPI_Graph_get`.
pub unsafe fn graph_get(
    comm: CommHandle,
    maxindex: c_int,
    maxedges: c_int,
    index: *mut c_int,
    edges: *mut c_int,
) -> Result<()> {
    let process = enter();
    let graph = process.graph(comm)?;
    // SAFETY: arrays of the lengths that the program states.
    unsafe {
        store_array(index, maxindex, &graph.index)?;
        store_array(edges, maxedges, &graph.edges)
    }
}

fn neighbors(process: &Process, comm: CommHandle, rank: c_int) -> Result<&[i32]> {
    let graph = process.graph(comm)?;
    Ok(graph.neighbors(check_rank(rank, graph.index.len() as i64)?))
}

/// `MPI_Graph_neighbors_count`.
pub unsafe fn graph_neighbors_count(
    comm: CommHandle,
    rank: c_int,
    count: *mut c_int,
) -> Result<()> {
    let process = enter();
    let found = neighbors(&process, comm, rank)?.len();
    // SAFETY: a checked output pointer.
    unsafe { store(count, found as c_int) };
    Ok(())
}

/// `MPI_Graph_neighbors`.
pub unsafe fn graph_neighbors(
    comm: CommHandle,
    rank: c_int,
    maxneighbors: c_int,
    place: *mut c_int,
) -> Result<()> {
    let process = enter();
    // SAFETY: an array of the length that the program states.
    unsafe { store_array(place, maxneighbors, neighbors(&process, comm, rank)?) }
}

/// Whether an array of weights means a graph without weights.
fn unweighted(weights: *const c_int) -> bool {
    weights as usize == MPI_UNWEIGHTED
}

/// An array of weights, empty for `MPI_UNWEIGHTED` and `MPI_WEIGHTS_EMPTY`.
unsafe fn weights<'a>(array: *const c_int, n: usize) -> Result<&'a [c_int]> {
    let none = unweighted(array) || array as usize == MPI_WEIGHTS_EMPTY;
    // SAFETY: an array of the length that the program states.
    if none { Ok(&[]) } else { unsafe { slice(array, n) } }
}

/// `MPI_Dist_graph_create_adjacent`.
pub unsafe fn dist_graph_create_adjacent(
    comm: CommHandle,
    indegree: c_int,
    sources: *const c_int,
    sourceweights: *const c_int,
    outdegree: c_int,
    destinations: *const c_int,
    destweights: *const c_int,
    _info: InfoHandle,
    _reorder: c_int,
    place: *mut CommHandle,
) -> Result<()> {
    let into = length("indegree", MPI_ERR_ARG, indegree)?;
    let out = length("outdegree", MPI_ERR_ARG, outdegree)?;
    let weighted = !unweighted(sourceweights) && !unweighted(destweights);
    // SAFETY: arrays of the lengths that the program states.
    let graph = unsafe {
        let pair = (weights(sourceweights, into)?.to_vec(), weights(destweights, out)?.to_vec());
        DistGraph {
            sources: slice(sources, into)?.to_vec(),
            destinations: slice(destinations, out)?.to_vec(),
            weights: weighted.then_some(pair),
        }
    };
    if graph.weights.as_ref().is_some_and(|(from, to)| from.len() != into || to.len() != out) {
        return Err(Error::new(MPI_ERR_ARG, "MPI_WEIGHTS_EMPTY is for processes without edges"));
    }
    // SAFETY: a checked output pointer.
    unsafe { store_made(place, dist::create_adjacent(comm, graph)) }
}

/// `MPI_Dist_graph_create`.
pub unsafe fn dist_graph_create(
    comm: CommHandle,
    n: c_int,
    sources: *const c_int,
    degrees: *const c_int,
    destinations: *const c_int,
    weight: *const c_int,
    _info: InfoHandle,
    _reorder: c_int,
    place: *mut CommHandle,
) -> Result<()> {
    let n = length("n", MPI_ERR_ARG, n)?;
    // SAFETY: arrays of the length that the program states.
    let (sources, degrees) = unsafe { (slice(sources, n)?, slice(degrees, n)?) };
    let mut total = 0;
    for degree in degrees {
        total += length("degrees", MPI_ERR_ARG, *degree)?;
    }
    // SAFETY: as many entries as the degrees add up to.
    let (destinations, weight_of) =
        unsafe { (slice(destinations, total)?, weights(weight, total)?) };
    let from = sources.iter().zip(degrees).flat_map(|(s, n)| std::iter::repeat_n(*s, *n as usize));
    let edges: Vec<_> = from
        .zip(destinations)
        .enumerate()
        .map(|(at, (source, destination))| {
            let weight = weight_of.get(at).copied().unwrap_or(1);
            Edge { source, destination: *destination, weight }
        })
        .collect();
    // SAFETY: a checked output pointer.
    unsafe { store_made(place, dist::create(comm, &edges, !unweighted(weight))) }
}

/// `MPI_Dist_graph_neighbors_count`.
pub unsafe fn dist_graph_neighbors_count(
    comm: CommHandle,
    indegree: *mut c_int,
    outdegree: *mut c_int,
    weighted: *mut c_int,
) -> Result<()> {
    let process = enter();
    let graph = process.dist_graph(comm)?;
    // SAFETY: checked output pointers.
    unsafe {
        store(indegree, graph.sources.len() as c_int);
        store(outdegree, graph.destinations.len() as c_int);
        store(weighted, c_int::from(graph.weights.is_some()));
    }
    Ok(())
}

/// `MPI_Dist_graph_neighbors`; weights are stored in a weighted graph, unless the program passes
/// `MPI_UNWEIGHTED`.
pub unsafe fn dist_graph_neighbors(
    comm: CommHandle,
    maxindegree: c_int,
    sources: *mut c_int,
    sourceweights: *mut c_int,
    maxoutdegree: c_int,
    destinations: *mut c_int,
    destweights: *mut c_int,
) -> Result<()> {
    let process = enter();
    let graph = process.dist_graph(comm)?;
    let wanted = |array: *mut c_int| !unweighted(array) && array as usize != MPI_WEIGHTS_EMPTY;
    // SAFETY: arrays of the lengths that the program states.
    unsafe {
        store_array(sources, maxindegree, &graph.sources)?;
        store_array(destinations, maxoutdegree, &graph.destinations)?;
        let Some((from, to)) = &graph.weights else { return Ok(()) };
        if wanted(sourceweights) {
            store_array(sourceweights, maxindegree, from)?;
        }
        if wanted(destweights) {
            store_array(destweights, maxoutdegree, to)?;
        }
    }
    Ok(())
}
