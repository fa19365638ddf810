//! The four-way handshake (RFC 9260 §5.1).

use ferry_sctp_core::association::{AssociationConfig, AssociationEvent, Loss};
use ferry_sctp_core::endpoint::{Endpoint, EndpointConfig};
use ferry_sctp_core::wire::chunk::{CookieAck, CookieEcho, Sack};
use ferry_sctp_core::wire::{Chunk, ChunkType, VerificationTag};

use super::stage::{PEER, STRANGE, Stage, TSN, init, packet};
use crate::common::script::{data, endpoint, plain};
use crate::common::sim::address;
use crate::common::{ms, s};

/// The side that is asked keeps nothing until its cookie comes back.
#[test]
fn the_peer_begins() {
    let mut stage = Stage::new();
    // endpoint <-- INIT -- peer.
    stage.say_init(PEER, &[]);
    // endpoint -- INIT ACK --> peer.
    let ack = stage.hear(ChunkType::InitAck);
    assert_eq!(ack.sent.tag(), PEER);
    assert_eq!((ack.outbound, ack.inbound), (plain().outbound_streams, plain().inbound_streams));
    stage.nothing();
    // endpoint <-- COOKIE ECHO -- peer.
    stage.say_echo(&ack);
    // endpoint -- COOKIE ACK --> peer.
    let sent = stage.only();
    assert_eq!((sent.kinds(), sent.tag()), (vec![ChunkType::CookieAck], PEER));
    let (id, event) = stage.event().expect("an association");
    assert_eq!(event, AssociationEvent::Up { outbound_streams: 10, inbound_streams: 10 });
    assert_eq!(stage.end.associations().collect::<Vec<_>>(), [id]);
    assert_eq!(stage.end.find(stage.from, stage.from.port()), Some(id));
    stage.undisturbed(id, ack.tag);
}

#[test]
fn the_endpoint_begins() {
    let mut stage = Stage::new();
    // endpoint -- INIT --> peer.
    let (id, asked) = stage.connect();
    assert!(!stage.end.is_established(id));
    // endpoint <-- INIT ACK -- peer.
    stage.say_init_ack(asked.tag, PEER, b"biscuit");
    // endpoint -- COOKIE ECHO --> peer.
    let echo = stage.only();
    assert_eq!((echo.kinds(), echo.tag()), (vec![ChunkType::CookieEcho], PEER));
    assert_eq!(stage.event(), None);
    // endpoint <-- COOKIE ACK -- peer.
    stage.say(asked.tag, &[Chunk::CookieAck(CookieAck)]);
    assert_eq!(
        stage.event(),
        Some((id, AssociationEvent::Up { outbound_streams: 10, inbound_streams: 10 }))
    );
    stage.undisturbed(id, asked.tag);
}

/// Data may come in the packet of the COOKIE ECHO, behind it (§5.1 C).
#[test]
fn data_behind_the_cookie_is_taken() {
    let mut stage = Stage::new();
    let ack = stage.init_ack(PEER);
    let echo = Chunk::CookieEcho(CookieEcho { cookie: &ack.cookie });
    stage.say(ack.tag, &[echo, data(TSN, 3, 0, b"early")]);
    let sent = stage.expect();
    assert_eq!(sent.kinds()[0], ChunkType::CookieAck, "the COOKIE ACK goes first (§5.1 D)");
    let id = stage.up();
    stage.wait(ms(100));
    let read = stage.end.receive_from(id, usize::MAX);
    assert!(read.is_some(), "the message was delivered");
}

/// Data may come in the packet of the COOKIE ACK, behind it (§5.1 D).
#[test]
fn data_behind_the_cookie_ack_is_taken() {
    let mut stage = Stage::new();
    let (id, asked) = stage.echoed();
    stage.say(asked.tag, &[Chunk::CookieAck(CookieAck), data(TSN, 3, 0, b"early")]);
    assert_eq!(stage.up(), id);
    assert!(stage.end.receive_from(id, usize::MAX).is_some());
}

/// A COOKIE ECHO has to be the first chunk of its packet (§5.1 C): data before it belongs to nobody.
#[test]
fn data_before_the_cookie_is_not_taken() {
    let mut stage = Stage::new();
    let ack = stage.init_ack(PEER);
    let echo = Chunk::CookieEcho(CookieEcho { cookie: &ack.cookie });
    stage.say(ack.tag, &[data(TSN, 3, 0, b"early"), echo]);
    stage.drain();
    stage.nothing();
}

/// T1-init and its doubling (§5.1 A, §6.3.3 E2): nobody answers.
#[test]
fn an_init_without_answer_is_sent_again_and_then_given_up() {
    let config = AssociationConfig { max_init_retransmits: 3, ..plain() };
    let first = config.paths.rto.initial;
    let mut stage = Stage::with(config);
    let (id, asked) = stage.connect();
    let mut before = stage.now;
    for doublings in 0..3 {
        let sent = stage.expect_within(s(60));
        assert_eq!(sent.bytes, asked.sent.bytes, "the same INIT");
        assert_eq!(sent.at - before, first * 2_u32.pow(doublings));
        before = sent.at;
    }
    stage.wait(s(60));
    stage.silent();
    let (gone, event) = stage.event().expect("it was given up");
    assert_eq!(gone, id);
    assert!(matches!(event, AssociationEvent::Lost(Loss::NoAnswer { .. })), "{event:?}");
    assert_eq!(stage.end.next_due(), None);
}

