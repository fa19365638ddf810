//! What can go wrong between a port and its callers.

use std::io;

/// Why two processes do not come together.
#[derive(Debug, thiserror::Error)]
pub enum PortError {
    /// The text names no port.
    #[error(
        "{text:?} is not the name of a port: {why}; pass on what MPI_Open_port gave, unchanged"
    )]
    Malformed {
        /// The text, shortened.
        text: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// Nobody listens there, or nobody who knows the port.
    #[error("nobody answers for the port at {at}: {why}")]
    Unreachable {
        /// Where it was called.
        at: String,
        /// What happened there.
        why: String,
    },
    /// The caller has no key that fits.
    #[error(
        "this process has no key for the port at {at}: it is of another launcher's job, and not of a process \
         of this user on this host; let `ports.key` name a file with the same secret for both jobs"
    )]
    NoKey {
        /// Where it was called.
        at: String,
    },
    /// The port's owner does not want the caller.
    #[error("the port's owner refuses: {0}")]
    Refused(String),
    /// The other end has ended, or is cut off.
    #[error("{who} {how}: it, or a process that it speaks for, has ended")]
    Gone {
        /// Who, as far as the system tells.
        who: String,
        /// What was seen of it.
        how: String,
    },
    /// What came from the other end makes no sense, or nothing came in time.
    #[error("the process at the other end {0}")]
    Broken(String),
    /// Nobody came in time.
    #[error("nobody came within {0} s")]
    Late(f64),
    /// Whoever has opened the port has closed it.
    #[error("the port was closed while somebody was to call it")]
    Closed,
    /// What the caller waited for cannot come any more.
    #[error("{0}")]
    Hopeless(String),
    /// The system refuses.
    #[error("{doing}: {source}")]
    System {
        /// What was being done.
        doing: &'static str,
        /// The system's reason.
        source: io::Error,
    },
}

impl PortError {
    pub(crate) fn system(doing: &'static str) -> impl Fn(io::Error) -> PortError {
        move |source| PortError::System { doing, source }
    }
}
