//! What can be asked of a filter.

use ferry_method::MethodError;
use std::ops::RangeInclusive;

/// Which stages a filter has.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct FilterOptions {
    /// Payloads are compressed where that helps.
    pub compress: Option<Compression>,
    /// Frames are encrypted and authenticated.
    pub encrypt: Option<Encryption>,
}

/// How payloads are compressed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Compression {
    /// 0: LZ4, the fastest. 1 to 19: zstd of that level, smaller and slower.
    pub level: i32,
    /// Shorter payloads are left as they are.
    pub threshold: usize,
}

impl Default for Compression {
    fn default() -> Self {
        Compression { level: 0, threshold: 512 }
    }
}

/// How frames are encrypted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Encryption {
    /// What frames of this process are encrypted with; it reads either.
    pub cipher: Cipher,
}

/// A cipher that also authenticates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Cipher {
    /// AES-256-GCM where the processor has instructions for it, ChaCha20-Poly1305 elsewhere.
    #[default]
    Auto,
    /// AES-256-GCM.
    Aes256Gcm,
    /// ChaCha20-Poly1305.
    ChaCha20Poly1305,
}

const LEVELS: RangeInclusive<i32> = 0..=19;

/// A level as written in a configuration.
pub(crate) fn parse_level(text: &str) -> Result<i32, MethodError> {
    text.parse().ok().filter(|level| LEVELS.contains(level)).ok_or_else(|| wrong_level(text))
}

pub(crate) fn check_level(level: i32) -> Result<(), MethodError> {
    if LEVELS.contains(&level) { Ok(()) } else { Err(wrong_level(&level.to_string())) }
}

fn wrong_level(found: &str) -> MethodError {
    MethodError::Configuration {
        parameter: "compress.level",
        why: format!("'{found}'; 0 is LZ4, 1 to 19 are levels of zstd"),
    }
}
