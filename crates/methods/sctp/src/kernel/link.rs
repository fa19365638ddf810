//! What there is with a peer, and the associations.

use super::incoming::Incoming;
use super::outgoing::Outgoing;
use ferry_method::{Now, PeerId};
use ferry_method_tcp::door::HandshakeTalk;
use ferry_sys::SctpAssociation;
use std::net::SocketAddr;

/// Attempts to reach a peer.
pub(crate) struct KernelCall {
    pub(crate) candidates: Vec<SocketAddr>,
    /// How many were tried.
    pub(crate) tried: usize,
    /// The attempt that is under way, and since when.
    pub(crate) attempt: Option<(SctpAssociation, Now)>,
    /// Some attempt got no answer, so that another may.
    pub(crate) is_silent: bool,
    /// Attempts that were ended by the other end when the association stood.
    pub(crate) turned_away: u32,
    /// What the system said of the last address that it would not call.
    pub(crate) error: Option<std::io::Error>,
    pub(crate) begun: Now,
    /// When the next is made.
    pub(crate) again: Option<Now>,
}

/// What an association is for.
pub(crate) enum KernelRole {
    /// Somebody called and has not proved who it is; strangers have until the deadline.
    Caller { talk: HandshakeTalk, deadline: Option<Now> },
    /// A peer is called; it may have proved who it is.
    Attempt { peer: PeerId, talk: HandshakeTalk, is_proven: bool },
    /// The link to a peer.
    Link(PeerId),
    /// It is over for the method.
    Leaving,
}

/// An association.
pub(crate) struct KernelAssociation {
    pub(crate) role: KernelRole,
    /// The kernel has set it up.
    pub(crate) is_up: bool,
    pub(crate) outgoing: Outgoing,
    pub(crate) incoming: Incoming,
    /// This end has said goodbye.
    pub(crate) said_goodbye: bool,
    /// The other has.
    pub(crate) heard_goodbye: bool,
    /// The kernel took nothing for it any more after so many looks at what had come.
    pub(crate) refused_after: Option<u64>,
}

impl KernelAssociation {
    pub(crate) fn new(role: KernelRole, pool: u16) -> Self {
        KernelAssociation {
            role,
            is_up: false,
            outgoing: Outgoing::new(pool),
            incoming: Incoming::default(),
            said_goodbye: false,
            heard_goodbye: false,
            refused_after: None,
        }
    }
}
