//! Why an INIT or INIT ACK is refused.

use crate::wire::{Cause, List, ParameterType, WireError};

/// Why an INIT or INIT ACK is refused: the cause for the ABORT.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refusal {
    /// An INIT like that is dropped in silence, an INIT ACK ends the association (RFC 9260 §3.3.2, §3.3.3).
    #[error("peer: the initiate tag is zero")]
    NoTag,
    /// RFC 9260 §3.3.2.
    #[error("peer: it wants to send or to receive on zero streams")]
    NoStreams,
    /// RFC 9260 §3.3.2.
    #[error("peer: its window is smaller than 1500 bytes")]
    SmallWindow,
    /// A name to resolve; the parameter, whole (RFC 9260 §3.3.2.1.4).
    #[error("peer: it gave a host name for an address")]
    BadAddress(Vec<u8>),
    /// Of an INIT ACK (RFC 9260 §3.3.3).
    #[error("peer: its INIT ACK has no state cookie")]
    MissingCookie,
    /// A parameter is not what its type demands.
    #[error("{0}")]
    Malformed(WireError),
}

impl Refusal {
    /// Hands the error cause to `f`.
    pub(crate) fn with_cause<R>(&self, f: impl FnOnce(Cause<'_>) -> R) -> R {
        match self {
            Self::NoTag | Self::NoStreams | Self::SmallWindow => f(Cause::InvalidParameter),
            Self::BadAddress(parameter) => f(Cause::UnresolvableAddress(parameter)),
            Self::MissingCookie => {
                f(Cause::MissingParameters(List::of(&[ParameterType::StateCookie])))
            }
            Self::Malformed(error) => f(Cause::ProtocolViolation(error.to_string().as_bytes())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{CauseCode, ErrorKind, Item};

    #[test]
    fn causes() {
        let malformed = WireError::new(ErrorKind::BadList, Item::Header, 3);
        let cases = [
            (Refusal::NoTag, CauseCode::InvalidParameter),
            (Refusal::NoStreams, CauseCode::InvalidParameter),
            (Refusal::SmallWindow, CauseCode::InvalidParameter),
            (Refusal::BadAddress(vec![0, 11, 0, 4]), CauseCode::UnresolvableAddress),
            (Refusal::MissingCookie, CauseCode::MissingParameters),
            (Refusal::Malformed(malformed), CauseCode::ProtocolViolation),
        ];
        for (refusal, code) in cases {
            assert_eq!(refusal.with_cause(|cause| cause.code()), code);
        }
    }
}
