//! Frames that wait for their method.

use crate::frames::{Announcement, DATA, control};
use crate::peer::StreamQueue;
use crate::request::{RequestId, RequestState};
use crate::transfer::Transfer;
use ferry_link::{LinkError, Links, TrafficClass};
use ferry_wire::{Header, PeerId, StreamKey};
use smallvec::SmallVec;
use std::collections::VecDeque;

/// Payload of a waiting frame.
pub enum Body {
    /// Its own few bytes.
    Short(SmallVec<[u8; Announcement::LONGEST]>),
    /// A range of a send's data.
    Of {
        /// The send.
        request: RequestId,
        /// Where in its data.
        range: std::ops::Range<usize>,
    },
    /// Packed bytes.
    Packed(Vec<u8>),
}

/// A waiting frame.
pub struct QueuedFrame {
    /// Its header.
    pub header: Header,
    /// What kind of traffic it is.
    pub class: TrafficClass,
    /// Its payload.
    pub body: Body,
    /// How much of it has been taken, in the method's own measure.
    pub done: usize,
    /// The send that is complete once this frame has been taken.
    pub completes: Option<RequestId>,
}

/// A cleared long message.
pub(crate) struct BulkJob {
    pub(crate) request: RequestId,
    pub(crate) receiver: u64,
    pub(crate) offset: usize,
    /// The receiver may be told to read it.
    pub(crate) may_be_read: bool,
}

impl QueuedFrame {
    /// A frame without payload.
    pub fn bare(header: Header, class: TrafficClass) -> Self {
        let body = Body::Short(SmallVec::new());
        QueuedFrame { header, class, body, done: 0, completes: None }
    }
}

