//! All that the method knows, apart from the endpoint: peers, and what is to be said to them.

use crate::NAME;
use crate::descriptor::Whereabouts;
use crate::ffi::FabricAddress;
use crate::link::Link;
use crate::proof::{Nonce, Prover};
use ferry_method::{Attendance, Counters, Identity, MethodError, Now, PeerId, Sink};
use ferry_session::{PeerState, Peers, Session, SessionMethod, unreachable};
use std::time::Duration;

/// What the peers of this method consist of.
pub(crate) enum OfiPeers {}

impl Session for OfiPeers {
    /// An address, as the peer has told it.
    type Contact = Vec<u8>;
    type Call = OfiCall;
    type Link = Link;
    /// The link, until this end has said goodbye as well.
    type Rest = Option<Link>;
    type Memory = OfiWay;
}

/// How long the first greeting may go without an answer.
const FIRST_REPEAT: Duration = Duration::from_secs(1);

/// How long a peer may answer none. It answers when it looks, so that this must be longer than any program computes
/// before it first does.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(300);

/// Greetings under way.
pub(crate) struct OfiCall {
    pub(crate) mine: Nonce,
    /// What the peer has told.
    pub(crate) theirs: Option<Nonce>,
    /// The peer reads what is laid ready for it.
    pub(crate) is_reader: bool,
    /// Which of the peer's nonces this end's last greeting repeated.
    pub(crate) repeated: Option<Nonce>,
    /// When the peer was heard last, or else called first.
    pub(crate) heard: Now,
    /// Since when, and from when on a greeting is said again: it may have been lost.
    began: Now,
    again: Now,
}

impl OfiCall {
    pub(crate) fn new(mine: Nonce, theirs: Option<Nonce>, now: Now) -> Self {
        let again = now + FIRST_REPEAT;
        let (is_reader, repeated) = (false, None);
        OfiCall { mine, theirs, is_reader, repeated, heard: now, began: now, again }
    }

    /// Whether a greeting is to be said again now; then the next is as far away as the beginning.
    pub(crate) fn asks(&mut self, now: Now) -> bool {
        let is_due = now >= self.again;
        if is_due {
            self.again = now + now.saturating_sub(self.began).max(FIRST_REPEAT);
        }
        is_due
    }

    /// Nobody looked for so long: what the peer has said meanwhile is still to be heard.
    pub(crate) fn forgive(&mut self, missed: Duration, now: Now) {
        self.heard = (self.heard + missed).min(now);
    }
}

/// How a peer is spoken to.
#[derive(Default)]
pub(crate) struct OfiWay {
    /// The address as the provider numbers it, once it was needed.
    pub(crate) address: Option<FabricAddress>,
    pub(crate) due: Due,
    /// Since when the provider has taken nothing that was due.
    pub(crate) stuck: Option<Now>,
}

/// What is to be said to a peer, besides frames.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Due {
    pub(crate) greeting: bool,
    pub(crate) credit: bool,
    pub(crate) ping: bool,
    pub(crate) goodbye: bool,
}

impl Due {
    pub(crate) fn is_any(self) -> bool {
        self != Due::default()
    }
}

/// The state of the method.
pub(crate) struct Core {
    pub(crate) identity: Identity,
    pub(crate) prover: Prover,
    pub(crate) peers: Peers<OfiPeers>,
    /// What this process publishes.
    pub(crate) here: Whereabouts,
    pub(crate) counters: Counters,
    pub(crate) max_frame: usize,
    pub(crate) window: u32,
    /// Whether this process reads what peers lay ready, and places where it may lay something ready for them.
    pub(crate) reads: bool,
    pub(crate) places: Vec<usize>,
    /// Peers from which something is to be read.
    pub(crate) readers: Vec<PeerId>,
    /// Peers whose loss waits for reads.
    pub(crate) put_off: Vec<PeerId>,
    /// Bytes that were read from peers.
    pub(crate) read: u64,
    /// Peers to whom something is to be said.
    pub(crate) waiting: Vec<PeerId>,
    pub(crate) now: Now,
    pub(crate) attendance: Attendance,
    /// When silent peers are looked for next.
    pub(crate) next_look: Now,
    /// How long a peer may answer no greeting.
    pub(crate) connect_timeout: Duration,
    /// Since when the links are being closed.
    pub(crate) closing: Option<Now>,
    /// Why the endpoint is of no use any more.
    pub(crate) broken: Option<String>,
}

