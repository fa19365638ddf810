//! What the peer answers to own requests (RFC 6525 §5.2.7).

use std::collections::VecDeque;

use super::request::Request;
use super::{ReConfiguration, streams_changed};
use crate::association::Event;
use crate::serial::RequestSequence;
use crate::streams::{Incoming, Outgoing};
use crate::wire::parameter::{ReConfigResponse, ReConfigResult};

impl ReConfiguration {
    /// The peer answered. Answers to other than the outstanding request are old, and passed over.
    pub(super) fn on_response(
        &mut self,
        response: &ReConfigResponse,
        incoming: &Incoming,
        outgoing: &mut Outgoing,
        events: &mut VecDeque<Event>,
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
            matches!(outstanding.request, Request::ResetIncoming(_))
                && outstanding.is_numbered(number)
        });
    }

    /// The peer adds streams: if it was asked for them, this is its answer (RFC 6525 §5.2.6).
    pub(super) fn on_answering_add(&mut self) {
        self.outstanding
            .take_if(|outstanding| matches!(outstanding.request, Request::AddIncoming(_)));
    }
}

/// What an answered request means here, and for the user.
fn settle(
    request: Request,
    result: ReConfigResult,
    incoming: &Incoming,
    outgoing: &mut Outgoing,
) -> Option<Event> {
    let performed = result == ReConfigResult::PERFORMED;
    match request {
        Request::ResetOutgoing { group, .. } => {
            // With nothing to do, the peer expects 0 already.
            let accepted = performed || result == ReConfigResult::NOTHING_TO_DO;
            for &stream in &group.streams {
                outgoing.reset_answered(stream, accepted);
            }
            Some(Event::OutgoingReset { streams: group.named().to_vec(), accepted })
        }
        // The reset and the addition that the peer agreed to come as requests of its own.
        Request::ResetIncoming(_) | Request::AddIncoming(_) if performed => None,
        Request::ResetIncoming(streams) => Some(Event::IncomingResetRefused { streams }),
        Request::AddIncoming(_) => Some(streams_changed(outgoing, incoming, false)),
        Request::AddOutgoing(more) => {
            if performed {
                outgoing.add_streams(more);
            }
            Some(streams_changed(outgoing, incoming, performed))
        }
    }
}
