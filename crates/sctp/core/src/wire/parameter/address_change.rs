//! Requests to add, drop or prefer an address (RFC 5061 §4.2.1, §4.2.2, §4.2.4).

use super::{Parameter, address, at_least, refuse};
use crate::wire::buffer::{PacketBuffer, be32};
use crate::wire::tlv::{self, RawTlv, TLV_HEADER, Tlv};
use crate::wire::{ErrorKind, WireError};
use std::net::IpAddr;

/// What is to happen to an address; the parameter's type says what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddressChange {
    /// Number by which the answer speaks of this request.
    pub correlation: u32,
    /// The address. The unspecified one stands for the packet's source (RFC 5061 §4.2.1).
    pub address: IpAddr,
}

impl AddressChange {
    pub(crate) fn decode(raw: &RawTlv<'_>) -> Result<Self, WireError> {
        let value = at_least(raw, 4)?;
        let mut rest = &value[4..];
        let Some(inner) = tlv::take(&mut rest, Parameter::item) else {
            return Err(refuse(raw, ErrorKind::MissingParameter));
        };
        let address = address::decode(&inner?)?;
        if !rest.is_empty() {
            return Err(refuse(raw, ErrorKind::TooLong));
        }
        Ok(Self { correlation: be32(value, 0), address })
    }

    pub(crate) fn value_len(&self) -> usize {
        4 + TLV_HEADER + address::len(self.address)
    }

    pub(crate) fn encode_value<B: PacketBuffer + ?Sized>(&self, out: &mut B) {
        out.put_u32(self.correlation);
        Parameter::Address(self.address).encode(out);
    }
}
