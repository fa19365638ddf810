//! What happens to links without an operation that it could be told to.

use crate::home::Home;
use ferry_method::{Culprit, MethodError};
use std::fmt;

/// What has happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// A process died, or its link broke for good.
    ProcessDied,
    /// A process ended its links in order.
    ShutdownNormally,
    /// A process ended its links because something failed in it.
    ShutdownAbnormally,
    /// A process that wanted to attach was turned away.
    AcceptAttachFailed,
    /// A connection could not be made.
    ConnectFailed,
    /// A process sent something that makes no sense.
    BadProtocol,
    /// The system failed to read or write a link.
    ReadFailed,
    /// A process wanted to attach by a URL that leads nowhere.
    BadUrl,
    /// A request came for an endpoint that is not there (any more).
    UnknownEndpoint,
    /// A request asked for a handler that its endpoint does not have.
    UnknownHandler,
}

/// Something that happened to a link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What.
    pub kind: FaultKind,
    /// The other process, where it is known.
    pub peer: Option<Home>,
    /// In words.
    pub why: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.peer {
            Some(peer) => write!(f, "{:?}: {peer}: {}", self.kind, self.why),
            None => write!(f, "{:?}: {}", self.kind, self.why),
        }
    }
}

impl Fault {
    pub(crate) fn new(kind: FaultKind, peer: Option<Home>, why: impl fmt::Display) -> Self {
        Fault { kind, peer, why: why.to_string() }
    }

    /// What a method said when it lost a peer.
    pub(crate) fn of_method(peer: Home, error: &MethodError) -> Self {
        let kind = match error {
            MethodError::Unreachable { .. } => FaultKind::ConnectFailed,
            MethodError::Nonsense { .. } | MethodError::BadDescriptor { .. } => {
                FaultKind::BadProtocol
            }
            MethodError::Lost { .. } => FaultKind::ProcessDied,
            other if other.culprit() == Culprit::System => FaultKind::ReadFailed,
            _ => FaultKind::ProcessDied,
        };
        Fault::new(kind, Some(peer), error)
    }
}
