//! Frames that wait for their method.

use crate::engine::Engine;
use crate::frames::{CTS, DATA, FIN, RTS, RtsBody, control, lane_of};
use crate::held::Errand;
use crate::peer::{Arrival, Incoming, StreamQueue};
use crate::request::{Kept, KeptBody, Recv, RequestId, State};
use ferry_link::{Context, Lane, LinkError};
use ferry_method::Landing;
use ferry_wire::{Header, PeerId, StreamKey};
use smallvec::SmallVec;
use std::collections::VecDeque;

/// Payload of a waiting frame.
pub(crate) enum Body {
    /// Its own few bytes.
    Short(SmallVec<[u8; 16]>),
    /// A range of a send's data.
    Of { request: RequestId, range: std::ops::Range<usize> },
    /// Packed bytes.
    Packed(Vec<u8>),
}

/// A waiting frame.
pub(crate) struct Outgoing {
    pub(crate) header: Header,
    pub(crate) body: Body,
    pub(crate) done: usize,
    /// The send that is complete once this frame has been taken.
    pub(crate) completes: Option<RequestId>,
}

/// A cleared long message.
pub(crate) struct BulkJob {
    pub(crate) request: RequestId,
    pub(crate) receiver: u64,
    pub(crate) offset: usize,
}

/// A message to be read from its sender's memory.
pub(crate) struct Pull {
    pub(crate) peer: PeerId,
    pub(crate) request: RequestId,
    pub(crate) sender: RequestId,
    pub(crate) address: u64,
    pub(crate) len: u64,
}

/// A message that waits in its stream for the receive that took it.
pub(crate) struct Resume {
    pub(crate) peer: PeerId,
    pub(crate) arrival: Arrival,
    pub(crate) request: RequestId,
    /// The sender's request, if it waits for the match; it is told when all has come.
    pub(crate) sender: Option<u64>,
    pub(crate) len: usize,
}

/// Why held sends may go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Release {
    /// The receiver gave credit back.
    Credit,
    /// The method was being changed.
    Change,
}

impl Outgoing {
    pub(crate) fn control(header: Header) -> Self {
        Outgoing { header, body: Body::Short(SmallVec::new()), done: 0, completes: None }
    }

    /// The number of the message that this is, or asks for, if it has one.
    pub(crate) fn number(&self) -> Option<u64> {
        match &self.body {
            _ if self.header.flags & Header::SEQUENCED == 0 => None,
            Body::Short(bytes) if self.header.handler == RTS => {
                RtsBody::decode(&self.header, bytes).0
            }
            _ => Some(self.header.words[1]),
        }
    }
}

impl Engine {
    /// Puts a frame at the end of its stream's queue.
    pub(crate) fn enqueue(&mut self, peer: PeerId, frame: Outgoing) {
        let entry = self.peer(peer);
        if entry.lost.is_some() {
            return;
        }
        match frame.header.stream_key() {
            StreamKey(0) => entry.queue.push_back(frame),
            key => match entry.streams.iter_mut().find(|stream| stream.key == key) {
                Some(stream) => stream.frames.push_back(frame),
                None => entry.streams.push(StreamQueue { key, frames: [frame].into() }),
            },
        }
        self.mark_busy(peer);
    }

    pub(crate) fn mark_busy(&mut self, peer: PeerId) {
        let entry = self.peer(peer);
        if !entry.busy {
            entry.busy = true;
            self.busy.push(peer);
        }
    }

    /// Hands waiting frames to the links, as far as they take them. Returns how much moved.
    #[inline]
    pub fn flush(&mut self, link: &mut Context) -> usize {
        if self.has_output() || link.is_switching() { self.flush_all(link) } else { 0 }
    }

    /// Whether frames still wait for their method.
    #[inline]
    pub fn has_output(&self) -> bool {
        !self.busy.is_empty() || self.owes
    }

