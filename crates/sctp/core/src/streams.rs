//! Messages of streams: cut into fragments on the way out, put together on the way in.
//!
//! - [`outgoing`]: queues, schedulers, fragmentation, what may be abandoned, streams that are reset.
//! - [`incoming`]: reassembly, delivery in order by stream, windows.
//!
//! Neither knows of packets, acknowledgements or timers. The association gives each fragment that
//! [`OutboundStreams::next_fragment`] cuts a transmission sequence number, keeps it until the peer has it and
//! reports what became of it; it hands each *new* fragment that arrives to [`InboundStreams::accept`] and tells
//! how far the transmission sequence numbers have come without a gap.

pub mod fragment;
pub mod incoming;
pub mod outgoing;
mod store;

#[cfg(test)]
mod tests;

pub use fragment::{Fragment, Skip, SkipList};
pub use incoming::{Fate, InboundStreams, IncomingConfig, MessagePiece, Read, Violation};
pub use outgoing::{
    Abandoned, Accepted, MessageKey, MessageOptions, OutboundStreams, OutgoingConfig, Payload,
    Reliability, Retransmission, Scheduler, SendError,
};
