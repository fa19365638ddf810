//! Ferry's socket in the bench's namespace.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use bytes::Bytes;
use ferry_sctp::{Socket, SocketOptions, TransportKind, wait};
use ferry_sctp_core::association::{AssociationConfig, AssociationEvent};
use ferry_sctp_core::endpoint::{AssociationId, Remote};
use ferry_sctp_core::streams::{MessageOptions, Payload, Read};
use ferry_sctp_core::wire::{PayloadProtocol, StreamId};
use ferry_uml::Bench;

use crate::message::{Seen, bytes};

/// A message that was not taken whole.
struct Rest {
    id: AssociationId,
    stream: StreamId,
    options: MessageOptions,
    payload: Bytes,
    begun: bool,
}

pub(crate) struct Ferry {
    pub(crate) socket: Socket,
    start: Instant,
    outbox: Vec<Rest>,
    begun: BTreeMap<(AssociationId, u16, bool), Vec<u8>>,
    /// What has come and happened, in order.
    pub(crate) messages: Vec<(AssociationId, Seen)>,
    pub(crate) events: Vec<(AssociationId, AssociationEvent)>,
}

impl Ferry {
    pub(crate) fn new(bench: &Bench, transport: TransportKind, config: AssociationConfig) -> Self {
        let mut options = SocketOptions::new([7; 32]);
        options.transport = transport;
        options.addresses = vec![bench.address().into()];
        options.association = AssociationConfig { outbound_streams: 100, ..config };
        let socket = ferry_netlab::within(bench.namespace(), || Ok(Socket::bind(&options)?));
        Self {
            socket: socket.expect("a socket in the namespace"),
            start: Instant::now(),
            outbox: Vec::new(),
            begun: BTreeMap::new(),
            messages: Vec::new(),
            events: Vec::new(),
        }
    }

    pub(crate) fn now(&self) -> Duration {
        self.start.elapsed()
    }

    pub(crate) fn connect(&mut self, remote: &Remote) -> AssociationId {
        let now = self.now();
        let id = self.socket.endpoint_mut().connect(now, remote).expect("it can connect");
        self.socket.flush(now);
        id
    }

    /// Sends messages 0 to `count`.
    pub(crate) fn send(
        &mut self,
        id: AssociationId,
        stream: u16,
        count: u32,
        size: u32,
        unordered: bool,
    ) {
        let protocol = PayloadProtocol(53);
        let options = MessageOptions { protocol, unordered, ..MessageOptions::default() };
        for number in 0..count {
            let payload = Bytes::from(bytes(stream, number, size));
            let stream = StreamId(stream);
            self.outbox.push(Rest { id, stream, options, payload, begun: false });
        }
    }

    /// Waits a little for something to do, and does it.
    pub(crate) fn turn(&mut self) {
        let now = self.now();
        let due = self.socket.next_due().map_or(now, |due| due.saturating_sub(now));
        let most = due.clamp(Duration::from_micros(100), Duration::from_millis(5));
        wait(&self.socket, Some(most)).expect("a wait");
        self.socket.poll(self.now());
        self.user();
        self.socket.flush(self.now());
    }

    /// Takes what has come and sends what there is room for.
    fn user(&mut self) {
        let now = self.now();
        let endpoint = self.socket.endpoint_mut();
        self.events.extend(std::iter::from_fn(|| endpoint.poll_event()));
        while let Some((id, read)) = endpoint.receive(1 << 20) {
            let Read::Piece(piece) = read else { panic!("nothing is given up here: {read:?}") };
            let key = (id, piece.stream.0, piece.unordered);
            let whole = self.begun.entry(key).or_default();
            whole.extend_from_slice(&piece.payload);
            if piece.last {
                self.messages.push((id, Seen::of(piece.stream.0, piece.unordered, whole)));
                self.begun.remove(&key);
            }
        }
        let mut busy = Vec::new();
        self.outbox.retain_mut(|rest| {
            let Rest { id, stream, options, payload, begun } = rest;
            if busy.contains(stream) {
                return true;
            }
            let offer = Payload::Shared(payload.clone());
            let taken = match begun {
                false => endpoint.send(now, *id, *stream, *options, offer, true).map(|a| a.bytes),
                true => endpoint.append(now, *id, *stream, offer, true),
            };
            if let Ok(taken) = taken {
                *begun = true;
                drop(payload.split_to(taken));
            }
            busy.extend((!payload.is_empty()).then_some(*stream));
            !payload.is_empty()
        });
    }

    /// The association that stands.
    pub(crate) fn up(&self) -> Option<AssociationId> {
        let up = |(id, event): &(AssociationId, AssociationEvent)| {
            matches!(event, AssociationEvent::Up { .. }).then_some(*id)
        };
        self.events.iter().find_map(up)
    }

    /// Whether this has happened to an association.
    pub(crate) fn is_seen(&self, what: &AssociationEvent) -> bool {
        self.events.iter().any(|(_, event)| event == what)
    }
}
