//! Associations begin: peers are called, callers heard, and of two associations one stays.
//!
//! Two ends that call each other at the same moment come to one association by SCTP's own rules (RFC 9260
//! §5.2.4) where each knows the other's addresses. Where they do not, the one called by the lower rank
//! stays, and the other is kept waiting until that has come to something or nothing. No frame travels
//! before both ends have said hello, so none is lost with the other association.

use crate::NAME;
use crate::hello::{Hello, PayloadKind};
use crate::link::{AssociationLink, AssociationRole};
use crate::method::SctpMethod;
use crate::options::Auth;
use crate::session::{PeerState, unreachable};
use crate::socket::calling;
use crate::timed_association::TimedAssociation;
use ferry_method::{MethodError, Now, PeerId, Sink};
use ferry_sctp_core::association::Loss;
use ferry_sctp_core::endpoint::{AssociationId, EndpointError, Remote};
use ferry_sctp_core::streams::Read;
use ferry_sctp_core::wire::StreamId;
use ferry_session::{SessionMethod, closed};
use std::time::Duration;

/// Callers that are heard at a time, where anybody can be one.
const MOST_CALLERS: usize = 64;
/// How long a caller may take to say who it is, where anybody can be one...
const PATIENCE: Duration = Duration::from_secs(10);
/// ...and where its association was authenticated, so that it is of the job, and perhaps computes.
const LONG_PATIENCE: Duration = Duration::from_secs(3600);

/// Why this end gives an association up, as the other is told.
const TAKEN: &[u8] = b"another association is used";
const CLOSING: &[u8] = b"this process has closed its links";
const LATE: &[u8] = b"no greeting came in time";
const CROWD: &[u8] = b"too many callers";

impl SctpMethod {
    pub(crate) fn insert(&mut self, id: AssociationId, role: AssociationRole) -> u32 {
        self.associations.insert(AssociationLink::new(id, role, self.options.streams))
    }

    /// Forgets an association.
    pub(crate) fn remove(&mut self, at: u32) {
        if let Some(id) = self.associations.remove(at) {
            self.socket.endpoint_mut().release(id);
        }
    }

    /// Ends an association at once and forgets it.
    pub(crate) fn give_up(&mut self, at: u32, why: &[u8]) {
        if let Some(id) = self.link_at(at).map(|link| link.id) {
            let now = self.now;
            self.socket.endpoint_mut().abort(now, id, why);
            self.socket.flush(now);
            self.remove(at);
        }
    }

    /// Calls a peer.
    pub(crate) fn dial(&mut self, peer: PeerId) -> Result<(), MethodError> {
        self.look_at_the_clock();
        let Some(contact) = self.peers.get(peer).and_then(|entry| entry.contact.clone()) else {
            return Err(MethodError::UnknownPeer(peer, NAME));
        };
        let addresses = match self.candidates(&contact) {
            Ok(addresses) => addresses,
            Err(why) => return Err(unreachable(peer, why)),
        };
        let Some(first) = addresses.first().map(std::net::SocketAddr::ip) else { return Ok(()) };
        let place = (self.is_here(&contact), first);
        let config = calling(&self.config, &self.options, &self.here.own, place, self.here.has_v6);
        let remote = Remote { addresses, port: contact.port };
        let now = self.now;
        let called = self.socket.endpoint_mut().connect_with(now, &remote, config);
        let id = match called {
            Ok(id) => id,
            // Most likely the peer has called and not said yet who it is.
            Err(EndpointError::Exists(_)) => return Ok(()),
            Err(e) => return Err(unreachable(peer, e.to_string())),
        };
        let at = self.insert(id, AssociationRole::Attempt(peer));
        self.peers.set(peer, PeerState::Calling(at));
        self.peers.entry(peer).memory.get_or_insert(now);
        // The first packet leaves at once: the peer may be waiting for it.
        self.socket.flush(now);
        Ok(())
    }

    /// An association stands.
    pub(crate) fn came_up(
        &mut self,
        id: AssociationId,
        streams: u16,
        sink: &mut dyn Sink,
    ) -> usize {
        let at = match self.associations.place(id) {
            Some(at) => at,
            None => match self.accept(id) {
                Some(at) => at,
                None => return 0,
            },
        };
        let Some(link) = self.link_at(at) else { return 0 };
        link.is_up = true;
        link.outgoing.begin(streams);
        if let AssociationRole::Attempt(peer) = link.role {
            self.greet(at, peer);
        }
        self.hear(at, sink)
    }

