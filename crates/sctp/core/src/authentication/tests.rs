//! Two ends that authenticate, and somebody between them.

use proptest::collection::vec;
use proptest::prelude::*;
use ring::digest;

use super::*;
use crate::association::AuthenticationConfig;
use crate::serial::Tsn;
use crate::wire::chunk::{Chunk, CookieAck, Shutdown};
use crate::wire::{ChecksumCheck, ChecksumWrite, CommonHeader, Packet, VerificationTag};

fn config(algorithms: &[HmacId]) -> AuthenticationConfig {
    AuthenticationConfig {
        key_id: 5,
        key: b"shared".to_vec(),
        chunks: vec![ChunkType::Data],
        algorithms: algorithms.to_vec(),
    }
}

fn offer(config: &AuthenticationConfig, random: u8) -> AuthOffer {
    AuthOffer::own(config, false, [random; 32])
}

/// Two ends with the same key; the first signs with the first of the second's algorithms.
fn pair(here: &[HmacId], there: &[HmacId]) -> (Authentication, Authentication) {
    let (a, b) = (config(here), config(there));
    let (own, peer) = (offer(&a, 1), offer(&b, 2));
    let agree = |config, own, peer| Authentication::agree(config, own, peer).expect("SHA-1");
    (agree(&a, &own, &peer), agree(&b, &peer, &own))
}

/// A packet: COOKIE ACK, AUTH, SHUTDOWN.
fn signed(by: &Authentication) -> Vec<u8> {
    let mut out = Vec::new();
    let tag = VerificationTag(7);
    let header = CommonHeader { source_port: 1, destination_port: 2, verification_tag: tag };
    let mut writer = PacketWriter::begin(&mut out, header, 1200);
    writer.push(&CookieAck).expect("room");
    let before = writer.len();
    let slot = by.push(&mut writer).expect("room");
    assert_eq!(writer.len() - before, by.chunk_len());
    writer.push(&Shutdown { cumulative_tsn: Tsn(9) }).expect("room");
    by.sign(&mut writer, slot);
    writer.finish(ChecksumWrite::Crc32c);
    out
}

/// Where the AUTH chunk of [`signed`] begins.
const AUTH_AT: usize = 16;

fn verify(by: &Authentication, packet: &[u8]) -> Option<Result<(), AuthError>> {
    let packet = Packet::parse(packet, ChecksumCheck::Unchecked).ok()?;
    let raw = packet.raw_chunks().filter_map(Result::ok).find(|raw| raw.offset == AUTH_AT)?;
    match Chunk::decode(&raw) {
        Ok(Chunk::Auth(auth)) => Some(by.verify(packet.bytes(), &auth, raw.offset)),
        _ => None,
    }
}

/// HMAC from its definition (RFC 2104 §2), for keys no longer than a block.
fn hmac_by_hand(algorithm: &'static digest::Algorithm, key: &[u8], text: &[u8]) -> Vec<u8> {
    let pad = |with: u8| {
        let mut block = vec![with; 64];
        block.iter_mut().zip(key).for_each(|(byte, key)| *byte ^= key);
        block
    };
    let inner = digest::digest(algorithm, &[&pad(0x36)[..], text].concat());
    let outer = [&pad(0x5C)[..], inner.as_ref()].concat();
    digest::digest(algorithm, &outer).as_ref().to_vec()
}

#[test]
fn what_one_end_signs_the_other_accepts() {
    for algorithms in [&[HmacId::SHA256][..], &[HmacId::SHA1], &[HmacId::SHA1, HmacId::SHA256]] {
        let (a, b) = pair(algorithms, &[HmacId::SHA256]);
        assert_eq!(verify(&b, &signed(&a)), Some(Ok(())));
        assert_eq!(verify(&a, &signed(&b)), Some(Ok(())));
    }
}

/// The packet and the key put together by hand after RFC 4895 §6.1 and §6.2.
#[test]
fn the_hmac_is_that_of_the_rfc() {
    let cases = [
        (HmacId::SHA256, &digest::SHA256, 32_u8, &[0, 3, 0, 1][..]),
        (HmacId::SHA1, &digest::SHA1_FOR_LEGACY_USE_ONLY, 20, &[0, 1][..]),
    ];
    for (id, algorithm, len, list) in cases {
        let (a, _) = pair(&[id], &[id]);
        let vector = |random: u8| {
            let mut bytes = vec![0x80, 0x02, 0, 36];
            bytes.extend([random; 32]);
            bytes.extend([0x80, 0x03, 0, 5, 0]);
            bytes.extend([0x80, 0x04, 0, 4 + list.len() as u8]);
            bytes.extend(list);
            bytes
        };
        let key = [b"shared".as_slice(), &vector(1), &vector(2)].concat();
        // Longer than a block, so that its digest takes its place (RFC 2104 §3).
        let key = digest::digest(algorithm, &key);
        let mut covered = vec![0x0F, 0, 0, 8 + len, 0, 5, 0, id.0 as u8];
        covered.resize(8 + usize::from(len), 0);
        covered.extend([0x07, 0, 0, 8, 0, 0, 0, 9]);
        let expected = hmac_by_hand(algorithm, key.as_ref(), &covered);
        let packet = signed(&a);
        assert_eq!(packet[AUTH_AT + 8..][..usize::from(len)], expected, "{id}");
    }
}

