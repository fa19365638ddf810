//! A poll: datagrams in, what follows from them, datagrams out.

use crate::NAME;
use crate::code::Code;
use crate::conn::{Conn, ConnectionRole};
use crate::core::{Handle, Received, Session, SessionEvent};
use crate::method::QuicMethod;
use crate::session::PeerState;
use crate::socket::{SendOutcome, Socket};
use bytes::BytesMut;
use ferry_method::{MethodError, Now, PeerId, Sink};
use ferry_session::{Delivery, LINGER, Nonsense, SessionMethod};
use std::time::Instant;

/// Batches taken in one poll, so that a flood does not keep it from ending.
const BATCHES: usize = 4;

/// Sends what a connection has to send.
pub(crate) fn flush(socket: &mut Socket, session: &mut Session, now: Instant) {
    let most = socket.train_len(session.datagram());
    while !socket.is_full() {
        let Some(transmit) = session.transmit(now, most, &mut socket.out) else { return };
        if let SendOutcome::No = socket.send(&transmit) {
            // As if lost on the way: it is sent again, or the path found dead, in due time.
            return;
        }
    }
}

/// Whether a datagram that belongs to no connection is none that a sound peer could have sent.
fn is_nonsense(begin: &[u8], len: usize) -> bool {
    let &[first, v0, v1, v2, v3, ..] = begin else { return true };
    let has_long_header = first & 0x80 != 0;
    let is_initial = first & 0x30 == 0;
    // Long headers of version 1 (RFC 9000 §17.2) come late from attempts that were given up; the
    // first datagrams of a client are never short (§14.1).
    let is_late = has_long_header && [v0, v1, v2, v3] == [0, 0, 0, 1];
    !is_late || (is_initial && len < 1200)
}

impl QuicMethod {
    /// Takes note of the time. What a poll is told may be older than what it finds in the socket, and
    /// round trips would look longer by that.
    pub(crate) fn tell(&mut self, now: Now) {
        self.now = self.now.max(now);
        self.look_at_the_clock();
        self.endpoint.tell(self.now);
    }

    /// Takes note of the time where the options give a clock.
    #[expect(clippy::disallowed_methods, reason = "the options give it, or none")]
    pub(crate) fn look_at_the_clock(&mut self) {
        if let Some(clock) = self.options.clock {
            self.now = self.now.max(clock.now());
        }
    }

    pub(crate) fn drive_all(&mut self, sink: &mut dyn Sink) -> usize {
        let mut handled = self.peers.tell(sink) + self.settle_broken(sink);
        if self.socket.is_full() && self.socket.flush() {
            let all = self.connections.handles();
            all.into_iter().for_each(|handle| self.connections.mark(handle));
        }
        self.take_datagrams();
        if self.socket.has_reports() {
            // What has come before, a goodbye perhaps, says what they mean.
            handled += self.drive_marked(sink) + self.take_reports(sink);
        }
        if self.connections.due().is_some_and(|due| due <= self.now) {
            self.run_timers();
        }
        if self.dial_due.is_some_and(|due| due <= self.now) {
            // What has come may decide.
            handled += self.drive_marked(sink) + self.step_dials(sink);
        }
        handled += self.drive_marked(sink);
        if !self.resumed.is_empty() {
            handled += self.read_departed(sink);
        }
        handled
    }

    /// Looks after the connections to which something happened.
    pub(crate) fn drive_marked(&mut self, sink: &mut dyn Sink) -> usize {
        if !self.connections.has_marked() {
            return 0;
        }
        let marked = self.connections.take_marked();
        let handled = marked.iter().map(|handle| self.drive(*handle, sink)).sum();
        self.connections.keep_spare(marked);
        handled
    }

