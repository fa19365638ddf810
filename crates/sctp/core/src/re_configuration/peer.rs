//! What the peer asks for (RFC 6525 §5.2.1 to §5.2.6).

use std::collections::VecDeque;

use super::request::ResetRequest;
use super::{ReConfiguration, encode, streams_changed};
use crate::association::AssociationEvent;
use crate::serial::{RequestSequence, Tsn};
use crate::streams::outgoing::ResetError;
use crate::streams::{InboundStreams, OutboundStreams};
use crate::wire::chunk::ReConfig;
use crate::wire::parameter::{
    AddStreams, IncomingReset, OutgoingReset, ReConfigResponse, ReConfigResult,
};
use crate::wire::{Parameter, StreamId};

/// A reset of the peer that waits until all that it sent before has come ("deferred reset processing",
/// RFC 6525 §5.2.2 E2).
#[derive(Debug)]
pub(super) struct Deferred {
    pub(super) number: RequestSequence,
    pub(super) last_tsn: Tsn,
    /// None for all.
    pub(super) streams: Vec<StreamId>,
}

impl ReConfiguration {
    /// A RE-CONFIG chunk came. `cumulative` is the TSN up to which all has arrived. Gives the value of a
    /// RE-CONFIG to send at once. A chunk with parameters that do not go together (RFC 6525 §3.1), or
    /// that are malformed, is passed over whole.
    pub(crate) fn on_chunk(
        &mut self,
        chunk: &ReConfig<'_>,
        cumulative: Tsn,
        incoming: &mut InboundStreams,
        outgoing: &mut OutboundStreams,
        events: &mut VecDeque<AssociationEvent>,
    ) -> Option<Vec<u8>> {
        let (first, second) = contents(chunk)?;
        self.on_advance(cumulative, incoming, events);
        let mut answers = Vec::with_capacity(2);
        for parameter in [Some(first), second].into_iter().flatten() {
            if let Parameter::ReConfigResponse(response) = parameter {
                self.on_response(&response, incoming, outgoing, events);
                continue;
            }
            let Some(response) = number(&parameter) else {
                continue;
            };
            let result = self.known_answer(response).unwrap_or_else(|| {
                self.expected = self.expected.next();
                let result = self.perform(&parameter, cumulative, incoming, outgoing, events);
                self.answers = [self.answers[1], Some((response, result))];
                result
            });
            self.late_answer.take_if(|late| late.response == response);
            let answer = ReConfigResponse { response, result, next: None };
            answers.push(Parameter::ReConfigResponse(answer));
        }
        (!answers.is_empty()).then(|| encode(&answers))
    }

    /// The answer to a request that is not the next one: the same again to the last ones, whose answer
    /// may have been lost, otherwise that the number is wrong (RFC 6525 §5.2.1).
    fn known_answer(&self, request: RequestSequence) -> Option<ReConfigResult> {
        if request == self.expected {
            return None;
        }
        let same = self.answers.iter().flatten().find(|(number, _)| *number == request);
        Some(same.map_or(ReConfigResult::BAD_SEQUENCE, |(_, result)| *result))
    }

    fn perform(
        &mut self,
        parameter: &Parameter<'_>,
        cumulative: Tsn,
        incoming: &mut InboundStreams,
        outgoing: &mut OutboundStreams,
        events: &mut VecDeque<AssociationEvent>,
    ) -> ReConfigResult {
        match parameter {
            Parameter::OutgoingReset(reset) => {
                self.on_peer_reset(reset, cumulative, incoming, events)
            }
            Parameter::IncomingReset(reset) => self.on_wish_to_reset(reset, outgoing),
            Parameter::AddOutgoingStreams(add) => {
                self.on_peer_adds(add, incoming, outgoing, events)
            }
            Parameter::AddIncomingStreams(add) => self.on_wish_to_add(add, outgoing),
            _ => ReConfigResult::DENIED,
        }
    }

    /// The peer's streams begin anew (RFC 6525 §5.2.2).
    fn on_peer_reset(
        &mut self,
        reset: &OutgoingReset<'_>,
        cumulative: Tsn,
        incoming: &mut InboundStreams,
        events: &mut VecDeque<AssociationEvent>,
    ) -> ReConfigResult {
        let count = incoming.streams();
        if reset.streams.iter().any(|stream| usize::from(stream.0) >= count) {
            return ReConfigResult::WRONG_SSN;
        }
        self.on_answering_reset(reset.response);
        let mut streams: Vec<StreamId> = reset.streams.iter().collect();
        streams.sort_unstable();
        streams.dedup();
        let mut last_tsn = reset.last_tsn;
        if last_tsn.after(cumulative) {
            if let Some(other) = self.deferred.take() {
                streams = merge(streams, other.streams);
                last_tsn = last_tsn.later(other.last_tsn);
            }
            self.deferred = Some(Deferred { number: reset.request, last_tsn, streams });
            return ReConfigResult::IN_PROGRESS;
        }
        // The same again under a new number, by a peer that was told to wait: nothing can have been
        // sent between.
        let late = self.performed_late.take();
        if late.is_none_or(|(tsn, same)| tsn != last_tsn || same != streams) {
            perform_reset(&streams, incoming, events);
        }
        ReConfigResult::PERFORMED
    }

