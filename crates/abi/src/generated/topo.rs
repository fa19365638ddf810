//! Virtual topologies (MPI-5.0 §8). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Cart_coords(
    comm: CommHandle,
    _rank: c_int,
    _maxdims: c_int,
    _coords: *mut c_int,
) -> c_int {
    unbuilt("MPI_Cart_coords", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Cart_create(
    comm_old: CommHandle,
    _ndims: c_int,
    _dims: *const c_int,
    _periods: *const c_int,
    _reorder: c_int,
    _comm_cart: *mut CommHandle,
) -> c_int {
    unbuilt("MPI_Cart_create", On::Comm(comm_old))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Cart_get(
    comm: CommHandle,
    _maxdims: c_int,
    _dims: *mut c_int,
    _periods: *mut c_int,
    _coords: *mut c_int,
) -> c_int {
    unbuilt("MPI_Cart_get", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Cart_map(
    comm: CommHandle,
    _ndims: c_int,
    _dims: *const c_int,
    _periods: *const c_int,
    _newrank: *mut c_int,
) -> c_int {
    unbuilt("MPI_Cart_map", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Cart_rank(
    comm: CommHandle,
    _coords: *const c_int,
    _rank: *mut c_int,
) -> c_int {
    unbuilt("MPI_Cart_rank", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Cart_shift(
    comm: CommHandle,
    _direction: c_int,
    _disp: c_int,
    _rank_source: *mut c_int,
    _rank_dest: *mut c_int,
) -> c_int {
    unbuilt("MPI_Cart_shift", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Cart_sub(
    comm: CommHandle,
    _remain_dims: *const c_int,
    _newcomm: *mut CommHandle,
) -> c_int {
    unbuilt("MPI_Cart_sub", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Cartdim_get(comm: CommHandle, _ndims: *mut c_int) -> c_int {
    unbuilt("MPI_Cartdim_get", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Dims_create(
    _nnodes: c_int,
    _ndims: c_int,
    _dims: *mut c_int,
) -> c_int {
    unbuilt("MPI_Dims_create", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Dist_graph_create(
    comm_old: CommHandle,
    _n: c_int,
    _sources: *const c_int,
    _degrees: *const c_int,
    _destinations: *const c_int,
    _weights: *const c_int,
    _info: InfoHandle,
    _reorder: c_int,
    _comm_dist_graph: *mut CommHandle,
) -> c_int {
    unbuilt("MPI_Dist_graph_create", On::Comm(comm_old))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Dist_graph_create_adjacent(
    comm_old: CommHandle,
    _indegree: c_int,
    _sources: *const c_int,
    _sourceweights: *const c_int,
    _outdegree: c_int,
    _destinations: *const c_int,
    _destweights: *const c_int,
    _info: InfoHandle,
    _reorder: c_int,
    _comm_dist_graph: *mut CommHandle,
) -> c_int {
    unbuilt("MPI_Dist_graph_create_adjacent", On::Comm(comm_old))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Dist_graph_neighbors(
    comm: CommHandle,
    _maxindegree: c_int,
    _sources: *mut c_int,
    _sourceweights: *mut c_int,
    _maxoutdegree: c_int,
    _destinations: *mut c_int,
    _destweights: *mut c_int,
) -> c_int {
    unbuilt("MPI_Dist_graph_neighbors", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Dist_graph_neighbors_count(
    comm: CommHandle,
    _indegree: *mut c_int,
    _outdegree: *mut c_int,
    _weighted: *mut c_int,
) -> c_int {
    unbuilt("MPI_Dist_graph_neighbors_count", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Graph_create(
    comm_old: CommHandle,
    _nnodes: c_int,
    _index: *const c_int,
    _edges: *const c_int,
    _reorder: c_int,
    _comm_graph: *mut CommHandle,
) -> c_int {
    unbuilt("MPI_Graph_create", On::Comm(comm_old))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Graph_get(
    comm: CommHandle,
    _maxindex: c_int,
    _maxedges: c_int,
    _index: *mut c_int,
    _edges: *mut c_int,
) -> c_int {
    unbuilt("MPI_Graph_get", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Graph_map(
    comm: CommHandle,
    _nnodes: c_int,
    _index: *const c_int,
    _edges: *const c_int,
    _newrank: *mut c_int,
) -> c_int {
    unbuilt("MPI_Graph_map", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Graph_neighbors(
    comm: CommHandle,
    _rank: c_int,
    _maxneighbors: c_int,
    _neighbors: *mut c_int,
) -> c_int {
    unbuilt("MPI_Graph_neighbors", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Graph_neighbors_count(
    comm: CommHandle,
    _rank: c_int,
    _nneighbors: *mut c_int,
) -> c_int {
    unbuilt("MPI_Graph_neighbors_count", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Graphdims_get(
    comm: CommHandle,
    _nnodes: *mut c_int,
    _nedges: *mut c_int,
) -> c_int {
    unbuilt("MPI_Graphdims_get", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Topo_test(comm: CommHandle, _status: *mut c_int) -> c_int {
    unbuilt("MPI_Topo_test", On::Comm(comm))
}
