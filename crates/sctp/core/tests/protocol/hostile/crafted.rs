//! Packets made to do harm: wrong tags, lengths that loop, wrong checksums, packets out of the blue.

use ferry_sctp_core::wire::chunk::{
    CookieAck, CookieEcho, Heartbeat, Init, RawChunk, Sack, Shutdown, ShutdownAck, ShutdownComplete,
};
use ferry_sctp_core::wire::{
    ChecksumWrite, Chunk, ChunkType, ErrorKind, List, Parameters, VerificationTag, checksum,
};

use crate::common::ms;
use crate::common::script::{PEER_TAG, PEER_TSN, Peer, Script, abort, data, plain};
use crate::common::sim::address;

fn begun() -> Script {
    Script::connected(plain(), Peer::default())
}

/// The association takes a message as if nothing had happened.
fn unharmed(script: &mut Script) {
    assert!(script.end.is_established(script.id));
    script.say(&[data(PEER_TSN, 0, 0, b"fine")]);
    assert_eq!(script.read(), Some((0, b"fine".to_vec(), true)));
    assert_eq!(script.read(), None);
    assert_eq!(script.news(), None);
}

fn raw(kind: u8, value: &[u8]) -> Chunk<'_> {
    Chunk::Unknown(RawChunk { chunk_type: ChunkType(kind), flags: 0, value, bytes: &[], offset: 0 })
}

#[test]
fn a_wrong_tag_is_dropped_and_counted() {
    let mut script = begun();
    let sack = Chunk::Sack(Sack {
        cumulative_tsn: script.first.plus(1000),
        receiver_window: 0,
        gap_blocks: List::empty(),
        duplicates: List::empty(),
    });
    let chunks = [
        data(PEER_TSN, 0, 0, b"forged"),
        sack,
        abort(&[]),
        Chunk::Shutdown(Shutdown { cumulative_tsn: script.first.previous() }),
        Chunk::Heartbeat(Heartbeat { info: b"forged" }),
    ];
    let before = script.end.counters().wrong_tag;
    let mut forged = 0;
    for chunk in chunks {
        for tag in [script.tag.0 ^ 1, script.tag.0.wrapping_add(1 << 31), PEER_TAG.0, 0] {
            let packet = script.made(VerificationTag(tag), &[chunk], ChecksumWrite::Crc32c);
            script.say_bytes(&packet);
            forged += 1;
        }
    }
    // §8.5: dropped in silence.
    script.silent();
    assert_eq!(script.end.counters().wrong_tag - before, forged);
    unharmed(&mut script);
}

#[test]
fn lengths_that_go_nowhere_end_the_walk() {
    let mut script = begun();
    let tag = script.tag;
    // A chunk whose length does not even cover its header (RFC 9260 §3.2).
    for length in 0..4_u8 {
        let mut packet = script.made(tag, &[raw(0x04, &[0; 64])], ChecksumWrite::Crc32c);
        packet[15] = length;
        packet[14] = 0;
        checksum::seal(&mut packet);
        script.say_bytes(&packet);
    }
    // One that reaches beyond the packet.
    let mut packet = script.made(tag, &[raw(0x04, &[0; 64])], ChecksumWrite::Crc32c);
    packet[14] = 0xFF;
    checksum::seal(&mut packet);
    script.say_bytes(&packet);
    let counters = script.end.counters();
    assert_eq!(counters.malformed_of(ErrorKind::ZeroLength), 4);
    assert_eq!(counters.malformed_of(ErrorKind::Overrun), 1);
    script.silent();
    // Parameters and causes of length 0 in whatever carries them: every walk ends.
    for kind in [0x01, 0x02, 0x04, 0x05, 0x06, 0x09, 0x80, 0x82, 0xC1] {
        if kind == 0x06 {
            continue;
        }
        for head in [0, 4, 8, 16] {
            let mut value = vec![0; 256];
            value[..head].fill(1);
            let packet = script.made(tag, &[raw(kind, &value)], ChecksumWrite::Crc32c);
            script.say_bytes(&packet);
        }
    }
    let answered: usize = script.take().iter().map(|sent| sent.bytes.len()).sum();
    assert!(answered < 32 * 272, "{answered} bytes in answer");
}

