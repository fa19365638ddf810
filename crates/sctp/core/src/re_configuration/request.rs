//! Own requests: their order, their numbers, sending them again (RFC 6525 §5.1).

use super::{MOST_STREAMS, ReConfiguration, encode};
use crate::Now;
use crate::serial::{RequestSequence, Tsn};
use crate::streams::OutboundStreams;
use crate::streams::outgoing::ResetError;
use crate::wire::parameter::{AddStreams, IncomingReset, OutgoingReset};
use crate::wire::{List, Parameter, StreamId};

/// Answers "in progress" to one number before the request is asked under another.
const PATIENCE: u8 = 2;

/// Outgoing streams that one request resets.
#[derive(Clone, Debug)]
pub(super) struct StreamGroup {
    /// In order, each once.
    pub(super) streams: Vec<StreamId>,
    /// Whether these are all.
    pub(super) all: bool,
    /// The request of the peer that asked for it.
    asked: Option<RequestSequence>,
}

impl StreamGroup {
    /// The streams as requests and events name them: none for all.
    pub(super) fn named(&self) -> &[StreamId] {
        if self.all { &[] } else { &self.streams }
    }
}

/// A request of our own.
#[derive(Clone, Debug)]
pub(super) enum ResetRequest {
    /// Own streams begin anew (RFC 6525 §4.1).
    ResetOutgoing {
        group: StreamGroup,
        /// Number of the peer's request that this answers, or the last one of the peer.
        response: RequestSequence,
        last_tsn: Tsn,
    },
    /// The peer's streams should (RFC 6525 §4.2); none for all.
    ResetIncoming(Vec<StreamId>),
    /// More own streams (RFC 6525 §4.5).
    AddOutgoing(u16),
    /// More streams of the peer (RFC 6525 §4.6).
    AddIncoming(u16),
}

impl ResetRequest {
    /// Own streams that there will be when it is granted.
    pub(super) fn streams_to_come(&self) -> usize {
        match self {
            Self::AddOutgoing(more) => usize::from(*more),
            _ => 0,
        }
    }

    fn encode(&self, request: RequestSequence) -> Vec<u8> {
        let parameter = match self {
            Self::ResetOutgoing { group, response, last_tsn } => {
                Parameter::OutgoingReset(OutgoingReset {
                    request,
                    response: *response,
                    last_tsn: *last_tsn,
                    streams: List::of(group.named()),
                })
            }
            Self::ResetIncoming(streams) => {
                Parameter::IncomingReset(IncomingReset { request, streams: List::of(streams) })
            }
            Self::AddOutgoing(more) => {
                Parameter::AddOutgoingStreams(AddStreams { request, streams: *more })
            }
            Self::AddIncoming(more) => {
                Parameter::AddIncomingStreams(AddStreams { request, streams: *more })
            }
        };
        encode(&[parameter])
    }
}

/// The request that is with the peer.
#[derive(Debug)]
pub(super) struct OutstandingRequest {
    pub(super) request: ResetRequest,
    pub(super) number: RequestSequence,
    /// The number it had before, once it has another.
    previous: Option<RequestSequence>,
    /// The peer does not take a new number for it.
    keeps_number: bool,
    /// When it is to be sent again.
    pub(super) due: Now,
    /// It is to be sent now.
    pub(super) to_send: bool,
    /// The peer answered "in progress" since it was sent last.
    pub(super) heard: bool,
    /// How often it did to this number.
    waits: u8,
}

impl OutstandingRequest {
    /// Whether an answer to `number` is one to this request.
    pub(super) fn is_numbered(&self, number: RequestSequence) -> bool {
        self.number == number || self.previous == Some(number)
    }

    /// The peer has not done it yet.
    pub(super) const fn wait(&mut self) {
        self.heard = true;
        self.waits = self.waits.saturating_add(1);
    }
}

impl ReConfiguration {
    /// Queues the reset of own streams, which the peer may have asked for.
    pub(super) fn queue_reset(
        &mut self,
        streams: &[StreamId],
        outgoing: &mut OutboundStreams,
        asked: Option<RequestSequence>,
    ) -> Result<(), ResetError> {
        let all = streams.is_empty();
        let count = u16::try_from(outgoing.streams()).unwrap_or(u16::MAX);
        let mut streams = streams.to_vec();
        if all {
            streams = (0..count).map(StreamId).collect();
        }
        streams.sort_unstable();
        streams.dedup();
        for &stream in &streams {
            if stream.0 >= count {
                return Err(ResetError::NoSuchStream(stream));
            }
            if outgoing.is_resetting(stream) {
                return Err(ResetError::UnderWay(stream));
            }
        }
        for &stream in &streams {
            outgoing.request_reset(stream)?;
        }
        if all {
            self.groups.push_back(StreamGroup { streams, all, asked });
        } else {
            let parts = streams.chunks(MOST_STREAMS);
            let last = parts.len().saturating_sub(1);
            // The peer's wish is fulfilled with the last of them.
            self.groups.extend(parts.enumerate().map(|(n, part)| StreamGroup {
                streams: part.to_vec(),
                all,
                asked: asked.filter(|_| n == last),
            }));
        }
        Ok(())
    }