    #[inline(never)]
    fn flush_all(&mut self, link: &mut Context) -> usize {
        let mut taken = 0;
        if self.owes {
            self.pull_all(link);
            taken += self.resume_all(link);
            self.release_all(link);
            self.owes = !self.released.is_empty();
            self.run_errands(link);
        }
        let mut index = 0;
        while index < self.busy.len() {
            let peer = self.busy[index];
            match self.flush_peer(peer, link) {
                Ok(n) => taken += n,
                Err(why) => self.lose(peer, &why.to_string()),
            }
            let entry = self.peer(peer);
            if entry.is_drained() && entry.bulk.is_empty() {
                entry.busy = false;
                self.busy.swap_remove(index);
            } else {
                index += 1;
            }
        }
        if link.is_switching() {
            self.agree_to_changes(link);
            for peer in link.leaving() {
                taken += self.read_held(peer, link);
            }
        }
        taken
    }

    /// What is queued for a peer must be handed over before its method changes.
    fn agree_to_changes(&mut self, link: &mut Context) {
        for peer in link.changing() {
            if self.peer(peer).is_drained() {
                link.agree(peer);
            }
        }
    }

    /// Direct design: whoever leaves a method waits until all that it sent by it has come, so held
    /// messages are read without a receive that wants them. Returns how many.
    fn read_held(&mut self, peer: PeerId, link: &mut Context) -> usize {
        let held = self.matcher.kept_where(|envelope, kept| {
            envelope.source == peer.0 && matches!(kept.body, KeptBody::InStream(_))
        });
        let probed = self.requests.ids().into_iter().filter(|id| {
            self.requests.get(*id).is_some_and(|request| match &request.state {
                State::Recv(Recv { held: Some(held), .. }) => {
                    held.peer == peer && matches!(held.kept.body, KeptBody::InStream(_))
                }
                _ => false,
            })
        });
        let probed: Vec<RequestId> = probed.collect();
        let count = held.len() + probed.len();
        for id in held {
            let Some(kept) = self.matcher.kept_mut(id) else { continue };
            let (len, sender) = (kept.len, kept.sender);
            let body = std::mem::replace(&mut kept.body, KeptBody::Reading);
            self.read_in(peer, body, len, Incoming::Kept { id, sender }, link);
        }
        for request in probed {
            let Some(State::Recv(recv)) = self.requests.get_mut(request).map(|r| &mut r.state)
            else {
                continue;
            };
            let Some(Kept { len, body, sender }) = recv.held.take().map(|held| held.kept) else {
                continue;
            };
            self.read_in(peer, body, len, Incoming::Claimed { request, sender }, link);
        }
        count
    }

    /// Reads a held message into memory of Ferry's.
    fn read_in(
        &mut self,
        peer: PeerId,
        body: KeptBody,
        len: u64,
        incoming: Incoming,
        link: &mut Context,
    ) {
        let KeptBody::InStream(arrival) = body else { return };
        self.peer(peer).begin_incoming(arrival, incoming);
        let landing = Landing::Heap(vec![0; len as usize]);
        if let Err(why) = link.resume(peer, arrival.stream, landing) {
            self.lose(peer, &why.to_string());
        }
    }

    /// Lets sends go on that were held back.
    fn release_all(&mut self, link: &mut Context) {
        for (peer, release) in std::mem::take(&mut self.released) {
            if link.is_changing(peer) {
                self.owes = true;
                self.released.push((peer, Release::Change));
            } else if release == Release::Credit {
                self.launch_for_credit(link, peer);
            } else {
                self.launch_after_change(link, peer);
            }
        }
    }

    fn run_errands(&mut self, link: &mut Context) {
        for errand in std::mem::take(&mut self.errands) {
            match errand {
                Errand::Offer { peer, context, tag } => self.answer(peer, context, tag, link),
                Errand::Withdraw { request } => self.ask_back(request, link),
            }
        }
    }

