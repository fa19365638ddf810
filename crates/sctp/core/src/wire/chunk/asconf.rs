//! ASCONF (RFC 5061 §4.1.1).

use super::{ChunkType, EncodeChunk, RawChunk};
use crate::serial::AsconfSerial;
use crate::wire::buffer::{PacketBuffer, be32};
use crate::wire::{ErrorKind, Parameter, Parameters, Tlv, WireError, padded, tlv};
use std::net::IpAddr;

/// An ASCONF chunk (RFC 5061 §4.1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asconf<'a> {
    /// Number of the request.
    pub serial: AsconfSerial,
    /// An address of the sender, by which the association is found if the packet's source is not known.
    pub address: IpAddr,
    /// What is to change.
    pub parameters: Parameters<'a>,
}

impl<'a> Asconf<'a> {
    pub(crate) fn decode(raw: &RawChunk<'a>) -> Result<Self, WireError> {
        let value = raw.at_least(4)?;
        let mut rest = &value[4..];
        let Some(first) = tlv::take(&mut rest, Parameter::item) else {
            return Err(raw.refuse(ErrorKind::MissingParameter));
        };
        let Parameter::Address(address) = Parameter::decode(first?)? else {
            return Err(raw.refuse(ErrorKind::MissingParameter));
        };
        Ok(Self {
            serial: AsconfSerial(be32(value, 0)),
            address,
            parameters: Parameters::from_wire(rest),
        })
    }

    fn address_len(&self) -> usize {
        padded(tlv::TLV_HEADER + Parameter::Address(self.address).value_len())
    }
}

impl EncodeChunk for Asconf<'_> {
    fn chunk_type(&self) -> ChunkType {
        ChunkType::Asconf
    }
    fn value_len(&self) -> usize {
        4 + self.address_len() + self.parameters.encoded_len()
    }
    fn encode_value<B: PacketBuffer + ?Sized>(&self, out: &mut B) {
        out.put_u32(self.serial.0);
        Parameter::Address(self.address).encode(out);
        self.parameters.encode(out);
    }
}
