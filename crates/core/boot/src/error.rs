//! Why a process cannot start.

use ferry_config::{Config, Origin};
use ferry_method::MethodError;

/// Why a process cannot start.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
pub struct BootError(String);

impl BootError {
    pub(crate) fn new(doing: &str, why: impl std::fmt::Display) -> Self {
        BootError(format!("{doing}: {why}"))
    }

    /// What is wrong with the value of a parameter, with the place where it was set.
    pub(crate) fn of_parameter(
        parameter: &str,
        config: &Config,
        why: impl std::fmt::Display,
    ) -> Self {
        let origin = config.origin(parameter);
        let also = match origin {
            // Set so by the launcher.
            Origin::Environment { variable } if variable == "FERRY_METHODS" => {
                " (also set by mpiexec --methods)"
            }
            _ => "",
        };
        BootError(format!("{origin}{also}: `{parameter}`: {why}"))
    }

    /// What a method said while it was opened; a parameter names itself.
    pub(crate) fn of_method(doing: &str, why: MethodError) -> Self {
        match why {
            MethodError::Configuration { .. } => BootError(why.to_string()),
            _ => BootError::new(doing, why),
        }
    }
}
