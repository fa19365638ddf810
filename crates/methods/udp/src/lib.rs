//! Ferry: unreliable datagrams and IP multicast.
//!
//! [`UdpMethod`] is for startpoints that ask for it; it is never selected for MPI, as frames may be
//! lost ([`Attributes::reliable`](ferry_method::Attributes) is false). A frame is one datagram: a
//! prefix that proves the job's secret, the header, the payload. Whoever does not know the secret is
//! counted and otherwise ignored; a datagram that is repeated is dropped; what went missing is counted
//! ([`UdpMethod::statistics`]).
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod casting;
mod datagram;
mod groups;
mod method;
mod options;
mod prefix;
mod socket;
mod window;

#[cfg(test)]
mod tests;

pub use method::{UdpMethod, receiving_port};
pub use options::UdpOptions;
pub use window::Statistics;

/// The method's name.
pub const NAME: &str = "udp";
