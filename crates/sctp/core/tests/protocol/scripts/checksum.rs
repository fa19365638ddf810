//! The checksum (RFC 9260 §6.8) and doing without it (RFC 9653).

use ferry_sctp_core::association::AssociationConfig;
use ferry_sctp_core::wire::chunk::Heartbeat;
use ferry_sctp_core::wire::{ChecksumWrite, Chunk, ChunkType, checksum};

use crate::common::script::{PEER_TSN, Peer, Script, Sent, data, plain};

/// Of the DTLS encapsulation (RFC 9653 §8).
const METHOD: u32 = 1;

fn carries_none(sent: &Sent) -> bool {
    checksum::carried(&sent.bytes) == 0
}

fn script(own: Option<u32>, peer: Option<u32>) -> Script {
    let config = AssociationConfig { zero_checksum: own, ..plain() };
    Script::connected(config, Peer { zero_checksum: peer, ..Peer::default() })
}

#[test]
fn both_agree_to_do_without() {
    let mut script = script(Some(METHOD), Some(METHOD));
    // RFC 9653 §5.2: INIT and COOKIE ECHO always carry the checksum.
    assert!(script.opening.iter().all(|sent| !carries_none(sent)));
    script.send(0, b"message");
    assert!(carries_none(&script.expect()));
    // What comes may have none, or a right one; a wrong one is dropped (§5.3).
    let chunk = data(PEER_TSN, 0, 0, b"without");
    let mut packet = script.made(script.tag, &[chunk], ChecksumWrite::Zero);
    script.say_bytes(&packet);
    assert_eq!(script.read(), Some((0, b"without".to_vec(), true)));
    let chunk = data(PEER_TSN.next(), 0, 1, b"with");
    packet = script.made(script.tag, &[chunk], ChecksumWrite::Crc32c);
    packet[8] ^= 1;
    script.say_bytes(&packet);
    assert_eq!(script.read(), None);
    packet[8] ^= 1;
    script.say_bytes(&packet);
    assert_eq!(script.read(), Some((0, b"with".to_vec(), true)));
}

#[test]
fn one_alone_does_not() {
    for (own, peer) in
        [(None, Some(METHOD)), (Some(METHOD), None), (Some(METHOD), Some(METHOD + 1))]
    {
        let mut script = script(own, peer);
        script.send(0, b"message");
        // §5.2: sent without only to a peer that offered the method that is in use here.
        assert!(!carries_none(&script.expect()), "{own:?} {peer:?}");
        let chunk = data(PEER_TSN, 0, 0, b"without");
        let packet = script.made(script.tag, &[chunk], ChecksumWrite::Zero);
        script.say_bytes(&packet);
        if own.is_none() {
            // §5.3: who did not offer it takes nothing without.
            assert_eq!(script.read(), None);
        }
    }
}

#[test]
fn packets_of_no_association_carry_it() {
    let mut script = script(Some(METHOD), Some(METHOD));
    let (now, id) = (script.now, script.id);
    script.end.abort(now, id, b"");
    script.take();
    script.end.release(id);
    // RFC 9653 §5.2: answers to packets out of the blue are made without any agreement.
    script.say(&[Chunk::Heartbeat(Heartbeat { info: b"who" })]);
    let answer = script.expect();
    assert_eq!(answer.kinds(), [ChunkType::Abort]);
    assert!(!carries_none(&answer));
}

#[test]
fn a_wrong_checksum_is_dropped_in_silence() {
    let mut script = script(None, None);
    let chunk = data(PEER_TSN, 0, 0, b"damaged");
    let packet = script.made(script.tag, &[chunk], ChecksumWrite::Crc32c);
    for bit in 0..packet.len() * 8 {
        let mut damaged = packet.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        script.say_bytes(&damaged);
    }
    // §6.8: every single inverted bit is found.
    script.silent_for(crate::common::ms(100));
    assert_eq!(script.read(), None);
    script.say_bytes(&packet);
    assert!(script.read().is_some());
}
