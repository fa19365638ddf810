//! Associations whose chunks are authenticated from the COOKIE ECHO on (RFC 4895 §6). The peer's key and
//! its HMACs are made here from the RFC's words, not by the code that checks them.

use ferry_sctp_core::association::{
    AssociationConfig, AssociationEvent, AuthenticationConfig, Loss,
};
use ferry_sctp_core::wire::chunk::{Auth, CookieAck, CookieEcho, ErrorChunk, Init, InitAck};
use ferry_sctp_core::wire::{
    Cause, Causes, Chunk, ChunkType, HmacId, List, Parameter, Parameters, VerificationTag,
};
use ring::hmac;

use super::stage::{PEER, PEER_ANEW, Said, Stage, TSN, causes, heartbeat, init, is_abort, packet};
use crate::common::script::{data, plain};

const KEY: &[u8] = b"a key that both ends share";
const KEY_ID: u16 = 3;
/// What both ends demand to be authenticated: COOKIE ECHO and data.
const CHUNKS: [ChunkType; 2] = [ChunkType::Data, ChunkType::CookieEcho];
const RANDOM: [u8; 32] = [0x5A; 32];

fn config() -> AssociationConfig {
    let authentication = AuthenticationConfig {
        key_id: KEY_ID,
        key: KEY.to_vec(),
        chunks: CHUNKS.to_vec(),
        algorithms: vec![HmacId::SHA256],
    };
    AssociationConfig { authentication: Some(authentication), ..plain() }
}

/// RANDOM, CHUNKS and HMAC-ALGO of the peer.
fn parameters() -> [Parameter<'static>; 3] {
    [
        Parameter::Random(&RANDOM),
        Parameter::ChunkList(List::of(&CHUNKS)),
        Parameter::HmacAlgorithms(List::of(&[HmacId::SHA256, HmacId::SHA1])),
    ]
}

/// The same parameters as the endpoint sent them, without padding.
fn vector(said: &Said, kind: ChunkType) -> Vec<u8> {
    said.sent.look(kind, |chunk| {
        let init = match chunk {
            Chunk::Init(init) | Chunk::InitAck(InitAck(init)) => init,
            other => panic!("{other:?}"),
        };
        let mut bytes = Vec::new();
        for parameter in init.parameters.iter().map(|p| p.expect("well-formed")) {
            if let Parameter::Random(_) | Parameter::ChunkList(_) | Parameter::HmacAlgorithms(_) =
                parameter
            {
                // Each alone, so that no padding comes between them.
                let mut one = Vec::new();
                ferry_sctp_core::wire::parameter::append(&[parameter], &mut one);
                bytes.extend(one);
            }
        }
        bytes
    })
}

/// The association key: the shared one, the smaller vector, the larger one. All vectors of the tests
/// begin with the type and length of RANDOM, so that of equal length the bytes decide.
fn key(shared: &[u8], said: &Said, kind: ChunkType) -> hmac::Key {
    let mut mine = Vec::new();
    mine.extend([0x80, 0x02, 0, 36]);
    mine.extend(RANDOM);
    mine.extend([0x80, 0x03, 0, 6, 0x00, 0x0A]);
    mine.extend([0x80, 0x04, 0, 8, 0, 3, 0, 1]);
    let theirs = vector(said, kind);
    assert_eq!(mine.len(), theirs.len());
    let (first, second) = if mine < theirs { (mine, theirs) } else { (theirs, mine) };
    hmac::Key::new(hmac::HMAC_SHA256, &[shared, &first, &second].concat())
}

