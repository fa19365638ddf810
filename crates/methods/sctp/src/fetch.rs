//! Streams that are fetched, each for a receive that wants what comes next on it.

use crate::method::SctpMethod;
use crate::timed_association::TimedAssociation;
use crate::{MAX_FRAME, NAME};
use ferry_method::{MethodError, PeerId, Sink, StreamKey};
use ferry_session::{Delivery, Nonsense, SessionMethod};

/// How much of a stream is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ReadExtent {
    /// What there is.
    All,
    /// A frame, or as much of it as there is.
    Frame,
}

impl SctpMethod {
    /// See [`Method::fetch`](ferry_method::Method::fetch). What comes for other streams on the way stays with the
    /// protocol, whose queues the next poll looks through.
    pub(crate) fn fetch_stream(
        &mut self,
        peer: PeerId,
        stream: StreamKey,
        sink: &mut dyn Sink,
    ) -> usize {
        let Some(&at) = self.peers.link(peer) else { return 0 };
        let Some(number) = self.associations.get(at).and_then(|link| link.incoming.number(stream))
        else {
            return 0;
        };
        let mut handled = self.fetch_from((peer, at), number, sink);
        if handled == 0 {
            let now = self.look_at_the_clock();
            let has_chores = self.due.is_some_and(|due| due <= now) || !self.detours.is_empty();
            if has_chores || self.socket.take(now) == 0 {
                return 0;
            }
            handled = self.fetch_from((peer, at), number, sink);
        }
        if handled > 0 {
            // A program whose receives find all by name polls seldom.
            let now = self.now;
            self.socket.tend(now);
        }
        handled
    }

    fn fetch_from(&mut self, (peer, at): (PeerId, u32), number: u16, sink: &mut dyn Sink) -> usize {
        let now = self.now;
        let Some(link) = self.associations.get_mut(at) else { return 0 };
        let mut line = TimedAssociation::new(&mut self.socket, link.id, now);
        let mut out = Delivery { peer, max_frame: MAX_FRAME, counters: &mut self.counters, sink };
        let handled = link.incoming.fetch(&mut line, number, &mut out);
        let (owes, resumed) = (link.incoming.owes(), &mut self.associations.resumed);
        match resumed.last() {
            Some(last) if *last == at && !owes => drop(resumed.pop()),
            _ if owes && !resumed.contains(&at) => resumed.push(at),
            _ => {}
        }
        handled.unwrap_or_else(|Nonsense(why)| {
            self.broken.push((peer, why));
            1
        })
    }

    /// Looks after peers of whom a fetched stream made no sense.
    pub(crate) fn settle_broken(&mut self, sink: &mut dyn Sink) -> usize {
        if self.broken.is_empty() {
            return 0;
        }
        let broken = std::mem::take(&mut self.broken);
        let told = broken.len();
        for (peer, why) in broken {
            if let Some(&at) = self.peers.link(peer) {
                self.turn_away(at, why.as_bytes());
                self.lose(peer, MethodError::Nonsense { peer, method: NAME, why }, sink);
            }
        }
        told
    }
}
