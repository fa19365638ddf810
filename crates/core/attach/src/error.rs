//! Why processes do not meet.

/// Why somebody was not let in, or did not get there.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AttachError {
    /// Nobody is there, or who is there speaks otherwise.
    #[error("{0}")]
    Unreachable(String),
    /// The owner has said no, with its reason.
    #[error("refused: {0}")]
    Refused(String),
    /// What is needed here could not be had.
    #[error("{doing}: {why}")]
    Start {
        /// What was being done.
        doing: String,
        /// What is in the way.
        why: String,
    },
}

impl AttachError {
    /// What could not be had here, and why.
    pub fn start(doing: &str, why: impl ToString) -> Self {
        AttachError::Start { doing: doing.into(), why: why.to_string() }
    }

    pub(crate) fn unreachable(why: impl ToString) -> Self {
        AttachError::Unreachable(why.to_string())
    }
}
