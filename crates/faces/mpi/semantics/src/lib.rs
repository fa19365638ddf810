//! The MPI standard's semantics as safe Rust, and Ferry's own Rust API.
#![forbid(unsafe_code)]
// Lines for people go out in one piece: `ferry_sys::tell`.
#![deny(clippy::print_stderr)]

pub mod attribute;
mod background;
pub mod bsend;
mod buffer;
mod check;
pub mod coll;
pub mod comm;
pub mod constants;
mod context_id;
pub mod datatype;
pub mod dynamic;
pub mod environment;
pub mod errhandler;
pub mod error;
mod face;
pub mod failure;
pub mod file;
mod fixed_hash;
pub mod group;
pub mod handle;
pub mod hints;
pub mod info;
pub mod init;
pub mod lane;
mod link_report;
pub mod op;
pub mod p2p;
pub mod partitioned;
pub mod persistent;
pub mod process;
pub mod process_failure;
pub mod request;
pub mod session;
pub mod status;
pub mod table;
mod tags;
pub mod tool;
pub mod topo;
pub mod win;

pub use error::{Error, Result};
pub use failure::CompletionFailure;
pub use status::Status;