    /// Somebody calls.
    fn accept(&mut self, id: AssociationId) -> Option<u32> {
        let now = self.now;
        if self.closing_since.is_some() {
            self.socket.endpoint_mut().abort(now, id, CLOSING);
            self.socket.endpoint_mut().release(id);
            return None;
        }
        let is_of_the_job = self.options.auth != Auth::None;
        if self.associations.callers >= MOST_CALLERS && !is_of_the_job {
            self.turn_away_the_oldest();
        }
        let deadline = now + if is_of_the_job { LONG_PATIENCE } else { PATIENCE };
        self.due = Some(self.due.map_or(deadline, |due| due.min(deadline)));
        Some(self.insert(id, AssociationRole::Caller { deadline }))
    }

    fn turn_away_the_oldest(&mut self) {
        let deadline = |link: &AssociationLink| match link.role {
            AssociationRole::Caller { deadline } => Some(deadline),
            _ => None,
        };
        let callers = self.associations.iter();
        let oldest = callers.filter_map(|(at, link)| Some((deadline(link)?, at))).min();
        if let Some((_, at)) = oldest {
            self.turn_away(at, CROWD);
        }
    }

    /// Ends the association of somebody who did not prove who it is.
    pub(crate) fn turn_away(&mut self, at: u32, why: &[u8]) {
        self.counters.refused += 1;
        self.give_up(at, why);
    }

    /// Does what is due: turns away callers who have taken too long, and looks again after peers that may
    /// be dead.
    pub(crate) fn do_chores(&mut self, sink: &mut dyn Sink) -> usize {
        let now = self.now;
        let mut handled = 0;
        self.due = None;
        for at in self.associations.places() {
            let Some(link) = self.link_at(at) else { continue };
            let suspicion = link.suspicion.due();
            if let AssociationRole::Caller { deadline } = link.role {
                if deadline <= now {
                    self.turn_away(at, LATE);
                    continue;
                }
                self.due = [self.due, Some(deadline)].into_iter().flatten().min();
            }
            match suspicion {
                Some(due) if due <= now => handled += self.judge(at, false, sink),
                later => self.due = [self.due, later].into_iter().flatten().min(),
            }
        }
        handled
    }

    /// Says hello to a peer.
    fn greet(&mut self, at: u32, peer: PeerId) {
        let (me, now) = (self.identity.me, self.now);
        let Some(link) = self.associations.get_mut(at) else { return };
        if link.has_greeted {
            return;
        }
        let exported = self.socket.endpoint().export_key(link.id, EXPORT);
        let hello = Hello { from: me, to: peer }.encode(&self.job, exported);
        let mut line = TimedAssociation::new(&mut self.socket, link.id, now);
        // An association that begins has room for it.
        link.has_greeted = link.outgoing.say(&mut line, 0, PayloadKind::Hello, &hello);
        line.flush();
    }

    /// Reads the first message of an association whose other end has not said who it is.
    pub(crate) fn hear(&mut self, at: u32, sink: &mut dyn Sink) -> usize {
        let Some(link) = self.associations.get_mut(at) else { return 0 };
        let endpoint = self.socket.endpoint_mut();
        match endpoint.read(link.id, StreamId(0), usize::MAX) {
            None => return 0,
            Some(Read::Piece(p))
                if p.first && p.last && p.protocol.0 == PayloadKind::Hello as u32 =>
            {
                let exported = endpoint.export_key(link.id, EXPORT);
                match Hello::read(&p.payload, &self.job, exported) {
                    Ok(hello) => return self.heard(at, hello, sink),
                    Err(why) => self.disbelieve(at, why, sink),
                }
            }
            Some(_) => self.disbelieve(at, "it did not say who it is", sink),
        }
        1
    }

    /// The other end is not who it should be.
    fn disbelieve(&mut self, at: u32, why: &str, sink: &mut dyn Sink) {
        let role = self.link_at(at).map(|link| link.role.clone());
        self.turn_away(at, why.as_bytes());
        if let Some(AssociationRole::Attempt(peer)) = role {
            self.attempt_failed(peer, why.to_owned(), None, sink);
        }
    }

    /// The other end has proved who it is.
    fn heard(&mut self, at: u32, hello: Hello, sink: &mut dyn Sink) -> usize {
        let (me, peer) = (self.identity.me, hello.from);
        if peer.0 >= self.identity.size || peer == me || hello.to != me {
            self.disbelieve(at, &format!("rank {peer} greets rank {}", hello.to), sink);
            return 1;
        }
        let Some(role) = self.link_at(at).map(|link| link.role.clone()) else { return 0 };
        match role {
            AssociationRole::Attempt(called) if called == peer => {
                return self.take_up(peer, at, sink);
            }
            AssociationRole::Attempt(_) => {
                self.disbelieve(at, &format!("rank {peer} has that address"), sink);
            }
            AssociationRole::Caller { .. } => {
                self.associations.caller_becomes(at, AssociationRole::Waiting(peer));
                return self.decide(at, peer, sink);
            }
            _ => {}
        }
        1
    }

