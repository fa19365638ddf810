//! Receiving: where a message goes once its face has found the receive for it.

use crate::buffer::{RecvSpace, copy_message};
use crate::frames::{ACK, CTS, FIN, control};
use crate::one_copy::{Pull, PullReason};
use crate::peer::{ArrivalKey, ArrivingFrame};
use crate::request::{Label, Outcome, RequestId, RequestState, TransferFault};
use crate::transfer::Transfer;
use ferry_method::Landing;
use ferry_sys::WriteRegion;
use ferry_wire::{Header, PeerId};

/// A receive, by how far it has come.
pub(crate) enum Recv {
    /// It waits for a message, or for its turn to get one.
    Waiting { space: RecvSpace },
    /// It is a message that was taken before anybody said where it goes (a matched probe).
    Untold,
    /// Its message arrives in memory of Ferry's, in one piece.
    Buffered { space: RecvSpace },
    /// Its message was asked for and comes in fragments. It may be longer than the memory: what fits is kept.
    Fragments { space: RecvSpace, total: u64, missing: u64 },
    /// A method fills its memory.
    Lent { total: u64, missing: u64 },
}

impl Recv {
    /// Whether there is something to let go of.
    #[inline]
    pub(crate) fn holds_something(&self) -> bool {
        match self {
            Recv::Untold | Recv::Lent { .. } => false,
            Recv::Waiting { space } | Recv::Buffered { space } | Recv::Fragments { space, .. } => {
                !matches!(space, RecvSpace::Region(_))
            }
        }
    }

    /// Bytes are under way to it.
    pub(crate) fn is_filling(&self) -> bool {
        matches!(self, Recv::Fragments { .. } | Recv::Lent { .. })
    }

    /// The memory of one that waits, which gets another state at once.
    fn take_waiting(&mut self) -> Option<RecvSpace> {
        if !matches!(self, Recv::Waiting { .. }) {
            return None;
        }
        match std::mem::replace(self, Recv::Untold) {
            Recv::Waiting { space } => Some(space),
            _ => None,
        }
    }

    /// The memory where it lies in one piece and has room for the message, of which `len` bytes come now, to be lent to
    /// a method.
    fn lend(&mut self, len: usize) -> Option<WriteRegion> {
        let (total, missing) = match self {
            Recv::Waiting { space } if takes_in_place(space, len as u64) => {
                (len as u64, len as u64)
            }
            Recv::Fragments { space, total, missing } if takes_in_place(space, *total) => {
                (*total, *missing)
            }
            _ => return None,
        };
        match std::mem::replace(self, Recv::Lent { total, missing }) {
            Recv::Waiting { space: RecvSpace::Region(region) }
            | Recv::Fragments { space: RecvSpace::Region(region), .. } => Some(region),
            other => {
                *self = other;
                None
            }
        }
    }
}

/// Whether memory lies in one piece and has room for a whole message, so that others can fill it.
fn takes_in_place(space: &RecvSpace, total: u64) -> bool {
    matches!(space, RecvSpace::Region(region) if region.len() as u64 >= total)
}

/// A message that waits at its sender for clearance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Announced {
    /// From whom.
    pub peer: PeerId,
    /// Its tag.
    pub tag: i32,
    /// The sender's request.
    pub sender: RequestId,
    /// Its length.
    pub len: u64,
    /// Where its data may be read.
    pub address: Option<u64>,
}

impl Transfer {
    /// A receive that waits for what its face gives it.
    #[inline]
    pub fn receive(&mut self, space: RecvSpace, label: Label) -> RequestId {
        self.requests.insert(RequestState::Recv(Recv::Waiting { space }), label)
    }

    /// A message that is taken before anybody says where it goes.
    pub fn receive_untold(&mut self, label: Label) -> RequestId {
        self.requests.insert(RequestState::Recv(Recv::Untold), label)
    }

