//! ASCONF-ACK (RFC 5061 §4.1.2).

use super::{ChunkType, EncodeChunk, RawChunk};
use crate::serial::AsconfSerial;
use crate::wire::buffer::{PacketBuffer, be32};
use crate::wire::{Parameters, WireError};

/// An ASCONF-ACK chunk (RFC 5061 §4.1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsconfAck<'a> {
    /// Number of the request that this answers.
    pub serial: AsconfSerial,
    /// What did not work, and, where said outright, what did.
    pub parameters: Parameters<'a>,
}

impl<'a> AsconfAck<'a> {
    pub(crate) fn decode(raw: &RawChunk<'a>) -> Result<Self, WireError> {
        let value = raw.at_least(4)?;
        Ok(Self {
            serial: AsconfSerial(be32(value, 0)),
            parameters: Parameters::from_wire(&value[4..]),
        })
    }
}

impl EncodeChunk for AsconfAck<'_> {
    fn chunk_type(&self) -> ChunkType {
        ChunkType::AsconfAck
    }
    fn value_len(&self) -> usize {
        4 + self.parameters.encoded_len()
    }
    fn encode_value<B: PacketBuffer + ?Sized>(&self, out: &mut B) {
        out.put_u32(self.serial.0);
        self.parameters.encode(out);
    }
}
