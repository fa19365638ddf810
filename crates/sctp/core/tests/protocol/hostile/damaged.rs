//! True packets, changed: whatever comes of them, nothing panics, nothing grows, nothing wrong is read.

use bytes::Bytes;
use ferry_netem::LinkSettings;
use ferry_sctp_core::association::AssociationConfig;
use ferry_sctp_core::streams::{MessageOptions, Read};
use ferry_sctp_core::wire::{StreamId, checksum};
use proptest::prelude::*;

use crate::common::random::Random;
use crate::common::script::{Peer, Script, endpoint, plain};
use crate::common::sim::{Sim, address};
use crate::common::{ms, s};
use ferry_sctp_core::wire::ChunkType;

/// One change of a packet.
#[derive(Clone, Debug)]
enum Change {
    Set(u16, u8),
    Cut(u16),
    Double(u16, u16),
    Append(Vec<u8>),
    Word(u16, u16),
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let change = prop_oneof![
        (any::<u16>(), any::<u8>()).prop_map(|(at, to)| Change::Set(at, to)),
        any::<u16>().prop_map(Change::Cut),
        (any::<u16>(), any::<u16>()).prop_map(|(from, to)| Change::Double(from, to)),
        prop::collection::vec(any::<u8>(), 0..40).prop_map(Change::Append),
        (any::<u16>(), prop_oneof![Just(0_u16), Just(4), Just(0xFFFF), any::<u16>()])
            .prop_map(|(at, to)| Change::Word(at, to)),
    ];
    prop::collection::vec(change, 1..5)
}

fn apply(packet: &mut Vec<u8>, changes: &[Change]) {
    for change in changes {
        // The common header stays, so that the packet comes through.
        let place = |at: u16, len: usize| 12 + usize::from(at) % (len - 12).max(1);
        let len = packet.len();
        match change {
            Change::Set(at, to) => packet[place(*at, len).min(len - 1)] = *to,
            Change::Cut(at) => packet.truncate(place(*at, len).max(16)),
            Change::Double(from, to) => {
                let (a, b) = (place(*from, len), place(*to, len));
                let part = packet[a.min(b)..a.max(b)].to_vec();
                packet.extend(part);
            }
            Change::Append(bytes) => packet.extend(bytes),
            Change::Word(at, to) => {
                let at = (place(*at, len) & !3) + 2;
                if at + 2 <= len {
                    packet[at..at + 2].copy_from_slice(&to.to_be_bytes());
                }
            }
        }
    }
    checksum::seal(packet);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// Packets of an insider: right tag, right checksum, anything inside.
    #[test]
    fn an_insider_does_no_harm(
        kinds in prop::collection::vec((any::<u8>(), any::<u8>(), prop::collection::vec(any::<u8>(), 0..200)), 1..6),
        changes in prop::collection::vec(changes(), 1..6),
    ) {
        let peer = Peer {
            extensions: vec![ChunkType::ReConfig, ChunkType::ForwardTsn],
            partial_reliability: true,
            ..Peer::default()
        };
        let config = AssociationConfig { receive_window: 100_000, ..plain() };
        let mut script = Script::connected(config, peer);
        script.send(0, b"something outstanding");
        let mut came = 0;
        let mut sent = script.take().len();
        for round in &changes {
            let chunks: Vec<_> = kinds.iter().map(|(kind, flags, value)| {
                use ferry_sctp_core::wire::chunk::RawChunk;
                ferry_sctp_core::wire::Chunk::Unknown(RawChunk {
                    // Types that exist are tried most.
                    chunk_type: ChunkType(if *flags & 0x80 == 0 { kind % 16 } else { *kind }),
                    flags: flags & 0x0F,
                    value,
                    bytes: &[],
                    offset: 0,
                })
            }).collect();
            let mut packet =
                script.made(script.tag, &chunks, ferry_sctp_core::wire::ChecksumWrite::Crc32c);
            apply(&mut packet, round);
            came += packet.len();
            script.say_bytes(&packet);
            sent += script.take().iter().map(|sent| sent.bytes.len()).sum::<usize>();
            prop_assert!(script.report().receive_held <= 200_000);
        }
        // Each chunk may be answered, none with much more than itself.
        prop_assert!(sent <= 4 * came + 2_000, "{} bytes in answer to {}", sent, came);
        script.wait(s(1));
        while script.end.receive_from(script.id, usize::MAX).is_some() {}
        let mut events = 0;
        while script.event().is_some() {
            events += 1;
        }
        prop_assert!(events < 2_000, "{} events", events);
    }

    /// A conversation of two endpoints with interleaving and everything else, some of whose packets are
    /// changed by someone between them who can compute checksums.
    #[test]
    fn someone_between_does_no_harm(
        seed: u64,
        changed in prop::collection::vec((0_u16..300, changes()), 1..8),
    ) {
        let config = endpoint(AssociationConfig { stream_window: Some(20_000), ..AssociationConfig::default() });
        let path = LinkSettings::default().delay("1ms".parse().expect("a time"));
        let mut sim = Sim::pair(seed, &config, &config, &[path]);
        let (a, b) = sim.open(0, 1);
        let mut random = Random::new(seed);
        for _ in 0..20 {
            let stream = StreamId(random.below(10) as u16);
            let bytes = Bytes::from(vec![3; 1 + random.below(5000) as usize]);
            let now = sim.now;
            let _ = sim.end(0).send(now, a, stream, MessageOptions::default(), bytes.into(), true);
            let _ = sim.end(0).reset_streams(now, a, &[stream]);
        }
        sim.tamper = Some(Box::new(move |n, bytes| {
            for (at, changes) in &changed {
                if u64::from(*at) == n && bytes.len() > 16 {
                    apply(bytes, changes);
                }
            }
        }));
        sim.flush(0);
        for _ in 0..40 {
            sim.run_for(ms(50));
            while let Some(read) = sim.end(1).receive_from(b, usize::MAX) {
                if let Read::Piece(piece) = read {
                    prop_assert!(!piece.payload.is_empty());
                }
            }
            sim.flush(1);
        }
        // Nobody hangs: both either stand and are quiet, or have ended.
        sim.tamper = None;
        let (now, from) = (sim.now, address(1, 0));
        sim.end(0).abort(now, a, b"");
        sim.flush(0);
        sim.inject(0, from, b"");
        sim.run_for(s(120));
        prop_assert!(!sim.end(0).is_established(a));
        prop_assert!(!sim.end(1).is_established(b));
    }
}
