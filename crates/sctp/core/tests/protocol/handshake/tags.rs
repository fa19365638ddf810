//! Verification tags (RFC 9260 §8.5).

use ferry_sctp_core::association::{AssociationEvent, Loss};
use ferry_sctp_core::endpoint::AssociationId;
use ferry_sctp_core::wire::chunk::{Abort, CookieAck, Shutdown, ShutdownAck, ShutdownComplete};
use ferry_sctp_core::wire::{Causes, Chunk, ChunkType, VerificationTag};

use super::stage::{PEER, STRANGE, Said, Stage, TSN};
use crate::common::script::data;

const fn abort(reflected_tag: bool) -> Chunk<'static> {
    Chunk::Abort(Abort { reflected_tag, causes: Causes::empty() })
}

const fn complete(reflected_tag: bool) -> Chunk<'static> {
    Chunk::ShutdownComplete(ShutdownComplete { reflected_tag })
}

fn lost(stage: &mut Stage, id: AssociationId) {
    let event = stage.event();
    let by_peer = |event: &AssociationEvent| {
        matches!(event, AssociationEvent::Lost(Loss::AbortedByPeer { .. }))
    };
    assert!(event.as_ref().is_some_and(|(who, event)| *who == id && by_peer(event)), "{event:?}");
    stage.silent();
    assert_eq!(stage.end.next_due(), None);
}

/// Packets with another tag are dropped in silence.
#[test]
fn data_with_another_tag_is_not_taken() {
    let mut stage = Stage::new();
    let (id, ack) = stage.accepted();
    for tag in [STRANGE, PEER, VerificationTag::ZERO, VerificationTag(ack.tag.0 ^ 1)] {
        stage.say(tag, &[data(TSN, 0, 0, b"forged")]);
        stage.silent();
        assert!(stage.end.receive(usize::MAX).is_none());
    }
    stage.undisturbed(id, ack.tag);
}

/// The right tag from an address that is none of the peer's: it is not the peer.
#[test]
fn data_from_another_address_is_not_taken() {
    let mut stage = Stage::new();
    let (id, ack) = stage.accepted();
    let usual = stage.from;
    stage.from = "10.9.9.9:5001".parse().expect("an address");
    stage.say(ack.tag, &[data(TSN, 0, 0, b"forged")]);
    stage.drain();
    assert!(stage.end.receive(usize::MAX).is_none());
    stage.from = usual;
    stage.undisturbed(id, ack.tag);
}

/// §8.5.1 B: our tag and no T bit, or the peer's and a T bit.
#[test]
fn an_abort_needs_our_tag_or_the_peers_reflected() {
    let mut stage = Stage::new();
    let (id, ack) = stage.accepted();
    for (tag, reflected) in [
        (STRANGE, false),
        (STRANGE, true),
        (PEER, false),
        (ack.tag, true),
        (VerificationTag::ZERO, true),
    ] {
        stage.say(tag, &[abort(reflected)]);
        stage.undisturbed(id, ack.tag);
    }
    stage.say(ack.tag, &[abort(false)]);
    lost(&mut stage, id);

    let mut stage = Stage::new();
    let (id, _) = stage.accepted();
    stage.say(PEER, &[abort(true)]);
    lost(&mut stage, id);
}

/// The peer's tag is not known yet; a reflected zero is nobody's.
#[test]
fn an_abort_in_answer_to_an_init_needs_our_tag() {
    let mut stage = Stage::new();
    let (id, asked) = stage.connect();
    for (tag, reflected) in [
        (VerificationTag::ZERO, true),
        (VerificationTag::ZERO, false),
        (STRANGE, true),
        (asked.tag, true),
    ] {
        stage.say(tag, &[abort(reflected)]);
        stage.silent();
        assert_eq!(stage.event(), None, "{tag} {reflected}");
    }
    stage.say(asked.tag, &[abort(false)]);
    lost(&mut stage, id);
}

