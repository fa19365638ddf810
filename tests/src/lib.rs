//! Whole programs on a built Ferry: what the tests in `whole/` share.
//!
//! The tests use a built prefix: `TESTED_PREFIX`, or `target/ferry` as left by `cargo xtask build`.
//! With `TESTED_MPI=mpich` or `intel` the same C programs run on a peer from `target/peers`
//! instead, which tells a wrong program from a wrong library.
#![forbid(unsafe_code)]

mod foreign_fortran;
mod fortran;
mod job;
mod leftovers;
mod mpi;
mod slurm;

pub use foreign_fortran::ForeignFortran;
pub use fortran::has_fortran;
pub use job::{Job, Outcome, Running};
pub use leftovers::Marked;
pub use mpi::{Mpi, root};
pub use slurm::Slurm;
