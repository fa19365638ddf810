//! The Stream Control Transmission Protocol without input or output.
//!
//! The crate is handed datagrams, the time and randomness, and says what to send and when to come back;
//! it opens no socket and reads no clock. What it follows: RFC 9260 (the protocol), RFC 3758 (partial
//! reliability), RFC 4820 (padding), RFC 4895 (authentication), RFC 5061 (addresses that come and go),
//! RFC 6525 (streams that are reset and added), RFC 6951 (UDP encapsulation), RFC 7829 (quick failover),
//! RFC 8260 (interleaving), RFC 8899 (MTU discovery), RFC 9653 (zero checksum); RFC 6458 gives the
//! endpoint its shape.
//!
//! - [`endpoint`]: one port and many associations: what users of the crate begin with.
//! - [`association`]: settings, events, states and reports of one association.
//! - [`congestion`]: how much a path may carry: the standard's algorithm, CUBIC and a BBR-like one.
//! - [`path`]: the peer's addresses: timeouts, MTU, heartbeats, failure, and the choice among them.
//! - [`serial`]: numbers that wrap: transmission sequence numbers, stream sequence numbers, message ids.
//! - [`streams`]: messages cut into fragments and put together again.
//! - [`wire`]: packets, chunks, parameters and error causes as bytes.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod addresses;
pub mod association;
mod authentication;
pub mod congestion;
pub mod endpoint;
mod handshake;
pub mod path;
mod random;
mod re_configuration;
pub mod serial;
pub mod streams;
pub mod wire;

/// The time, told by the caller: how long ago its clock started.
pub type Now = std::time::Duration;

/// The earlier of two times, where `None` is never.
#[inline]
pub(crate) fn earlier(a: Option<Now>, b: Option<Now>) -> Option<Now> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}
