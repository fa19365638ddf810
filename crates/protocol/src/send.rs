//! Sending: which protocol a message takes.

use crate::buffer::SendData;
use crate::engine::Engine;
use crate::frames::{EAGER, EAGER_SYNC, RTS, bits};
use crate::outgoing::{Body, Outgoing};
use crate::request::{Fault, Label, Outcome, RequestId, Send, Stage, State};
use ferry_link::{Context, Lane, LinkError};
use ferry_wire::{ContextId, Header, PeerId};
use smallvec::SmallVec;

/// When a send is complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// When its buffer may be reused (standard and ready mode).
    Standard,
    /// When it has matched (synchronous mode).
    Synchronous,
}

/// A message to be sent.
pub struct Message {
    /// To whom.
    pub to: PeerId,
    /// On which context.
    pub context: ContextId,
    /// With which tag.
    pub tag: i32,
    /// Its data.
    pub data: SendData,
    /// When it is complete.
    pub mode: Mode,
    /// The caller's own words.
    pub label: Label,
}

/// What became of a send at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Started {
    /// It is complete.
    Done,
    /// It goes on under this name.
    Pending(RequestId),
}

impl Engine {
    /// Sends `bytes` at once if it is short, nothing stands before it and its method takes it.
    /// `Ok(false)`: nothing was done, use [`Engine::send`].
    #[inline]
    pub fn send_now(
        &mut self,
        link: &mut Context,
        to: PeerId,
        context: ContextId,
        tag: i32,
        bytes: &[u8],
    ) -> Result<bool, LinkError> {
        // Longer frames may be taken in part, and then need a request to go on with.
        const SHORT: usize = 4096;
        if bytes.len() > SHORT {
            return Ok(false);
        }
        let limit = link.attributes(to, Lane::Message, context)?.eager_limit;
        let peer = self.peer(to);
        if !peer.is_clear() || peer.lost.is_some() || bytes.len() > limit {
            return Ok(false);
        }
        let before = peer.credit;
        if !peer.take_eager_credit(bytes.len()) {
            return Ok(false);
        }
        let header = Header { bits: bits(context, tag), ..Header::new(EAGER) };
        let mut done = 0;
        let taken = link.send(to, Lane::Message, &header, bytes, &mut done)?;
        if !taken {
            if done == 0 {
                self.peer(to).credit = before;
                return Ok(false);
            }
            // Partly taken: the rest goes from a copy, which is short.
            let body = Body::Packed(bytes.to_vec());
            self.peer(to).queue.push_front(Outgoing { header, body, done, completes: None });
            self.mark_busy(to);
        }
        Ok(true)
    }

    /// Sends a message by the protocol that fits it.
    pub fn send(&mut self, link: &mut Context, message: Message) -> Result<Started, LinkError> {
        let Message { to, context, tag, data, mode, label } = message;
        let attributes = link.attributes(to, Lane::Message, context)?;
        let (eager_limit, readable_from) = (attributes.eager_limit, attributes.remote_read_from);
        let synchronous = mode == Mode::Synchronous;
        let state = State::Send(Send { data, to, context, tag, synchronous, stage: Stage::Held });
        let request = self.requests.insert(state, label);
        let peer = self.peer(to);
        peer.readable_from = readable_from;
        if let Some(why) = &peer.lost {
            let fault = Box::new(Fault::Lost { peer: to, why: why.clone() });
            self.finish(request, Outcome { fault: Some(fault), ..Outcome::sent() });
            return Ok(Started::Pending(request));
        }
        if !peer.held.is_empty() || !self.launch(request, eager_limit) {
            self.peer(to).held.push_back(request);
        }
        self.flush(link);
        Ok(match self.requests.get(request).map(|r| &r.state) {
            Some(State::Done) if mode == Mode::Standard && self.outcome_is_clean(request) => {
                self.requests.remove(request);
                Started::Done
            }
            _ => Started::Pending(request),
        })
    }

    /// Queues the first frame of a send; false if there is no credit for it.
    fn launch(&mut self, request: RequestId, eager_limit: usize) -> bool {
        let Some(State::Send(send)) = self.requests.get(request).map(|r| &r.state) else {
            return true;
        };
        let (to, len, synchronous) = (send.to, send.data.len(), send.synchronous);
        let address = send.data.address();
        let mut header = Header { bits: bits(send.context, send.tag), ..Header::default() };
        let frame = if len <= eager_limit && self.peer(to).take_eager_credit(len) {
            header.handler = if synchronous { EAGER_SYNC } else { EAGER };
            if synchronous {
                header.words[0] = request.0;
            }
            let body = Body::Of { request, range: 0..len };
            Outgoing { header, body, done: 0, completes: (!synchronous).then_some(request) }
        } else if self.peer(to).take_envelope_credit() {
            header.handler = RTS;
            header.words = [request.0, len as u64];
            let told = self.peer(to).readable_from.is_some_and(|from| len >= from);
            let address = address
                .filter(|_| told)
                .map_or(SmallVec::new(), |a| SmallVec::from(a.to_le_bytes()));
            Outgoing { header, body: Body::Short(address), done: 0, completes: None }
        } else {
            return false;
        };
        let stage = if frame.header.handler == RTS { Stage::Asked } else { Stage::Eager };
        if let Some(State::Send(send)) = self.requests.get_mut(request).map(|r| &mut r.state) {
            send.stage = stage;
        }
        self.enqueue(to, frame);
        true
    }

    /// Sends what waited for credit.
    pub(crate) fn launch_held(&mut self, to: PeerId) {
        while let Some(&request) = self.peer(to).held.front() {
            // Whoever was held back asks first: the receiver is behind already.
            if !self.launch(request, 0) {
                return;
            }
            self.peer(to).held.pop_front();
        }
    }

    /// The buffer of a send is no longer needed.
    pub(crate) fn complete_send(&mut self, request: RequestId) {
        self.finish(request, Outcome::sent());
    }
}
