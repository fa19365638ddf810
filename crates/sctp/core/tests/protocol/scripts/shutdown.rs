//! The orderly end (RFC 9260 §9.2).

use ferry_sctp_core::association::{AssociationConfig, AssociationEvent, Loss};
use ferry_sctp_core::streams::MessageOptions;
use ferry_sctp_core::wire::chunk::{Abort, Shutdown, ShutdownAck, ShutdownComplete};
use ferry_sctp_core::wire::{Causes, ChecksumWrite, Chunk, ChunkType, StreamId, VerificationTag};

use crate::common::script::{PEER_TAG, PEER_TSN, Peer, Script, data, plain};
use crate::common::sim::address;
use crate::common::{ms, s};

fn begun() -> Script {
    Script::connected(plain(), Peer::default())
}

fn shut(script: &mut Script) {
    let (now, id) = (script.now, script.id);
    script.end.shutdown(now, id).expect("the association stands");
}

/// The end is announced once, and nothing is left.
fn over(script: &mut Script) {
    assert_eq!(script.news(), Some(AssociationEvent::Closed));
    assert_eq!(script.event(), None);
    assert_eq!(script.end.next_due(), None, "no timer of it runs");
    script.silent();
    script.end.release(script.id);
    assert_eq!(script.end.associations().count(), 0);
}

#[test]
fn the_three_way_end() {
    let mut script = begun();
    script.say(&[data(PEER_TSN, 0, 0, b"last words")]);
    script.take();
    shut(&mut script);
    // endpoint -- SHUTDOWN --> peer, with the last TSN that came in order.
    let sent = script.expect();
    sent.look(ChunkType::Shutdown, |chunk| {
        assert_eq!(*chunk, Chunk::Shutdown(Shutdown { cumulative_tsn: PEER_TSN }));
    });
    // endpoint <-- SHUTDOWN ACK -- peer.
    script.say(&[Chunk::ShutdownAck(ShutdownAck)]);
    // endpoint -- SHUTDOWN COMPLETE --> peer, with the peer's tag and without the T bit.
    let sent = script.expect();
    assert_eq!((sent.kinds(), sent.tag()), (vec![ChunkType::ShutdownComplete], PEER_TAG));
    sent.look(ChunkType::ShutdownComplete, |chunk| {
        assert_eq!(*chunk, Chunk::ShutdownComplete(ShutdownComplete { reflected_tag: false }));
    });
    // What was readable still is.
    assert_eq!(script.read(), Some((0, b"last words".to_vec(), true)));
    over(&mut script);
}

#[test]
fn the_peer_begins_the_end() {
    let mut script = begun();
    // endpoint <-- SHUTDOWN -- peer.
    script.say(&[Chunk::Shutdown(Shutdown { cumulative_tsn: script.first.previous() })]);
    assert_eq!(script.news(), Some(AssociationEvent::PeerShutsDown));
    // endpoint -- SHUTDOWN ACK --> peer: nothing is outstanding.
    assert_eq!(script.expect().kinds(), [ChunkType::ShutdownAck]);
    // Nothing more is taken from the user (§9.2).
    let (now, id) = (script.now, script.id);
    let refused =
        script.end.send(now, id, StreamId(0), MessageOptions::default(), b"x"[..].into(), true);
    assert!(refused.is_err());
    // endpoint <-- SHUTDOWN COMPLETE -- peer.
    script.say(&[Chunk::ShutdownComplete(ShutdownComplete { reflected_tag: false })]);
    over(&mut script);
}

#[test]
fn what_was_sent_before_is_delivered_first() {
    let mut script = begun();
    script.send(0, b"one");
    script.send(0, b"two");
    let one = script.expect();
    shut(&mut script);
    script.expect();
    // §9.2 SHUTDOWN-PENDING: no SHUTDOWN until all is acknowledged.
    script.silent();
    script.sack(script.t(0));
    assert!(script.take().iter().all(|sent| !sent.has(ChunkType::Shutdown)));
    // Lost data is sent again.
    let again = script.expect_within(s(1));
    assert_eq!(again.tsns(), [one.tsns()[0].next()]);
    script.sack(script.t(1));
    assert_eq!(script.expect().kinds(), [ChunkType::Shutdown]);
    script.say(&[Chunk::ShutdownAck(ShutdownAck)]);
    assert_eq!(script.expect().kinds(), [ChunkType::ShutdownComplete]);
    over(&mut script);
}

#[test]
fn the_receiver_of_a_shutdown_delivers_what_it_has() {
    let mut script = begun();
    script.send(0, b"one");
    script.send(0, b"two");
    script.take();
    // §9.2: SHUTDOWN acknowledges like a SACK; SHUTDOWN-RECEIVED lasts while something is outstanding.
    script.say(&[Chunk::Shutdown(Shutdown { cumulative_tsn: script.t(0) })]);
    assert!(script.take().iter().all(|sent| !sent.has(ChunkType::ShutdownAck)));
    let again = script.expect_within(s(1));
    assert_eq!(again.tsns(), [script.t(1)]);
    script.say(&[Chunk::Shutdown(Shutdown { cumulative_tsn: script.t(1) })]);
    assert_eq!(script.expect().kinds(), [ChunkType::ShutdownAck]);
    script.say(&[Chunk::ShutdownComplete(ShutdownComplete { reflected_tag: false })]);
    assert_eq!(script.news(), Some(AssociationEvent::PeerShutsDown));
    over(&mut script);
}

