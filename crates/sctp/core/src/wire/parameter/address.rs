//! Addresses (RFC 9260 §3.3.2.1.1 and §3.3.2.1.2).

use super::{ParameterType, exactly};
use crate::wire::buffer::PacketBuffer;
use crate::wire::tlv::RawTlv;
use crate::wire::{ErrorKind, WireError};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Reads an IPv4 or IPv6 address parameter.
///
/// # Errors
/// When it is neither, or not 4 or 16 bytes long.
pub fn decode(raw: &RawTlv<'_>) -> Result<IpAddr, WireError> {
    match ParameterType(raw.kind) {
        ParameterType::Ipv4Address => {
            let mut octets = [0; 4];
            octets.copy_from_slice(exactly(raw, 4)?);
            Ok(Ipv4Addr::from(octets).into())
        }
        ParameterType::Ipv6Address => {
            let mut octets = [0; 16];
            octets.copy_from_slice(exactly(raw, 16)?);
            Ok(Ipv6Addr::from(octets).into())
        }
        _ => Err(super::refuse(raw, ErrorKind::MissingParameter)),
    }
}

/// Bytes of the address.
pub(crate) const fn len(address: IpAddr) -> usize {
    match address {
        IpAddr::V4(_) => 4,
        IpAddr::V6(_) => 16,
    }
}

/// Appends the address, without a header.
pub(crate) fn encode_value<B: PacketBuffer + ?Sized>(address: IpAddr, out: &mut B) {
    match address {
        IpAddr::V4(address) => out.put(&address.octets()),
        IpAddr::V6(address) => out.put(&address.octets()),
    }
}
