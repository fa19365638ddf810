//! How data follows a match: eager, synchronous eager, rendezvous and one-copy.
//!
//! [`Engine`] is the state of all point-to-point transfers of a process. It is driven by calls and by
//! arriving frames (it is a [`Sink`](ferry_method::Sink)), never blocks, and puts what it has to say
//! into per-peer queues that [`Engine::flush`] hands to the links.
//!
//! # Promises
//!
//! * Messages between two processes match in the order in which they were sent (MPI-5.0 §3.5): eager
//!   frames and requests to send of a pair share one queue and one stream, or carry numbers.
//! * The memory that a peer can make this process spend on unexpected messages is bounded: payload by
//!   the byte budget, envelopes by the envelope budget. A sender without byte credit asks first
//!   (rendezvous); a sender without envelope credit holds its messages back, and the receiver asks for
//!   those that it wants.
//! * Control frames are distinct from data, and long messages travel in fragments, so that small
//!   messages pass between them.
//!
//! # Designs
//!
//! In [`Design::Engine`] everything that arrives is taken off the wire and matched. In
//! [`Design::Direct`] each context and tag has a stream of its own, and what no receive has asked for
//! stays in its stream: there is no memory for unexpected payloads, no rendezvous and no credit, since
//! the flow control of the stream holds its sender back. A receive reads its stream straight into the
//! user's buffer. Receives with wildcards see the heads of all streams.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod arrive;
mod backlog;
mod buffer;
mod engine;
mod frames;
mod held;
mod limits;
mod order;
mod outgoing;
mod peer;
mod recv;
mod request;
mod send;
mod streams;
mod withdraw;

pub use buffer::{Gather, RecvSpace, Scatter, SendData};
pub use engine::{Engine, Probed};
pub use limits::Limits;
pub use request::{Fault, Label, Outcome, RequestId};
pub use send::{Message, Mode, Started};
pub use streams::{Design, Streams};
