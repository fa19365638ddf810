//! What can go wrong with a socket, by culprit.

use std::io;
use std::net::IpAddr;

/// Why a socket could not be had, or not be waited for.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SocketError {
    /// The system lets only privileged processes do this.
    #[error(
        "raw IP sockets need the capability CAP_NET_RAW, which this process lacks ({source}): grant it \
         (setcap cap_net_raw+ep PROGRAM), or use SCTP over UDP, which needs none"
    )]
    NotPermitted {
        /// The system's answer.
        source: io::Error,
    },
    /// The address is not one of this host, or of another family than the host speaks.
    #[error(
        "the address {address} cannot be taken ({source}): give addresses of this host's interfaces"
    )]
    Address {
        /// The address.
        address: IpAddr,
        /// The system's answer.
        source: io::Error,
    },
    /// Somebody else has the port.
    #[error(
        "port {port} of {address} is taken or reserved ({source}): give another, or 0 for any free one"
    )]
    Port {
        /// The port.
        port: u16,
        /// The address.
        address: IpAddr,
        /// The system's answer.
        source: io::Error,
    },
    /// The options contradict each other.
    #[error("{parameter}: {why}")]
    Configuration {
        /// The option.
        parameter: &'static str,
        /// What is wrong with it, and what would be right.
        why: String,
    },
    /// The system refused something else.
    #[error("{doing}: {source}")]
    System {
        /// What was being done.
        doing: String,
        /// The system's answer.
        source: io::Error,
    },
}

impl SocketError {
    pub(crate) fn system(doing: impl Into<String>, source: io::Error) -> Self {
        Self::System { doing: doing.into(), source }
    }
}
