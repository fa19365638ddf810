//! A poll: packets in, what follows from them, packets out.

use crate::MAX_FRAME;
use crate::NAME;
use crate::fetch::ReadExtent;
use crate::hello::PayloadKind;
use crate::link::AssociationRole;
use crate::method::SctpMethod;
use crate::session::{PeerState, lost};
use crate::timed_association::TimedAssociation;
use ferry_method::{MethodError, Now, Sink};
use ferry_sctp_core::association::AssociationEvent;
use ferry_sctp_core::endpoint::AssociationId;
use ferry_session::{Delivery, Nonsense, SessionMethod};
use ferry_sys::Clock;

/// The time: as told, or later by the clock that the options may give.
#[expect(clippy::disallowed_methods, reason = "the options give the clock, or none")]
pub(crate) fn time(clock: Option<Clock>, told: Now) -> Now {
    clock.map_or(told, |clock| clock.now().max(told))
}

impl SctpMethod {
    pub(crate) fn drive(&mut self, sink: &mut dyn Sink) -> usize {
        let mut handled = self.peers.tell(sink) + self.settle_broken(sink);
        let (clock, mut now) = (self.options.clock, self.now);
        self.socket.poll_by(|| {
            now = time(clock, now);
            now
        });
        self.now = now;
        handled += self.take_refusals(sink);
        if self.due.is_some_and(|due| due <= now) {
            handled += self.do_chores(sink);
        }
        handled += self.take_events(sink);
        handled += self.read_readable(sink);
        if !self.associations.resumed.is_empty() {
            handled += self.read_resumed(sink);
        }
        if handled > 0 && self.socket.endpoint().has_output() {
            // What was read makes room, of which the peers are told.
            let now = self.look_at_the_clock();
            self.socket.flush(now);
        }
        handled
    }

    fn take_events(&mut self, sink: &mut dyn Sink) -> usize {
        let mut handled = 0;
        while let Some((id, event)) = self.socket.endpoint_mut().poll_event() {
            handled += self.take_event(id, event, sink);
        }
        handled
    }

    fn take_event(
        &mut self,
        id: AssociationId,
        event: AssociationEvent,
        sink: &mut dyn Sink,
    ) -> usize {
        if let AssociationEvent::Up { outbound_streams, .. } = event {
            return self.came_up(id, outbound_streams, sink);
        }
        let Some(at) = self.associations.place(id) else {
            // It ended before anybody knew of it.
            if matches!(event, AssociationEvent::Closed | AssociationEvent::Lost(_)) {
                self.counters.refused += 1;
                self.socket.endpoint_mut().release(id);
            }
            return 0;
        };
        match event {
            AssociationEvent::Closed => self.conclude(at, None, sink),
            AssociationEvent::Lost(loss) => self.conclude(at, Some(loss), sink),
            AssociationEvent::Restarted { .. } => self.restarted(at, sink),
            AssociationEvent::PeerShutsDown => {
                if let Some(link) = self.link_at(at) {
                    link.peer_leaves = true;
                }
                0
            }
            AssociationEvent::Writable => {
                let link = self.link_at(at);
                usize::from(link.is_some_and(|link| std::mem::take(&mut link.is_blocked)))
            }
            _ => 0,
        }
    }

    /// Processes of a job do not begin anew.
    fn restarted(&mut self, at: u32, sink: &mut dyn Sink) -> usize {
        let role = self.link_at(at).map(|link| link.role.clone());
        self.turn_away(at, b"its process began anew");
        let why = "another process began an association in its place";
        match role {
            Some(AssociationRole::Link(peer) | AssociationRole::Attempt(peer)) => {
                self.lose(peer, lost(peer, why), sink);
            }
            Some(AssociationRole::Left(peer)) => self.end(peer, PeerState::Departed(None)),
            _ => {}
        }
        1
    }

    fn read_readable(&mut self, sink: &mut dyn Sink) -> usize {
        let mut handled = 0;
        while let Some(id) = self.socket.endpoint_mut().poll_readable() {
            let Some(at) = self.associations.place(id) else { continue };
            handled += match self.link_at(at) {
                Some(link) if link.is_in_use() => self.read_all(at, sink),
                Some(link)
                    if link.is_up
                        && !matches!(
                            link.role,
                            AssociationRole::Leaving | AssociationRole::Waiting(_)
                        ) =>
                {
                    self.hear(at, sink)
                }
                _ => 0,
            };
        }
        handled
    }

    /// Reads all streams of a link on which there is something.
    pub(crate) fn read_all(&mut self, at: u32, sink: &mut dyn Sink) -> usize {
        let mut streams = std::mem::take(&mut self.streams);
        streams.clear();
        if let Some(id) = self.link_at(at).map(|link| link.id) {
            streams.extend(self.socket.endpoint().readable_streams(id));
        }
        let mut handled = 0;
        for stream in &streams {
            handled += self.read_stream(at, stream.0, sink);
        }
        self.streams = streams;
        handled + self.settle_notes(at, sink)
    }

    fn read_resumed(&mut self, sink: &mut dyn Sink) -> usize {
        let mut handled = 0;
        for at in std::mem::take(&mut self.associations.resumed) {
            let Some(link) = self.link_at(at) else { continue };
            for stream in std::mem::take(&mut link.incoming.resumed) {
                handled += self.read_stream(at, stream, sink);
            }
            handled += self.settle_notes(at, sink);
            self.settle_departed(at);
        }
        handled
    }

    fn read_stream(&mut self, at: u32, stream: u16, sink: &mut dyn Sink) -> usize {
        let now = self.now;
        let Some(link) = self.associations.get_mut(at) else { return 0 };
        let (AssociationRole::Link(peer) | AssociationRole::Left(peer)) = link.role else {
            return 0;
        };
        let mut line = TimedAssociation::new(&mut self.socket, link.id, now);
        let mut out =
            Delivery { peer, max_frame: MAX_FRAME, counters: &mut self.counters, sink: &mut *sink };
        match link.incoming.read(&mut line, stream, ReadExtent::All, &mut out) {
            Ok(handled) => handled,
            Err(Nonsense(why)) => {
                self.turn_away(at, why.as_bytes());
                self.lose(peer, MethodError::Nonsense { peer, method: NAME, why }, sink);
                1
            }
        }
    }

    /// Streams that were left are given back, and those that came back are used again.
    fn settle_notes(&mut self, at: u32, sink: &mut dyn Sink) -> usize {
        let now = self.now;
        let Some(link) = self.associations.get_mut(at) else { return 0 };
        let AssociationRole::Link(peer) = link.role else { return 0 };
        let freed = std::mem::take(&mut link.incoming.freed);
        let mut handled = usize::from(!freed.is_empty() && std::mem::take(&mut link.is_blocked));
        let is_sound = freed.iter().all(|stream| link.outgoing.freed(*stream));
        if !link.incoming.left.is_empty() {
            let note: Vec<u8> = link.incoming.left.iter().flat_map(|s| s.to_le_bytes()).collect();
            let mut line = TimedAssociation::new(&mut self.socket, link.id, now);
            // Without room now, there is some when the next frame is read, or the next poll comes.
            if link.outgoing.say(&mut line, 0, PayloadKind::Free, &note) {
                link.incoming.left.clear();
                handled += 1;
            } else {
                self.associations.resumed.push(at);
            }
        }
        if !is_sound {
            let why = "it gives back a stream that was not left".to_owned();
            self.turn_away(at, why.as_bytes());
            self.lose(peer, MethodError::Nonsense { peer, method: NAME, why }, sink);
        }
        handled
    }
}
