//! What the peer answers to own requests (RFC 6525 §5.2.7).

use std::collections::VecDeque;

use super::request::ResetRequest;
use super::{ReConfiguration, streams_changed};
use crate::association::AssociationEvent;
use crate::serial::RequestSequence;
use crate::streams::{InboundStreams, OutboundStreams};
use crate::wire::parameter::{ReConfigResponse, ReConfigResult};

impl ReConfiguration {
    /// The peer answered. Answers to other than the outstanding request are old, and passed over.
    pub(super) fn on_response(
        &mut self,
        response: &ReConfigResponse,
        incoming: &InboundStreams,
        outgoing: &mut OutboundStreams,
        events: &mut VecDeque<AssociationEvent>,
    ) {
        let number = response.response;
        let Some(outstanding) = self.outstanding.as_mut().filter(|o| o.is_numbered(number)) else {
            return;
        };
        let result = response.result;
        if result == ReConfigResult::IN_PROGRESS {
            if outstanding.number == number {
                outstanding.wait();
            }
            return;
        }
        if result == ReConfigResult::BAD_SEQUENCE && self.take_number_back(number) {
            return;
        }
        if let Some(outstanding) = self.outstanding.take() {
            events.extend(settle(outstanding.request, result, incoming, outgoing));
        }
    }

    /// The peer's own reset says that it answers `number` (RFC 6525 §5.2.3): what was asked for happens.
    pub(super) fn on_answering_reset(&mut self, number: RequestSequence) {
        self.outstanding.take_if(|outstanding| {
            matches!(outstanding.request, ResetRequest::ResetIncoming(_))
                && outstanding.is_numbered(number)
        });
    }

    /// The peer adds streams: if it was asked for them, this is its answer (RFC 6525 §5.2.6).
    pub(super) fn on_answering_add(&mut self) {
        self.outstanding
            .take_if(|outstanding| matches!(outstanding.request, ResetRequest::AddIncoming(_)));
    }
}

/// What an answered request means here, and for the user.
fn settle(
    request: ResetRequest,
    result: ReConfigResult,
    incoming: &InboundStreams,
    outgoing: &mut OutboundStreams,
) -> Option<AssociationEvent> {
    let performed = result == ReConfigResult::PERFORMED;
    match request {
        ResetRequest::ResetOutgoing { group, .. } => {
            // With nothing to do, the peer expects 0 already.
            let accepted = performed || result == ReConfigResult::NOTHING_TO_DO;
            for &stream in &group.streams {
                outgoing.reset_answered(stream, accepted);
            }
            Some(AssociationEvent::OutgoingReset { streams: group.named().to_vec(), accepted })
        }
        // The reset and the addition that the peer agreed to come as requests of its own.
        ResetRequest::ResetIncoming(_) | ResetRequest::AddIncoming(_) if performed => None,
        ResetRequest::ResetIncoming(streams) => {
            Some(AssociationEvent::IncomingResetRefused { streams })
        }
        ResetRequest::AddIncoming(_) => Some(streams_changed(outgoing, incoming, false)),
        ResetRequest::AddOutgoing(more) => {
            if performed {
                outgoing.add_streams(more);
            }
            Some(streams_changed(outgoing, incoming, performed))
        }
    }
}