#[test]
fn wrong_checksums_and_stumps_are_counted() {
    let mut script = begun();
    let packet = script.made(script.tag, &[data(PEER_TSN, 0, 0, b"four")], ChecksumWrite::Crc32c);
    let mut wrong = packet.clone();
    wrong[9] ^= 0x10;
    script.say_bytes(&wrong);
    assert_eq!(script.end.counters().malformed_of(ErrorKind::BadChecksum), 1);
    // Every beginning of a packet: too short, without chunks, cut in the middle.
    for len in 0..packet.len() {
        script.say_bytes(&packet[..len]);
        if len >= 16 {
            // Even with a checksum that fits the stump.
            let mut stump = packet[..len].to_vec();
            checksum::seal(&mut stump);
            script.say_bytes(&stump);
        }
    }
    let counters = script.end.counters();
    assert_eq!(counters.malformed_of(ErrorKind::ShortPacket), 12);
    assert!(counters.malformed_of(ErrorKind::NoChunks) >= 4);
    assert!(counters.malformed_of(ErrorKind::Overrun) > 0);
    // Stumps that hold the tag and a chunk's header may be acknowledged, with nothing new.
    assert!(script.take().iter().all(|sent| sent.bytes.len() <= 32));
    unharmed(&mut script);
}

#[test]
fn ports_of_zero_are_refused() {
    let mut script = begun();
    for at in [0, 2] {
        let mut packet =
            script.made(script.tag, &[data(PEER_TSN, 0, 0, b"x")], ChecksumWrite::Crc32c);
        packet[at..at + 2].fill(0);
        checksum::seal(&mut packet);
        script.say_bytes(&packet);
    }
    assert_eq!(script.end.counters().malformed_of(ErrorKind::ZeroPort), 2);
    script.silent();
    unharmed(&mut script);
}

#[test]
fn packets_out_of_the_blue_are_answered_with_less() {
    let mut script = begun();
    script.from = address(5, 0);
    let stranger = VerificationTag(0xBAD);
    let shutdown = Chunk::Shutdown(Shutdown { cumulative_tsn: PEER_TSN });
    let heartbeat = Chunk::Heartbeat(Heartbeat { info: b"who are you" });
    // §8.4 8: an ABORT with the T bit and the tag that came.
    for chunk in [data(PEER_TSN, 0, 0, b"out of the blue"), shutdown, heartbeat] {
        let packet = script.made(stranger, &[chunk], ChecksumWrite::Crc32c);
        script.say_bytes(&packet);
        let answer = script.expect();
        assert_eq!((answer.kinds(), answer.tag()), (vec![ChunkType::Abort], stranger));
        assert_eq!(answer.to, address(5, 0));
        assert!(answer.bytes.len() <= packet.len(), "no more than came");
        answer.look(ChunkType::Abort, |chunk| {
            assert!(matches!(chunk, Chunk::Abort(abort) if abort.reflected_tag));
        });
        script.silent();
    }
    // §8.4 5: SHUTDOWN ACK, with a SHUTDOWN COMPLETE.
    let packet = script.made(stranger, &[Chunk::ShutdownAck(ShutdownAck)], ChecksumWrite::Crc32c);
    script.say_bytes(&packet);
    let answer = script.expect();
    assert_eq!(answer.kinds(), [ChunkType::ShutdownComplete]);
    assert!(answer.bytes.len() <= packet.len());
    // §8.4 2, 6, 7: what may itself be such an answer is not answered, or two ends would go on for ever.
    let complete = Chunk::ShutdownComplete(ShutdownComplete { reflected_tag: true });
    for chunk in [abort(&[]), complete, Chunk::CookieAck(CookieAck)] {
        let packet = script.made(stranger, &[chunk], ChecksumWrite::Crc32c);
        script.say_bytes(&packet);
        let bundled =
            script.made(stranger, &[data(PEER_TSN, 0, 0, b"x"), chunk], ChecksumWrite::Crc32c);
        if matches!(chunk, Chunk::Abort(_)) {
            script.say_bytes(&bundled);
        }
    }
    script.silent();
    // A forged cookie makes nothing.
    for len in [0, 4, 100, 1000] {
        let cookie = vec![0xAA; len];
        let echo = Chunk::CookieEcho(CookieEcho { cookie: &cookie });
        let packet = script.made(stranger, &[echo], ChecksumWrite::Crc32c);
        script.say_bytes(&packet);
        let answered: usize = script.take().iter().map(|sent| sent.bytes.len()).sum();
        assert!(answered <= packet.len(), "{answered} bytes in answer to {}", packet.len());
    }
    assert_eq!(script.end.associations().count(), 1);
    script.from = address(1, 0);
    unharmed(&mut script);
}

