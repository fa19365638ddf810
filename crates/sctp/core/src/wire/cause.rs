//! Error causes of ABORT, ERROR and ASCONF-ACK (RFC 9260 §3.3.10 and the extensions).

use super::buffer::{PacketBuffer, be16, be32};
use super::tlv::{RawTlv, Tlv, TlvList};
use super::{ErrorKind, HmacId, Item, List, ParameterType, Parameters, StreamId, WireError};
use crate::serial::Tsn;
use std::fmt;

/// A list of error causes.
pub type Causes<'a> = TlvList<'a, Cause<'a>>;

/// Number of an error cause (RFC 9260 §3.3.10; registry of error cause codes).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CauseCode(pub u16);

macro_rules! codes {
    ($($(#[$doc:meta])* $konst:ident = $number:literal, $name:literal;)*) => {
        #[allow(non_upper_case_globals, reason = "named like the variants of Cause")]
        impl CauseCode {
            $($(#[$doc])* pub const $konst: Self = Self($number);)*

            /// The name of the RFC; `None` for a code not known here.
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

codes! {
    /// RFC 9260 §3.3.10.1.
    InvalidStream = 1, "Invalid Stream Identifier";
    /// RFC 9260 §3.3.10.2.
    MissingParameters = 2, "Missing Mandatory Parameter";
    /// RFC 9260 §3.3.10.3.
    StaleCookie = 3, "Stale Cookie";
    /// RFC 9260 §3.3.10.4.
    OutOfResource = 4, "Out of Resource";
    /// RFC 9260 §3.3.10.5.
    UnresolvableAddress = 5, "Unresolvable Address";
    /// RFC 9260 §3.3.10.6.
    UnrecognizedChunk = 6, "Unrecognized Chunk Type";
    /// RFC 9260 §3.3.10.7.
    InvalidParameter = 7, "Invalid Mandatory Parameter";
    /// RFC 9260 §3.3.10.8.
    UnrecognizedParameters = 8, "Unrecognized Parameters";
    /// RFC 9260 §3.3.10.9.
    NoUserData = 9, "No User Data";
    /// RFC 9260 §3.3.10.10.
    CookieWhileShuttingDown = 10, "Cookie Received While Shutting Down";
    /// RFC 9260 §3.3.10.11.
    RestartWithNewAddresses = 11, "Restart of an Association with New Addresses";
    /// RFC 9260 §3.3.10.12.
    UserInitiatedAbort = 12, "User-Initiated Abort";
    /// RFC 9260 §3.3.10.13.
    ProtocolViolation = 13, "Protocol Violation";
    /// RFC 5061 §4.3.1.
    DeleteLastAddress = 0x00A0, "Request to Delete Last Remaining IP Address";
    /// RFC 5061 §4.3.2.
    ResourceShortage = 0x00A1, "Operation Refused Due to Resource Shortage";
    /// RFC 5061 §4.3.3.
    DeleteSourceAddress = 0x00A2, "Request to Delete Source IP Address";
    /// RFC 5061 §4.3.4.
    IllegalAsconfAck = 0x00A3, "Association Aborted Due to Illegal ASCONF-ACK";
    /// RFC 5061 §4.3.5.
    NoAuthorization = 0x00A4, "Request Refused - No Authorization";
    /// RFC 4895 §4.1.
    UnsupportedHmac = 0x0105, "Unsupported HMAC Identifier";
}

impl fmt::Display for CauseCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => write!(f, "code {:#06x}", self.0),
        }
    }
}

/// Any error cause.
///
/// Parameters and chunks inside are left as bytes: causes stand inside parameters already, and what
/// nests in what nests has no bound. [`Cause::parameters`] walks over them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause<'a> {
    /// Data came on a stream that does not exist (RFC 9260 §3.3.10.1).
    InvalidStream(StreamId),
    /// An INIT or INIT ACK lacks these (RFC 9260 §3.3.10.2).
    MissingParameters(List<'a, ParameterType>),
    /// The cookie had expired this many microseconds before (RFC 9260 §3.3.10.3).
    StaleCookie(u32),
    /// (RFC 9260 §3.3.10.4)
    OutOfResource,
    /// The address parameter, whole (RFC 9260 §3.3.10.5).
    UnresolvableAddress(&'a [u8]),
    /// The chunk, whole (RFC 9260 §3.3.10.6).
    UnrecognizedChunk(&'a [u8]),
    /// (RFC 9260 §3.3.10.7)
    InvalidParameter,
    /// The parameters, whole (RFC 9260 §3.3.10.8).
    UnrecognizedParameters(&'a [u8]),
    /// The DATA chunk with this number had no payload (RFC 9260 §3.3.10.9).
    NoUserData(Tsn),
    /// (RFC 9260 §3.3.10.10)
    CookieWhileShuttingDown,
    /// The addresses, as parameters (RFC 9260 §3.3.10.11).
    RestartWithNewAddresses(&'a [u8]),
    /// The user's reason (RFC 9260 §3.3.10.12).
    UserInitiatedAbort(&'a [u8]),
    /// More about it, if anything (RFC 9260 §3.3.10.13).
    ProtocolViolation(&'a [u8]),
    /// The request, whole (RFC 5061 §4.3.1).
    DeleteLastAddress(&'a [u8]),
    /// The request, whole (RFC 5061 §4.3.2).
    ResourceShortage(&'a [u8]),
    /// The request, whole (RFC 5061 §4.3.3).
    DeleteSourceAddress(&'a [u8]),
    /// (RFC 5061 §4.3.4)
    IllegalAsconfAck,
    /// The request, whole (RFC 5061 §4.3.5).
    NoAuthorization(&'a [u8]),
    /// An AUTH named this algorithm (RFC 4895 §4.1).
    UnsupportedHmac(HmacId),
    /// A cause with a code not known here.
    Unknown(RawTlv<'a>),
}

impl<'a> Cause<'a> {
    /// Its code.
    #[must_use]
    pub const fn code(&self) -> CauseCode {
        use CauseCode as C;
        match self {
            Self::InvalidStream(_) => C::InvalidStream,
            Self::MissingParameters(_) => C::MissingParameters,
            Self::StaleCookie(_) => C::StaleCookie,
            Self::OutOfResource => C::OutOfResource,
            Self::UnresolvableAddress(_) => C::UnresolvableAddress,
            Self::UnrecognizedChunk(_) => C::UnrecognizedChunk,
            Self::InvalidParameter => C::InvalidParameter,
            Self::UnrecognizedParameters(_) => C::UnrecognizedParameters,
            Self::NoUserData(_) => C::NoUserData,
            Self::CookieWhileShuttingDown => C::CookieWhileShuttingDown,
            Self::RestartWithNewAddresses(_) => C::RestartWithNewAddresses,
            Self::UserInitiatedAbort(_) => C::UserInitiatedAbort,
            Self::ProtocolViolation(_) => C::ProtocolViolation,
            Self::DeleteLastAddress(_) => C::DeleteLastAddress,
            Self::ResourceShortage(_) => C::ResourceShortage,
            Self::DeleteSourceAddress(_) => C::DeleteSourceAddress,
            Self::IllegalAsconfAck => C::IllegalAsconfAck,
            Self::NoAuthorization(_) => C::NoAuthorization,
            Self::UnsupportedHmac(_) => C::UnsupportedHmac,
            Self::Unknown(raw) => CauseCode(raw.kind),
        }
    }

    /// The parameters in a cause that holds some; an empty list for the others.
    #[must_use]
    pub const fn parameters(&self) -> Parameters<'a> {
        match self {
            Self::UnresolvableAddress(bytes)
            | Self::UnrecognizedParameters(bytes)
            | Self::RestartWithNewAddresses(bytes)
            | Self::DeleteLastAddress(bytes)
            | Self::ResourceShortage(bytes)
            | Self::DeleteSourceAddress(bytes)
            | Self::NoAuthorization(bytes) => Parameters::from_wire(bytes),
            _ => Parameters::from_wire(&[]),
        }
    }

    /// The bytes of a cause that is nothing but bytes.
    fn plain(&self) -> Option<&'a [u8]> {
        match self {
            Self::UnresolvableAddress(bytes)
            | Self::UnrecognizedChunk(bytes)
            | Self::UnrecognizedParameters(bytes)
            | Self::RestartWithNewAddresses(bytes)
            | Self::UserInitiatedAbort(bytes)
            | Self::ProtocolViolation(bytes)
            | Self::DeleteLastAddress(bytes)
            | Self::ResourceShortage(bytes)
            | Self::DeleteSourceAddress(bytes)
            | Self::NoAuthorization(bytes) => Some(bytes),
            Self::Unknown(raw) => Some(raw.value),
            _ => None,
        }
    }
}

fn refuse(raw: &RawTlv<'_>, kind: ErrorKind) -> WireError {
    WireError::new(kind, Item::Cause(CauseCode(raw.kind)), raw.bytes.len())
}

fn at_least<'a>(raw: &RawTlv<'a>, len: usize) -> Result<&'a [u8], WireError> {
    if raw.value.len() < len {
        return Err(refuse(raw, ErrorKind::TooShort));
    }
    Ok(raw.value)
}

fn missing_parameters<'a>(raw: &RawTlv<'a>) -> Result<Cause<'a>, WireError> {
    let value = at_least(raw, 4)?;
    let list: List<'a, ParameterType> =
        List::parse(&value[4..]).ok_or(refuse(raw, ErrorKind::BadList))?;
    if u32::try_from(list.len()) != Ok(be32(value, 0)) {
        return Err(refuse(raw, ErrorKind::BadList));
    }
    Ok(Cause::MissingParameters(list))
}

impl<'a> Tlv<'a> for Cause<'a> {
    fn item(kind: u16) -> Item {
        Item::Cause(CauseCode(kind))
    }

    fn decode(raw: RawTlv<'a>) -> Result<Self, WireError> {
        use CauseCode as C;
        let value = raw.value;
        Ok(match CauseCode(raw.kind) {
            C::InvalidStream => Self::InvalidStream(StreamId(be16(at_least(&raw, 2)?, 0))),
            C::MissingParameters => missing_parameters(&raw)?,
            C::StaleCookie => Self::StaleCookie(be32(at_least(&raw, 4)?, 0)),
            C::OutOfResource => Self::OutOfResource,
            C::UnresolvableAddress => Self::UnresolvableAddress(value),
            C::UnrecognizedChunk => Self::UnrecognizedChunk(value),
            C::InvalidParameter => Self::InvalidParameter,
            C::UnrecognizedParameters => Self::UnrecognizedParameters(value),
            C::NoUserData => Self::NoUserData(Tsn(be32(at_least(&raw, 4)?, 0))),
            C::CookieWhileShuttingDown => Self::CookieWhileShuttingDown,
            C::RestartWithNewAddresses => Self::RestartWithNewAddresses(value),
            C::UserInitiatedAbort => Self::UserInitiatedAbort(value),
            C::ProtocolViolation => Self::ProtocolViolation(value),
            C::DeleteLastAddress => Self::DeleteLastAddress(value),
            C::ResourceShortage => Self::ResourceShortage(value),
            C::DeleteSourceAddress => Self::DeleteSourceAddress(value),
            C::IllegalAsconfAck => Self::IllegalAsconfAck,
            C::NoAuthorization => Self::NoAuthorization(value),
            C::UnsupportedHmac => Self::UnsupportedHmac(HmacId(be16(at_least(&raw, 2)?, 0))),
            _ => Self::Unknown(raw),
        })
    }

    fn kind(&self) -> u16 {
        self.code().0
    }

    fn value_len(&self) -> usize {
        match self {
            Self::InvalidStream(_) | Self::StaleCookie(_) | Self::NoUserData(_) => 4,
            Self::MissingParameters(list) => 4 + list.encoded_len(),
            Self::UnsupportedHmac(_) => 2,
            _ => self.plain().map_or(0, <[u8]>::len),
        }
    }

    fn encode_value<B: PacketBuffer + ?Sized>(&self, out: &mut B) {
        match self {
            Self::InvalidStream(stream) => out.put_u32(u32::from(stream.0) << 16),
            Self::MissingParameters(list) => {
                out.put_u32(u32::try_from(list.len()).unwrap_or(u32::MAX));
                list.encode(out);
            }
            Self::StaleCookie(micros) => out.put_u32(*micros),
            Self::NoUserData(tsn) => out.put_u32(tsn.0),
            Self::UnsupportedHmac(id) => out.put_u16(id.0),
            _ => out.put(self.plain().unwrap_or_default()),
        }
    }
}