    pub(crate) fn take_datagrams(&mut self) {
        for _ in 0..BATCHES {
            let (trains, may_be_more) = self.socket.receive();
            for at in 0..trains {
                let (meta, bytes) = self.socket.train(at);
                let (path, stride) = ((meta.addr, meta.dst_ip), meta.stride.max(1));
                let ecn = meta.ecn.map_or(0, |ecn| ecn as u8);
                let mut train = BytesMut::from(bytes);
                while !train.is_empty() {
                    let datagram = train.split_to(stride.min(train.len()));
                    self.take_datagram(path, ecn, datagram);
                }
            }
            if !may_be_more {
                return;
            }
        }
    }

    pub(crate) fn take_datagram(
        &mut self,
        path: (std::net::SocketAddr, Option<std::net::IpAddr>),
        ecn: u8,
        datagram: BytesMut,
    ) {
        let len = datagram.len();
        let mut begin = [0; 5];
        let known = len.min(begin.len());
        begin[..known].copy_from_slice(&datagram[..known]);
        let now = self.instant(self.now);
        match self.endpoint.handle(now, path, ecn, datagram, &mut self.socket.out) {
            Received::For(handle, event) => {
                let now = self.now;
                if let Some(conn) = self.conn_mut(handle) {
                    conn.hear(now);
                    conn.session.handle(event);
                    self.connections.mark(handle);
                }
            }
            Received::Caller(caller) => self.greet(*caller),
            Received::Answer(answer) => {
                self.counters.refused += u64::from(is_nonsense(&begin[..known], len));
                if !self.socket.is_full() {
                    self.socket.send(&answer);
                }
            }
            Received::Nothing => {
                self.counters.refused += u64::from(is_nonsense(&begin[..known], len));
            }
        }
    }

    /// Does what is due by the clock.
    pub(crate) fn run_timers(&mut self) {
        let (now, instant) = (self.now, self.instant(self.now));
        // Most of what connections wait for comes before it is due.
        self.connections.find_due();
        if self.connections.due().is_none_or(|due| due > now) {
            return;
        }
        for handle in self.connections.handles().into_iter() {
            let Some(conn) = self.conn_mut(handle).filter(|c| c.due.is_some_and(|d| d <= now))
            else {
                continue;
            };
            if conn.session.timeout().is_some_and(|timeout| timeout <= instant) {
                conn.session.on_timeout(instant);
            }
            self.do_chores(handle);
            self.connections.mark(handle);
        }
        self.connections.find_due();
    }

    /// Finds when this connection wants attention next.
    fn note_due(&mut self, conn: &mut Conn) {
        let protocol = conn.session.timeout().map(|timeout| self.told(timeout));
        conn.due = [protocol, conn.chore_due(LINGER)].into_iter().flatten().min();
        self.connections.note_due(conn.due);
    }

    /// The same after a send.
    pub(crate) fn note_sent(&mut self, handle: Handle) {
        if let Some(mut conn) = self.connections.take(handle) {
            self.note_due(&mut conn);
            self.connections.insert(handle, conn);
        }
    }

    /// Looks after one connection: what happened to it, what it has to send.
    fn drive(&mut self, handle: Handle, sink: &mut dyn Sink) -> usize {
        let Some(mut conn) = self.connections.take(handle) else { return 0 };
        conn.is_marked = false;
        let frames = self.counters.frames_received;
        let handled = self.attend(handle, &mut conn, sink);
        // What ends a connection waits for nothing.
        let is_link = matches!(conn.role, ConnectionRole::Link(_)) && conn.goodbye.is_none();
        let has_read = is_link && self.counters.frames_received > frames;
        if !(has_read && conn.waits_for_answer(self.now)) {
            let now = self.instant(self.now);
            flush(&mut self.socket, &mut conn.session, now);
            conn.note_flushed();
        }
        self.endpoint.settle(handle, &mut conn.session);
        if let ConnectionRole::Left(peer) = conn.role {
            self.endpoint.forget(handle, &conn.session);
            conn.role = ConnectionRole::Leaving;
            self.peers.set(peer, PeerState::Departed(Some(conn)));
        } else if !conn.session.is_drained() {
            self.note_due(&mut conn);
            self.connections.insert(handle, conn);
        }
        handled
    }