#[test]
fn an_init_that_cannot_be_is_refused() {
    let init = Init {
        initiate_tag: VerificationTag(7),
        receiver_window: 1 << 16,
        outbound_streams: 1,
        inbound_streams: 1,
        initial_tsn: PEER_TSN,
        parameters: Parameters::empty(),
    };
    let mut script = begun();
    script.from = address(5, 0);
    // §8.5.1 A: an INIT comes with tag 0 and alone.
    let packet = script.made(VerificationTag(9), &[Chunk::Init(init)], ChecksumWrite::Crc32c);
    script.say_bytes(&packet);
    let chunks = [Chunk::Init(init), data(PEER_TSN, 0, 0, b"x")];
    let bundled = script.made(VerificationTag::ZERO, &chunks, ChecksumWrite::Crc32c);
    script.say_bytes(&bundled);
    assert!(script.take().iter().all(|sent| !sent.has(ChunkType::InitAck)));
    // §3.3.2: tags and streams of zero. An ABORT or nothing, and nothing is kept.
    for init in [
        Init { initiate_tag: VerificationTag::ZERO, ..init },
        Init { outbound_streams: 0, ..init },
        Init { inbound_streams: 0, ..init },
    ] {
        let packet =
            script.made(VerificationTag::ZERO, &[Chunk::Init(init)], ChecksumWrite::Crc32c);
        script.say_bytes(&packet);
        for sent in script.take() {
            assert_eq!(sent.kinds(), [ChunkType::Abort]);
            assert!(sent.bytes.len() <= packet.len() + 16);
        }
    }
    assert_eq!(script.end.associations().count(), 1);
    script.from = address(1, 0);
    unharmed(&mut script);
}

#[test]
fn one_who_does_not_accept_says_so() {
    use ferry_sctp_core::endpoint::{Endpoint, EndpointConfig};
    let config =
        EndpointConfig { port: 5000, accepts: false, most_associations: 4, association: plain() };
    let mut script = begun();
    script.end = Endpoint::new(config, [3; 32]);
    let init = Init {
        initiate_tag: VerificationTag(7),
        receiver_window: 1 << 16,
        outbound_streams: 1,
        inbound_streams: 1,
        initial_tsn: PEER_TSN,
        parameters: Parameters::empty(),
    };
    script.say(&[Chunk::Init(init)]);
    // §5.1: an ABORT with the initiate tag, or nothing.
    for sent in script.take() {
        assert_eq!((sent.kinds(), sent.tag()), (vec![ChunkType::Abort], VerificationTag(7)));
    }
}

#[test]
fn replays_change_nothing() {
    let mut script = begun();
    let packet = script.made(script.tag, &[data(PEER_TSN, 0, 0, b"once")], ChecksumWrite::Crc32c);
    script.say_bytes(&packet);
    assert_eq!(script.read(), Some((0, b"once".to_vec(), true)));
    script.take();
    let mut answered = 0;
    for _ in 0..1000 {
        script.say_bytes(&packet);
        answered += script.take().iter().map(|sent| sent.bytes.len()).sum::<usize>();
    }
    assert_eq!(script.read(), None);
    // A duplicate is acknowledged at once (§6.2), with less than a small packet and what it lists.
    assert!(answered <= 1000 * 40, "{answered} bytes");
    assert!(script.end.is_established(script.id));
    script.wait(ms(100));
}

#[test]
fn the_right_tag_from_a_wrong_address_is_no_part_of_the_association() {
    let mut script = begun();
    let packet = script.made(script.tag, &[data(PEER_TSN, 0, 0, b"stolen")], ChecksumWrite::Crc32c);
    let usual = std::mem::replace(&mut script.from, address(6, 0));
    script.say_bytes(&packet);
    let answered: usize = script.take().iter().map(|sent| sent.bytes.len()).sum();
    assert!(answered <= packet.len());
    assert_eq!(script.read(), None);
    script.from = usual;
    unharmed(&mut script);
}
