//! Taking operations back (MPI-5.0 §3.8.4), and giving them up.
//!
//! A receive that has not matched is taken back at once. So is a send of which nothing has left. Of one
//! that its receiver may know of, the receiver decides: it gives the message back if nothing has matched
//! it, and says nothing otherwise, since the transfer goes on.

use crate::frames::{EAGER, EAGER_SYNC, NO_NUMBER, RTS, WITHDRAW, WITHDRAWN, envelope};
use crate::held::HeldErrand;
use crate::kept::KeptBody;
use crate::streams::ListReason;
use crate::two_sided::TwoSided;
use ferry_link::{Links, TrafficClass};
use ferry_transfer::{Announcement, Body, QueuedFrame, RequestId, SendCourse, control};
use ferry_wire::{Header, PeerId};

impl TwoSided {
    /// Takes back what has not matched. True: it is complete; a send may still end as taken back.
    pub fn cancel(&mut self, request: RequestId) -> bool {
        if self.transfer.is_receive(request) {
            return self.cancel_receive(request);
        }
        self.transfer.sending(request).is_some() && self.cancel_send(request)
    }

    fn cancel_receive(&mut self, request: RequestId) -> bool {
        if !self.unpost(request) {
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

    fn cancel_send(&mut self, request: RequestId) -> bool {
        let Some(send) = self.transfer.sending(request) else { return false };
        let (to, context, is_standard) = (send.to, send.context, !send.synchronous);
        match (send.course, self.held_back(to, request)) {
            (SendCourse::New, None) | (SendCourse::Cleared | SendCourse::Lent, _) => return false,
            (SendCourse::New, Some(waiting)) if !waiting.offered => {
                self.unhold(to, request);
                self.skip(to, context, waiting.number);
                self.end_cancelled(request);
                return true;
            }
            (SendCourse::Whole, _) if is_standard => return self.recall(to, request),
            (SendCourse::New | SendCourse::Whole | SendCourse::Asked, _) => {}
        }
        if self.recall(to, request) {
            return true;
        }
        if let Some(send) = self.transfer.sending_mut(request)
            && !std::mem::replace(&mut send.withdrawing, true)
        {
            self.transfer.owe();
            self.errands.push(HeldErrand::Withdraw { request });
        }
        false
    }

    /// Takes back a send whose first frame still waits here, whole.
    fn recall(&mut self, to: PeerId, request: RequestId) -> bool {
        let len = self.transfer.sending(request).map_or(0, |send| send.bytes());
        let Some(frame) = self.transfer.recall(to, |frame| begins(frame, request)) else {
            return false;
        };
        if frame.header.flags & Header::HOLDABLE == 0 {
            let eager_len = (frame.header.handler != RTS).then_some(len);
            self.transfer.return_credit(to, eager_len);
        }
        if let Some(number) = number_of(&frame) {
            self.skip(to, frame.header.context(), number);
        }
        self.end_cancelled(request);
        true
    }

    /// Asks the receiver to give a message back; in its stream, so that the message is there before.
    pub(crate) fn ask_back(&mut self, request: RequestId, link: &mut Links) {
        let Some(to) = self.transfer.sending(request).map(|send| send.to) else { return };
        let number = self.held_back(to, request).map_or(NO_NUMBER, |waiting| waiting.number);
        match self.transfer.head(link, request, WITHDRAW) {
            Ok(None) => {}
            Ok(Some((mut header, _))) => {
                header.words = [request.0, number];
                self.transfer.enqueue(to, QueuedFrame::bare(header, TrafficClass::Message));
            }
            Err(why) => self.lose(to, &why.to_string()),
        }
    }

    /// Nobody waits for this any more, since something else has failed. A receive is taken back; a send
    /// goes on from a copy of its data, unless it has failed, too. False: its message is coming into the
    /// caller's memory, and the receive must be waited for.
    pub fn give_up(&mut self, request: RequestId) -> bool {
        if self.transfer.is_receive(request) {
            let ended = self.cancel_receive(request);
            if ended {
                self.transfer.forget(request);
            }
            return ended;
        }
        self.transfer.leave_send(request);
        true
    }

    /// Refuses every message that no receive has matched: the program receives no more. Their senders
    /// end and get their credit back.
    pub fn refuse_unmatched(&mut self) {
        self.list_heads(ListReason::All);
        if self.matcher.kept() == 0 {
            return;
        }
        for (envelope, kept) in self.matcher.take_where(|_, kept| !kept.is_arriving()) {
            self.refuse(PeerId(envelope.source), kept);
        }
    }

    /// The sender wants a message back.
    pub(crate) fn withdraw(&mut self, peer: PeerId, header: &Header, _: &[u8]) {
        let [sender, number] = header.words;
        let mut ours = self.matcher.kept_where(|envelope, kept| {
            let is_whole = matches!(kept.body, KeptBody::Whole(_) | KeptBody::AtSender { .. });
            envelope.source == peer.0 && kept.sender == Some(sender) && is_whole
        });
        let mut is_free = false;
        if let Some((_, kept)) = ours.pop().and_then(|id| self.matcher.take_kept(id)) {
            self.transfer.unkeep(peer, kept.eager_len());
            self.transfer.consume(peer, kept.eager_len());
            is_free = true;
        } else if number != NO_NUMBER {
            let envelope = envelope(peer, header);
            self.unpark(peer, envelope.context, number);
            is_free = self.place(&envelope, Some(number)).is_some();
        }
        if is_free {
            self.transfer.control(peer, control(WITHDRAWN, RequestId(sender), 0));
        }
    }

    /// The receiver gives a message back.
    pub(crate) fn withdrawn(&mut self, peer: PeerId, header: &Header, _: &[u8]) {
        let request = RequestId(header.words[0]);
        let (course, context) = match self.transfer.sending(request) {
            Some(send) if send.to == peer && send.withdrawing => (send.course, send.context),
            _ => return self.transfer.count_nonsense(),
        };
        match (course, self.held_back(peer, request)) {
            (SendCourse::New, Some(waiting)) => {
                self.skip(peer, context, waiting.number);
                self.left_held(peer, request);
            }
            (SendCourse::Asked | SendCourse::Whole, _)
                if !self.transfer.is_halfway(peer, request) => {}
            _ => return self.transfer.count_nonsense(),
        }
        self.end_cancelled(request);
    }
}

/// Whether a frame is the message of a send, or its request.
fn begins(frame: &QueuedFrame, request: RequestId) -> bool {
    match frame.header.handler {
        RTS | EAGER_SYNC => frame.header.words[0] == request.0,
        EAGER => frame.completes == Some(request),
        _ => false,
    }
}

/// The number of the message that a frame is, or asks for, if it has one.
fn number_of(frame: &QueuedFrame) -> Option<u64> {
    match &frame.body {
        _ if frame.header.flags & Header::SEQUENCED == 0 => None,
        Body::Short(bytes) if frame.header.handler == RTS => {
            Announcement::decode(&frame.header, bytes).number
        }
        _ => Some(frame.header.words[1]),
    }
}