/// A packet whose chunks stand behind an AUTH.
fn signed(key: &hmac::Key, tag: VerificationTag, chunks: &[Chunk<'_>]) -> Vec<u8> {
    let auth = Chunk::Auth(Auth { shared_key: KEY_ID, hmac_id: HmacId::SHA256, hmac: &[0; 32] });
    let mut bytes = packet(tag, &[&[auth], chunks].concat());
    let hmac = hmac::sign(key, &bytes[12..]);
    bytes[20..52].copy_from_slice(hmac.as_ref());
    ferry_sctp_core::wire::checksum::seal(&mut bytes);
    bytes
}

/// Whether the endpoint's packet begins with an AUTH that fits.
fn is_signed(key: &hmac::Key, bytes: &[u8]) -> bool {
    let mut covered = bytes[12..].to_vec();
    if covered[..8] != [0x0F, 0, 0, 40, 0, KEY_ID as u8, 0, 3] {
        return false;
    }
    covered[8..40].fill(0);
    hmac::verify(key, &covered, &bytes[20..52]).is_ok()
}

/// INIT and INIT ACK; the peer offers authentication.
fn asked(stage: &mut Stage) -> Said {
    stage.say_init(PEER, &parameters());
    stage.hear(ChunkType::InitAck)
}

fn echo(ack: &Said) -> Chunk<'_> {
    Chunk::CookieEcho(CookieEcho { cookie: &ack.cookie })
}

#[test]
fn a_cookie_behind_an_auth_is_taken() {
    let mut stage = Stage::with(config());
    let ack = asked(&mut stage);
    let key = key(KEY, &ack, ChunkType::InitAck);
    stage.say_bytes(&signed(&key, ack.tag, &[echo(&ack)]));
    let sent = stage.only();
    assert!(sent.has(ChunkType::CookieAck));
    let id = stage.up();
    // Data behind an AUTH is taken, other data is not.
    stage.say(ack.tag, &[data(TSN, 0, 0, b"forged")]);
    stage.silent();
    assert!(stage.end.receive_from(id, usize::MAX).is_none());
    stage.say_bytes(&signed(&key, ack.tag, &[data(TSN, 0, 0, b"true")]));
    assert!(stage.end.receive_from(id, usize::MAX).is_some());
    stage.wait(std::time::Duration::from_millis(500));
    stage.drain();
    // So does what it sends; and what needs no AUTH has none.
    let (now, stream) = (stage.now, ferry_sctp_core::wire::StreamId(0));
    stage.end.send(now, id, stream, Default::default(), b"hello"[..].into(), true).expect("room");
    let sent = stage.expect();
    assert!(is_signed(&key, &sent.bytes), "{:?}", sent.kinds());
    assert_eq!(sent.tsns(), [ack.tsn]);
    stage.drain();
    stage.say(ack.tag, &[heartbeat()]);
    assert_eq!(stage.only().kinds(), [ChunkType::HeartbeatAck]);
}

/// The endpoint begins: the peer demands the AUTH before the COOKIE ECHO.
#[test]
fn the_endpoint_signs_its_cookie() {
    let mut stage = Stage::with(config());
    let (id, asked) = stage.connect();
    let mut told = parameters().to_vec();
    told.push(Parameter::StateCookie(b"biscuit"));
    stage.say(asked.tag, &[Chunk::InitAck(InitAck(init(PEER, &told)))]);
    let sent = stage.only();
    let key = key(KEY, &asked, ChunkType::Init);
    assert_eq!(sent.kinds(), [ChunkType::Auth, ChunkType::CookieEcho]);
    assert!(is_signed(&key, &sent.bytes));
    stage.say(asked.tag, &[Chunk::CookieAck(CookieAck)]);
    assert_eq!(stage.up(), id);
}

/// Nothing is kept for a cookie that is not authenticated, and nothing is answered.
#[test]
fn a_cookie_without_its_auth_is_dropped_in_silence() {
    let mut stage = Stage::with(config());
    let ack = asked(&mut stage);
    let good = key(KEY, &ack, ChunkType::InitAck);
    stage.say(ack.tag, &[echo(&ack)]);
    stage.nothing();
    // Under another key.
    let other = key(b"another key", &ack, ChunkType::InitAck);
    stage.say_bytes(&signed(&other, ack.tag, &[echo(&ack)]));
    stage.nothing();
    // Changed in one bit of the HMAC.
    let mut changed = signed(&good, ack.tag, &[echo(&ack)]);
    changed[30] ^= 4;
    ferry_sctp_core::wire::checksum::seal(&mut changed);
    stage.say_bytes(&changed);
    stage.nothing();
    // The cookie first, so that the AUTH does not cover it.
    let auth = Chunk::Auth(Auth { shared_key: KEY_ID, hmac_id: HmacId::SHA256, hmac: &[0; 32] });
    stage.say(ack.tag, &[echo(&ack), auth]);
    stage.nothing();
    // And the right one still is good.
    stage.say_bytes(&signed(&good, ack.tag, &[echo(&ack)]));
    stage.up();
}

