//! Two sockets that talk over loopback.

use ferry_sctp::{Socket, SocketError, SocketOptions, TransportKind, wait};
use ferry_sctp_core::association::AssociationEvent;
use ferry_sctp_core::endpoint::{AssociationId, Remote};
use ferry_sctp_core::streams::{MessageOptions, Payload, Read};
use ferry_sctp_core::wire::StreamId;
use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, Instant};

/// Longer than anything here takes on the slowest machine.
const LIMIT: Duration = Duration::from_secs(100);

/// A socket, what its associations told, and the messages that it has read.
struct End {
    socket: Socket,
    events: Vec<(AssociationId, AssociationEvent)>,
    messages: HashMap<StreamId, Vec<Vec<u8>>>,
    arriving: HashMap<StreamId, Vec<u8>>,
}

impl End {
    fn new(options: &SocketOptions) -> Self {
        Self::of(Socket::bind(options).expect("loopback"))
    }

    fn of(socket: Socket) -> Self {
        End { socket, events: Vec::new(), messages: HashMap::new(), arriving: HashMap::new() }
    }

    fn take(&mut self) {
        let endpoint = self.socket.endpoint_mut();
        self.events.extend(std::iter::from_fn(|| endpoint.poll_event()));
        while let Some((_, read)) = endpoint.receive(usize::MAX) {
            let Read::Piece(piece) = read else { panic!("aborted") };
            let whole = self.arriving.entry(piece.stream).or_default();
            whole.extend_from_slice(&piece.payload);
            if piece.last {
                let whole = std::mem::take(whole);
                self.messages.entry(piece.stream).or_default().push(whole);
            }
        }
    }

    fn up(&self) -> Option<AssociationId> {
        self.events
            .iter()
            .find(|(_, e)| matches!(e, AssociationEvent::Up { .. }))
            .map(|(id, _)| *id)
    }

    fn read(&self) -> usize {
        self.messages.values().map(Vec::len).sum()
    }
}

struct Pair {
    a: End,
    b: End,
    begin: Instant,
}

impl Pair {
    fn new(a: &SocketOptions, b: &SocketOptions) -> Self {
        Pair { a: End::new(a), b: End::new(b), begin: Instant::now() }
    }

    /// Lets both go on until `done`.
    fn until(&mut self, mut done: impl FnMut(&mut Pair) -> bool) {
        while !done(self) {
            assert!(self.begin.elapsed() < LIMIT, "{:?} {:?}", self.a.events, self.b.events);
            let mut idle = true;
            for end in [&mut self.a, &mut self.b] {
                idle &= end.socket.poll(self.begin.elapsed()) == 0;
                end.take();
                end.socket.flush(self.begin.elapsed());
            }
            if idle {
                wait(&self.a.socket, Some(Duration::from_millis(1))).expect("waiting");
            }
        }
    }

    /// `a` calls `b` at some addresses.
    fn connect(&mut self, addresses: &[&str]) -> (AssociationId, AssociationId) {
        let port = self.b.socket.port();
        let raw = self.b.socket.transport() == TransportKind::Raw;
        let at = |ip: &&str| SocketAddr::new(ip.parse().unwrap(), if raw { 0 } else { port });
        let remote = Remote { addresses: addresses.iter().map(at).collect(), port };
        let now = self.begin.elapsed();
        let id = self.a.socket.endpoint_mut().connect(now, &remote).expect("a call");
        self.a.socket.flush(now);
        self.until(|pair| pair.a.up().is_some() && pair.b.up().is_some());
        assert_eq!(self.a.up(), Some(id));
        (id, self.b.up().unwrap())
    }

    /// `a` sends a message, waiting for room.
    fn send(&mut self, id: AssociationId, stream: u16, bytes: &[u8]) {
        let mut done = 0;
        self.until(|pair| {
            let endpoint = pair.a.socket.endpoint_mut();
            let (now, stream) = (pair.begin.elapsed(), StreamId(stream));
            let part = Payload::Borrowed(&bytes[done..]);
            if endpoint.free(id, stream) >= part.len().min(256 << 10) {
                done += if done == 0 {
                    let options = MessageOptions::default();
                    endpoint.send(now, id, stream, options, part, true).expect("room").bytes
                } else {
                    endpoint.append(now, id, stream, part, true).expect("room")
                };
                pair.a.socket.flush(now);
            }
            done == bytes.len()
        });
    }

    fn close(&mut self, id: AssociationId) {
        let now = self.begin.elapsed();
        self.a.socket.endpoint_mut().shutdown(now, id).expect("an association");
        self.a.socket.flush(now);
        let closed = |end: &End| end.events.iter().any(|(_, e)| *e == AssociationEvent::Closed);
        self.until(|pair| closed(&pair.a) && closed(&pair.b));
    }
}

fn options(seed: u8, addresses: &[&str]) -> SocketOptions {
    let addresses = addresses.iter().map(|ip| ip.parse().unwrap()).collect();
    SocketOptions { addresses, ..SocketOptions::new([seed; 32]) }
}

fn bytes(number: usize, len: usize) -> Vec<u8> {
    (0..len).map(|at| (number * 7 + at + (at >> 8)) as u8).collect()
}

#[test]
fn messages_arrive_whole_and_in_the_order_of_their_streams() {
    let mut pair = Pair::new(&options(1, &["127.0.0.1"]), &options(2, &["127.0.0.1"]));
    let (id, _) = pair.connect(&["127.0.0.1"]);
    let sizes = [1, 5000, 70_000, 3, 300_000, 1 << 20, 1452, 3 << 20];
    for (number, size) in sizes.into_iter().enumerate() {
        for stream in 0..3 {
            pair.send(id, stream, &bytes(number + usize::from(stream), size));
        }
    }
    pair.until(|pair| pair.b.read() == 3 * sizes.len());
    for stream in 0..3 {
        let got = &pair.b.messages[&StreamId(stream)];
        for (number, size) in sizes.into_iter().enumerate() {
            assert!(got[number] == bytes(number + usize::from(stream), size), "{number}");
        }
    }
    pair.close(id);
}

