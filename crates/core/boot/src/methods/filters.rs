//! Filters, as configured.

use super::Opening;
use ferry_method::{Method, MethodError};
use ferry_method_filter::{Cipher, Filter, FilterOptions};

/// Wraps a method in the stages that its name asks for.
pub(super) fn wrap(
    inner: Box<dyn Method>,
    stages: FilterOptions,
    opening: &Opening<'_>,
) -> Result<Box<dyn Method>, MethodError> {
    if stages == FilterOptions::default() {
        return Ok(inner);
    }
    let config = opening.config;
    let mut options = stages;
    if let Some(compression) = &mut options.compress {
        compression.level = config.number("compress.level") as i32;
        if let Some(threshold) = config.auto_size("compress.threshold") {
            compression.threshold = threshold as usize;
        }
    }
    if let Some(encryption) = &mut options.encrypt {
        encryption.cipher = match config.text("encrypt.cipher") {
            "aes-256-gcm" => Cipher::Aes256Gcm,
            "chacha20-poly1305" => Cipher::ChaCha20Poly1305,
            _ => Cipher::Auto,
        };
    }
    Ok(Box::new(Filter::new(inner, opening.identity, options)?))
}
