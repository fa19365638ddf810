//! What there is with each peer.

use crate::NAME;
use crate::conn::Conn;
use crate::core::Handle;
use crate::dial::Dial;
use ferry_method::{MethodError, PeerId};
use ferry_method_tcp::net::Contact;
use ferry_session::Session;

/// Peers that are reached by QUIC.
pub(crate) enum Quic {}

impl Session for Quic {
    type Contact = Contact;
    type Call = Box<Dial>;
    type Link = Handle;
    type Rest = Option<Box<Conn>>;
    type Memory = ();
}

pub(crate) type Peers = ferry_session::Peers<Quic>;
pub(crate) type PeerState = ferry_session::PeerState<Quic>;

pub(crate) fn lost(peer: PeerId, why: impl Into<String>) -> MethodError {
    ferry_session::lost(NAME, peer, why)
}

pub(crate) fn unreachable(peer: PeerId, why: String) -> MethodError {
    ferry_session::unreachable(NAME, peer, why)
}
