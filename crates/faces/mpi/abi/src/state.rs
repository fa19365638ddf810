//! Whether MPI runs: what `ferry_mpi` says.

pub use ferry_mpi::init::{Phase, phase};
