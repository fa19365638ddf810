//! Streams that are reset and added while the association stands (RFC 6525).
//!
//! ```text
//!  reset_outgoing ─► wait until drained ─┐
//!  reset_incoming, add_streams ──────────┴─► one request with the peer ─► its answer ─► event
//!                                                 ▲        │
//!                                                 └─ timer ┘
//! ```
//!
//! | procedure | source | file |
//! | --- | --- | --- |
//! | own requests: their order, numbers, timer | RFC 6525 §5.1 | `request.rs` |
//! | what the peer answers | RFC 6525 §5.2.7 | `response.rs` |
//! | what the peer asks for | RFC 6525 §5.2.1 to §5.2.6 | `peer.rs` |
//!
//! Where the RFC leaves a choice:
//! - An SSN/TSN reset (§4.3) is denied: it would need every path to be silent, and resets of all streams
//!   do what a user can see of it.
//! - A wish of the peer that only an own request can fulfil (§4.2, §4.6) is answered with "performed" at
//!   once and the request follows, so that two ends with such wishes do not wait for each other.
//! - A reset of the peer that had to wait is answered a second time, unasked, when it is done.
//! - A request that the peer twice calls "in progress" is asked under a new number: implementations
//!   differ in whether they look again at an old one (§5.2.1). If the new number is a wrong one to the
//!   peer, the old one stays.

mod peer;
mod request;
mod response;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::time::Duration;

use crate::Now;
use crate::association::AssociationEvent;
use crate::serial::{RequestSequence, Tsn};
use crate::streams::outgoing::ResetError;
use crate::streams::{InboundStreams, OutboundStreams};
use crate::wire::parameter::{ReConfigResponse, ReConfigResult};
use crate::wire::{Parameter, Parameters, StreamId};
use peer::Deferred;
use request::{OutstandingRequest, ResetRequest, StreamGroup};

/// Most streams that one request names, so that it fits the smallest packet. More go in several requests.
const MOST_STREAMS: usize = 256;

/// What is being reset or added, by either end.
#[derive(Debug)]
pub(crate) struct ReConfiguration {
    /// Number of the next request of our own.
    next: RequestSequence,
    /// Number of the peer's next request.
    expected: RequestSequence,
    /// Most streams of either direction that the peer may bring about.
    most: u16,
    /// Outgoing streams that wait until they are drained, in the order they were asked for.
    groups: VecDeque<StreamGroup>,
    /// Other requests that wait for their turn.
    waiting: VecDeque<ResetRequest>,
    outstanding: Option<OutstandingRequest>,
    /// Answers to the peer's last two requests: a chunk holds no more (RFC 6525 §3.1).
    answers: [Option<(RequestSequence, ReConfigResult)>; 2],
    deferred: Option<Deferred>,
    /// A deferred reset that was performed since: its last TSN and streams.
    performed_late: Option<(Tsn, Vec<StreamId>)>,
    /// The answer to it, until it is sent.
    late_answer: Option<ReConfigResponse>,
}

impl ReConfiguration {
    /// Requests are numbered from the initial TSNs on (RFC 6525 §4.1). The peer may bring the streams of
    /// either direction to `most_inbound`, not further.
    pub(crate) fn new(own_initial: Tsn, peer_initial: Tsn, most_inbound: u16) -> Self {
        Self {
            next: RequestSequence(own_initial.0),
            expected: RequestSequence(peer_initial.0),
            most: most_inbound,
            groups: VecDeque::new(),
            waiting: VecDeque::new(),
            outstanding: None,
            answers: [None; 2],
            deferred: None,
            performed_late: None,
            late_answer: None,
        }
    }

    /// Wants own streams to begin anew, all of them if none is named (RFC 6525 §5.1.2). Streams named
    /// together are asked for together, at most 256 at a time, once all of them are drained.
    ///
    /// # Errors
    /// A stream does not exist or is being reset. Nothing was changed.
    pub(crate) fn reset_outgoing(
        &mut self,
        streams: &[StreamId],
        outgoing: &mut OutboundStreams,
    ) -> Result<(), ResetError> {
        self.queue_reset(streams, outgoing, None)
    }