    /// Says where such a message goes. False: that was said, or the request is none.
    pub fn tell(&mut self, request: RequestId, space: RecvSpace) -> bool {
        match self.recv_mut(request) {
            Some(recv @ Recv::Untold) => {
                *recv = Recv::Waiting { space };
                true
            }
            _ => false,
        }
    }

    /// Whether a receive waits with room for so many bytes.
    #[inline]
    pub fn has_room(&self, request: RequestId, len: u64) -> bool {
        let state = self.requests.get(request).map(|slot| &slot.state);
        matches!(state, Some(RequestState::Recv(Recv::Waiting { space })) if space.len() as u64 >= len)
    }

    /// Whether a request is a receive that is not complete.
    pub fn is_receive(&self, request: RequestId) -> bool {
        self.requests.get(request).is_some_and(|r| matches!(r.state, RequestState::Recv(_)))
    }

    /// Whether it is a message that nobody has said a place for.
    pub fn is_untold(&self, request: RequestId) -> bool {
        let state = self.requests.get(request).map(|r| &r.state);
        matches!(state, Some(RequestState::Recv(Recv::Untold)))
    }

    fn recv_mut(&mut self, request: RequestId) -> Option<&mut Recv> {
        match &mut self.requests.get_mut(request)?.state {
            RequestState::Recv(recv) => Some(recv),
            _ => None,
        }
    }

    /// Completes a receive with a whole message.
    #[inline]
    pub fn deliver(&mut self, request: RequestId, peer: PeerId, tag: i32, bytes: &[u8]) {
        let Some(slot) = self.requests.get_mut(request) else { return };
        let RequestState::Recv(recv) = &mut slot.state else { return };
        let (Recv::Waiting { space } | Recv::Buffered { space }) = recv else { return };
        let received = bytes.len() as u64;
        let outcome = Outcome { source: peer, tag, bytes: received, cancelled: false, fault: None };
        if let RecvSpace::Region(region) = space
            && let Some(room) = region.as_mut_slice().get_mut(..bytes.len())
        {
            copy_message(room, bytes);
            slot.enter(RequestState::Done);
            slot.outcome = outcome;
            let is_detached = slot.detached;
            self.note_delivered(bytes.len());
            if is_detached {
                self.requests.remove(request);
            }
            return;
        }
        self.deliver_closely(request, bytes, outcome);
    }

    /// The same where the memory does not lie in one piece, or has no room for all.
    #[inline(never)]
    fn deliver_closely(&mut self, request: RequestId, bytes: &[u8], mut outcome: Outcome) {
        let Some(Recv::Waiting { space } | Recv::Buffered { space }) = self.recv_mut(request)
        else {
            return;
        };
        let room = space.len();
        space.write(0, &bytes[..bytes.len().min(room)]);
        self.tally.copied += bytes.len().min(room) as u64;
        if bytes.len() <= room {
            return self.finish(request, outcome);
        }
        outcome.bytes = room as u64;
        let (sent, room) = (bytes.len() as u64, room as u64);
        self.fail(request, TransferFault::Truncated { sent, room }, outcome);
    }

    /// Notes that a message is in its place whose receive has no name.
    #[inline]
    pub fn note_delivered(&mut self, bytes: usize) {
        self.tally.copied += bytes as u64;
        self.completed += 1;
    }

    /// The sender of a message that came whole hears that it has found its receive, if it waits for that.
    #[inline]
    pub fn acknowledge(&mut self, peer: PeerId, sender: Option<u64>) {
        if let Some(sender) = sender {
            self.control(peer, control(ACK, RequestId(sender), 0));
        }
    }

    /// A long message begins that came with its data: where it goes for this receive.
    pub fn begin_whole(&mut self, peer: PeerId, header: &Header, whole: Whole) -> Landing {
        let landing = self.landing_of(whole.request, whole.len);
        self.begin_incoming(peer, ArrivalKey::of(header), ArrivingFrame::Whole(whole));
        landing
    }

