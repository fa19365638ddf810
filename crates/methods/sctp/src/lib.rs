//! Ferry: SCTP, one association per pair of processes over one socket, by Ferry's own stack.
//!
//! [`SctpMethod`] takes one port and publishes it ([`listening_port`] reads it back). The first frame to a
//! peer begins an association; chunks of its handshake are authenticated by a key derived from the job's
//! secret, and each end proves its rank in its first message. A frame is one message; contexts and tags
//! are spread over streams, so that what is lost holds up only its own stream, and long frames travel in
//! interleaved fragments, so that short ones pass. Where each context and tag has its own stream, one that
//! is held back stops its own sender and nobody else.
//!
//! The protocol is a sans-IO core moved by Ferry's own polls; there is no thread.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod associations;
mod contact;
mod describe;
mod detour;
mod drive;
mod fetch;
mod greeting;
mod hello;
mod incoming;
pub mod kernel;
mod lifecycle;
mod link;
mod method;
mod options;
mod outgoing;
mod pieces;
mod quality;
mod secret;
mod session;
mod socket;
mod timed_association;
mod tune;

pub use contact::listening_port;
#[doc(hidden)]
pub use contact::{pretend, with_port};
pub use method::SctpMethod;
pub use options::{
    Auth, Congestion, DEFAULT_EACH, DEFAULT_POOL, SctpOptions, Spreading, Transport,
};

/// The method's name.
pub const NAME: &str = "sctp";
/// Largest payload of one frame; longer ones are not believed.
const MAX_FRAME: usize = 1 << 30;
