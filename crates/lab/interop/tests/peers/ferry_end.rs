//! Ferry.

use std::collections::{BTreeMap, VecDeque};

use bytes::Bytes;
use ferry_sctp_core::association::{AssociationConfig, AssociationEvent};
use ferry_sctp_core::endpoint::{AssociationId, Endpoint, EndpointConfig, Remote};
use ferry_sctp_core::streams::{MessageOptions, Payload, Read, Reliability, Scheduler};
use ferry_sctp_core::wire::{PayloadProtocol, StreamId};

use crate::end::{Message, Now, PEER, PORT, Patience, PeerEnd, State};

pub(crate) struct Ferry {
    endpoint: Endpoint,
    id: Option<AssociationId>,
    state: State,
    packets: VecDeque<Vec<u8>>,
    /// The rest of messages that were taken in part.
    rests: BTreeMap<u16, Bytes>,
    /// Messages of which a part has come.
    begun: BTreeMap<u16, Message>,
    own_resets: Vec<u16>,
    peer_resets: Vec<u16>,
    restarts: usize,
}

pub(crate) fn config(interleaving: bool) -> AssociationConfig {
    AssociationConfig {
        outbound_streams: 100,
        interleaving,
        scheduler: Scheduler::RoundRobin,
        ..AssociationConfig::default()
    }
}

impl Ferry {
    pub(crate) fn boxed(config: AssociationConfig, seed: u8) -> Box<dyn PeerEnd> {
        let config = EndpointConfig {
            port: PORT,
            accepts: true,
            most_associations: 10,
            association: config,
        };
        Box::new(Self {
            endpoint: Endpoint::new(config, [seed; 32]),
            id: None,
            state: State::Waiting,
            packets: VecDeque::new(),
            rests: BTreeMap::new(),
            begun: BTreeMap::new(),
            own_resets: Vec::new(),
            peer_resets: Vec::new(),
            restarts: 0,
        })
    }

    fn events(&mut self) {
        while let Some((id, event)) = self.endpoint.poll_event() {
            self.id = Some(id);
            match event {
                AssociationEvent::Up { .. } => self.state = State::Up,
                AssociationEvent::Restarted { .. } => self.restarts += 1,
                AssociationEvent::Closed => self.state = State::Closed,
                AssociationEvent::Lost(loss) => self.state = State::Lost(loss.to_string()),
                AssociationEvent::OutgoingReset { streams, accepted } => {
                    assert!(accepted, "the peer refused to reset {streams:?}");
                    self.own_resets.extend(streams.iter().map(|stream| stream.0));
                }
                AssociationEvent::IncomingReset { streams } => {
                    self.peer_resets.extend(streams.iter().map(|stream| stream.0));
                }
                _ => {}
            }
        }
    }

    fn id(&self) -> AssociationId {
        self.id.expect("there is an association")
    }

    /// Offers what is left of messages that were taken in part.
    fn append(&mut self, now: Now) {
        let Some(id) = self.id else { return };
        let mut rests = std::mem::take(&mut self.rests);
        rests.retain(|stream, rest| {
            let payload = Payload::Shared(rest.clone());
            let taken = self.endpoint.append(now, id, StreamId(*stream), payload, true);
            drop(rest.split_to(taken.unwrap_or(0)));
            !rest.is_empty()
        });
        self.rests = rests;
    }
}

impl PeerEnd for Ferry {
    fn connect(&mut self, now: Now) {
        let remote = Remote { addresses: vec![PEER], port: PORT };
        self.id = Some(self.endpoint.connect(now, &remote).expect("it can connect"));
    }

    fn state(&self) -> State {
        self.state.clone()
    }

    fn handle(&mut self, now: Now, packet: Vec<u8>) {
        self.endpoint.handle(now, packet.into(), PEER, None);
        self.events();
        self.append(now);
    }

    fn transmit(&mut self, now: Now) -> Option<Vec<u8>> {
        if self.packets.is_empty() {
            let mut out = Vec::new();
            let transmit = self.endpoint.poll_transmit(now, &mut out, 10)?;
            assert_eq!((transmit.len, transmit.to), (out.len(), PEER));
            self.packets.extend(out.chunks(transmit.segment).map(<[u8]>::to_vec));
        }
        self.events();
        self.packets.pop_front()
    }

    fn next_due(&mut self) -> Option<Now> {
        self.endpoint.next_due()
    }

    fn on_timer(&mut self, now: Now) {
        self.endpoint.on_timer(now);
        self.events();
        self.append(now);
    }

    fn send(&mut self, now: Now, message: &Message) -> bool {
        if self.rests.contains_key(&message.stream) {
            return false;
        }
        let reliability = match message.patience {
            Patience::Endless => Reliability::Full,
            Patience::Retransmissions(most) => Reliability::Retransmissions(most),
            Patience::Lifetime(time) => Reliability::Until(now + time),
        };
        let options = MessageOptions {
            protocol: PayloadProtocol(53),
            unordered: message.unordered,
            reliability,
            ..MessageOptions::default()
        };
        let stream = StreamId(message.stream);
        let payload = Payload::Borrowed(&message.payload);
        let Ok(sent) = self.endpoint.send(now, self.id(), stream, options, payload, true) else {
            return false;
        };
        if sent.bytes < message.payload.len() {
            let rest = Bytes::copy_from_slice(&message.payload[sent.bytes..]);
            self.rests.insert(message.stream, rest);
        }
        true
    }

    fn receive(&mut self, _now: Now) -> Option<Message> {
        while let Some((_, read)) = self.endpoint.receive(1 << 20) {
            let piece = match read {
                Read::Piece(piece) => piece,
                Read::Aborted { stream, .. } => {
                    self.begun.remove(&stream.0);
                    continue;
                }
            };
            let message = self.begun.entry(piece.stream.0).or_default();
            assert_eq!(piece.first, message.payload.is_empty(), "pieces come in order");
            message.payload.extend_from_slice(&piece.payload);
            if piece.last {
                let message = self.begun.remove(&piece.stream.0)?;
                return Some(Message { stream: piece.stream.0, ..message });
            }
        }
        None
    }

    fn shutdown(&mut self, now: Now) {
        self.endpoint.shutdown(now, self.id()).expect("the association stands");
    }

    fn abort(&mut self, now: Now) {
        self.endpoint.abort(now, self.id(), b"enough");
    }

    fn reset(&mut self, now: Now, streams: &[u16]) {
        let streams: Vec<StreamId> = streams.iter().map(|stream| StreamId(*stream)).collect();
        self.endpoint.reset_streams(now, self.id(), &streams).expect("streams can be reset");
    }

    fn own_resets(&self) -> &[u16] {
        &self.own_resets
    }

    fn peer_resets(&self) -> &[u16] {
        &self.peer_resets
    }

    fn interleaves(&self) -> bool {
        self.id.and_then(|id| self.endpoint.report(id)).is_some_and(|report| report.interleaving)
    }

    fn describe(&self) -> String {
        format!("{:#?}", self.id.and_then(|id| self.endpoint.report(id)))
    }

    fn restarts(&self) -> usize {
        self.restarts
    }
}
