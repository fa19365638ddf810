//! What the protocol itself costs: two endpoints in one thread and no network between them.
//!
//!     sctp_core_speed [MESSAGE-BYTES [PACKET-BYTES [MEGABYTES [BUFFER-KILOBYTES]]]]

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use bytes::BytesMut;
use ferry_sctp_core::endpoint::{AssociationId, Endpoint, EndpointConfig, Remote};
use ferry_sctp_core::streams::{MessageOptions, Payload, Read, Scheduler};
use ferry_sctp_core::wire::StreamId;

fn address(n: usize) -> SocketAddr {
    SocketAddr::from(([10, 0, 0, n as u8 + 1], 5000 + n as u16))
}

struct Line {
    ends: [Endpoint; 2],
    start: Instant,
    out: Vec<u8>,
    packets: u64,
}

impl Line {
    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    /// Carries what one end has to send; false if it had nothing.
    fn carry(&mut self, from: usize) -> bool {
        let mut any = false;
        let now = self.now();
        self.out.clear();
        while let Some(transmit) = self.ends[from].poll_transmit(now, &mut self.out, 64) {
            let whole = BytesMut::from(&self.out[..]).freeze();
            self.packets += whole.len().div_ceil(transmit.segment) as u64;
            self.ends[1 - from].handle_train(now, whole, transmit.segment, address(from), None);
            self.out.clear();
            any = true;
        }
        any
    }

    fn settle(&mut self) {
        while self.carry(0) | self.carry(1) {}
        let now = self.now();
        self.ends.iter_mut().for_each(|end| end.on_timer(now));
    }

    fn read(&mut self, end: usize, id: AssociationId) -> usize {
        let mut bytes = 0;
        while let Some(Read::Piece(piece)) = self.ends[end].receive_from(id, usize::MAX) {
            bytes += piece.payload.len();
        }
        bytes
    }

    /// A message from one end to the other, where it is read before anything is answered.
    fn ping(&mut self, from: usize, own: AssociationId, its: AssociationId, message: &[u8]) {
        let now = self.now();
        let payload = Payload::Borrowed(message);
        let sent = self.ends[from]
            .send(now, own, StreamId(0), MessageOptions::default(), payload, true)
            .expect("there is room");
        assert_eq!(sent.bytes, message.len());
        let mut got = 0;
        while got < message.len() {
            self.carry(from);
            got += self.read(1 - from, its);
            if got < message.len() {
                self.carry(1 - from);
            }
        }
    }
}

fn main() {
    let argument = |n: usize, default: usize| {
        std::env::args().nth(n).map_or(default, |text| text.parse().expect("a number"))
    };
    let (size, packet, megabytes) = (argument(1, 1 << 20), argument(2, 1500), argument(3, 2000));
    let buffer = argument(4, 4096) << 10;
    let end = |n: u8| {
        let mut config = EndpointConfig::new(5000 + u16::from(n));
        config.association.paths.pmtu.max = packet.min(65_535) as u16;
        config.association.send_buffer = buffer;
        config.association.receive_window = 4 << 20;
        config.association.scheduler = Scheduler::RoundRobin;
        config.association.answer_delay = Duration::from_micros(50);
        Endpoint::new(config, [n; 32])
    };
    let ends = [end(0), end(1)];
    let mut line = Line { ends, start: Instant::now(), out: Vec::new(), packets: 0 };
    let remote = Remote { addresses: vec![address(1)], port: 5001 };
    let a = line.ends[0].connect(Duration::ZERO, &remote).expect("it can begin");
    line.settle();
    let b = line.ends[1].associations().next().expect("it was accepted");
    for _ in 0..100 {
        // Time for the search of the MTU.
        std::thread::sleep(Duration::from_millis(1));
        line.settle();
    }
    let message = vec![7_u8; size];
    let rounds = 200_000_000 / (size + 2000);
    let begin = Instant::now();
    for _ in 0..rounds {
        line.ping(0, a, b, &message);
        line.ping(1, b, a, &message);
    }
    let one_way = begin.elapsed().as_secs_f64() * 1e9 / (2 * rounds) as f64;
    println!("{size} B there and back: {one_way:.0} ns one way");
    let (total, mut sent, mut got) = (megabytes << 20, 0, 0);
    let (begin, packets) = (Instant::now(), line.packets);
    while got < total {
        let now = line.now();
        while sent < total {
            let payload = Payload::Borrowed(&message);
            match line.ends[0].send(now, a, StreamId(0), MessageOptions::default(), payload, true) {
                Ok(accepted) => {
                    sent += accepted.bytes;
                    assert_eq!(accepted.bytes, size, "messages fit the buffer");
                }
                Err(error) if error.is_full() => break,
                Err(error) => panic!("{error}"),
            }
        }
        line.settle();
        got += line.read(1, b);
        line.settle();
    }
    let seconds = begin.elapsed().as_secs_f64();
    let packets = line.packets - packets;
    let report = line.ends[0].report(a).expect("it stands");
    println!(
        "{size} B messages, {} B packets: {:.0} MB/s, {:.0} ns a packet, {} retransmissions",
        report.packet_size,
        got as f64 / seconds / 1e6,
        seconds * 1e9 / packets as f64,
        report.counters.retransmissions,
    );
}
