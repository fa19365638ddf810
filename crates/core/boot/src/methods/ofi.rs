//! libfabric, as configured.

use super::Opening;
use ferry_config::Config;
use ferry_method::{Method, MethodError};
use ferry_method_ofi::{OfiMethod, OfiOptions};

pub(super) fn open(opening: &Opening<'_>) -> Result<Box<dyn Method>, MethodError> {
    let options = options(opening.config);
    Ok(Box::new(OfiMethod::new(opening.identity.clone(), &options)?))
}

/// The same, if there is a provider over a fabric.
pub(super) fn open_over_fabric(opening: &Opening<'_>) -> Option<Box<dyn Method>> {
    if !ferry_method_ofi::may_have_fabric() {
        return None;
    }
    let options = OfiOptions { only_fabric: true, ..options(opening.config) };
    let method = OfiMethod::new(opening.identity.clone(), &options).ok()?;
    Some(Box::new(method))
}

fn options(config: &Config) -> OfiOptions {
    let text = |name: &str| config.auto_text(name).map(str::to_owned);
    OfiOptions {
        library: text("ofi.library"),
        provider: text("ofi.provider"),
        domain: text("ofi.domain"),
        read_from: config.auto_size("ofi.read_from").map(|bytes| bytes as usize),
        connect_timeout: config.auto_duration("ofi.connect_timeout"),
        ..OfiOptions::default()
    }
}
