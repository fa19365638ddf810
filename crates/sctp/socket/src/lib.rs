//! Ferry: a one-to-many SCTP socket of user space.
//!
//! A [`Socket`] is an [`Endpoint`](ferry_sctp_core::endpoint::Endpoint), which knows SCTP and neither sockets
//! nor clocks, together with what carries its packets: UDP datagrams (RFC 6951), in trains that the system
//! cuts and puts together, or raw IP. It never waits, keeps what the system would not take, and is told
//! the time.
//!
//! - `bind`: taking addresses and a port.
//! - `channel`: a socket of the system, with its batches and what waits in it.
//! - `lending`: buffers that are lent and used again.
//! - `pool`: receive buffers that are used again.
//! - `socket`: the two put together.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod address;
mod bind;
mod channel;
mod error;
mod lending;
mod mtu;
mod options;
mod pool;
mod socket;
mod statistics;
mod wait;

pub use error::SocketError;
pub use lending::LentBuffers;
pub use options::{SocketOptions, TransportKind};
pub use socket::{Parcel, Socket};
pub use statistics::Statistics;
pub use wait::wait;
