//! What a method does where a peer's life takes a turn, whatever carries its links.

use crate::peers::{Later, PeerState, Peers, Session};
use ferry_method::{MethodError, PeerId, Sink};

/// A method whose peers live in this way. It says how it calls and what it clears up; the rest follows.
/// `S`: what its peers consist of.
pub trait SessionMethod<S: Session> {
    /// All peers.
    fn peers(&mut self) -> &mut Peers<S>;

    /// Whether this process has begun to close its links.
    fn is_closing(&self) -> bool;

    /// Begins to call a peer, whose contact is known.
    ///
    /// # Errors
    /// When no call leads there.
    fn begin_call(&mut self, peer: PeerId) -> Result<(), MethodError>;

    /// Ends what there is with a peer, leaving `state` in its place.
    fn end(&mut self, peer: PeerId, state: PeerState<S>) {
        self.peers().set(peer, state);
    }

    /// A send has met a peer that left in good order, for which `why` is the error.
    fn sent_to_departed(&mut self, peer: PeerId, why: MethodError) -> MethodError {
        self.gone(peer, why)
    }

    /// What a send does where there is no link to use. True is never returned: nothing is sent.
    ///
    /// # Errors
    /// When there will be none.
    fn send_later(&mut self, peer: PeerId) -> Result<bool, MethodError> {
        let is_closing = self.is_closing();
        match self.peers().later(peer, is_closing) {
            Later::Wait => Ok(false),
            Later::Call => match self.begin_call(peer) {
                Ok(()) => Ok(false),
                Err(why) => Err(self.gone(peer, why)),
            },
            Later::Refuse(why) => Err(why),
            Later::Left(why) => Err(self.sent_to_departed(peer, why)),
        }
    }

    /// A peer turned out to be lost where the sink is not at hand: the next poll tells it. Returns `why`.
    fn gone(&mut self, peer: PeerId, why: MethodError) -> MethodError {
        self.end(peer, PeerState::Gone(why.clone()));
        self.peers().report(peer, why.clone());
        why
    }

    /// Ends the link to a peer and says so, once.
    fn lose(&mut self, peer: PeerId, why: MethodError, sink: &mut dyn Sink) {
        self.end(peer, PeerState::Gone(why.clone()));
        sink.lost(peer, why);
    }
}
