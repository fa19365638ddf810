//! Grids and graphs of processes.

use crate::Example;
use ferry::{Communicator, Edge, Result};

pub(crate) const ALL: &[Example] =
    &[("cartesian", cartesian), ("graph", graph), ("neighbor_exchange", neighbor_exchange)];

fn cartesian(comm: &Communicator) -> Result<()> {
    let mut dims = [0; 2];
    ferry::balanced_dims(comm.size(), &mut dims)?;
    let Some(grid) = comm.create_cartesian(&dims, &[false, true])? else { unreachable!() };
    let here = grid.coordinates(grid.rank())?;
    let (up, down) = grid.shift(0, 1)?;
    assert_eq!((up.is_none(), down.is_none()), (here[0] == 0, here[0] + 1 == dims[0]));
    let row = grid.sub(&[false, true])?;
    assert_eq!((row.rank(), row.size()), (here[1], dims[1]));
    Ok(())
}

/// Everybody tells rank 0 something; rank 0 has said so.
fn graph(comm: &Communicator) -> Result<()> {
    let edge = |source| Edge { source, destination: 0, weight: 1 };
    let edges: Vec<_> = (0..comm.size()).map(edge).collect();
    let star = comm.create_graph(if comm.rank() == 0 { &edges } else { &[] })?;
    let came = star.neighbor_all_gather(&(comm.rank() + 1))?;
    assert_eq!(came.len(), if comm.rank() == 0 { comm.size() } else { 0 });
    Ok(())
}

fn neighbor_exchange(comm: &Communicator) -> Result<()> {
    let (me, size) = (comm.rank(), comm.size());
    let ring = comm.create_adjacent(&[(me + size - 1) % size], &[(me + 1) % size])?;
    let mut came = [0; 2];
    ring.neighbor_all_to_all_into(&[me, 7], &mut came)?;
    assert_eq!(came, [(me + size - 1) % size, 7]);
    Ok(())
}
