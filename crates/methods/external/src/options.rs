//! What can be asked of an external method.

use std::time::Duration;

/// How a module is loaded and opened.
#[derive(Clone, Debug)]
pub struct ExternalOptions {
    /// Names and values that are the module's own business.
    pub options: Vec<(String, String)>,
    /// How long the first loading of a module, tried in a child process, may take.
    pub probe_timeout: Duration,
}

impl Default for ExternalOptions {
    fn default() -> Self {
        ExternalOptions { options: Vec::new(), probe_timeout: Duration::from_secs(10) }
    }
}