    /// Direct design: lets the method read held messages into their receives. Returns their number:
    /// the next poll finds them.
    fn resume_all(&mut self, link: &mut Context) -> usize {
        let resumes = std::mem::take(&mut self.resumes);
        let resumed = resumes.len();
        for resume in resumes {
            let Resume { peer, arrival, request, sender, len } = resume;
            let landing = self.landing_for(request, len);
            let incoming = Incoming::Matched { request, sender, len };
            self.peer(peer).begin_incoming(arrival, incoming);
            if let Err(why) = link.resume(peer, arrival.stream, landing) {
                self.lose(peer, &why.to_string());
            }
        }
        resumed
    }

    fn flush_peer(&mut self, peer: PeerId, link: &mut Context) -> Result<usize, LinkError> {
        let mut taken = 0;
        if !self.peer(peer).streams.is_empty() {
            if self.shares_one_stream(peer, link)? {
                return self.flush_in_turn(peer, link);
            }
            taken += self.flush_streams(peer, link)?;
        }
        let mut fragments = 0;
        loop {
            if self.peer(peer).queue.is_empty() {
                // One fragment a turn, so that control frames and other peers pass between.
                if fragments == 1 || !self.cut_fragment(peer, link)? {
                    return Ok(taken);
                }
                fragments += 1;
                if self.peer(peer).queue.is_empty() {
                    return Ok(taken + self.flush_streams(peer, link)?);
                }
            }
            let Some(frame) = self.peer(peer).queue.pop_front() else { return Ok(taken) };
            if let Some(frame) = self.hand_over(peer, frame, link)? {
                self.peer(peer).queue.push_front(frame);
                return Ok(taken);
            }
            taken += 1;
        }
    }

    /// Gives a frame to the link; it comes back if it was not taken whole.
    fn hand_over(
        &mut self,
        peer: PeerId,
        mut frame: Outgoing,
        link: &mut Context,
    ) -> Result<Option<Outgoing>, LinkError> {
        if !self.try_frame(peer, &mut frame, link)? {
            return Ok(Some(frame));
        }
        if let Some(request) = frame.completes {
            self.complete_send(request);
        }
        Ok(None)
    }

    /// Sends what waits for streams other than 0; a stream without room holds up no other.
    fn flush_streams(&mut self, peer: PeerId, link: &mut Context) -> Result<usize, LinkError> {
        let mut taken = 0;
        let mut at = 0;
        while at < self.peer(peer).streams.len() {
            let Some(frame) = self.peer(peer).streams[at].frames.pop_front() else { break };
            match self.hand_over(peer, frame, link)? {
                Some(frame) => {
                    self.peer(peer).streams[at].frames.push_front(frame);
                    at += 1;
                }
                None => {
                    taken += 1;
                    if self.peer(peer).streams[at].frames.is_empty() {
                        self.peer(peer).streams.swap_remove(at);
                    }
                }
            }
        }
        Ok(taken)
    }

