//! A peer that began anew (RFC 9260 §5.2.2, §5.2.4 A).

use ferry_sctp_core::association::{AssociationConfig, AssociationEvent};
use ferry_sctp_core::endpoint::AssociationId;
use ferry_sctp_core::path::PathState;
use ferry_sctp_core::streams::MessageOptions;
use ferry_sctp_core::wire::chunk::{Heartbeat, HeartbeatAck};
use ferry_sctp_core::wire::{Cause, Chunk, ChunkType, Parameter, StreamId};

use super::stage::{PEER, PEER_ANEW, Said, Stage, TSN, causes, heartbeat, init, is_abort};
use crate::common::script::{data, plain};
use crate::common::sim::address;
use crate::common::{ms, s};

fn restarted(stage: &mut Stage, id: AssociationId) {
    loop {
        match stage.event() {
            Some((whose, AssociationEvent::Restarted { .. })) => return assert_eq!(whose, id),
            Some((_, AssociationEvent::Up { .. })) => panic!("it is the old association"),
            Some(_) => {}
            None => panic!("the user was not told"),
        }
    }
}

fn anew(stage: &mut Stage, id: AssociationId, before: &Said) -> Said {
    // endpoint <-- INIT -- peer, with a new tag.
    // endpoint -- INIT ACK --> peer, with a new tag too (§5.2.2).
    let ack = stage.init_ack(PEER_ANEW);
    assert!(ack.tag != before.tag && ack.tsn != before.tsn);
    // Until the cookie comes back, nothing has changed.
    stage.undisturbed(id, before.tag);
    // endpoint <-- COOKIE ECHO -- peer.
    stage.say_echo(&ack);
    // endpoint -- COOKIE ACK --> peer.
    let sent = stage.expect();
    assert_eq!((sent.kinds()[0], sent.tag()), (ChunkType::CookieAck, PEER_ANEW));
    ack
}

/// The association keeps its name; tags, TSNs and streams begin anew.
#[test]
fn the_peer_begins_anew() {
    for accepted in [true, false] {
        let mut stage = Stage::new();
        let (id, before) = if accepted { stage.accepted() } else { stage.connected() };
        stage.say(before.tag, &[data(TSN, 0, 0, b"old"), data(TSN.next(), 0, 1, b"old too")]);
        while stage.end.receive_from(id, usize::MAX).is_some() {}
        stage.drain();
        let after = anew(&mut stage, id, &before);
        restarted(&mut stage, id);
        assert!(stage.end.associations().eq([id]));
        // The old tag means nothing any more.
        stage.drain();
        stage.say(before.tag, &[heartbeat()]);
        stage.silent();
        stage.undisturbed(id, after.tag);
        // The first TSN and the first message of the stream again.
        stage.say(after.tag, &[data(TSN, 0, 0, b"new")]);
        assert!(stage.end.receive_from(id, usize::MAX).is_some());
        let (now, options) = (stage.now, MessageOptions::default());
        stage.drain();
        let sent = stage.end.send(now, id, StreamId(0), options, b"new"[..].into(), true);
        assert!(sent.is_ok());
        let sent = stage.expect();
        assert_eq!((sent.tsns(), sent.tag()), (vec![after.tsn], PEER_ANEW));
        assert_eq!(sent.data()[0].message, 0);
    }
}

/// What was under way goes nowhere, and no timer still waits for its acknowledgement.
#[test]
fn what_was_under_way_is_not_sent_to_the_new_peer() {
    let mut stage = Stage::new();
    let (id, before) = stage.accepted();
    let (now, options) = (stage.now, MessageOptions::default());
    stage.end.send(now, id, StreamId(0), options, b"lost"[..].into(), true).expect("room");
    stage.drain();
    anew(&mut stage, id, &before);
    restarted(&mut stage, id);
    stage.drain();
    stage.wait(s(30));
    stage.silent();
    assert!(stage.end.is_established(id));
}

/// The peer begins anew and adds an address: anybody could (§5.2.2, §11.2.4.1).
#[test]
fn a_restart_with_new_addresses_is_refused() {
    let mut stage = Stage::new();
    let (id, before) = stage.accepted();
    let new = address(1, 1).ip();
    let told = [Parameter::Address(stage.from.ip()), Parameter::Address(new)];
    stage.say_init(PEER_ANEW, &told);
    let sent = stage.only();
    assert_eq!((is_abort(&sent), sent.tag()), (Some(false), PEER_ANEW));
    causes(&sent, |causes| {
        let [cause @ Cause::RestartWithNewAddresses(_)] = causes else { panic!("{causes:?}") };
        let listed: Vec<_> = cause.parameters().iter().collect();
        assert_eq!(listed, [Ok(Parameter::Address(new))], "the new ones");
    });
    stage.undisturbed(id, before.tag);
}

