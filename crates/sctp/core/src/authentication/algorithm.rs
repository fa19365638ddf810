//! The HMAC algorithms of RFC 4895 §3.3 under one key.

use ring::hmac;
use subtle::ConstantTimeEq;

use crate::wire::HmacId;

/// The longest output of an algorithm known here.
pub(super) const MAX_OUTPUT: usize = 32;

/// The association key, ready for each algorithm.
#[derive(Clone)]
pub(super) struct Keys {
    sha1: hmac::Key,
    sha256: hmac::Key,
}

impl Keys {
    pub(super) fn new(key: &[u8]) -> Self {
        Self {
            sha1: hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, key),
            sha256: hmac::Key::new(hmac::HMAC_SHA256, key),
        }
    }

    /// HMAC over `parts`; `None` for an algorithm not known here.
    pub(super) fn sign(&self, algorithm: HmacId, parts: &[&[u8]]) -> Option<hmac::Tag> {
        let key = match algorithm {
            HmacId::SHA1 => &self.sha1,
            HmacId::SHA256 => &self.sha256,
            _ => return None,
        };
        Some(over(key, parts))
    }

    /// Whether `claimed` is the HMAC over `parts`; how long it takes says nothing about where it differs.
    pub(super) fn fits(&self, algorithm: HmacId, parts: &[&[u8]], claimed: &[u8]) -> bool {
        self.sign(algorithm, parts).is_some_and(|tag| tag.as_ref().ct_eq(claimed).into())
    }

    /// HMAC-SHA256 over `parts`.
    pub(super) fn export(&self, parts: &[&[u8]]) -> [u8; 32] {
        let tag = over(&self.sha256, parts);
        let mut bytes = [0; 32];
        bytes.iter_mut().zip(tag.as_ref()).for_each(|(to, from)| *to = *from);
        bytes
    }
}

fn over(key: &hmac::Key, parts: &[&[u8]]) -> hmac::Tag {
    let mut context = hmac::Context::with_key(key);
    parts.iter().for_each(|part| context.update(part));
    context.sign()
}
