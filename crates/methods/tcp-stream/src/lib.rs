//! Ferry: TCP, one connection per tag/rank/context: the direct design on sockets.
//!
//! ```text
//!            stream 0, both ways: the connection of the method `tcp`
//!   rank 0 <==========================================================> rank 1
//!            every other stream: a connection of its own, one way
//!   rank 0 -- proof, introduction, frames ..., end mark ---------------> rank 1
//!   rank 0 <--------------------------- closed: all of it was taken in - rank 1
//! ```
//!
//! A stream's connection is opened by the first frame on it. A stream that the receiver holds back is
//! simply not read: the transport's window stops the sender, and no other stream is touched. Among at
//! most [`TcpStreamOptions::max_connections`] outgoing connections the least recently used idle one
//! gives way to a new stream: it ends with a mark and counts as closed only when the receiver has
//! taken in everything before it, so that a stream which comes back keeps its order.
//!
//! A receiver that sees such an end behind a frame that it holds keeps the few bytes itself (the
//! system held them already, so their number is bounded) and closes: otherwise streams that are held
//! could use up all the connections that a sender may have.
//!
//! What the receiver's system has not acknowledged is kept (unless `tcp.replay` is off), so that all connections
//! with a peer can go on through another method when the network gets nothing there any more.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod attributes;
mod control;
mod demand;
mod descriptor;
mod detour;
mod dial;
mod events;
mod holding;
mod inbound;
mod introduction;
mod lifecycle;
mod method;
mod options;
mod outbound;
mod peer;
mod quality;
mod receiving;
mod rounds;
mod sending;
mod shortage;
mod tally;
mod turn;

#[cfg(test)]
mod tests;

pub use descriptor::listening_ports;
pub use method::TcpStreamMethod;
pub use options::TcpStreamOptions;

/// The method's name.
pub const NAME: &str = "tcp-stream";

/// In place of a payload length: no frame, but the end of the stream's connection.
pub(crate) const END: u32 = u32::MAX;
/// Largest payload of one frame; longer ones are not believed.
pub(crate) const MAX_FRAME: usize = 1 << 30;
/// The version of this method's handshake: never one of the method `tcp`, so that a connection cannot
/// be passed off as one of the other kind.
pub(crate) const VERSION: u8 = ferry_method_tcp::door::VERSION | 0x40;
