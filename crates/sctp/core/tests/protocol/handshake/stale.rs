//! Cookies that are too old, forged, or another's (RFC 9260 §5.1.5, §5.2.6).

use std::time::Duration;

use ferry_sctp_core::association::{AssociationConfig, AssociationEvent};
use ferry_sctp_core::endpoint::Endpoint;
use ferry_sctp_core::wire::chunk::{CookieAck, CookieEcho, ErrorChunk};
use ferry_sctp_core::wire::{Cause, Causes, Chunk, ChunkType, CommonHeader, Parameter};

use super::stage::{PEER, PEER_ANEW, STRANGE, Stage, causes, is_abort};
use crate::common::script::{endpoint, plain};
use crate::common::{ms, s};

/// A cookie that lived for a minute comes two seconds too late.
#[test]
fn a_stale_cookie_is_answered_with_its_staleness() {
    let mut stage = Stage::with(AssociationConfig { cookie_life: s(60), ..plain() });
    let ack = stage.init_ack(PEER);
    stage.wait(s(62));
    // endpoint <-- COOKIE ECHO -- peer.
    stage.say_echo(&ack);
    // endpoint -- ERROR (Stale Cookie) --> peer, with the tag that the INIT gave.
    let sent = stage.only();
    assert_eq!((sent.kinds(), sent.tag()), (vec![ChunkType::Error], PEER));
    causes(&sent, |causes| assert_eq!(causes, [Cause::StaleCookie(2_000_000)]));
    stage.nothing();
}

#[test]
fn a_cookie_is_good_until_its_life_ends() {
    let mut stage = Stage::with(AssociationConfig { cookie_life: s(60), ..plain() });
    let ack = stage.init_ack(PEER);
    stage.wait(s(60));
    stage.say_echo(&ack);
    assert_eq!(stage.only().kinds(), [ChunkType::CookieAck]);
}

/// The peer found the cookie stale: a new INIT asks for a longer life.
#[test]
fn a_stale_cookie_is_fetched_anew_with_a_longer_life() {
    let mut stage = Stage::new();
    let (id, asked) = stage.echoed();
    // endpoint <-- ERROR (Stale Cookie, 300 ms) -- peer.
    let stale = [Cause::StaleCookie(300_000)];
    stage.say(asked.tag, &[Chunk::Error(ErrorChunk { causes: Causes::of(&stale) })]);
    // endpoint -- INIT with a Cookie Preservative --> peer.
    let again = stage.hear(ChunkType::Init);
    assert_eq!(again.sent.tag(), ferry_sctp_core::wire::VerificationTag::ZERO);
    let more = again.sent.look(ChunkType::Init, |chunk| {
        let Chunk::Init(init) = chunk else { panic!("{chunk:?}") };
        init.parameters.iter().find_map(|parameter| match parameter {
            Ok(Parameter::CookiePreservative(millis)) => Some(millis),
            _ => None,
        })
    });
    assert!(more.expect("it asks for more") >= 300);
    // The rest as the first time.
    stage.say_init_ack(again.tag, PEER_ANEW, b"fresh");
    let echo = stage.only();
    assert_eq!(echo.tag(), PEER_ANEW);
    echo.look(ChunkType::CookieEcho, |chunk| {
        assert_eq!(*chunk, Chunk::CookieEcho(CookieEcho { cookie: b"fresh" }));
    });
    stage.say(again.tag, &[Chunk::CookieAck(CookieAck)]);
    assert_eq!(stage.up(), id);
}

/// A peer whose cookies always are stale does not keep the endpoint busy for ever.
#[test]
fn stale_cookies_come_to_an_end() {
    let mut stage = Stage::new();
    let (id, asked) = stage.echoed();
    let mut tag = asked.tag;
    let stale = [Cause::StaleCookie(300_000)];
    for _ in 0..100 {
        stage.say(tag, &[Chunk::Error(ErrorChunk { causes: Causes::of(&stale) })]);
        stage.wait(s(10));
        if let Some(event) = stage.event() {
            assert!(matches!(event, (gone, AssociationEvent::Lost(_)) if gone == id), "{event:?}");
            return;
        }
        let init = stage.expect();
        stage.drain();
        tag = init.look(ChunkType::Init, |chunk| match chunk {
            Chunk::Init(init) => init.initiate_tag,
            other => panic!("{other:?}"),
        });
        stage.say_init_ack(tag, PEER, b"biscuit");
        stage.drain();
    }
    panic!("it never gave up");
}

