//! Ferry's commands: `ferry`, `mpiexec` (by another name `mprun`) and `mpicc` (by others `mpicxx` and `mpifort`).
#![forbid(unsafe_code)]

pub mod called;
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