#[test]
fn long_messages_travel_in_trains() {
    let ends = [1, 2].map(|seed| {
        let mut ends = options(seed, &["127.0.0.1"]);
        ends.mtu = Some(1500);
        ends
    });
    let mut pair = Pair::new(&ends[0], &ends[1]);
    let (id, _) = pair.connect(&["127.0.0.1"]);
    for number in 0..8 {
        pair.send(id, 0, &bytes(number, 1 << 20));
    }
    pair.until(|pair| pair.b.read() == 8);
    let (a, b) = (pair.a.socket.statistics(), pair.b.socket.statistics());
    assert!(a.bytes_sent >= 8 << 20 && a.datagrams_sent > (8 << 20) / 1500, "{a:?}");
    assert!(a.send_calls * 4 < a.datagrams_sent, "{a:?}");
    assert!(b.bytes_received >= 8 << 20, "{b:?}");
    // How many trains one call takes depends on who was faster.
    assert!(b.receive_calls > 0 && b.datagrams_received > (8 << 20) / 1500, "{b:?}");
}

#[test]
fn paths_of_the_own_host_carry_long_packets() {
    let mut pair = Pair::new(&options(1, &["127.0.0.1"]), &options(2, &["127.0.0.1"]));
    let (id, _) = pair.connect(&["127.0.0.1"]);
    pair.until(|pair| {
        let report = pair.a.socket.endpoint().report(id).expect("an association");
        report.paths[0].mtu > 60_000
    });
    pair.close(id);
}

#[test]
fn several_addresses_are_several_paths() {
    let hosts = [["127.0.0.1", "127.0.0.2"], ["127.0.1.1", "127.0.1.2"]];
    let mut pair = Pair::new(&options(1, &hosts[0]), &options(2, &hosts[1]));
    // Only one is called; the other is told in the handshake (RFC 9260 §5.1.2).
    let (id, other) = pair.connect(&["127.0.1.1"]);
    pair.send(id, 0, &bytes(1, 500_000));
    pair.until(|pair| pair.b.read() == 1);
    let addresses = |end: &End, id| -> Vec<IpAddr> {
        let report = end.socket.endpoint().report(id).expect("an association");
        let mut addresses: Vec<_> = report.paths.iter().map(|path| path.addr.ip()).collect();
        addresses.sort();
        addresses
    };
    let ips = |host: [&str; 2]| host.map(|ip| ip.parse::<IpAddr>().unwrap()).to_vec();
    assert_eq!(addresses(&pair.a, id), ips(hosts[1]));
    assert_eq!(addresses(&pair.b, other), ips(hosts[0]));
    pair.close(id);
}

#[test]
fn who_has_all_addresses_answers_from_the_one_that_was_called() {
    for to in ["127.0.0.3", "::1"] {
        let from: &[&str] = if to == "::1" { &[] } else { &["127.0.0.1"] };
        let mut pair = Pair::new(&options(1, from), &options(2, &[]));
        let (id, _) = pair.connect(&[to]);
        pair.send(id, 1, &bytes(3, 100));
        pair.until(|pair| pair.b.read() == 1);
        let report = pair.a.socket.endpoint().report(id).expect("an association");
        assert!(report.paths.iter().any(|path| path.addr.ip() == to.parse::<IpAddr>().unwrap()));
        pair.close(id);
    }
}

#[test]
fn raw_ip_carries_the_same() {
    let [a, b] = [1, 2].map(|seed| {
        let options =
            SocketOptions { transport: TransportKind::Raw, ..options(seed, &["127.0.0.1"]) };
        Socket::bind(&options)
    });
    let (a, b) = match (a, b) {
        (Ok(a), Ok(b)) => (a, b),
        (Err(told @ SocketError::NotPermitted { .. }), _) => {
            println!("skipped: {told}");
            return;
        }
        (a, b) => panic!("{a:?} {b:?}"),
    };
    let mut pair = Pair { a: End::of(a), b: End::of(b), begin: Instant::now() };
    let (id, _) = pair.connect(&["127.0.0.1"]);
    for number in 0..5 {
        pair.send(id, 2, &bytes(number, 40_000));
    }
    pair.until(|pair| pair.b.read() == 5);
    for number in 0..5 {
        assert_eq!(pair.b.messages[&StreamId(2)][number], bytes(number, 40_000));
    }
    // Each of the two heard the packets for the other and passed them over.
    assert!(pair.a.socket.statistics().ignored > 0);
    pair.close(id);
}

#[test]
fn a_stranger_is_passed_over() {
    let mut pair = Pair::new(&options(1, &["127.0.0.1"]), &options(2, &["127.0.0.1"]));
    let stranger = std::net::UdpSocket::bind("127.0.0.1:0").expect("loopback");
    for noise in [&b""[..], b"x", &[0; 12], &[255; 2000]] {
        stranger.send_to(noise, ("127.0.0.1", pair.b.socket.port())).expect("loopback");
    }
    let (id, _) = pair.connect(&["127.0.0.1"]);
    pair.send(id, 0, b"heard");
    pair.until(|pair| pair.b.read() == 1);
    assert_eq!(pair.b.socket.endpoint().associations().count(), 1);
    pair.close(id);
}
