//! Receiving: posting, matching with what was kept, probing.

use crate::arrive::acknowledge;
use crate::buffer::RecvSpace;
use crate::engine::{Engine, Probed};
use crate::frames::{CTS, FIN, control};
use crate::outgoing::{Outgoing, Pull, Resume};
use crate::peer::Incoming;
use crate::request::{Fault, Held, Kept, KeptBody, Label, Outcome, Recv, RequestId, State};
use ferry_matching::{Envelope, KeptId, Selector};
use ferry_wire::PeerId;

impl Engine {
    /// Posts a receive, or completes it with a message that is here already.
    #[inline]
    pub fn recv(&mut self, selector: Selector, space: RecvSpace, label: Label) -> RequestId {
        let recv = Recv { space, posted: None, held: None, total: 0, missing: 0 };
        let request = self.requests.insert(State::Recv(recv), label);
        if self.matcher.kept() != 0
            && let Some(id) = self.find(&selector)
        {
            self.take_kept(id, request);
            return request;
        }
        if self.alerts == 0 {
            self.post(selector, request);
        } else {
            self.post_with_backlog(selector, request);
        }
        request
    }

    #[inline]
    pub(crate) fn post(&mut self, selector: Selector, request: RequestId) {
        let post = self.matcher.post(selector, request);
        if let Some(State::Recv(recv)) = self.requests.get_mut(request).map(|r| &mut r.state) {
            recv.posted = Some(post);
        }
    }

    /// Whether a receive can only come from a peer that is lost; it has failed then.
    pub(crate) fn is_from_lost(&mut self, selector: &Selector, request: RequestId) -> bool {
        if let Some(source) = selector.source
            && let Some(Some(peer)) = self.peers.get(source as usize)
            && let Some(why) = &peer.lost
        {
            let fault = Fault::Lost { peer: PeerId(source), why: why.clone() };
            self.fail(request, fault, Outcome::sent());
            return true;
        }
        false
    }

    /// The earliest kept message for a receive or a probe.
    fn find(&mut self, selector: &Selector) -> Option<KeptId> {
        match self.early {
            0 => self.matcher.find(selector),
            _ => self.matcher.find_unclaimed(selector),
        }
    }

    /// Gives a kept message to a receive.
    #[inline(never)]
    pub(crate) fn take_kept(&mut self, id: KeptId, request: RequestId) {
        let Some((envelope, kept)) = self.matcher.take_kept(id) else { return };
        let peer = PeerId(envelope.source);
        if matches!(kept.body, KeptBody::Filling | KeptBody::Reading) {
            self.claim(id, peer, &envelope, request, kept);
            return;
        }
        self.give(request, peer, envelope.tag, kept);
    }

    /// A receive takes a long message that is still arriving.
    fn claim(
        &mut self,
        id: KeptId,
        peer: PeerId,
        envelope: &Envelope,
        request: RequestId,
        kept: Kept,
    ) {
        if let Some(slot) = self.requests.get_mut(request) {
            slot.source = peer;
            slot.tag = envelope.tag;
            if let State::Recv(recv) = &mut slot.state {
                recv.total = kept.len;
            }
        }
        for (_, incoming) in &mut self.peer(peer).incoming {
            if let Incoming::Kept { id: filling, sender } = incoming
                && *filling == id
            {
                *incoming = Incoming::Claimed { request, sender: *sender };
            }
        }
    }

    /// Delivers a kept message to a receive.
    pub(crate) fn give(&mut self, request: RequestId, peer: PeerId, tag: i32, kept: Kept) {
        let eager_len = kept.eager_len();
        if !kept.body.is_free() {
            self.peer(peer).unkeep(eager_len);
        }
        match kept.body {
            KeptBody::Whole(bytes) => {
                self.consume(peer, Some(bytes.len()));
                acknowledge(self, peer, kept.sender);
                self.deliver(request, peer, tag, &bytes);
            }
            KeptBody::AtSender { address } => {
                self.consume(peer, None);
                let sender = RequestId(kept.sender.unwrap_or(u64::MAX));
                self.clear(request, peer, tag, sender, kept.len, address);
            }
            KeptBody::Offered { address } => {
                let sender = RequestId(kept.sender.unwrap_or(u64::MAX));
                self.clear(request, peer, tag, sender, kept.len, address);
            }
            KeptBody::InStream(arrival) => {
                let (sender, len) = (kept.sender, kept.len as usize);
                self.owes = true;
                self.resumes.push(Resume { peer, arrival, request, sender, len });
            }
            KeptBody::Read(bytes) => {
                acknowledge(self, peer, kept.sender);
                self.deliver(request, peer, tag, &bytes);
            }
            KeptBody::Filling | KeptBody::Reading => {}
        }
    }

