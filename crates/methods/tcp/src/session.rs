//! What there is with each peer.

use crate::descriptor::Contact;
use crate::dial::Dial;
use crate::settings::SocketSettings;
use crate::stream::LastingStream;
use ferry_session::Session;

/// Peers that are reached by TCP.
pub(crate) enum Tcp {}

impl Session for Tcp {
    type Contact = Contact;
    type Call = Box<Dial>;
    type Link = Box<LastingStream>;
    type Rest = ();
    /// What the peer's connections have for themselves.
    type Memory = Option<Box<SocketSettings>>;
}

pub(crate) type Peers = ferry_session::Peers<Tcp>;
pub(crate) type PeerState = ferry_session::PeerState<Tcp>;