    /// Where `len` bytes for a receive go: into its memory, if they fit.
    pub(crate) fn landing_of(&mut self, request: RequestId, len: usize) -> Landing {
        let Some(recv) = self.recv_mut(request) else { return Landing::Heap(vec![0; len]) };
        if let Some(region) = recv.lend(len) {
            self.tally.landed += len as u64;
            return Landing::Memory(region);
        }
        if let Some(space) = recv.take_waiting() {
            *recv = Recv::Buffered { space };
        }
        Landing::Heap(vec![0; len])
    }

    /// All of a message has come that [`Transfer::begin_whole`] found a place for.
    pub fn finish_whole(&mut self, peer: PeerId, header: &Header, landing: Landing) {
        let Some(ArrivingFrame::Whole(whole)) = self.end_incoming(peer, ArrivalKey::of(header))
        else {
            return;
        };
        let (request, tag) = (whole.request, header.tag());
        self.acknowledge(peer, whole.sender);
        self.consume_whole(peer, header, whole.len);
        match landing {
            Landing::Memory(_) => {
                let bytes = whole.len as u64;
                let outcome = Outcome { source: peer, tag, bytes, cancelled: false, fault: None };
                self.finish(request, outcome);
            }
            Landing::Heap(bytes) => self.deliver(request, peer, tag, &bytes),
            Landing::Part { .. } | Landing::Discard | Landing::Hold => {}
        }
    }

    /// A receive has found a message whose data is at the sender: fetch it or clear it to be sent.
    pub fn clear(&mut self, request: RequestId, message: Announced) {
        let Announced { peer, tag, sender, len, address } = message;
        if let Some(why) = self.peer(peer).lost.clone() {
            let fault = TransferFault::Lost { peer, why };
            self.fail(request, fault, Outcome { source: peer, tag, ..Outcome::sent() });
            return;
        }
        let Some(slot) = self.requests.get_mut(request) else { return };
        slot.source = peer;
        slot.tag = tag;
        let RequestState::Recv(recv) = &mut slot.state else { return };
        let Some(space) = recv.take_waiting() else { return };
        let is_whole = takes_in_place(&space, len);
        *recv = Recv::Fragments { space, total: len, missing: len };
        match address {
            Some(address) if is_whole && self.remote_reads && len > 0 => {
                self.owes = true;
                let reason = PullReason::Gain;
                self.pulls.push(Pull { peer, request, sender, address, len, reason });
            }
            _ if len == 0 => {
                self.let_go(peer, sender);
                self.received(request, 0);
            }
            _ => self.control(peer, control(CTS, sender, request.0)),
        }
    }

    /// The receiver needs no data of an announced message: its sender may go.
    pub fn let_go(&mut self, peer: PeerId, sender: RequestId) {
        self.control(peer, control(FIN, sender, 0));
    }

    /// Notes `n` more bytes of a receive's data.
    pub(crate) fn received(&mut self, request: RequestId, n: u64) {
        let Some(slot) = self.requests.get_mut(request) else { return };
        let (source, tag) = (slot.source, slot.tag);
        let RequestState::Recv(Recv::Fragments { space, total, missing }) = &mut slot.state else {
            return;
        };
        *missing = missing.saturating_sub(n);
        if *missing != 0 {
            return;
        }
        let (sent, room) = (*total, space.len() as u64);
        let outcome = Outcome { source, tag, bytes: sent.min(room), cancelled: false, fault: None };
        if sent > room {
            self.fail(request, TransferFault::Truncated { sent, room }, outcome);
        } else {
            self.finish(request, outcome);
        }
    }

    /// The receive that a fragment belongs to, if it fits.
    fn target_of(&self, peer: PeerId, header: &Header, len: usize) -> Option<RequestId> {
        let request = RequestId(header.words[0]);
        let slot = self.requests.get(request)?;
        // A receive is filled by one fragment at a time: its sender waits for nothing else.
        let RequestState::Recv(Recv::Fragments { total, missing, .. }) = &slot.state else {
            return None;
        };
        let end = header.words[1].checked_add(len as u64)?;
        // No fragment is empty; an empty one would end a receive that has not matched.
        let fits = slot.source == peer && len != 0 && end <= *total && len as u64 <= *missing;
        fits.then_some(request)
    }

