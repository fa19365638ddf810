//! The method on the kernel's own SCTP, where it has one (RFC 6458's one-to-many sockets).
//!
//! One socket serves all peers; an association stands for a rank, and each context and tag has its stream
//! of a pool. The state of reading is kept by stream: the kernel gives out messages of different streams
//! in turns, and long frames piece by piece. Nothing is waited for: messages are written and read until
//! the kernel has no room or nothing more.
//!
//! Frames longer than 64 KiB are cut into several messages on one stream and put together by the
//! receiver; until the last is written nothing else is written to that stream of that peer, so that
//! whatever comes amid a long frame can never be taken for part of it.
//!
//! The kernel does not know the job's secret. Stream 0 begins with the proof that also begins every TCP
//! connection, with fresh numbers of both ends.
//!
//! ```text
//! caller                                        called
//!   | -- (INIT ... COOKIE-ECHO) Hello -------->   |  the kernel answers for a process that computes
//!   | <- Challenge ----------------------------   |
//!   | -- Proof -------------------------------->  |
//!   | <- Verdict ------------------------------   |  frames follow if it says Accept
//!   | -- Goodbye, (SHUTDOWN) ------------------>  |  without a goodbye the end was a death
//! ```
//!
//! Linux counts what all associations of a socket have under way against one send buffer, unless
//! `net.sctp.sndbuf_policy` is 1: a peer that does not read for long then holds up sends to others.
//!
//! Where the kernel has no SCTP, [`KernelSctp::new`] says so.

mod calling;
mod ending;
mod greeting;
mod incoming;
mod link;
mod method;
mod notification;
mod outgoing;
mod receiving;
mod socket;

pub(crate) use link::KernelCall;
pub use method::KernelSctp;
pub use socket::probe;
