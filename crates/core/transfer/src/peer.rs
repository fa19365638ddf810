//! What is known of each process that was talked to.

use crate::frames::DATA;
use crate::limits::{ENVELOPE_BYTES, Limits};
use crate::outgoing::{Body, BulkJob, QueuedFrame};
use crate::recv::Whole;
use crate::request::RequestId;
use ferry_wire::{ContextId, Header, StreamKey};
use std::collections::VecDeque;
use std::sync::Arc;

/// Tells apart the long frames of a peer that arrive at once: of different streams, or by different
/// methods, of which data and each context may have one of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArrivalKey {
    pub(crate) stream: StreamKey,
    context: ContextId,
    is_data: bool,
}

impl ArrivalKey {
    /// That of a frame with this header.
    pub fn of(header: &Header) -> Self {
        let (stream, context) = (header.stream_key(), header.context());
        ArrivalKey { stream, context, is_data: header.handler == DATA }
    }

    /// The context of the message.
    pub fn context(&self) -> ContextId {
        self.context
    }

    /// Whether it is of this stream.
    pub fn is_of(&self, stream: StreamKey) -> bool {
        self.stream == stream
    }
}

/// A long frame that fills a receive.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ArrivingFrame {
    /// A message that came with its data.
    Whole(Whole),
    /// A fragment of one that was asked for.
    Fragment { request: RequestId, len: usize },
}

impl ArrivingFrame {
    fn request(&self) -> RequestId {
        match self {
            ArrivingFrame::Whole(whole) => whole.request,
            ArrivingFrame::Fragment { request, .. } => *request,
        }
    }
}

/// What an eager message of `len` bytes costs of the byte budget.
#[inline]
fn cost(len: usize) -> u32 {
    u32::try_from(len).map_or(u32::MAX, |len| len.saturating_add(ENVELOPE_BYTES))
}

/// Frames that wait for one stream, in order; the first may be partly sent.
pub(crate) struct StreamQueue {
    pub(crate) key: StreamKey,
    pub(crate) frames: VecDeque<QueuedFrame>,
}

/// Whether a peer reads what is announced to it: where it asks for it, it could have had it at once.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct PeerAsReader {
    /// So often it has asked since it read last.
    asked: u32,
    /// So many messages go at once before one is announced again.
    left: u32,
}

impl PeerAsReader {
    /// Who asks so often in a row reads nothing for now.
    const ENOUGH: u32 = 8;
    /// One message in so many is announced all the same.
    const TRIED: u32 = 64;

    /// Whether the next message is announced.
    pub(crate) fn is_tried(&mut self) -> bool {
        if self.asked < PeerAsReader::ENOUGH {
            return true;
        }
        let is_due = self.left == 0;
        self.left = if is_due { PeerAsReader::TRIED } else { self.left - 1 };
        is_due
    }

    pub(crate) fn has_asked(&mut self) {
        self.asked = self.asked.saturating_add(1);
    }

    pub(crate) fn has_read(&mut self) {
        *self = PeerAsReader::default();
    }
}

pub(crate) struct TransferPeer {
    /// Frames of stream 0 in order; the first may be partly sent.
    pub(crate) queue: VecDeque<QueuedFrame>,
    /// Frames of other streams; no queue is empty.
    pub(crate) streams: Vec<StreamQueue>,
    /// Long messages that were cleared, served in turn.
    pub(crate) bulk: VecDeque<BulkJob>,
    /// What this process may still send.
    pub(crate) credit: Limits,
    /// What this process has consumed and not yet given back.
    pub(crate) consumed: Limits,
    /// What this process keeps for the peer, in the same measure as credit.
    pub(crate) kept: Limits,
    /// Long frames that have begun to arrive.
    pub(crate) incoming: Vec<(ArrivalKey, ArrivingFrame)>,
    pub(crate) reader: PeerAsReader,
    /// In the list of peers with something to flush.
    pub(crate) busy: bool,
    pub(crate) lost: Option<Arc<str>>,
    /// Lost, or a face holds back what goes there: nothing goes at once.
    pub(crate) blocked: bool,
}

impl TransferPeer {
    pub(crate) fn new(limits: Limits) -> Self {
        TransferPeer {
            queue: VecDeque::new(),
            streams: Vec::new(),
            bulk: VecDeque::new(),
            credit: limits,
            consumed: Limits::NONE,
            kept: Limits::NONE,
            incoming: Vec::new(),
            reader: PeerAsReader::default(),
            busy: false,
            lost: None,
            blocked: false,
        }
    }

    /// Takes credit for an eager message of `len` bytes.
    #[inline]
    pub(crate) fn take_eager_credit(&mut self, len: usize) -> bool {
        let cost = len as u64 + u64::from(ENVELOPE_BYTES);
        if u64::from(self.credit.bytes) < cost || self.credit.envelopes == 0 {
            return false;
        }
        self.credit.bytes -= cost as u32;
        self.credit.envelopes -= 1;
        true
    }

