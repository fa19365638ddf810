//! Why a process cannot start.

use ferry_method::MethodError;

/// Why a process cannot start.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
pub struct BootError(String);

impl BootError {
    pub(crate) fn new(doing: &str, why: impl std::fmt::Display) -> Self {
        BootError(format!("{doing}: {why}"))
    }

    /// What a method said while it was opened; a parameter names itself.
    pub(crate) fn of_method(doing: &str, why: MethodError) -> Self {
        match why {
            MethodError::Configuration { .. } => BootError(why.to_string()),
            _ => BootError::new(doing, why),
        }
    }
}
