//! What is known of each process that was talked to.

use crate::backlog::Backlog;
use crate::frames::lane_of;
use crate::held::Held;
use crate::limits::{ENVELOPE_BYTES, Limits};
use crate::order::Sequence;
use crate::outgoing::{Body, BulkJob, Outgoing};
use crate::request::RequestId;
use ferry_link::Lane;
use ferry_matching::KeptId;
use ferry_wire::{ContextId, Header, StreamKey};
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

/// Tells apart the long frames of a peer that arrive at once: of different streams, or by different
/// methods, of which data and each context may have one of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Arrival {
    pub(crate) stream: StreamKey,
    context: ContextId,
    lane: Lane,
}

impl Arrival {
    pub(crate) fn of(header: &Header) -> Self {
        let (stream, context) = (header.stream_key(), header.context());
        Arrival { stream, context, lane: lane_of(header) }
    }
}

/// A long frame that is arriving.
#[derive(Debug)]
pub(crate) enum Incoming {
    /// A long eager message that matched this receive.
    Matched {
        request: RequestId,
        sender: Option<u64>,
        len: usize,
    },
    /// A long eager message that is kept; a receive may claim it while it fills.
    Kept {
        id: KeptId,
        sender: Option<u64>,
    },
    /// One that a receive or a matched probe has claimed.
    Claimed {
        request: RequestId,
        sender: Option<u64>,
    },
    /// A fragment of data for this receive.
    Data {
        request: RequestId,
        len: usize,
    },
    Unwanted,
}

/// What an eager message of `len` bytes costs of the byte budget.
fn cost(len: usize) -> u32 {
    u32::try_from(len).map_or(u32::MAX, |len| len.saturating_add(ENVELOPE_BYTES))
}

/// Frames that wait for one stream, in order; the first may be partly sent.
pub(crate) struct StreamQueue {
    pub(crate) key: StreamKey,
    pub(crate) frames: VecDeque<Outgoing>,
}

pub(crate) struct Peer {
    /// Frames of stream 0 in order; the first may be partly sent.
    pub(crate) queue: VecDeque<Outgoing>,
    /// Frames of other streams; no queue is empty.
    pub(crate) streams: Vec<StreamQueue>,
    /// Long messages that were cleared, served in turn.
    pub(crate) bulk: VecDeque<BulkJob>,
    /// Sends that wait for envelope credit or a change of method.
    pub(crate) held: Option<Box<Held>>,
    /// What the peer holds back.
    pub(crate) backlog: Option<Box<Backlog>>,
    /// Offered messages that were taken; some may have been sent before their senders knew.
    pub(crate) taken: u64,
    /// What this process may still send.
    pub(crate) credit: Limits,
    /// What this process has consumed and not yet given back.
    pub(crate) consumed: Limits,
    /// What this process keeps for the peer, in the same measure as credit.
    pub(crate) kept: Limits,
    /// Long frames that have begun to arrive.
    pub(crate) incoming: Vec<(Arrival, Incoming)>,
    pub(crate) sequences: HashMap<ContextId, Sequence>,
    /// In the list of peers with something to flush.
    pub(crate) busy: bool,
    pub(crate) lost: Option<Arc<str>>,
}

impl Peer {
    pub(crate) fn new(limits: Limits) -> Self {
        Peer {
            queue: VecDeque::new(),
            streams: Vec::new(),
            bulk: VecDeque::new(),
            held: None,
            backlog: None,
            taken: 0,
            credit: limits,
            consumed: Limits { bytes: 0, envelopes: 0 },
            kept: Limits { bytes: 0, envelopes: 0 },
            incoming: Vec::new(),
            sequences: HashMap::new(),
            busy: false,
            lost: None,
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
    pub(crate) fn begin_incoming(&mut self, key: Arrival, incoming: Incoming) {
        self.incoming.retain(|(of, _)| *of != key);
        self.incoming.push((key, incoming));
    }

    /// A long frame has come.
    pub(crate) fn end_incoming(&mut self, key: Arrival) -> Option<Incoming> {
        let at = self.incoming.iter().position(|(of, _)| *of == key)?;
        Some(self.incoming.swap_remove(at).1)
    }

    /// The receives that long frames are filling directly.
    pub(crate) fn filling(&self) -> Vec<RequestId> {
        let filled = self.incoming.iter().filter_map(|(_, incoming)| match incoming {
            Incoming::Matched { request, .. }
            | Incoming::Data { request, .. }
            | Incoming::Claimed { request, .. } => Some(*request),
            Incoming::Kept { .. } | Incoming::Unwanted => None,
        });
        filled.collect()
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

    /// Nothing stands before a new eager frame.
    #[inline]
    pub(crate) fn is_clear(&self) -> bool {
        self.is_drained() && self.held.is_none()
    }
}