    /// Asks the peer to let its streams begin anew, all of them if none is named (RFC 6525 §5.1.3).
    pub(crate) fn reset_incoming(&mut self, streams: &[StreamId]) {
        if streams.is_empty() {
            self.wait_for_turn(ResetRequest::ResetIncoming(Vec::new()));
        }
        for part in streams.chunks(MOST_STREAMS) {
            self.wait_for_turn(ResetRequest::ResetIncoming(part.to_vec()));
        }
    }

    /// Asks for more streams of each direction (RFC 6525 §5.1.5, §5.1.6).
    pub(crate) fn add_streams(&mut self, outbound: u16, inbound: u16) {
        if outbound > 0 {
            self.waiting.push_back(ResetRequest::AddOutgoing(outbound));
        }
        if inbound > 0 {
            self.waiting.push_back(ResetRequest::AddIncoming(inbound));
        }
    }

    /// The value of a RE-CONFIG chunk to send now, until there is none. `rto` runs from now on; `last_tsn`
    /// is the last TSN that was assigned.
    pub(crate) fn poll(
        &mut self,
        now: Now,
        rto: Duration,
        last_tsn: Tsn,
        outgoing: &mut OutboundStreams,
    ) -> Option<Vec<u8>> {
        if let Some(answer) = self.late_answer.take() {
            return Some(encode(&[Parameter::ReConfigResponse(answer)]));
        }
        if self.outstanding.is_none() {
            self.begin_request(last_tsn, outgoing);
        }
        self.send_request(now.saturating_add(rto))
    }

    /// Whether [`Self::poll`] would give something now.
    pub(crate) fn has_work(&self, outgoing: &OutboundStreams) -> bool {
        self.late_answer.is_some()
            || match &self.outstanding {
                Some(outstanding) => outstanding.to_send,
                None => self.next_request(outgoing).is_some(),
            }
    }

    /// When to call [`Self::on_timer`].
    pub(crate) fn next_due(&self) -> Option<Now> {
        self.outstanding.as_ref().filter(|o| !o.to_send).map(|o| o.due)
    }

    /// Lets a request that is due be sent again. True if the peer did not answer it, which counts as an
    /// error of the association (RFC 6525 §5.1.1); "in progress" is an answer.
    pub(crate) fn on_timer(&mut self, now: Now) -> bool {
        let Some(outstanding) = self.outstanding.as_mut().filter(|o| !o.to_send && o.due <= now)
        else {
            return false;
        };
        outstanding.to_send = true;
        !outstanding.heard
    }

    /// The peer's cumulative TSN advanced: a reset that waited for it may be performed.
    pub(crate) fn on_advance(
        &mut self,
        cumulative: Tsn,
        incoming: &mut InboundStreams,
        events: &mut VecDeque<AssociationEvent>,
    ) {
        let due = |deferred: &mut Deferred| !deferred.last_tsn.after(cumulative);
        let Some(deferred) = self.deferred.take_if(due) else {
            return;
        };
        peer::perform_reset(&deferred.streams, incoming, events);
        let result = ReConfigResult::PERFORMED;
        for answer in self.answers.iter_mut().flatten().filter(|a| a.0 == deferred.number) {
            answer.1 = result;
        }
        self.late_answer = Some(ReConfigResponse { response: deferred.number, result, next: None });
        self.performed_late = Some((deferred.last_tsn, deferred.streams));
    }
}

/// The value of a RE-CONFIG chunk.
fn encode(parameters: &[Parameter<'_>]) -> Vec<u8> {
    let parameters = Parameters::of(parameters);
    let mut out = Vec::with_capacity(parameters.encoded_len());
    parameters.encode(&mut out);
    out
}

/// What the user is told when streams were added or refused.
fn streams_changed(
    outgoing: &OutboundStreams,
    incoming: &InboundStreams,
    accepted: bool,
) -> AssociationEvent {
    let count = |streams| u16::try_from(streams).unwrap_or(u16::MAX);
    AssociationEvent::StreamsChanged {
        outbound_streams: count(outgoing.streams()),
        inbound_streams: count(incoming.streams()),
        accepted,
    }
}
