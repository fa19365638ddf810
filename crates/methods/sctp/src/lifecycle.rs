//! A link's life: opened by the first frame, used, lost or closed.

use crate::MAX_FRAME;
use crate::NAME;
use crate::link::{AssociationLink, AssociationRole, SuspicionVerdict};
use crate::method::SctpMethod;
use crate::session::{PeerState, Peers, UserSctp, lost};
use crate::timed_association::TimedAssociation;
use ferry_method::{Header, Landing, MethodError, Now, PeerId, Sink, StreamKey};
use ferry_sctp_core::association::Loss;
use ferry_session::{LINGER, SessionMethod, cannot_hold, check_len, has_parted, nothing_held};

impl SessionMethod<UserSctp> for SctpMethod {
    fn peers(&mut self) -> &mut Peers {
        &mut self.peers
    }

    fn is_closing(&self) -> bool {
        self.closing_since.is_some()
    }

    fn begin_call(&mut self, peer: PeerId) -> Result<(), MethodError> {
        self.dial(peer)
    }

    /// An association that is there ends as it can.
    fn end(&mut self, peer: PeerId, state: PeerState) {
        match self.peers.set(peer, state) {
            PeerState::Open(at) | PeerState::Calling(at) => {
                if let Some(link) = self.link_at(at) {
                    link.role = AssociationRole::Leaving;
                }
            }
            PeerState::Departed(Some(at)) => self.remove(at),
            PeerState::Idle | PeerState::Departed(None) | PeerState::Gone(_) => {}
        }
    }
}

