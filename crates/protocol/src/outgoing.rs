//! Frames that wait for their method.

use crate::engine::Engine;
use crate::frames::{CTS, DATA, FIN, bits, control, lane_of};
use crate::request::{RequestId, State};
use ferry_link::{Context, Lane, LinkError};
use ferry_wire::{Header, PeerId};
use smallvec::SmallVec;

/// Payload of a waiting frame.
pub(crate) enum Body {
    /// Its own few bytes.
    Short(SmallVec<[u8; 8]>),
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

impl Outgoing {
    pub(crate) fn control(header: Header) -> Self {
        Outgoing { header, body: Body::Short(SmallVec::new()), done: 0, completes: None }
    }
}

impl Engine {
    /// Puts a frame at the end of a peer's queue.
    pub(crate) fn enqueue(&mut self, peer: PeerId, frame: Outgoing) {
        let entry = self.peer(peer);
        if entry.lost.is_some() {
            return;
        }
        entry.queue.push_back(frame);
        self.mark_busy(peer);
    }

    pub(crate) fn mark_busy(&mut self, peer: PeerId) {
        let entry = self.peer(peer);
        if !entry.busy {
            entry.busy = true;
            self.busy.push(peer);
        }
    }

    /// Hands waiting frames to the links, as far as they take them. Returns the number taken.
    #[inline]
    pub fn flush(&mut self, link: &mut Context) -> usize {
        if self.busy.is_empty() && self.pulls.is_empty() {
            return 0;
        }
        self.flush_all(link)
    }

    /// Whether frames still wait for their method.
    pub fn has_output(&self) -> bool {
        !self.busy.is_empty() || !self.pulls.is_empty()
    }

    #[inline(never)]
    fn flush_all(&mut self, link: &mut Context) -> usize {
        self.pull_all(link);
        let mut taken = 0;
        let mut index = 0;
        while index < self.busy.len() {
            let peer = self.busy[index];
            match self.flush_peer(peer, link) {
                Ok(n) => taken += n,
                Err(why) => self.lose(peer, &why.to_string()),
            }
            let entry = self.peer(peer);
            if entry.queue.is_empty() && entry.bulk.is_empty() {
                entry.busy = false;
                self.busy.swap_remove(index);
            } else {
                index += 1;
            }
        }
        taken
    }

    fn flush_peer(&mut self, peer: PeerId, link: &mut Context) -> Result<usize, LinkError> {
        let mut taken = 0;
        let mut fragments = 0;
        loop {
            if self.peer(peer).queue.is_empty() {
                // One fragment a turn, so that control frames and other peers pass between.
                if fragments == 1 || !self.cut_fragment(peer, link)? {
                    return Ok(taken);
                }
                fragments += 1;
            }
            let Some(mut frame) = self.peer(peer).queue.pop_front() else { return Ok(taken) };
            if !self.try_frame(peer, &mut frame, link)? {
                self.peer(peer).queue.push_front(frame);
                return Ok(taken);
            }
            taken += 1;
            if let Some(request) = frame.completes {
                self.complete_send(request);
            }
        }
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
        let Some(mut job) = self.peer(peer).bulk.pop_front() else { return Ok(false) };
        let Some(State::Send(send)) = self.requests.get(job.request).map(|r| &r.state) else {
            return Ok(!self.peer(peer).bulk.is_empty());
        };
        let (len, tagged) = (send.data.len(), bits(send.context, send.tag));
        let fragment = link.attributes(peer, Lane::Bulk, send.context)?.fragment;
        let end = len.min(job.offset + fragment);
        let mut header = control(DATA, RequestId(job.receiver), job.offset as u64);
        header.bits = tagged;
        let frame = Outgoing {
            header,
            body: Body::Of { request: job.request, range: job.offset..end },
            done: 0,
            completes: (end == len).then_some(job.request),
        };
        job.offset = end;
        let entry = self.peer(peer);
        entry.queue.push_back(frame);
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
