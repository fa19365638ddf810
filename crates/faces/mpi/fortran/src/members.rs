//! How many entries arrays have that have one for each process.

use core::ffi::c_int;

use crate::cdesc::BufferPlace;
use crate::generated::c::*;
use crate::generated::constants::*;
use crate::handles::CHandle;
use crate::sentinels::is_in_place;

/// The processes that collectives of `comm` talk to.
pub fn peers(comm: CHandle) -> usize {
    let (mut is_inter, mut size) = (0, 0);
    // SAFETY: places of this function's.
    unsafe {
        PMPI_Comm_test_inter(comm, &mut is_inter);
        match is_inter {
            0 => PMPI_Comm_size(comm, &mut size),
            _ => PMPI_Comm_remote_size(comm, &mut size),
        };
    }
    usize::try_from(size).unwrap_or(0)
}

/// None for a send buffer in place, whose other arguments mean nothing.
///
/// # Safety
/// As of [`BufferPlace::place`].
pub unsafe fn unless_in_place(sendbuf: impl BufferPlace, count: usize) -> usize {
    // SAFETY: the caller's promise.
    if is_in_place(unsafe { sendbuf.place() }) { 0 } else { count }
}

/// The neighbours that are sent to, or received from.
pub fn neighbors(comm: CHandle, is_sent: bool) -> usize {
    let mut topology = MPI_UNDEFINED;
    // SAFETY: a place of this function's.
    unsafe { PMPI_Topo_test(comm, &mut topology) };
    let count = match topology {
        MPI_CART => cartesian(comm),
        MPI_GRAPH => graph(comm),
        MPI_DIST_GRAPH => distributed(comm, is_sent),
        _ => 0,
    };
    usize::try_from(count).unwrap_or(0)
}

fn cartesian(comm: CHandle) -> c_int {
    let mut dimensions = 0;
    // SAFETY: a place of this function's.
    unsafe { PMPI_Cartdim_get(comm, &mut dimensions) };
    dimensions.saturating_mul(2)
}

fn graph(comm: CHandle) -> c_int {
    let (mut rank, mut count) = (0, 0);
    // SAFETY: places of this function's.
    unsafe {
        PMPI_Comm_rank(comm, &mut rank);
        PMPI_Graph_neighbors_count(comm, rank, &mut count);
    }
    count
}

fn distributed(comm: CHandle, is_sent: bool) -> c_int {
    let (mut sources, mut destinations, mut is_weighted) = (0, 0, 0);
    // SAFETY: places of this function's.
    unsafe {
        PMPI_Dist_graph_neighbors_count(comm, &mut sources, &mut destinations, &mut is_weighted);
    }
    if is_sent { destinations } else { sources }
}
