//! Messages that are given up (RFC 3758, RFC 7496): timed, limited in retransmissions, by priority.

use std::collections::BTreeMap;

use crate::common::script::{PEER_TSN, Peer, Script, Sent, data, endpoint, i_data, plain};
use crate::common::sim::Sim;
use crate::common::{ms, s};
use ferry_netem::LinkSettings;
use ferry_sctp_core::association::{AssociationConfig, AssociationEvent};
use ferry_sctp_core::serial::{MessageId, StreamSequence, Tsn};
use ferry_sctp_core::streams::outgoing::Reliability;
use ferry_sctp_core::streams::{MessageOptions, Read};
use ferry_sctp_core::wire::chunk::{ForwardTsn, IForwardTsn, SkippedMessage, SkippedStream};
use ferry_sctp_core::wire::{Chunk, ChunkType, List, PayloadProtocol, StreamId};

fn peer(interleaving: bool) -> Peer {
    let mut extensions = vec![ChunkType::ForwardTsn];
    if interleaving {
        extensions.extend([ChunkType::IData, ChunkType::IForwardTsn]);
    }
    Peer { extensions, partial_reliability: true, ..Peer::default() }
}

fn script() -> Script {
    Script::connected(plain(), peer(false))
}

fn with(reliability: Reliability, context: u64) -> MessageOptions {
    MessageOptions { reliability, context, ..MessageOptions::default() }
}

/// What a packet gives up: the new cumulative TSN, and streams with their last message.
fn forward(sent: &Sent) -> (Tsn, Vec<(u16, u32)>) {
    for chunk in sent.chunks() {
        match chunk {
            Chunk::ForwardTsn(forward) => {
                let streams = forward.streams.iter().map(|s| (s.stream.0, u32::from(s.sequence.0)));
                return (forward.new_cumulative_tsn, streams.collect());
            }
            Chunk::IForwardTsn(forward) => {
                let streams = forward.messages.iter().map(|s| (s.stream.0, s.message.0));
                return (forward.new_cumulative_tsn, streams.collect());
            }
            _ => {}
        }
    }
    panic!("no FORWARD TSN");
}

/// The next packet with a FORWARD TSN; packets with data before it are counted.
fn forward_within(script: &mut Script, kind: ChunkType) -> (Sent, usize) {
    let until = script.now + s(30);
    let mut with_data = 0;
    while script.now < until {
        let sent = script.expect_within(s(30));
        if sent.has(kind) {
            return (sent, with_data);
        }
        with_data += usize::from(!sent.data().is_empty());
    }
    panic!("nothing was given up");
}

#[test]
fn a_message_is_given_up_when_its_time_is_over() {
    let mut script = script();
    script.send(1, b"kept");
    let until = script.now + ms(150);
    script.send_with(1, with(Reliability::Until(until), 77), b"news");
    script.send(1, b"kept, too");
    script.take();
    script.wait(ms(2));
    // The second was lost, and the third as well.
    script.sack(script.t(0));
    let (sent, again) = forward_within(&mut script, ChunkType::ForwardTsn);
    assert!(sent.at >= until, "not before its time: {:?}", sent.at);
    assert!(again >= 1, "it was sent again while its time was not over");
    assert_eq!(forward(&sent), (script.t(1), vec![(1, 1)]));
    assert_eq!(script.news(), Some(AssociationEvent::Abandoned { context: 77, sent: true }));
    // The peer goes on behind it (RFC 3758 §3.5).
    script.sack(script.t(2));
    assert_eq!(script.news(), None);
    assert_eq!(script.report().outstanding, 0);
}

