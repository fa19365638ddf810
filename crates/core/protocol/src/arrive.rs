//! What arriving frames do.

use crate::backlog::{held, none_held, offer, skip};
use crate::buffer::RecvSpace;
use crate::engine::Engine;
use crate::frames::{
    ACK, ASK, CREDIT, CTS, DATA, EAGER, EAGER_SYNC, FIN, HELD, NONE_HELD, OFFER, RTS, RtsBody,
    SKIP, TAKE, WITHDRAW, WITHDRAWN, control, envelope,
};
use crate::held::{ask, take};
use crate::order::Place;
use crate::outgoing::Release;
use crate::outgoing::{BulkJob, Outgoing};
use crate::peer::{Arrival, Incoming};
use crate::request::{Held, Kept, KeptBody, Outcome, RequestId, Stage, State};
use crate::withdraw::{withdraw, withdrawn};
use ferry_method::{Landing, MethodError, Sink};
use ferry_sys::WriteRegion;
use ferry_wire::{HandlerId, Header, PeerId};
use smallvec::SmallVec;

/// A handler of whole frames.
type Frame = fn(&mut Engine, PeerId, &Header, &[u8]);

impl Sink for Engine {
    #[inline]
    fn frame(&mut self, peer: PeerId, header: &Header, payload: &[u8]) {
        match header.handler {
            EAGER => eager(self, peer, header, payload),
            EAGER_SYNC => take_eager(self, peer, header, payload, Some(header.words[0])),
            DATA => data(self, peer, header, payload),
            handler => match control_of(handler) {
                Some(frame) => frame(self, peer, header, payload),
                None => self.nonsense += 1,
            },
        }
    }

    fn begin(&mut self, peer: PeerId, header: &Header, len: usize) -> Landing {
        match header.handler {
            EAGER | EAGER_SYNC => begin_eager(self, peer, header, len),
            DATA => begin_data(self, peer, header, len),
            // A method may deliver any frame in pieces, even a short one for which it had little room.
            handler if control_of(handler).is_some() && len <= LONGEST_CONTROL => {
                Landing::Heap(vec![0; len])
            }
            _ => {
                self.nonsense += 1;
                Landing::Discard
            }
        }
    }

    fn finish(&mut self, peer: PeerId, header: &Header, landing: Landing) {
        match header.handler {
            EAGER | EAGER_SYNC => finish_eager(self, peer, header, landing),
            DATA => finish_data(self, peer, header, landing),
            handler => {
                if let (Some(frame), Landing::Heap(bytes)) = (control_of(handler), landing) {
                    frame(self, peer, header, &bytes);
                }
            }
        }
    }

    fn lost(&mut self, peer: PeerId, why: MethodError) {
        self.lose(peer, &why.to_string());
    }
}

/// The longest payload of a control frame: a number and an address.
const LONGEST_CONTROL: usize = 16;

/// What a control frame does; its payload is short.
#[inline]
fn control_of(handler: HandlerId) -> Option<Frame> {
    Some(match handler {
        RTS => rts,
        CTS => cts,
        ACK | FIN => ack,
        CREDIT => credit,
        HELD => held,
        ASK => ask,
        OFFER => offer,
        NONE_HELD => none_held,
        TAKE => take,
        SKIP => skip,
        WITHDRAW => withdraw,
        WITHDRAWN => withdrawn,
        _ => return None,
    })
}

/// A numbered message's number; requests to send have no word for it.
fn number_of(header: &Header) -> Option<u64> {
    (header.flags & Header::SEQUENCED != 0).then_some(header.words[1])
}

#[inline]
fn eager(engine: &mut Engine, peer: PeerId, header: &Header, payload: &[u8]) {
    const SPECIAL: u8 = Header::SEQUENCED | Header::HOLDABLE;
    if header.flags & SPECIAL == 0 && engine.early == 0 {
        let envelope = envelope(peer, header);
        if let Some(request) = engine.matcher.arrive(&envelope) {
            engine.consume(peer, Some(payload.len()));
            return engine.deliver(request, peer, envelope.tag, payload);
        }
    }
    take_eager(engine, peer, header, payload, None);
}

