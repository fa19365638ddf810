//! The C functions with the types of Open MPI, by chapter of the standard. Written by `cargo xtask codegen`; do not edit.
// SAFETY of every function here: its arguments are what the standard asks of the C function's.
#![allow(
    missing_docs,
    non_snake_case,
    unused_imports,
    clippy::missing_safety_doc,
    clippy::too_many_arguments
)]

pub mod abi;
pub mod attr;
pub mod buffer;
pub mod coll;
pub mod coll_nonblocking;
pub mod coll_persistent;
pub mod comm;
pub mod datatype;
pub mod deprecated;
pub mod env;
pub mod errhandler;
pub mod external;
pub mod failure;
pub mod fortran;
pub mod group;
pub mod handles;
pub mod info;
pub mod io;
pub mod io_read;
pub mod io_write;
pub mod neighbor;
pub mod numbers;
pub mod op;
pub mod p2p;
pub mod partitioned;
pub mod process;
pub mod removed;
pub mod request;
pub mod rma;
pub mod tool;
pub mod topo;

mod prelude {
    pub(super) use core::ffi::{c_char, c_double, c_int, c_void};

    pub(super) use ferry_abi::convert::{Ints, OutCount, handle_at};
    pub(super) use ferry_abi::entry::{On, entry, entry_anytime};
    pub(super) use ferry_abi::types::*;
    pub(super) use ferry_abi::{calls, check};
    pub(super) use ferry_mpi::constants::*;
    pub(super) use ferry_mpi::handle::FileHandle as StandardFile;

    pub(super) use ferry_foreign::abi::{Abi, Native};
    pub(super) use ferry_foreign::generated::numbers::Numbers;
    pub(super) use ferry_foreign::list::{HandleList, NumberList, StatusList};
    pub(super) use ferry_foreign::place::{HandlePlace, NumberPlace, StatusPlace, on_request};
    pub(super) use ferry_foreign::{lengths, odd};

    pub(super) use crate::OpenMpi as Face;
    pub(super) use crate::types::*;
}
