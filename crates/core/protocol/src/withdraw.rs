//! Taking operations back (MPI-5.0 §3.8.4), and giving them up.
//!
//! A receive that has not matched is taken back at once. So is a send of which nothing has left. Of one
//! that its receiver may know of, the receiver decides: it gives the message back if nothing has matched
//! it, and says nothing otherwise, since the transfer goes on.

use crate::buffer::SendData;
use crate::engine::Engine;
use crate::frames::{EAGER, EAGER_SYNC, NO_NUMBER, RTS, WITHDRAW, WITHDRAWN, control, envelope};
use crate::held::Errand;
use crate::outgoing::Outgoing;
use crate::peer::Peer;
use crate::request::{KeptBody, Outcome, RequestId, Stage, State};
use ferry_link::{Context, Lane};
use ferry_wire::{Header, PeerId};

impl Engine {
    /// Takes back what has not matched. True: it is complete; a send may still end as taken back.
    pub fn cancel(&mut self, request: RequestId) -> bool {
        match self.requests.get(request).map(|r| &r.state) {
            Some(State::Recv(_)) => self.cancel_receive(request),
            Some(State::Send(_)) => self.cancel_send(request),
            _ => false,
        }
    }

    fn cancel_receive(&mut self, request: RequestId) -> bool {
        let Some(slot) = self.requests.get_mut(request) else { return false };
        let State::Recv(recv) = &mut slot.state else { return false };
        let Some(post) = recv.posted.take() else { return false };
        if self.matcher.cancel(post).is_none() {
            return false;
        }
        self.end_cancelled(request);
        if self.early != 0 {
            self.look_for_early();
        }
        if self.parked != 0 {
            self.look_at_parked();
        }
        true
    }

    fn end_cancelled(&mut self, request: RequestId) {
        self.finish(request, Outcome { cancelled: true, ..Outcome::sent() });
    }

    fn cancel_send(&mut self, request: RequestId) -> bool {
        let Some(State::Send(send)) = self.requests.get_mut(request).map(|r| &mut r.state) else {
            return false;
        };
        let (to, context) = (send.to, send.context);
        match send.stage {
            Stage::Held { at, number, offered: false } => {
                self.unhold(to, at);
                self.skip(to, context, number);
                self.end_cancelled(request);
                return true;
            }
            Stage::Held { .. } | Stage::Asked => {}
            Stage::Eager if send.synchronous => {}
            Stage::Eager => return self.recall(to, request),
            Stage::New | Stage::Cleared => return false,
        }
        if self.recall(to, request) {
            return true;
        }
        if let Some(State::Send(send)) = self.requests.get_mut(request).map(|r| &mut r.state)
            && !std::mem::replace(&mut send.withdrawing, true)
        {
            self.owes = true;
            self.errands.push(Errand::Withdraw { request });
        }
        false
    }

    /// Takes back a send whose first frame still waits here, whole.
    fn recall(&mut self, to: PeerId, request: RequestId) -> bool {
        let Some(frame) = self.peer(to).remove_first_frame(request) else { return false };
        let len = match self.requests.get(request).map(|r| &r.state) {
            Some(State::Send(send)) => send.data.len(),
            _ => 0,
        };
        if frame.header.flags & Header::HOLDABLE == 0 {
            let eager_len = (frame.header.handler != RTS).then_some(len);
            self.peer(to).return_credit(eager_len);
        }
        if let Some(number) = frame.number() {
            self.skip(to, frame.header.context(), number);
        }
        self.end_cancelled(request);
        true
    }

    /// Asks the receiver to give a message back; in its stream, so that the message is there before.
    pub(crate) fn ask_back(&mut self, request: RequestId, link: &mut Context) {
        let Some(State::Send(send)) = self.requests.get(request).map(|r| &r.state) else { return };
        let (to, context, tag) = (send.to, send.context, send.tag);
        let number = match send.stage {
            Stage::Held { number, .. } => number,
            _ => NO_NUMBER,
        };
        let attributes = match link.attributes(to, Lane::Message, context) {
            Ok(attributes) => attributes,
            Err(why) => return self.lose(to, &why.to_string()),
        };
        let mut header = self.spread.header(attributes, context, tag);
        header.handler = WITHDRAW;
        header.flags &= !Header::HOLDABLE;
        header.words = [request.0, number];
        self.enqueue(to, Outgoing::control(header));
    }

