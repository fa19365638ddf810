//! The entry points that Fortran calls, by chapter of the standard, and what they call ([`c`]).
//! Written by `cargo xtask codegen`; do not edit.
// SAFETY of every function here: its arguments are what the standard asks of the procedure's.
#![allow(missing_docs, unused_imports, unreachable_pub, clippy::missing_safety_doc)]
#![allow(clippy::too_many_arguments, clippy::unnecessary_cast)]

pub mod abi;
pub mod attr;
pub mod buffer;
pub mod c;
pub mod coll;
pub mod coll_nonblocking;
pub mod coll_persistent;
pub mod comm;
#[cfg_attr(feature = "mpich", path = "generated/constants_mpich.rs")]
#[cfg_attr(
    all(feature = "openmpi", not(feature = "mpich")),
    path = "generated/constants_openmpi.rs"
)]
pub mod constants;
pub mod datatype;
pub mod deprecated;
pub mod env;
pub mod errhandler;
pub mod external;
pub mod group;
pub mod info;
pub mod io;
pub mod io_read;
pub mod io_write;
pub mod neighbor;
pub mod op;
pub mod p2p;
pub mod partitioned;
pub mod process;
pub mod request;
pub mod rma;
pub mod topo;

mod prelude {
    pub(super) use core::ffi::{c_char, c_int, c_void};
    pub(super) use core::ptr::null_mut;

    pub(super) use super::c::*;
    pub(super) use super::constants::*;
    pub(super) use crate::cdesc::{Cdesc, lies_in_a_row, memory_of};
    pub(super) use crate::error::{give, refuse};
    pub(super) use crate::handles::*;
    pub(super) use crate::lent::{BufferUse, LentBuffer};
    pub(super) use crate::members::{neighbors, peers, unless_in_place};
    pub(super) use crate::pending::{new_request, new_request_with};
    pub(super) use crate::sentinels::*;
    pub(super) use crate::text::{LettersOut, length_with_zero, text, text_with_front};
}
