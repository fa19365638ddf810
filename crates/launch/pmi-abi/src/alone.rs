//! What a process without a launcher stores: only it will ever read it.

use std::collections::HashMap;

/// Longest key and value, as under Ferry's launcher.
pub(crate) const LONGEST: (usize, usize) = (63, 768);

/// The key-value space and the names of a job of one.
#[derive(Default)]
pub(crate) struct Alone {
    pub(crate) values: HashMap<String, String>,
    pub(crate) names: HashMap<String, String>,
}

impl Alone {
    /// The name of its space.
    pub(crate) fn name() -> String {
        format!("alone_{}", std::process::id())
    }
}
