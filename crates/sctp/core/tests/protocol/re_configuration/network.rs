//! Two endpoints over a bad network: resets and additions both ways.

use std::collections::BTreeMap;

use ferry_netem::{LinkSettings, Reorder};
use ferry_sctp_core::association::{AssociationConfig, AssociationEvent};
use ferry_sctp_core::endpoint::AssociationId;
use ferry_sctp_core::streams::{MessageOptions, Read};
use ferry_sctp_core::wire::StreamId;

use super::streams;
use crate::common::s;
use crate::common::script::endpoint;
use crate::common::sim::{Change, Sim};

/// What one end of a pair does in each round, and what it sees.
#[derive(Default)]
struct Seen {
    /// By stream: the round and number of each message.
    messages: BTreeMap<u16, Vec<(u8, u32)>>,
    resets_out: usize,
    resets_in: usize,
}

impl Seen {
    fn look(&mut self, sim: &mut Sim, host: usize, id: AssociationId) {
        while let Some(read) = sim.end(host).receive_from(id, usize::MAX) {
            let Read::Piece(piece) = read else { panic!("nothing is given up: {read:?}") };
            if piece.last {
                let seen = self.messages.entry(piece.stream.0).or_default();
                seen.push((piece.payload[0], piece.message.0));
            }
        }
        for (_, event) in sim.hosts[host].events.drain(..) {
            match event {
                AssociationEvent::OutgoingReset { accepted, .. } => {
                    assert!(accepted);
                    self.resets_out += 1;
                }
                AssociationEvent::IncomingReset { .. } => self.resets_in += 1,
                AssociationEvent::IncomingResetRefused { .. } | AssociationEvent::Lost(_) => {
                    panic!("{event:?}")
                }
                _ => {}
            }
        }
        sim.flush(host);
    }
}

fn bad_network() -> LinkSettings {
    LinkSettings::default()
        .delay("5ms".parse().expect("a time"))
        .loss("8%".parse().expect("a share"))
        .duplicate("3%".parse().expect("a share"))
        .reorder(Reorder {
            share: "20%".parse().expect("a share"),
            extra: "3ms".parse().expect("a time"),
        })
}

/// Rounds of messages, each followed by a reset: no message of a round is seen before the round before has
/// been seen whole, and the numbers begin with 0 each time.
fn rounds(seed: u64, interleaving: bool) {
    const ROUNDS: u8 = 12;
    let association = AssociationConfig { interleaving, ..AssociationConfig::default() };
    let config = endpoint(association);
    let mut sim = Sim::pair(seed, &config, &config, &[LinkSettings::default()]);
    let (a, z) = sim.open(0, 1);
    sim.change(Change::Set(0, bad_network()));
    let mut seen = [Seen::default(), Seen::default()];
    for round in 0..ROUNDS {
        for (host, id) in [(0, a), (1, z)] {
            for message in 0..10_usize {
                let stream = StreamId(1 + (message % 2) as u16);
                let bytes = vec![round; 300 * message + 1];
                let now = sim.now;
                let options = MessageOptions::default();
                let end = sim.end(host);
                end.send(now, id, stream, options, bytes[..].into(), true).expect("room");
            }
            let now = sim.now;
            // Both ways of wishing it: one end resets its own streams, the other is asked to.
            let named = streams(&[1, 2]);
            if round % 2 == 0 {
                sim.end(host).reset_streams(now, id, &named).expect("it is offered");
            }
            sim.flush(host);
        }
        if round % 2 == 1 {
            let now = sim.now;
            let named = streams(&[1, 2]);
            sim.end(0).reset_peer_streams(now, a, &named).expect("it is offered");
            sim.end(1).reset_peer_streams(now, z, &named).expect("it is offered");
            sim.flush(0);
            sim.flush(1);
        }
        let until = sim.now + s(60);
        let wanted = usize::from(round) + 1;
        let done = sim.run_while(until, |sim| {
            for (host, id) in [(0, a), (1, z)] {
                seen[host].look(sim, host, id);
            }
            seen.iter().any(|s| s.resets_out < wanted || s.resets_in < wanted)
        });
        assert!(done, "round {round} did not end; seed {seed}");
    }
    for seen in &seen {
        assert_eq!(seen.resets_out, usize::from(ROUNDS));
        assert_eq!(seen.resets_in, usize::from(ROUNDS), "each reset is told once; seed {seed}");
        let expected: Vec<(u8, u32)> =
            (0..ROUNDS).flat_map(|round| (0..5).map(move |message| (round, message))).collect();
        for stream in [1, 2] {
            assert_eq!(seen.messages[&stream], expected, "stream {stream}, seed {seed}");
        }
    }
}

#[test]
fn resets_both_ways_over_a_bad_network() {
    for seed in 0..12 {
        rounds(seed, seed % 2 == 0);
    }
}

#[test]
fn streams_added_both_ways_over_a_bad_network() {
    for seed in 0..12 {
        let config = endpoint(AssociationConfig::default());
        let mut sim = Sim::pair(seed, &config, &config, &[LinkSettings::default()]);
        let (a, z) = sim.open(0, 1);
        sim.change(Change::Set(0, bad_network()));
        let now = sim.now;
        for (host, id) in [(0, a), (1, z)] {
            sim.end(host).add_streams(now, id, 3, 4).expect("it is offered");
            sim.flush(host);
        }
        // 10 streams, 3 of its own wish and 4 of the other's.
        let until = sim.now + s(60);
        let counts = |sim: &mut Sim| {
            [(0, a), (1, z)].map(|(host, id)| {
                let report = sim.end(host).report(id).expect("it stands");
                (report.outbound_streams, report.inbound_streams)
            })
        };
        let done = sim.run_while(until, |sim| counts(sim) != [(17, 17); 2]);
        assert!(done, "{:?}, seed {seed}", counts(&mut sim));
        for (host, id) in [(0, a), (1, z)] {
            let now = sim.now;
            let options = MessageOptions::default();
            let end = sim.end(host);
            end.send(now, id, StreamId(16), options, b"last"[..].into(), true).expect("it exists");
            sim.flush(host);
        }
        sim.run_for(s(5));
        for (host, id) in [(0, a), (1, z)] {
            let read = sim.end(host).read(id, StreamId(16), usize::MAX);
            assert!(matches!(read, Some(Read::Piece(piece)) if piece.payload == b"last"[..]));
            let granted = sim.hosts[host].events.iter().filter(|(_, event)| {
                matches!(event, AssociationEvent::StreamsChanged { accepted: true, .. })
            });
            assert_eq!(granted.count(), 4, "own two wishes, and the other's two");
        }
    }
}

#[test]
fn the_limit_of_inbound_streams_holds_against_a_peer() {
    let config =
        endpoint(AssociationConfig { inbound_streams: 12, ..AssociationConfig::default() });
    let mut sim = Sim::pair(1, &config, &config, &[LinkSettings::default()]);
    let (a, _) = sim.open(0, 1);
    let now = sim.now;
    sim.end(0).add_streams(now, a, 3, 0).expect("it is offered");
    sim.end(0).add_streams(now, a, 2, 0).expect("it is offered");
    sim.flush(0);
    sim.run_for(s(2));
    let told: Vec<bool> = sim.hosts[0]
        .events
        .iter()
        .filter_map(|(_, event)| match event {
            AssociationEvent::StreamsChanged { accepted, .. } => Some(*accepted),
            _ => None,
        })
        .collect();
    assert_eq!(told, [false, true]);
}
