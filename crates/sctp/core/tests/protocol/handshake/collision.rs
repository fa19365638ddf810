//! INITs and cookies that come where an association is, or begins (RFC 9260 §5.2.1, §5.2.4, table 12).
//! Row A, the restart, is in `restart.rs`.

use ferry_sctp_core::association::AssociationConfig;
use ferry_sctp_core::endpoint::AssociationId;
use ferry_sctp_core::serial::Tsn;
use ferry_sctp_core::wire::chunk::{CookieAck, Sack};
use ferry_sctp_core::wire::{Chunk, ChunkType};

use super::stage::{PEER, PEER_ANEW, Said, Stage, TSN, causes};
use crate::common::script::{data, plain};

/// The endpoint sent an INIT; the peer's crosses it. The answer offers what the INIT did (§5.2.1).
fn crossing(stage: &mut Stage) -> (AssociationId, Said, Said) {
    let (id, asked) = stage.connect();
    let ack = stage.init_ack(PEER);
    assert_eq!((ack.tag, ack.tsn), (asked.tag, asked.tsn), "the same tag and first TSN");
    assert_eq!((ack.outbound, ack.inbound), (asked.outbound, asked.inbound));
    assert_eq!(stage.event(), None);
    (id, asked, ack)
}

/// An association that takes data from the peer's first TSN on and sends from its own.
fn works(stage: &mut Stage, id: AssociationId, said: &Said) {
    stage.drain();
    stage.say(said.tag, &[data(TSN, 0, 0, b"hello")]);
    assert!(stage.end.receive_from(id, usize::MAX).is_some());
    stage.wait(std::time::Duration::from_millis(500));
    let sack = stage.expect();
    let seen = sack.sack().expect("the data is acknowledged");
    assert_eq!((seen.cumulative, sack.tag()), (TSN, PEER));
    stage.drain();
    let (now, stream) = (stage.now, ferry_sctp_core::wire::StreamId(0));
    let sent = stage.end.send(now, id, stream, Default::default(), b"hello"[..].into(), true);
    assert_eq!(sent.expect("room").bytes, 5);
    let packet = stage.expect();
    assert_eq!((packet.tsns(), packet.tag()), (vec![said.tsn], PEER));
}

/// Row B in COOKIE-WAIT: the cookie of our INIT ACK comes back before the peer's INIT ACK is there.
#[test]
fn b_both_began_and_the_peers_cookie_is_first() {
    let mut stage = Stage::new();
    let (id, asked, ack) = crossing(&mut stage);
    // endpoint <-- COOKIE ECHO -- peer.
    stage.say_echo(&ack);
    // endpoint -- COOKIE ACK --> peer.
    let sent = stage.only();
    assert_eq!((sent.kinds(), sent.tag()), (vec![ChunkType::CookieAck], PEER));
    assert_eq!(stage.up(), id, "the association that the user began");
    // endpoint <-- INIT ACK -- peer: late, and dropped (§5.2.3).
    stage.say_init_ack(asked.tag, PEER, b"late");
    stage.undisturbed(id, asked.tag);
    assert_eq!(stage.end.associations().collect::<Vec<_>>(), [id]);
    works(&mut stage, id, &asked);
}

/// Row D in COOKIE-ECHOED: the peer's INIT ACK was there first; its tag is the one in the cookie.
#[test]
fn d_both_began_and_both_answered() {
    let mut stage = Stage::new();
    let (id, asked, ack) = crossing(&mut stage);
    // endpoint <-- INIT ACK -- peer.
    stage.say_init_ack(asked.tag, PEER, b"biscuit");
    // endpoint -- COOKIE ECHO --> peer.
    assert_eq!(stage.only().kinds(), [ChunkType::CookieEcho]);
    // endpoint <-- COOKIE ECHO -- peer.
    stage.say_echo(&ack);
    // endpoint -- COOKIE ACK --> peer: it stands without waiting for the other COOKIE ACK.
    assert_eq!(stage.only().kinds(), [ChunkType::CookieAck]);
    assert_eq!(stage.up(), id);
    // endpoint <-- COOKIE ACK -- peer: nothing new.
    stage.say(asked.tag, &[Chunk::CookieAck(CookieAck)]);
    stage.undisturbed(id, asked.tag);
    stage.wait(std::time::Duration::from_secs(2));
    stage.silent();
    works(&mut stage, id, &asked);
}

