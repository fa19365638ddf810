//! The MPI standard ABI (MPI-5.0 §20): what `libmpi_abi.so.1` exports.
//!
//! [`generated`] holds one thin wrapper for each C function; what they do is `ferry_abi`'s.
//!
//! Only `PMPI_` names are defined here; the linker gives each its `MPI_` alias
//! (`generated/aliases.ld`), so that a profiling tool can define `MPI_` names of its own.

pub mod generated;
