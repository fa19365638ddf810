//! Virtual topologies (MPI-5.0 §8). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Cart_coords(
    comm: CommHandle,
    rank: c_int,
    maxdims: c_int,
    coords: *mut c_int,
) -> c_int {
    let comm = comm.inward();
    let rank = Face::rank_inward(rank);
    Face::returned(entry("MPI_Cart_coords", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::not_negative("maxdims", MPI_ERR_ARG, maxdims as i64)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::topo::cart_coords(comm, rank, maxdims, coords) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Cart_create(
    comm_old: CommHandle,
    ndims: c_int,
    dims: *const c_int,
    periods: *const c_int,
    reorder: c_int,
    comm_cart: *mut CommHandle,
) -> c_int {
    let comm_old = comm_old.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut comm_cart_place = unsafe { HandlePlace::new(comm_cart, false, true) };
    let comm_cart = comm_cart_place.pointer();
    Face::returned(entry("MPI_Cart_create", On::Comm(comm_old), || {
        check::handle("comm_old", comm_old)?;
        check::not_negative("ndims", MPI_ERR_DIMS, ndims as i64)?;
        check::pointer("comm_cart", comm_cart)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::topo::cart_create(comm_old, ndims, dims, periods, reorder, comm_cart) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Cart_get(
    comm: CommHandle,
    maxdims: c_int,
    dims: *mut c_int,
    periods: *mut c_int,
    coords: *mut c_int,
) -> c_int {
    let comm = comm.inward();
    Face::returned(entry("MPI_Cart_get", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::not_negative("maxdims", MPI_ERR_ARG, maxdims as i64)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::topo::cart_get(comm, maxdims, dims, periods, coords) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Cart_map(
    comm: CommHandle,
    ndims: c_int,
    dims: *const c_int,
    periods: *const c_int,
    newrank: *mut c_int,
) -> c_int {
    let comm = comm.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut newrank_place =
        unsafe { NumberPlace::new(newrank.cast(), false, Face::rank_inward, Face::rank_outward) };
    let newrank = newrank_place.pointer().cast();
    Face::returned(entry("MPI_Cart_map", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::not_negative("ndims", MPI_ERR_DIMS, ndims as i64)?;
        check::pointer("newrank", newrank)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::topo::cart_map(comm, ndims, dims, periods, newrank) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Cart_rank(
    comm: CommHandle,
    coords: *const c_int,
    rank: *mut c_int,
) -> c_int {
    let comm = comm.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut rank_place =
        unsafe { NumberPlace::new(rank.cast(), false, Face::rank_inward, Face::rank_outward) };
    let rank = rank_place.pointer().cast();
    Face::returned(entry("MPI_Cart_rank", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("rank", rank)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::topo::cart_rank(comm, coords, rank) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Cart_shift(
    comm: CommHandle,
    direction: c_int,
    disp: c_int,
    rank_source: *mut c_int,
    rank_dest: *mut c_int,
) -> c_int {
    let comm = comm.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut rank_source_place = unsafe {
        NumberPlace::new(rank_source.cast(), false, Face::rank_inward, Face::rank_outward)
    };
    let rank_source = rank_source_place.pointer().cast();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut rank_dest_place =
        unsafe { NumberPlace::new(rank_dest.cast(), false, Face::rank_inward, Face::rank_outward) };
    let rank_dest = rank_dest_place.pointer().cast();
    Face::returned(entry("MPI_Cart_shift", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("rank_source", rank_source)?;
        check::pointer("rank_dest", rank_dest)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::topo::cart_shift(comm, direction, disp, rank_source, rank_dest) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Cart_sub(
    comm: CommHandle,
    remain_dims: *const c_int,
    newcomm: *mut CommHandle,
) -> c_int {
    let comm = comm.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut newcomm_place = unsafe { HandlePlace::new(newcomm, false, true) };
    let newcomm = newcomm_place.pointer();
    Face::returned(entry("MPI_Cart_sub", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("newcomm", newcomm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::topo::cart_sub(comm, remain_dims, newcomm) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Cartdim_get(comm: CommHandle, ndims: *mut c_int) -> c_int {
    let comm = comm.inward();
    Face::returned(entry("MPI_Cartdim_get", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("ndims", ndims)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::topo::cartdim_get(comm, ndims) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Dims_create(nnodes: c_int, ndims: c_int, dims: *mut c_int) -> c_int {
    Face::returned(entry("MPI_Dims_create", On::Nothing, || {
        check::not_negative("ndims", MPI_ERR_DIMS, ndims as i64)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::topo::dims_create(nnodes, ndims, dims) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Dist_graph_create(
    comm_old: CommHandle,
    n: c_int,
    sources: *const c_int,
    degrees: *const c_int,
    destinations: *const c_int,
    weights: *const c_int,
    info: InfoHandle,
    reorder: c_int,
    comm_dist_graph: *mut CommHandle,
) -> c_int {
    let comm_old = comm_old.inward();
    let info = info.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut sources_list = unsafe {
        NumberList::new(
            sources.cast_mut(),
            lengths::of(n),
            (true, false),
            Face::rank_inward,
            Face::rank_outward,
        )
    };
    let sources = sources_list.pointer();
    let weights = Face::weights(weights);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut comm_dist_graph_place = unsafe { HandlePlace::new(comm_dist_graph, false, true) };
    let comm_dist_graph = comm_dist_graph_place.pointer();
    Face::returned(entry("MPI_Dist_graph_create", On::Comm(comm_old), || {
        check::handle("comm_old", comm_old)?;
        check::not_negative("n", MPI_ERR_ARG, n as i64)?;
        check::pointer("comm_dist_graph", comm_dist_graph)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::topo::dist_graph_create(
                comm_old,
                n,
                sources,
                degrees,
                destinations,
                weights,
                info,
                reorder,
                comm_dist_graph,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Dist_graph_create_adjacent(
    comm_old: CommHandle,
    indegree: c_int,
    sources: *const c_int,
    sourceweights: *const c_int,
    outdegree: c_int,
    destinations: *const c_int,
    destweights: *const c_int,
    info: InfoHandle,
    reorder: c_int,
    comm_dist_graph: *mut CommHandle,
) -> c_int {
    let comm_old = comm_old.inward();
    let info = info.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut sources_list = unsafe {
        NumberList::new(
            sources.cast_mut(),
            lengths::of(indegree),
            (true, false),
            Face::rank_inward,
            Face::rank_outward,
        )
    };
    let sources = sources_list.pointer();
    let sourceweights = Face::weights(sourceweights);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut destinations_list = unsafe {
        NumberList::new(
            destinations.cast_mut(),
            lengths::of(outdegree),
            (true, false),
            Face::rank_inward,
            Face::rank_outward,
        )
    };
    let destinations = destinations_list.pointer();
    let destweights = Face::weights(destweights);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut comm_dist_graph_place = unsafe { HandlePlace::new(comm_dist_graph, false, true) };
    let comm_dist_graph = comm_dist_graph_place.pointer();
    Face::returned(entry("MPI_Dist_graph_create_adjacent", On::Comm(comm_old), || {
        check::handle("comm_old", comm_old)?;
        check::not_negative("indegree", MPI_ERR_ARG, indegree as i64)?;
        check::not_negative("outdegree", MPI_ERR_ARG, outdegree as i64)?;
        check::pointer("comm_dist_graph", comm_dist_graph)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::topo::dist_graph_create_adjacent(
                comm_old,
                indegree,
                sources,
                sourceweights,
                outdegree,
                destinations,
                destweights,
                info,
                reorder,
                comm_dist_graph,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Dist_graph_neighbors(
    comm: CommHandle,
    maxindegree: c_int,
    sources: *mut c_int,
    sourceweights: *mut c_int,
    maxoutdegree: c_int,
    destinations: *mut c_int,
    destweights: *mut c_int,
) -> c_int {
    let comm = comm.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut sources_list = unsafe {
        NumberList::new(
            sources,
            lengths::of(maxindegree),
            (false, true),
            Face::rank_inward,
            Face::rank_outward,
        )
    };
    let sources = sources_list.pointer();
    let sourceweights = Face::weights(sourceweights);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut destinations_list = unsafe {
        NumberList::new(
            destinations,
            lengths::of(maxoutdegree),
            (false, true),
            Face::rank_inward,
            Face::rank_outward,
        )
    };
    let destinations = destinations_list.pointer();
    let destweights = Face::weights(destweights);
    Face::returned(entry("MPI_Dist_graph_neighbors", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::not_negative("maxindegree", MPI_ERR_ARG, maxindegree as i64)?;
        check::not_negative("maxoutdegree", MPI_ERR_ARG, maxoutdegree as i64)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::topo::dist_graph_neighbors(
                comm,
                maxindegree,
                sources,
                sourceweights,
                maxoutdegree,
                destinations,
                destweights,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Dist_graph_neighbors_count(
    comm: CommHandle,
    indegree: *mut c_int,
    outdegree: *mut c_int,
    weighted: *mut c_int,
) -> c_int {
    let comm = comm.inward();
    Face::returned(entry("MPI_Dist_graph_neighbors_count", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("indegree", indegree)?;
        check::pointer("outdegree", outdegree)?;
        check::pointer("weighted", weighted)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::topo::dist_graph_neighbors_count(comm, indegree, outdegree, weighted) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Graph_create(
    comm_old: CommHandle,
    nnodes: c_int,
    index: *const c_int,
    edges: *const c_int,
    reorder: c_int,
    comm_graph: *mut CommHandle,
) -> c_int {
    let comm_old = comm_old.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut comm_graph_place = unsafe { HandlePlace::new(comm_graph, false, true) };
    let comm_graph = comm_graph_place.pointer();
    Face::returned(entry("MPI_Graph_create", On::Comm(comm_old), || {
        check::handle("comm_old", comm_old)?;
        check::pointer("comm_graph", comm_graph)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::topo::graph_create(comm_old, nnodes, index, edges, reorder, comm_graph) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Graph_get(
    comm: CommHandle,
    maxindex: c_int,
    maxedges: c_int,
    index: *mut c_int,
    edges: *mut c_int,
) -> c_int {
    let comm = comm.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut edges_list = unsafe {
        NumberList::new(
            edges,
            lengths::of(maxedges),
            (false, true),
            Face::rank_inward,
            Face::rank_outward,
        )
    };
    let edges = edges_list.pointer();
    Face::returned(entry("MPI_Graph_get", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::not_negative("maxindex", MPI_ERR_ARG, maxindex as i64)?;
        check::not_negative("maxedges", MPI_ERR_ARG, maxedges as i64)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::topo::graph_get(comm, maxindex, maxedges, index, edges) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Graph_map(
    comm: CommHandle,
    nnodes: c_int,
    index: *const c_int,
    edges: *const c_int,
    newrank: *mut c_int,
) -> c_int {
    let comm = comm.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut newrank_place =
        unsafe { NumberPlace::new(newrank.cast(), false, Face::rank_inward, Face::rank_outward) };
    let newrank = newrank_place.pointer().cast();
    Face::returned(entry("MPI_Graph_map", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::not_negative("nnodes", MPI_ERR_ARG, nnodes as i64)?;
        check::pointer("newrank", newrank)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::topo::graph_map(comm, nnodes, index, edges, newrank) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Graph_neighbors(
    comm: CommHandle,
    rank: c_int,
    maxneighbors: c_int,
    neighbors: *mut c_int,
) -> c_int {
    let comm = comm.inward();
    let rank = Face::rank_inward(rank);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut neighbors_list = unsafe {
        NumberList::new(
            neighbors,
            lengths::of(maxneighbors),
            (false, true),
            Face::rank_inward,
            Face::rank_outward,
        )
    };
    let neighbors = neighbors_list.pointer();
    Face::returned(entry("MPI_Graph_neighbors", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::not_negative("maxneighbors", MPI_ERR_ARG, maxneighbors as i64)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::topo::graph_neighbors(comm, rank, maxneighbors, neighbors) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Graph_neighbors_count(
    comm: CommHandle,
    rank: c_int,
    nneighbors: *mut c_int,
) -> c_int {
    let comm = comm.inward();
    let rank = Face::rank_inward(rank);
    Face::returned(entry("MPI_Graph_neighbors_count", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("nneighbors", nneighbors)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::topo::graph_neighbors_count(comm, rank, nneighbors) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Graphdims_get(
    comm: CommHandle,
    nnodes: *mut c_int,
    nedges: *mut c_int,
) -> c_int {
    let comm = comm.inward();
    Face::returned(entry("MPI_Graphdims_get", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("nnodes", nnodes)?;
        check::pointer("nedges", nedges)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::topo::graphdims_get(comm, nnodes, nedges) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Topo_test(comm: CommHandle, status: *mut c_int) -> c_int {
    let comm = comm.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut status_place = unsafe {
        NumberPlace::new(status.cast(), false, Face::topology_inward, Face::topology_outward)
    };
    let status = status_place.pointer().cast();
    Face::returned(entry("MPI_Topo_test", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("status", status)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::topo::topo_test(comm, status) }
    }))
}
