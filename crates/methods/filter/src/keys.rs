//! Keys of one direction of one link, derived from the job's secret (HKDF, RFC 5869).

use crate::options::Cipher;
use ferry_method::{Identity, JobId, MethodError, PeerId};
use ring::aead::{AES_256_GCM, Algorithm, CHACHA20_POLY1305, LessSafeKey, UnboundKey};
use ring::hkdf::{HKDF_SHA256, Prk, Salt};

/// What all keys of a process are made from.
pub(crate) struct Keys {
    root: Prk,
    name: &'static str,
    job: JobId,
    pub(crate) me: PeerId,
    /// This process's part in its keys, both ways: drawn anew each time the method is opened, so that
    /// what was recorded earlier is neither accepted again nor encrypted with the same numbers.
    pub(crate) salt: u64,
}

/// Which direction a key is for.
pub(crate) struct Direction {
    pub(crate) from: PeerId,
    pub(crate) to: PeerId,
    pub(crate) from_salt: u64,
    pub(crate) to_salt: u64,
}

impl Keys {
    pub(crate) fn new(name: &'static str, identity: &Identity) -> Result<Self, MethodError> {
        let mut salt = [0; 8];
        getrandom::fill(&mut salt)
            .map_err(|e| MethodError::system("asking the system for random bytes", e))?;
        Ok(Keys {
            root: Salt::new(HKDF_SHA256, b"ferry filter encrypt 1").extract(&identity.secret),
            name,
            job: identity.job,
            me: identity.me,
            salt: u64::from_le_bytes(salt),
        })
    }

    /// The key for frames of this process to a peer that published `salt`.
    pub(crate) fn to(&self, peer: PeerId, salt: u64, chacha: bool) -> Option<LessSafeKey> {
        let direction = Direction { from: self.me, to: peer, from_salt: self.salt, to_salt: salt };
        self.derive(&direction, chacha)
    }

    /// The key for frames of a peer that says it drew `salt`.
    pub(crate) fn from(&self, peer: PeerId, salt: u64, chacha: bool) -> Option<LessSafeKey> {
        let direction = Direction { from: peer, to: self.me, from_salt: salt, to_salt: self.salt };
        self.derive(&direction, chacha)
    }

    /// `None` only where the library refuses what it has documented to accept.
    fn derive(&self, direction: &Direction, chacha: bool) -> Option<LessSafeKey> {
        let algorithm = algorithm(chacha);
        let info: [&[u8]; 7] = [
            self.name.as_bytes(),
            &self.job.0.to_le_bytes(),
            &direction.from.0.to_le_bytes(),
            &direction.to.0.to_le_bytes(),
            &direction.from_salt.to_le_bytes(),
            &direction.to_salt.to_le_bytes(),
            &[u8::from(chacha)],
        ];
        let key: UnboundKey = self.root.expand(&info, algorithm).ok()?.into();
        Some(LessSafeKey::new(key))
    }
}

fn algorithm(chacha: bool) -> &'static Algorithm {
    if chacha { &CHACHA20_POLY1305 } else { &AES_256_GCM }
}

/// Whether a choice of cipher means ChaCha20-Poly1305 on this host.
pub(crate) fn is_chacha(cipher: Cipher) -> bool {
    match cipher {
        Cipher::Auto => !has_aes(),
        Cipher::Aes256Gcm => false,
        Cipher::ChaCha20Poly1305 => true,
    }
}

#[cfg(target_arch = "x86_64")]
fn has_aes() -> bool {
    std::arch::is_x86_feature_detected!("aes") && std::arch::is_x86_feature_detected!("pclmulqdq")
}

#[cfg(target_arch = "aarch64")]
fn has_aes() -> bool {
    std::arch::is_aarch64_feature_detected!("aes")
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn has_aes() -> bool {
    false
}
