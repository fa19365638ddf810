//! Numbers of the parameter types.

use crate::wire::UnknownAction;
use std::fmt;

/// Type of a parameter (RFC 9260 §3.2.1; registry of chunk parameter types).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ParameterType(pub u16);

macro_rules! types {
    ($($(#[$doc:meta])* $konst:ident = $number:literal, $name:literal;)*) => {
        #[allow(non_upper_case_globals, reason = "named like the variants of Parameter")]
        impl ParameterType {
            $($(#[$doc])* pub const $konst: Self = Self($number);)*

            /// The name of the RFC; `None` for a type not known here.
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
    /// RFC 9260 §3.3.5.
    HeartbeatInfo = 0x0001, "Heartbeat Info";
    /// RFC 9260 §3.3.2.1.1.
    Ipv4Address = 0x0005, "IPv4 Address";
    /// RFC 9260 §3.3.2.1.2.
    Ipv6Address = 0x0006, "IPv6 Address";
    /// RFC 9260 §3.3.3.1.1.
    StateCookie = 0x0007, "State Cookie";
    /// RFC 9260 §3.3.3.1.2.
    Unrecognized = 0x0008, "Unrecognized Parameter";
    /// RFC 9260 §3.3.2.1.3.
    CookiePreservative = 0x0009, "Cookie Preservative";
    /// RFC 9260 §3.3.2.1.4.
    HostName = 0x000B, "Host Name Address";
    /// RFC 9260 §3.3.2.1.5.
    SupportedAddressTypes = 0x000C, "Supported Address Types";
    /// RFC 6525 §4.1.
    OutgoingReset = 0x000D, "Outgoing SSN Reset Request";
    /// RFC 6525 §4.2.
    IncomingReset = 0x000E, "Incoming SSN Reset Request";
    /// RFC 6525 §4.3.
    TsnReset = 0x000F, "SSN/TSN Reset Request";
    /// RFC 6525 §4.4.
    ReConfigResponse = 0x0010, "Re-configuration Response";
    /// RFC 6525 §4.5.
    AddOutgoingStreams = 0x0011, "Add Outgoing Streams Request";
    /// RFC 6525 §4.6.
    AddIncomingStreams = 0x0012, "Add Incoming Streams Request";
    /// RFC 4960 appendix A.
    EcnCapable = 0x8000, "ECN Capable";
    /// RFC 9653 §4.
    ZeroChecksumAcceptable = 0x8001, "Zero Checksum Acceptable";
    /// RFC 4895 §3.1.
    Random = 0x8002, "Random";
    /// RFC 4895 §3.2.
    ChunkList = 0x8003, "Chunk List";
    /// RFC 4895 §3.3.
    HmacAlgorithms = 0x8004, "Requested HMAC Algorithm";
    /// RFC 4820 §4.
    Padding = 0x8005, "Padding";
    /// RFC 5061 §4.2.7.
    SupportedExtensions = 0x8008, "Supported Extensions";
    /// RFC 3758 §3.1.
    ForwardTsnSupported = 0xC000, "Forward TSN Supported";
    /// RFC 5061 §4.2.1.
    AddAddress = 0xC001, "Add IP Address";
    /// RFC 5061 §4.2.2.
    DeleteAddress = 0xC002, "Delete IP Address";
    /// RFC 5061 §4.2.3.
    ErrorCauseIndication = 0xC003, "Error Cause Indication";
    /// RFC 5061 §4.2.4.
    SetPrimary = 0xC004, "Set Primary Address";
    /// RFC 5061 §4.2.5.
    SuccessIndication = 0xC005, "Success Indication";
    /// RFC 5061 §4.2.6.
    AdaptationLayer = 0xC006, "Adaptation Layer Indication";
}

impl ParameterType {
    /// What to do with a parameter of this type when it is not known (RFC 9260 §3.2.1).
    #[must_use]
    pub const fn action(self) -> UnknownAction {
        UnknownAction::of((self.0 >> 8) as u8)
    }
}

impl fmt::Display for ParameterType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => write!(f, "type {:#06x}", self.0),
        }
    }
}
