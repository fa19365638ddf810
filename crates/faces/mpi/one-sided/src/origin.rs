//! What this process asks of others' memory, by frames.

use crate::accumulate::Update;
use crate::answers::is_under_way;
use crate::batch;
use crate::described::Told;
use crate::frames::{
    DATATYPE, GET, OPERATION, PIECE, PUT, SWAP, UPDATE, asking, header, with_bytes,
};
use crate::locks::OVERHEAD;
use crate::one_sided::{OneSided, WindowRank};
use crate::operation::{OperationHead, TargetBuffer, UpdateHead, Wanted, word_of};
use crate::window::{MemberState, TargetLock};
use ferry_datatype::Basic;
use ferry_link::{LinkError, Links, TrafficClass};
use ferry_op::BuiltinOp;
use ferry_transfer::{
    Body, Label, Mode, OutgoingMessage, QueuedFrame, RecvSpace, RequestId, SendData, Transfer,
};
use ferry_wire::{ContextId, Header, PeerId};
use std::ops::Range;

/// Bytes that are copied when an operation begins, so that it is over for its origin.
const COPIED: usize = 1024;
/// Operands that go in one frame with what is to be done with them.
pub(crate) const SMALL_UPDATE: usize = 16 << 10;
/// Operations under way to one target, beyond which nothing new begins.
const MOST_UNDER_WAY: usize = 1024;

/// Whether an operation may begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Readiness {
    /// It may.
    Now,
    /// After progress; whoever is asked again later says so.
    Later,
}

/// Where the bytes of an access's frames come from.
enum FrameBytes {
    Copied(Vec<u8>),
    Request(RequestId),
}

/// The frames of an access.
struct FrameSource {
    bytes: FrameBytes,
    /// The last one asks for the answer of this number.
    answer: Option<u32>,
}

impl FrameSource {
    /// Copies what is short; a longer operation goes on under a name of its own.
    fn of(
        transfer: &mut Transfer,
        to: PeerId,
        data: SendData,
        (label, answer): (Label, Option<u32>),
    ) -> Self {
        if data.len() <= COPIED {
            return FrameSource { bytes: FrameBytes::Copied(data.to_vec()), answer };
        }
        let request = transfer.send(OutgoingMessage {
            to,
            context: ContextId(0),
            tag: 0,
            data,
            mode: Mode::Standard,
            word: 0,
            label,
        });
        FrameSource { bytes: FrameBytes::Request(request), answer }
    }

    fn request(&self) -> Option<RequestId> {
        match self.bytes {
            FrameBytes::Copied(_) => None,
            FrameBytes::Request(request) => Some(request),
        }
    }

    /// A frame with a part of the bytes; with the last part of `len` bytes the operation is over.
    fn frame(&mut self, header: Header, range: Range<usize>, len: usize) -> QueuedFrame {
        let is_last = range.end == len;
        let header = if is_last { asking(header, self.answer) } else { header };
        match &mut self.bytes {
            FrameBytes::Copied(bytes) if range == (0..len) => {
                with_bytes(header, std::mem::take(bytes))
            }
            FrameBytes::Copied(bytes) => with_bytes(header, bytes[range].to_vec()),
            FrameBytes::Request(request) => QueuedFrame {
                header,
                class: TrafficClass::Message,
                completes: is_last.then_some(*request),
                body: Body::Of { request: *request, range },
                done: 0,
            },
        }
    }
}

impl OneSided {
    pub(crate) fn member(&mut self, at: WindowRank) -> &mut MemberState {
        self.windows.get_mut(&at.window).expect("an open window").member(at.rank)
    }

    pub(crate) fn peer(&mut self, at: WindowRank) -> PeerId {
        self.member(at).plan.peer
    }

    /// Whether an operation with `bytes` of data may begin. Where too much is under way, or a lock is not known
    /// to be held, it has to wait for an answer, which this asks for.
    pub fn ready(&mut self, transfer: &mut Transfer, at: WindowRank, bytes: usize) -> Readiness {
        let target = &mut self.member(at).target;
        if target.requests.len() >= MOST_UNDER_WAY / 2 {
            target.requests.retain(|request| is_under_way(transfer, *request));
            if target.requests.len() >= MOST_UNDER_WAY {
                return Readiness::Later;
            }
        }
        // Heads and descriptions come to this at most.
        let cost = bytes.saturating_add(4 * OVERHEAD);
        match &mut target.lock {
            TargetLock::Asked { left, .. } if cost <= *left => *left -= cost,
            TargetLock::Asked { .. } => {
                if target.asked == target.answered {
                    self.ask_done(transfer, at);
                }
                return Readiness::Later;
            }
            TargetLock::None | TargetLock::Held => {}
        }
        Readiness::Now
    }

    /// Whether what waits to be sent to a target should leave now: more of it would not travel with it.
    pub fn is_full(&mut self, transfer: &mut Transfer, at: WindowRank) -> bool {
        batch::is_full(transfer, self.peer(at))
    }

