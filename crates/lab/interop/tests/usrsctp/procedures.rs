//! Each procedure with either end as the one that connects, with DATA and with I-DATA.

use std::net::Ipv4Addr;
use std::time::Duration;

use ferry_sctp_core::association::{
    AssociationConfig, AssociationEvent, AuthenticationConfig, Loss,
};
use ferry_sctp_core::endpoint::AssociationId;
use ferry_sctp_core::wire::{ChunkType, HmacId, StreamId};

use crate::ferry::{Ferry, free_port};
use crate::message::Seen;
use crate::peer::Peer;

const OWN: Ipv4Addr = Ipv4Addr::LOCALHOST;

/// An association between Ferry and the peer.
struct UsrsctpPair {
    ferry: Ferry,
    peer: Peer,
    id: AssociationId,
}

/// Who connects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    Ferry,
    Peer,
}

fn pair(by: By, interleaving: bool) -> Option<UsrsctpPair> {
    let config = AssociationConfig { interleaving, ..AssociationConfig::default() };
    let words: &[&str] = if interleaving { &["i-data"] } else { &[] };
    let pair = joined(by, config, words)?;
    let kind = if interleaving { "i-data" } else { "data" };
    assert!(pair.ferry.is_told(&format!("up 100 100 {kind}")), "{:?}", pair.ferry.told);
    Some(pair)
}

/// An association of Ferry, configured so, and the peer with these words.
fn joined(by: By, config: AssociationConfig, words: &[&str]) -> Option<UsrsctpPair> {
    let mut ferry = Ferry::new(&[OWN], config);
    let port = free_port();
    let mut peer = Peer::begin(None, "127.0.0.1", port, words)?;
    ferry.until(&mut peer, "the peer runs", |ferry| ferry.is_told("ready"));
    if by == By::Ferry {
        ferry.connect(&[OWN], port);
    } else {
        peer.say(&format!("connect 127.0.0.1 {}", ferry.port));
    }
    let is_up = |ferry: &Ferry| ferry.up().is_some() && ferry.is_told("up");
    ferry.until(&mut peer, "both are up", is_up);
    let id = ferry.up()?;
    Some(UsrsctpPair { ferry, peer, id })
}

/// Runs a test in each of the four ways.
fn in_each(test: impl Fn(&mut UsrsctpPair)) {
    for by in [By::Ferry, By::Peer] {
        for interleaving in [false, true] {
            eprintln!("connected by {by:?}, interleaving: {interleaving}");
            let Some(mut pair) = pair(by, interleaving) else { return };
            test(&mut pair);
        }
    }
}

impl UsrsctpPair {
    fn until(&mut self, what: &str, done: impl Fn(&Ferry) -> bool) {
        self.ferry.until(&mut self.peer, what, done);
    }

    /// Both send `count` messages on a stream; all arrive as they were sent.
    fn exchange(&mut self, stream: u16, count: u32, size: u32, unordered: bool) {
        let old = (self.ferry.told_messages().len(), self.ferry.messages.len());
        self.ferry.send(self.id, stream, count, size, unordered);
        let order = if unordered { "unordered" } else { "ordered" };
        self.peer.say(&format!("send {stream} {count} {size} {order}"));
        let all = count as usize;
        self.until("all have arrived at the peer", |ferry| {
            ferry.told_messages().len() >= old.0 + all
        });
        self.until("all have arrived here", |ferry| ferry.messages.len() >= old.1 + all);
        let sent = (0..count).map(|n| Seen::expected(stream, n, size, unordered));
        let sent: Vec<Seen> = sent.collect();
        let mut there = self.ferry.told_messages().split_off(old.0);
        let here = self.ferry.messages.split_off(old.1);
        let mut here: Vec<Seen> = here.into_iter().map(|(_, seen)| seen).collect();
        if unordered {
            there.sort();
            here.sort();
        }
        assert_eq!(there, sent);
        assert_eq!(here, sent);
    }
}

