//! Filters, as configured; or, where they are left out, none.

use super::Opening;
use ferry_method::{Method, MethodError};
#[cfg(feature = "filters")]
use ferry_method_filter::{Cipher, Filter, FilterOptions};

#[cfg(feature = "filters")]
pub(super) use ferry_method_filter::stages_of;

/// No stage.
#[cfg(not(feature = "filters"))]
pub(super) struct NoStages;

/// Takes a name apart, which must have no stages.
#[cfg(not(feature = "filters"))]
pub(super) fn stages_of(name: &str) -> Result<(&str, NoStages), MethodError> {
    if name.contains('+') {
        let why = format!("'{name}' has filters, which {}", super::left_out("filters"));
        return Err(MethodError::Configuration { parameter: "methods", why });
    }
    Ok((name, NoStages))
}

/// As it is.
#[cfg(not(feature = "filters"))]
pub(super) fn wrap(
    inner: Box<dyn Method>,
    NoStages: NoStages,
    _: &Opening<'_>,
) -> Result<Box<dyn Method>, MethodError> {
    Ok(inner)
}

/// Wraps a method in the stages that its name asks for.
#[cfg(feature = "filters")]
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
