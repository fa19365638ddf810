//! Connections begin: callers are heard, and of two connections opened at the same time one stays.

use crate::code::Code;
use crate::conn::{Conn, ConnectionRole};
use crate::core::{Caller, Handle, Session, Transmit};
use crate::method::QuicMethod;
use crate::session::{PeerState, unreachable};
use ferry_method::PeerId;
use ferry_session::{CallerVerdict, SessionMethod};
use std::time::Duration;

/// Callers that are heard at a time.
const MOST_CALLERS: usize = 64;
/// Callers from which on each further one must show first that its address is its own.
const TRUSTED_CALLERS: usize = 8;
/// How long a caller may take to prove who it is.
const PATIENCE: Duration = Duration::from_secs(10);

impl QuicMethod {
    /// Somebody calls.
    pub(crate) fn greet(&mut self, caller: Caller) {
        if self.closing_since.is_some() {
            let answer = self.endpoint.refuse(caller, &mut self.socket.out);
            return self.answer(&answer);
        }
        if self.connections.callers >= TRUSTED_CALLERS && !caller.is_validated() {
            if let Some(answer) = self.endpoint.retry(caller, &mut self.socket.out) {
                self.answer(&answer);
            }
            return;
        }
        if self.connections.callers >= MOST_CALLERS {
            self.turn_away_the_oldest();
        }
        let now = self.instant(self.now);
        match self.endpoint.accept(caller, now, &mut self.socket.out) {
            Ok((handle, session)) => {
                let deadline = self.now + PATIENCE;
                self.connections.callers += 1;
                self.insert(handle, session, ConnectionRole::Caller { deadline });
            }
            Err((_, answer)) => {
                self.counters.refused += 1;
                if let Some(answer) = answer {
                    self.answer(&answer);
                }
            }
        }
    }

    fn answer(&mut self, answer: &Transmit) {
        if !self.socket.is_full() {
            // Whoever does not get it asks again.
            self.socket.send(answer);
        }
    }

    pub(crate) fn insert(&mut self, handle: Handle, session: Session, role: ConnectionRole) {
        let conn = Conn::new(session, role, &self.options, self.now);
        self.connections.insert(handle, Box::new(conn));
        self.connections.mark(handle);
    }

    fn turn_away_the_oldest(&mut self) {
        let deadline = |handle: &Handle| match self.connections.get(*handle)?.role {
            ConnectionRole::Caller { deadline } => Some((deadline, *handle)),
            _ => None,
        };
        let oldest = self
            .connections
            .handles()
            .into_iter()
            .filter_map(|handle| deadline(&handle))
            .min_by_key(|o| o.0);
        if let Some((_, handle)) = oldest {
            self.turn_away(handle);
        }
    }

    /// Ends the connection of a caller that did not prove who it is.
    pub(crate) fn turn_away(&mut self, handle: Handle) {
        self.connections.callers -= 1;
        self.counters.refused += 1;
        self.give_up(handle);
    }

    /// Ends a connection that came to nothing.
    pub(crate) fn give_up(&mut self, handle: Handle) {
        let now = self.instant(self.now);
        if let Some(conn) = self.conn_mut(handle) {
            conn.role = ConnectionRole::Leaving;
            conn.session.close(now, Code::GivenUp as u64);
            self.connections.mark(handle);
        }
    }

    /// A caller has proven who it is. Of two connections opened at the same time the one opened by
    /// the lower rank stays, if it has come so far that the other end may already use it; the lower
    /// rank's decision binds both.
    pub(crate) fn decide(&mut self, handle: Handle, conn: &mut Conn) -> usize {
        self.connections.callers -= 1;
        let Some(peer) = self.endpoint.rank_of(&conn.session) else {
            self.counters.refused += 1;
            self.end_session(conn, Code::GivenUp);
            return 0;
        };
        let (has_proof, is_closing) = (self.has_proven_attempt(peer), self.is_closing());
        let code = match self.peers.verdict(&self.identity, peer, has_proof, is_closing) {
            CallerVerdict::Accept => {
                self.take_up(peer, handle, conn);
                return 1;
            }
            CallerVerdict::Yield => Code::Yield,
            CallerVerdict::Refuse => Code::Taken,
        };
        self.end_session(conn, code);
        0
    }

