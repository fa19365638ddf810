//! Interleaved messages (RFC 8260): short ones pass long ones of other streams.

use std::collections::BTreeMap;

use crate::common::pattern::Pattern;
use crate::common::script::{PEER_TSN, Peer, Script, endpoint, plain};
use crate::common::sim::Sim;
use crate::common::{ms, s};
use bytes::Bytes;
use ferry_netem::LinkSettings;
use ferry_sctp_core::Now;
use ferry_sctp_core::association::{AssociationConfig, AssociationEvent, Loss};
use ferry_sctp_core::endpoint::AssociationId;
use ferry_sctp_core::serial::MessageId;
use ferry_sctp_core::serial::{FragmentSequence, Tsn};
use ferry_sctp_core::streams::{MessageOptions, Read, Scheduler};
use ferry_sctp_core::wire::chunk::{IData, IDataHeader, Position};
use ferry_sctp_core::wire::{Chunk, ChunkType, PayloadProtocol, StreamId};

/// Bytes of a message that is long.
const LONG: usize = 2 << 20;
const SHORT: usize = 100;

fn interleaved() -> AssociationConfig {
    AssociationConfig { interleaving: true, ..plain() }
}

fn script() -> Script {
    let peer = Peer { extensions: vec![ChunkType::IData], ..Peer::default() };
    Script::connected(interleaved(), peer)
}

/// A fragment of the peer.
fn fragment(
    tsn: Tsn,
    stream: u16,
    message: u32,
    place: &str,
    payload: &'static [u8],
) -> Chunk<'static> {
    let position = match place.trim_end_matches('E') {
        "B" => Position::First(PayloadProtocol(message + 7)),
        number => Position::Later(FragmentSequence(number.parse().expect("a number"))),
    };
    let header = IDataHeader {
        immediate: false,
        unordered: false,
        ending: place.ends_with('E'),
        tsn,
        stream: StreamId(stream),
        message: MessageId(message),
        position,
    };
    Chunk::IData(IData { header, payload })
}

#[test]
fn fragments_are_numbered_within_their_message() {
    let mut script = script();
    script.send(1, &[7; 3000]);
    let mut seen: Vec<_> = script.take().iter().flat_map(|packet| packet.data()).collect();
    script.wait(ms(2));
    script.sack(script.t(1));
    seen.extend(script.take().iter().flat_map(|packet| packet.data()));
    let numbers: Vec<_> =
        seen.iter().map(|d| (d.message, d.fragment, d.flags.beginning, d.flags.ending)).collect();
    assert_eq!(numbers, [(0, 0, true, false), (0, 1, false, false), (0, 2, false, true)]);
    assert_eq!(seen.iter().map(|d| d.payload.len()).sum::<usize>(), 3000);
}

#[test]
fn fragments_of_two_messages_come_mixed() {
    let mut script = script();
    let t = |n| PEER_TSN.plus(n);
    script.say(&[
        fragment(t(0), 1, 0, "B", b"long "),
        fragment(t(1), 2, 0, "BE", b"short"),
        fragment(t(2), 1, 0, "1", b"mess"),
    ]);
    // The short one is whole and readable; the long one is not.
    assert_eq!(script.read(), Some((2, b"short".to_vec(), true)));
    assert_eq!(script.read(), None);
    script.say(&[fragment(t(4), 1, 1, "BE", b"next"), fragment(t(3), 1, 0, "2E", b"age")]);
    let mut message = Vec::new();
    loop {
        let (stream, bytes, last) = script.read().expect("the rest of the message");
        assert_eq!(stream, 1);
        message.extend(bytes);
        if last {
            break;
        }
    }
    assert_eq!(message, b"long message");
    assert_eq!(script.read(), Some((1, b"next".to_vec(), true)));
}

#[test]
fn fragments_that_contradict_each_other_end_the_association() {
    let mut script = script();
    script.say(&[fragment(PEER_TSN, 1, 0, "BE", b"whole")]);
    script.say(&[fragment(PEER_TSN.plus(1), 1, 0, "1E", b"beyond its end")]);
    let sent = script.take();
    assert!(sent.iter().any(|packet| packet.has(ChunkType::Abort)));
    assert!(matches!(script.news(), Some(AssociationEvent::Lost(Loss::Violation(_)))));
}

#[test]
fn without_an_offer_messages_travel_whole() {
    let mut script = Script::connected(interleaved(), Peer::default());
    script.send(1, b"x");
    assert!(script.expect().has(ChunkType::Data));
    assert!(!script.report().interleaving);
}

/// When each of several messages was read whole: by stream.
struct Reader {
    offsets: BTreeMap<u16, usize>,
    finished: BTreeMap<u16, Now>,
}

impl Reader {
    fn look(&mut self, sim: &mut Sim, host: usize, id: AssociationId) {
        while let Some(read) = sim.end(host).receive_from(id, usize::MAX) {
            let Read::Piece(piece) = read else { panic!("nothing is given up: {read:?}") };
            let stream = piece.stream.0;
            let offset = self.offsets.entry(stream).or_default();
            assert!(Pattern(u64::from(stream)).matches(*offset, &piece.payload));
            *offset += piece.payload.len();
            if piece.last {
                self.finished.insert(stream, sim.now);
            }
        }
        sim.flush(host);
    }
}

