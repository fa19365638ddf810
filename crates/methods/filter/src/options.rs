//! What can be asked of a filter.

use ferry_method::MethodError;
use std::ops::RangeInclusive;
use std::str::FromStr;

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

/// Ciphers by the names they have in a configuration.
const CIPHERS: [(&str, Cipher); 3] = [
    ("auto", Cipher::Auto),
    ("aes-256-gcm", Cipher::Aes256Gcm),
    ("chacha20-poly1305", Cipher::ChaCha20Poly1305),
];

impl FromStr for Cipher {
    type Err = MethodError;

    fn from_str(text: &str) -> Result<Self, MethodError> {
        let found = CIPHERS.iter().find(|(name, _)| *name == text);
        found.map(|(_, cipher)| *cipher).ok_or_else(|| MethodError::Configuration {
            parameter: "encrypt.cipher",
            why: format!("'{text}'; there are {}", CIPHERS.map(|(name, _)| name).join(", ")),
        })
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ciphers_have_names() {
        for (name, cipher) in CIPHERS {
            assert_eq!(name.parse::<Cipher>().unwrap(), cipher);
        }
        let error = "rot13".parse::<Cipher>().unwrap_err().to_string();
        assert!(error.contains("'rot13'") && error.contains("aes-256-gcm"), "{error}");
    }
}
