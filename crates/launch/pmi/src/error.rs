//! What can go wrong between a rank and its launcher.

use ferry_sys::descriptor_advice;
use std::io;

/// An error of the process management interface.
#[derive(Debug, thiserror::Error)]
pub enum PmiError {
    /// The environment promises a launcher, but describes it wrongly.
    #[error(
        "environment variable {name}={value:?} is not {expected}; start the program through mpiexec or unset it"
    )]
    Environment {
        /// The variable.
        name: &'static str,
        /// What it holds.
        value: String,
        /// What it ought to hold.
        expected: &'static str,
    },
    /// The connection to the launcher failed.
    #[error(
        "the connection to the launcher failed while {doing}: {source}{}",
        descriptor_advice(source)
    )]
    Connection {
        /// What the client was doing.
        doing: &'static str,
        /// The system's reason.
        source: io::Error,
    },
    /// Another library of the process has the links to the other processes.
    #[error(
        "another library of this process has its place in the job: a program uses one of Ferry's MPI, Portals 3.3, \
         Portals 4, Nexus and MP_Lite; do all of it with that one, or with a program of its own for each"
    )]
    LinksTaken,
    /// The launcher closed the connection.
    #[error("the launcher closed the connection while {doing}; it has probably ended")]
    Closed {
        /// What the client was doing.
        doing: &'static str,
    },
    /// The launcher answered with something else than what the protocol demands.
    #[error("the launcher answered {got:?} where `{expected}` was expected")]
    Unexpected {
        /// The answer that was expected.
        expected: &'static str,
        /// The answer that came.
        got: String,
    },
    /// The launcher refused a request.
    #[error("the launcher refused `{request}`: {reason}")]
    Refused {
        /// The request.
        request: &'static str,
        /// The launcher's words.
        reason: String,
    },
    /// The caller passed a key, name or value that the protocol cannot carry.
    #[error("{what} {text:?} cannot be sent to the launcher: {reason}")]
    Caller {
        /// Key, value or name.
        what: &'static str,
        /// The offending text, shortened.
        text: String,
        /// Why not.
        reason: String,
    },
    /// The system gives no random bytes.
    #[error("the system gives no random bytes for the job's secret: {0}")]
    Random(getrandom::Error),
    /// A PMIx server has started the process, and its client library is not to be had.
    #[error(
        "a PMIx launcher has started this process and its library libpmix.so.2 cannot be loaded ({tried}); name it with \
         the parameter pmix.library (FERRY_PMIX_LIBRARY)"
    )]
    NoPmix {
        /// What was tried, and what was wrong with it.
        tried: String,
    },
    /// A PMIx server does not do what it is asked for.
    #[error("{doing} failed: {why}")]
    Pmix {
        /// What the client was doing.
        doing: &'static str,
        /// The server's words.
        why: String,
    },
    /// A long value stored in pieces does not fit together.
    #[error("the value of key {key:?} is damaged: {reason}")]
    Damaged {
        /// The key.
        key: String,
        /// What is wrong.
        reason: &'static str,
    },
}
