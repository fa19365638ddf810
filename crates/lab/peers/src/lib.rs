//! Other MPIs, and Ferry beside them: what each is called, and how its launcher is told where ranks go.
#![forbid(unsafe_code)]

mod hosts;
mod launch;
mod mpi;

pub use hosts::{Hosts, RemoteHost};
pub use launch::{Spread, mpiexec};
pub use mpi::Mpi;