#[test]
fn messages_of_all_sizes() {
    in_each(|pair| {
        for (stream, size) in [(0, 4), (1, 100), (99, 1400), (3, 1500), (4, 9000), (5, 65_536)] {
            pair.exchange(stream, 30, size, false);
            pair.exchange(stream, 30, size, true);
        }
        pair.exchange(7, 5, 1 << 20, false);
        pair.exchange(8, 2, 3 << 20, true);
    });
}

#[test]
fn messages_on_all_streams_at_once() {
    in_each(|pair| {
        for stream in 0..20 {
            let size = 10 + 3000 * u32::from(stream);
            pair.ferry.send(pair.id, stream, 10, size, false);
            pair.peer.say(&format!("send {stream} 10 {size} ordered"));
        }
        pair.until("all have arrived", |ferry| {
            ferry.told_messages().len() == 200 && ferry.messages.len() == 200
        });
        let here: Vec<Seen> = pair.ferry.messages.iter().map(|(_, seen)| *seen).collect();
        for all in [pair.ferry.told_messages(), here] {
            for stream in 0..20 {
                let of = all.iter().filter(|seen| seen.stream == stream).copied();
                let size = 10 + 3000 * u32::from(stream);
                let sent = (0..10).map(|n| Seen::expected(stream, n, size, false));
                assert_eq!(of.collect::<Vec<_>>(), sent.collect::<Vec<_>>());
            }
        }
    });
}

#[test]
fn shutdown_from_here() {
    in_each(|pair| {
        pair.exchange(1, 10, 1000, false);
        pair.ferry.send(pair.id, 2, 50, 10_000, false);
        pair.until("the first has arrived", |ferry| ferry.told_messages().len() > 10);
        // Whatever has not left the queue by then is still to arrive.
        pair.ferry.pass(Duration::from_millis(100));
        let now = pair.ferry.now();
        pair.ferry.endpoint.shutdown(now, pair.id).expect("it stands");
        let is_closed = |ferry: &Ferry| {
            ferry.is_told("closed")
                && ferry.events.iter().any(|(_, e)| *e == AssociationEvent::Closed)
        };
        pair.until("both have closed", is_closed);
        assert_eq!(pair.ferry.told_messages().len(), 60);
    });
}

#[test]
fn shutdown_from_there() {
    in_each(|pair| {
        pair.peer.say("send 2 50 10000 ordered");
        pair.peer.say("shutdown");
        let is_closed = |ferry: &Ferry| {
            ferry.is_told("closed")
                && ferry.events.iter().any(|(_, e)| *e == AssociationEvent::Closed)
        };
        pair.until("both have closed", is_closed);
        assert_eq!(pair.ferry.messages.len(), 50);
    });
}

#[test]
fn abort_from_here() {
    in_each(|pair| {
        pair.exchange(1, 1, 1000, false);
        let now = pair.ferry.now();
        pair.ferry.endpoint.abort(now, pair.id, b"enough");
        pair.until("the peer is told", |ferry| ferry.is_told("lost"));
    });
}

#[test]
fn abort_from_there() {
    in_each(|pair| {
        pair.exchange(1, 1, 1000, false);
        pair.peer.say("abort");
        let is_lost = |(_, event): &(AssociationId, AssociationEvent)| {
            matches!(event, AssociationEvent::Lost(Loss::AbortedByPeer { .. }))
        };
        pair.until("it is told", |ferry| ferry.events.iter().any(is_lost));
    });
}

