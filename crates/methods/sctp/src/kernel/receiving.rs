//! A poll: what has arrived, and what follows from it.

use super::link::KernelRole;
use super::method::KernelSctp;
use super::notification::{self, Notification};
use super::socket::KernelPayloadKind;
use crate::NAME;
use crate::session::PeerState;
use ferry_method::{MethodError, Sink};
use ferry_session::{Delivery, Nonsense, SessionMethod};
use ferry_sys::{SctpAssociation, SctpReceived};

/// Messages and events taken in one poll, so that a flood does not keep it from ending.
const MOST: usize = 64;

impl KernelSctp {
    pub(super) fn drive(&mut self, sink: &mut dyn Sink) -> usize {
        let mut handled = self.peers.tell(sink) + usize::from(self.has_room_again());
        if !self.unsaid.is_empty() {
            self.say_the_rest();
        }
        let mut buffer = std::mem::take(&mut self.buffer);
        for _ in 0..MOST {
            let Some(received) = self.wire.receive(&mut buffer) else {
                self.looks += 1;
                break;
            };
            let bytes = &buffer[..received.len.min(buffer.len())];
            handled += match received.is_event {
                true => notification::read(bytes)
                    .map_or(0, |(whose, news)| self.note(whose, news, sink)),
                false => self.take(received, bytes, sink),
            };
        }
        self.buffer = buffer;
        if !self.peers.calling().is_empty() {
            self.call_again();
        }
        self.turn_away_the_late();
        handled + self.peers.tell(sink)
    }

    /// Something happened to an association.
    fn note(
        &mut self,
        association: SctpAssociation,
        news: Notification,
        sink: &mut dyn Sink,
    ) -> usize {
        match news {
            Notification::Up(streams) => {
                self.rise(association, streams);
                0
            }
            Notification::Leaving => self.left(association, sink),
            Notification::Ended | Notification::Lost | Notification::Failed => {
                self.conclude(association, news, sink)
            }
            Notification::Restarted => {
                self.give_up(association, "restarted");
                self.conclude(association, news, sink)
            }
        }
    }

    /// Bytes have arrived.
    fn take(&mut self, received: SctpReceived, bytes: &[u8], sink: &mut dyn Sink) -> usize {
        let SctpReceived { association, stream, protocol, is_end, .. } = received;
        let Some(link) = self.links.get(&association) else { return 0 };
        match (KernelPayloadKind::of(protocol), &link.role) {
            (_, KernelRole::Leaving) => 0,
            (Some(KernelPayloadKind::Greeting), _) if stream == 0 && is_end => {
                self.hear(association, bytes, sink)
            }
            (_, KernelRole::Caller { .. }) => {
                self.turn_away(association);
                0
            }
            // Whoever has proved itself and sends frames has accepted.
            (Some(kind), KernelRole::Attempt { peer, is_proven: true, .. })
                if kind != KernelPayloadKind::Greeting =>
            {
                let peer = *peer;
                self.take_up(peer, association);
                1 + self.take_frame(association, (stream, kind), bytes, sink)
            }
            (Some(kind), KernelRole::Link(_)) if kind != KernelPayloadKind::Greeting => {
                self.take_frame(association, (stream, kind), bytes, sink)
            }
            _ => {
                let why = format!("a message of kind {protocol:#x} on stream {stream}");
                self.refuse(association, why, sink)
            }
        }
    }

    fn take_frame(
        &mut self,
        association: SctpAssociation,
        (stream, kind): (u16, KernelPayloadKind),
        bytes: &[u8],
        sink: &mut dyn Sink,
    ) -> usize {
        let Some(link) = self.links.get_mut(&association) else { return 0 };
        let KernelRole::Link(peer) = link.role else { return 0 };
        if kind == KernelPayloadKind::Goodbye {
            link.heard_goodbye = true;
            return 0;
        }
        let max_frame = self.attributes.max_frame;
        let mut out = Delivery { peer, max_frame, counters: &mut self.counters, sink };
        match link.incoming.take(stream, bytes, &mut out) {
            Ok(handled) => handled,
            Err(Nonsense(why)) => self.refuse(association, why, sink),
        }
    }

    /// What a peer sent makes no sense.
    fn refuse(&mut self, association: SctpAssociation, why: String, sink: &mut dyn Sink) -> usize {
        let peer = match self.links.get(&association).map(|link| &link.role) {
            Some(KernelRole::Link(peer) | KernelRole::Attempt { peer, .. }) => Some(*peer),
            _ => None,
        };
        self.counters.refused += 1;
        self.give_up(association, "nonsense");
        let Some(peer) = peer else { return 0 };
        if let PeerState::Open(_) | PeerState::Calling(_) = self.peers.entry(peer).state() {
            self.lose(peer, MethodError::Nonsense { peer, method: NAME, why }, sink);
        }
        1
    }
}