/// Sends a long message on each of `long` streams and then a short one on the next: how long each took.
fn passing(interleaving: bool, scheduler: Scheduler, long: u16, path: LinkSettings) -> Vec<Now> {
    let association = AssociationConfig {
        interleaving,
        scheduler,
        send_buffer: 16 << 20,
        ..AssociationConfig::default()
    };
    let config = endpoint(association);
    let mut sim = Sim::pair(3, &config, &config, &[path]);
    let (a, z) = sim.open(0, 1);
    let begun = sim.now;
    let lengths = (0..long).map(|_| LONG).chain([SHORT]);
    for (stream, len) in (0..).zip(lengths) {
        let bytes = Bytes::from(Pattern(u64::from(stream)).bytes(0, len));
        let end = sim.end(0);
        let options = MessageOptions::default();
        let taken = end.send(begun, a, StreamId(stream), options, bytes.into(), true);
        assert_eq!(taken.expect("room").bytes, len);
        sim.flush(0);
    }
    let mut reader = Reader { offsets: BTreeMap::new(), finished: BTreeMap::new() };
    let all = usize::from(long) + 1;
    let done = sim.run_while(begun + s(120), |sim| {
        reader.look(sim, 1, z);
        reader.finished.len() < all
    });
    assert!(done, "{:?} of {all} messages arrived", reader.finished);
    reader.finished.values().map(|at| *at - begun).collect()
}

fn line() -> LinkSettings {
    LinkSettings::default()
        .delay("1ms".parse().expect("a time"))
        .rate("100mbit".parse().expect("a rate"))
}

#[test]
fn a_short_message_passes_a_long_one() {
    // 2 MiB take 168 ms on this line.
    for scheduler in [
        Scheduler::RoundRobin,
        Scheduler::FairCapacity,
        Scheduler::FairMessages,
        Scheduler::RoundRobinPacket,
    ] {
        let took = passing(true, scheduler, 1, line());
        assert!(took[0] > ms(160), "{took:?}");
        assert!(took[1] * 4 < took[0], "{scheduler:?}: {took:?}");
    }
    // Without interleaving it waits for the end of the long one, whatever the scheduler.
    let took = passing(false, Scheduler::RoundRobin, 1, line());
    assert!(took[1] + ms(2) >= took[0], "{took:?}");
    // And so it does when messages go in the order in which they came.
    let took = passing(true, Scheduler::FirstCome, 1, line());
    assert!(took[1] + ms(2) >= took[0], "{took:?}");
}

#[test]
fn long_messages_share_the_line() {
    let took = passing(true, Scheduler::FairCapacity, 4, line());
    let (first, last) = (took[..4].iter().min(), took[..4].iter().max());
    let (first, last) = (*first.expect("four"), *last.expect("four"));
    assert!(first * 10 > last * 9, "they end together: {took:?}");
    assert!(took[4] * 8 < first, "and the short one long before: {took:?}");
    // One after the other, the first ends in about a quarter of the time.
    let took = passing(false, Scheduler::RoundRobin, 4, line());
    assert!(took[0] * 3 < took[3], "{took:?}");
}

#[test]
fn interleaved_messages_survive_a_bad_network() {
    let path = line()
        .loss("2%".parse().expect("a share"))
        .duplicate("1%".parse().expect("a share"))
        .reorder("5%".parse().expect("a share"));
    let took = passing(true, Scheduler::RoundRobin, 3, path);
    assert!(took[3] * 2 < took[0], "{took:?}");
}

/// The race of long messages: one end's long message must not be torn by others of the same stream, nor
/// mixed up with those of other streams, whichever way fragments interleave.
#[test]
fn messages_of_one_stream_keep_their_order() {
    let association = AssociationConfig {
        scheduler: Scheduler::FairCapacity,
        send_buffer: 8 << 20,
        ..AssociationConfig::default()
    };
    let config = endpoint(association);
    let path = line().loss("1%".parse().expect("a share"));
    let mut sim = Sim::pair(5, &config, &config, &[path]);
    let (a, z) = sim.open(0, 1);
    let lengths = [300_000, 10, 70_000, 1, 150_000, 5_000];
    let now = sim.now;
    for stream in 0..3_u16 {
        for (n, &len) in (0..).zip(&lengths) {
            let key = u64::from(stream) * 100 + n;
            let bytes = Bytes::from(Pattern(key).bytes(0, len));
            let options =
                MessageOptions { protocol: PayloadProtocol(n as u32), ..Default::default() };
            sim.end(0).send(now, a, StreamId(stream), options, bytes.into(), true).expect("room");
        }
    }
    sim.flush(0);
    let mut places = [(0_usize, 0_usize); 3];
    let done = sim.run_while(now + s(60), |sim| {
        while let Some(read) = sim.end(1).receive_from(z, 10_000) {
            let Read::Piece(piece) = read else { panic!("nothing is given up: {read:?}") };
            let (message, offset) = &mut places[usize::from(piece.stream.0)];
            assert_eq!(piece.protocol.0 as usize, *message, "in order");
            assert_eq!(piece.first, *offset == 0);
            let key = u64::from(piece.stream.0) * 100 + *message as u64;
            assert!(Pattern(key).matches(*offset, &piece.payload));
            *offset += piece.payload.len();
            if piece.last {
                assert_eq!(*offset, lengths[*message]);
                (*message, *offset) = (*message + 1, 0);
            }
        }
        sim.flush(1);
        places.iter().any(|(message, _)| *message < lengths.len())
    });
    assert!(done, "{places:?}");
}