/// What was added behind a signed COOKIE ECHO was not signed with it.
#[test]
fn data_added_to_a_signed_cookie_spoils_it() {
    let mut stage = Stage::with(config());
    let ack = asked(&mut stage);
    let key = key(KEY, &ack, ChunkType::InitAck);
    let mut bytes = signed(&key, ack.tag, &[echo(&ack)]);
    bytes.extend(&packet(ack.tag, &[data(TSN, 0, 0, b"forged")])[12..]);
    ferry_sctp_core::wire::checksum::seal(&mut bytes);
    stage.say_bytes(&bytes);
    stage.nothing();
}

/// Data in the packet of the cookie is authenticated with it.
#[test]
fn data_behind_a_signed_cookie_is_taken() {
    let mut stage = Stage::with(config());
    let ack = asked(&mut stage);
    let key = key(KEY, &ack, ChunkType::InitAck);
    stage.say_bytes(&signed(&key, ack.tag, &[echo(&ack), data(TSN, 0, 0, b"true")]));
    let id = stage.up();
    assert!(stage.end.receive_from(id, usize::MAX).is_some());
}

/// A key that was not configured is nobody's; an algorithm that was not offered is named (§6.3, §4.1).
#[test]
fn keys_and_algorithms_have_to_be_known() {
    let mut stage = Stage::with(config());
    let ack = asked(&mut stage);
    let key = key(KEY, &ack, ChunkType::InitAck);
    stage.say_bytes(&signed(&key, ack.tag, &[echo(&ack)]));
    stage.drain();
    let id = stage.up();
    let good = signed(&key, ack.tag, &[data(TSN, 0, 0, b"hello")]);
    for (at, expected) in [(17, None), (19, Some(HmacId(7)))] {
        let mut bytes = good.clone();
        bytes[at] = 7;
        ferry_sctp_core::wire::checksum::seal(&mut bytes);
        stage.say_bytes(&bytes);
        match expected {
            None => stage.silent(),
            Some(id) => {
                let sent = stage.only();
                assert_eq!((sent.kinds(), sent.tag()), (vec![ChunkType::Error], PEER));
                causes(&sent, |causes| assert_eq!(causes, [Cause::UnsupportedHmac(id)]));
            }
        }
        assert!(stage.end.receive_from(id, usize::MAX).is_none());
    }
}

/// A peer that offers nothing, where it is demanded: refused in either role.
#[test]
fn who_offers_no_authentication_is_refused() {
    let mut stage = Stage::with(config());
    stage.say_init(PEER, &[]);
    let sent = stage.only();
    assert_eq!((is_abort(&sent), sent.tag()), (Some(false), PEER));
    stage.nothing();

    let mut stage = Stage::with(config());
    let (id, asked) = stage.connect();
    stage.say_init_ack(asked.tag, PEER, b"biscuit");
    assert_eq!(is_abort(&stage.only()), Some(false));
    let event = stage.event();
    let unacceptable =
        |event: &AssociationEvent| matches!(event, AssociationEvent::Lost(Loss::Unacceptable(_)));
    assert!(
        event.as_ref().is_some_and(|(who, what)| *who == id && unacceptable(what)),
        "{event:?}"
    );
}

/// With all that is offered, an INIT still is not worth forging.
#[test]
fn an_authenticated_answer_is_less_than_three_times_the_question() {
    let headers = 28;
    let mut stage = Stage::with(AssociationConfig { interleaving: true, ..config() });
    let told = parameters();
    for init in [init(PEER, &[]), init(PEER, &told)] {
        let question = packet(VerificationTag::ZERO, &[Chunk::Init(init)]);
        stage.say_bytes(&question);
        let answer = stage.only().bytes.len() + headers;
        let question = question.len() + headers;
        assert!(answer < 3 * question, "{answer} for {question}");
    }
}

