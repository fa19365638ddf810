//! MPI for Fortran (MPI-5.0 §19.1): what `libmpi_abi_fortran.so` exports.
//!
//! The library stands on the C functions of the standard ABI alone, by their `PMPI_` names, so that it serves
//! every implementation of that. [`generated`] has an entry point for each procedure, which turns the
//! arguments of Fortran into those of C: handles are integers ([`handles`]), some constants are variables
//! ([`sentinels`]), texts have blanks instead of a zero at their end ([`text`]). What follows from no
//! parameter's kind is written by hand: functions that are called back ([`attributes`], [`operations`],
//! [`error_handlers`], [`grequests`], [`datareps`]), completion ([`completion`]), spawning.
//!
//! Fortran 2008's choice buffers are descriptors ([`cdesc`]). What does not lie in a row becomes a datatype, or a
//! copy for as long as the operation lasts ([`lent`], [`pending`]).
//!
//! Packages beside this one make the libraries for programs of other MPIs of the same sources, each with a feature by
//! which [`abi`] and the constants are that MPI's; they stand on that MPI's C functions.
//!
//! Entry points are defined as `pmpi_NAME_`; the linker gives each its other names (`generated/aliases.ld`).

pub mod abi;
pub mod attributes;
pub mod buffers;
pub mod cdesc;
pub mod completion;
pub mod datareps;
pub mod error;
pub mod error_handlers;
mod flatten;
pub mod generated;
pub mod grequests;
pub mod handles;
pub mod lent;
pub mod members;
#[cfg(any(feature = "openmpi", feature = "mpich"))]
pub mod module;
pub mod odd;
pub mod operations;
pub mod partitioned;
pub mod pending;
pub mod predefined;
pub mod removed;
pub mod sentinels;
pub mod spawn;
pub mod start;
pub mod text;
mod trampolines;
