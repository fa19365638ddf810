//! The states of an association (RFC 9260 §4).

use std::fmt;

/// State of an association. `CLOSED` of the RFC is where there is none; [`AssociationState::Closed`] is one that
/// ended and whose last packets, events and messages wait to be fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AssociationState {
    /// INIT was sent.
    CookieWait,
    /// COOKIE-ECHO was sent.
    CookieEchoed,
    /// Both ends may send.
    Established,
    /// The user wants to end; what was accepted is still sent.
    ShutdownPending,
    /// SHUTDOWN was sent.
    ShutdownSent,
    /// SHUTDOWN came; what was accepted is still sent.
    ShutdownReceived,
    /// SHUTDOWN-ACK was sent.
    ShutdownAckSent,
    /// Over.
    Closed,
}

impl AssociationState {
    /// Whether the user may send.
    #[must_use]
    pub const fn takes_messages(self) -> bool {
        matches!(self, Self::Established)
    }

    /// Whether messages that were accepted are still sent.
    pub(super) const fn sends_data(self) -> bool {
        matches!(self, Self::Established | Self::ShutdownPending | Self::ShutdownReceived)
    }

    /// Whether data from the peer is taken (RFC 9260 §6).
    pub(super) const fn takes_data(self) -> bool {
        matches!(self, Self::Established | Self::ShutdownPending | Self::ShutdownSent)
    }

    /// Whether HEARTBEATs and requests are sent (RFC 9260 §8.3): a peer that is done would answer them
    /// with an ABORT.
    pub(super) const fn asks(self) -> bool {
        matches!(self, Self::Established | Self::ShutdownPending | Self::ShutdownReceived)
    }

    /// Whether the handshake is done and the end has not come.
    pub(super) const fn is_up(self) -> bool {
        !matches!(self, Self::CookieWait | Self::CookieEchoed | Self::Closed)
    }
}

impl fmt::Display for AssociationState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::CookieWait => "cookie-wait",
            Self::CookieEchoed => "cookie-echoed",
            Self::Established => "established",
            Self::ShutdownPending => "shutdown-pending",
            Self::ShutdownSent => "shutdown-sent",
            Self::ShutdownReceived => "shutdown-received",
            Self::ShutdownAckSent => "shutdown-ack-sent",
            Self::Closed => "closed",
        })
    }
}