/// A Stale Cookie for nobody's cookie changes nothing.
#[test]
fn a_stale_cookie_out_of_turn_is_ignored() {
    let mut stage = Stage::new();
    let (id, asked) = stage.connected();
    let stale = [Cause::StaleCookie(300_000)];
    stage.say(asked.tag, &[Chunk::Error(ErrorChunk { causes: Causes::of(&stale) })]);
    while stage.event().is_some() {}
    stage.undisturbed(id, asked.tag);
}

/// The way takes longer than the peer's cookies live: the second attempt gets through.
#[test]
fn a_long_way_needs_a_longer_life() {
    let short = AssociationConfig { cookie_life: ms(500), ..plain() };
    let mut stage = Stage::with(short.clone());
    let ack = stage.init_ack(PEER);
    stage.wait(ms(800));
    stage.say_echo(&ack);
    let error = stage.only();
    let staleness = causes(&error, |causes| match causes {
        [Cause::StaleCookie(micros)] => Duration::from_micros(u64::from(*micros)),
        other => panic!("{other:?}"),
    });
    assert_eq!(staleness, ms(300));
    // endpoint <-- INIT with a Cookie Preservative -- peer.
    stage.say_init(PEER, &[Parameter::CookiePreservative(400)]);
    let ack = stage.hear(ChunkType::InitAck);
    stage.wait(ms(800));
    stage.say_echo(&ack);
    assert_eq!(stage.only().kinds(), [ChunkType::CookieAck]);
}

/// Any bit of the cookie.
#[test]
fn a_forged_cookie_is_dropped_in_silence() {
    let mut stage = Stage::new();
    let ack = stage.init_ack(PEER);
    for bit in 0..8 * ack.cookie.len() {
        let mut cookie = ack.cookie.clone();
        cookie[bit / 8] ^= 1 << (bit % 8);
        stage.say(ack.tag, &[Chunk::CookieEcho(CookieEcho { cookie: &cookie })]);
        stage.silent();
    }
    for len in 0..ack.cookie.len() {
        stage.say(ack.tag, &[Chunk::CookieEcho(CookieEcho { cookie: &ack.cookie[..len] })]);
        stage.silent();
    }
    stage.nothing();
    stage.say_echo(&ack);
    assert_eq!(stage.only().kinds(), [ChunkType::CookieAck], "the true one is good still");
}

#[test]
fn a_cookie_of_another_endpoint_is_dropped_in_silence() {
    let mut stage = Stage::new();
    let mut other = Stage::new();
    other.end = Endpoint::new(endpoint(plain()), [77; 32]);
    let ack = other.init_ack(PEER);
    stage.say_echo(&ack);
    stage.nothing();
}

/// Somebody recorded the packets of an association, and sends them again when it has ended.
#[test]
fn a_cookie_begins_one_association_and_no_other() {
    let mut stage = Stage::new();
    let (id, ack) = stage.accepted();
    let (now, before) = (stage.now, stage.end.counters().refused());
    stage.end.abort(now, id, b"");
    while stage.event().is_some() {}
    stage.end.release(id);
    stage.drain();
    for _ in 0..3 {
        stage.say_echo(&ack);
        // The peer, if it is the peer, learns that there is nothing any more.
        let sent = stage.only();
        assert_eq!((is_abort(&sent), sent.tag()), (Some(false), PEER));
        stage.nothing();
    }
    assert_eq!(stage.end.counters().refused(), before + 3);
    // The peer can begin another one as ever.
    stage.accepted();
}

/// The tag of the packet has to be the one in the cookie (§5.1.5).
#[test]
fn a_cookie_under_another_tag_is_dropped_in_silence() {
    let mut stage = Stage::new();
    let ack = stage.init_ack(PEER);
    stage.say(STRANGE, &[Chunk::CookieEcho(CookieEcho { cookie: &ack.cookie })]);
    stage.nothing();
}

/// The ports of the packet have to be those in the cookie (§5.1.5).
#[test]
fn a_cookie_from_another_port_is_dropped_in_silence() {
    let mut stage = Stage::new();
    let ack = stage.init_ack(PEER);
    let mut bytes = Vec::new();
    let header =
        CommonHeader { source_port: 5099, destination_port: 5000, verification_tag: ack.tag };
    let mut writer = ferry_sctp_core::wire::PacketWriter::begin(&mut bytes, header, 1500);
    writer.push(&CookieEcho { cookie: &ack.cookie }).expect("it fits");
    writer.finish(Default::default());
    stage.say_bytes(&bytes);
    stage.nothing();
}
