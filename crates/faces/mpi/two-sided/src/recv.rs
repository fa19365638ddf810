//! Receiving: posting, and matching with what was kept.

use crate::direct::StreamReach;
use crate::expected::Expects;
use crate::kept::{Filled, Kept};
use crate::two_sided::{Matching, TwoSided};
use ferry_link::Links;
use ferry_matching::{Envelope, KeptId, Selector};
use ferry_transfer::{Label, Outcome, RecvSpace, RequestId, TransferFault};
use ferry_wire::PeerId;

impl TwoSided {
    /// Posts a receive, or completes it with a message that is here already.
    #[inline]
    pub fn recv(&mut self, selector: Selector, space: RecvSpace, label: Label) -> RequestId {
        let look_closer = |this: &mut Self, request| this.recv_closely(selector, request);
        self.recv_or(selector, space, label, |_, _| (), look_closer)
    }

    /// The same for a caller that has the links: in the direct design it reads its stream as far as `reach`
    /// says.
    #[inline]
    pub fn recv_through(
        &mut self,
        links: &mut Links,
        selector: Selector,
        (space, label): (RecvSpace, Label),
        reach: impl FnOnce() -> StreamReach,
    ) -> RequestId {
        let look_closer = |this: &mut Self, request| {
            this.recv_through_closely(links, selector, request, reach());
        };
        self.recv_or(selector, space, label, |_, _| (), look_closer)
    }

    /// The same for elements of one type: a message that says it is of another fails the receive.
    #[inline]
    pub fn recv_typed_through(
        &mut self,
        links: &mut Links,
        selector: Selector,
        (space, label): (RecvSpace, Label),
        expected: &'static dyn Expects,
        reach: impl FnOnce() -> StreamReach,
    ) -> RequestId {
        let note = |this: &mut Self, request| this.expect(request, expected);
        self.recv_or(selector, space, label, note, |this, request| {
            this.recv_through_closely(links, selector, request, reach());
        })
    }

    #[inline(always)]
    fn recv_or(
        &mut self,
        selector: Selector,
        space: RecvSpace,
        label: Label,
        note: impl FnOnce(&mut Self, RequestId),
        look_closer: impl FnOnce(&mut Self, RequestId),
    ) -> RequestId {
        let request = self.transfer.receive(space, label);
        note(self, request);
        if self.matcher.kept() != 0
            && let Some(id) = self.find_for(&selector, request)
        {
            self.take_kept(id, request);
            return request;
        }
        if self.alerts == 0 {
            self.post(selector, request);
        } else {
            look_closer(self, request);
        }
        request
    }

    #[inline]
    pub(crate) fn post(&mut self, selector: Selector, request: RequestId) {
        let post = self.matcher.post(selector, request);
        match self.posts.get_mut(request.slot()) {
            Some(slot) => *slot = Some(post),
            None => {
                self.posts.resize(request.slot() + 1, None);
                self.posts[request.slot()] = Some(post);
            }
        }
    }

    /// Whether a receive waits for a message.
    pub(crate) fn is_posted(&mut self, request: RequestId) -> bool {
        self.is_in_matcher(request) || self.streams.waits(request)
    }

    fn is_in_matcher(&mut self, request: RequestId) -> bool {
        let post = self.posts.get(request.slot()).copied().flatten();
        post.and_then(|post| self.matcher.posted_mut(post)).is_some_and(|of| *of == request)
    }

    /// Takes a posted receive out of matching. False: it has matched.
    pub(crate) fn unpost(&mut self, request: RequestId) -> bool {
        if !self.is_in_matcher(request) {
            return self.streams.remove(request);
        }
        let post = self.posts[request.slot()].take();
        post.is_some_and(|post| self.matcher.cancel(post).is_some())
    }

    /// Whether a receive can only come from a peer that is lost; it has failed then.
    pub(crate) fn is_from_lost(&mut self, selector: &Selector, request: RequestId) -> bool {
        let loss = selector.source.and_then(|source| self.transfer.loss(PeerId(source)));
        let Some(fault @ TransferFault::Lost { .. }) = loss else { return false };
        self.transfer.fail(request, fault, Outcome::sent());
        true
    }

    /// The earliest kept message for a receive.
    fn find_for(&mut self, selector: &Selector, request: RequestId) -> Option<KeptId> {
        if self.matching != Matching::BySize {
            return self.find(selector);
        }
        let has_room = |kept: &Kept| self.transfer.has_room(request, kept.len);
        self.matcher.find_where(selector, has_room)
    }

    /// The earliest kept message for a receive or a probe.
    pub(crate) fn find(&mut self, selector: &Selector) -> Option<KeptId> {
        match self.early {
            0 => self.matcher.find(selector),
            _ => self.matcher.find_unclaimed(selector),
        }
    }

    /// Gives a kept message to a receive.
    #[inline(never)]
    pub(crate) fn take_kept(&mut self, id: KeptId, request: RequestId) {
        let Some((envelope, kept)) = self.matcher.take_kept(id) else { return };
        if kept.is_arriving() {
            return self.claim(id, request);
        }
        self.give(request, PeerId(envelope.source), envelope.tag, kept);
    }

    /// A receive takes a long message that is still arriving.
    fn claim(&mut self, id: KeptId, request: RequestId) {
        for filling in &mut self.fillings {
            if filling.of == Filled::Kept(id) {
                filling.of = Filled::Claimed(request);
            }
        }
    }

    /// A message that nothing has matched is taken for a receive that is to come.
    pub(crate) fn set_aside(
        &mut self,
        id: KeptId,
        label: Label,
    ) -> Option<(RequestId, Envelope, u64)> {
        let (envelope, kept) = self.matcher.take_kept(id)?;
        let (request, len) = (self.transfer.receive_untold(label), kept.len);
        if kept.is_arriving() {
            self.claim(id, request);
        } else {
            self.remember_probed(request, &envelope, kept);
        }
        Some((request, envelope, len))
    }

    pub(crate) fn remember_probed(&mut self, request: RequestId, envelope: &Envelope, kept: Kept) {
        let (peer, tag) = (PeerId(envelope.source), envelope.tag);
        self.probed.insert(request, crate::kept::Held { kept, peer, tag });
    }

    /// Receives a message taken by [`TwoSided::probe_matched`]. False: there is no such message.
    pub fn recv_matched(&mut self, message: RequestId, space: RecvSpace, label: Label) -> bool {
        self.recv_typed_matched(message, (space, label), None)
    }

    /// The same for elements of one type, if they are.
    pub fn recv_typed_matched(
        &mut self,
        message: RequestId,
        (space, label): (RecvSpace, Label),
        expected: Option<&'static dyn Expects>,
    ) -> bool {
        // Where its sender was lost while it arrived, the receive has failed already.
        if !self.transfer.tell(message, space) && !self.transfer.has_failed(message) {
            return false;
        }
        self.transfer.set_label(message, label);
        if let Some(expected) = expected {
            self.expect(message, expected);
        }
        if let Some(held) = self.probed.remove(&message) {
            self.give(message, held.peer, held.tag, held.kept);
        }
        true
    }
}