impl Core {
    pub(crate) fn new(
        identity: Identity,
        here: Whereabouts,
        max_frame: usize,
        window: u32,
    ) -> Self {
        Core {
            prover: Prover::new(&identity),
            identity,
            peers: Peers::new(NAME),
            here,
            counters: Counters::default(),
            max_frame,
            window,
            reads: false,
            places: Vec::new(),
            readers: Vec::new(),
            put_off: Vec::new(),
            read: 0,
            waiting: Vec::new(),
            now: Now::ZERO,
            attendance: Attendance::default(),
            next_look: Now::ZERO,
            connect_timeout: CONNECT_TIMEOUT,
            closing: None,
            broken: None,
        }
    }

    /// Something is to be said to a peer.
    pub(crate) fn owe(&mut self, peer: PeerId, what: impl FnOnce(&mut Due)) {
        let due = &mut self.peers.entry(peer).memory.due;
        let was_waiting = due.is_any();
        what(due);
        if !was_waiting && due.is_any() {
            self.waiting.push(peer);
        }
    }

    /// Nothing is to be said to a peer any more.
    pub(crate) fn fall_silent(&mut self, peer: PeerId) {
        let memory = &mut self.peers.entry(peer).memory;
        (memory.due, memory.stuck) = (Due::default(), None);
        self.waiting.retain(|of| *of != peer);
    }

    /// The ends of a link have proven themselves.
    pub(crate) fn open(&mut self, peer: PeerId, mine: Nonce, theirs: Nonce) {
        let tokens = self.prover.tokens(peer, mine, theirs);
        let is_reader = self.peers.call_mut(peer).is_some_and(|call| call.is_reader);
        let mut link = Link::new((mine, theirs), tokens, self.window, self.now);
        link.is_reader = is_reader;
        self.peers.set(peer, PeerState::Open(link));
        if self.closing.is_some() {
            self.owe(peer, |due| due.goodbye = true);
        }
    }
}

impl SessionMethod<OfiPeers> for Core {
    fn peers(&mut self) -> &mut Peers<OfiPeers> {
        &mut self.peers
    }

    fn is_closing(&self) -> bool {
        self.closing.is_some()
    }

    fn begin_call(&mut self, peer: PeerId) -> Result<(), MethodError> {
        if let Some(why) = &self.broken {
            return Err(unreachable(NAME, peer, why.clone()));
        }
        let mine = Nonce::new().map_err(|e| MethodError::system("asking for random bytes", e))?;
        self.peers.set(peer, PeerState::Calling(OfiCall::new(mine, None, self.now)));
        self.owe(peer, |due| due.greeting = true);
        Ok(())
    }

    fn end(&mut self, peer: PeerId, state: PeerState<OfiPeers>) {
        self.fall_silent(peer);
        self.peers.set(peer, state);
    }

    fn gone(&mut self, peer: PeerId, why: MethodError) -> MethodError {
        if !self.is_put_off(peer, &why) {
            self.end(peer, PeerState::Gone(why.clone()));
            self.peers.report(peer, why.clone());
        }
        why
    }

    fn lose(&mut self, peer: PeerId, why: MethodError, sink: &mut dyn Sink) {
        if !self.is_put_off(peer, &why) {
            self.end(peer, PeerState::Gone(why.clone()));
            sink.lost(peer, why);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_greeting_without_an_answer_is_said_again_ever_more_rarely() {
        let mut call = OfiCall::new(Nonce::new().unwrap(), None, Now::ZERO);
        let seconds = (0..100).filter(|second| call.asks(Duration::from_secs(*second)));
        assert_eq!(seconds.collect::<Vec<_>>(), [1, 2, 4, 8, 16, 32, 64]);
    }
}
