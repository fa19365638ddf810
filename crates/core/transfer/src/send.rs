//! Sending: which protocol carries a message, and its first frame.

use crate::buffer::SendData;
use crate::frames::{Announcement, Forms};
use crate::outgoing::{Body, QueuedFrame};
use crate::protocol::Protocol;
use crate::request::{Label, Outcome, RequestId, RequestState, TransferFault};
use crate::transfer::Transfer;
use ferry_link::{LinkError, Links, TrafficClass};
use ferry_method::RemoteReading;
use ferry_wire::{ContextId, HandlerId, Header, PeerId, StreamKey};

/// When a send is complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// When its buffer may be reused (standard and ready mode).
    Standard,
    /// The same for a call that does not wait for that: its receiver may be asked first, whatever the length, where that
    /// is quicker. Who waits in a send may rely on its message being taken at once.
    Immediate,
    /// When it has matched (synchronous mode).
    Synchronous,
}

impl Mode {
    /// The same for a call that does not wait.
    pub fn without_waiting(self) -> Self {
        if self == Mode::Standard { Mode::Immediate } else { self }
    }
}

/// A message to be sent.
pub struct OutgoingMessage {
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
    /// What it says of the type of its elements; 0: nothing.
    pub word: u64,
    /// The caller's own words.
    pub label: Label,
}

/// What became of a send at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SendStart {
    /// It is complete.
    Done,
    /// It goes on under this name.
    Pending(RequestId),
}

/// Messages up to this length are sent, and waited for, without a request, which would take 0.4 us more
/// (`docs/shared-memory.md`). Of longer ones a method may take a part, and the rest would be much to copy.
pub const AT_ONCE: usize = 16 << 10;

/// How far a send has come; tells which answers of the receiver make sense.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SendCourse {
    /// Nothing was done for it yet, or its face keeps it back.
    New,
    /// It goes out whole.
    Whole,
    /// The receiver was asked for clearance.
    Asked,
    /// The receiver has cleared it.
    Cleared,
    /// The receiver has, and was told to read it; it may clear it once more if it cannot.
    Lent,
}

/// Whether a message is announced that could go at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Announcing {
    /// As its length says.
    AsItMust,
    /// If that is quicker.
    MayBe,
    /// It is, as that was thought to be quicker.
    Is,
}

/// A send.
pub struct Send {
    /// Its data.
    pub(crate) data: SendData,
    /// To whom.
    pub to: PeerId,
    /// On which context.
    pub context: ContextId,
    /// With which tag.
    pub tag: i32,
    /// It is complete when it has matched.
    pub synchronous: bool,
    /// Whether it is announced though it could go at once.
    pub(crate) choice: Announcing,
    /// What it says of the type of its elements.
    pub word: u64,
    /// How far it has come.
    pub course: SendCourse,
    /// It is to be taken back unless it has matched.
    pub withdrawing: bool,
}

impl Send {
    /// Bytes of the message.
    pub fn bytes(&self) -> usize {
        self.data.len()
    }
}

/// How a send is to be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SendWish {
    /// As fits it best.
    Best,
    /// Not whole.
    Announce,
    /// Not whole, nor in a stream where it may be held: the receiver may know of it.
    Offer,
}

/// What a send was found to be sent by. Its credit is taken.
pub struct SendPlan {
    header: Header,
    protocol: Protocol,
    len: usize,
    synchronous: bool,
    address: Option<u64>,
    is_spread: bool,
}

impl SendPlan {
    /// Other messages of its context may take other streams, and overtake it.
    pub fn is_spread(&self) -> bool {
        self.is_spread
    }
}

/// What became of planning.
pub enum Planned {
    /// It may begin.
    Ready(SendPlan),
    /// There is no credit for it.
    Unpaid,
    /// It has ended: its peer cannot be reached.
    Ended,
}

impl Transfer {
    /// Sends `bytes` at once if they are short, nothing stands before them and the method takes them.
    /// `Ok(false)`: nothing was done.
    // Two ways lead here, and neither is to pay for the other.
    #[inline(always)]
    pub fn send_now(
        &mut self,
        link: &mut Links,
        to: PeerId,
        header: &Header,
        bytes: &[u8],
    ) -> Result<bool, LinkError> {
        if bytes.len() > AT_ONCE {
            return Ok(false);
        }
        // Several streams, and what is out of the ordinary, are for the long way.
        let Some((method, attributes)) = link.straight(to, TrafficClass::Message)? else {
            return Ok(false);
        };
        if attributes.streams > 1 || bytes.len() > attributes.eager_limit {
            return Ok(false);
        }
        let peer = self.peer(to);
        if !peer.is_drained() || peer.blocked {
            return Ok(false);
        }
        let before = peer.credit;
        if !peer.take_eager_credit(bytes.len()) {
            return Ok(false);
        }
        let mut done = 0;
        let taken = link.send_straight(method, to, header, bytes, &mut done)?;
        if !taken {
            if done == 0 {
                self.peer(to).credit = before;
                return Ok(false);
            }
            self.send_rest(to, *header, bytes, done);
        }
        self.tally.add(Protocol::Eager, bytes.len());
        Ok(true)
    }

