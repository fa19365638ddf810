//! The error of a call that completes operations, with what it tells of the one that failed.

use crate::error::Error;
use crate::status::Status;

/// The error of a call that completes operations. A call that fails because an operation did still tells
/// which one it was and its status (MPI-5.0 §3.7.3, §3.7.5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompletionFailure {
    /// What to tell the program.
    pub error: Error,
    /// Status and index of the operation that is complete; `None`: none is.
    pub ended: Option<Box<(Status, usize)>>,
}

impl CompletionFailure {
    /// An operation that is complete and has failed.
    #[cold]
    pub(crate) fn of(status: Status, error: Error) -> Self {
        CompletionFailure { error, ended: Some(Box::new((status, 0))) }
    }

    /// The same failure, of operation `index` of several.
    pub(crate) fn at(mut self, index: usize) -> Self {
        if let Some(ended) = &mut self.ended {
            ended.1 = index;
        }
        self
    }
}

impl From<Error> for CompletionFailure {
    fn from(error: Error) -> Self {
        CompletionFailure { error, ended: None }
    }
}

impl From<CompletionFailure> for Error {
    fn from(failure: CompletionFailure) -> Self {
        failure.error
    }
}