    /// An access is under way that is over with its request.
    fn await_request(
        &mut self,
        at: WindowRank,
        transfer: &mut Transfer,
        request: Option<RequestId>,
    ) {
        if let Some(request) = request.filter(|request| transfer.exists(*request)) {
            self.member(at).target.requests.push(request);
        }
    }

    /// Puts data into a target's buffer. `None`: they are copied, and may be used again.
    ///
    /// # Errors
    /// If the target cannot be reached.
    pub fn put(
        &mut self,
        (transfer, links): (&mut Transfer, &mut Links),
        at: WindowRank,
        data: SendData,
        buffer: &TargetBuffer,
        label: Label,
    ) -> Result<Option<RequestId>, LinkError> {
        let (peer, len) = (self.peer(at), data.len());
        let most = fragment(links, peer, 1)?;
        let answer = self.begin_access(at, len > COPIED);
        let mut source = FrameSource::of(transfer, peer, data, (label, answer));
        let request = source.request();
        if let Some((place, _)) = buffer.row() {
            for range in pieces(len, most) {
                let header = header(PUT, place.wrapping_add(range.start as u64), at.window);
                batch::enqueue(transfer, peer, source.frame(header, range, len));
            }
        } else if let Some(number) = self.describe(transfer, peer, buffer) {
            Self::announce(transfer, (peer, at.window), Wanted::Put, (number, buffer), None);
            Self::send_pieces(transfer, (peer, at.window), &mut source, len, most);
        } else {
            each_block(buffer, |place, range| {
                for part in pieces(range.len(), most) {
                    let header = header(PUT, place.wrapping_add(part.start as u64), at.window);
                    let part = range.start + part.start..range.start + part.end;
                    batch::enqueue(transfer, peer, source.frame(header, part, len));
                }
            });
        }
        self.await_request(at, transfer, request);
        Ok(request)
    }

    /// Gets data of a target's buffer.
    pub fn get(
        &mut self,
        transfer: &mut Transfer,
        at: WindowRank,
        space: RecvSpace,
        buffer: &TargetBuffer,
        label: Label,
    ) -> RequestId {
        let peer = self.peer(at);
        let receiver = transfer.fetch(peer, space, label);
        if transfer.is_done(receiver) {
            return receiver;
        }
        self.member(at).target.requests.push(receiver);
        if let Some((place, len)) = buffer.row() {
            let payload = [receiver.0.to_le_bytes(), len.to_le_bytes()].concat();
            batch::enqueue(transfer, peer, with_bytes(header(GET, place, at.window), payload));
        } else if let Some(number) = self.describe(transfer, peer, buffer) {
            let receiver = Some(receiver);
            Self::announce(transfer, (peer, at.window), Wanted::Get, (number, buffer), receiver);
        } else {
            let update = Update { op: BuiltinOp::NoOp, basic: Basic::Byte };
            self.update_blocks(transfer, at, update, &[], buffer, (Some(receiver), None));
        }
        receiver
    }

    /// Updates a target's buffer, and gets the elements as they were if there is space for them. `data`: the
    /// operands; none for `MPI_NO_OP`. `None`: it is over for the origin.
    ///
    /// # Errors
    /// If the target cannot be reached.
    pub fn update(
        &mut self,
        (transfer, links): (&mut Transfer, &mut Links),
        at: WindowRank,
        update: Update,
        data: Option<SendData>,
        buffer: &TargetBuffer,
        (old, label): (Option<RecvSpace>, Label),
    ) -> Result<Option<RequestId>, LinkError> {
        let (peer, len) = (self.peer(at), buffer.len());
        let most = fragment(links, peer, update.basic.size())?;
        let receiver = old.map(|space| transfer.fetch(peer, space, label));
        // What was there comes when all is changed, and confirms that.
        let answer = match receiver {
            None => self.begin_access(at, len > COPIED),
            Some(_) => None,
        };
        let row = buffer.row().filter(|_| len <= SMALL_UPDATE);
        let described = match row {
            Some(_) => None,
            None => self.describe(transfer, peer, buffer),
        };
        let mut request = None;
        if let Some((place, len)) = row {
            let head = UpdateHead { update, receiver, position: 0, len };
            let operands = data.map_or_else(Vec::new, |data| data.to_vec());
            let frame = update_frame((place, at.window), head, &operands, answer);
            batch::enqueue(transfer, peer, frame);
        } else if let Some(number) = described {
            let wanted = match receiver {
                Some(_) => Wanted::Fetch(update),
                None => Wanted::Update(update),
            };
            Self::announce(transfer, (peer, at.window), wanted, (number, buffer), receiver);
            if let Some(data) = data {
                let mut source = FrameSource::of(transfer, peer, data, (label, answer));
                Self::send_pieces(transfer, (peer, at.window), &mut source, len, most);
                request = source.request();
            }
        } else {
            let operands = data.map_or_else(Vec::new, |data| data.to_vec());
            self.update_blocks(transfer, at, update, &operands, buffer, (receiver, answer));
        }
        self.await_request(at, transfer, request);
        self.await_request(at, transfer, receiver);
        // The old elements come after the operands have left.
        if let Some((request, _)) = request.zip(receiver) {
            transfer.detach(request);
        }
        Ok(receiver.or(request))
    }

