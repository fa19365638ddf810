//! One packet as it is filled: chunks, an AUTH before the first that wants one, the checksum.

use crate::authentication::Authentication;
use crate::serial::Tsn;
use crate::streams::Fragment;
use crate::wire::chunk::{DataHeader, EncodeChunk, IDataHeader, RawChunk};
use crate::wire::{AuthSlot, ChecksumWrite, ChunkType, CommonHeader, Full, PacketWriter};

/// A packet under way.
pub(crate) struct Packing<'a> {
    writer: PacketWriter<'a, Vec<u8>>,
    authentication: Option<&'a Authentication>,
    interleaving: bool,
    slot: Option<AuthSlot>,
    /// The chunks allow a checksum of zero (RFC 9653 §5.2).
    zero: bool,
}

impl<'a> Packing<'a> {
    pub(crate) fn begin(
        out: &'a mut Vec<u8>,
        header: CommonHeader,
        limit: usize,
        authentication: Option<&'a Authentication>,
        zero: bool,
    ) -> Self {
        let writer = PacketWriter::begin(out, header, limit);
        Self { writer, authentication, interleaving: false, slot: None, zero }
    }

    /// Data travels in I-DATA chunks.
    pub(crate) fn interleaving(mut self, interleaving: bool) -> Self {
        self.interleaving = interleaving;
        self
    }

    /// Bytes written, the common header included.
    pub(crate) fn len(&self) -> usize {
        self.writer.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.writer.is_empty()
    }

    /// Bytes left for a chunk of a kind, its header included: an AUTH may have to stand before it.
    pub(crate) fn left(&self, kind: ChunkType) -> usize {
        self.writer.left().saturating_sub(self.overhead(kind))
    }

    /// Bytes of the AUTH chunk that a packet with this kind has.
    pub(crate) fn authentication_len(&self, kind: ChunkType) -> usize {
        match self.authentication {
            Some(auth) if auth.peer_demands(kind) => auth.chunk_len(),
            _ => 0,
        }
    }

    fn overhead(&self, kind: ChunkType) -> usize {
        if self.slot.is_some() { 0 } else { self.authentication_len(kind) }
    }

    /// The writer, with an AUTH written if the peer wants this kind behind one.
    pub(crate) fn open(&mut self, kind: ChunkType) -> Result<&mut PacketWriter<'a, Vec<u8>>, Full> {
        if self.overhead(kind) > 0
            && let Some(authentication) = self.authentication
        {
            self.slot = Some(authentication.push(&mut self.writer)?);
        }
        if matches!(kind, ChunkType::Init | ChunkType::InitAck | ChunkType::CookieEcho) {
            self.zero = false;
        }
        Ok(&mut self.writer)
    }

    /// Appends a chunk; nothing is written if it does not fit.
    pub(crate) fn push<C: EncodeChunk>(&mut self, chunk: &C) -> Result<(), Full> {
        let needed = crate::wire::padded(chunk.value_len() + 4);
        let left = self.left(chunk.chunk_type());
        if needed > left {
            return Err(Full { needed, left });
        }
        self.open(chunk.chunk_type())?.push(chunk)
    }

    /// Appends a chunk whose value is ready.
    pub(crate) fn push_raw(
        &mut self,
        kind: ChunkType,
        flags: u8,
        value: &[u8],
    ) -> Result<(), Full> {
        self.push(&RawChunk { chunk_type: kind, flags, value, bytes: &[], offset: 0 })
    }

    /// Appends a piece of a message under its number.
    pub(crate) fn push_fragment(&mut self, fragment: &Fragment, tsn: Tsn) -> Result<(), Full> {
        let payload = &fragment.payload[..];
        let (kind, header) = if self.interleaving {
            (ChunkType::IData, IDataHeader::LEN)
        } else {
            (ChunkType::Data, DataHeader::LEN)
        };
        let (needed, left) = (crate::wire::padded(header + payload.len()), self.left(kind));
        if needed > left {
            return Err(Full { needed, left });
        }
        let interleaving = self.interleaving;
        let writer = self.open(kind)?;
        if interleaving {
            writer.push_i_data(&fragment.i_data_header(tsn), payload.len(), [payload])
        } else {
            writer.push_data(&fragment.data_header(tsn), payload.len(), [payload])
        }
    }

    /// Signs and seals; tells the packet's length, 0 (and nothing left in the buffer) if it is empty.
    pub(crate) fn finish(mut self) -> usize {
        if self.writer.is_empty() {
            self.writer.discard();
            return 0;
        }
        if let (Some(slot), Some(authentication)) = (self.slot, self.authentication) {
            authentication.sign(&mut self.writer, slot);
        }
        let how = if self.zero { ChecksumWrite::Zero } else { ChecksumWrite::Crc32c };
        self.writer.finish(how)
    }
}
