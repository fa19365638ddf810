//! The crate `sctp-proto`.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;

use bytes::Bytes;
use sctp_proto::{
    Association, AssociationHandle, ClientConfig, DatagramEvent, Endpoint, EndpointConfig, Event,
    Payload, PayloadProtocolIdentifier, ReliabilityType, ServerConfig, StreamEvent,
    TransportConfig,
};

use crate::end::{Message, Now, PEER, Patience, PeerEnd, State};

/// The chunk type of SHUTDOWN COMPLETE (RFC 9260 §3.3.13).
const SHUTDOWN_COMPLETE: u8 = 14;

pub(crate) struct Proto {
    endpoint: Endpoint,
    association: Option<(AssociationHandle, Association)>,
    transport: Arc<TransportConfig>,
    /// Its clock is the machine's, so the test's time is counted from a moment of that.
    start: Instant,
    state: State,
    /// Whether a shutdown was under way: it tells of every end in the same words.
    was_closing: bool,
    packets: VecDeque<Vec<u8>>,
    own_resets: Vec<u16>,
    peer_resets: Vec<u16>,
}

fn transport() -> TransportConfig {
    TransportConfig::default()
        .with_max_send_message_size(4 << 20)
        .with_max_receive_message_size(4 << 20)
        .with_max_receive_buffer_size(4 << 20)
        .with_max_num_inbound_streams(100)
        .with_max_num_outbound_streams(100)
        .with_rto_initial_ms(500)
        .with_rto_min_ms(400)
}

impl Proto {
    pub(crate) fn boxed() -> Box<dyn PeerEnd> {
        let transport = Arc::new(transport());
        let mut server = ServerConfig::default();
        server.transport = Arc::clone(&transport);
        let server = Some(Arc::new(server));
        let mut config = EndpointConfig::new();
        // It bundles without counting what is filled up to words, so less than an Ethernet frame takes.
        config.max_payload_size(1400);
        Box::new(Self {
            endpoint: Endpoint::new(Arc::new(config), server),
            association: None,
            transport,
            start: Instant::now(),
            state: State::Waiting,
            was_closing: false,
            packets: VecDeque::new(),
            own_resets: Vec::new(),
            peer_resets: Vec::new(),
        })
    }

    fn events(&mut self, now: Now) {
        let now = self.start + now;
        let Some((_, association)) = &mut self.association else { return };
        while let Some(event) = association.poll() {
            match event {
                Event::Connected => self.state = State::Up,
                Event::HandshakeFailed { reason } => self.state = State::Lost(reason.to_string()),
                Event::AssociationLost { reason } => {
                    self.state = if self.was_closing {
                        State::Closed
                    } else {
                        State::Lost(reason.to_string())
                    };
                }
                Event::Stream(StreamEvent::Finished { id }) => self.peer_resets.push(id),
                Event::Stream(StreamEvent::ResetComplete { id }) => self.own_resets.push(id),
                _ => {}
            }
        }
        self.was_closing = association.is_closing();
        let from_association = std::iter::from_fn(|| association.poll_transmit(now));
        let from_endpoint = std::iter::from_fn(|| self.endpoint.poll_transmit());
        let mut is_done = false;
        for transmit in from_association.chain(from_endpoint) {
            let Payload::RawEncode(packets) = transmit.payload else { continue };
            is_done |= packets.iter().any(|packet| packet.get(12) == Some(&SHUTDOWN_COMPLETE));
            self.packets.extend(packets.into_iter().map(|packet| packet.to_vec()));
        }
        // It forgets to close itself after its last packet.
        if is_done && !association.is_closed() {
            association.close().expect("it can always be closed");
            self.state = State::Closed;
        }
    }
}

impl PeerEnd for Proto {
    fn connect(&mut self, now: Now) {
        let mut config = ClientConfig::default();
        config.transport = Arc::clone(&self.transport);
        self.association = Some(self.endpoint.connect(config, PEER).expect("it can connect"));
        self.events(now);
    }

    fn state(&self) -> State {
        self.state.clone()
    }

    fn handle(&mut self, now: Now, packet: Vec<u8>) {
        let datagram = Bytes::from(packet);
        match self.endpoint.handle(self.start + now, PEER, None, None, datagram) {
            None => {}
            Some((handle, DatagramEvent::NewAssociation(association))) => {
                self.association = Some((handle, association));
            }
            Some((_, DatagramEvent::AssociationEvent(event))) => {
                if let Some((_, association)) = &mut self.association {
                    association.handle_event(event);
                }
            }
        }
        self.events(now);
    }

    fn transmit(&mut self, now: Now) -> Option<Vec<u8>> {
        self.events(now);
        self.packets.pop_front()
    }

    fn next_due(&mut self) -> Option<Now> {
        let (_, association) = self.association.as_ref()?;
        Some(association.poll_timeout()?.saturating_duration_since(self.start))
    }

    fn on_timer(&mut self, now: Now) {
        if let Some((_, association)) = &mut self.association {
            association.handle_timeout(self.start + now);
        }
        self.events(now);
    }

    fn send(&mut self, now: Now, message: &Message) -> bool {
        let Some((_, association)) = &mut self.association else { return false };
        let kind = PayloadProtocolIdentifier::Binary;
        if association.stream(message.stream).is_err()
            && association.open_stream(message.stream, kind).is_err()
        {
            return false;
        }
        let mut stream = association.stream(message.stream).expect("it is open");
        if stream.buffered_amount().is_ok_and(|queued| queued > 1 << 20) {
            return false;
        }
        let (reliability, value) = match message.patience {
            Patience::Endless => (ReliabilityType::Reliable, 0),
            Patience::Retransmissions(most) => (ReliabilityType::Rexmit, u32::from(most)),
            Patience::Lifetime(time) => (ReliabilityType::Timed, time.as_millis() as u32),
        };
        stream.set_reliability_params(message.unordered, reliability, value).expect("it is open");
        let taken = stream.write_with_ppi(&message.payload, kind).expect("it takes the message");
        assert_eq!(taken, message.payload.len());
        self.events(now);
        true
    }

    fn receive(&mut self, now: Now) -> Option<Message> {
        let (_, association) = self.association.as_mut()?;
        let message = association.stream_ids().into_iter().find_map(|id| {
            let chunks = association.stream(id).ok()?.read().ok()??;
            let mut payload = vec![0; chunks.len()];
            chunks.read(&mut payload).expect("it fits");
            Some(Message { stream: id, payload, ..Message::default() })
        });
        self.events(now);
        message
    }

    fn shutdown(&mut self, now: Now) {
        let (_, association) = self.association.as_mut().expect("there is one");
        association.shutdown().expect("it stands");
        self.events(now);
    }

    fn abort(&mut self, _now: Now) {
        panic!("sctp-proto sends no ABORT when it is closed")
    }

    fn reset(&mut self, now: Now, streams: &[u16]) {
        let (_, association) = self.association.as_mut().expect("there is one");
        for stream in streams {
            association.stream(*stream).expect("it is open").close().expect("it can be reset");
        }
        self.events(now);
    }

    fn own_resets(&self) -> &[u16] {
        &self.own_resets
    }

    fn peer_resets(&self) -> &[u16] {
        &self.peer_resets
    }

    fn interleaves(&self) -> bool {
        false
    }
}