    /// Puts an element in place of another (`MPI_Compare_and_swap`); gets what was there.
    pub fn swap(
        &mut self,
        transfer: &mut Transfer,
        at: WindowRank,
        place: u64,
        (expected, new): (&[u8], &[u8]),
        (old, label): (RecvSpace, Label),
    ) -> RequestId {
        let peer = self.peer(at);
        let receiver = transfer.fetch(peer, old, label);
        let payload = [&word_of(Some(receiver)).to_le_bytes(), expected, new].concat();
        batch::enqueue(transfer, peer, with_bytes(header(SWAP, place, at.window), payload));
        // What was there confirms that the new element is.
        self.await_request(at, transfer, Some(receiver));
        receiver
    }

    /// The number by which a target knows a datatype, told now if need be; `None`: it cannot be told.
    fn describe(
        &mut self,
        transfer: &mut Transfer,
        peer: PeerId,
        buffer: &TargetBuffer,
    ) -> Option<u32> {
        match self.told.entry(peer).or_default().number(&buffer.datatype)? {
            Told::Known(number) => Some(number),
            Told::New(number, description) => {
                let header = header(DATATYPE, u64::from(number), 0);
                batch::enqueue(transfer, peer, with_bytes(header, description));
                Some(number)
            }
        }
    }

    fn announce(
        transfer: &mut Transfer,
        (peer, window): (PeerId, u32),
        wanted: Wanted,
        (datatype, buffer): (u32, &TargetBuffer),
        receiver: Option<RequestId>,
    ) {
        let TargetBuffer { place, count, .. } = *buffer;
        let head = OperationHead { wanted, datatype, count, place, receiver };
        batch::enqueue(transfer, peer, with_bytes(header(OPERATION, 0, window), head.encode()));
    }

    fn send_pieces(
        transfer: &mut Transfer,
        (peer, window): (PeerId, u32),
        source: &mut FrameSource,
        len: usize,
        most: usize,
    ) {
        for range in pieces(len, most) {
            let header = header(PIECE, range.start as u64, window);
            batch::enqueue(transfer, peer, source.frame(header, range, len));
        }
    }

    /// An update block by block, for a datatype that cannot be described.
    fn update_blocks(
        &mut self,
        transfer: &mut Transfer,
        at: WindowRank,
        update: Update,
        operands: &[u8],
        buffer: &TargetBuffer,
        (receiver, answer): (Option<RequestId>, Option<u32>),
    ) {
        let (peer, all) = (self.peer(at), buffer.len());
        let most = SMALL_UPDATE / update.basic.size() * update.basic.size();
        each_block(buffer, |place, range| {
            for part in pieces(range.len(), most) {
                let place = place.wrapping_add(part.start as u64);
                let part = range.start + part.start..range.start + part.end;
                let (position, len) = (part.start as u64, part.len() as u64);
                let head = UpdateHead { update, receiver, position, len };
                let operands = operands.get(part).unwrap_or(&[]);
                let answer = answer.filter(|_| position + len == all as u64);
                let frame = update_frame((place, at.window), head, operands, answer);
                batch::enqueue(transfer, peer, frame);
            }
        });
    }
}

/// How many bytes a frame to a peer may have, as whole elements.
fn fragment(links: &mut Links, peer: PeerId, unit: usize) -> Result<usize, LinkError> {
    let most = links.attributes(peer, TrafficClass::Message, ContextId(0))?.fragment;
    Ok((most / unit * unit).max(unit))
}

fn pieces(len: usize, most: usize) -> impl Iterator<Item = Range<usize>> {
    (0..len).step_by(most).map(move |start| start..len.min(start + most))
}

fn update_frame(
    (place, window): (u64, u32),
    head: UpdateHead,
    operands: &[u8],
    answer: Option<u32>,
) -> QueuedFrame {
    let payload = [&head.encode()[..], operands].concat();
    with_bytes(asking(header(UPDATE, place, window), answer), payload)
}

/// Calls `act` with place and packed range of each block of a buffer.
fn each_block(buffer: &TargetBuffer, mut act: impl FnMut(u64, Range<usize>)) {
    let mut done = 0;
    buffer.datatype.for_each_block(buffer.count, 0, usize::MAX, |offset, len| {
        let range = done..done + len as usize;
        done = range.end;
        act(buffer.place.wrapping_add_signed(offset), range);
    });
}
