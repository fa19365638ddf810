//! Ferry: TCP, an authenticated link per pair of processes, opened on first use.
//!
//! [`TcpMethod`] listens from the start and publishes where ([`listening_port`] reads it back). The
//! first frame to a peer makes it dial: the peer's addresses are tried in parallel, each connection
//! begins with a mutual proof of the job's secret, and of two connections opened at the same time
//! one survives.
//!
//! A link outlives its connections. What was sent is kept until the other end's Ferry has taken it in;
//! when a connection breaks, another takes its place and both ends go on at the byte where they were,
//! so that nothing is lost, doubled or overtaken. A peer at whose port nobody listens any more is lost
//! at once. Between hosts that share several networks, long payloads are cut into chunks that go over
//! one connection for each, every chunk over the one that has it delivered first, by what the system
//! measures of them. Over multipath TCP sockets
//! ([`Transport::Multipath`]) the kernel does the like, and the method is named `mptcp`.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod address;
mod assembly;
mod calling;
mod candidate;
mod dealing;
mod descriptor;
mod detour;
mod dial;
mod events;
mod exchange;
mod greeter;
mod handshake;
mod lane;
mod lane_bytes;
mod lifecycle;
mod listener;
mod loss_watch;
mod mending;
mod method;
mod options;
mod outbox;
mod pace;
mod polling;
mod ports;
mod promptness;
mod quality;
mod receiver;
mod reception;
mod ring;
mod session;
mod settings;
mod socket_watch;
mod stream;
mod striping;
mod terms;
mod transport;
mod tunnel;

#[cfg(test)]
mod tests;

pub use descriptor::listening_port;
pub use method::TcpMethod;
pub use options::TcpOptions;
pub use transport::Transport;

/// Addresses of hosts, for other methods over IP.
pub mod net {
    pub use crate::address::{Address, carried, may_be_known_by_several, own};
    pub use crate::candidate::{Whereabouts, is_same_host};
    pub use crate::descriptor::{Contact, host_key};
    pub use crate::ports::{none_free, of_rank as ports_of_rank};
}

/// Listening, the proof that begins every connection, copies of what was sent, connections through another
/// method, and what can be waited on, for other methods over TCP.
pub mod door {
    pub use crate::events::{Events, Mark};
    pub use crate::exchange::HandshakeSocket;
    pub use crate::greeter::{Greeted, Greeter};
    pub use crate::handshake::{
        Acceptance, Disbelief, Encoded, HandshakeStep, HandshakeTalk, MESSAGE_LEN, VERSION,
    };
    pub use crate::listener::Listener;
    pub use crate::outbox::Outbox;
    pub use crate::promptness::{prepare, settle};
    pub use crate::quality::quality_of;
    pub use crate::settings::tune;
    pub use crate::socket_watch::SocketWatch;
    pub use crate::terms::Terms;
    pub use crate::tunnel::Tunnels;
}

/// The method's name.
pub const NAME: &str = "tcp";