    fn end_session(&mut self, conn: &mut Conn, code: Code) {
        conn.role = ConnectionRole::Leaving;
        conn.session.close(self.instant(self.now), code as u64);
    }

    fn has_proven_attempt(&self, peer: PeerId) -> bool {
        let is_proven = |conn: &Conn| matches!(conn.role, ConnectionRole::Attempt { peer: p, is_proven: true, .. } if p == peer);
        self.connections.iter().any(is_proven)
    }

    /// The called peer uses this connection: it opened a stream.
    pub(crate) fn establish(&mut self, peer: PeerId, handle: Handle, conn: &mut Conn) -> usize {
        if self.peers.call_mut(peer).is_none() {
            self.end_session(conn, Code::GivenUp);
            return 0;
        }
        self.take_up(peer, handle, conn);
        1
    }

    /// Makes a connection the link to a peer.
    fn take_up(&mut self, peer: PeerId, handle: Handle, conn: &mut Conn) {
        if let PeerState::Calling(dial) = self.peers.set(peer, PeerState::Open(handle)) {
            for other in dial.attempts.into_iter().filter(|other| *other != handle) {
                self.give_up(other);
            }
        }
        conn.role = ConnectionRole::Link(peer);
        conn.is_blocked = true;
        conn.outgoing.begin(&mut conn.session, self.now);
    }

    /// Calls go on, or turn out hopeless.
    pub(crate) fn step_dials(&mut self, sink: &mut dyn ferry_method::Sink) -> usize {
        let calling = self.peers.calling().to_vec();
        let handled = calling.into_iter().map(|peer| self.step_dial(peer, sink)).sum();
        self.find_dial_due();
        handled
    }

    fn step_dial(&mut self, peer: PeerId, sink: &mut dyn ferry_method::Sink) -> usize {
        let (now, timeout) = (self.now, self.options.connect_timeout);
        let is_proven = self.has_proven_attempt(peer);
        let Some(dial) = self.peers.call_mut(peer) else { return 0 };
        if let Some(why) = dial.verdict(now, timeout) {
            if sink.doubt(peer, &unreachable(peer, why.clone())) {
                dial.doubt(now);
                return 0;
            }
            let attempts = std::mem::take(&mut dial.attempts);
            attempts.into_iter().for_each(|attempt| self.give_up(attempt));
            self.lose(peer, unreachable(peer, why), sink);
            return 1;
        }
        // Whoever has proven itself decides in time; another call would only be in its way.
        let call = dial.next_call(now).filter(|_| !is_proven);
        if let Some((candidate, address)) = call {
            self.call(peer, candidate, address);
        }
        0
    }

    /// Calls a peer at one of its addresses, in place of an earlier call there.
    pub(crate) fn call(&mut self, peer: PeerId, candidate: usize, to: std::net::SocketAddr) {
        let earlier = self.attempt_at(peer, candidate);
        if let Some(earlier) = earlier {
            self.give_up(earlier);
        }
        let now = self.instant(self.now);
        let begun = self.endpoint.connect(now, peer, to);
        let now = self.now;
        let Some(dial) = self.peers.call_mut(peer) else { return };
        dial.attempts.retain(|attempt| Some(*attempt) != earlier);
        match begun {
            Ok((handle, session)) => {
                dial.attempts.push(handle);
                self.insert(
                    handle,
                    session,
                    ConnectionRole::Attempt { peer, candidate, is_proven: false },
                );
            }
            Err(why) => dial.fail(candidate, why, now),
        }
    }

    fn attempt_at(&self, peer: PeerId, candidate: usize) -> Option<Handle> {
        let PeerState::Calling(dial) = self.peers.state(peer)? else { return None };
        dial.attempts.iter().copied().find(|handle| {
            let conn = self.connections.get(*handle);
            conn.is_some_and(
                |conn| matches!(conn.role, ConnectionRole::Attempt { candidate: c, .. } if c == candidate),
            )
        })
    }

    /// Finds when a call wants attention next.
    pub(crate) fn find_dial_due(&mut self) {
        let timeout = self.options.connect_timeout;
        self.dial_due = self.peers.calls().filter_map(|(_, dial)| dial.due(timeout)).min();
    }
}
