//! Ferry's commands: `ferry`, `mpiexec` (also `mpirun`), `mpicc` and `mpicxx`.
#![forbid(unsafe_code)]

pub mod compiler;
pub mod info;