    /// Whether what waits for other streams goes by a method that has one stream only: the method was
    /// changed since it was queued, or bulk data has a method of its own.
    fn shares_one_stream(&mut self, peer: PeerId, link: &mut Context) -> Result<bool, LinkError> {
        let fronts = self.peer(peer).streams.iter().filter_map(|stream| stream.frames.front());
        let kinds: Vec<_> = fronts.map(|frame| (lane_of(&frame.header), frame.header)).collect();
        for (lane, header) in kinds {
            if link.attributes(peer, lane, header.context())?.streams == 1 {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Sends one queue after the other, beginning with a frame that is partly sent: on a method with
    /// one stream nothing may come between its parts.
    fn flush_in_turn(&mut self, peer: PeerId, link: &mut Context) -> Result<usize, LinkError> {
        let entry = self.peer(peer);
        let begun = |frames: &VecDeque<Outgoing>| frames.front().is_some_and(|f| f.done != 0);
        if !begun(&entry.queue) {
            let first = entry.streams.iter().position(|stream| begun(&stream.frames));
            let first = first.unwrap_or(0);
            let moved = entry.streams.remove(first);
            let (front, behind): (Vec<_>, Vec<_>) = match first {
                _ if begun(&moved.frames) => (moved.frames.into(), vec![]),
                _ => (vec![], moved.frames.into()),
            };
            front.into_iter().rev().for_each(|frame| entry.queue.push_front(frame));
            entry.queue.extend(behind);
        }
        let mut taken = 0;
        while let Some(frame) = self.peer(peer).queue.pop_front() {
            if let Some(frame) = self.hand_over(peer, frame, link)? {
                self.peer(peer).queue.push_front(frame);
                break;
            }
            taken += 1;
        }
        Ok(taken)
    }

    fn try_frame(
        &mut self,
        peer: PeerId,
        frame: &mut Outgoing,
        link: &mut Context,
    ) -> Result<bool, LinkError> {
        let lane = lane_of(&frame.header);
        if let Body::Of { request, range } = &frame.body {
            let range = range.clone();
            let Some(State::Send(send)) = self.requests.get(*request).map(|r| &r.state) else {
                return Ok(true);
            };
            let mut packed = Vec::new();
            let bytes = send.data.slice(range, &mut packed);
            let taken = link.send(peer, lane, &frame.header, bytes, &mut frame.done)?;
            if !taken && !packed.is_empty() {
                frame.body = Body::Packed(packed);
            }
            return Ok(taken);
        }
        let bytes: &[u8] = match &frame.body {
            Body::Short(bytes) => bytes,
            Body::Packed(bytes) => bytes,
            Body::Of { .. } => &[],
        };
        link.send(peer, lane, &frame.header, bytes, &mut frame.done)
    }

    /// Queues the next fragment of the next cleared message; false if there is none.
    fn cut_fragment(&mut self, peer: PeerId, link: &mut Context) -> Result<bool, LinkError> {
        // A fragment of the stream that an old method would take, and one of the new method's, would
        // arrive at once; a receive is filled by one at a time.
        if link.is_changing(peer) {
            return Ok(false);
        }
        let Some(mut job) = self.peer(peer).bulk.pop_front() else { return Ok(false) };
        let Some(State::Send(send)) = self.requests.get(job.request).map(|r| &r.state) else {
            return Ok(!self.peer(peer).bulk.is_empty());
        };
        let len = send.data.len();
        let attributes = link.attributes(peer, Lane::Bulk, send.context)?;
        let fragment = attributes.fragment;
        let end = len.min(job.offset + fragment);
        let mut header = control(DATA, RequestId(job.receiver), job.offset as u64);
        let stream = self.spread.data_header(attributes, send.context, send.tag);
        header.bits = stream.bits;
        header.stream = stream.stream;
        header.flags = stream.flags;
        let frame = Outgoing {
            header,
            body: Body::Of { request: job.request, range: job.offset..end },
            done: 0,
            completes: (end == len).then_some(job.request),
        };
        job.offset = end;
        self.enqueue(peer, frame);
        let entry = self.peer(peer);
        if end < len {
            entry.bulk.push_back(job);
        }
        Ok(true)
    }

    /// One-copy: reads matched messages from their senders' memory, where they are long enough to
    /// gain by it; the others are asked for. Where reading fails, so are all from then on.
    fn pull_all(&mut self, link: &mut Context) {
        for pull in std::mem::take(&mut self.pulls) {
            let gains = self.remote_reads
                && link.reads_from(pull.peer).is_some_and(|from| pull.len >= from as u64);
            let Some(region) = self.region_of(pull.request) else { continue };
            if gains && link.read_remote(pull.peer, pull.address, region).is_ok() {
                self.enqueue(pull.peer, Outgoing::control(control(FIN, pull.sender, 0)));
                self.received(pull.request, pull.len);
                continue;
            }
            self.remote_reads &= !gains;
            let clear = control(CTS, pull.sender, pull.request.0);
            self.enqueue(pull.peer, Outgoing::control(clear));
        }
    }
}