    /// The same in the direct design, for a message that may stay in its stream; `number` is that in the order
    /// of its context, `mark` says more in its header. Only a message that was taken has used its number.
    #[inline]
    pub fn send_directly(
        &mut self,
        link: &mut Links,
        to: PeerId,
        (handler, context, tag): (HandlerId, ContextId, i32),
        number: Option<u64>,
        mark: impl FnOnce(&mut Header),
        bytes: &[u8],
    ) -> Result<bool, LinkError> {
        let Some((method, attributes)) = link.straight(to, TrafficClass::Message)? else {
            return Ok(false);
        };
        if bytes.len() > AT_ONCE.min(attributes.max_frame) {
            return Ok(false);
        }
        let mut header = self.spread.header(attributes, context, tag);
        let peer = self.peer(to);
        if header.flags & Header::HOLDABLE == 0 || !peer.is_drained() || peer.blocked {
            return Ok(false);
        }
        header.handler = handler;
        if let Some(number) = number {
            header.flags |= Header::SEQUENCED;
            header.words[1] = number;
        }
        mark(&mut header);
        let mut done = 0;
        let taken = link.send_straight(method, to, &header, bytes, &mut done)?;
        if !taken && done != 0 {
            let (class, body) = (TrafficClass::Message, Body::Packed(bytes.to_vec()));
            self.enqueue(to, QueuedFrame { header, class, body, done, completes: None });
        }
        let is_begun = taken || done != 0;
        if is_begun {
            self.tally.add(Protocol::Direct, bytes.len());
        }
        Ok(is_begun)
    }

    /// Partly taken: the rest goes from a copy, which is short.
    #[cold]
    fn send_rest(&mut self, to: PeerId, header: Header, bytes: &[u8], done: usize) {
        let body = Body::Packed(bytes.to_vec());
        let frame =
            QueuedFrame { header, class: TrafficClass::Message, body, done, completes: None };
        self.peer(to).queue.push_front(frame);
        self.mark_busy(to);
    }

    /// A send of which nothing is done yet; it has failed already where its peer is lost.
    pub fn send(&mut self, message: OutgoingMessage) -> RequestId {
        let OutgoingMessage { to, context, tag, data, mode, word, label } = message;
        let synchronous = mode == Mode::Synchronous;
        let choice = if mode == Mode::Immediate { Announcing::MayBe } else { Announcing::AsItMust };
        let (course, withdrawing) = (SendCourse::New, false);
        let send = Send { data, to, context, tag, synchronous, choice, word, course, withdrawing };
        let request = self.requests.insert(RequestState::Send(send), label);
        if let Some(why) = &self.peer(to).lost {
            let fault = TransferFault::Lost { peer: to, why: why.clone() };
            self.fail(request, fault, Outcome::sent());
        }
        request
    }

    /// What has become of a send in this mode.
    pub fn started(&mut self, request: RequestId, mode: Mode) -> SendStart {
        let is_clean = self.outcome(request).is_some_and(|outcome| outcome.fault.is_none());
        if mode != Mode::Synchronous && is_clean {
            self.requests.remove(request);
            return SendStart::Done;
        }
        SendStart::Pending(request)
    }

    /// A send that is not complete.
    #[inline]
    pub fn sending(&self, request: RequestId) -> Option<&Send> {
        match &self.requests.get(request)?.state {
            RequestState::Send(send) => Some(send),
            _ => None,
        }
    }

    /// The same, to be changed.
    #[inline]
    pub fn sending_mut(&mut self, request: RequestId) -> Option<&mut Send> {
        match &mut self.requests.get_mut(request)?.state {
            RequestState::Send(send) => Some(send),
            _ => None,
        }
    }

    /// Copies what is left in the caller's memory of a send: the caller may have that back. Only where
    /// receivers read no memory of others (`Transfer::new`).
    pub fn copy_send(&mut self, request: RequestId) {
        let Some(send) = self.sending_mut(request) else { return };
        if let SendData::Region(region) = send.data {
            send.data = SendData::Owned(region.as_slice().to_vec());
        }
    }

    /// A head for what is said about a send in its own stream, and the address of its data, where the
    /// receiver gains by reading them.
    ///
    /// # Errors
    /// When the peer cannot be reached.
    pub fn head(
        &mut self,
        link: &mut Links,
        send: RequestId,
        handler: HandlerId,
    ) -> Result<Option<(Header, Option<u64>)>, LinkError> {
        let Some(RequestState::Send(send)) = self.requests.get(send).map(|r| &r.state) else {
            return Ok(None);
        };
        let attributes = link.attributes(send.to, TrafficClass::Message, send.context)?;
        let address = send.data.address();
        let protocol = Protocol::announced(attributes, send.data.len(), address.is_some());
        let address = address.filter(|_| protocol == Protocol::OneCopy);
        let mut header = self.spread.header(attributes, send.context, send.tag);
        header.handler = handler;
        header.flags &= !Header::HOLDABLE;
        Ok(Some((header, address)))
    }

