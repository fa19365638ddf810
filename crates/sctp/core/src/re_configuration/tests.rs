//! Two ends that reset and add streams, their chunks carried by hand.

mod foreign;
mod pair;
mod properties;

use std::collections::VecDeque;
use std::time::Duration;

use bytes::Bytes;

use super::ReConfiguration;
use crate::Now;
use crate::association::AssociationEvent;
use crate::serial::Tsn;
use crate::streams::{
    InboundStreams, IncomingConfig, MessageOptions, OutboundStreams, OutgoingConfig, Payload,
    Scheduler,
};
use crate::wire::chunk::ReConfig;
use crate::wire::parameter::ReConfigResult;
use crate::wire::{Parameter, Parameters, StreamId};

const RTO: Duration = Duration::from_millis(100);
/// Most streams that a peer may bring about.
const MOST: u16 = 16;

fn ms(n: u64) -> Now {
    Duration::from_millis(n)
}

fn streams(numbers: &[u16]) -> Vec<StreamId> {
    numbers.iter().copied().map(StreamId).collect()
}

/// One end, with four streams each way.
struct End {
    re: ReConfiguration,
    incoming: InboundStreams,
    outgoing: OutboundStreams,
    events: VecDeque<AssociationEvent>,
    /// The last TSN assigned here.
    last_tsn: Tsn,
    /// All up to this has come from the peer.
    cumulative: Tsn,
}

impl End {
    fn new(own: u32, peer: u32) -> Self {
        let outgoing = OutboundStreams::new(OutgoingConfig {
            streams: 4,
            interleaving: true,
            partial_reliability: false,
            send_buffer: 1 << 20,
            stream_buffer: None,
            stream_limit: None,
            within_limit: false,
            scheduler: Scheduler::FirstCome,
        });
        let incoming = InboundStreams::new(
            IncomingConfig {
                streams: 4,
                interleaving: true,
                partial_reliability: false,
                window: 1 << 20,
                partial_delivery: 1 << 16,
                largest_message: None,
                stream_window: None,
            },
            Tsn(peer),
        );
        Self {
            re: ReConfiguration::new(Tsn(own), Tsn(peer), MOST),
            incoming,
            outgoing,
            events: VecDeque::new(),
            last_tsn: Tsn(own).previous(),
            cumulative: Tsn(peer).previous(),
        }
    }

    fn reset(&mut self, numbers: &[u16]) {
        self.re.reset_outgoing(&streams(numbers), &mut self.outgoing).expect("free streams");
    }

    /// What is sent at a time.
    fn poll(&mut self, now: Now) -> Option<Vec<u8>> {
        let work = self.re.has_work(&self.outgoing);
        let value = self.re.poll(now, RTO, self.last_tsn, &mut self.outgoing);
        assert_eq!(work, value.is_some(), "has_work foretells poll");
        value
    }

    /// A chunk comes; what is answered.
    fn take(&mut self, value: &[u8]) -> Option<Vec<u8>> {
        let chunk = ReConfig { parameters: Parameters::from_wire(value) };
        let Self { re, incoming, outgoing, events, cumulative, .. } = self;
        re.on_chunk(&chunk, *cumulative, incoming, outgoing, events)
    }

    fn advance(&mut self, cumulative: Tsn) {
        self.cumulative = cumulative;
        self.re.on_advance(cumulative, &mut self.incoming, &mut self.events);
    }

    fn events(&mut self) -> Vec<AssociationEvent> {
        self.events.drain(..).collect()
    }

    /// A message on a stream: the number it gets, and a fragment to settle later.
    fn send(&mut self, stream: u16) {
        let bytes = Payload::Shared(Bytes::from_static(b"x"));
        let options = MessageOptions::default();
        self.outgoing.send(ms(0), StreamId(stream), options, bytes, true).expect("room");
    }

    /// Sends all that may be sent and lets it arrive: the messages' streams and numbers.
    fn transfer(&mut self, peer: &mut Self) -> Vec<(u16, u32)> {
        let mut seen = Vec::new();
        self.outgoing.begin_packet(1000);
        while let Some((key, fragment)) = self.outgoing.next_fragment(ms(0), 1000) {
            seen.push((fragment.stream.0, fragment.message.0));
            self.last_tsn = self.last_tsn.next();
            let len = fragment.payload.len();
            peer.incoming.accept(self.last_tsn, fragment, true).expect("a correct fragment");
            peer.advance(self.last_tsn);
            self.outgoing.acked(key, len);
        }
        seen
    }
}

fn pair() -> (End, End) {
    (End::new(100, 900), End::new(900, 100))
}

/// Carries chunks to and fro until nobody has any; how many there were.
fn settle(now: Now, a: &mut End, z: &mut End) -> usize {
    let mut count = 0;
    loop {
        let mut quiet = true;
        for turn in 0..2 {
            let (from, to) = if turn == 0 { (&mut *a, &mut *z) } else { (&mut *z, &mut *a) };
            while let Some(value) = from.poll(now) {
                quiet = false;
                count += 1;
                if let Some(answer) = to.take(&value) {
                    count += 1;
                    assert_eq!(from.take(&answer), None, "an answer needs none");
                }
            }
        }
        if quiet {
            return count;
        }
        assert!(count < 10_000, "the two never agree");
    }
}

/// The parameters of a chunk.
fn parameters(value: &[u8]) -> Vec<Parameter<'_>> {
    Parameters::from_wire(value).iter().map(|p| p.expect("own chunks are well formed")).collect()
}

/// The results that an answer holds, with the requests' numbers.
fn results(value: Option<Vec<u8>>) -> Vec<(u32, ReConfigResult)> {
    let value = value.expect("an answer");
    let result = |parameter: &Parameter<'_>| match parameter {
        Parameter::ReConfigResponse(response) => (response.response.0, response.result),
        other => panic!("not an answer: {other:?}"),
    };
    parameters(&value).iter().map(result).collect()
}

fn outgoing_reset(numbers: &[u16], accepted: bool) -> AssociationEvent {
    AssociationEvent::OutgoingReset { streams: streams(numbers), accepted }
}

fn incoming_reset(numbers: &[u16]) -> AssociationEvent {
    AssociationEvent::IncomingReset { streams: streams(numbers) }
}

fn changed(outbound_streams: u16, inbound_streams: u16, accepted: bool) -> AssociationEvent {
    AssociationEvent::StreamsChanged { outbound_streams, inbound_streams, accepted }
}
