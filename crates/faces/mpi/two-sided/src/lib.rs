//! MPI's messages from one process to another: who gets which (MPI-5.0 §3).
//!
//! [`TwoSided`] finds the receive for a message and the message for a receive; how the bytes follow is
//! [`Transfer`]'s, which it holds and lends to other faces. It is driven by calls and by arriving frames
//! (it is a [`Sink`](ferry_method::Sink)), never blocks, and sends when [`flush`](ferry_link::Face::flush) is
//! called.
//!
//! # Promises
//!
//! * Messages between two processes match in the order in which they were sent (MPI-5.0 §3.5): eager
//!   frames and requests to send of a pair share one queue and one stream, or carry numbers.
//! * What a peer can make this process keep is bounded. A sender without byte credit asks first
//!   (rendezvous); a sender without envelope credit holds its messages back, and the receiver asks for
//!   those that it wants.
//!
//! # Designs
//!
//! In [`Design::Engine`](ferry_transfer::Design) everything that arrives is taken off the wire and
//! matched. In `Design::Direct` each context and tag has a stream of its own, and what no receive has
//! asked for stays in its stream: there is no memory for unexpected payloads, no rendezvous and no
//! credit, since the flow control of the stream holds its sender back. A receive goes to its stream and reads
//! it straight into the user's buffer. Receives with wildcards, and probes, look at the heads of all streams.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod arrivals;
mod arrive;
mod awaited;
mod backlog;
mod direct;
mod eager;
mod expected;
mod frames;
mod held;
mod kept;
mod notice;
mod order;
mod probe;
mod recv;
mod rendezvous;
mod send;
mod streams;
mod two_sided;
mod withdraw;

pub use arrivals::{Arrival, MissedArrivals};
pub use awaited::AwaitedMessage;
pub use direct::StreamReach;
pub use expected::Expects;
pub use ferry_transfer::{
    Design, Gather, IN_ONE_ORDER, Label, Limits, Mode, Outcome, OutgoingMessage, PlainOutcome,
    Protocol, RecvSpace, RequestId, Scatter, SendData, SendStart, Streams, Transfer, TransferFault,
};
pub use notice::Notice;
pub use probe::Probed;
pub use two_sided::TwoSided;