#[test]
fn data_that_comes_during_the_end_is_acknowledged_with_the_shutdown_again() {
    let mut script = begun();
    shut(&mut script);
    assert_eq!(script.expect().kinds(), [ChunkType::Shutdown]);
    // §9.2: in SHUTDOWN-SENT each packet with DATA is answered at once with SHUTDOWN, and with a SACK
    // where there are gaps.
    script.say(&[data(PEER_TSN, 0, 0, b"still on its way")]);
    let sent = script.expect();
    assert!(sent.has(ChunkType::Shutdown), "{:?}", sent.kinds());
    sent.look(ChunkType::Shutdown, |chunk| {
        assert_eq!(*chunk, Chunk::Shutdown(Shutdown { cumulative_tsn: PEER_TSN }));
    });
    script.say(&[data(PEER_TSN.plus(2), 0, 2, b"after a gap")]);
    let sent = script.expect();
    assert!(sent.has(ChunkType::Shutdown) && sent.has(ChunkType::Sack), "{:?}", sent.kinds());
    assert_eq!(script.read(), Some((0, b"still on its way".to_vec(), true)));
}

#[test]
fn lost_shutdowns_are_sent_again() {
    let mut script = begun();
    shut(&mut script);
    let mut last = script.expect().at;
    let mut waits = Vec::new();
    for _ in 0..3 {
        // §9.2: T2-shutdown, an RTO long, doubling (§6.3.3 E2).
        let sent = script.expect_within(s(5));
        assert_eq!(sent.kinds(), [ChunkType::Shutdown]);
        waits.push(sent.at - last);
        last = sent.at;
    }
    assert!(waits[1] == 2 * waits[0] && waits[2] == 2 * waits[1], "{waits:?}");
    script.say(&[Chunk::ShutdownAck(ShutdownAck)]);
    script.expect();
    over(&mut script);
}

#[test]
fn lost_shutdown_acks_are_sent_again() {
    let mut script = begun();
    script.say(&[Chunk::Shutdown(Shutdown { cumulative_tsn: script.first.previous() })]);
    assert_eq!(script.expect().kinds(), [ChunkType::ShutdownAck]);
    assert_eq!(script.expect_within(s(5)).kinds(), [ChunkType::ShutdownAck]);
    // The SHUTDOWN again: the answer again.
    script.say(&[Chunk::Shutdown(Shutdown { cumulative_tsn: script.first.previous() })]);
    assert!(script.take().iter().all(|sent| sent.kinds() == [ChunkType::ShutdownAck]));
    script.say(&[Chunk::ShutdownComplete(ShutdownComplete { reflected_tag: false })]);
    assert_eq!(script.news(), Some(AssociationEvent::PeerShutsDown));
    over(&mut script);
}

#[test]
fn a_peer_that_never_answers_the_end_is_given_up() {
    let config = AssociationConfig { max_retrans: 3, ..plain() };
    let mut script = Script::connected(config, Peer::default());
    shut(&mut script);
    let mut shutdowns = 0;
    for _ in 0..1000 {
        script.wait(ms(100));
        shutdowns += script.take().iter().filter(|sent| sent.has(ChunkType::Shutdown)).count();
    }
    // §9.2: at most Association.Max.Retrans.
    assert_eq!(shutdowns, 4);
    assert!(matches!(script.news(), Some(AssociationEvent::Lost(Loss::Unreachable { .. }))));
    assert_eq!(script.end.next_due(), None);
}

