//! A packet that came: the common header (RFC 9260 §3.1) and the walk over its chunks (§3.2).

use super::buffer::{be16, be32};
pub use super::checksum::COMMON_HEADER;
use super::checksum::{self, ChecksumCheck};
use super::{Chunk, ChunkType, ErrorKind, Item, RawChunk, VerificationTag, WireError, padded};

/// Bytes of a chunk's type, flags and length.
pub const CHUNK_HEADER: usize = 4;

/// The common header, less its checksum (RFC 9260 §3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommonHeader {
    /// Port of the sender.
    pub source_port: u16,
    /// Port of the receiver.
    pub destination_port: u16,
    /// Tag that the receiver chose for the association.
    pub verification_tag: VerificationTag,
}

impl CommonHeader {
    /// Reads the header alone: enough to find the association, whose agreements say how the checksum is
    /// to be looked at.
    ///
    /// # Errors
    /// [`ErrorKind::ShortPacket`], [`ErrorKind::ZeroPort`].
    #[inline]
    pub fn parse(datagram: &[u8]) -> Result<Self, WireError> {
        let refuse = |kind| Err(WireError::new(kind, Item::Packet, datagram.len()));
        if datagram.len() < COMMON_HEADER {
            return refuse(ErrorKind::ShortPacket);
        }
        let header = Self {
            source_port: be16(datagram, 0),
            destination_port: be16(datagram, 2),
            verification_tag: VerificationTag(be32(datagram, 4)),
        };
        if header.source_port == 0 || header.destination_port == 0 {
            return refuse(ErrorKind::ZeroPort);
        }
        Ok(header)
    }

    /// The header as bytes, its checksum zero.
    #[inline]
    #[must_use]
    pub fn encode(&self) -> [u8; COMMON_HEADER] {
        let mut bytes = [0; COMMON_HEADER];
        bytes[..2].copy_from_slice(&self.source_port.to_be_bytes());
        bytes[2..4].copy_from_slice(&self.destination_port.to_be_bytes());
        bytes[4..8].copy_from_slice(&self.verification_tag.0.to_be_bytes());
        bytes
    }
}

/// A datagram whose common header and checksum are in order.
#[derive(Clone, Copy, Debug)]
pub struct Packet<'a> {
    /// The common header.
    pub header: CommonHeader,
    bytes: &'a [u8],
}

impl<'a> Packet<'a> {
    /// Looks at the common header and the checksum. The chunks are looked at by [`Packet::chunks`].
    ///
    /// # Errors
    /// Those of [`CommonHeader::parse`], [`ErrorKind::NoChunks`] and [`ErrorKind::BadChecksum`].
    /// Such packets are dropped without an answer.
    #[inline]
    pub fn parse(datagram: &'a [u8], check: ChecksumCheck) -> Result<Self, WireError> {
        let header = CommonHeader::parse(datagram)?;
        let refuse = |kind| Err(WireError::new(kind, Item::Packet, datagram.len()));
        if datagram.len() < COMMON_HEADER + CHUNK_HEADER {
            return refuse(ErrorKind::NoChunks);
        }
        if !checksum::fits(datagram, check) {
            return refuse(ErrorKind::BadChecksum);
        }
        Ok(Self { header, bytes: datagram })
    }

    /// The whole datagram.
    #[inline]
    #[must_use]
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Whether its checksum field is zero. Packets with certain chunks may not have that even where it
    /// was agreed on (RFC 9653 §5.2).
    #[must_use]
    pub fn has_zero_checksum(&self) -> bool {
        checksum::carried(self.bytes) == 0
    }

    /// The chunks in order, decoded.
    ///
    /// A chunk that is malformed inside yields an error and the walk goes on behind it; a length that
    /// makes no sense yields an error and ends the walk. Up to three bytes behind the last chunk are
    /// taken for padding.
    #[inline]
    #[must_use]
    pub const fn chunks(&self) -> Chunks<'a> {
        Chunks(self.raw_chunks())
    }

    /// The chunks in order with their lengths checked and their insides not looked at.
    #[inline]
    #[must_use]
    pub const fn raw_chunks(&self) -> RawChunks<'a> {
        RawChunks { bytes: self.bytes, at: COMMON_HEADER }
    }

    /// The type of the first chunk, on which most rules for packets out of the blue hang (RFC 9260 §8.4).
    #[inline]
    #[must_use]
    pub fn first_chunk_type(&self) -> ChunkType {
        ChunkType(self.bytes.get(COMMON_HEADER).copied().unwrap_or(0))
    }
}

/// Iterator over the chunks of a packet, decoded.
#[derive(Clone, Debug)]
pub struct Chunks<'a>(RawChunks<'a>);

impl<'a> Iterator for Chunks<'a> {
    type Item = Result<Chunk<'a>, WireError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        Some(self.0.next()?.and_then(|raw| Chunk::decode(&raw)))
    }
}

/// Iterator over the chunks of a packet, their insides not looked at.
#[derive(Clone, Debug)]
pub struct RawChunks<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Iterator for RawChunks<'a> {
    type Item = Result<RawChunk<'a>, WireError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let offset = self.at;
        let rest = self.bytes.get(offset..)?;
        if rest.len() < CHUNK_HEADER {
            return None;
        }
        let kind = ChunkType(rest[0]);
        let length = usize::from(be16(rest, 2));
        self.at = self.bytes.len();
        if length < CHUNK_HEADER {
            let error = WireError::chunk(ErrorKind::ZeroLength, kind, length);
            return Some(Err(error));
        }
        let Some(bytes) = rest.get(..length) else {
            return Some(Err(WireError::chunk(ErrorKind::Overrun, kind, length)));
        };
        self.at = offset + padded(length);
        Some(Ok(RawChunk {
            chunk_type: kind,
            flags: rest[1],
            value: &bytes[CHUNK_HEADER..],
            bytes,
            offset,
        }))
    }
}