#[test]
fn streams_begin_anew() {
    in_each(|pair| {
        for _ in 0..2 {
            pair.exchange(3, 20, 2000, false);
            pair.ferry.pass(Duration::from_millis(200));
            pair.ferry.told.retain(|line| !line.starts_with("reset-"));
            pair.ferry.events.clear();
            let now = pair.ferry.now();
            pair.ferry.endpoint.reset_streams(now, pair.id, &[StreamId(3)]).expect("it can");
            pair.until("the peer has seen it", |ferry| ferry.is_told("reset-in 3"));
            let own =
                AssociationEvent::OutgoingReset { streams: vec![StreamId(3)], accepted: true };
            pair.until("it is done", |ferry| ferry.events.iter().any(|(_, e)| *e == own));
            pair.peer.say("reset 3");
            let peers = AssociationEvent::IncomingReset { streams: vec![StreamId(3)] };
            pair.until("it is seen", |ferry| ferry.events.iter().any(|(_, e)| *e == peers));
            pair.until("the peer's is done", |ferry| ferry.is_told("reset-out 3"));
        }
        pair.exchange(3, 20, 2000, false);
    });
}

/// One endpoint, several peers.
#[test]
fn several_peers() {
    let mut ferry = Ferry::new(&[OWN], AssociationConfig::default());
    let begin = |_| {
        let port = free_port();
        Some((Peer::begin(None, "127.0.0.1", port, &["i-data"])?, port))
    };
    let Some(mut peers) = (0..3).map(begin).collect::<Option<Vec<_>>>() else { return };
    for (index, (peer, port)) in peers.iter_mut().enumerate() {
        ferry.until(peer, "the peer runs", |ferry| ferry.is_told("ready"));
        ferry.told.clear();
        if index == 0 {
            ferry.connect(&[OWN], *port);
        } else {
            peer.say(&format!("connect 127.0.0.1 {}", ferry.port));
        }
        ferry.until(peer, "it is up", |ferry| ferry.is_told("up"));
        ferry.told.clear();
    }
    for (peer, _) in &mut peers {
        peer.say("send 1 50 5000 ordered");
    }
    ferry.until(&mut peers[0].0, "all have arrived", |ferry| ferry.messages.len() == 150);
    let mut ids: Vec<AssociationId> = ferry.messages.iter().map(|(id, _)| *id).collect();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 3, "each peer has an association of its own");
    for id in ids {
        let of = ferry.messages.iter().filter(|(of, _)| *of == id).map(|(_, seen)| *seen);
        let sent = (0..50).map(|n| Seen::expected(1, n, 5000, false));
        assert_eq!(of.collect::<Vec<_>>(), sent.collect::<Vec<_>>());
    }
}

/// What Ferry asks of authentication, with this key.
fn signed(key: &str) -> AuthenticationConfig {
    AuthenticationConfig {
        key_id: 1,
        key: key.as_bytes().to_vec(),
        chunks: vec![ChunkType::Data, ChunkType::Sack, ChunkType::IData],
        algorithms: vec![HmacId::SHA256, HmacId::SHA1],
    }
}

/// Both sign and demand signatures (RFC 4895).
#[test]
fn signed_chunks_are_understood() {
    for by in [By::Ferry, By::Peer] {
        for words in [&["key=between-us"][..], &["i-data", "key=between-us"]] {
            let interleaving = words.len() > 1;
            let config = AssociationConfig {
                interleaving,
                authentication: Some(signed("between-us")),
                ..AssociationConfig::default()
            };
            let Some(mut pair) = joined(by, config, words) else { return };
            let report = pair.ferry.endpoint.report(pair.id).expect("it stands");
            assert!(report.authenticated && report.interleaving == interleaving);
            pair.exchange(1, 30, 5000, false);
            pair.exchange(2, 3, 200_000, true);
        }
    }
}

/// What is signed with another key is not taken, either way.
#[test]
fn another_key_delivers_nothing() {
    let config =
        AssociationConfig { authentication: Some(signed("mine")), ..AssociationConfig::default() };
    let Some(mut pair) = joined(By::Ferry, config, &["i-data", "key=theirs"]) else { return };
    pair.ferry.send(pair.id, 1, 3, 100, false);
    pair.peer.say("send 1 3 100 ordered");
    pair.ferry.pass(Duration::from_secs(2));
    pair.ferry.told.extend(std::iter::from_fn(|| pair.peer.line()));
    assert_eq!(pair.ferry.told_messages(), []);
    assert_eq!(pair.ferry.messages, []);
}
