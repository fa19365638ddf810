//! What there is with each peer, by either SCTP.

use crate::NAME;
use crate::kernel::KernelCall;
use ferry_method::{MethodError, Now, PeerId};
use ferry_method_tcp::net::Contact;
use ferry_session::Session;
use ferry_sys::SctpAssociation;

/// Peers that are reached by Ferry's own SCTP; associations by their place.
pub(crate) enum UserSctp {}

impl Session for UserSctp {
    type Contact = Contact;
    type Call = u32;
    type Link = u32;
    type Rest = Option<u32>;
    /// Since when it is called, if it is.
    type Memory = Option<Now>;
}

/// Peers that are reached by the kernel's SCTP.
pub(crate) enum OfKernel {}

impl Session for OfKernel {
    type Contact = Contact;
    type Call = Box<KernelCall>;
    type Link = SctpAssociation;
    type Rest = ();
    type Memory = ();
}

pub(crate) type Peers<S = UserSctp> = ferry_session::Peers<S>;
pub(crate) type PeerState<S = UserSctp> = ferry_session::PeerState<S>;

pub(crate) fn lost(peer: PeerId, why: impl Into<String>) -> MethodError {
    ferry_session::lost(NAME, peer, why)
}

pub(crate) fn unreachable(peer: PeerId, why: String) -> MethodError {
    ferry_session::unreachable(NAME, peer, why)
}