    /// A caller is a peer: is its association the one to be used?
    fn decide(&mut self, at: u32, peer: PeerId, sink: &mut dyn Sink) -> usize {
        let is_lower = self.identity.me < peer;
        match *self.peers.entry(peer).state() {
            PeerState::Idle => self.take_up(peer, at, sink),
            PeerState::Calling(_) if is_lower => 1,
            PeerState::Calling(own) => {
                self.give_up(own, TAKEN);
                self.take_up(peer, at, sink)
            }
            PeerState::Open(_) | PeerState::Departed(_) | PeerState::Gone(_) => {
                self.give_up(at, TAKEN);
                1
            }
        }
    }

    /// The association of a peer that waits for this process's own call.
    fn waiting(&self, peer: PeerId) -> Option<u32> {
        let waits = |link: &AssociationLink| link.role == AssociationRole::Waiting(peer);
        self.associations.iter().find(|(_, link)| waits(link)).map(|(at, _)| at)
    }

    /// Makes an association the one with a peer.
    fn take_up(&mut self, peer: PeerId, at: u32, sink: &mut dyn Sink) -> usize {
        self.greet(at, peer);
        let Some(link) = self.link_at(at) else { return 0 };
        link.role = AssociationRole::Link(peer);
        link.is_blocked = false;
        let (id, is_one_each) = (link.id, self.attributes.stream_flow_control);
        if is_one_each && !self.socket.endpoint().has_stream_windows(id) {
            let why = "flow control by stream was not agreed on".to_owned();
            self.give_up(at, why.as_bytes());
            self.lose(peer, MethodError::Nonsense { peer, method: NAME, why }, sink);
            return 1;
        }
        self.peers.set(peer, PeerState::Open(at));
        self.peers.entry(peer).memory = None;
        if let Some(other) = self.waiting(peer) {
            self.give_up(other, TAKEN);
        }
        1 + self.read_all(at, sink)
    }

    /// A call came to nothing.
    pub(crate) fn attempt_failed(
        &mut self,
        peer: PeerId,
        why: String,
        loss: Option<&Loss>,
        sink: &mut dyn Sink,
    ) -> usize {
        if self.peers.call_mut(peer).is_none() {
            return 0;
        }
        if let Some(at) = self.waiting(peer) {
            return self.take_up(peer, at, sink);
        }
        if loss.is_some_and(|loss| self.may_call_again(peer, loss)) {
            self.peers.set(peer, PeerState::Idle);
            if let Err(why) = self.dial(peer) {
                self.lose(peer, why, sink);
            }
            return 1;
        }
        let why = match self.closing_since {
            Some(_) => closed(NAME, peer),
            None => unreachable(peer, self.tried(peer, &why)),
        };
        self.lose(peer, why, sink);
        1
    }

    /// Whether another call may come to more: a handshake that somebody disturbed goes wrong for good, and
    /// a peer may have been too busy for this one.
    fn may_call_again(&self, peer: PeerId, loss: &Loss) -> bool {
        let Some(entry) = self.peers.get(peer) else { return false };
        let (Some(contact), Some(since)) = (&entry.contact, entry.memory) else { return false };
        let is_early = self.now < since + self.options.connect_timeout;
        match loss {
            // Within the host silence is no answer; of a death there the system tells.
            Loss::NoAnswer { .. } => is_early || self.is_here(contact),
            Loss::AbortedByPeer { reason, .. } => {
                is_early && [TAKEN, LATE, CROWD].contains(&&reason[..])
            }
            _ => false,
        }
    }

    /// The addresses that were tried, and what came of it.
    fn tried(&self, peer: PeerId, why: &str) -> String {
        let contact = self.peers.get(peer).and_then(|entry| entry.contact.as_ref());
        let addresses = contact.and_then(|contact| self.candidates(contact).ok());
        let each: Vec<String> =
            addresses.unwrap_or_default().iter().map(ToString::to_string).collect();
        format!("{}: {why}", each.join(", "))
    }

    /// Nobody looked for so long: whoever is called, or has called, is given that time.
    #[cold]
    pub(crate) fn forgive(&mut self, missed: Duration) {
        let now = self.now;
        for since in self.peers.iter_mut().filter_map(|entry| entry.memory.as_mut()) {
            *since = (*since + missed).min(now);
        }
        for link in self.associations.iter_mut() {
            if let AssociationRole::Caller { deadline } = &mut link.role {
                *deadline += missed;
            }
        }
    }

    /// Takes note of the time where the options give a clock.
    pub(crate) fn look_at_the_clock(&mut self) -> Now {
        self.now = crate::drive::time(self.options.clock, self.now);
        self.now
    }
}

/// What the secret is for that proofs are made with.
const EXPORT: &[u8] = b"ferry hello";