#[test]
fn both_begin_the_end() {
    let mut script = begun();
    shut(&mut script);
    assert_eq!(script.expect().kinds(), [ChunkType::Shutdown]);
    // §9.2: SHUTDOWN in SHUTDOWN-SENT is answered with SHUTDOWN ACK.
    script.say(&[Chunk::Shutdown(Shutdown { cumulative_tsn: script.first.previous() })]);
    assert_eq!(script.expect().kinds(), [ChunkType::ShutdownAck]);
    // The peer does the same; its SHUTDOWN ACK ends it with a SHUTDOWN COMPLETE (§8.5.1 E).
    script.say(&[Chunk::ShutdownAck(ShutdownAck)]);
    assert_eq!(script.expect().kinds(), [ChunkType::ShutdownComplete]);
    loop {
        match script.news() {
            Some(AssociationEvent::PeerShutsDown) => {}
            Some(AssociationEvent::Closed) => break,
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(script.event(), None);
}

#[test]
fn a_lost_shutdown_complete_is_made_good_without_an_association() {
    let mut script = begun();
    shut(&mut script);
    script.expect();
    script.say(&[Chunk::ShutdownAck(ShutdownAck)]);
    script.expect();
    over(&mut script);
    // §8.4 5: the endpoint knows no association any more; SHUTDOWN COMPLETE reflects the tag, T bit set.
    script.say(&[Chunk::ShutdownAck(ShutdownAck)]);
    let sent = script.expect();
    assert_eq!((sent.kinds(), sent.tag()), (vec![ChunkType::ShutdownComplete], script.tag));
    sent.look(ChunkType::ShutdownComplete, |chunk| {
        assert_eq!(*chunk, Chunk::ShutdownComplete(ShutdownComplete { reflected_tag: true }));
    });
}

#[test]
fn a_shutdown_complete_with_a_reflected_tag_is_accepted() {
    let mut script = begun();
    script.say(&[Chunk::Shutdown(Shutdown { cumulative_tsn: script.first.previous() })]);
    script.expect();
    // The peer forgot the association and reflects the tag of the SHUTDOWN ACK (§8.5.1 C).
    let complete = Chunk::ShutdownComplete(ShutdownComplete { reflected_tag: true });
    let wrong = script.made(VerificationTag(1), &[complete], ChecksumWrite::Crc32c);
    script.say_bytes(&wrong);
    assert_eq!(script.news(), Some(AssociationEvent::PeerShutsDown));
    assert_eq!(script.news(), None, "a wrong tag ends nothing");
    let right = script.made(PEER_TAG, &[complete], ChecksumWrite::Crc32c);
    script.say_bytes(&right);
    over(&mut script);
}

#[test]
fn a_peer_that_forgot_already_is_no_failure() {
    let mut script = begun();
    script.say(&[Chunk::Shutdown(Shutdown { cumulative_tsn: script.first.previous() })]);
    script.expect();
    // Something that the endpoint had sent before, on a slower path, reached the peer after the end: it is
    // answered as out of the blue (§8.4 8). All data had arrived both ways.
    let reflected = Chunk::Abort(Abort { reflected_tag: true, causes: Causes::empty() });
    let packet = script.made(PEER_TAG, &[reflected], ChecksumWrite::Crc32c);
    script.say_bytes(&packet);
    assert_eq!(script.news(), Some(AssociationEvent::PeerShutsDown));
    over(&mut script);
}

#[test]
fn a_shutdown_complete_out_of_place_is_dropped() {
    let mut script = begun();
    // §8.5.1 C: only in SHUTDOWN-ACK-SENT.
    script.say(&[Chunk::ShutdownComplete(ShutdownComplete { reflected_tag: false })]);
    assert_eq!(script.event(), None);
    assert!(script.end.is_established(script.id));
}

#[test]
fn an_init_during_the_end_is_answered_with_the_shutdown_ack() {
    let mut script = begun();
    script.say(&[Chunk::Shutdown(Shutdown { cumulative_tsn: script.first.previous() })]);
    assert_eq!(script.expect().kinds(), [ChunkType::ShutdownAck]);
    // §9.2: the peer believes the association gone and begins anew; it has lost the SHUTDOWN COMPLETE.
    let init = ferry_sctp_core::wire::chunk::Init {
        initiate_tag: VerificationTag(77),
        receiver_window: 1 << 16,
        outbound_streams: 1,
        inbound_streams: 1,
        initial_tsn: PEER_TSN,
        parameters: ferry_sctp_core::wire::Parameters::empty(),
    };
    script.say(&[Chunk::Init(init)]);
    let sent = script.expect();
    assert_eq!(sent.kinds(), [ChunkType::ShutdownAck]);
}

#[test]
fn a_shutdown_that_names_a_number_never_sent_is_a_shutdown() {
    let mut script = begun();
    script.send(0, b"one");
    script.take();
    // endpoint <-- SHUTDOWN -- peer, which names a number of its own.
    let cumulative_tsn = script.t(5000);
    script.say(&[Chunk::Shutdown(Shutdown { cumulative_tsn })]);
    assert_eq!(script.news(), Some(AssociationEvent::PeerShutsDown));
    // It acknowledges nothing.
    assert!(script.take().iter().all(|sent| !sent.has(ChunkType::ShutdownAck)));
    script.sack(script.t(0));
    assert_eq!(script.expect().kinds(), [ChunkType::ShutdownAck]);
}

#[test]
fn the_end_finds_another_path() {
    let mut script = Script::connected(plain(), Peer { addresses: 2, ..Peer::default() });
    script.confirm();
    shut(&mut script);
    // §6.4.1: what is not answered goes to another address the next time.
    assert_eq!(script.expect().to, address(1, 0));
    let again = script.expect_within(s(1));
    assert_eq!((again.kinds(), again.to), (vec![ChunkType::Shutdown], address(1, 1)));

    let mut script = Script::connected(plain(), Peer { addresses: 2, ..Peer::default() });
    script.confirm();
    // §6.4: an answer goes where the question came from.
    let shutdown = Chunk::Shutdown(Shutdown { cumulative_tsn: script.first.previous() });
    script.say_from(address(1, 1), &[shutdown]);
    let ack = script.expect();
    assert_eq!((ack.kinds(), ack.to), (vec![ChunkType::ShutdownAck], address(1, 1)));
}
