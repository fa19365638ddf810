//! A link's life: opened by the first frame, used, lost or closed.

use crate::NAME;
use crate::code::Code;
use crate::conn::{Conn, ConnectionRole, describe};
use crate::core::{ConnectionEnding, Handle};
use crate::dial::Dial;
use crate::drive::flush;
use crate::method::QuicMethod;
use crate::session::{PeerState, Peers, Quic, lost};
use ferry_method::{Header, Landing, MethodError, Now, PeerId, Sink, StreamKey};
use ferry_session::{LINGER, SessionMethod, cannot_hold, check_len, has_parted, nothing_held};
use std::net::SocketAddr;
use std::time::Duration;

impl SessionMethod<Quic> for QuicMethod {
    fn peers(&mut self) -> &mut Peers {
        &mut self.peers
    }

    fn is_closing(&self) -> bool {
        self.closing_since.is_some()
    }

    fn begin_call(&mut self, peer: PeerId) -> Result<(), MethodError> {
        self.look_at_the_clock();
        let mut dial = Dial::new(self.candidates_of(peer), self.now);
        let first = dial.next_call(self.now);
        self.peers.set(peer, PeerState::Calling(Box::new(dial)));
        if let Some((candidate, address)) = first {
            self.call(peer, candidate, address);
            // The first datagram leaves at once: the peer may be waiting for it.
            let now = self.instant(self.now);
            let begun = self.connections.iter_mut().filter(|conn| conn.is_marked);
            for conn in begun {
                flush(&mut self.socket, &mut conn.session, now);
            }
        }
        self.find_dial_due();
        Ok(())
    }

    fn sent_to_departed(&mut self, peer: PeerId, why: MethodError) -> MethodError {
        if let Some(handle) = self.peers.link(peer).copied() {
            self.give_up(handle);
        }
        self.gone(peer, why)
    }
}

