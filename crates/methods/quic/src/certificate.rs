//! The certificates of a job: one per rank, self-signed, the same wherever they are derived, so that
//! each end knows its peer's to the last byte and needs no authority.

use crate::secret::QuicSecret;
use ferry_method::PeerId;
use ring::signature::KeyPair;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};

/// OID 1.3.101.112, Ed25519 (RFC 8410 §3), as an algorithm identifier.
const ED25519: [u8; 7] = [0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70];
/// OID 2.5.4.3, the common name (RFC 5280 appendix A).
const COMMON_NAME: [u8; 5] = [0x06, 0x03, 0x55, 0x04, 0x03];
/// The names the subject may have: a rank in decimal and a full stop follow.
const SUBJECT: &str = "ferry-rank-";

const INTEGER: u8 = 0x02;
const BIT_STRING: u8 = 0x03;
const UTF8_STRING: u8 = 0x0c;
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;
const SEQUENCE: u8 = 0x30;
const SET: u8 = 0x31;
const EXPLICIT_0: u8 = 0xa0;

/// One element: tag, length, content (X.690 §8.1).
fn element(tag: u8, content: &[u8]) -> Vec<u8> {
    let mut out = vec![tag];
    match content.len() {
        short @ 0..0x80 => out.push(short as u8),
        long @ 0x80..0x100 => out.extend([0x81, long as u8]),
        long => out.extend([0x82, (long >> 8) as u8, long as u8]),
    }
    out.extend(content);
    out
}

fn bits(content: &[u8]) -> Vec<u8> {
    element(BIT_STRING, &[&[0], content].concat())
}

fn name(rank: PeerId) -> Vec<u8> {
    let text = element(UTF8_STRING, format!("{SUBJECT}{}.", rank.0).as_bytes());
    let attribute = element(SEQUENCE, &[&COMMON_NAME[..], &text].concat());
    element(SEQUENCE, &element(SET, &attribute))
}

/// The rank's key in the form of RFC 5958.
pub(crate) fn private_key(job: &QuicSecret, rank: PeerId) -> PrivateKeyDer<'static> {
    let seed = element(0x04, &element(0x04, &job.seed(rank)));
    let content = [&element(INTEGER, &[0])[..], &ED25519, &seed].concat();
    PrivatePkcs8KeyDer::from(element(SEQUENCE, &content)).into()
}

/// The rank's certificate (RFC 5280 §4.1). It is valid always: it lives as long as the job's secret.
pub(crate) fn certificate(job: &QuicSecret, rank: PeerId) -> CertificateDer<'static> {
    let key = job.key(rank);
    // A positive number: job and rank behind a byte that is not 0.
    let serial = [&[1][..], &job.job.0.to_be_bytes(), &rank.0.to_be_bytes()].concat();
    let validity = [
        element(UTC_TIME, b"700101000000Z"),
        // "No well-defined expiration date" (RFC 5280 §4.1.2.5).
        element(GENERALIZED_TIME, b"99991231235959Z"),
    ]
    .concat();
    let public = [&ED25519[..], &bits(key.public_key().as_ref())].concat();
    let signed = [
        element(EXPLICIT_0, &element(INTEGER, &[2])),
        element(INTEGER, &serial),
        ED25519.to_vec(),
        name(rank),
        element(SEQUENCE, &validity),
        name(rank),
        element(SEQUENCE, &public),
    ]
    .concat();
    let signed = element(SEQUENCE, &signed);
    let signature = key.sign(&signed);
    let content = [&signed[..], &ED25519, &bits(signature.as_ref())].concat();
    CertificateDer::from(element(SEQUENCE, &content))
}

/// The rank whose certificate this claims to be; whether it is that is for the caller to compare.
pub(crate) fn claimed_rank(certificate: &[u8]) -> Option<PeerId> {
    let marker = SUBJECT.as_bytes();
    let at = certificate.windows(marker.len()).position(|w| w == marker)? + marker.len();
    let digits = certificate.get(at..)?.iter().take(10).take_while(|b| b.is_ascii_digit());
    let mut rank: Option<u32> = None;
    for digit in digits {
        rank = rank.unwrap_or(0).checked_mul(10)?.checked_add(u32::from(digit - b'0'));
    }
    rank.map(PeerId)
}

/// The rank that this certificate proves, if it is one of the job's.
pub(crate) fn proven_rank(job: &QuicSecret, presented: &CertificateDer<'_>) -> Option<PeerId> {
    let rank = claimed_rank(presented)?;
    let is_real = rank.0 < job.size && certificate(job, rank) == *presented;
    is_real.then_some(rank)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_method::{Identity, JobId};
    use proptest::prelude::*;

    fn job(secret: u8) -> QuicSecret {
        QuicSecret::of(&Identity {
            job: JobId(7),
            me: PeerId(0),
            size: 5000,
            secret: [secret; 32],
            host: "here".into(),
        })
    }

    #[test]
    fn a_certificate_proves_its_rank_and_no_other() {
        for rank in [0, 1, 42, 4999].map(PeerId) {
            let presented = certificate(&job(1), rank);
            assert_eq!(proven_rank(&job(1), &presented), Some(rank));
            assert_eq!(proven_rank(&job(2), &presented), None, "another secret");
        }
        assert_eq!(proven_rank(&job(1), &certificate(&job(1), PeerId(5000))), None);
    }

    #[test]
    fn the_key_belongs_to_the_certificate() {
        let provider = rustls::crypto::ring::default_provider();
        let key = provider.key_provider.load_private_key(private_key(&job(1), PeerId(3))).unwrap();
        let public = key.public_key().unwrap();
        let presented = certificate(&job(1), PeerId(3));
        assert!(presented.windows(public.len()).any(|w| w == public.as_ref()));
    }

    #[test]
    fn every_changed_byte_is_noticed() {
        let real = certificate(&job(1), PeerId(3));
        for at in 0..real.len() {
            let mut changed = real.to_vec();
            changed[at] ^= 1;
            assert_eq!(proven_rank(&job(1), &changed.into()), None, "byte {at}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_survived(bytes: Vec<u8>) {
            prop_assert_eq!(proven_rank(&job(1), &bytes.into()), None);
        }
    }
}