    /// The peer wants own streams to begin anew (RFC 6525 §5.2.3). Whether some of the numbers are
    /// wrong or a reset is under way already is known at once.
    fn on_wish_to_reset(
        &mut self,
        reset: &IncomingReset<'_>,
        outgoing: &mut OutboundStreams,
    ) -> ReConfigResult {
        let streams: Vec<StreamId> = reset.streams.iter().collect();
        match self.queue_reset(&streams, outgoing, Some(reset.request)) {
            Ok(()) => ReConfigResult::PERFORMED,
            Err(ResetError::NoSuchStream(_)) => ReConfigResult::WRONG_SSN,
            Err(ResetError::UnderWay(_)) => ReConfigResult::ALREADY_IN_PROGRESS,
        }
    }

    /// The peer has more streams (RFC 6525 §5.2.5).
    fn on_peer_adds(
        &mut self,
        add: &AddStreams,
        incoming: &mut InboundStreams,
        outgoing: &OutboundStreams,
        events: &mut VecDeque<AssociationEvent>,
    ) -> ReConfigResult {
        if add.streams == 0 {
            return ReConfigResult::NOTHING_TO_DO;
        }
        if incoming.streams() + usize::from(add.streams) > usize::from(self.most) {
            return ReConfigResult::DENIED;
        }
        self.on_answering_add();
        incoming.add_streams(add.streams);
        events.push_back(streams_changed(outgoing, incoming, true));
        ReConfigResult::PERFORMED
    }

    /// The peer wants more own streams (RFC 6525 §5.2.6).
    fn on_wish_to_add(&mut self, add: &AddStreams, outgoing: &OutboundStreams) -> ReConfigResult {
        if add.streams == 0 {
            return ReConfigResult::NOTHING_TO_DO;
        }
        let coming = self.outstanding.iter().map(|o| &o.request).chain(&self.waiting);
        let coming: usize = coming.map(ResetRequest::streams_to_come).sum();
        if outgoing.streams() + coming + usize::from(add.streams) > usize::from(self.most) {
            return ReConfigResult::DENIED;
        }
        self.waiting.push_back(ResetRequest::AddOutgoing(add.streams));
        ReConfigResult::PERFORMED
    }
}

/// Lets the peer's streams begin anew, all if none is named, and tells the user once.
pub(super) fn perform_reset(
    streams: &[StreamId],
    incoming: &mut InboundStreams,
    events: &mut VecDeque<AssociationEvent>,
) {
    if streams.is_empty() {
        for stream in 0..incoming.streams() {
            incoming.reset(StreamId(stream as u16));
        }
    }
    streams.iter().for_each(|&stream| incoming.reset(stream));
    let event = AssociationEvent::IncomingReset { streams: streams.to_vec() };
    // A peer that resets without end does not make the queue grow.
    if events.back() != Some(&event) {
        events.push_back(event);
    }
}

/// Streams of either list, in order; none, which is all, if either is all.
fn merge(mut these: Vec<StreamId>, those: Vec<StreamId>) -> Vec<StreamId> {
    if these.is_empty() || those.is_empty() {
        return Vec::new();
    }
    these.extend(those);
    these.sort_unstable();
    these.dedup();
    these
}

/// Number of a request; `None` for what is no request.
const fn number(parameter: &Parameter<'_>) -> Option<RequestSequence> {
    match parameter {
        Parameter::OutgoingReset(reset) => Some(reset.request),
        Parameter::IncomingReset(reset) => Some(reset.request),
        Parameter::TsnReset(request) => Some(*request),
        Parameter::AddOutgoingStreams(add) | Parameter::AddIncomingStreams(add) => {
            Some(add.request)
        }
        _ => None,
    }
}

/// The one or two parameters of a chunk, if they are well formed and go together (RFC 6525 §3.1).
/// Unknown ones are passed over where their type allows it.
fn contents<'a>(chunk: &ReConfig<'a>) -> Option<(Parameter<'a>, Option<Parameter<'a>>)> {
    let mut found = [None; 2];
    let mut count = 0;
    for parameter in chunk.parameters {
        let parameter = parameter.ok()?;
        if matches!(parameter, Parameter::Unknown(_)) && parameter.action().skip {
            continue;
        }
        *found.get_mut(count)? = Some(parameter);
        count += 1;
    }
    let [Some(first), second] = found else {
        return None;
    };
    go_together(&first, second.as_ref()).then_some((first, second))
}

fn go_together(first: &Parameter<'_>, second: Option<&Parameter<'_>>) -> bool {
    use Parameter as P;
    match (first, second) {
        (P::ReConfigResponse(_), None) => true,
        (request, None) => number(request).is_some(),
        (P::OutgoingReset(_), Some(P::IncomingReset(_) | P::ReConfigResponse(_)))
        | (P::IncomingReset(_), Some(P::OutgoingReset(_)))
        | (P::AddOutgoingStreams(_), Some(P::AddIncomingStreams(_)))
        | (P::AddIncomingStreams(_), Some(P::AddOutgoingStreams(_)))
        | (P::ReConfigResponse(_), Some(P::ReConfigResponse(_) | P::OutgoingReset(_))) => true,
        (_, Some(_)) => false,
    }
}
