//! What is known of each process that was talked to.

use crate::limits::{ENVELOPE_BYTES, Limits};
use crate::outgoing::{Body, BulkJob, Outgoing};
use crate::request::RequestId;
use ferry_matching::KeptId;
use std::collections::VecDeque;
use std::sync::Arc;

/// The long frame that is arriving from a peer.
#[derive(Debug)]
pub(crate) enum Incoming {
    Nothing,
    /// A long eager message that matched this receive.
    Matched {
        request: RequestId,
        sender: Option<u64>,
        len: usize,
    },
    /// A long eager message that is kept; a receive may claim it while it fills.
    Kept {
        id: KeptId,
        claimed: Option<RequestId>,
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

pub(crate) struct Peer {
    /// Frames in order; the first may be partly sent.
    pub(crate) queue: VecDeque<Outgoing>,
    /// Long messages that were cleared, served in turn.
    pub(crate) bulk: VecDeque<BulkJob>,
    /// Sends that wait for envelope credit.
    pub(crate) held: VecDeque<RequestId>,
    /// What this process may still send.
    pub(crate) credit: Limits,
    /// What this process has consumed and not yet given back.
    pub(crate) consumed: Limits,
    /// What this process keeps for the peer, in the same measure as credit.
    pub(crate) kept: Limits,
    pub(crate) incoming: Incoming,
    /// Sends from this size on tell their address, as the peer may read them.
    pub(crate) readable_from: Option<usize>,
    /// In the list of peers with something to flush.
    pub(crate) busy: bool,
    pub(crate) lost: Option<Arc<str>>,
}

impl Peer {
    pub(crate) fn new(limits: Limits) -> Self {
        Peer {
            queue: VecDeque::new(),
            bulk: VecDeque::new(),
            held: VecDeque::new(),
            credit: limits,
            consumed: Limits { bytes: 0, envelopes: 0 },
            kept: Limits { bytes: 0, envelopes: 0 },
            incoming: Incoming::Nothing,
            readable_from: None,
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
        self.queue.front().is_some_and(|frame| {
            let of = matches!(&frame.body, Body::Of { request: r, .. } if *r == request);
            frame.done != 0 && of
        })
    }

    /// The receive that a long frame is filling directly.
    pub(crate) fn filling(&self) -> Option<RequestId> {
        match self.incoming {
            Incoming::Matched { request, .. } | Incoming::Data { request, .. } => Some(request),
            Incoming::Kept { claimed, .. } => claimed,
            Incoming::Nothing | Incoming::Unwanted => None,
        }
    }

    /// Nothing stands before a new eager frame.
    #[inline]
    pub(crate) fn is_clear(&self) -> bool {
        self.queue.is_empty() && self.held.is_empty()
    }
}
