//! Small numbers with a meaning of their own.

use std::fmt;

macro_rules! number {
    ($(#[$doc:meta])* $name:ident, $int:ty, $format:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $int);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, $format, self.0)
            }
        }
    };
}

number! {
    /// Verification tag of the common header, and the Initiate Tag it is taken from (RFC 9260 §3.1, §8.5).
    VerificationTag, u32, "{:#010x}"
}
number! {
    /// Number of a stream (RFC 9260 §3.3.1).
    StreamId, u16, "{}"
}
number! {
    /// Payload protocol identifier, carried for the user and not looked at (RFC 9260 §3.3.1).
    PayloadProtocol, u32, "{}"
}
number! {
    /// Identifier of an HMAC algorithm (RFC 4895 §3.3).
    HmacId, u16, "{}"
}

impl VerificationTag {
    /// The tag of packets that carry an INIT chunk (RFC 9260 §8.5.1); never that of an association.
    pub const ZERO: Self = Self(0);
}

impl HmacId {
    /// SHA-1, which every implementation of RFC 4895 has to offer (§3.3).
    pub const SHA1: Self = Self(1);
    /// SHA-256.
    pub const SHA256: Self = Self(3);

    /// Length of the algorithm's output in bytes; `None` for an algorithm not known here.
    #[must_use]
    pub const fn output_len(self) -> Option<usize> {
        match self {
            Self::SHA1 => Some(20),
            Self::SHA256 => Some(32),
            _ => None,
        }
    }
}

/// What the two highest bits of an unknown type ask for (RFC 9260 §3.2 for chunks, §3.2.1 for parameters).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownAction {
    /// Whether to step over the item and go on. Otherwise a chunk discards the rest of its packet, and a
    /// parameter ends the processing of its chunk.
    pub skip: bool,
    /// Whether to tell the sender: an ERROR chunk for a chunk; for a parameter an Unrecognized Parameter
    /// in the INIT ACK, or an ERROR chunk in answer to anything else.
    pub report: bool,
}

impl UnknownAction {
    /// The action in the two highest bits of the type's first byte.
    #[must_use]
    pub const fn of(first_byte: u8) -> Self {
        Self { skip: first_byte & 0x80 != 0, report: first_byte & 0x40 != 0 }
    }
}