    pub(crate) fn data(&mut self, peer: PeerId, header: &Header, payload: &[u8]) {
        let Some(request) = self.target_of(peer, header, payload.len()) else {
            self.nonsense += 1;
            return;
        };
        if let Some(Recv::Fragments { space, .. }) = self.recv_mut(request) {
            let start = space.len().min(header.words[1] as usize);
            let kept = payload.len().min(space.len() - start);
            space.write(start, &payload[..kept]);
            self.tally.copied += kept as u64;
        }
        self.received(request, payload.len() as u64);
    }

    pub(crate) fn begin_data(&mut self, peer: PeerId, header: &Header, len: usize) -> Landing {
        let key = ArrivalKey::of(header);
        let Some(request) = self.target_of(peer, header, len) else {
            self.nonsense += 1;
            self.end_incoming(peer, key);
            return Landing::Discard;
        };
        self.begin_incoming(peer, key, ArrivingFrame::Fragment { request, len });
        match self.recv_mut(request).and_then(|recv| recv.lend(len)) {
            Some(region) => {
                self.tally.landed += len as u64;
                Landing::Part { region, start: header.words[1] as usize }
            }
            None => Landing::Heap(vec![0; len]),
        }
    }

    pub(crate) fn finish_data(&mut self, peer: PeerId, header: &Header, landing: Landing) {
        let incoming = self.end_incoming(peer, ArrivalKey::of(header));
        let Some(ArrivingFrame::Fragment { request, len }) = incoming else { return };
        match landing {
            Landing::Part { region, .. } => {
                self.take_back(request, region);
                self.received(request, len as u64);
            }
            Landing::Heap(bytes) => self.data(peer, header, &bytes),
            Landing::Memory(_) | Landing::Discard | Landing::Hold => {}
        }
    }

    /// The sender of a message that was cleared computes: it is to be read where it lies.
    pub(crate) fn read(&mut self, peer: PeerId, header: &Header, payload: &[u8]) {
        let [request, address] = header.words;
        let request = RequestId(request);
        let slot = self.requests.get(request).filter(|slot| slot.source == peer);
        let (Some(RequestState::Recv(Recv::Fragments { space, total, missing })), Ok(sender)) =
            (slot.map(|slot| &slot.state), payload.try_into())
        else {
            self.nonsense += 1;
            return;
        };
        // Of one that is coming already nothing is to be read.
        if total != missing || *total == 0 || self.pulls.iter().any(|pull| pull.request == request)
        {
            self.nonsense += 1;
            return;
        }
        let (sender, len) = (RequestId(u64::from_le_bytes(sender)), *total);
        if !takes_in_place(space, *total) {
            return self.control(peer, control(CTS, sender, request.0));
        }
        let reason = PullReason::SenderComputes;
        self.owes = true;
        self.pulls.push(Pull { peer, request, sender, address, len, reason });
    }

    /// A method has filled what it was lent, or part of it.
    fn take_back(&mut self, request: RequestId, region: WriteRegion) {
        if let Some(recv) = self.recv_mut(request)
            && let Recv::Lent { total, missing } = *recv
        {
            *recv = Recv::Fragments { space: RecvSpace::Region(region), total, missing };
        }
    }

    /// The memory of a receive whose data is to be read remotely, cut to the message.
    pub(crate) fn region_of(&mut self, request: RequestId) -> Option<&mut [u8]> {
        match self.recv_mut(request)? {
            Recv::Fragments { space: RecvSpace::Region(region), total, .. } => {
                region.as_mut_slice().get_mut(..*total as usize)
            }
            _ => None,
        }
    }
}

/// A long message that came with its data, for a receive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Whole {
    /// The receive.
    pub request: RequestId,
    /// The sender's request, if it waits for the match.
    pub sender: Option<u64>,
    /// Bytes of the message.
    pub len: usize,
}
