//! What goes to a peer behind a relay by a method of its own, and why it does not.

use super::Ends;
use crate::context::{Context, LinkError};
use ferry_method::PeerId;

impl Context {
    /// Whether this process is in the middle of handing a frame for a peer to its relay.
    pub(crate) fn is_halfway_through(&self, peer: PeerId) -> bool {
        let pair = Ends { origin: self.me, to: peer };
        self.forwarder.passages.get(&pair).is_some_and(|passage| passage.halfway)
    }

    /// Nothing but its relay carries what goes to a peer behind one, but for contexts that were given methods of
    /// their own.
    pub(crate) fn go_straight(&self, peer: PeerId, method: &str) -> Result<(), LinkError> {
        let Some(relay) = self.relay_of(peer) else { return Ok(()) };
        let why = format!("it is reached through rank {relay}");
        let others = format!("none while rank {relay} relays");
        Err(LinkError::NotApplicable { peer, method: method.into(), why, others })
    }

    /// The error of a method that does not lead straight to a peer, with the relay beside it, if there is one.
    pub(crate) fn beside_relay(&self, peer: PeerId, error: LinkError) -> LinkError {
        match (self.relay_of(peer), error) {
            (Some(relay), LinkError::NotApplicable { peer, method, why, others })
                if others.is_empty() =>
            {
                let others = format!("none but the way through rank {relay}");
                LinkError::NotApplicable { peer, method, why, others }
            }
            (_, error) => error,
        }
    }
}
