//! Ferry's endpoint on UDP sockets, one for each of its addresses, and the peer beside it.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::time::{Duration, Instant};

use bytes::Bytes;
use ferry_sctp_core::association::{AssociationConfig, AssociationEvent};
use ferry_sctp_core::endpoint::{AssociationId, Endpoint, EndpointConfig, Remote};
use ferry_sctp_core::streams::{MessageOptions, Payload, Read};
use ferry_sctp_core::wire::{PayloadProtocol, StreamId};
use rustix::event::{PollFd, PollFlags, poll};

use crate::message::{Seen, bytes};
use crate::peer::Peer;

/// No wait lasts longer.
const DEADLINE: Duration = Duration::from_secs(60);

/// A message that was not taken whole.
struct Rest {
    id: AssociationId,
    stream: StreamId,
    options: MessageOptions,
    payload: Bytes,
    begun: bool,
}

pub(crate) struct Ferry {
    pub(crate) endpoint: Endpoint,
    sockets: Vec<UdpSocket>,
    pub(crate) port: u16,
    start: Instant,
    outbox: Vec<Rest>,
    begun: BTreeMap<(AssociationId, u16), Vec<u8>>,
    /// What has come and happened, in order.
    pub(crate) messages: Vec<(AssociationId, Seen)>,
    pub(crate) events: Vec<(AssociationId, AssociationEvent)>,
    /// What the peer has told.
    pub(crate) told: Vec<String>,
    /// Own addresses that nothing reaches any more, and those that nothing leaves any more.
    pub(crate) deaf: Vec<IpAddr>,
    pub(crate) mute: Vec<IpAddr>,
}

impl Ferry {
    /// Listens at these addresses, on a port that is free at all of them.
    pub(crate) fn new(addresses: &[Ipv4Addr], config: AssociationConfig) -> Self {
        Self::on(sockets(addresses), addresses, config)
    }

    /// The same, on sockets of [`sockets`].
    pub(crate) fn on(
        sockets: Vec<UdpSocket>,
        addresses: &[Ipv4Addr],
        config: AssociationConfig,
    ) -> Self {
        let port = sockets[0].local_addr().expect("it is bound").port();
        let association = AssociationConfig {
            outbound_streams: 100,
            addresses: addresses.iter().copied().map(IpAddr::V4).collect(),
            ..config
        };
        let config = EndpointConfig { port, accepts: true, most_associations: 10, association };
        Self {
            endpoint: Endpoint::new(config, [7; 32]),
            sockets,
            port,
            start: Instant::now(),
            outbox: Vec::new(),
            begun: BTreeMap::new(),
            messages: Vec::new(),
            events: Vec::new(),
            told: Vec::new(),
            deaf: Vec::new(),
            mute: Vec::new(),
        }
    }

    pub(crate) fn now(&self) -> Duration {
        self.start.elapsed()
    }