    /// Finds how a send travels, and takes credit for it.
    pub fn plan(&mut self, link: &mut Links, request: RequestId, wish: SendWish) -> Planned {
        let Some(RequestState::Send(send)) = self.requests.get(request).map(|r| &r.state) else {
            return Planned::Ended;
        };
        let (to, context, len, synchronous) =
            (send.to, send.context, send.data.len(), send.synchronous);
        let (tag, address, word) = (send.tag, send.data.address(), send.word);
        let may_be_announced = send.choice != Announcing::AsItMust;
        let attributes = match link.attributes(to, TrafficClass::Message, context) {
            Ok(attributes) => attributes,
            Err(why) => {
                let fault = TransferFault::Lost { peer: to, why: why.to_string().into() };
                self.fail(request, fault, Outcome::sent());
                return Planned::Ended;
            }
        };
        let mut header = self.spread.header(attributes, context, tag);
        let is_direct = header.flags & Header::HOLDABLE != 0 && wish != SendWish::Offer;
        let mut protocol = Protocol::of(attributes, is_direct, len, address.is_some());
        let announced = Protocol::announced(attributes, len, address.is_some());
        let is_spread = attributes.streams > 1 && header.stream_key() != StreamKey(0);
        // A head has no room for the sender's request, a number and a type: an announcement has.
        if word != 0 && synchronous && is_spread && !protocol.is_announced() {
            protocol = announced;
        }
        // A collective that fails gives the program its memory back while others may still wait for what it has
        // announced: where that is the exception, nobody reads it.
        let may_be_read =
            attributes.remote_reading == RemoteReading::Measured && !context.is_collective();
        if protocol == Protocol::Eager
            && (may_be_announced && may_be_read && address.is_some())
            && link.is_better_announced(to, len)
            && self.peer(to).reader.is_tried()
        {
            protocol = announced;
            if let Some(send) = self.sending_mut(request) {
                send.choice = Announcing::Is;
            }
        }
        let peer = self.peer(to);
        if protocol == Protocol::Eager && (wish != SendWish::Best || !peer.take_eager_credit(len)) {
            protocol = announced;
        }
        if protocol.is_announced() && !peer.take_envelope_credit() {
            return Planned::Unpaid;
        }
        if protocol != Protocol::Direct {
            header.flags &= !Header::HOLDABLE;
        }
        let address = address.filter(|_| match protocol {
            Protocol::OneCopy => true,
            Protocol::Rendezvous => may_be_read,
            Protocol::Eager | Protocol::Direct => false,
        });
        Planned::Ready(SendPlan { header, protocol, len, synchronous, address, is_spread })
    }

    /// Queues the first frame of a send, with its number in the order of its context if it has one.
    pub fn begin(
        &mut self,
        request: RequestId,
        plan: SendPlan,
        forms: &Forms,
        number: Option<u64>,
    ) {
        let SendPlan { mut header, protocol, len, synchronous, address, .. } = plan;
        let is_whole = !protocol.is_announced();
        let mut word = self.sending(request).map_or(0, |send| send.word);
        if number.is_some() {
            header.flags |= Header::SEQUENCED;
            // Only what waited for a change of method comes here so.
            word = if is_whole && synchronous { 0 } else { word };
        }
        if word != 0 {
            header.flags |= Header::TYPED;
        }
        let (body, completes) = if is_whole {
            header.handler = if synchronous { forms.acknowledged } else { forms.whole };
            header.words = match synchronous {
                true => [request.0, number.unwrap_or(word)],
                false => [word, number.unwrap_or(0)],
            };
            (Body::Of { request, range: 0..len }, (!synchronous).then_some(request))
        } else {
            header.handler = forms.announced;
            header.words = [request.0, len as u64];
            (Body::Short(Announcement { number, word, address }.encode()), None)
        };
        if !is_whole {
            self.announced = Some(request);
        }
        let Some(send) = self.sending_mut(request) else { return };
        send.course = if is_whole { SendCourse::Whole } else { SendCourse::Asked };
        let to = send.to;
        self.tally.add(protocol, len);
        self.enqueue(
            to,
            QueuedFrame { header, class: TrafficClass::Message, body, done: 0, completes },
        );
    }

    /// The buffer of a send is no longer needed.
    pub(crate) fn complete_send(&mut self, request: RequestId) {
        self.finish(request, Outcome::sent());
    }

    /// Nobody waits for a send any more: it goes on from a copy of its data.
    pub fn leave_send(&mut self, request: RequestId) {
        if let Some(send) = self.sending_mut(request) {
            send.data = SendData::Owned(send.data.to_vec());
        }
        self.detach(request);
    }
}
