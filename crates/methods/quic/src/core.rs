//! The QUIC protocol itself: the only module that knows whose implementation it is. It gives an
//! [`QuicEndpoint`] (all connections of a socket), a [`Session`] (one connection) and nothing of the types
//! underneath, so that another sans-IO core with the same shape can take quinn-proto's place.

#[cfg(not(feature = "noq"))]
mod adaptive;
mod endpoint;
#[cfg(feature = "noq")]
mod noq;
#[cfg(not(feature = "noq"))]
mod quinn;
mod session;
mod transport;

pub(crate) use endpoint::{Caller, QuicEndpoint, Received};
pub(crate) use session::{
    ConnectionEnding, Read, Session, SessionEvent, StreamReader, Transmit, Write,
};

// The two differ in a few calls, worded by the module that each has here.
#[cfg(feature = "noq")]
use {noq as dialect, noq_proto as proto};
#[cfg(not(feature = "noq"))]
use {quinn as dialect, quinn_proto as proto};

pub(crate) use proto::{ConnectionHandle as Handle, StreamId};