#[test]
fn a_message_that_was_never_sent_leaves_no_trace() {
    let mut config = plain();
    config.paths.congestion.initial_segments = Some(2);
    let mut script = Script::connected(config, peer(false));
    for _ in 0..4 {
        script.send(0, &[1; 1000]);
    }
    let until = script.now + ms(1);
    script.send_with(1, with(Reliability::Until(until), 5), b"too late");
    script.send_with(1, with(Reliability::Full, 0), b"in time");
    let sent = script.take().iter().flat_map(|packet| packet.tsns()).count() as u32;
    assert!(sent < 5, "the window holds the rest back");
    script.wait(ms(2));
    script.sack(script.t(sent - 1));
    let mut seen = Vec::new();
    let mut last = sent - 1;
    for _ in 0..10 {
        for packet in script.take() {
            assert!(!packet.has(ChunkType::ForwardTsn));
            seen.extend(packet.data());
            last += packet.data().len() as u32;
        }
        script.wait(ms(1));
        script.sack(script.t(last));
    }
    let on_one: Vec<_> = seen.iter().filter(|d| d.stream == 1).collect();
    assert_eq!(on_one.len(), 1);
    assert_eq!((on_one[0].message, &on_one[0].payload[..]), (0, &b"in time"[..]));
    assert_eq!(script.news(), Some(AssociationEvent::Abandoned { context: 5, sent: false }));
}

#[test]
fn retransmissions_are_limited() {
    for most in 0..4 {
        let mut script = script();
        let reliability = Reliability::Retransmissions(most);
        script.send_with(1, with(reliability, 9), b"a few times");
        let (sent, times) = forward_within(&mut script, ChunkType::ForwardTsn);
        assert_eq!(times, usize::from(most) + 1, "the first time and {most} more");
        assert_eq!(forward(&sent), (script.t(0), vec![(1, 0)]));
        assert_eq!(script.news(), Some(AssociationEvent::Abandoned { context: 9, sent: true }));
        script.sack(script.t(0));
        assert_eq!(script.report().outstanding, 0);
    }
}

#[test]
fn an_unordered_message_names_no_stream() {
    let mut script = script();
    let options = MessageOptions { unordered: true, ..with(Reliability::Retransmissions(0), 1) };
    script.send_with(1, options, b"x");
    let (sent, _) = forward_within(&mut script, ChunkType::ForwardTsn);
    assert_eq!(forward(&sent), (script.t(0), vec![]), "RFC 3758 §3.5 F3");
}

#[test]
fn a_lost_forward_tsn_is_sent_again() {
    let mut script = script();
    script.send_with(1, with(Reliability::Retransmissions(0), 1), b"x");
    let (first, _) = forward_within(&mut script, ChunkType::ForwardTsn);
    let (again, _) = forward_within(&mut script, ChunkType::ForwardTsn);
    assert!(again.at > first.at);
    assert_eq!(forward(&again), forward(&first));
    script.sack(script.t(0));
    script.take();
    script.wait(s(5));
    assert!(
        script.take().iter().all(|packet| !packet.has(ChunkType::ForwardTsn)),
        "it has arrived"
    );
}

#[test]
fn what_matters_less_makes_room() {
    let mut config = AssociationConfig { send_buffer: 10_000, ..plain() };
    config.paths.congestion.initial_segments = Some(2);
    let mut script = Script::connected(config, peer(false));
    for n in 0..10 {
        script.send_with(
            0,
            with(Reliability::Priority(10 + n), u64::from(n) + 1),
            &[n as u8; 1000],
        );
    }
    // There is no room left; a message of full reliability takes that of the least important one.
    script.send_with(1, with(Reliability::Full, 0), &[99; 1000]);
    assert_eq!(script.news(), Some(AssociationEvent::Abandoned { context: 10, sent: false }));
    // One that matters less than all the others is refused.
    let refused = script.end.send(
        script.now,
        script.id,
        StreamId(1),
        with(Reliability::Priority(99), 50),
        [1; 1000][..].into(),
        true,
    );
    assert!(refused.is_err());
    script.send_with(1, with(Reliability::Priority(11), 51), &[98; 1000]);
    assert_eq!(script.news(), Some(AssociationEvent::Abandoned { context: 9, sent: false }));
}