    /// Takes credit for an envelope alone.
    pub(crate) fn take_envelope_credit(&mut self) -> bool {
        if self.credit.envelopes == 0 {
            return false;
        }
        self.credit.envelopes -= 1;
        true
    }

    /// Takes credit back for a message that was never sent.
    pub(crate) fn return_credit(&mut self, eager_len: Option<usize>) {
        self.credit.bytes += eager_len.map_or(0, cost);
        self.credit.envelopes += 1;
    }

    /// Notes that a message of the peer's is no longer kept; true when it is time to say so.
    #[inline]
    pub(crate) fn consume(&mut self, eager_len: Option<usize>, limits: &Limits) -> bool {
        self.consumed.envelopes += 1;
        if let Some(len) = eager_len {
            self.consumed.bytes = self.consumed.bytes.saturating_add(cost(len));
        }
        self.consumed.bytes > limits.bytes / 4 || self.consumed.envelopes > limits.envelopes / 4
    }

    /// Notes that a message of the peer's is kept; false if it had no credit for it.
    pub(crate) fn keep(&mut self, eager_len: Option<usize>, limits: &Limits) -> bool {
        let bytes = self.kept.bytes.saturating_add(eager_len.map_or(0, cost));
        if bytes > limits.bytes || self.kept.envelopes >= limits.envelopes {
            return false;
        }
        self.kept = Limits { bytes, envelopes: self.kept.envelopes + 1 };
        true
    }

    /// Notes that a kept message is kept no longer.
    pub(crate) fn unkeep(&mut self, eager_len: Option<usize>) {
        self.kept.bytes = self.kept.bytes.saturating_sub(eager_len.map_or(0, cost));
        self.kept.envelopes = self.kept.envelopes.saturating_sub(1);
    }

    /// Whether part of a frame with the data of `request` is sent already.
    pub(crate) fn is_halfway(&self, request: RequestId) -> bool {
        let fronts = self.streams.iter().map(|stream| stream.frames.front());
        fronts.chain([self.queue.front()]).flatten().any(|frame| {
            let of = matches!(&frame.body, Body::Of { request: r, .. } if *r == request);
            frame.done != 0 && of
        })
    }

    /// A long frame has begun to arrive.
    pub(crate) fn begin_incoming(&mut self, key: ArrivalKey, incoming: ArrivingFrame) {
        self.incoming.retain(|(of, _)| *of != key);
        self.incoming.push((key, incoming));
    }

    /// A long frame has come.
    pub(crate) fn end_incoming(&mut self, key: ArrivalKey) -> Option<ArrivingFrame> {
        let at = self.incoming.iter().position(|(of, _)| *of == key)?;
        Some(self.incoming.swap_remove(at).1)
    }

    /// The receives that long frames are filling directly.
    pub(crate) fn filling(&self) -> impl Iterator<Item = RequestId> {
        self.incoming.iter().map(|(_, incoming)| incoming.request())
    }

    /// Takes out the first waiting frame of which nothing has been sent and that is the one.
    pub(crate) fn remove_frame(
        &mut self,
        is_it: impl Fn(&QueuedFrame) -> bool,
    ) -> Option<QueuedFrame> {
        let is_it = |frame: &QueuedFrame| frame.done == 0 && is_it(frame);
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

    /// Nothing waits to be sent.
    pub(crate) fn is_drained(&self) -> bool {
        self.queue.is_empty() && self.streams.is_empty()
    }

    /// Whether frames wait for receives of the peer (direct design). A change of method then waits for
    /// them, too, and messages that those receives may wait for go on by the old method.
    pub(crate) fn waits_for_receives(&self) -> bool {
        let fronts = self.streams.iter().filter_map(|stream| stream.frames.front());
        fronts.into_iter().any(|frame| frame.header.flags & Header::HOLDABLE != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_asks_again_and_again_is_told_of_little() {
        let mut reader = PeerAsReader::default();
        for _ in 0..PeerAsReader::ENOUGH {
            assert!(reader.is_tried());
            reader.has_asked();
        }
        let tried =
            |reader: &mut PeerAsReader, of: u32| (0..of).filter(|_| reader.is_tried()).count();
        assert_eq!(tried(&mut reader, 10 * (PeerAsReader::TRIED + 1)), 10);
        reader.has_read();
        assert_eq!(tried(&mut reader, 100), 100);
    }

    #[test]
    fn who_reads_now_and_then_is_told() {
        let mut reader = PeerAsReader::default();
        for _ in 0..100 {
            (1..PeerAsReader::ENOUGH).for_each(|_| reader.has_asked());
            reader.has_read();
            assert!(reader.is_tried());
        }
    }
}
