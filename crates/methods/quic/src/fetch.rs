//! Streams that are fetched, each for a receive that wants what comes next on it.

use crate::core::{Handle, StreamId};
use crate::drive::flush;
use crate::method::QuicMethod;
use ferry_method::{PeerId, Sink, StreamKey};
use ferry_session::{Delivery, Nonsense};

/// Datagrams with data after which one that acknowledges them leaves (RFC 9000 §13.2.2).
const ANSWERED: u32 = 2;

impl QuicMethod {
    /// See [`Method::fetch`](ferry_method::Method::fetch). What comes for other streams on the way stays with the
    /// protocol, and the next poll looks after all connections to which something came.
    pub(crate) fn fetch_stream(
        &mut self,
        peer: PeerId,
        stream: StreamKey,
        sink: &mut dyn Sink,
    ) -> usize {
        let Some(&handle) = self.peers.link(peer) else { return 0 };
        let Some(conn) = self.connections.get(handle) else { return 0 };
        let Some(id) = conn.incoming.stream(stream) else { return 0 };
        // Otherwise all that is here has been looked at.
        let may_be_here = conn.is_marked || conn.incoming.is_ready(id);
        let mut handled = if may_be_here { self.fetch_from((peer, handle), id, sink) } else { 0 };
        if handled == 0 {
            self.tell(self.now);
            let has_chores = self.dial_due.is_some_and(|due| due <= self.now);
            if has_chores || self.socket.is_full() || !self.detours.is_empty() {
                return 0;
            }
            self.take_datagrams();
            handled = self.fetch_from((peer, handle), id, sink);
        }
        if handled > 0 {
            self.tend(handle);
        }
        handled
    }

    fn fetch_from(
        &mut self,
        (peer, handle): (PeerId, Handle),
        id: StreamId,
        sink: &mut dyn Sink,
    ) -> usize {
        let max_frame = self.attributes.max_frame;
        let Some(conn) = self.connections.get_mut(handle) else { return 0 };
        let mut out = Delivery { peer, max_frame, counters: &mut self.counters, sink };
        let fetched = conn.incoming.fetch(id, &mut conn.session, &mut out);
        conn.widen(self.options.stream_window);
        if conn.incoming.has_ready() {
            self.connections.mark(handle);
        }
        fetched.unwrap_or_else(|Nonsense(why)| {
            self.broken.push((peer, why));
            1
        })
    }

    /// Does what is due, by the clock or by the number of datagrams: a program whose receives find all by name
    /// polls seldom.
    fn tend(&mut self, handle: Handle) {
        if self.connections.due().is_some_and(|due| due <= self.now) {
            self.run_timers();
        }
        let now = self.instant(self.now);
        let Some(conn) = self.connections.get_mut(handle) else { return };
        let is_due = conn.due.is_some_and(|due| due <= self.now);
        let waits = conn.waits_for_answer(self.now);
        if is_due || !waits && conn.unanswered >= ANSWERED {
            flush(&mut self.socket, &mut conn.session, now);
            conn.note_flushed();
            self.connections.mark(handle);
            self.note_sent(handle);
        } else if waits {
            self.note_sent(handle);
        }
    }

    /// Looks after peers of whom a fetched stream made no sense.
    pub(crate) fn settle_broken(&mut self, sink: &mut dyn Sink) -> usize {
        if self.broken.is_empty() {
            return 0;
        }
        let broken = std::mem::take(&mut self.broken);
        let told = broken.len();
        for (peer, why) in broken {
            let Some(&handle) = self.peers.link(peer) else { continue };
            if let Some(mut conn) = self.connections.take(handle) {
                self.end_nonsense(peer, &mut conn, why, sink);
                self.connections.insert(handle, conn);
                self.connections.mark(handle);
            }
        }
        told
    }
}
