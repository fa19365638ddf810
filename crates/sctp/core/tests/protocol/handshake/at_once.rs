//! Two endpoints, no hand in between: they begin at the same time, and packets overtake each other
//! (RFC 9260 §5.2.1, §5.2.4 B and D).

use std::time::Duration;

use bytes::Bytes;
use ferry_sctp_core::Now;
use ferry_sctp_core::association::{AssociationConfig, AssociationEvent, AuthenticationConfig};
use ferry_sctp_core::endpoint::{AssociationId, Endpoint, EndpointConfig, Remote};
use ferry_sctp_core::streams::Read;
use ferry_sctp_core::wire::{ChunkType, HmacId, StreamId};

use crate::common::script::{endpoint, plain};
use crate::common::sim::address;

/// Two endpoints and the packets on their way to each.
struct Pair {
    now: Now,
    ends: [Endpoint; 2],
    lines: [Vec<Vec<u8>>; 2],
    ups: [Vec<AssociationId>; 2],
}

impl Pair {
    fn new(configs: [AssociationConfig; 2]) -> Self {
        let [here, there] = configs;
        let config = |port, association| EndpointConfig { port, ..endpoint(association) };
        let ends = [
            Endpoint::new(config(5000, here), [1; 32]),
            Endpoint::new(config(5001, there), [2; 32]),
        ];
        let now = Duration::from_millis(100);
        Self { now, ends, lines: Default::default(), ups: Default::default() }
    }

    fn connect(&mut self, me: usize) -> AssociationId {
        let there = address(1 - me, 0);
        let remote = Remote { addresses: vec![there], port: there.port() };
        self.ends[me].connect(self.now, &remote).expect("it begins")
    }

    fn poll(&mut self) {
        for me in 0..2 {
            let mut out = Vec::new();
            while self.ends[me].poll_transmit(self.now, &mut out, 1).is_some() {
                self.lines[1 - me].push(std::mem::take(&mut out));
            }
            while let Some((id, event)) = self.ends[me].poll_event() {
                match event {
                    AssociationEvent::Up { .. } => self.ups[me].push(id),
                    AssociationEvent::Lost(_) | AssociationEvent::Restarted { .. } => {
                        panic!("{event:?} at {me}")
                    }
                    _ => {}
                }
            }
        }
    }

    /// Lets packets arrive until none is under way: `turn` says at whom, and whether the youngest comes
    /// first.
    fn run(&mut self, mut turn: impl FnMut(usize) -> (usize, bool)) {
        for step in 0..200 {
            self.poll();
            let (me, youngest) = turn(step);
            let me = if self.lines[me].is_empty() { 1 - me } else { me };
            let Some(last) = self.lines[me].len().checked_sub(1) else { return };
            let packet: Bytes = self.lines[me].remove(if youngest { last } else { 0 }).into();
            self.ends[me].handle(self.now, packet, address(1 - me, 0), Some(address(me, 0).ip()));
        }
        panic!("they talk without end");
    }

    /// Lets time pass; packets arrive at once and in order.
    fn wait(&mut self, time: Duration) {
        let until = self.now + time;
        loop {
            self.run(|step| (step % 2, false));
            let due = self.ends.iter_mut().filter_map(Endpoint::next_due).min();
            let Some(due) = due.filter(|due| *due <= until) else { break };
            self.now = self.now.max(due);
            self.ends.iter_mut().for_each(|end| end.on_timer(due));
        }
        self.now = until;
    }

    /// A message each way.
    fn talk(&mut self, ids: [AssociationId; 2]) {
        for me in 0..2 {
            let (stream, text) = (StreamId(1), &b"hello"[..]);
            let sent = self.ends[me].send(
                self.now,
                ids[me],
                stream,
                Default::default(),
                text.into(),
                true,
            );
            assert_eq!(sent.expect("room").bytes, text.len());
            self.wait(Duration::from_secs(1));
            match self.ends[1 - me].read(ids[1 - me], stream, usize::MAX) {
                Some(Read::Piece(piece)) => assert_eq!(piece.payload.to_vec(), text),
                other => panic!("{other:?}"),
            }
        }
    }
}

fn authenticated(key: &[u8], algorithms: &[HmacId]) -> AssociationConfig {
    let authentication = AuthenticationConfig {
        key_id: 1,
        key: key.to_vec(),
        chunks: vec![ChunkType::CookieEcho, ChunkType::Data, ChunkType::IData, ChunkType::Sack],
        algorithms: algorithms.to_vec(),
    };
    AssociationConfig {
        authentication: Some(authentication),
        dynamic_addresses: true,
        stream_window: Some(64 << 10),
        ..AssociationConfig::default()
    }
}

/// Configurations of the two, from the plainest to all that can be offered.
fn configs() -> [[AssociationConfig; 2]; 4] {
    let sha256 = authenticated(b"key", &[HmacId::SHA256]);
    let sha1 = authenticated(b"key", &[]);
    [
        [plain(), plain()],
        [AssociationConfig::default(), plain()],
        [sha256.clone(), sha256.clone()],
        [sha1, sha256],
    ]
}

/// One association each, whichever packet comes first; and it works.
#[test]
fn two_that_begin_at_once_have_one_association() {
    for (n, configs) in configs().into_iter().enumerate() {
        for order in 0..64_usize {
            let mut pair = Pair::new(configs.clone());
            let ids = [pair.connect(0), pair.connect(1)];
            pair.run(|step| (order >> (step % 5) & 1, order & 32 != 0));
            assert_eq!(pair.ups, [vec![ids[0]], vec![ids[1]]], "{n}, order {order}");
            assert!(pair.ends.iter().all(|end| end.associations().count() == 1), "{n}, {order}");
            pair.talk(ids);
            let keys = [0, 1].map(|me: usize| pair.ends[me].export_key(ids[me], b"label"));
            assert_eq!(keys[0], keys[1]);
            assert_eq!(keys[0].is_some(), n >= 2);
        }
    }
}

/// One begins while the other's INIT is under way, and packets are lost: timers mend it.
#[test]
fn lost_packets_of_a_crossing_handshake_are_sent_again() {
    for lost in 0..64_u32 {
        let mut pair = Pair::new([plain(), plain()]);
        let ids = [pair.connect(0), pair.connect(1)];
        for turn in 0..6 {
            pair.poll();
            let me = turn % 2;
            if pair.lines[me].is_empty() {
                continue;
            }
            let packet: Bytes = pair.lines[me].remove(0).into();
            if lost >> turn & 1 == 0 {
                let to = Some(address(me, 0).ip());
                pair.ends[me].handle(pair.now, packet, address(1 - me, 0), to);
            }
        }
        pair.wait(Duration::from_secs(20));
        assert_eq!(pair.ups, [vec![ids[0]], vec![ids[1]]], "lost {lost:06b}");
        pair.talk(ids);
    }
}

/// Ends with different keys never stand, and neither believes it did.
#[test]
fn different_keys_never_meet() {
    let configs = [b"one", b"two"].map(|key| authenticated(key, &[HmacId::SHA256]));
    let mut pair = Pair::new(configs);
    let id = pair.connect(0);
    pair.run(|step| (step % 2, false));
    assert_eq!(pair.ups, [Vec::new(), Vec::new()]);
    assert!(!pair.ends[0].is_established(id));
    assert_eq!(pair.ends[1].associations().count(), 0);
    assert!(pair.ends[1].counters().forged > 0);
}
