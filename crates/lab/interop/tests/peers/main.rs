//! Ferry's SCTP against the crates `dcsctp` and `sctp-proto`, in memory and in virtual time.
//!
//! Each procedure runs with every pair of implementations, with either end as the one that connects,
//! over a network that loses nothing and over one that loses and reorders.
#![forbid(unsafe_code)]

mod data;
mod dcsctp_end;
mod end;
mod ends;
mod extensions;
mod ferry_end;
mod pairs;
mod proto_end;
mod world;