/// RANDOM has 32 bytes (§3.1).
#[test]
fn a_short_random_number_is_no_authentication() {
    let mut stage = Stage::with(config());
    let (id, asked) = stage.connect();
    let [_, chunks, algorithms] = parameters();
    let told = [Parameter::Random(&RANDOM[1..]), chunks, algorithms, Parameter::StateCookie(b"x")];
    stage.say(asked.tag, &[Chunk::InitAck(InitAck(init(PEER, &told)))]);
    assert_eq!(is_abort(&stage.only()), Some(false));
    assert!(matches!(stage.event(), Some((gone, AssociationEvent::Lost(_))) if gone == id));
}

/// A stranger cannot make the peer's association begin anew without the key.
#[test]
fn a_restart_needs_the_key() {
    let mut stage = Stage::with(config());
    let ack = asked(&mut stage);
    let good = key(KEY, &ack, ChunkType::InitAck);
    stage.say_bytes(&signed(&good, ack.tag, &[echo(&ack)]));
    let id = stage.up();
    stage.drain();
    stage.say_init(PEER_ANEW, &parameters());
    let anew = stage.hear(ChunkType::InitAck);
    stage.say(anew.tag, &[echo(&anew)]);
    stage.undisturbed(id, ack.tag);
    let other = key(b"another key", &anew, ChunkType::InitAck);
    stage.say_bytes(&signed(&other, anew.tag, &[echo(&anew)]));
    stage.undisturbed(id, ack.tag);
    let good = key(KEY, &anew, ChunkType::InitAck);
    stage.say_bytes(&signed(&good, anew.tag, &[echo(&anew)]));
    assert!(
        matches!(stage.event(), Some((whose, AssociationEvent::Restarted { .. })) if whose == id)
    );
}

/// Both ends export the same secret; here the peer's is computed by hand.
#[test]
fn a_key_is_exported() {
    let mut stage = Stage::with(config());
    let ack = asked(&mut stage);
    let key = key(KEY, &ack, ChunkType::InitAck);
    stage.say_bytes(&signed(&key, ack.tag, &[echo(&ack)]));
    let id = stage.up();
    let expected = hmac::sign(&key, b"ferry export\0label");
    assert_eq!(
        stage.end.export_key(id, b"label").as_ref().map(|key| &key[..]),
        Some(expected.as_ref())
    );
    let mut open = Stage::new();
    let (id, _) = open.accepted();
    assert_eq!(open.end.export_key(id, b"label"), None);
}

/// Without agreement AUTH is a chunk like any that is not known: it ends the packet (§3.2).
#[test]
fn an_auth_that_nobody_agreed_on_hides_what_follows() {
    let mut stage = Stage::new();
    let (id, ack) = stage.accepted();
    let auth = Chunk::Auth(Auth { shared_key: 0, hmac_id: HmacId::SHA1, hmac: &[0; 20] });
    stage.say(ack.tag, &[auth, data(TSN, 0, 0, b"hidden")]);
    assert!(stage.end.receive_from(id, usize::MAX).is_none());
    let error = [Cause::OutOfResource];
    stage.drain();
    stage.say(ack.tag, &[auth, Chunk::Error(ErrorChunk { causes: Causes::of(&error) })]);
    stage.undisturbed(id, ack.tag);
}

/// An INIT ACK with two lists of which one is not made of whole items.
#[test]
fn lists_that_are_not_whole_are_refused() {
    let mut stage = Stage::with(config());
    let odd = [0x80, 4, 0, 7, 0, 3, 0, 0];
    let parameters = Parameters::from_wire(&odd);
    stage.say(VerificationTag::ZERO, &[Chunk::Init(Init { parameters, ..init(PEER, &[]) })]);
    let sent = stage.only();
    assert_eq!((is_abort(&sent), sent.tag()), (Some(false), PEER));
    stage.nothing();
}
