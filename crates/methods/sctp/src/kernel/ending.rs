//! Links end: lost, or parted from in good order.

use super::link::{KernelAssociation, KernelRole};
use super::method::KernelSctp;
use super::notification::Notification;
use super::socket::KernelPayloadKind;
use crate::session::{PeerState, lost};
use ferry_method::{PeerId, Sink};
use ferry_session::{DRAIN, SessionMethod};
use ferry_sys::SctpAssociation;
use std::time::Duration;

/// Before a peer is called again whose own call is awaited.
const PATIENCE: Duration = Duration::from_secs(1);

impl KernelSctp {
    /// Ends an association at once.
    pub(super) fn give_up(&mut self, association: SctpAssociation, why: &str) {
        if let Some(link) = self.links.get_mut(&association) {
            self.callers -= usize::from(matches!(link.role, KernelRole::Caller { .. }));
            link.role = KernelRole::Leaving;
        }
        self.unsaid.retain(|(whose, ..)| *whose != association);
        self.wire.abort(association, why);
    }

    /// The peer will call; if it does not, it is called again.
    pub(super) fn wait_for_call(&mut self, peer: PeerId) {
        let again = self.now + PATIENCE;
        if let Some(call) = self.peers.call_mut(peer) {
            call.attempt = None;
            call.tried = 0;
            call.again = Some(again);
        }
    }

    /// The other end of an association sends nothing any more.
    pub(super) fn left(&mut self, association: SctpAssociation, sink: &mut dyn Sink) -> usize {
        let Some(link) = self.links.get(&association) else { return 0 };
        match link.role {
            KernelRole::Link(_) if !link.heard_goodbye && !link.said_goodbye => {
                self.conclude(association, Notification::Leaving, sink)
            }
            _ => 0,
        }
    }

    /// An association is over.
    pub(super) fn conclude(
        &mut self,
        association: SctpAssociation,
        news: Notification,
        sink: &mut dyn Sink,
    ) -> usize {
        self.unsaid.retain(|(whose, ..)| *whose != association);
        let Some(link) = self.links.remove(&association) else { return 0 };
        let KernelAssociation { role, said_goodbye, heard_goodbye, is_up, .. } = link;
        match role {
            KernelRole::Caller { talk, .. } => {
                self.callers -= 1;
                // A peer that hung up before the proof, while this process was waiting for it.
                if let Some(peer) = talk.peer() {
                    self.attempt_failed(peer, association, is_up);
                }
                0
            }
            KernelRole::Attempt { peer, .. } => {
                self.attempt_failed(peer, association, is_up);
                0
            }
            KernelRole::Link(peer) if heard_goodbye || said_goodbye => {
                self.end(peer, PeerState::Departed(()));
                1
            }
            KernelRole::Link(peer) => {
                let why = match news {
                    Notification::Restarted => "its process began anew",
                    Notification::Lost => {
                        "the association broke: its process died, or no path is left"
                    }
                    _ => "its process ended without a goodbye",
                };
                self.lose(peer, lost(peer, why), sink);
                1
            }
            KernelRole::Leaving => 0,
        }
    }

    pub(super) fn close_links(&mut self, sink: &mut dyn Sink) -> bool {
        let since = *self.closing_since.get_or_insert(self.now);
        for peer in self.peers.calling().to_vec() {
            self.end(peer, PeerState::Departed(()));
        }
        self.say_goodbye();
        self.drive(sink);
        let is_late = since + DRAIN <= self.now;
        let open = |link: &KernelAssociation| matches!(link.role, KernelRole::Link(_));
        let is_done = !self.links.values().any(open);
        if is_late && !is_done {
            let left: Vec<SctpAssociation> = self.links.keys().copied().collect();
            for association in left {
                self.give_up(association, "closed");
                if let Some(KernelRole::Link(peer)) =
                    self.links.remove(&association).map(|l| l.role)
                {
                    self.end(peer, PeerState::Departed(()));
                }
            }
        }
        is_done || is_late
    }

    /// Says goodbye on every link and ends every association.
    fn say_goodbye(&mut self) {
        let open: Vec<SctpAssociation> = self.links.keys().copied().collect();
        for association in open {
            let Some(link) = self.links.get_mut(&association) else { continue };
            match link.role {
                KernelRole::Link(_) if !link.said_goodbye => {
                    let said = link.heard_goodbye
                        || matches!(
                            self.wire.send(
                                (association, 0),
                                KernelPayloadKind::Goodbye,
                                [b"goodbye", &[]]
                            ),
                            Ok(true) | Err(_)
                        );
                    link.said_goodbye = said && self.wire.end(association);
                }
                KernelRole::Link(_) | KernelRole::Leaving => {}
                KernelRole::Caller { .. } | KernelRole::Attempt { .. } => {
                    self.give_up(association, "closed")
                }
            }
        }
    }
}