#[inline(never)]
fn take_eager(
    engine: &mut Engine,
    peer: PeerId,
    header: &Header,
    payload: &[u8],
    sender: Option<u64>,
) {
    let envelope = envelope(peer, header);
    let Some(place) = engine.place(&envelope, number_of(header)) else {
        engine.nonsense += 1;
        return;
    };
    match engine.meet(&envelope, place) {
        Some(request) => {
            engine.consume_credit(peer, header, payload.len());
            acknowledge(engine, peer, sender);
            engine.deliver(request, peer, envelope.tag, payload);
        }
        None => {
            if !engine.may_keep(peer, Some(payload.len())) {
                return;
            }
            let body = KeptBody::Whole(SmallVec::from_slice(payload));
            engine.keep(envelope, Kept { len: payload.len() as u64, body, sender }, place);
        }
    }
    if place != Place::Unnumbered || engine.early != 0 {
        engine.placed(&envelope, place);
    }
}

impl Engine {
    /// Whether a peer has credit for what it sent; a liar's frame is thrown away.
    fn may_keep(&mut self, peer: PeerId, eager_len: Option<usize>) -> bool {
        let limits = self.limits;
        let may = self.peer(peer).keep(eager_len, &limits);
        self.nonsense += u64::from(!may);
        may
    }

    /// Gives credit back for an eager message; one that could have been held took none.
    #[inline]
    fn consume_credit(&mut self, peer: PeerId, header: &Header, len: usize) {
        if header.flags & Header::HOLDABLE == 0 {
            self.consume(peer, Some(len));
        }
    }
}

/// A long eager message begins: into the matching receive, into a buffer that is kept, or it stays in
/// its stream.
fn begin_eager(engine: &mut Engine, peer: PeerId, header: &Header, len: usize) -> Landing {
    let (envelope, key) = (envelope(peer, header), Arrival::of(header));
    let holdable = header.flags & Header::HOLDABLE != 0;
    // No credit covers a frame beyond the budget: nothing is matched with it or made room for.
    let beyond = !holdable && len > engine.limits.bytes as usize;
    let place = engine.place(&envelope, number_of(header)).filter(|_| !beyond);
    let Some(place) = place else {
        engine.nonsense += 1;
        engine.peer(peer).begin_incoming(key, Incoming::Unwanted);
        return Landing::Discard;
    };
    let landing = match engine.meet(&envelope, place) {
        Some(request) => begin_matched(engine, peer, header, request, len),
        None => begin_unexpected(engine, peer, header, place, len),
    };
    if place != Place::Unnumbered || engine.early != 0 {
        engine.placed(&envelope, place);
    }
    landing
}

fn begin_matched(
    engine: &mut Engine,
    peer: PeerId,
    header: &Header,
    request: RequestId,
    len: usize,
) -> Landing {
    let sender = (header.handler == EAGER_SYNC).then_some(header.words[0]);
    let incoming = Incoming::Matched { request, sender, len };
    engine.peer(peer).begin_incoming(Arrival::of(header), incoming);
    engine.landing_for(request, len)
}

impl Engine {
    /// Where `len` bytes for a receive go: into its memory, if they fit.
    pub(crate) fn landing_for(&mut self, request: RequestId, len: usize) -> Landing {
        match take_region(self, request) {
            Some(region) if region.len() >= len => Landing::Memory(region),
            Some(region) => {
                put_region(self, request, region);
                Landing::Heap(vec![0; len])
            }
            None => Landing::Heap(vec![0; len]),
        }
    }
}

fn begin_unexpected(
    engine: &mut Engine,
    peer: PeerId,
    header: &Header,
    place: Place,
    len: usize,
) -> Landing {
    let (envelope, key) = (envelope(peer, header), Arrival::of(header));
    let sender = (header.handler == EAGER_SYNC).then_some(header.words[0]);
    if header.flags & Header::HOLDABLE != 0 {
        let kept = Kept { len: len as u64, body: KeptBody::InStream(key), sender };
        engine.keep(envelope, kept, place);
        return Landing::Hold;
    }
    if !engine.may_keep(peer, Some(len)) {
        engine.peer(peer).begin_incoming(key, Incoming::Unwanted);
        return Landing::Discard;
    }
    let kept = Kept { len: len as u64, body: KeptBody::Filling, sender };
    let id = engine.keep(envelope, kept, place);
    engine.peer(peer).begin_incoming(key, Incoming::Kept { id, sender });
    Landing::Heap(vec![0; len])
}

