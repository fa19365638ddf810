//! What an association tells its user (RFC 6458 §6.1).

use std::net::SocketAddr;

use crate::path::PathState;
use crate::wire::{CauseCode, StreamId};

/// Something that happened to an association, beside messages that can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AssociationEvent {
    /// It stands; messages can be sent (`SCTP_COMM_UP`).
    Up {
        /// Streams that can be sent on.
        outbound_streams: u16,
        /// Streams that the peer can send on.
        inbound_streams: u16,
    },
    /// The peer began anew; what was not acknowledged is lost, and streams begin at 0 (`SCTP_RESTART`).
    Restarted {
        /// Streams that can be sent on.
        outbound_streams: u16,
        /// Streams that the peer can send on.
        inbound_streams: u16,
    },
    /// Ended in order: all that was sent has arrived (`SCTP_SHUTDOWN_COMP`). The last event.
    Closed,
    /// Ended before its time. The last event; what was readable stays so until the id is released.
    Lost(Loss),
    /// The peer wants to end; what was sent before is still delivered (`SCTP_SHUTDOWN_EVENT`).
    PeerShutsDown,
    /// There is room again after a send was refused as `Full`.
    Writable,
    /// Everything sent has been acknowledged (`SCTP_SENDER_DRY_EVENT`).
    Dry,
    /// A message with a context other than 0 has arrived whole.
    Delivered {
        /// The caller's number for it.
        context: u64,
    },
    /// A message was given up (`SCTP_SEND_FAILED_EVENT`, RFC 3758).
    Abandoned {
        /// The caller's number for it.
        context: u64,
        /// Whether any of it was sent.
        sent: bool,
    },
    /// A path changed (`SCTP_PEER_ADDR_CHANGE`).
    PathChanged {
        /// The peer's address.
        address: SocketAddr,
        /// Before.
        from: PathState,
        /// Now.
        to: PathState,
    },
    /// Another path is the primary now.
    PrimaryChanged {
        /// The peer's address.
        address: SocketAddr,
    },
    /// The peer added an address (RFC 5061).
    AddressAdded {
        /// The address.
        address: SocketAddr,
    },
    /// The peer removed an address (RFC 5061).
    AddressRemoved {
        /// The address.
        address: SocketAddr,
    },
    /// The peer answered a change of own addresses (RFC 5061).
    AddressAnswered {
        /// The caller's own address.
        address: std::net::IpAddr,
        /// Whether the peer did as asked.
        accepted: bool,
    },
    /// Own outgoing streams began anew, or the peer refused (RFC 6525 §6.1).
    OutgoingReset {
        /// The streams; empty for all.
        streams: Vec<StreamId>,
        /// Whether the peer did as asked.
        accepted: bool,
    },
    /// The peer's streams began anew.
    IncomingReset {
        /// The streams; empty for all.
        streams: Vec<StreamId>,
    },
    /// The peer answered the request to reset its streams without doing so.
    IncomingResetRefused {
        /// The streams; empty for all.
        streams: Vec<StreamId>,
    },
    /// There are more streams now, or the peer refused them (RFC 6525 §6.3).
    StreamsChanged {
        /// Streams that can be sent on.
        outbound_streams: u16,
        /// Streams that the peer can send on.
        inbound_streams: u16,
        /// Whether what was asked for was granted.
        accepted: bool,
    },
    /// The peer reported an error that does not end the association (`SCTP_REMOTE_ERROR`).
    PeerError(CauseCode),
}

/// Why an association ended before its time.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Loss {
    /// Nobody answered the handshake.
    #[error("the peer did not answer {tries} attempts to begin the association")]
    NoAnswer {
        /// INITs or COOKIE-ECHOs sent.
        tries: u32,
    },
    /// Too many retransmissions went unanswered (RFC 9260 §8.1).
    #[error("the peer answered none of {errors} retransmissions and heartbeats on any path")]
    Unreachable {
        /// Consecutive errors.
        errors: u32,
    },
    /// The peer ended it.
    #[error("the peer aborted the association{}", cause.map_or_else(String::new, |c| format!(": {c}")))]
    AbortedByPeer {
        /// Its first reason.
        cause: Option<CauseCode>,
        /// What the peer's user said (RFC 9260 §3.3.10.12); at most 256 bytes are kept.
        reason: Vec<u8>,
    },
    /// The peer broke the protocol.
    #[error("the peer broke the protocol: {0}")]
    Violation(String),
    /// The peer offers less than the configuration demands.
    #[error("the peer does not offer what the configuration demands: {0}")]
    Unacceptable(String),
    /// The user ended it.
    #[error("aborted by the caller")]
    Aborted,
}
