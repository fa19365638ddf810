//! How the bytes of a message follow its head, for whatever face it is of.
//!
//! [`Transfer`] is the state of all transfers of a process: operations, the queues to each peer, credit,
//! fragments, long arrivals, completion. A face says what it wants: a head and bytes to a peer, complete
//! when they are taken or when they have found their receive; a [`Protocol`] is chosen here. Frames of
//! messages arrive at their face, which finds the receive and gives them to it; frames about transfers
//! under way arrive here.
//!
//! It is driven by calls and by arriving frames, never blocks, and puts what it has to say into queues that
//! [`Transfer::flush`] hands to the links.
//!
//! # Promises
//!
//! * Frames of a pair and stream leave in the order in which they were queued.
//! * The memory that a peer can make this process spend on messages that nobody expects is bounded:
//!   payload by the byte budget, envelopes by the envelope budget.
//! * Control frames are distinct from data, and long messages travel in fragments, so that small
//!   messages pass between them.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod arrive;
mod buffer;
mod credit;
mod direct;
mod fetch;
mod frames;
mod limits;
mod one_copy;
mod operations;
mod outgoing;
mod peer;
pub mod protocol;
mod recv;
mod request;
mod send;
mod spread;
mod tally;
mod transfer;

pub use buffer::{Gather, RecvSpace, Scatter, SendData, copy_message};
pub use frames::{Announcement, Forms, control};
pub use limits::Limits;
pub use outgoing::{Body, QueuedFrame};
pub use peer::ArrivalKey;
pub use protocol::Protocol;
pub use recv::{Announced, Whole};
pub use request::{Label, Outcome, PlainOutcome, RequestId, TransferFault};
pub use send::{
    AT_ONCE, Mode, OutgoingMessage, Planned, Send, SendCourse, SendPlan, SendStart, SendWish,
};
pub use spread::{Design, IN_ONE_ORDER, Streams, bits, stream_of};
pub use tally::{MessageTally, TransferTally};
pub use transfer::Transfer;
