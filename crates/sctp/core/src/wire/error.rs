//! Why bytes were refused.

use super::{CauseCode, ChunkType, ParameterType};
use std::fmt;

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $name:literal: $text:literal,)*) => {
        /// Kind of a [`WireError`]; counters are indexed by it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum ErrorKind {
            $($(#[$doc])* $kind,)*
        }

        impl ErrorKind {
            /// Every kind, in the order of [`ErrorKind::index`].
            pub const ALL: &'static [Self] = &[$(Self::$kind,)*];
            /// How many kinds there are: the length of an array of counters.
            pub const COUNT: usize = Self::ALL.len();

            /// The name under which a counter of this kind is shown.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$kind => $name,)* }
            }
        }

        impl fmt::Display for ErrorKind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $(Self::$kind => $text,)* })
            }
        }
    };
}

kinds! {
    /// The datagram is shorter than the common header (RFC 9260 §3.1).
    ShortPacket = "short-packet": "shorter than the common header of 12 bytes",
    /// A port is zero, which RFC 9260 §3.1 forbids.
    ZeroPort = "zero-port": "a port number is zero",
    /// The checksum does not fit the bytes (RFC 9260 §6.8).
    BadChecksum = "bad-checksum": "the checksum does not fit the bytes",
    /// The packet carries no chunk.
    NoChunks = "no-chunks": "no chunk follows the common header",
    /// The length is smaller than the header that holds it, so that a walk would never end.
    ZeroLength = "zero-length": "the length does not even cover the header of 4 bytes",
    /// The length reaches beyond the bytes that are there (a *partial chunk*, RFC 9260 §6.10).
    Overrun = "overrun": "the length reaches beyond the end",
    /// Fewer bytes than the fixed part of this item takes.
    TooShort = "too-short": "shorter than its fixed part",
    /// More bytes than this item can have.
    TooLong = "too-long": "longer than it can be",
    /// A list whose length is no multiple of its items', or not what a count beside it says.
    BadList = "bad-list": "a list is not as long as it says or not made of whole items",
    /// A parameter that the chunk must carry is not where it has to be.
    MissingParameter = "missing-parameter": "a parameter that must be there is not",
}

impl ErrorKind {
    /// Position in [`ErrorKind::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// What was being read when bytes were refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Item {
    /// The packet and its common header.
    Packet,
    /// A chunk of this type.
    Chunk(ChunkType),
    /// A parameter of this type.
    Parameter(ParameterType),
    /// An error cause of this code.
    Cause(CauseCode),
    /// A parameter or cause so damaged that not even its type could be read.
    Header,
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Packet => f.write_str("packet"),
            Self::Chunk(kind) => write!(f, "{kind} chunk"),
            Self::Parameter(kind) => write!(f, "parameter {kind}"),
            Self::Cause(code) => write!(f, "error cause {code}"),
            Self::Header => f.write_str("header of a parameter or cause"),
        }
    }
}

/// Bytes that do not follow the protocol; always the peer's doing, or the network's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[error("peer sent a malformed {item} ({length} bytes): {kind}")]
pub struct WireError {
    /// What is wrong.
    pub kind: ErrorKind,
    /// With what.
    pub item: Item,
    /// The length it claims, or the bytes that were there; in bytes.
    pub length: usize,
}

impl WireError {
    /// An error about `item`.
    #[inline]
    #[must_use]
    pub const fn new(kind: ErrorKind, item: Item, length: usize) -> Self {
        Self { kind, item, length }
    }

    #[inline]
    pub(crate) const fn chunk(kind: ErrorKind, chunk: ChunkType, length: usize) -> Self {
        Self::new(kind, Item::Chunk(chunk), length)
    }
}
