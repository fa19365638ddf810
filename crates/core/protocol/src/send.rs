//! Sending: which protocol a message takes.

use crate::buffer::SendData;
use crate::engine::Engine;
use crate::frames::{EAGER, EAGER_SYNC, RTS, RtsBody, bits};
use crate::outgoing::{Body, Outgoing, Release};
use crate::request::{Fault, Label, Outcome, RequestId, Send, Stage, State};
use crate::streams::is_collective;
use ferry_link::{Context, Lane, LinkError};
use ferry_wire::{ContextId, Header, PeerId, StreamKey};

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
        // Several streams, and what is out of the ordinary, are for the long way.
        let Some((method, attributes)) = link.straight(to, Lane::Message)? else {
            return Ok(false);
        };
        if attributes.streams > 1 || bytes.len() > attributes.eager_limit {
            return Ok(false);
        }
        let peer = self.peer(to);
        if !peer.is_clear() || peer.lost.is_some() {
            return Ok(false);
        }
        let before = peer.credit;
        if !peer.take_eager_credit(bytes.len()) {
            return Ok(false);
        }
        let header = Header { bits: bits(context, tag), ..Header::new(EAGER) };
        let mut done = 0;
        let taken = link.send_straight(method, to, &header, bytes, &mut done)?;
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
        link.attributes(to, Lane::Message, context)?;
        let synchronous = mode == Mode::Synchronous;
        let (stage, withdrawing) = (Stage::New, false);
        let send = Send { data, to, context, tag, synchronous, stage, withdrawing };
        let request = self.requests.insert(State::Send(send), label);
        let peer = self.peer(to);
        if let Some(why) = &peer.lost {
            let fault = Fault::Lost { peer: to, why: why.clone() };
            self.fail(request, fault, Outcome::sent());
            return Ok(Started::Pending(request));
        }
        if link.is_changing(to) && !peer.waits_for_receives() {
            self.owes = true;
            self.released.push((to, Release::Change));
            self.hold(request);
        } else if self.holds(to, context) || !self.launch(link, request, false) {
            self.hold(request);
            self.tell_held(to, context);
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

    /// Queues the first frame of a send; false if there is no credit for it. `ask`: it is not to be
    /// sent whole.
    pub(crate) fn launch(&mut self, link: &mut Context, request: RequestId, ask: bool) -> bool {
        let Some(State::Send(send)) = self.requests.get(request).map(|r| &r.state) else {
            return true;
        };
        let (to, len, synchronous) = (send.to, send.data.len(), send.synchronous);
        let (context, address) = (send.context, send.data.address());
        let (held_as, offered) = match send.stage {
            Stage::Held { number, offered, .. } => (Some(number), offered),
            _ => (None, false),
        };
        let attributes = match link.attributes(to, Lane::Message, context) {
            Ok(attributes) => attributes,
            Err(why) => {
                let fault = Fault::Lost { peer: to, why: why.to_string().into() };
                self.fail(request, fault, Outcome::sent());
                return true;
            }
        };
        let mut header = self.spread.header(attributes, context, send.tag);
        // What was offered may have been taken by its request already.
        let direct =
            header.flags & Header::HOLDABLE != 0 && len <= attributes.max_frame && !offered;
        if !direct {
            header.flags &= !Header::HOLDABLE;
        }
        let eager = !ask && !offered && len <= attributes.eager_limit;
        let readable = attributes.remote_read_from.is_some_and(|from| len >= from);
        let numbered = attributes.streams > 1 && header.stream_key() != StreamKey(0);
        let peer = self.peer(to);
        let eager = direct || eager && peer.take_eager_credit(len);
        if !eager && !peer.take_envelope_credit() {
            return false;
        }
        let number = held_as
            .or_else(|| (numbered && !is_collective(context)).then(|| peer.next_number(context)));
        if number.is_some() {
            header.flags |= Header::SEQUENCED;
        }
        let frame = if eager {
            header.handler = if synchronous { EAGER_SYNC } else { EAGER };
            header.words = [if synchronous { request.0 } else { 0 }, number.unwrap_or(0)];
            let body = Body::Of { request, range: 0..len };
            Outgoing { header, body, done: 0, completes: (!synchronous).then_some(request) }
        } else {
            header.handler = RTS;
            header.words = [request.0, len as u64];
            let body = RtsBody::encode(number, address.filter(|_| readable));
            Outgoing { header, body: Body::Short(body), done: 0, completes: None }
        };
        let stage = if eager { Stage::Eager } else { Stage::Asked };
        self.set_stage(request, stage);
        self.enqueue(to, frame);
        true
    }

    /// The buffer of a send is no longer needed.
    pub(crate) fn complete_send(&mut self, request: RequestId) {
        self.finish(request, Outcome::sent());
    }
}