/// RFC 2202 §3 case 1, RFC 4231 §4.2.
#[test]
fn known_answers() {
    let keys = Keys::new(&[0x0B; 20]);
    let hex = |id| {
        let tag = keys.sign(id, &[b"Hi ", b"There"]).expect("known");
        tag.as_ref().iter().map(|byte| format!("{byte:02x}")).collect::<String>()
    };
    assert_eq!(hex(HmacId::SHA1), "b617318655057264e28bc0b6fb378c8ef146be00");
    let expected = "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7";
    assert_eq!(hex(HmacId::SHA256), expected);
    assert!(keys.sign(HmacId(2), &[]).is_none());
}

#[test]
fn each_signs_with_the_first_of_the_peers_algorithms() {
    let (a, b) = pair(&[HmacId::SHA1, HmacId::SHA256], &[HmacId::SHA256]);
    assert_eq!((a.algorithm, b.algorithm), (HmacId::SHA256, HmacId::SHA1));
    assert_eq!((a.chunk_len(), b.chunk_len()), (40, 28));
}

#[test]
fn no_algorithm_in_common_is_no_agreement() {
    let config = config(&[HmacId::SHA256]);
    let peer = AuthOffer { algorithms: vec![HmacId(2), HmacId(99)], ..offer(&config, 2) };
    assert!(Authentication::agree(&config, &offer(&config, 1), &peer).is_none());
}

/// All behind the AUTH chunk is covered, and the AUTH chunk itself; what stands before is not.
#[test]
fn a_change_in_any_covered_bit_is_noticed() {
    let (a, b) = pair(&[HmacId::SHA256], &[HmacId::SHA256]);
    let good = signed(&a);
    for bit in 8 * AUTH_AT..8 * good.len() {
        let mut bad = good.clone();
        bad[bit / 8] ^= 1 << (bit % 8);
        assert_ne!(verify(&b, &bad), Some(Ok(())), "bit {bit}");
    }
    let mut before = good;
    before[13] ^= 1;
    assert_eq!(verify(&b, &before), Some(Ok(())));
}

#[test]
fn another_key_does_not_fit() {
    let (a, _) = pair(&[HmacId::SHA256], &[HmacId::SHA256]);
    let other = AuthenticationConfig { key: b"other".to_vec(), ..config(&[HmacId::SHA256]) };
    let stranger = Authentication::agree(&other, &offer(&other, 2), &offer(&other, 1));
    assert_eq!(verify(&stranger.unwrap(), &signed(&a)), Some(Err(AuthError::Mismatch)));
}

#[test]
fn key_and_algorithm_have_to_be_known() {
    let (a, b) = pair(&[HmacId::SHA1], &[HmacId::SHA1]);
    let mut packet = signed(&a);
    packet[AUTH_AT + 5] ^= 1;
    assert_eq!(verify(&b, &packet), Some(Err(AuthError::UnknownKey)));
    let mut packet = signed(&a);
    packet[AUTH_AT + 7] = 3;
    let refused = Err(AuthError::UnsupportedHmac(HmacId::SHA256));
    assert_eq!(verify(&b, &packet), Some(refused), "known, yet not offered");
}

#[test]
fn demands_of_both_ends() {
    let (a, b) = pair(&[], &[]);
    for end in [&a, &b] {
        assert!(end.demanded(ChunkType::Data) && end.peer_demands(ChunkType::Data));
        assert!(!end.demanded(ChunkType::Sack) && !end.peer_demands(ChunkType::Sack));
    }
    let loose = AuthenticationConfig { chunks: Vec::new(), ..config(&[]) };
    let strict = config(&[]);
    let here = Authentication::agree(&loose, &offer(&loose, 1), &offer(&strict, 2)).unwrap();
    assert!(!here.demanded(ChunkType::Data) && here.peer_demands(ChunkType::Data));
}

#[test]
fn exports_are_the_same_at_both_ends_and_differ_by_label_and_association() {
    let (a, b) = pair(&[HmacId::SHA1], &[HmacId::SHA256]);
    assert_eq!(a.export(b"one"), b.export(b"one"));
    assert_ne!(a.export(b"one"), a.export(b"two"));
    let (other, _) = pair(&[HmacId::SHA256], &[HmacId::SHA256]);
    assert_ne!(a.export(b"one"), other.export(b"one"));
}

#[test]
fn debug_shows_no_key() {
    let (a, _) = pair(&[], &[]);
    let text = format!("{a:?}");
    assert!(text.contains("key_id: 5") && !text.contains("shared"), "{text}");
}

proptest! {
    #[test]
    fn any_packet_is_verified_or_refused(
        packet in vec(any::<u8>(), 0..200), offset in 0_usize..220, hmac in vec(any::<u8>(), 0..64),
        key in prop_oneof![Just(5_u16), any::<u16>()], id in 0_u16..5,
    ) {
        let (a, _) = pair(&[HmacId::SHA256], &[]);
        let auth = Auth { shared_key: key, hmac_id: HmacId(id), hmac: &hmac };
        prop_assert!(a.verify(&packet, &auth, offset).is_err());
    }
}