/// Row B in COOKIE-ECHOED: the peer answered, began anew with another tag, and now says hello itself.
#[test]
fn b_the_peer_began_anew_before_it_stood() {
    let mut stage = Stage::new();
    let (id, asked) = stage.connect();
    stage.say_init_ack(asked.tag, PEER_ANEW, b"biscuit");
    assert_eq!(stage.only().tag(), PEER_ANEW);
    let ack = stage.init_ack(PEER);
    assert_eq!(ack.tag, asked.tag);
    stage.say_echo(&ack);
    let sent = stage.only();
    assert_eq!((sent.kinds(), sent.tag()), (vec![ChunkType::CookieAck], PEER));
    assert_eq!(stage.up(), id);
    works(&mut stage, id, &asked);
}

/// The same cookie when data went over the association that stands: whoever echoes it has a second one,
/// and what was acknowledged would be forgotten with the first.
#[test]
fn b_a_cookie_of_another_tag_takes_nothing_that_is_in_use() {
    let mut stage = Stage::new();
    let (id, asked) = stage.connect();
    stage.say_init_ack(asked.tag, PEER, b"biscuit");
    assert_eq!(stage.only().tag(), PEER);
    let ack = stage.init_ack(PEER_ANEW);
    stage.say(asked.tag, &[Chunk::CookieAck(CookieAck)]);
    assert_eq!(stage.up(), id);
    works(&mut stage, id, &asked);
    stage.say_echo(&ack);
    stage.undisturbed(id, asked.tag);
    stage.say(asked.tag, &[data(TSN.next(), 0, 1, b"two")]);
    assert!(stage.end.receive_from(id, usize::MAX).is_some());
}

/// An INIT that comes again in COOKIE-ECHOED is answered with the same offer (§5.2.1).
#[test]
fn an_init_in_cookie_echoed_gets_the_same_offer() {
    let mut stage = Stage::new();
    let (_, asked) = stage.echoed();
    let first = stage.init_ack(PEER);
    let second = stage.init_ack(PEER);
    assert_eq!((first.tag, first.tsn), (asked.tag, asked.tsn));
    assert_eq!((second.tag, second.tsn), (asked.tag, asked.tsn));
}

/// Row C: the peer's INIT was answered before the endpoint began itself; the cookie comes too late.
#[test]
fn c_a_cookie_from_before_is_too_late() {
    let mut stage = Stage::new();
    let old = stage.init_ack(PEER);
    let (id, asked) = stage.connected();
    assert_ne!(old.tag, asked.tag);
    // endpoint <-- COOKIE ECHO -- peer: its own tag, our old one.
    stage.say_echo(&old);
    stage.undisturbed(id, asked.tag);
    assert_eq!(stage.end.associations().count(), 1);
}

/// The same while our INIT waits for its answer: neither the peer's tag nor a tie-tag is known.
#[test]
fn c_a_cookie_from_before_is_too_late_for_an_association_that_begins() {
    let mut stage = Stage::new();
    let old = stage.init_ack(PEER);
    let (id, asked) = stage.connect();
    stage.say_echo(&old);
    stage.silent();
    assert_eq!(stage.event(), None);
    stage.say_init_ack(asked.tag, PEER, b"biscuit");
    assert_eq!(stage.only().kinds(), [ChunkType::CookieEcho]);
    stage.say(asked.tag, &[Chunk::CookieAck(CookieAck)]);
    assert_eq!(stage.up(), id);
}

