//! The MPI standard's semantics as safe Rust, and Ferry's own Rust API.
#![forbid(unsafe_code)]

pub mod constants;
pub mod error;
pub mod error_codes;
pub mod handle;
pub mod info;
pub mod status;
pub mod table;

pub use error::{Error, Result};
pub use status::Status;
