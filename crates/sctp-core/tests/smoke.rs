//! Two endpoints joined by a perfect line: the shortest way through everything.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::time::Duration;

use bytes::Bytes;
use ferry_sctp_core::association::Event;
use ferry_sctp_core::endpoint::{AssociationId, Endpoint, EndpointConfig, Remote};
use ferry_sctp_core::streams::{MessageOptions, Payload, Read};
use ferry_sctp_core::wire::StreamId;

struct Pair {
    now: Duration,
    ends: [Endpoint; 2],
    events: [VecDeque<(AssociationId, Event)>; 2],
}

fn address(n: usize) -> SocketAddr {
    SocketAddr::from(([10, 0, 0, n as u8 + 1], 5000 + n as u16))
}

impl Pair {
    fn new(configure: impl Fn(&mut EndpointConfig)) -> Self {
        let end = |n: u8| {
            let mut config = EndpointConfig::new(5000 + u16::from(n));
            configure(&mut config);
            Endpoint::new(config, [n; 32])
        };
        Self { now: Duration::ZERO, ends: [end(0), end(1)], events: Default::default() }
    }

    /// Carries packets until nobody has any; tells how many.
    fn carry(&mut self) -> usize {
        let mut carried = 0;
        loop {
            let before = carried;
            for n in 0..2 {
                let mut out = Vec::new();
                while let Some(transmit) = self.ends[n].poll_transmit(self.now, &mut out, 64) {
                    assert_eq!(transmit.len, out.len());
                    for packet in out.chunks(transmit.segment) {
                        let datagram = Bytes::copy_from_slice(packet);
                        assert_eq!(transmit.to, address(1 - n));
                        self.ends[1 - n].handle(self.now, datagram, address(n), None);
                        carried += 1;
                    }
                    out.clear();
                }
            }
            for n in 0..2 {
                while let Some(event) = self.ends[n].poll_event() {
                    self.events[n].push_back(event);
                }
            }
            if carried == before {
                return carried;
            }
        }
    }

    fn wait(&mut self) {
        let due = self.ends.iter_mut().filter_map(Endpoint::next_due).min();
        self.now = self.now.max(due.expect("something is due"));
        let now = self.now;
        self.ends.iter_mut().for_each(|end| end.on_timer(now));
    }

    fn up(&mut self) -> (AssociationId, AssociationId) {
        let remote = Remote { addresses: vec![address(1)], port: 5001 };
        let a = self.ends[0].connect(self.now, &remote).expect("it can begin");
        self.carry();
        let b = self.ends[1].associations().next().expect("it was accepted");
        for n in 0..2 {
            let up = self.events[n].pop_front().map(|(_, event)| event);
            assert!(matches!(up, Some(Event::Up { .. })), "{n}: {up:?}");
        }
        (a, b)
    }

    /// Reads what there is into `whole`; tells the stream once a message is complete.
    fn read(&mut self, n: usize, id: AssociationId, whole: &mut Vec<u8>) -> Option<StreamId> {
        loop {
            match self.ends[n].receive_from(id, usize::MAX)? {
                Read::Piece(piece) => {
                    whole.extend_from_slice(&piece.payload);
                    if piece.last {
                        return Some(piece.stream);
                    }
                }
                Read::Aborted { .. } => panic!("nothing was given up"),
            }
        }
    }
}

fn exchange(configure: impl Fn(&mut EndpointConfig)) {
    let mut pair = Pair::new(configure);
    let (a, b) = pair.up();
    for (n, len) in [1_usize, 8, 1000, 1400, 5000, 60_000, 300_000].into_iter().enumerate() {
        let text: Vec<u8> = (0..len).map(|at| (at * 7 + n) as u8).collect();
        let stream = StreamId(n as u16);
        let options = MessageOptions::default();
        for (from, to, id, there) in [(0, 1, a, b), (1, 0, b, a)] {
            let now = pair.now;
            let payload = Payload::Borrowed(&text);
            let accepted =
                pair.ends[from].send(now, id, stream, options, payload, true).expect("room");
            assert_eq!(accepted.bytes, len);
            let (mut whole, mut read) = (Vec::new(), None);
            for _ in 0..200 {
                pair.carry();
                read = read.or_else(|| pair.read(to, there, &mut whole));
                let held = pair.ends[from].report(id).map(|report| report.send_held);
                if held == Some(0) && read.is_some() {
                    break;
                }
                if pair.carry() == 0 {
                    pair.wait();
                }
            }
            assert_eq!(read, Some(stream), "{len} bytes");
            assert!(whole == text, "{len} bytes arrived as they were sent");
        }
    }
    let refused: Vec<u64> = pair.ends.iter().map(|end| end.counters().refused()).collect();
    assert_eq!(refused, [0, 0]);
    pair.ends[0].shutdown(pair.now, a).expect("it is up");
    for _ in 0..10 {
        pair.carry();
        if pair.events[0].iter().any(|(_, event)| *event == Event::Closed) {
            break;
        }
        pair.wait();
    }
    pair.carry();
    for n in 0..2 {
        assert_eq!(pair.events[n].pop_back().map(|(_, event)| event), Some(Event::Closed), "{n}");
    }
    pair.ends[0].release(a);
    pair.ends[1].release(b);
    assert_eq!(pair.ends.iter_mut().filter_map(Endpoint::next_due).min(), None);
    assert!(pair.ends.iter().all(|end| end.associations().next().is_none()));
}

#[test]
fn interleaved() {
    exchange(|_| {});
}

#[test]
fn plain() {
    exchange(|config| config.association.interleaving = false);
}

#[test]
fn with_windows_by_stream() {
    exchange(|config| config.association.stream_window = Some(64 << 10));
}

#[test]
fn authenticated() {
    use ferry_sctp_core::association::AuthenticationConfig;
    use ferry_sctp_core::wire::{ChunkType, HmacId};
    exchange(|config| {
        config.association.authentication = Some(AuthenticationConfig {
            key_id: 1,
            key: b"secret".to_vec(),
            chunks: vec![ChunkType::CookieEcho, ChunkType::CookieAck, ChunkType::IData],
            algorithms: vec![HmacId::SHA256, HmacId::SHA1],
        });
    });
}