    /// Queues a request to reset the peer's streams, unless the same waits for its turn already.
    pub(super) fn wait_for_turn(&mut self, request: ResetRequest) {
        let same = |other: &ResetRequest| match (other, &request) {
            (ResetRequest::ResetIncoming(these), ResetRequest::ResetIncoming(those)) => {
                these == those
            }
            _ => false,
        };
        if !self.waiting.iter().any(same) {
            self.waiting.push_back(request);
        }
    }

    /// Which request has its turn now.
    pub(super) fn next_request(&self, outgoing: &OutboundStreams) -> Option<RequestStage> {
        if !self.groups.is_empty() {
            let mut drained: Vec<StreamId> = outgoing.drained().collect();
            drained.sort_unstable();
            let ready = |group: &StreamGroup| {
                group.streams.iter().all(|s| drained.binary_search(s).is_ok())
            };
            if let Some(at) = self.groups.iter().position(ready) {
                return Some(RequestStage::Group(at));
            }
        }
        // A reset of all streams means those that there were when it was wanted.
        let fixed = self.groups.iter().any(|group| group.all);
        let may_go =
            |request: &ResetRequest| !(fixed && matches!(request, ResetRequest::AddOutgoing(_)));
        self.waiting.iter().position(may_go).map(RequestStage::Waiting)
    }

    /// Gives the next request, if any, a number. One is with the peer at a time (RFC 6525 §5.1.1).
    pub(super) fn begin_request(&mut self, last_tsn: Tsn, outgoing: &mut OutboundStreams) {
        let turn = self.next_request(outgoing);
        if let Some(RequestStage::Group(at)) = turn {
            self.name_if_outgrown(at, outgoing);
        }
        let request = match turn {
            Some(RequestStage::Group(at)) => self.groups.remove(at).map(|group| {
                group.streams.iter().for_each(|&stream| outgoing.reset_requested(stream));
                let response = group.asked.unwrap_or(self.expected.previous());
                ResetRequest::ResetOutgoing { group, response, last_tsn }
            }),
            Some(RequestStage::Waiting(at)) => self.waiting.remove(at),
            None => None,
        };
        let Some(request) = request else {
            return;
        };
        self.outstanding = Some(OutstandingRequest {
            request,
            number: self.next,
            previous: None,
            keeps_number: false,
            due: Now::ZERO,
            to_send: true,
            heard: false,
            waits: 0,
        });
        self.next = self.next.next();
    }

    /// Streams that were granted after the wish to reset all are none of those: they are named then, in
    /// as many requests as it takes. The peer's wish is fulfilled with the last.
    fn name_if_outgrown(&mut self, at: usize, outgoing: &OutboundStreams) {
        let outgrown = |group: &StreamGroup| group.all && group.streams.len() != outgoing.streams();
        if !self.groups.get(at).is_some_and(outgrown) {
            return;
        }
        let Some(mut group) = self.groups.remove(at) else {
            return;
        };
        let mut asked = group.asked.take();
        for part in group.streams.chunks(MOST_STREAMS).rev() {
            let streams = part.to_vec();
            self.groups.insert(at, StreamGroup { streams, all: false, asked: asked.take() });
        }
    }

    /// The outstanding request, if it is to be sent; it is due again at `due`.
    pub(super) fn send_request(&mut self, due: Now) -> Option<Vec<u8>> {
        let outstanding = self.outstanding.as_mut().filter(|o| o.to_send)?;
        if outstanding.waits >= PATIENCE && !outstanding.keeps_number {
            outstanding.previous = Some(outstanding.number);
            outstanding.number = self.next;
            outstanding.waits = 0;
            self.next = self.next.next();
        }
        outstanding.to_send = false;
        outstanding.heard = false;
        outstanding.due = due;
        Some(outstanding.request.encode(outstanding.number))
    }

    /// The peer does not take the outstanding request's new number: it has the old one again. False if it
    /// has no new one, or `number` is another.
    pub(super) fn take_number_back(&mut self, number: RequestSequence) -> bool {
        let Some(outstanding) = self.outstanding.as_mut().filter(|o| o.number == number) else {
            return false;
        };
        let Some(previous) = outstanding.previous.take() else {
            return false;
        };
        self.next = outstanding.number;
        outstanding.number = previous;
        outstanding.keeps_number = true;
        outstanding.wait();
        true
    }
}

/// Where the next request waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RequestStage {
    /// In `groups`.
    Group(usize),
    /// In `waiting`.
    Waiting(usize),
}
