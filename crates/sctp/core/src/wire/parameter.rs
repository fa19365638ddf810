//! Parameters (RFC 9260 §3.3.2, §3.3.3 and the extensions).

pub mod address;
pub mod address_change;
pub mod re_configuration;
mod types;

pub use address_change::AddressChange;
pub use re_configuration::{
    AddStreams, IncomingReset, NextTsns, OutgoingReset, ReConfigResponse, ReConfigResult,
};
pub use types::ParameterType;

use super::buffer::{PacketBuffer, be32};
use super::tlv::{RawTlv, TLV_HEADER, Tlv, TlvList};
use super::{Causes, ChunkType, ErrorKind, HmacId, Item, List, UnknownAction, WireError};
use crate::serial::RequestSequence;
use std::net::IpAddr;

/// A list of parameters.
pub type Parameters<'a> = TlvList<'a, Parameter<'a>>;

/// Any parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter<'a> {
    /// What a HEARTBEAT is to bring back (RFC 9260 §3.3.5).
    HeartbeatInfo(&'a [u8]),
    /// An address of the sender (RFC 9260 §3.3.2.1.1, §3.3.2.1.2).
    Address(IpAddr),
    /// The state of an association that does not exist yet (RFC 9260 §3.3.3.1.1).
    StateCookie(&'a [u8]),
    /// A parameter that was not understood, whole (RFC 9260 §3.3.3.1.2).
    Unrecognized(&'a [u8]),
    /// By how many milliseconds the cookie's life is to be longer (RFC 9260 §3.3.2.1.3).
    CookiePreservative(u32),
    /// A name to resolve, which RFC 9260 §3.3.2.1.4 forbids: the answer is an ABORT with an
    /// Unresolvable Address.
    HostName(&'a [u8]),
    /// The kinds of addresses that the sender can use (RFC 9260 §3.3.2.1.5).
    SupportedAddressTypes(List<'a, ParameterType>),
    /// The sender understands marks of congestion (RFC 4960 appendix A).
    EcnCapable,
    /// Checksums of zero are accepted where errors are detected in this way (RFC 9653 §4).
    ZeroChecksumAcceptable(u32),
    /// The sender's share of the association's key (RFC 4895 §3.1).
    Random(&'a [u8]),
    /// Chunks that are accepted only behind an AUTH (RFC 4895 §3.2).
    ChunkList(List<'a, ChunkType>),
    /// Algorithms, the preferred first (RFC 4895 §3.3).
    HmacAlgorithms(List<'a, HmacId>),
    /// Padding (RFC 4820 §4).
    Padding(&'a [u8]),
    /// Chunks of extensions that the sender understands (RFC 5061 §4.2.7).
    SupportedExtensions(List<'a, ChunkType>),
    /// The sender understands FORWARD TSN (RFC 3758 §3.1).
    ForwardTsnSupported,
    /// Outgoing streams begin anew (RFC 6525 §4.1).
    OutgoingReset(OutgoingReset<'a>),
    /// Please begin your outgoing streams anew (RFC 6525 §4.2).
    IncomingReset(IncomingReset<'a>),
    /// All streams and TSNs begin anew (RFC 6525 §4.3).
    TsnReset(RequestSequence),
    /// What became of a request (RFC 6525 §4.4).
    ReConfigResponse(ReConfigResponse),
    /// More outgoing streams (RFC 6525 §4.5).
    AddOutgoingStreams(AddStreams),
    /// Please have more outgoing streams (RFC 6525 §4.6).
    AddIncomingStreams(AddStreams),
    /// An address to add (RFC 5061 §4.2.1).
    AddAddress(AddressChange),
    /// An address to drop (RFC 5061 §4.2.2).
    DeleteAddress(AddressChange),
    /// Why a change did not happen: the request's correlation id and the causes (RFC 5061 §4.2.3).
    ErrorCauseIndication(u32, Causes<'a>),
    /// An address to send to by preference (RFC 5061 §4.2.4).
    SetPrimary(AddressChange),
    /// The change with this correlation id happened (RFC 5061 §4.2.5).
    SuccessIndication(u32),
    /// What the layer above is (RFC 5061 §4.2.6).
    AdaptationLayer(u32),
    /// A parameter of a type not known here.
    Unknown(RawTlv<'a>),
}

/// Whether a RE-CONFIG or ASCONF parameter stands where it may is for the association to check.
impl<'a> Tlv<'a> for Parameter<'a> {
    fn item(kind: u16) -> Item {
        Item::Parameter(ParameterType(kind))
    }

    fn decode(raw: RawTlv<'a>) -> Result<Self, WireError> {
        use ParameterType as T;
        let value = raw.value;
        Ok(match ParameterType(raw.kind) {
            T::HeartbeatInfo => Self::HeartbeatInfo(value),
            T::Ipv4Address | T::Ipv6Address => Self::Address(address::decode(&raw)?),
            T::StateCookie => Self::StateCookie(value),
            T::Unrecognized => Self::Unrecognized(value),
            T::CookiePreservative => Self::CookiePreservative(number(&raw)?),
            T::HostName => Self::HostName(value),
            T::SupportedAddressTypes => Self::SupportedAddressTypes(list(&raw, value)?),
            T::EcnCapable => Self::EcnCapable,
            T::ZeroChecksumAcceptable => Self::ZeroChecksumAcceptable(number(&raw)?),
            T::Random => Self::Random(value),
            T::ChunkList => Self::ChunkList(list(&raw, value)?),
            T::HmacAlgorithms => Self::HmacAlgorithms(list(&raw, value)?),
            T::Padding => Self::Padding(value),
            T::SupportedExtensions => Self::SupportedExtensions(list(&raw, value)?),
            T::ForwardTsnSupported => Self::ForwardTsnSupported,
            T::OutgoingReset => Self::OutgoingReset(OutgoingReset::decode(&raw)?),
            T::IncomingReset => Self::IncomingReset(IncomingReset::decode(&raw)?),
            T::TsnReset => Self::TsnReset(RequestSequence(number(&raw)?)),
            T::ReConfigResponse => Self::ReConfigResponse(ReConfigResponse::decode(&raw)?),
            T::AddOutgoingStreams => Self::AddOutgoingStreams(AddStreams::decode(&raw)?),
            T::AddIncomingStreams => Self::AddIncomingStreams(AddStreams::decode(&raw)?),
            T::AddAddress => Self::AddAddress(AddressChange::decode(&raw)?),
            T::DeleteAddress => Self::DeleteAddress(AddressChange::decode(&raw)?),
            T::ErrorCauseIndication => {
                let value = at_least(&raw, 4)?;
                Self::ErrorCauseIndication(be32(value, 0), Causes::from_wire(&value[4..]))
            }
            T::SetPrimary => Self::SetPrimary(AddressChange::decode(&raw)?),
            T::SuccessIndication => Self::SuccessIndication(number(&raw)?),
            T::AdaptationLayer => Self::AdaptationLayer(number(&raw)?),
            _ => Self::Unknown(raw),
        })
    }

    fn kind(&self) -> u16 {
        self.parameter_type().0
    }

    fn value_len(&self) -> usize {
        match self {
            Self::HeartbeatInfo(bytes)
            | Self::StateCookie(bytes)
            | Self::Unrecognized(bytes)
            | Self::HostName(bytes)
            | Self::Random(bytes)
            | Self::Padding(bytes) => bytes.len(),
            Self::Address(address) => address::len(*address),
            Self::CookiePreservative(_)
            | Self::ZeroChecksumAcceptable(_)
            | Self::TsnReset(_)
            | Self::SuccessIndication(_)
            | Self::AdaptationLayer(_) => 4,
            Self::SupportedAddressTypes(list) => list.encoded_len(),
            Self::ChunkList(list) | Self::SupportedExtensions(list) => list.encoded_len(),
            Self::HmacAlgorithms(list) => list.encoded_len(),
            Self::EcnCapable | Self::ForwardTsnSupported => 0,
            Self::OutgoingReset(reset) => reset.value_len(),
            Self::IncomingReset(reset) => reset.value_len(),
            Self::ReConfigResponse(response) => response.value_len(),
            Self::AddOutgoingStreams(_) | Self::AddIncomingStreams(_) => AddStreams::LEN,
            Self::AddAddress(change) | Self::DeleteAddress(change) | Self::SetPrimary(change) => {
                change.value_len()
            }
            Self::ErrorCauseIndication(_, causes) => 4 + causes.encoded_len(),
            Self::Unknown(raw) => raw.value.len(),
        }
    }

    fn encode_value<B: PacketBuffer + ?Sized>(&self, out: &mut B) {
        match self {
            Self::HeartbeatInfo(bytes)
            | Self::StateCookie(bytes)
            | Self::Unrecognized(bytes)
            | Self::HostName(bytes)
            | Self::Random(bytes)
            | Self::Padding(bytes) => out.put(bytes),
            Self::Address(address) => address::encode_value(*address, out),
            Self::CookiePreservative(number)
            | Self::ZeroChecksumAcceptable(number)
            | Self::SuccessIndication(number)
            | Self::AdaptationLayer(number) => out.put_u32(*number),
            Self::TsnReset(request) => out.put_u32(request.0),
            Self::SupportedAddressTypes(list) => list.encode(out),
            Self::ChunkList(list) | Self::SupportedExtensions(list) => list.encode(out),
            Self::HmacAlgorithms(list) => list.encode(out),
            Self::EcnCapable | Self::ForwardTsnSupported => {}
            Self::OutgoingReset(reset) => reset.encode_value(out),
            Self::IncomingReset(reset) => reset.encode_value(out),
            Self::ReConfigResponse(response) => response.encode_value(out),
            Self::AddOutgoingStreams(add) | Self::AddIncomingStreams(add) => add.encode_value(out),
            Self::AddAddress(change) | Self::DeleteAddress(change) | Self::SetPrimary(change) => {
                change.encode_value(out);
            }
            Self::ErrorCauseIndication(correlation, causes) => {
                out.put_u32(*correlation);
                causes.encode(out);
            }
            Self::Unknown(raw) => out.put(raw.value),
        }
    }
}

impl Parameter<'_> {
    /// Its type.
    #[must_use]
    pub const fn parameter_type(&self) -> ParameterType {
        use ParameterType as T;
        match self {
            Self::HeartbeatInfo(_) => T::HeartbeatInfo,
            Self::Address(IpAddr::V4(_)) => T::Ipv4Address,
            Self::Address(IpAddr::V6(_)) => T::Ipv6Address,
            Self::StateCookie(_) => T::StateCookie,
            Self::Unrecognized(_) => T::Unrecognized,
            Self::CookiePreservative(_) => T::CookiePreservative,
            Self::HostName(_) => T::HostName,
            Self::SupportedAddressTypes(_) => T::SupportedAddressTypes,
            Self::EcnCapable => T::EcnCapable,
            Self::ZeroChecksumAcceptable(_) => T::ZeroChecksumAcceptable,
            Self::Random(_) => T::Random,
            Self::ChunkList(_) => T::ChunkList,
            Self::HmacAlgorithms(_) => T::HmacAlgorithms,
            Self::Padding(_) => T::Padding,
            Self::SupportedExtensions(_) => T::SupportedExtensions,
            Self::ForwardTsnSupported => T::ForwardTsnSupported,
            Self::OutgoingReset(_) => T::OutgoingReset,
            Self::IncomingReset(_) => T::IncomingReset,
            Self::TsnReset(_) => T::TsnReset,
            Self::ReConfigResponse(_) => T::ReConfigResponse,
            Self::AddOutgoingStreams(_) => T::AddOutgoingStreams,
            Self::AddIncomingStreams(_) => T::AddIncomingStreams,
            Self::AddAddress(_) => T::AddAddress,
            Self::DeleteAddress(_) => T::DeleteAddress,
            Self::ErrorCauseIndication(..) => T::ErrorCauseIndication,
            Self::SetPrimary(_) => T::SetPrimary,
            Self::SuccessIndication(_) => T::SuccessIndication,
            Self::AdaptationLayer(_) => T::AdaptationLayer,
            Self::Unknown(raw) => ParameterType(raw.kind),
        }
    }

    /// What its type asks those to do who do not know it (RFC 9260 §3.2.1).
    #[must_use]
    pub const fn action(&self) -> UnknownAction {
        self.parameter_type().action()
    }
}

/// An error about a parameter.
pub(crate) fn refuse(raw: &RawTlv<'_>, kind: ErrorKind) -> WireError {
    WireError::new(kind, Item::Parameter(ParameterType(raw.kind)), raw.bytes.len())
}

/// The value, if it is at least `len` bytes long.
pub(crate) fn at_least<'a>(raw: &RawTlv<'a>, len: usize) -> Result<&'a [u8], WireError> {
    if raw.value.len() < len {
        return Err(refuse(raw, ErrorKind::TooShort));
    }
    Ok(raw.value)
}

/// The value, if it is exactly `len` bytes long.
pub(crate) fn exactly<'a>(raw: &RawTlv<'a>, len: usize) -> Result<&'a [u8], WireError> {
    if raw.value.len() > len {
        return Err(refuse(raw, ErrorKind::TooLong));
    }
    at_least(raw, len)
}

/// A value that is one number.
fn number(raw: &RawTlv<'_>) -> Result<u32, WireError> {
    exactly(raw, 4).map(|value| be32(value, 0))
}

/// `bytes` of the value as a list.
pub(crate) fn list<'a, T: super::list::Fixed>(
    raw: &RawTlv<'a>,
    bytes: &'a [u8],
) -> Result<List<'a, T>, WireError> {
    List::parse(bytes).ok_or(refuse(raw, ErrorKind::BadList))
}

/// Appends `parameters` to `out`: for those error causes that hand back or list parameters.
///
/// Bytes appended are [`Parameters::encoded_len`]; the last parameter is not padded.
pub fn append(parameters: &[Parameter<'_>], out: &mut Vec<u8>) {
    out.reserve(TLV_HEADER * parameters.len());
    Parameters::of(parameters).encode(out);
}