impl SctpMethod {
    pub(crate) fn send_frame(
        &mut self,
        peer: PeerId,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, MethodError> {
        check_len("sctp.fragment", payload.len(), MAX_FRAME)?;
        let Some(at) = self.peers.link(peer).copied() else { return self.send_later(peer) };
        let now = self.look_at_the_clock();
        let Some(link) = self.associations.get_mut(at) else {
            return self.send_later(peer);
        };
        if link.peer_leaves || link.leaves {
            return self.send_later(peer);
        }
        let mut line = TimedAssociation::new(&mut self.socket, link.id, now);
        match link.outgoing.send(&mut line, (header, payload), done, &mut self.pieces) {
            Ok(is_whole) => {
                link.is_blocked = !is_whole;
                if is_whole {
                    self.counters.frames_sent += 1;
                    self.counters.bytes_sent += payload.len() as u64;
                }
                Ok(is_whole)
            }
            Err(refused) => {
                let why = format!("it takes nothing any more: {}", refused.0);
                self.give_up(at, b"broken");
                Err(self.gone(peer, lost(peer, why)))
            }
        }
    }

    /// An association is over; `None`: in order.
    pub(crate) fn conclude(&mut self, at: u32, loss: Option<Loss>, sink: &mut dyn Sink) -> usize {
        let Some(link) = self.link_at(at) else { return 0 };
        let (role, in_order) = (link.role.clone(), link.peer_leaves || link.leaves);
        match role {
            AssociationRole::Link(peer) => {
                // What came before is still there.
                self.read_all(at, sink);
                match loss.filter(|_| !in_order) {
                    None => self.part(peer, at),
                    Some(loss) => {
                        self.remove(at);
                        self.lose(peer, lost(peer, describe(&loss)), sink);
                    }
                }
                1
            }
            AssociationRole::Attempt(peer) => {
                self.remove(at);
                let why = loss.as_ref().map_or_else(|| "it has left".to_owned(), describe);
                self.attempt_failed(peer, why, loss.as_ref(), sink)
            }
            AssociationRole::Caller { .. } => {
                self.counters.refused += 1;
                self.remove(at);
                0
            }
            AssociationRole::Waiting(_) | AssociationRole::Leaving => {
                self.remove(at);
                0
            }
            AssociationRole::Left(_) => 0,
        }
    }

    /// Parts from a peer in good order. What it sent before and is held can still be had.
    fn part(&mut self, peer: PeerId, at: u32) {
        let Some(link) = self.link_at(at) else { return };
        let is_wanted = link.incoming.held() > 0;
        link.role = AssociationRole::Left(peer);
        self.peers.set(peer, PeerState::Departed(is_wanted.then_some(at)));
        if !is_wanted {
            self.remove(at);
        }
    }

    /// A peer has departed; is anything of it still wanted?
    pub(crate) fn settle_departed(&mut self, at: u32) {
        let Some(link) = self.link_at(at) else { return };
        let AssociationRole::Left(peer) = link.role else { return };
        if link.incoming.held() == 0 && link.incoming.resumed.is_empty() {
            self.peers.set(peer, PeerState::Departed(None));
            self.remove(at);
        }
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
        let Some(state) = self.peers.state(peer) else {
            return Err(MethodError::UnknownPeer(peer, NAME));
        };
        let at = match state {
            PeerState::Open(at) | PeerState::Departed(Some(at)) => *at,
            PeerState::Gone(why) => return Err(why.clone()),
            _ => return Err(nothing()),
        };
        let now = self.now;
        let Some(link) = self.associations.get_mut(at) else {
            return Err(nothing());
        };
        let mut line = TimedAssociation::new(&mut self.socket, link.id, now);
        link.incoming.resume(&mut line, stream, landing).map_err(|_| nothing())?;
        if link.incoming.resumed.len() == 1 {
            self.associations.resumed.push(at);
        }
        Ok(())
    }

    /// The system reports addresses at which nobody listens any more.
    pub(crate) fn take_refusals(&mut self, sink: &mut dyn Sink) -> usize {
        let mut handled = 0;
        for address in self.socket.take_refused() {
            let found = self.socket.endpoint().find(address, address.port());
            if let Some(at) = found.and_then(|id| self.associations.place(id)) {
                handled += self.judge(at, true, sink);
            }
        }
        handled
    }

    /// Weighs what speaks for a peer's death.
    pub(crate) fn judge(&mut self, at: u32, is_report: bool, sink: &mut dyn Sink) -> usize {
        let now = self.now;
        let Some(link) = self.associations.get_mut(at) else { return 0 };
        let id = link.id;
        let Some(report) = self.socket.endpoint().report(id) else { return 0 };
        let heard = report.counters.packets_received;
        let verdict = match is_report {
            true => link.suspicion.report(now, heard),
            false => link.suspicion.wonder(now, heard),
        };
        let due = link.suspicion.due();
        self.due = [self.due, due].into_iter().flatten().min();
        match verdict {
            SuspicionVerdict::Wait => 0,
            SuspicionVerdict::Ask => {
                for path in &report.paths {
                    let endpoint = self.socket.endpoint_mut();
                    // A path that is gone needs no question.
                    let _ = endpoint.request_heartbeat(now, id, path.addr);
                }
                self.socket.flush(now);
                0
            }
            SuspicionVerdict::Dead => self.died(at, sink),
        }
    }

    fn died(&mut self, at: u32, sink: &mut dyn Sink) -> usize {
        let Some(link) = self.link_at(at) else { return 0 };
        let (role, in_order) = (link.role.clone(), link.peer_leaves || link.leaves);
        if let (AssociationRole::Link(peer) | AssociationRole::Attempt(peer), false) =
            (&role, in_order)
        {
            let why = lost(*peer, "nobody listens there any more");
            if self.detours.has(*peer) || sink.doubt(*peer, &why) {
                if let Some(link) = self.link_at(at) {
                    link.suspicion.renew();
                }
                return 0;
            }
        }
        match role {
            AssociationRole::Link(peer) if in_order => {
                self.read_all(at, sink);
                self.part(peer, at);
            }
            AssociationRole::Link(peer) => {
                self.read_all(at, sink);
                self.give_up(at, b"nobody listens");
                self.lose(peer, lost(peer, "its process ended without a goodbye"), sink);
            }
            AssociationRole::Attempt(peer) => {
                self.give_up(at, b"nobody listens");
                let why = "nobody listens there any more".to_owned();
                self.attempt_failed(peer, why, None, sink);
            }
            AssociationRole::Left(_) => return 0,
            AssociationRole::Caller { .. }
            | AssociationRole::Waiting(_)
            | AssociationRole::Leaving => {
                self.give_up(at, b"nobody listens");
            }
        }
        1
    }

    pub(crate) fn close_links(&mut self, sink: &mut dyn Sink) -> bool {
        let since = *self.closing_since.get_or_insert(self.now);
        for at in self.associations.places() {
            let Some(link) = self.link_at(at) else { continue };
            match link.role.clone() {
                AssociationRole::Attempt(peer) => {
                    self.give_up(at, b"this process has closed its links");
                    self.end(peer, PeerState::Departed(None));
                }
                AssociationRole::Caller { .. } | AssociationRole::Waiting(_) => {
                    self.give_up(at, b"this process has closed its links");
                }
                AssociationRole::Link(_) | AssociationRole::Left(_) | AssociationRole::Leaving => {}
            }
        }
        self.drive(sink);
        let mut done = true;
        for at in self.associations.places() {
            done &= self.close_link(at, since);
        }
        let now = self.now;
        self.socket.flush(now);
        done && !self.socket.blocked()
    }

    /// Says goodbye to a peer; true when both have parted.
    fn close_link(&mut self, at: u32, since: Now) -> bool {
        let now = self.now;
        let Some(link) = self.associations.get_mut(at) else {
            return true;
        };
        let AssociationRole::Link(peer) = link.role else {
            return !matches!(link.role, AssociationRole::Leaving) || now >= since + LINGER;
        };
        if self.detours.has(peer) {
            // Nothing goes by it any more.
            self.part(peer, at);
            return true;
        }
        if !link.leaves {
            link.leaves = true;
            // It may be that the peer was first.
            let _ = self.socket.endpoint_mut().shutdown(now, link.id);
        }
        let report = self.socket.endpoint().report(link.id);
        let has_arrived = report.is_none_or(|report| report.send_held == 0);
        let is_over = has_parted(since, now, has_arrived, false);
        if is_over {
            self.part(peer, at);
        }
        is_over
    }
}

/// What people are told of the end of an association.
pub(crate) fn describe(loss: &Loss) -> String {
    match loss {
        Loss::AbortedByPeer { reason, .. } if !reason.is_empty() => {
            format!("it ended the association: {}", String::from_utf8_lossy(reason).escape_debug())
        }
        other => other.to_string(),
    }
}

impl AssociationLink {
    /// Whether somebody calls who has not proved who it is.
    pub(crate) fn is_caller(&self) -> bool {
        matches!(self.role, AssociationRole::Caller { .. })
    }

    /// Whether frames may be read.
    pub(crate) fn is_in_use(&self) -> bool {
        matches!(self.role, AssociationRole::Link(_) | AssociationRole::Left(_))
    }
}
