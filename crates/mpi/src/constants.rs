//! Constants of the standard ABI. Written by `cargo xtask codegen`; do not edit.
#![allow(missing_docs)]

pub const MPI_ANY_SOURCE: i32 = -1;
pub const MPI_ANY_TAG: i32 = -2;
pub const MPI_PROC_NULL: i32 = -3;