    pub(crate) fn connect(&mut self, addresses: &[Ipv4Addr], port: u16) -> AssociationId {
        let addresses = addresses.iter().map(|ip| SocketAddr::from((*ip, port))).collect();
        let now = self.now();
        self.endpoint.connect(now, &Remote { addresses, port }).expect("it can connect")
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

    /// Drives itself and reads the peer's lines until `done`.
    pub(crate) fn until(&mut self, peer: &mut Peer, what: &str, done: impl Fn(&Self) -> bool) {
        let begin = Instant::now();
        while !done(self) {
            self.turn();
            self.told.extend(std::iter::from_fn(|| peer.line()));
            let late = begin.elapsed() > DEADLINE;
            assert!(!late, "too late: {what}; told {:?}, events {:?}", self.told, self.events);
        }
    }

    /// Drives itself for a while.
    pub(crate) fn pass(&mut self, time: Duration) {
        let begin = Instant::now();
        while begin.elapsed() < time {
            self.turn();
        }
    }

    /// Whether the peer has told a line that begins so.
    pub(crate) fn is_told(&self, line: &str) -> bool {
        self.told.iter().any(|told| told.starts_with(line))
    }

    /// The messages that the peer tells it has.
    pub(crate) fn told_messages(&self) -> Vec<Seen> {
        self.told.iter().filter_map(|line| Seen::read(line)).collect()
    }

    /// The association that stands.
    pub(crate) fn up(&self) -> Option<AssociationId> {
        let up = |(id, event): &(AssociationId, AssociationEvent)| {
            matches!(event, AssociationEvent::Up { .. }).then_some(*id)
        };
        self.events.iter().find_map(up)
    }

    fn turn(&mut self) {
        self.flush();
        let due = self.endpoint.next_due().map_or(DEADLINE, |due| due.saturating_sub(self.now()));
        let timeout = due.clamp(Duration::from_micros(100), Duration::from_millis(5));
        let timeout = timeout.try_into().expect("a short time");
        let mut ready: Vec<PollFd<'_>> =
            self.sockets.iter().map(|socket| PollFd::new(socket, PollFlags::IN)).collect();
        // What a signal interrupts comes again.
        let _ = poll(&mut ready, Some(&timeout));
        drop(ready);
        for socket in 0..self.sockets.len() {
            self.read(socket);
        }
        let now = self.now();
        self.endpoint.on_timer(now);
        self.user();
        self.flush();
    }

    fn read(&mut self, socket: usize) {
        let mut room = [0; 1 << 16];
        let own = self.sockets[socket].local_addr().expect("it is bound").ip();
        for _ in 0..64 {
            match self.sockets[socket].recv_from(&mut room) {
                Ok(_) if self.deaf.contains(&own) => {}
                Ok((size, from)) => {
                    let datagram = Bytes::copy_from_slice(&room[..size]);
                    let now = self.now();
                    self.endpoint.handle(now, datagram, from, Some(own));
                }
                Err(why) if why.kind() == ErrorKind::ConnectionRefused => {}
                Err(why) if why.kind() == ErrorKind::WouldBlock => return,
                Err(why) => panic!("recv_from: {why}"),
            }
        }
    }

    /// Takes what has come and sends what there is room for.
    fn user(&mut self) {
        self.events.extend(std::iter::from_fn(|| self.endpoint.poll_event()));
        while let Some((id, read)) = self.endpoint.receive(1 << 20) {
            let Read::Piece(piece) = read else { panic!("nothing is given up here: {read:?}") };
            let whole = self.begun.entry((id, piece.stream.0)).or_default();
            whole.extend_from_slice(&piece.payload);
            if piece.last {
                self.messages.push((id, Seen::of(piece.stream.0, piece.unordered, whole)));
                self.begun.remove(&(id, piece.stream.0));
            }
        }
        let now = self.now();
        let mut busy = Vec::new();
        let mut outbox = std::mem::take(&mut self.outbox);
        outbox.retain_mut(|rest| {
            let Rest { id, stream, options, payload, begun } = rest;
            if busy.contains(stream) {
                return true;
            }
            let offer = Payload::Shared(payload.clone());
            let taken = match begun {
                false => {
                    self.endpoint.send(now, *id, *stream, *options, offer, true).map(|a| a.bytes)
                }
                true => self.endpoint.append(now, *id, *stream, offer, true),
            };
            if let Ok(taken) = taken {
                *begun = true;
                drop(payload.split_to(taken));
            }
            busy.extend((!payload.is_empty()).then_some(*stream));
            !payload.is_empty()
        });
        self.outbox = outbox;
    }

    fn flush(&mut self) {
        let mut out = Vec::new();
        let now = self.now();
        while let Some(transmit) = self.endpoint.poll_transmit(now, &mut out, 16) {
            let socket = self.socket(transmit.from, transmit.to);
            let is_mute = self.mute.contains(&socket.local_addr().expect("it is bound").ip());
            for packet in out.chunks(transmit.segment).filter(|_| !is_mute) {
                // What the host does not send is lost, as packets are.
                drop(socket.send_to(packet, transmit.to));
            }
            out.clear();
        }
    }

    /// The socket of the address that a packet is to come from; where none is named, the one nearest to
    /// where it goes.
    fn socket(&self, from: Option<IpAddr>, to: SocketAddr) -> &UdpSocket {
        let own = |socket: &&UdpSocket| socket.local_addr().expect("it is bound").ip();
        let named = self.sockets.iter().find(|socket| Some(own(socket)) == from);
        let octets = |ip| match ip {
            IpAddr::V4(ip) => ip.octets(),
            IpAddr::V6(_) => [0; 4],
        };
        let near = |socket: &&UdpSocket| octets(own(socket))[..3] == octets(to.ip())[..3];
        let near = self.sockets.iter().find(near);
        named.or(near).unwrap_or(&self.sockets[0])
    }
}

/// Sockets on the same port of all addresses.
pub(crate) fn sockets(addresses: &[Ipv4Addr]) -> Vec<UdpSocket> {
    for _ in 0..100 {
        let first = UdpSocket::bind((addresses[0], 0)).expect("a port is free");
        let port = first.local_addr().expect("it is bound").port();
        let others = addresses[1..].iter().map(|ip| UdpSocket::bind((*ip, port)));
        let all: Result<Vec<_>, _> = std::iter::once(Ok(first)).chain(others).collect();
        let Ok(all) = all else { continue };
        for socket in &all {
            socket.set_nonblocking(true).expect("it can be set");
            let socket = socket2::SockRef::from(socket);
            // More than the system grants is no error.
            drop(socket.set_recv_buffer_size(4 << 20));
        }
        return all;
    }
    panic!("no port is free at all of {addresses:?}");
}

/// A port that nobody uses at present.
pub(crate) fn free_port() -> u16 {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).expect("a port is free");
    socket.local_addr().expect("it is bound").port()
}
