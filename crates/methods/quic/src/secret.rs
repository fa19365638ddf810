//! Keys derived from the job's secret: one signing key per rank, known to the whole job and to nobody
//! else.

use ferry_method::{Identity, JobId, PeerId};
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::signature::Ed25519KeyPair;

/// Bytes of an Ed25519 seed.
pub(crate) const SEED_LEN: usize = 32;

/// What the job's members share.
#[derive(Clone, Copy)]
pub(crate) struct QuicSecret {
    pub(crate) job: JobId,
    pub(crate) size: u32,
    secret: [u8; 32],
}

struct Seed;

impl KeyType for Seed {
    fn len(&self) -> usize {
        SEED_LEN
    }
}

impl QuicSecret {
    pub(crate) fn new(job: JobId, size: u32, secret: [u8; 32]) -> Self {
        QuicSecret { job, size, secret }
    }

    pub(crate) fn of(identity: &Identity) -> Self {
        QuicSecret::new(identity.job, identity.size, identity.secret)
    }

    /// The seed of a rank's signing key (HKDF-SHA-256, RFC 5869, with job and rank as information).
    pub(crate) fn seed(&self, rank: PeerId) -> [u8; SEED_LEN] {
        let (job, rank) = (self.job.0.to_be_bytes(), rank.0.to_be_bytes());
        let information: [&[u8]; 2] = [&job, &rank];
        let mut seed = [0; SEED_LEN];
        Salt::new(HKDF_SHA256, b"ferry quic certificate")
            .extract(&self.secret)
            .expand(&information, Seed)
            .and_then(|okm| okm.fill(&mut seed))
            .expect("32 bytes are within what HKDF gives");
        seed
    }

    /// The signing key of a rank.
    pub(crate) fn key(&self, rank: PeerId) -> Ed25519KeyPair {
        Ed25519KeyPair::from_seed_unchecked(&self.seed(rank)).expect("any 32 bytes are a seed")
    }
}
