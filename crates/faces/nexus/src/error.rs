//! What went wrong, with its culprit.

use crate::fault::Fault;
use crate::{BufferError, UrlError};
use ferry_link::LinkError;

/// Why an operation of Nexus failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum NexusError {
    /// The process could not be started, or what a link needs could not be opened.
    #[error("{doing}: {why}")]
    Start {
        /// What was being done.
        doing: String,
        /// What is in the way.
        why: String,
    },
    /// A link failed.
    #[error(transparent)]
    Link(#[from] LinkError),
    /// The other process is gone.
    #[error("{who} is gone: {why}")]
    Gone {
        /// The other process.
        who: String,
        /// How it went.
        why: String,
    },
    /// A startpoint that is bound to nothing was used.
    #[error("the startpoint is bound to no endpoint; bind it first")]
    Unbound,
    /// The endpoint's process belongs to another job, to which there is no link and no way.
    #[error("there is no link to {who}, and the startpoint does not say how to attach: {why}")]
    NoWay {
        /// The endpoint's process.
        who: String,
        /// What would help.
        why: String,
    },
    /// Something that waits was asked for in a handler that must not.
    #[error("{what} would wait, which a non-threaded handler must not; use a threaded one")]
    WouldWait {
        /// What was asked for.
        what: &'static str,
    },
    /// A request is longer than anything that is taken.
    #[error("a request of {len} bytes; {most} is the most ({hint})")]
    TooLong {
        /// How long it is.
        len: usize,
        /// The limit.
        most: usize,
        /// What to do.
        hint: &'static str,
    },
    /// A startpoint or another item in a buffer makes no sense.
    #[error(transparent)]
    Buffer(#[from] BufferError),
    /// A URL makes no sense.
    #[error(transparent)]
    Url(#[from] UrlError),
    /// The other process did not let this one attach.
    #[error("{url} does not let this process attach: {why}")]
    Refused {
        /// Where.
        url: String,
        /// Why.
        why: String,
    },
    /// The other process could not be reached to attach to it, or broke off.
    #[error("cannot attach to {url}: {why}")]
    Unreachable {
        /// Where.
        url: String,
        /// What was seen.
        why: String,
    },
    /// Something that happened before, where no fault callback is there to be told.
    #[error("{0}")]
    Fault(Fault),
    /// This process has finished.
    #[error("this process has finished with Nexus")]
    Finished,
    /// The caller asked for something that there is not.
    #[error("{0}")]
    Usage(String),
}

impl NexusError {
    pub(crate) fn start(doing: &str, why: impl std::fmt::Display) -> Self {
        NexusError::Start { doing: doing.into(), why: why.to_string() }
    }
}
