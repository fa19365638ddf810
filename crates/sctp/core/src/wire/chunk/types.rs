//! Numbers of the chunk types.

use crate::wire::UnknownAction;
use std::fmt;

/// Type of a chunk (RFC 9260 §3.2; registry of chunk types).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChunkType(pub u8);

macro_rules! types {
    ($($(#[$doc:meta])* $konst:ident = $number:literal, $name:literal;)*) => {
        #[allow(non_upper_case_globals, reason = "named like the variants of Chunk")]
        impl ChunkType {
            $($(#[$doc])* pub const $konst: Self = Self($number);)*

            /// The name of RFC 9260 or the extension; `None` for a type not known here.
            #[must_use]
            pub const fn name(self) -> Option<&'static str> {
                match self {
                    $(Self::$konst => Some($name),)*
                    _ => None,
                }
            }
        }
    };
}

types! {
    /// Payload data (RFC 9260 §3.3.1).
    Data = 0x00, "DATA";
    /// Initiation (RFC 9260 §3.3.2).
    Init = 0x01, "INIT";
    /// Initiation acknowledgement (RFC 9260 §3.3.3).
    InitAck = 0x02, "INIT ACK";
    /// Selective acknowledgement (RFC 9260 §3.3.4).
    Sack = 0x03, "SACK";
    /// Heartbeat request (RFC 9260 §3.3.5).
    Heartbeat = 0x04, "HEARTBEAT";
    /// Heartbeat acknowledgement (RFC 9260 §3.3.6).
    HeartbeatAck = 0x05, "HEARTBEAT ACK";
    /// Abort (RFC 9260 §3.3.7).
    Abort = 0x06, "ABORT";
    /// Shutdown (RFC 9260 §3.3.8).
    Shutdown = 0x07, "SHUTDOWN";
    /// Shutdown acknowledgement (RFC 9260 §3.3.9).
    ShutdownAck = 0x08, "SHUTDOWN ACK";
    /// Operation error (RFC 9260 §3.3.10).
    Error = 0x09, "ERROR";
    /// State cookie (RFC 9260 §3.3.11).
    CookieEcho = 0x0A, "COOKIE ECHO";
    /// Cookie acknowledgement (RFC 9260 §3.3.12).
    CookieAck = 0x0B, "COOKIE ACK";
    /// Explicit congestion notification echo (RFC 4960 appendix A).
    Ecne = 0x0C, "ECNE";
    /// Congestion window reduced (RFC 4960 appendix A).
    Cwr = 0x0D, "CWR";
    /// Shutdown complete (RFC 9260 §3.3.13).
    ShutdownComplete = 0x0E, "SHUTDOWN COMPLETE";
    /// Authentication (RFC 4895 §5.1).
    Auth = 0x0F, "AUTH";
    /// Payload data supporting interleaving (RFC 8260 §2.1).
    IData = 0x40, "I-DATA";
    /// Address configuration acknowledgement (RFC 5061 §4.1.2).
    AsconfAck = 0x80, "ASCONF-ACK";
    /// Re-configuration (RFC 6525 §3.1).
    ReConfig = 0x82, "RE-CONFIG";
    /// Padding (RFC 4820 §3).
    Pad = 0x84, "PAD";
    /// Forward cumulative TSN (RFC 3758 §3.2).
    ForwardTsn = 0xC0, "FORWARD TSN";
    /// Address configuration change (RFC 5061 §4.1.1).
    Asconf = 0xC1, "ASCONF";
    /// Forward cumulative TSN with interleaving (RFC 8260 §2.3.1).
    IForwardTsn = 0xC2, "I-FORWARD-TSN";
}

impl ChunkType {
    /// What to do with a chunk of this type when it is not known (RFC 9260 §3.2).
    #[must_use]
    pub const fn action(self) -> UnknownAction {
        UnknownAction::of(self.0)
    }
}

impl fmt::Display for ChunkType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => write!(f, "type {:#04x}", self.0),
        }
    }
}