#[test]
fn a_peer_that_cannot_skip_gets_everything() {
    let mut script = Script::connected(plain(), Peer::default());
    assert!(!script.report().partial_reliability);
    script.send_with(1, with(Reliability::Retransmissions(0), 1), b"x");
    script.take();
    for _ in 0..3 {
        // It has been begun and is brought to its end.
        let mut again = script.expect_within(s(5));
        while again.data().is_empty() {
            again = script.expect_within(s(5));
        }
        assert_eq!(again.tsns(), [script.t(0)]);
    }
    script.sack(script.t(0));
    assert_eq!(script.news(), None);
}

#[test]
fn messages_that_the_peer_gives_up_hold_nothing_up() {
    let mut script = script();
    let t = |n| PEER_TSN.plus(n);
    // 0 comes; 1 and 2 are lost; 3 waits for them.
    script.say(&[data(t(0), 1, 0, b"zero")]);
    script.say(&[data(t(3), 1, 3, b"three")]);
    assert_eq!(script.read(), Some((1, b"zero".to_vec(), true)));
    assert_eq!(script.read(), None);
    script.take();
    let skipped = [SkippedStream { stream: StreamId(1), sequence: StreamSequence(2) }];
    let chunk = ForwardTsn { new_cumulative_tsn: t(2), streams: List::of(&skipped) };
    script.say(&[Chunk::ForwardTsn(chunk)]);
    assert_eq!(script.read(), Some((1, b"three".to_vec(), true)));
    script.wait(ms(10));
    let sack = script.take().iter().filter_map(|packet| packet.sack()).next_back();
    assert_eq!(sack.map(|sack| (sack.cumulative, sack.gaps)), Some((t(3), vec![])));
    // The same once more: the peer did not get the SACK, so there is another (RFC 3758 §3.6).
    let chunk = ForwardTsn { new_cumulative_tsn: t(2), streams: List::of(&skipped) };
    script.say(&[Chunk::ForwardTsn(chunk)]);
    let sack = script.expect_within(ms(10)).sack().expect("a SACK");
    assert_eq!(sack.cumulative, t(3));
    // What comes late all the same is not delivered.
    script.say(&[data(t(1), 1, 1, b"one")]);
    assert_eq!(script.read(), None);
}

#[test]
fn a_message_given_up_in_its_middle_is_told() {
    let mut script = script();
    let t = |n| PEER_TSN.plus(n);
    let mut first = ferry_sctp_core::wire::chunk::DataFlags::WHOLE;
    first.ending = false;
    script.say(&[crate::common::script::fragment(t(0), 1, 0, first, b"begun and")]);
    script.say(&[data(t(2), 1, 1, b"next")]);
    let skipped = [SkippedStream { stream: StreamId(1), sequence: StreamSequence(0) }];
    let chunk = ForwardTsn { new_cumulative_tsn: t(1), streams: List::of(&skipped) };
    script.say(&[Chunk::ForwardTsn(chunk)]);
    assert_eq!(script.read(), Some((1, b"next".to_vec(), true)), "nobody had begun to read it");
}

#[test]
fn interleaved_messages_are_skipped_by_number() {
    let config = AssociationConfig { interleaving: true, ..plain() };
    let mut script = Script::connected(config, peer(true));
    // endpoint -- I-FORWARD-TSN --> peer.
    let options = MessageOptions { unordered: true, ..with(Reliability::Retransmissions(0), 1) };
    script.send_with(1, options, b"x");
    script.send_with(2, with(Reliability::Retransmissions(0), 2), b"y");
    let (sent, _) = forward_within(&mut script, ChunkType::IForwardTsn);
    let (cumulative, mut streams) = forward(&sent);
    streams.sort_unstable();
    assert_eq!((cumulative, streams), (script.t(1), vec![(1, 0), (2, 0)]));
    script.sack(script.t(1));
    // endpoint <-- I-FORWARD-TSN -- peer.
    let t = |n| PEER_TSN.plus(n);
    script.say(&[i_data(t(2), 3, 2, b"two")]);
    assert_eq!(script.read(), None);
    let skipped = [SkippedMessage { stream: StreamId(3), unordered: false, message: MessageId(1) }];
    let chunk = IForwardTsn { new_cumulative_tsn: t(1), messages: List::of(&skipped) };
    script.say(&[Chunk::IForwardTsn(chunk)]);
    assert_eq!(script.read(), Some((3, b"two".to_vec(), true)));
}