impl QuicMethod {
    pub(crate) fn send_frame(
        &mut self,
        peer: PeerId,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, MethodError> {
        check_len("quic.fragment", payload.len(), self.attributes.max_frame)?;
        let Some(handle) = self.peers.link(peer).copied() else { return self.send_later(peer) };
        self.look_at_the_clock();
        let (now, instant) = (self.now, self.instant(self.now));
        let Some(conn) = self.connections.get_mut(handle) else {
            return self.send_later(peer);
        };
        if conn.goodbye.is_some() || conn.incoming.said_goodbye() {
            return self.send_later(peer);
        }
        let (socket, most) = (&mut self.socket, self.options.max_streams as usize);
        let (frame, before) = ((header, payload), *done);
        let sent = conn.outgoing.send(&mut conn.session, frame, done, now, most, |session| {
            flush(socket, session, instant);
        });
        conn.is_blocked = sent == Ok(false);
        if sent == Ok(true) || *done > before {
            conn.note_sent(now);
        }
        self.note_sent(handle);
        match sent {
            Ok(is_whole) => {
                if is_whole {
                    self.counters.frames_sent += 1;
                    self.counters.bytes_sent += payload.len() as u64;
                }
                Ok(is_whole)
            }
            Err(_) => {
                self.give_up(handle);
                Err(self.gone(peer, lost(peer, "it takes nothing any more on a stream")))
            }
        }
    }

    /// A connection is over.
    pub(crate) fn conclude(
        &mut self,
        handle: Handle,
        conn: &mut Conn,
        ending: ConnectionEnding,
        sink: &mut dyn Sink,
    ) -> usize {
        match std::mem::replace(&mut conn.role, ConnectionRole::Leaving) {
            ConnectionRole::Caller { .. } => {
                self.connections.callers -= 1;
                let is_stranger =
                    !matches!(ending, ConnectionEnding::GivenUp | ConnectionEnding::Code(_));
                self.counters.refused += u64::from(is_stranger);
                0
            }
            ConnectionRole::Attempt { peer, candidate, .. } => {
                self.attempt_ended(peer, candidate, handle, ending);
                0
            }
            ConnectionRole::Link(peer) => {
                let is_orderly = ending == ConnectionEnding::Code(Code::Goodbye as u64);
                if is_orderly || conn.incoming.said_goodbye() {
                    self.part(peer, conn);
                } else {
                    self.lose(peer, lost(peer, describe(&ending)), sink);
                }
                1
            }
            ConnectionRole::Leaving | ConnectionRole::Left(_) => 0,
        }
    }

    fn attempt_ended(
        &mut self,
        peer: PeerId,
        candidate: usize,
        handle: Handle,
        ending: ConnectionEnding,
    ) {
        let now = self.now;
        let Some(dial) = self.peers.call_mut(peer) else { return };
        dial.attempts.retain(|attempt| *attempt != handle);
        const YIELD: u64 = Code::Yield as u64;
        const TAKEN: u64 = Code::Taken as u64;
        const GIVEN_UP: u64 = Code::GivenUp as u64;
        match ending {
            ConnectionEnding::Code(YIELD) => dial.has_yielded = true,
            // Another attempt is used, or this one took too long: the next is made in due time.
            ConnectionEnding::Code(TAKEN | GIVEN_UP) | ConnectionEnding::GivenUp => {}
            ConnectionEnding::Silent | ConnectionEnding::Forgotten => {}
            ConnectionEnding::Code(_)
            | ConnectionEnding::Unproven(_)
            | ConnectionEnding::Broken(_) => {
                dial.fail(candidate, describe(&ending), now);
            }
        }
        self.dial_due = Some(now);
    }

    /// Parts from a peer in good order. What it sent before and was held can still be had.
    fn part(&mut self, peer: PeerId, conn: &mut Conn) {
        self.end(peer, PeerState::Departed(None));
        let is_wanted = conn.incoming.unread() > 0;
        conn.role = if is_wanted { ConnectionRole::Left(peer) } else { ConnectionRole::Leaving };
    }

    /// Reads on what those who have departed left.
    pub(crate) fn read_departed(&mut self, sink: &mut dyn Sink) -> usize {
        let mut handled = 0;
        for peer in std::mem::take(&mut self.resumed) {
            let Some(PeerState::Departed(rest)) = self.peers.state_mut(peer) else { continue };
            let Some(mut conn) = rest.take() else { continue };
            handled += self.read(peer, &mut conn, sink);
            if let Some(PeerState::Departed(rest)) = self.peers.state_mut(peer)
                && conn.incoming.unread() > 0
            {
                *rest = Some(conn);
            }
        }
        handled
    }

    pub(crate) fn resume_stream(
        &mut self,
        peer: PeerId,
        stream: StreamKey,
        landing: Landing,
    ) -> Result<(), MethodError> {
        if matches!(landing, Landing::Hold) {
            return Err(cannot_hold(NAME));
        }
        let nothing = || nothing_held(NAME, peer, stream);
        let stream_window = self.options.stream_window;
        let Some(state) = self.peers.state_mut(peer) else {
            return Err(MethodError::UnknownPeer(peer, NAME));
        };
        let handle = match state {
            PeerState::Open(handle) => *handle,
            PeerState::Departed(Some(conn)) => {
                conn.incoming.resume(stream, landing).map_err(|_| nothing())?;
                self.resumed.push(peer);
                return Ok(());
            }
            PeerState::Gone(why) => return Err(why.clone()),
            _ => return Err(nothing()),
        };
        let Some(conn) = self.conn_mut(handle) else { return Err(nothing()) };
        conn.incoming.resume(stream, landing).map_err(|_| nothing())?;
        conn.widen(stream_window);
        self.connections.mark(handle);
        Ok(())
    }

    /// The system reports addresses at which nobody listens.
    pub(crate) fn take_reports(&mut self, sink: &mut dyn Sink) -> usize {
        let refused: Vec<SocketAddr> = self.socket.take_reports();
        let mut handled = 0;
        for handle in self.connections.handles().into_iter() {
            let Some(conn) = self.conn_mut(handle) else { continue };
            let remote = conn.session.remote();
            let times = refused.iter().filter(|address| same(**address, remote)).count();
            for _ in 0..times {
                handled += self.take_report(handle, sink);
            }
        }
        handled
    }

    fn take_report(&mut self, handle: Handle, sink: &mut dyn Sink) -> usize {
        let now = self.now;
        let Some(conn) = self.conn_mut(handle) else { return 0 };
        let role = conn.role.clone();
        if self.is_detoured(&role) {
            return 0;
        }
        let Some(conn) = self.conn_mut(handle) else { return 0 };
        match role {
            ConnectionRole::Attempt { peer, candidate, .. } => {
                let nobody = ConnectionEnding::Broken("nobody listens there any more".to_owned());
                self.give_up(handle);
                self.attempt_ended(peer, candidate, handle, nobody);
                0
            }
            ConnectionRole::Link(peer) => {
                let has_parted = conn.incoming.said_goodbye();
                let mut is_dead = conn.report(now);
                if is_dead && !has_parted {
                    let why = lost(peer, "nobody listens there any more");
                    is_dead = !self.detours.has(peer) && !sink.doubt(peer, &why);
                }
                if is_dead {
                    self.end_dead(peer, handle, sink);
                }
                self.connections.mark(handle);
                usize::from(is_dead)
            }
            ConnectionRole::Caller { .. } | ConnectionRole::Leaving | ConnectionRole::Left(_) => 0,
        }
    }

    /// Nobody is there any more.
    fn end_dead(&mut self, peer: PeerId, handle: Handle, sink: &mut dyn Sink) {
        let instant = self.instant(self.now);
        let Some(conn) = self.conn_mut(handle) else { return };
        if conn.incoming.said_goodbye() {
            return self.close_parted(peer, handle, Code::GivenUp);
        }
        conn.session.close(instant, Code::GivenUp as u64);
        conn.role = ConnectionRole::Leaving;
        self.lose(peer, lost(peer, "its process ended without a goodbye"), sink);
    }

    /// Closes the connection to a peer that has said goodbye.
    fn close_parted(&mut self, peer: PeerId, handle: Handle, code: Code) {
        let Some(mut conn) = self.connections.take(handle) else { return };
        conn.session.close(self.instant(self.now), code as u64);
        conn.goodbye = None;
        self.part(peer, &mut conn);
        self.connections.insert(handle, conn);
    }

    /// Nobody looked for so long: whoever is called, or has called, is given that time.
    #[cold]
    pub(crate) fn forgive(&mut self, missed: Duration) {
        let now = self.now;
        for entry in self.peers.iter_mut() {
            if let PeerState::Calling(dial) = entry.state_mut() {
                dial.forgive(missed, now);
            }
        }
        for conn in self.connections.iter_mut() {
            if let ConnectionRole::Caller { deadline } = &mut conn.role {
                *deadline += missed;
            }
        }
    }

    /// Does what the method itself has to do for a connection by the clock.
    pub(crate) fn do_chores(&mut self, handle: Handle) {
        let now = self.now;
        let is_closing = self.closing_since.is_some();
        let Some(conn) = self.conn_mut(handle) else { return };
        match conn.role {
            ConnectionRole::Caller { deadline } if deadline <= now => self.turn_away(handle),
            ConnectionRole::Link(peer) => {
                if conn.keepalive.is_some_and(|every| conn.quiet_since + every <= now) {
                    conn.session.ping();
                    conn.quiet_since = now;
                }
                if let Some(idle) = conn.stream_idle
                    && conn.outgoing.sweep_due(idle).is_some_and(|due| due <= now)
                {
                    conn.outgoing.sweep(&mut conn.session, now, idle);
                }
                let has_lingered = conn.goodbye.is_some_and(|since| since + LINGER <= now);
                if has_lingered && !is_closing && conn.session.unsettled() == 0 {
                    self.close_parted(peer, handle, Code::Goodbye);
                } else if has_lingered {
                    conn.goodbye = Some(now);
                }
            }
            _ => {}
        }
    }

    pub(crate) fn close_links(&mut self, sink: &mut dyn Sink) -> bool {
        let since = *self.closing_since.get_or_insert(self.now);
        for peer in self.peers.calling().to_vec() {
            if let Some(dial) = self.peers.call_mut(peer) {
                let attempts = std::mem::take(&mut dial.attempts);
                attempts.into_iter().for_each(|attempt| self.give_up(attempt));
            }
            self.end(peer, PeerState::Departed(None));
        }
        self.dial_due = None;
        self.drive_all(sink);
        let mut done = true;
        for peer in self.peers.ids() {
            done &= self.close_link(peer, since);
        }
        self.drive_marked(sink);
        done && !self.socket.is_full()
    }

    /// Says goodbye to a peer; true when both have parted.
    fn close_link(&mut self, peer: PeerId, since: Now) -> bool {
        let (now, instant) = (self.now, self.instant(self.now));
        let Some(handle) = self.peers.link(peer).copied() else { return true };
        let is_detoured = self.detours.has(peer);
        let Some(conn) = self.conn_mut(handle) else { return true };
        if is_detoured {
            // Nothing goes by it any more.
            conn.role = ConnectionRole::Leaving;
            conn.session.close(instant, Code::Goodbye as u64);
            self.end(peer, PeerState::Departed(None));
            self.connections.mark(handle);
            return true;
        }
        if conn.goodbye.is_none() {
            conn.outgoing.end_all(&mut conn.session);
            conn.goodbye = Some(now);
        }
        let has_arrived = conn.session.unsettled() == 0;
        let is_over = has_parted(since, now, has_arrived, conn.incoming.said_goodbye());
        if is_over {
            conn.session.close(instant, Code::Goodbye as u64);
            conn.role = ConnectionRole::Leaving;
            self.end(peer, PeerState::Departed(None));
        }
        self.connections.mark(handle);
        is_over
    }
}

/// Whether two addresses are one, in whatever form.
fn same(a: SocketAddr, b: SocketAddr) -> bool {
    a.port() == b.port() && a.ip().to_canonical() == b.ip().to_canonical()
}
