//! Errors name the culprit.

use ferry_wire::PeerId;

/// Whose fault it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Culprit {
    /// The caller broke the contract.
    Caller,
    /// The peer sent nonsense or died.
    Peer,
    /// A parameter asks for something impossible.
    Configuration,
    /// The operating system refused.
    System,
}

/// What went wrong in a method.
#[derive(Clone, Debug, thiserror::Error)]
pub enum MethodError {
    /// The peer was never attached to this method.
    #[error("rank {0} is not known to method {1}")]
    UnknownPeer(PeerId, &'static str),
    /// The connection to a peer could not be made.
    #[error("cannot reach rank {peer} by {method}: {why}")]
    Unreachable {
        /// Whom.
        peer: PeerId,
        /// By what.
        method: &'static str,
        /// The addresses tried and what each answered.
        why: String,
    },
    /// A peer died or broke the connection.
    #[error("lost the {method} link to rank {peer}: {why}")]
    Lost {
        /// Whom.
        peer: PeerId,
        /// By what.
        method: &'static str,
        /// What was seen.
        why: String,
    },
    /// This process gave up the links to the world that a peer is of.
    #[error("process {0} is of a world that this process has parted from")]
    Parted(PeerId),
    /// A peer sent something no Ferry of this version sends.
    #[error("rank {peer} sent nonsense over {method}: {why}")]
    Nonsense {
        /// Who.
        peer: PeerId,
        /// By what.
        method: &'static str,
        /// What was wrong with it.
        why: String,
    },
    /// A descriptor that this method cannot read.
    #[error("descriptor for {method} is damaged: {why}")]
    BadDescriptor {
        /// Which method.
        method: &'static str,
        /// What was wrong with it.
        why: String,
    },
    /// A parameter asks for something that cannot be had.
    #[error("{parameter}: {why}")]
    Configuration {
        /// Name of the parameter.
        parameter: &'static str,
        /// What is wrong and what would be right.
        why: String,
    },
    /// The method cannot do what was asked of it.
    #[error("method {method} cannot {what}")]
    Unsupported {
        /// Which method.
        method: &'static str,
        /// What was asked: "hold a stream back".
        what: String,
    },
    /// The operating system refused.
    #[error("{doing}: {source}")]
    System {
        /// What was being done.
        doing: String,
        /// What the system said.
        #[source]
        source: std::sync::Arc<std::io::Error>,
    },
}

impl MethodError {
    /// A refusal by the system while `doing` something.
    pub fn system(doing: impl Into<String>, source: impl Into<std::io::Error>) -> Self {
        MethodError::System { doing: doing.into(), source: std::sync::Arc::new(source.into()) }
    }

    /// Whose fault it is.
    pub fn culprit(&self) -> Culprit {
        match self {
            MethodError::UnknownPeer(..)
            | MethodError::Parted(_)
            | MethodError::Unsupported { .. } => Culprit::Caller,
            MethodError::Lost { .. }
            | MethodError::Nonsense { .. }
            | MethodError::BadDescriptor { .. } => Culprit::Peer,
            MethodError::Configuration { .. } => Culprit::Configuration,
            MethodError::Unreachable { .. } | MethodError::System { .. } => Culprit::System,
        }
    }
}