fn finish_eager(engine: &mut Engine, peer: PeerId, header: &Header, landing: Landing) {
    let tag = header.bits as u32 as i32;
    match engine.peer(peer).end_incoming(Arrival::of(header)) {
        Some(Incoming::Matched { request, sender, len }) => {
            acknowledge(engine, peer, sender);
            engine.consume_credit(peer, header, len);
            finish_matched(engine, peer, tag, request, landing, len);
        }
        Some(Incoming::Kept { id, .. }) => {
            if let (Some(kept), Landing::Heap(bytes)) = (engine.matcher.kept_mut(id), landing) {
                kept.body = body_of(header, bytes);
            }
        }
        Some(Incoming::Claimed { request, sender }) => {
            let Landing::Heap(bytes) = landing else { return };
            let len = bytes.len() as u64;
            let kept = Kept { len, body: body_of(header, bytes), sender };
            finish_claimed(engine, peer, tag, request, kept);
        }
        None | Some(Incoming::Data { .. } | Incoming::Unwanted) => {}
    }
}

/// A message that has come whole; one that could have been held took no credit.
fn body_of(header: &Header, bytes: Vec<u8>) -> KeptBody {
    match header.flags & Header::HOLDABLE {
        0 => KeptBody::Whole(SmallVec::from_vec(bytes)),
        _ => KeptBody::Read(bytes),
    }
}

/// A synchronous send has matched.
pub(crate) fn acknowledge(engine: &mut Engine, peer: PeerId, sender: Option<u64>) {
    if let Some(sender) = sender {
        engine.enqueue(peer, Outgoing::control(control(ACK, RequestId(sender), 0)));
    }
}

fn finish_matched(
    engine: &mut Engine,
    peer: PeerId,
    tag: i32,
    request: RequestId,
    landing: Landing,
    len: usize,
) {
    match landing {
        Landing::Memory(region) => {
            put_region(engine, request, region);
            let bytes = len as u64;
            let outcome = Outcome { source: peer, tag, bytes, cancelled: false, fault: None };
            engine.finish(request, outcome);
        }
        Landing::Heap(bytes) => engine.deliver(request, peer, tag, &bytes),
        Landing::Part { .. } | Landing::Discard | Landing::Hold => {}
    }
}

/// A receive or a matched probe claimed the message while it arrived.
fn finish_claimed(engine: &mut Engine, peer: PeerId, tag: i32, request: RequestId, kept: Kept) {
    let Some(slot) = engine.requests.get_mut(request) else { return };
    let State::Recv(recv) = &mut slot.state else { return };
    if matches!(recv.space, RecvSpace::Untold) {
        recv.held = Some(Box::new(Held { kept, peer, tag }));
    } else {
        engine.give(request, peer, tag, kept);
    }
}

fn rts(engine: &mut Engine, peer: PeerId, header: &Header, payload: &[u8]) {
    let envelope = envelope(peer, header);
    let [sender, len] = header.words;
    let (number, address) = RtsBody::decode(header, payload);
    if let Some(number) = number
        && engine.parked != 0
    {
        engine.unpark(peer, envelope.context, number);
    }
    let Some(place) = engine.place(&envelope, number) else {
        return came_twice(engine, peer);
    };
    match engine.meet(&envelope, place) {
        Some(request) => {
            engine.consume(peer, None);
            engine.clear(request, peer, envelope.tag, RequestId(sender), len, address);
        }
        None if engine.may_keep(peer, None) => {
            let body = KeptBody::AtSender { address };
            engine.keep(envelope, Kept { len, body, sender: Some(sender) }, place);
        }
        None => return,
    }
    engine.placed(&envelope, place);
}

/// A request to send whose number has come. It had been offered before, and taken: its sender did not
/// know that yet.
#[cold]
fn came_twice(engine: &mut Engine, peer: PeerId) {
    match engine.peer(peer).taken.checked_sub(1) {
        Some(rest) => {
            engine.peer(peer).taken = rest;
            engine.consume(peer, None);
        }
        None => engine.nonsense += 1,
    }
}

fn cts(engine: &mut Engine, peer: PeerId, header: &Header, _: &[u8]) {
    let request = RequestId(header.words[0]);
    match engine.requests.get_mut(request).map(|r| &mut r.state) {
        Some(State::Send(send)) if send.to == peer && send.stage == Stage::Asked => {
            send.stage = Stage::Cleared;
            let job = BulkJob { request, receiver: header.words[1], offset: 0 };
            engine.peer(peer).bulk.push_back(job);
            engine.mark_busy(peer);
        }
        _ => engine.nonsense += 1,
    }
}