/// Row D: the COOKIE ACK was lost. What came since is not forgotten.
#[test]
fn d_the_cookie_comes_again() {
    let mut stage = Stage::new();
    let (id, ack) = stage.accepted();
    stage.say(ack.tag, &[data(TSN, 0, 0, b"one")]);
    stage.drain();
    stage.say_echo(&ack);
    assert_eq!(stage.expect().kinds()[0], ChunkType::CookieAck);
    stage.drain();
    assert!(stage.end.receive_from(id, usize::MAX).is_some(), "still there");
    // The next TSN is the expected one.
    stage.say(ack.tag, &[data(TSN.next(), 0, 1, b"two")]);
    assert!(stage.end.receive_from(id, usize::MAX).is_some());
    assert_eq!(stage.event(), None);
}

/// Row D: a cookie that fits what stands is good however old it is (§5.2.4 step 3).
#[test]
fn d_a_stale_cookie_that_fits_is_answered() {
    let second = std::time::Duration::from_secs(1);
    let mut stage = Stage::with(AssociationConfig { cookie_life: second, ..plain() });
    let (id, ack) = stage.accepted();
    stage.wait(5 * second);
    stage.say_echo(&ack);
    assert_eq!(stage.only().kinds(), [ChunkType::CookieAck]);
    stage.undisturbed(id, ack.tag);
}

/// An INIT while SHUTDOWN ACK waits for its answer: that is sent again, and the INIT dropped (§9.2).
#[test]
fn an_init_while_ending_is_dropped() {
    let mut stage = Stage::new();
    let (_, ack) = ending(&mut stage);
    stage.say_init(PEER_ANEW, &[]);
    let sent = stage.only();
    assert_eq!((sent.kinds(), sent.tag()), (vec![ChunkType::ShutdownAck], PEER));
    let _ = ack;
}

/// A cookie of a restart while SHUTDOWN ACK waits for its answer: that again, and why (§5.2.4).
#[test]
fn a_restart_while_ending_is_told_so() {
    let mut stage = Stage::new();
    let (id, ack) = stage.accepted();
    let anew = stage.init_ack(PEER_ANEW);
    shut(&mut stage, &ack);
    stage.say_echo(&anew);
    let sent = stage.expect();
    stage.silent();
    assert!(sent.has(ChunkType::ShutdownAck) && sent.has(ChunkType::Error));
    causes(&sent, |causes| {
        assert_eq!(causes, [ferry_sctp_core::wire::Cause::CookieWhileShuttingDown]);
    });
    assert!(stage.end.associations().eq([id]));
}

fn ending(stage: &mut Stage) -> (AssociationId, Said) {
    let (id, ack) = stage.accepted();
    shut(stage, &ack);
    (id, ack)
}

/// endpoint <-- SHUTDOWN -- peer; endpoint -- SHUTDOWN ACK --> peer.
fn shut(stage: &mut Stage, ack: &Said) {
    let cumulative_tsn = ack.tsn.previous();
    let shutdown = ferry_sctp_core::wire::chunk::Shutdown { cumulative_tsn };
    stage.say(ack.tag, &[Chunk::Shutdown(shutdown)]);
    assert_eq!(stage.only().kinds(), [ChunkType::ShutdownAck]);
    while stage.event().is_some() {}
}

/// Nothing but the peer's own packets moves the association on.
#[test]
fn acknowledgements_survive_a_late_cookie() {
    let mut stage = Stage::new();
    let old = stage.init_ack(PEER);
    let (id, asked) = stage.connected();
    let (now, stream) = (stage.now, ferry_sctp_core::wire::StreamId(0));
    stage.end.send(now, id, stream, Default::default(), b"hello"[..].into(), true).expect("room");
    stage.drain();
    stage.say_echo(&old);
    stage.silent();
    stage.say(
        asked.tag,
        &[Chunk::Sack(Sack {
            cumulative_tsn: Tsn(asked.tsn.0),
            receiver_window: 1 << 20,
            gap_blocks: Default::default(),
            duplicates: Default::default(),
        })],
    );
    stage.wait(std::time::Duration::from_secs(5));
    stage.silent();
}
