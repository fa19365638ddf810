//! The MPI standard ABI (MPI-5.0 §20): what `libmpi_abi.so.1` exports.
//!
//! The way of a call: [`generated`] holds one thin wrapper for each C function, which checks what
//! the kinds of its parameters demand ([`check`]) and calls the function of the same name in
//! [`calls`]; [`entry`] runs it and hands errors to the error handler of its object. The int form
//! and the `_c` form of a procedure share one implementation.
//!
//! Only `PMPI_` names are defined here; the linker gives each its `MPI_` alias
//! (`generated/aliases.ld`), so that a profiling tool can define `MPI_` names of its own.
// Lines for people go out in one piece: `ferry_sys::tell`.
#![deny(clippy::print_stderr)]

#[cfg(not(target_pointer_width = "64"))]
compile_error!("Ferry's C library is written for targets with 64-bit pointers");

pub mod callback;
pub mod calls;
pub mod check;
pub mod convert;
pub mod entry;
pub mod generated;
pub mod types;