fn ack(engine: &mut Engine, peer: PeerId, header: &Header, _: &[u8]) {
    let request = RequestId(header.words[0]);
    let waits = match engine.requests.get(request).map(|r| &r.state) {
        Some(State::Send(send)) if send.to == peer => match send.stage {
            Stage::Asked => true,
            Stage::Eager => send.synchronous,
            Stage::New | Stage::Held { .. } | Stage::Cleared => false,
        },
        _ => false,
    };
    // A frame begun must be ended, from data that stays.
    if !waits || engine.peer(peer).is_halfway(request) {
        engine.nonsense += 1;
        return;
    }
    engine.complete_send(request);
}

fn credit(engine: &mut Engine, peer: PeerId, header: &Header, _: &[u8]) {
    let limits = engine.limits;
    let credit = &mut engine.peer(peer).credit;
    let add =
        |have: u32, more: u64, most: u32| u64::from(have).saturating_add(more).min(most.into());
    credit.bytes = add(credit.bytes, header.words[0], limits.bytes) as u32;
    credit.envelopes = add(credit.envelopes, header.words[1], limits.envelopes) as u32;
    engine.owes = true;
    engine.released.push((peer, Release::Credit));
}

/// The receive that a data frame belongs to, if it fits.
fn data_target(engine: &Engine, peer: PeerId, header: &Header, len: usize) -> Option<RequestId> {
    let request = RequestId(header.words[0]);
    let slot = engine.requests.get(request)?;
    let State::Recv(recv) = &slot.state else { return None };
    let end = header.words[1].checked_add(len as u64)?;
    // No fragment is empty; an empty one would end a receive that has not matched.
    let fits = slot.source == peer && len != 0 && end <= recv.total && len as u64 <= recv.missing;
    fits.then_some(request)
}

fn data(engine: &mut Engine, peer: PeerId, header: &Header, payload: &[u8]) {
    let Some(request) = data_target(engine, peer, header, payload.len()) else {
        engine.nonsense += 1;
        return;
    };
    if let Some(State::Recv(recv)) = engine.requests.get_mut(request).map(|r| &mut r.state) {
        recv.space.write(header.words[1] as usize, payload);
    }
    engine.received(request, payload.len() as u64);
}

fn begin_data(engine: &mut Engine, peer: PeerId, header: &Header, len: usize) -> Landing {
    let Some(request) = data_target(engine, peer, header, len) else {
        engine.nonsense += 1;
        engine.peer(peer).begin_incoming(Arrival::of(header), Incoming::Unwanted);
        return Landing::Discard;
    };
    engine.peer(peer).begin_incoming(Arrival::of(header), Incoming::Data { request, len });
    match take_region(engine, request) {
        Some(region) => Landing::Part { region, start: header.words[1] as usize },
        None => Landing::Heap(vec![0; len]),
    }
}

fn finish_data(engine: &mut Engine, peer: PeerId, header: &Header, landing: Landing) {
    let incoming = engine.peer(peer).end_incoming(Arrival::of(header));
    let Some(Incoming::Data { request, len }) = incoming else { return };
    match landing {
        Landing::Part { region, .. } => {
            put_region(engine, request, region);
            engine.received(request, len as u64);
        }
        Landing::Heap(bytes) => data(engine, peer, header, &bytes),
        Landing::Memory(_) | Landing::Discard | Landing::Hold => {}
    }
}

/// Lends the region of a receive to the method that fills it.
fn take_region(engine: &mut Engine, request: RequestId) -> Option<WriteRegion> {
    let State::Recv(recv) = &mut engine.requests.get_mut(request)?.state else { return None };
    match std::mem::replace(&mut recv.space, RecvSpace::Untold) {
        RecvSpace::Region(region) => Some(region),
        other => {
            recv.space = other;
            None
        }
    }
}

fn put_region(engine: &mut Engine, request: RequestId, region: WriteRegion) {
    if let Some(State::Recv(recv)) = engine.requests.get_mut(request).map(|r| &mut r.state) {
        recv.space = RecvSpace::Region(region);
    }
}
