//! Chunks and causes that are not understood or not allowed (RFC 9260 §3.2, §3.3.10, §6.2, §6.5).

use ferry_sctp_core::association::{AssociationEvent, Loss};
use ferry_sctp_core::wire::chunk::{CookieAck, ErrorChunk, RawChunk};
use ferry_sctp_core::wire::{Cause, CauseCode, Causes, Chunk, ChunkType};

use crate::common::ms;
use crate::common::script::{PEER_TSN, Peer, Script, data, plain};

fn begun() -> Script {
    Script::connected(plain(), Peer::default())
}

fn unknown(kind: u8, value: &[u8]) -> Chunk<'_> {
    Chunk::Unknown(RawChunk { chunk_type: ChunkType(kind), flags: 0, value, bytes: &[], offset: 0 })
}

/// A packet of data, an unknown chunk and data again: what was read of it and what was answered.
fn told(kind: u8) -> (usize, Vec<CauseCode>) {
    let mut script = begun();
    script.say(&[
        data(PEER_TSN, 0, 0, b"before"),
        unknown(kind, b"what is this"),
        data(PEER_TSN.next(), 0, 1, b"after"),
    ]);
    let mut read = 0;
    while script.read().is_some() {
        read += 1;
    }
    let errors = script
        .take()
        .iter()
        .filter(|sent| sent.has(ChunkType::Error))
        .flat_map(|sent| sent.causes())
        .collect();
    assert!(script.end.is_established(script.id));
    (read, errors)
}

#[test]
fn the_two_highest_bits_say_what_to_do_with_the_unknown() {
    // §3.2: stop here, silently.
    assert_eq!(told(0x3F), (1, vec![]));
    // Stop here and tell the sender.
    assert_eq!(told(0x7F), (1, vec![CauseCode::UnrecognizedChunk]));
    // Step over it.
    assert_eq!(told(0xBF), (2, vec![]));
    // Step over it and tell the sender.
    assert_eq!(told(0xFE), (2, vec![CauseCode::UnrecognizedChunk]));
}

#[test]
fn the_unknown_is_handed_back() {
    let mut script = begun();
    script.say(&[unknown(0xFE, b"what")]);
    let sent = script.expect();
    sent.look(ChunkType::Error, |chunk| match chunk {
        Chunk::Error(ErrorChunk { causes }) => {
            let causes: Vec<_> = causes.iter().map(|cause| cause.expect("well-formed")).collect();
            // §3.3.10.6: the chunk, whole.
            assert_eq!(causes, [Cause::UnrecognizedChunk(b"\xFE\x00\x00\x08what")]);
        }
        other => panic!("{other:?}"),
    });
}

#[test]
fn a_flood_of_the_unknown_is_not_answered_at_length() {
    let mut script = begun();
    let value = [7; 60];
    let chunks: Vec<Chunk<'_>> = (0..20).map(|_| unknown(0xFE, &value)).collect();
    let came = 12 + 20 * 64;
    script.say(&chunks);
    let answered: usize = script.take().iter().map(|sent| sent.bytes.len()).sum();
    assert!(answered <= came + came / 4, "{answered} bytes in answer to {came}");
}

#[test]
fn data_on_a_stream_that_does_not_exist_is_reported_and_acknowledged() {
    let mut script = begun();
    script.say(&[data(PEER_TSN, 10, 0, b"the peer has streams 0 to 9")]);
    script.say(&[data(PEER_TSN.next(), 0, 0, b"fine")]);
    script.wait(ms(20));
    let sent = script.take();
    // §6.5: an ERROR with Invalid Stream Identifier; the TSN counts as arrived.
    let causes: Vec<_> = sent.iter().flat_map(|sent| sent.causes()).collect();
    assert_eq!(causes, [CauseCode::InvalidStream]);
    let sack = sent.iter().filter_map(|sent| sent.sack()).next_back().expect("a SACK");
    assert_eq!((sack.cumulative, sack.gaps), (PEER_TSN.next(), vec![]));
    assert_eq!(script.read(), Some((0, b"fine".to_vec(), true)));
    assert_eq!(script.read(), None);
}

#[test]
fn data_without_data_ends_the_association() {
    let mut script = begun();
    script.say(&[data(PEER_TSN, 0, 0, b"")]);
    // §6.2: an ABORT with No User Data, which names the TSN.
    let sent = script.expect();
    assert_eq!(sent.causes(), [CauseCode::NoUserData]);
    sent.look(ChunkType::Abort, |chunk| match chunk {
        Chunk::Abort(abort) => {
            assert_eq!(abort.causes.iter().next(), Some(Ok(Cause::NoUserData(PEER_TSN))));
        }
        other => panic!("{other:?}"),
    });
    assert!(matches!(script.news(), Some(AssociationEvent::Lost(Loss::Violation(_)))));
}

#[test]
fn contradicting_fragments_end_the_association() {
    use crate::common::script::fragment;
    use ferry_sctp_core::wire::chunk::DataFlags;
    let mut script = begun();
    let begin = DataFlags { ending: false, ..DataFlags::WHOLE };
    script.say(&[fragment(PEER_TSN, 0, 0, begin, b"begins")]);
    // A second beginning right behind the first: no sender that follows §6.9 does that.
    script.say(&[fragment(PEER_TSN.next(), 0, 0, begin, b"begins again")]);
    let aborts: Vec<_> =
        script.take().into_iter().filter(|sent| sent.has(ChunkType::Abort)).collect();
    assert_eq!(aborts.len(), 1);
    assert_eq!(aborts[0].causes(), [CauseCode::ProtocolViolation]);
    assert!(matches!(script.news(), Some(AssociationEvent::Lost(Loss::Violation(_)))));
}

#[test]
fn an_error_of_the_peer_is_told_to_the_user() {
    let mut script = begun();
    let causes = [Cause::InvalidStream(ferry_sctp_core::wire::StreamId(5))];
    script.say(&[Chunk::Error(ErrorChunk { causes: Causes::of(&causes) })]);
    // §8.2.4 of RFC 6458: SCTP_REMOTE_ERROR. The association stands.
    assert_eq!(script.news(), Some(AssociationEvent::PeerError(CauseCode::InvalidStream)));
    assert!(script.end.is_established(script.id));
    script.silent();
}

#[test]
fn chunks_out_of_their_state_are_dropped() {
    let mut script = begun();
    // §5.2.5: a COOKIE ACK in any state but COOKIE-ECHOED is dropped.
    script.say(&[Chunk::CookieAck(CookieAck)]);
    script.silent();
    assert_eq!(script.event(), None);
    assert!(script.end.is_established(script.id));
}