/// An INIT ACK under another tag is not an answer to our INIT.
#[test]
fn an_init_ack_needs_our_tag() {
    let mut stage = Stage::new();
    let (id, asked) = stage.connect();
    for tag in [STRANGE, VerificationTag::ZERO] {
        stage.say_init_ack(tag, PEER, b"forged");
        stage.silent();
    }
    stage.say_init_ack(asked.tag, PEER, b"biscuit");
    assert_eq!(stage.only().kinds(), [ChunkType::CookieEcho]);
    stage.say(STRANGE, &[Chunk::CookieAck(CookieAck)]);
    stage.silent();
    assert_eq!(stage.event(), None);
    stage.say(asked.tag, &[Chunk::CookieAck(CookieAck)]);
    assert_eq!(stage.up(), id);
}

/// endpoint <-- SHUTDOWN -- peer; endpoint -- SHUTDOWN ACK --> peer.
fn ending(stage: &mut Stage) -> (AssociationId, Said) {
    let (id, ack) = stage.accepted();
    let shutdown = Shutdown { cumulative_tsn: ack.tsn.previous() };
    stage.say(ack.tag, &[Chunk::Shutdown(shutdown)]);
    assert_eq!(stage.only().kinds(), [ChunkType::ShutdownAck]);
    while stage.event().is_some() {}
    (id, ack)
}

/// §8.5.1 C: as for ABORT.
#[test]
fn a_shutdown_complete_needs_our_tag_or_the_peers_reflected() {
    for good in [false, true] {
        let mut stage = Stage::new();
        let (id, ack) = ending(&mut stage);
        for (tag, reflected) in [(STRANGE, false), (STRANGE, true), (PEER, false), (ack.tag, true)]
        {
            stage.say(tag, &[complete(reflected)]);
            stage.silent();
            assert_eq!(stage.event(), None);
        }
        stage.say(if good { PEER } else { ack.tag }, &[complete(good)]);
        assert_eq!(stage.event(), Some((id, AssociationEvent::Closed)));
        stage.silent();
    }
}

/// In any other state than SHUTDOWN-ACK-SENT it means nothing.
#[test]
fn a_shutdown_complete_out_of_turn_is_ignored() {
    let mut stage = Stage::new();
    let (id, ack) = stage.accepted();
    stage.say(ack.tag, &[complete(false)]);
    stage.say(PEER, &[complete(true)]);
    stage.undisturbed(id, ack.tag);
}

/// §8.5.1 E: the peer still ends an association that the endpoint has forgotten, and whose address it
/// wants to talk to again.
#[test]
fn a_shutdown_ack_for_an_older_association_is_answered() {
    for echoed in [false, true] {
        let mut stage = Stage::new();
        let (id, asked) = if echoed { stage.echoed() } else { stage.connect() };
        stage.say(STRANGE, &[Chunk::ShutdownAck(ShutdownAck)]);
        let sent = stage.only();
        assert_eq!((sent.kinds(), sent.tag()), (vec![ChunkType::ShutdownComplete], STRANGE));
        sent.look(ChunkType::ShutdownComplete, |chunk| assert_eq!(*chunk, complete(true)));
        assert_eq!(stage.event(), None);
        if !echoed {
            stage.say_init_ack(asked.tag, PEER, b"biscuit");
            assert_eq!(stage.only().kinds(), [ChunkType::CookieEcho]);
        }
        stage.say(asked.tag, &[Chunk::CookieAck(CookieAck)]);
        assert_eq!(stage.up(), id);
    }
}

/// §8.5.1 A: an INIT carries a tag of zero, and nothing else does.
#[test]
fn an_init_under_a_tag_is_not_taken() {
    let mut stage = Stage::new();
    let (id, ack) = stage.accepted();
    let init = Chunk::Init(super::stage::init(PEER, &[]));
    for tag in [ack.tag, PEER, STRANGE] {
        stage.say(tag, &[init]);
        stage.undisturbed(id, ack.tag);
    }
}
