//! Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_cart_coords_(
    comm: *mut c_int,
    rank: *mut c_int,
    maxdims: *mut c_int,
    coords: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Cart_coords(comm::c(*comm), *rank, *maxdims, coords);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_cart_create_(
    comm_old: *mut c_int,
    ndims: *mut c_int,
    dims: *mut c_int,
    periods: *mut c_int,
    reorder: *mut c_int,
    comm_cart: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut comm_cart_c = comm::null();
        let code =
            PMPI_Cart_create(comm::c(*comm_old), *ndims, dims, periods, *reorder, &mut comm_cart_c);
        if code == MPI_SUCCESS {
            *comm_cart = comm::fortran(comm_cart_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_cart_get_(
    comm: *mut c_int,
    maxdims: *mut c_int,
    dims: *mut c_int,
    periods: *mut c_int,
    coords: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Cart_get(comm::c(*comm), *maxdims, dims, periods, coords);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_cart_map_(
    comm: *mut c_int,
    ndims: *mut c_int,
    dims: *mut c_int,
    periods: *mut c_int,
    newrank: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Cart_map(comm::c(*comm), *ndims, dims, periods, newrank);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_cart_rank_(
    comm: *mut c_int,
    coords: *mut c_int,
    rank: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Cart_rank(comm::c(*comm), coords, rank);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_cart_shift_(
    comm: *mut c_int,
    direction: *mut c_int,
    disp: *mut c_int,
    rank_source: *mut c_int,
    rank_dest: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Cart_shift(comm::c(*comm), *direction, *disp, rank_source, rank_dest);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_cart_sub_(
    comm: *mut c_int,
    remain_dims: *mut c_int,
    newcomm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newcomm_c = comm::null();
        let code = PMPI_Cart_sub(comm::c(*comm), remain_dims, &mut newcomm_c);
        if code == MPI_SUCCESS {
            *newcomm = comm::fortran(newcomm_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_cartdim_get_(
    comm: *mut c_int,
    ndims: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Cartdim_get(comm::c(*comm), ndims);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_dims_create_(
    nnodes: *mut c_int,
    ndims: *mut c_int,
    dims: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Dims_create(*nnodes, *ndims, dims);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_dist_graph_create_(
    comm_old: *mut c_int,
    n: *mut c_int,
    sources: *mut c_int,
    degrees: *mut c_int,
    destinations: *mut c_int,
    weights: *mut c_int,
    info: *mut c_int,
    reorder: *mut c_int,
    comm_dist_graph: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut comm_dist_graph_c = comm::null();
        let code = PMPI_Dist_graph_create(
            comm::c(*comm_old),
            *n,
            sources,
            degrees,
            destinations,
            weights_or_word(weights),
            info::c(*info),
            *reorder,
            &mut comm_dist_graph_c,
        );
        if code == MPI_SUCCESS {
            *comm_dist_graph = comm::fortran(comm_dist_graph_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_dist_graph_create_adjacent_(
    comm_old: *mut c_int,
    indegree: *mut c_int,
    sources: *mut c_int,
    sourceweights: *mut c_int,
    outdegree: *mut c_int,
    destinations: *mut c_int,
    destweights: *mut c_int,
    info: *mut c_int,
    reorder: *mut c_int,
    comm_dist_graph: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut comm_dist_graph_c = comm::null();
        let code = PMPI_Dist_graph_create_adjacent(
            comm::c(*comm_old),
            *indegree,
            sources,
            weights_or_word(sourceweights),
            *outdegree,
            destinations,
            weights_or_word(destweights),
            info::c(*info),
            *reorder,
            &mut comm_dist_graph_c,
        );
        if code == MPI_SUCCESS {
            *comm_dist_graph = comm::fortran(comm_dist_graph_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_dist_graph_neighbors_(
    comm: *mut c_int,
    maxindegree: *mut c_int,
    sources: *mut c_int,
    sourceweights: *mut c_int,
    maxoutdegree: *mut c_int,
    destinations: *mut c_int,
    destweights: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Dist_graph_neighbors(
            comm::c(*comm),
            *maxindegree,
            sources,
            weights_or_word(sourceweights),
            *maxoutdegree,
            destinations,
            weights_or_word(destweights),
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_dist_graph_neighbors_count_(
    comm: *mut c_int,
    indegree: *mut c_int,
    outdegree: *mut c_int,
    weighted: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Dist_graph_neighbors_count(comm::c(*comm), indegree, outdegree, weighted);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_graph_create_(
    comm_old: *mut c_int,
    nnodes: *mut c_int,
    index: *mut c_int,
    edges: *mut c_int,
    reorder: *mut c_int,
    comm_graph: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut comm_graph_c = comm::null();
        let code = PMPI_Graph_create(
            comm::c(*comm_old),
            *nnodes,
            index,
            edges,
            *reorder,
            &mut comm_graph_c,
        );
        if code == MPI_SUCCESS {
            *comm_graph = comm::fortran(comm_graph_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_graph_get_(
    comm: *mut c_int,
    maxindex: *mut c_int,
    maxedges: *mut c_int,
    index: *mut c_int,
    edges: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Graph_get(comm::c(*comm), *maxindex, *maxedges, index, edges);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_graph_map_(
    comm: *mut c_int,
    nnodes: *mut c_int,
    index: *mut c_int,
    edges: *mut c_int,
    newrank: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Graph_map(comm::c(*comm), *nnodes, index, edges, newrank);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_graph_neighbors_(
    comm: *mut c_int,
    rank: *mut c_int,
    maxneighbors: *mut c_int,
    neighbors: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Graph_neighbors(comm::c(*comm), *rank, *maxneighbors, neighbors);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_graph_neighbors_count_(
    comm: *mut c_int,
    rank: *mut c_int,
    nneighbors: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Graph_neighbors_count(comm::c(*comm), *rank, nneighbors);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_graphdims_get_(
    comm: *mut c_int,
    nnodes: *mut c_int,
    nedges: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Graphdims_get(comm::c(*comm), nnodes, nedges);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_topo_test_(comm: *mut c_int, status: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Topo_test(comm::c(*comm), status);
        give(ierror, code);
    }
}
