//! The end at once (RFC 9260 §9.1) and the tags that it needs (§8.5.1).

use ferry_sctp_core::association::{AssociationEvent, Loss};
use ferry_sctp_core::wire::chunk::Abort;
use ferry_sctp_core::wire::{
    Cause, CauseCode, Causes, ChecksumWrite, Chunk, ChunkType, VerificationTag,
};

use crate::common::script::{PEER_TAG, PEER_TSN, Peer, Script, abort, data, plain};

fn begun() -> Script {
    Script::connected(plain(), Peer::default())
}

fn by_peer(script: &mut Script, cause: Option<CauseCode>, reason: &[u8]) {
    let lost = Loss::AbortedByPeer { cause, reason: reason.to_vec() };
    assert_eq!(script.news(), Some(AssociationEvent::Lost(lost)));
    assert_eq!(script.event(), None);
    assert_eq!(script.end.next_due(), None, "no timer of it runs");
    // §9.1: an ABORT is never answered.
    script.silent();
}

#[test]
fn the_user_aborts() {
    let mut script = begun();
    script.send(0, b"never acknowledged");
    script.take();
    let (now, id) = (script.now, script.id);
    script.end.abort(now, id, b"enough");
    // §9.1, §3.3.10.12: an ABORT with the peer's tag and the user's reason.
    let sent = script.expect();
    assert_eq!((sent.kinds(), sent.tag()), (vec![ChunkType::Abort], PEER_TAG));
    sent.look(ChunkType::Abort, |chunk| match chunk {
        Chunk::Abort(Abort { reflected_tag: false, causes }) => {
            let causes: Vec<_> = causes.iter().map(|cause| cause.expect("well-formed")).collect();
            assert_eq!(causes, [Cause::UserInitiatedAbort(b"enough")]);
        }
        other => panic!("{other:?}"),
    });
    assert_eq!(script.news(), Some(AssociationEvent::Lost(Loss::Aborted)));
    assert_eq!(script.event(), None);
    assert_eq!(script.end.next_due(), None);
    script.silent();
    script.end.release(id);
    assert_eq!(script.end.associations().count(), 0);
}

#[test]
fn the_peer_aborts() {
    let mut script = begun();
    script.say(&[data(PEER_TSN, 0, 0, b"readable")]);
    script.take();
    script.say(&[abort(&[Cause::UserInitiatedAbort(b"no more")])]);
    by_peer(&mut script, Some(CauseCode::UserInitiatedAbort), b"no more");
    // What had come can be read until the association is released.
    assert_eq!(script.read(), Some((0, b"readable".to_vec(), true)));
}

#[test]
fn an_abort_may_come_without_a_cause() {
    let mut script = begun();
    script.say(&[abort(&[])]);
    by_peer(&mut script, None, b"");
}

#[test]
fn a_reflected_tag_counts_where_the_bit_says_so() {
    let reflected = Chunk::Abort(Abort { reflected_tag: true, causes: Causes::empty() });
    let mut script = begun();
    // §8.5.1 B: with the T bit the tag has to be the one that the endpoint sends.
    let tag = script.tag;
    let wrong = script.made(tag, &[reflected], ChecksumWrite::Crc32c);
    script.say_bytes(&wrong);
    assert!(script.end.is_established(script.id));
    // Without it, the one that it demands.
    let wrong = script.made(PEER_TAG, &[abort(&[])], ChecksumWrite::Crc32c);
    script.say_bytes(&wrong);
    assert!(script.end.is_established(script.id));
    script.silent();
    let right = script.made(PEER_TAG, &[reflected], ChecksumWrite::Crc32c);
    script.say_bytes(&right);
    by_peer(&mut script, None, b"");
}

#[test]
fn a_tag_that_does_not_fit_is_of_no_consequence() {
    let mut script = begun();
    // §8.5: dropped, without an answer, whatever it holds.
    for tag in [VerificationTag(0), VerificationTag(script.tag.0 ^ 1), PEER_TAG] {
        let packet = script.made(tag, &[abort(&[])], ChecksumWrite::Crc32c);
        script.say_bytes(&packet);
        let chunk = data(PEER_TSN, 0, 0, b"forged");
        let packet = script.made(tag, &[chunk], ChecksumWrite::Crc32c);
        script.say_bytes(&packet);
    }
    script.silent();
    assert!(script.end.is_established(script.id));
    assert_eq!(script.read(), None);
}

#[test]
fn chunks_behind_an_abort_do_not_count() {
    let mut script = begun();
    // §3.3.7: an ABORT may be bundled behind control chunks; what follows it is ignored.
    script.say(&[abort(&[]), data(PEER_TSN, 0, 0, b"after the end")]);
    by_peer(&mut script, None, b"");
    assert_eq!(script.read(), None);
}