/// T1-cookie.
#[test]
fn a_cookie_without_answer_is_sent_again_and_then_given_up() {
    let mut stage = Stage::with(AssociationConfig { max_init_retransmits: 3, ..plain() });
    let (id, asked) = stage.echoed();
    for _ in 0..3 {
        let sent = stage.expect_within(s(60));
        assert_eq!((sent.kinds(), sent.tag()), (vec![ChunkType::CookieEcho], PEER));
    }
    stage.wait(s(60));
    let event = stage.event();
    assert!(
        matches!(event, Some((gone, AssociationEvent::Lost(Loss::NoAnswer { .. }))) if gone == id)
    );
    // endpoint <-- COOKIE ACK -- peer, too late.
    stage.drain();
    stage.say(asked.tag, &[Chunk::CookieAck(CookieAck)]);
    stage.silent();
    assert_eq!(stage.event(), None);
}

/// INIT ACKs that nobody waits for are dropped (§5.2.3).
#[test]
fn a_second_init_ack_is_dropped() {
    let mut stage = Stage::new();
    let (id, asked) = stage.echoed();
    stage.say_init_ack(asked.tag, STRANGE, b"another");
    stage.silent();
    stage.say(asked.tag, &[Chunk::CookieAck(CookieAck)]);
    assert_eq!(stage.up(), id);
    stage.say_init_ack(asked.tag, STRANGE, b"another");
    stage.undisturbed(id, asked.tag);
}

/// COOKIE ACKs that nobody waits for are dropped (§5.2.5).
#[test]
fn a_second_cookie_ack_is_dropped() {
    let mut stage = Stage::new();
    let (id, asked) = stage.connect();
    stage.say(asked.tag, &[Chunk::CookieAck(CookieAck)]);
    stage.silent();
    assert_eq!(stage.event(), None);
    assert!(!stage.end.is_established(id));
    stage.say_init_ack(asked.tag, PEER, b"biscuit");
    stage.drain();
    stage.say(asked.tag, &[Chunk::CookieAck(CookieAck)]);
    assert_eq!(stage.up(), id);
    stage.say(asked.tag, &[Chunk::CookieAck(CookieAck)]);
    stage.undisturbed(id, asked.tag);
}

/// Nothing but what the state waits for means anything yet (§4).
#[test]
fn other_chunks_mean_nothing_before_the_association_stands() {
    let mut stage = Stage::new();
    let (id, asked) = stage.connect();
    let sack = Chunk::Sack(Sack {
        cumulative_tsn: asked.tsn,
        receiver_window: 0,
        gap_blocks: Default::default(),
        duplicates: Default::default(),
    });
    stage.say(asked.tag, &[data(TSN, 0, 0, b"too early"), sack]);
    stage.silent();
    assert_eq!((stage.event(), stage.end.receive(usize::MAX).is_none()), (None, true));
    stage.say_init_ack(asked.tag, PEER, b"biscuit");
    assert_eq!(stage.only().kinds(), [ChunkType::CookieEcho]);
    stage.say(asked.tag, &[Chunk::CookieAck(CookieAck)]);
    assert_eq!(stage.up(), id);
}

/// Tags and first TSNs are random (§3.3.2): no two INIT ACKs have the same.
#[test]
fn tags_and_tsns_are_not_given_twice() {
    let mut stage = Stage::new();
    let said: Vec<_> = (1..50).map(|tag| stage.init_ack(VerificationTag(tag))).collect();
    for (n, one) in said.iter().enumerate() {
        for other in &said[n + 1..] {
            assert!(one.tag != other.tag && one.tsn != other.tsn && one.cookie != other.cookie);
        }
    }
    stage.nothing();
}

/// Two endpoints, no hand in between, and all that they offer unasked.
#[test]
fn two_endpoints_meet() {
    let mut stage = Stage::with(AssociationConfig::default());
    let config = EndpointConfig { port: 5001, ..endpoint(AssociationConfig::default()) };
    let mut other = Endpoint::new(config, [3; 32]);
    let (id, asked) = stage.connect();
    let (mut sent, mut answer) = (asked.sent.bytes, Vec::new());
    // INIT and INIT ACK, then COOKIE ECHO and COOKIE ACK.
    for turn in 0..2 {
        other.handle(stage.now, sent.clone(), address(0, 0), None);
        answer.clear();
        other.poll_transmit(stage.now, &mut answer, 1).expect("an answer");
        stage.say_bytes(&answer);
        if turn == 0 {
            sent = stage.expect().bytes;
        }
    }
    assert_eq!(stage.up(), id);
    assert_eq!(other.associations().count(), 1);
}

/// A lost COOKIE ACK: the cookie comes again and is answered again (§5.2.4 D).
#[test]
fn a_cookie_that_comes_twice_makes_one_association() {
    let mut stage = Stage::new();
    let (id, ack) = stage.accepted();
    for _ in 0..3 {
        stage.say_echo(&ack);
        assert_eq!(stage.only().kinds(), [ChunkType::CookieAck]);
    }
    assert_eq!(stage.end.associations().count(), 1);
    stage.undisturbed(id, ack.tag);
}

/// INIT with company is no INIT (§6.10): nothing of the packet is taken.
#[test]
fn an_init_with_company_begins_nothing() {
    let mut stage = Stage::new();
    let company = [Chunk::Init(init(PEER, &[])), data(TSN, 0, 0, b"x")];
    stage.say_bytes(&packet(VerificationTag::ZERO, &company));
    stage.nothing();
}