/// Over a bad network: what is fully reliable arrives, whatever is given up around it; what arrives is in
/// order and there once; every message that did not arrive was reported.
fn bad_network(seed: u64, interleaving: bool) {
    const COUNT: u64 = 600;
    let association = AssociationConfig { interleaving, ..AssociationConfig::default() };
    let config = endpoint(association);
    let mut sim = Sim::pair(seed, &config, &config, &[LinkSettings::default()]);
    let (a, z) = sim.open(0, 1);
    let path = LinkSettings::default()
        .delay("10ms".parse().expect("a time"))
        .loss("15%".parse().expect("a share"))
        .reorder("5%".parse().expect("a share"));
    sim.change(crate::common::sim::Change::Set(0, path));
    let mut seen: BTreeMap<u16, Vec<u32>> = BTreeMap::new();
    let mut look = |sim: &mut Sim| {
        while let Some(read) = sim.end(1).receive_from(z, usize::MAX) {
            if let Read::Piece(piece) = read
                && piece.last
            {
                seen.entry(piece.stream.0).or_default().push(piece.protocol.0);
            }
        }
        sim.flush(1);
    };
    for n in 0..COUNT {
        let now = sim.now;
        let reliability = match n % 4 {
            0 => Reliability::Full,
            1 => Reliability::Until(now + ms(30)),
            2 => Reliability::Retransmissions(0),
            _ => Reliability::Retransmissions(1),
        };
        let protocol = PayloadProtocol(n as u32);
        let options = MessageOptions { protocol, ..with(reliability, n + 1) };
        let stream = StreamId((n / 4 % 3) as u16);
        let bytes = vec![n as u8; 1 + (n as usize * 37) % 4000];
        sim.end(0).send(now, a, stream, options, bytes[..].into(), true).expect("room");
        sim.flush(0);
        sim.run_for(ms(2));
        look(&mut sim);
    }
    sim.run_for(s(60));
    look(&mut sim);
    let mut abandoned = Vec::new();
    let mut delivered = Vec::new();
    for (_, event) in &sim.hosts[0].events {
        match event {
            AssociationEvent::Abandoned { context, .. } => abandoned.push(context - 1),
            AssociationEvent::Delivered { context } => delivered.push(context - 1),
            AssociationEvent::Lost(_) => panic!("{event:?}"),
            _ => {}
        }
    }
    for messages in seen.values() {
        assert!(messages.windows(2).all(|pair| pair[0] < pair[1]), "in order, seed {seed}");
    }
    let arrived: Vec<u32> = seen.values().flatten().copied().collect();
    let missing = |n: &u64| !arrived.contains(&(*n as u32));
    assert!((0..COUNT).step_by(4).all(|n| !missing(&n)), "full reliability, seed {seed}");
    assert!((0..COUNT).filter(missing).all(|n| abandoned.contains(&n)), "told, seed {seed}");
    assert!(delivered.iter().all(|n| !missing(n)), "delivered is delivered, seed {seed}");
    assert!((0..COUNT).filter(missing).count() > 20, "some were given up, seed {seed}");
    assert_eq!(abandoned.len() + delivered.len(), COUNT as usize, "each has one end, seed {seed}");
    assert_eq!(sim.end(0).report(a).expect("it stands").outstanding, 0);
}

#[test]
fn partial_reliability_over_a_bad_network() {
    for seed in 0..4 {
        bad_network(seed, false);
    }
}

#[test]
fn partial_reliability_of_interleaved_messages_over_a_bad_network() {
    for seed in 10..14 {
        bad_network(seed, true);
    }
}