    /// Nobody waits for this any more, since something else has failed. A receive is taken back; a send
    /// goes on from a copy of its data, unless it has failed, too. False: its message is coming into the
    /// caller's memory, and the receive must be waited for.
    pub fn give_up(&mut self, request: RequestId) -> bool {
        match self.requests.get_mut(request).map(|r| &mut r.state) {
            Some(State::Recv(_)) => {
                let ended = self.cancel_receive(request);
                if ended {
                    self.requests.remove(request);
                }
                ended
            }
            Some(State::Send(send)) => {
                let mut copy = Vec::new();
                let bytes = send.data.slice(0..send.data.len(), &mut copy).to_vec();
                send.data = SendData::Owned(bytes);
                self.detach(request);
                true
            }
            _ => {
                self.detach(request);
                true
            }
        }
    }

    /// Refuses every message that no receive has matched: the program receives no more. Their senders
    /// end and get their credit back.
    pub fn refuse_unmatched(&mut self) {
        if self.matcher.kept() == 0 {
            return;
        }
        let gone = self
            .matcher
            .take_where(|_, kept| !matches!(kept.body, KeptBody::Filling | KeptBody::Reading));
        for (envelope, kept) in gone {
            self.refuse(PeerId(envelope.source), kept);
        }
    }
}

impl Outgoing {
    /// Whether this is the message of a send, or its request.
    fn begins(&self, request: RequestId) -> bool {
        match self.header.handler {
            RTS | EAGER_SYNC => self.header.words[0] == request.0,
            EAGER => self.completes == Some(request),
            _ => false,
        }
    }
}

impl Peer {
    /// Takes out the first frame of a send if nothing of it has been sent.
    fn remove_first_frame(&mut self, request: RequestId) -> Option<Outgoing> {
        let is_it = |frame: &Outgoing| frame.done == 0 && frame.begins(request);
        if let Some(at) = self.queue.iter().position(is_it) {
            return self.queue.remove(at);
        }
        let of = self.streams.iter().position(|stream| stream.frames.iter().any(is_it))?;
        let frames = &mut self.streams[of].frames;
        let at = frames.iter().position(is_it)?;
        let frame = frames.remove(at);
        if frames.is_empty() {
            self.streams.swap_remove(of);
        }
        frame
    }
}

/// The sender wants a message back.
pub(crate) fn withdraw(engine: &mut Engine, peer: PeerId, header: &Header, _: &[u8]) {
    let [sender, number] = header.words;
    let mut ours = engine.matcher.kept_where(|envelope, kept| {
        let is_whole = matches!(kept.body, KeptBody::Whole(_) | KeptBody::AtSender { .. });
        envelope.source == peer.0 && kept.sender == Some(sender) && is_whole
    });
    let mut is_free = false;
    if let Some((_, kept)) = ours.pop().and_then(|id| engine.matcher.take_kept(id)) {
        engine.peer(peer).unkeep(kept.eager_len());
        engine.consume(peer, kept.eager_len());
        is_free = true;
    } else if number != NO_NUMBER {
        let envelope = envelope(peer, header);
        engine.unpark(peer, envelope.context, number);
        is_free = engine.place(&envelope, Some(number)).is_some();
    }
    if is_free {
        engine.enqueue(peer, Outgoing::control(control(WITHDRAWN, RequestId(sender), 0)));
    }
}

/// The receiver gives a message back.
pub(crate) fn withdrawn(engine: &mut Engine, peer: PeerId, header: &Header, _: &[u8]) {
    let request = RequestId(header.words[0]);
    let (stage, context) = match engine.requests.get(request).map(|r| &r.state) {
        Some(State::Send(send)) if send.to == peer && send.withdrawing => {
            (send.stage, send.context)
        }
        _ => {
            engine.nonsense += 1;
            return;
        }
    };
    match stage {
        Stage::Held { at, number, .. } => {
            engine.skip(peer, context, number);
            engine.left_held(peer, request, at);
        }
        Stage::Asked | Stage::Eager if !engine.peer(peer).is_halfway(request) => {}
        _ => {
            engine.nonsense += 1;
            return;
        }
    }
    engine.end_cancelled(request);
}
