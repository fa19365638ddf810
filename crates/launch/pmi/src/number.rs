//! The number of a job, by which its processes are known to those of others.

use hmac::{Hmac, Mac};
use sha2::Sha256;

/// What names a job before everybody: it follows from the secret and tells nothing of it.
pub fn job_number(secret: &[u8; 32]) -> u64 {
    let mut mac =
        <Hmac<Sha256> as Mac>::new_from_slice(secret).expect("HMAC takes keys of any length");
    mac.update(b"ferry job's number");
    let derived = mac.finalize().into_bytes();
    u64::from_le_bytes(derived[..8].try_into().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_jobs_number_tells_nothing_of_its_secret() {
        let secret: [u8; 32] = std::array::from_fn(|at| at as u8 ^ 0x5a);
        let number = job_number(&secret).to_le_bytes();
        for width in 2..=number.len() {
            let shared = number
                .windows(width)
                .any(|part| secret.windows(width).any(|of_secret| of_secret == part));
            assert!(!shared, "{width} bytes of {secret:?} are in {number:?}");
        }
        let mut other = secret;
        other[31] ^= 1;
        assert_ne!(job_number(&other), job_number(&secret), "all of the secret counts");
    }
}