    fn attend(&mut self, handle: Handle, conn: &mut Conn, sink: &mut dyn Sink) -> usize {
        let (mut is_proven, mut has_room, mut ending) = (false, false, None);
        loop {
            self.endpoint.settle(handle, &mut conn.session);
            let Some(event) = conn.session.next_event() else { break };
            match event {
                SessionEvent::Connected => is_proven = true,
                SessionEvent::Opened => self.take_streams(conn),
                SessionEvent::Readable(id) => conn.incoming.readable(id),
                SessionEvent::Finished(id) => {
                    conn.outgoing.arrived(id);
                    has_room = true;
                }
                SessionEvent::Room => has_room = true,
                SessionEvent::Lost(why) => ending = Some(why),
            }
        }
        let mut handled = 0;
        if has_room && conn.is_blocked {
            conn.is_blocked = false;
            conn.widen_far();
            handled += 1;
        }
        match &mut conn.role {
            ConnectionRole::Caller { .. } if is_proven => handled += self.decide(handle, conn),
            ConnectionRole::Attempt { peer, is_proven: proven, .. } => {
                *proven |= is_proven;
                let peer = *peer;
                if conn.incoming.has_ready() {
                    handled += self.establish(peer, handle, conn);
                }
            }
            _ => {}
        }
        if let ConnectionRole::Link(peer) = conn.role {
            conn.note_trip();
            handled += self.read(peer, conn, sink);
        }
        match ending {
            Some(ending) => handled + self.conclude(handle, conn, ending, sink),
            None => handled,
        }
    }

    fn take_streams(&mut self, conn: &mut Conn) {
        while let Some(id) = conn.session.accept() {
            conn.incoming.opened(id);
        }
        conn.session.allow_streams(self.options.max_streams);
    }

    /// Reads the streams of a link.
    pub(crate) fn read(&mut self, peer: PeerId, conn: &mut Conn, sink: &mut dyn Sink) -> usize {
        if !conn.incoming.has_ready() {
            return 0;
        }
        let max_frame = self.attributes.max_frame;
        let mut out = Delivery { peer, max_frame, counters: &mut self.counters, sink };
        let read = conn.incoming.read(&mut conn.session, &mut out);
        conn.widen(self.options.stream_window);
        match read {
            Ok(handled) => {
                if conn.incoming.said_goodbye() && conn.goodbye.is_none() {
                    conn.outgoing.end_all(&mut conn.session);
                    conn.goodbye = Some(self.now);
                }
                handled
            }
            Err(Nonsense(why)) => {
                self.end_nonsense(peer, conn, why, sink);
                1
            }
        }
    }

    /// Ends the connection of a peer that makes no sense.
    pub(crate) fn end_nonsense(
        &mut self,
        peer: PeerId,
        conn: &mut Conn,
        why: String,
        sink: &mut dyn Sink,
    ) {
        self.counters.refused += 1;
        conn.session.close(self.instant(self.now), Code::Nonsense as u64);
        conn.role = ConnectionRole::Leaving;
        self.lose(peer, MethodError::Nonsense { peer, method: NAME, why }, sink);
    }
}

#[cfg(test)]
mod tests {
    use super::is_nonsense;

    #[test]
    fn late_datagrams_are_told_from_nonsense() {
        assert!(!is_nonsense(&[0xe0, 0, 0, 0, 1], 60), "a late handshake packet");
        assert!(!is_nonsense(&[0xc0, 0, 0, 0, 1], 1200), "a late first packet");
        assert!(is_nonsense(&[0xc0, 0, 0, 0, 1], 1199), "a first packet too short");
        assert!(is_nonsense(&[0xc0, 0, 0, 0, 9], 1200), "a version there is not");
        assert!(is_nonsense(&[0x40, 0, 0, 0, 1], 1200), "data of no connection");
        assert!(is_nonsense(&[], 0) && is_nonsense(&[0xe0, 0], 2));
    }
}
