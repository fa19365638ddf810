//! Why a process cannot start.

/// Why a process cannot start.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{doing}: {why}")]
pub struct BootError {
    doing: String,
    why: String,
}

impl BootError {
    pub(crate) fn new(doing: &str, why: impl std::fmt::Display) -> Self {
        BootError { doing: doing.into(), why: why.to_string() }
    }
}