/// Answers heartbeats until the peer has proved to be at all of its addresses (§5.4).
fn confirm(stage: &mut Stage, id: AssociationId, said: &Said) {
    let usual = stage.from;
    for _ in 0..200 {
        stage.wait(ms(5));
        while let Some(sent) = stage.try_expect() {
            stage.from = sent.to;
            for chunk in sent.chunks() {
                if let Chunk::Heartbeat(Heartbeat { info }) = chunk {
                    stage.say(said.tag, &[Chunk::HeartbeatAck(HeartbeatAck { info })]);
                }
            }
        }
        stage.from = usual;
        let paths = stage.end.report(id).expect("it stands").paths;
        if paths.iter().all(|path| path.state == PathState::Active) {
            return stage.drain();
        }
    }
    panic!("the paths were not confirmed");
}

/// A restart from one of several known addresses, which lists the others, is welcome.
#[test]
fn a_restart_with_the_same_addresses_is_welcome() {
    let mut stage = Stage::new();
    let told = [0, 1].map(|path| Parameter::Address(address(1, path).ip()));
    let ack = {
        stage.say_init(PEER, &told);
        stage.hear(ChunkType::InitAck)
    };
    stage.say_echo(&ack);
    let id = stage.up();
    confirm(&mut stage, id, &ack);
    stage.from = address(1, 1);
    stage.say_init(PEER_ANEW, &told);
    let anew = stage.hear(ChunkType::InitAck);
    assert_eq!(anew.sent.to, address(1, 1));
    stage.say_echo(&anew);
    assert_eq!(stage.expect().kinds()[0], ChunkType::CookieAck);
    restarted(&mut stage, id);
}

/// Streams and windows are what the new INIT says.
#[test]
fn a_restart_agrees_anew() {
    let mut stage = Stage::new();
    let (id, _) = stage.accepted();
    let changed = ferry_sctp_core::wire::chunk::Init { inbound_streams: 3, ..init(PEER_ANEW, &[]) };
    stage.say(ferry_sctp_core::wire::VerificationTag::ZERO, &[Chunk::Init(changed)]);
    let ack = stage.hear(ChunkType::InitAck);
    stage.say_echo(&ack);
    let event = stage.event();
    let expected = AssociationEvent::Restarted { outbound_streams: 3, inbound_streams: 10 };
    assert_eq!(event, Some((id, expected)));
}

/// A cookie of a restart is used once: when it comes again, it is row D.
#[test]
fn the_cookie_of_a_restart_comes_again() {
    let mut stage = Stage::new();
    let (id, before) = stage.accepted();
    let after = anew(&mut stage, id, &before);
    restarted(&mut stage, id);
    stage.drain();
    stage.say_echo(&after);
    assert_eq!(stage.only().kinds(), [ChunkType::CookieAck]);
    stage.undisturbed(id, after.tag);
}

/// A cookie of before the restart that comes after it fits nothing: no second restart.
#[test]
fn a_cookie_of_before_the_restart_is_too_late() {
    let mut stage = Stage::new();
    let (id, before) = stage.accepted();
    let other = stage.init_ack(ferry_sctp_core::wire::VerificationTag(0x0777));
    let after = anew(&mut stage, id, &before);
    restarted(&mut stage, id);
    stage.drain();
    for old in [&before, &other] {
        stage.say_echo(old);
        stage.undisturbed(id, after.tag);
    }
}

/// A stale cookie of a restart is answered as any other.
#[test]
fn a_stale_restart_is_no_restart() {
    let mut stage = Stage::with(AssociationConfig { cookie_life: s(1), ..plain() });
    let (id, before) = stage.accepted();
    let ack = stage.init_ack(PEER_ANEW);
    stage.wait(ms(1500));
    stage.say_echo(&ack);
    let sent = stage.only();
    causes(&sent, |causes| assert_eq!(causes, [Cause::StaleCookie(500_000)]));
    stage.undisturbed(id, before.tag);
}
