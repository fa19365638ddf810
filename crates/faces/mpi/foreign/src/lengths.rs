//! How long arrays are whose length no argument tells, or not to all.

use core::ffi::c_int;

use ferry_abi::calls;
use ferry_mpi::Result;
use ferry_mpi::constants::{MPI_CART, MPI_DIST_GRAPH, MPI_GRAPH};
use ferry_mpi::handle::CommHandle;
use ferry_mpi::init::{self, Phase};

/// The length that an argument tells.
#[inline]
pub fn of(length: impl TryInto<usize>) -> usize {
    length.try_into().unwrap_or(0)
}

/// The length that stands at a place.
///
/// # Safety
/// `place` is `NULL` or readable.
pub unsafe fn stored(place: *const c_int) -> usize {
    // SAFETY: as the caller vouches.
    unsafe { place.as_ref() }.map_or(0, |length| of(*length))
}

/// What a function stores, or 0 where it fails: what then comes says so.
fn told(ask: impl FnOnce(*mut c_int) -> Result<()>) -> c_int {
    let mut value = 0;
    match ask(&mut value) {
        Ok(()) => value,
        Err(_) => 0,
    }
}

fn runs(comm: CommHandle) -> bool {
    init::phase() == Phase::Running && comm != CommHandle::NULL
}

/// How many others a collective operation has: the members of the communicator, or of its other group.
pub fn peers(comm: CommHandle) -> usize {
    if !runs(comm) {
        return 0;
    }
    // SAFETY: places of `told`.
    of(unsafe {
        match told(|place| calls::comm::comm_test_inter(comm, place)) {
            0 => told(|place| calls::comm::comm_size(comm, place)),
            _ => told(|place| calls::comm::comm_remote_size(comm, place)),
        }
    })
}

/// How many neighbours send to this process, and how many it sends to.
pub fn neighbors(comm: CommHandle) -> (usize, usize) {
    if !runs(comm) {
        return (0, 0);
    }
    // SAFETY: places of `told`, and local variables.
    unsafe {
        match told(|place| calls::topo::topo_test(comm, place)) {
            MPI_CART => {
                let both = 2 * of(told(|place| calls::topo::cartdim_get(comm, place)));
                (both, both)
            }
            MPI_GRAPH => {
                let rank = told(|place| calls::comm::comm_rank(comm, place));
                let count = of(told(|place| calls::topo::graph_neighbors_count(comm, rank, place)));
                (count, count)
            }
            MPI_DIST_GRAPH => {
                let (mut into, mut out, mut weighted) = (0, 0, 0);
                let asked = calls::topo::dist_graph_neighbors_count(
                    comm,
                    &mut into,
                    &mut out,
                    &mut weighted,
                );
                if asked.is_ok() { (of(into), of(out)) } else { (0, 0) }
            }
            _ => (0, 0),
        }
    }
}

/// The length of an array that counts at the root alone.
pub fn at_root(comm: CommHandle, root: c_int, length: usize) -> usize {
    // SAFETY: the place of `told`.
    let is_root =
        runs(comm) && unsafe { told(|place| calls::comm::comm_rank(comm, place)) } == root;
    if is_root { length } else { 0 }
}
