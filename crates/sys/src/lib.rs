//! Audited system calls and memory regions: the cage for `unsafe` below the methods.
//!
//! Every function here is safe to call; what cannot be made safe has an `unsafe` constructor whose
//! contract the caller signs once.

pub mod region;

pub use region::{ReadRegion, WriteRegion};