impl Transfer {
    /// Puts a frame at the end of its stream's queue.
    pub fn enqueue(&mut self, peer: PeerId, frame: QueuedFrame) {
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

    /// The frame behind which the next one of stream 0 would wait, as long as nothing of it has been sent.
    pub fn last_waiting(&mut self, peer: PeerId) -> Option<&mut QueuedFrame> {
        self.peer(peer).queue.back_mut().filter(|frame| frame.done == 0)
    }

    /// How many frames of stream 0 wait for a peer.
    pub fn waiting(&mut self, peer: PeerId) -> usize {
        self.peer(peer).queue.len()
    }

    /// Queues a control frame.
    pub fn control(&mut self, peer: PeerId, header: Header) {
        self.enqueue(peer, QueuedFrame::bare(header, TrafficClass::Control));
    }

    /// Takes a waiting frame of `peer` back of which nothing has been sent.
    pub fn recall(
        &mut self,
        peer: PeerId,
        is_it: impl Fn(&QueuedFrame) -> bool,
    ) -> Option<QueuedFrame> {
        self.peer(peer).remove_frame(is_it)
    }

    pub(crate) fn mark_busy(&mut self, peer: PeerId) {
        let entry = self.peer(peer);
        if !entry.busy {
            entry.busy = true;
            self.busy.push(peer);
            self.owes = true;
        }
    }

    /// Whether something waits for a flush: frames for their method, messages to be fetched, or what a
    /// face has to do.
    #[inline]
    pub fn has_output(&self) -> bool {
        self.owes
    }

    /// A face has something to do when flushing.
    #[inline]
    pub fn owe(&mut self) {
        self.owes = true;
    }

    /// Whether something waits, as whoever has done it knows.
    #[inline]
    pub fn set_owing(&mut self, owes: bool) {
        self.owes = owes;
    }

    /// Hands waiting frames to the links, as far as they take them. Returns how much moved. Peers that
    /// were found lost are in [`Transfer::take_lost`].
    pub fn flush(&mut self, link: &mut Links) -> usize {
        self.owes = false;
        self.pull_all(link);
        let mut taken = 0;
        let mut index = 0;
        while index < self.busy.len() {
            let peer = self.busy[index];
            match self.flush_peer(peer, link) {
                Ok(n) => taken += n,
                Err(why) => self.mourn(peer, &why.to_string()),
            }
            let entry = self.peer(peer);
            if entry.is_drained() && entry.bulk.is_empty() {
                entry.busy = false;
                self.busy.swap_remove(index);
            } else {
                index += 1;
            }
        }
        self.owes |= !self.busy.is_empty();
        taken
    }

    /// What is queued for a peer must be handed over before its method changes.
    pub fn agree_to_changes(&mut self, link: &mut Links) {
        for peer in link.changing() {
            if self.peer(peer).is_drained() {
                link.agree(peer);
            }
        }
    }

    fn flush_peer(&mut self, peer: PeerId, link: &mut Links) -> Result<usize, LinkError> {
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
        mut frame: QueuedFrame,
        link: &mut Links,
    ) -> Result<Option<QueuedFrame>, LinkError> {
        if !self.try_frame(peer, &mut frame, link)? {
            return Ok(Some(frame));
        }
        if let Some(request) = frame.completes {
            self.complete_send(request);
        }
        Ok(None)
    }

    /// Sends what waits for streams other than 0; a stream without room holds up no other.
    fn flush_streams(&mut self, peer: PeerId, link: &mut Links) -> Result<usize, LinkError> {
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
    fn shares_one_stream(&mut self, peer: PeerId, link: &mut Links) -> Result<bool, LinkError> {
        let fronts = self.peer(peer).streams.iter().filter_map(|stream| stream.frames.front());
        let kinds: Vec<_> = fronts.map(|frame| (frame.class, frame.header)).collect();
        for (class, header) in kinds {
            if link.attributes(peer, class, header.context())?.streams == 1 {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Sends one queue after the other, beginning with a frame that is partly sent: on a method with
    /// one stream nothing may come between its parts.
    fn flush_in_turn(&mut self, peer: PeerId, link: &mut Links) -> Result<usize, LinkError> {
        let entry = self.peer(peer);
        let begun = |frames: &VecDeque<QueuedFrame>| frames.front().is_some_and(|f| f.done != 0);
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
        frame: &mut QueuedFrame,
        link: &mut Links,
    ) -> Result<bool, LinkError> {
        let class = frame.class;
        if let Body::Of { request, range } = &frame.body {
            let range = range.clone();
            let Some(RequestState::Send(send)) = self.requests.get(*request).map(|r| &r.state)
            else {
                return Ok(true);
            };
            let mut packed = Vec::new();
            let bytes = send.data.slice(range, &mut packed);
            let taken = link.send(peer, class, &frame.header, bytes, &mut frame.done)?;
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
        link.send(peer, class, &frame.header, bytes, &mut frame.done)
    }

    /// Queues the next fragment of the next cleared message; false if there is none.
    fn cut_fragment(&mut self, peer: PeerId, link: &mut Links) -> Result<bool, LinkError> {
        // A fragment of the stream that an old method would take, and one of the new method's, would
        // arrive at once; a receive is filled by one at a time.
        if link.is_changing(peer) {
            return Ok(false);
        }
        let Some(mut job) = self.peer(peer).bulk.pop_front() else { return Ok(false) };
        if job.may_be_read && link.is_unattended() && self.lend(peer, &job, link) {
            return Ok(true);
        }
        job.may_be_read = false;
        let Some(RequestState::Send(send)) = self.requests.get(job.request).map(|r| &r.state)
        else {
            return Ok(!self.peer(peer).bulk.is_empty());
        };
        let len = send.data.len();
        let attributes = link.attributes(peer, TrafficClass::Bulk, send.context)?;
        let fragment = attributes.fragment;
        let end = len.min(job.offset + fragment);
        let mut header = control(DATA, RequestId(job.receiver), job.offset as u64);
        let stream = self.spread.data_header(attributes, send.context, send.tag);
        header.bits = stream.bits;
        header.stream = stream.stream;
        header.flags = stream.flags;
        let frame = QueuedFrame {
            header,
            class: TrafficClass::Bulk,
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
}
