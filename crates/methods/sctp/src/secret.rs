//! What follows from the job's secret: the key that authenticates chunks, and the proof of a rank.

use ferry_method::{Identity, JobId, PeerId};
use ring::hmac;
use subtle::ConstantTimeEq;

/// Bytes of a key or a proof.
pub(crate) const LEN: usize = 32;

/// What the job's members share.
#[derive(Clone)]
pub(crate) struct SctpSecret {
    job: JobId,
    secret: [u8; LEN],
}

impl SctpSecret {
    pub(crate) fn of(identity: &Identity) -> Self {
        SctpSecret { job: identity.job, secret: identity.secret }
    }

    fn derive(&self, label: &[u8]) -> [u8; LEN] {
        let key = hmac::Key::new(hmac::HMAC_SHA256, &self.secret);
        let mut context = hmac::Context::with_key(&key);
        context.update(label);
        context.update(&self.job.0.to_be_bytes());
        let mut derived = [0; LEN];
        derived.copy_from_slice(context.sign().as_ref());
        derived
    }

    /// The endpoint pair shared key (RFC 4895 §6.1).
    pub(crate) fn association_key(&self) -> Vec<u8> {
        self.derive(b"ferry sctp association").to_vec()
    }

    /// What shows that `from` says so to `to`. `exported`: a secret of the association's own, where it
    /// is authenticated; without one the proof is good for any association of the two.
    pub(crate) fn proof(
        &self,
        from: PeerId,
        to: Option<PeerId>,
        exported: Option<[u8; LEN]>,
    ) -> [u8; LEN] {
        let key = hmac::Key::new(hmac::HMAC_SHA256, &self.derive(b"ferry sctp rank"));
        let mut context = hmac::Context::with_key(&key);
        context.update(&from.0.to_be_bytes());
        context.update(&to.map_or(u32::MAX, |to| to.0).to_be_bytes());
        context.update(&exported.unwrap_or_default());
        let mut proof = [0; LEN];
        proof.copy_from_slice(context.sign().as_ref());
        proof
    }

    /// Enough to tell the members of two jobs apart, and no more.
    pub(crate) fn fingerprint(&self) -> u32 {
        let derived = self.derive(b"ferry sctp fingerprint");
        u32::from_le_bytes([derived[0], derived[1], derived[2], derived[3]])
    }
}

/// Compares without telling by the time taken where the two differ.
pub(crate) fn same(a: &[u8; LEN], b: &[u8; LEN]) -> bool {
    a.ct_eq(b).into()
}

/// 32 random bytes of the system's.
pub(crate) fn random() -> Result<[u8; LEN], std::io::Error> {
    let mut bytes = [0; LEN];
    getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(secret: u8, job: u64) -> SctpSecret {
        SctpSecret { job: JobId(job), secret: [secret; LEN] }
    }

    #[test]
    fn a_proof_is_good_for_its_ends_job_and_association_alone() {
        let (a, b) = (PeerId(1), PeerId(2));
        let proof = job(1, 7).proof(a, Some(b), Some([3; LEN]));
        assert!(same(&proof, &job(1, 7).proof(a, Some(b), Some([3; LEN]))));
        let others = [
            job(2, 7).proof(a, Some(b), Some([3; LEN])),
            job(1, 8).proof(a, Some(b), Some([3; LEN])),
            job(1, 7).proof(b, Some(a), Some([3; LEN])),
            job(1, 7).proof(a, None, Some([3; LEN])),
            job(1, 7).proof(a, Some(b), Some([4; LEN])),
            job(1, 7).proof(a, Some(b), None),
        ];
        assert!(others.iter().all(|other| !same(&proof, other)));
    }

    #[test]
    fn keys_differ_by_job_and_purpose() {
        assert_ne!(job(1, 7).association_key(), job(1, 8).association_key());
        assert_ne!(job(1, 7).association_key(), job(2, 7).association_key());
        assert_ne!(job(1, 7).fingerprint(), job(2, 7).fingerprint());
        assert_ne!(job(1, 7).association_key()[..4], job(1, 7).fingerprint().to_le_bytes());
    }
}