    /// A receive has matched a message whose data is at the sender: fetch it or clear it to be sent.
    pub(crate) fn clear(
        &mut self,
        request: RequestId,
        peer: PeerId,
        tag: i32,
        sender: RequestId,
        len: u64,
        address: Option<u64>,
    ) {
        if let Some(why) = self.peer(peer).lost.clone() {
            let fault = Fault::Lost { peer, why };
            self.fail(request, fault, Outcome { source: peer, tag, ..Outcome::sent() });
            return;
        }
        let Some(slot) = self.requests.get_mut(request) else { return };
        slot.source = peer;
        slot.tag = tag;
        let State::Recv(recv) = &mut slot.state else { return };
        let room = recv.space.len() as u64;
        if len > room {
            let outcome = Outcome { source: peer, tag, bytes: room, cancelled: false, fault: None };
            self.enqueue(peer, Outgoing::control(control(FIN, sender, 0)));
            self.fail(request, Fault::Truncated { sent: len, room }, outcome);
            return;
        }
        recv.total = len;
        recv.missing = len;
        let whole = matches!(recv.space, RecvSpace::Region(_));
        match address {
            Some(address) if whole && self.remote_reads && len > 0 => {
                self.owes = true;
                self.pulls.push(Pull { peer, request, sender, address, len });
            }
            _ if len == 0 => {
                self.enqueue(peer, Outgoing::control(control(FIN, sender, 0)));
                self.received(request, 0);
            }
            _ => self.enqueue(peer, Outgoing::control(control(CTS, sender, request.0))),
        }
    }

    /// Completes a receive with a whole message.
    #[inline]
    pub(crate) fn deliver(&mut self, request: RequestId, peer: PeerId, tag: i32, bytes: &[u8]) {
        let Some(slot) = self.requests.get_mut(request) else { return };
        let State::Recv(recv) = &mut slot.state else { return };
        let mut outcome =
            Outcome { source: peer, tag, bytes: bytes.len() as u64, cancelled: false, fault: None };
        let room = recv.space.len();
        if bytes.len() <= room {
            recv.space.write(0, bytes);
            return self.finish(request, outcome);
        }
        recv.space.write(0, &bytes[..room]);
        outcome.bytes = room as u64;
        let (sent, room) = (bytes.len() as u64, room as u64);
        self.fail(request, Fault::Truncated { sent, room }, outcome);
    }

    /// Notes `n` more bytes of a receive's data.
    pub(crate) fn received(&mut self, request: RequestId, n: u64) {
        let Some(slot) = self.requests.get_mut(request) else { return };
        let (source, tag) = (slot.source, slot.tag);
        let State::Recv(recv) = &mut slot.state else { return };
        recv.missing = recv.missing.saturating_sub(n);
        if recv.missing == 0 {
            let bytes = recv.total;
            self.finish(request, Outcome { source, tag, bytes, cancelled: false, fault: None });
        }
    }

    /// The region of a receive whose data is to be read remotely, cut to the message.
    pub(crate) fn region_of(&mut self, request: RequestId) -> Option<&mut [u8]> {
        let slot = self.requests.get_mut(request)?;
        let State::Recv(recv) = &mut slot.state else { return None };
        let total = recv.total as usize;
        match &mut recv.space {
            RecvSpace::Region(region) => region.as_mut_slice().get_mut(..total),
            _ => None,
        }
    }

    /// Looks for a message (MPI-5.0 §3.8.1).
    pub fn probe(&mut self, selector: &Selector) -> Option<Probed> {
        let Some(id) = self.find(selector) else {
            return if self.alerts == 0 { None } else { self.probe_backlog(selector) };
        };
        let envelope = *self.matcher.envelope(id)?;
        let bytes = self.matcher.kept_mut(id)?.len;
        Some(Probed { source: PeerId(envelope.source), tag: envelope.tag, bytes })
    }

    /// Takes a message out of matching (MPI-5.0 §3.8.2); [`Engine::recv_matched`] receives it.
    pub fn probe_matched(
        &mut self,
        selector: &Selector,
        label: Label,
    ) -> Option<(RequestId, Probed)> {
        let Some(id) = self.find(selector) else {
            return if self.alerts == 0 {
                None
            } else {
                self.probe_backlog_matched(selector, label)
            };
        };
        let (envelope, kept) = self.matcher.take_kept(id)?;
        let peer = PeerId(envelope.source);
        let probed = Probed { source: peer, tag: envelope.tag, bytes: kept.len };
        let recv =
            Recv { space: RecvSpace::Untold, posted: None, held: None, total: 0, missing: 0 };
        let request = self.requests.insert(State::Recv(recv), label);
        if matches!(kept.body, KeptBody::Filling | KeptBody::Reading) {
            self.claim(id, peer, &envelope, request, kept);
        } else if let Some(State::Recv(recv)) = self.requests.get_mut(request).map(|r| &mut r.state)
        {
            recv.held = Some(Box::new(Held { kept, peer, tag: envelope.tag }));
        }
        Some((request, probed))
    }

    /// Receives a message taken by [`Engine::probe_matched`]. False: there is no such message.
    pub fn recv_matched(&mut self, message: RequestId, space: RecvSpace, label: Label) -> bool {
        let Some(slot) = self.requests.get_mut(message) else { return false };
        slot.label = label;
        let State::Recv(recv) = &mut slot.state else {
            // Its sender was lost while it arrived: the receive has failed already.
            return matches!(slot.state, State::Done) && slot.outcome.fault.is_some();
        };
        if !matches!(recv.space, RecvSpace::Untold) {
            return false;
        }
        recv.space = space;
        if let Some(held) = recv.held.take() {
            self.give(message, held.peer, held.tag, held.kept);
        }
        true
    }
}
