//! The QUIC protocol itself: the only module that knows whose implementation it is. It gives an
//! [`Endpoint`] (all connections of a socket), a [`Session`] (one connection) and nothing of the types
//! underneath, so that another sans-IO core with the same shape can take quinn-proto's place.

mod endpoint;
mod session;
mod transport;

pub(crate) use endpoint::{Caller, Endpoint, Received};
pub(crate) use session::{Ending, Event, Read, Reader, Session, Transmit, Write};

use quinn_proto as proto;

pub(crate) use proto::{ConnectionHandle as Handle, StreamId};
