//! Methods from shared objects, as configured.

use super::Opening;
use ferry_method::{Method, MethodError};
use ferry_method_external::{ExternalMethod, ExternalOptions};
use std::path::Path;

/// Loads every module that the configuration names.
pub(super) fn open_all(opening: &Opening<'_>) -> Result<Vec<Box<dyn Method>>, MethodError> {
    let paths = opening.config.list("external").iter();
    paths.map(|path| open(Path::new(path), opening)).collect()
}

/// Loads one module.
pub(super) fn open(path: &Path, opening: &Opening<'_>) -> Result<Box<dyn Method>, MethodError> {
    let options = ExternalOptions {
        options: options(opening.config.text("external.options"))?,
        probe_timeout: opening.config.duration("external.probe_timeout"),
    };
    Ok(Box::new(ExternalMethod::load(path, opening.identity, &options)?))
}

fn options(text: &str) -> Result<Vec<(String, String)>, MethodError> {
    let words = text.split(';').map(str::trim).filter(|word| !word.is_empty());
    let pair = |word: &str| {
        let (name, value) = word.split_once('=').ok_or_else(|| MethodError::Configuration {
            parameter: "external.options",
            why: format!("'{word}' is not of the form name=value"),
        })?;
        Ok((name.trim().to_owned(), value.trim().to_owned()))
    };
    words.map(pair).collect()
}
