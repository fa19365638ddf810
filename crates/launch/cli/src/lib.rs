//! Ferry's commands: `ferry`, `mpiexec` (also `mpirun`), `mprun`, `mpicc` and `mpicxx`.
#![forbid(unsafe_code)]

pub mod compiler;
#[cfg(feature = "ferry-command")]
pub mod completions;
#[cfg(feature = "ferry-command")]
pub mod info;
#[cfg(feature = "mprun")]
pub mod mprun;
#[cfg(feature = "ferry-command")]
pub mod reach;
#[cfg(feature = "ferry-command")]
pub mod tune;
