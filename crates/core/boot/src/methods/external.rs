//! Methods from shared objects, as configured.

use super::Opening;
use ferry_method::{Method, MethodError};
use ferry_method_external::{ExternalMethod, ExternalOptions};
use std::path::Path;

/// Loads every module that the configuration names.
pub(super) fn open_all(opening: &Opening<'_>) -> Result<Vec<Box<dyn Method>>, MethodError> {
    let config = opening.config;
    let options = ExternalOptions {
        options: options(config.text("external.options"))?,
        probe_timeout: config.duration("external.probe_timeout"),
    };
    let load = |path: &String| -> Result<Box<dyn Method>, MethodError> {
        Ok(Box::new(ExternalMethod::load(Path::new(path), opening.identity, &options)?))
    };
    config.list("external").iter().map(load).collect()
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
