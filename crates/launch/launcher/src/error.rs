//! Why mpiexec cannot do what it was asked.

/// An error with the exit status that mpiexec ends with.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{text}")]
pub struct LaunchError {
    /// Exit status: 2 for mistakes in the request, 126 and 127 as a shell has them, 1 else.
    pub status: u8,
    /// One line that names the culprit and what to do.
    pub text: String,
}

impl LaunchError {
    /// A mistake in the request.
    pub(crate) fn usage(text: impl Into<String>) -> Self {
        LaunchError { status: 2, text: text.into() }
    }

    /// The system refused something.
    pub(crate) fn system(doing: &str, error: std::io::Error) -> Self {
        LaunchError { status: 1, text: format!("{doing}: {error}") }
    }
}
