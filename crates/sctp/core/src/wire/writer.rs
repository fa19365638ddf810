//! Writing packets (RFC 9260 §3).

use super::buffer::PacketBuffer;
use super::chunk::{DataHeader, EncodeChunk, IDataHeader, auth, data, i_data};
use super::packet::{CHUNK_HEADER, COMMON_HEADER, CommonHeader};
use super::{ChunkType, HmacId, checksum, padded};

/// Whether the checksum is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ChecksumWrite {
    /// CRC32c (RFC 9260 §6.8).
    #[default]
    Crc32c,
    /// Zero, where the peer accepts that and the packet's chunks allow it (RFC 9653 §5.2), or where
    /// something below computes it.
    Zero,
}

/// A chunk did not fit; nothing was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a chunk of {needed} bytes does not fit the packet, which has {left} bytes left")]
pub struct Full {
    /// Bytes the chunk takes, padding included.
    pub needed: usize,
    /// Bytes that are left.
    pub left: usize,
}

/// Where the HMAC of an AUTH chunk is to go; from [`PacketWriter::push_auth`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AuthSlot {
    /// Distance of the chunk from the packet's first byte.
    pub offset: usize,
    /// Bytes of the HMAC.
    pub hmac_len: usize,
}

/// Appends one packet to a buffer: begin, push chunks, finish.
///
/// The packet begins at the end of what the buffer holds already, so that several packets of one size
/// can be laid end to end and sent with a single segmented call. Dropped without [`PacketWriter::finish`]
/// it leaves a packet without a checksum behind; [`PacketWriter::discard`] takes the packet back, in a
/// `Vec`.
///
/// ```
/// use ferry_sctp_core::wire::{
///     ChecksumCheck, ChecksumWrite, Chunk, CommonHeader, Packet, PacketWriter, VerificationTag,
///     chunk::CookieAck,
/// };
///
/// let header = CommonHeader {
///     source_port: 5001,
///     destination_port: 5002,
///     verification_tag: VerificationTag(7),
/// };
/// let mut out = Vec::new();
/// let mut packet = PacketWriter::begin(&mut out, header, 1400);
/// packet.push(&CookieAck)?;
/// packet.finish(ChecksumWrite::Crc32c);
///
/// let packet = Packet::parse(&out, ChecksumCheck::Required)?;
/// assert_eq!(packet.chunks().next(), Some(Ok(Chunk::CookieAck(CookieAck))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PacketWriter<'b, B: PacketBuffer + ?Sized> {
    out: &'b mut B,
    start: usize,
    end: usize,
}

impl<'b, B: PacketBuffer + ?Sized> PacketWriter<'b, B> {
    /// Begins a packet of at most `limit` bytes, the common header included: what the path's MTU leaves
    /// after the headers of the layers below. The packet is never longer than what `out` has room for.
    #[inline]
    pub fn begin(out: &'b mut B, header: CommonHeader, limit: usize) -> Self {
        let start = out.written();
        let end = start + limit.min(out.room());
        out.put(&header.encode());
        Self { out, start, end }
    }

    /// Bytes written, the common header included.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.out.written() - self.start
    }

    /// Whether no chunk was written yet.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() <= COMMON_HEADER
    }

    /// Bytes left for chunks, their headers and padding included.
    #[inline]
    #[must_use]
    pub fn left(&self) -> usize {
        // Chunks take multiples of four; a rest below that is of no use.
        self.end.saturating_sub(self.out.written()) & !3
    }

    /// Bytes of payload that a DATA chunk pushed now could carry.
    #[inline]
    #[must_use]
    pub fn data_left(&self) -> usize {
        self.left().saturating_sub(DataHeader::LEN)
    }

    /// Bytes of payload that an I-DATA chunk pushed now could carry.
    #[inline]
    #[must_use]
    pub fn i_data_left(&self) -> usize {
        self.left().saturating_sub(IDataHeader::LEN)
    }

    /// Whether `chunk` would fit.
    #[inline]
    #[must_use]
    pub fn fits<C: EncodeChunk>(&self, chunk: &C) -> bool {
        self.room_for(chunk.value_len()).is_ok()
    }

    /// Appends a chunk.
    ///
    /// # Errors
    /// When it does not fit.
    #[inline]
    pub fn push<C: EncodeChunk>(&mut self, chunk: &C) -> Result<(), Full> {
        let value_len = chunk.value_len();
        self.begin_chunk(chunk.chunk_type(), chunk.flags(), value_len)?;
        chunk.encode_value(self.out);
        self.out.put_padding(value_len);
        Ok(())
    }

    /// Appends a DATA chunk whose payload is gathered from `parts`, which together are `len` bytes long.
    ///
    /// # Errors
    /// When it does not fit.
    ///
    /// # Panics
    /// When the parts are not `len` bytes long.
    #[inline]
    pub fn push_data<'p>(
        &mut self,
        header: &DataHeader,
        len: usize,
        parts: impl IntoIterator<Item = &'p [u8]>,
    ) -> Result<(), Full> {
        self.begin_chunk(ChunkType::Data, header.flags.bits(), data::FIXED + len)?;
        header.encode(self.out);
        self.gather(len, parts);
        Ok(())
    }

    /// Appends an I-DATA chunk whose payload is gathered from `parts`, which together are `len` bytes
    /// long.
    ///
    /// # Errors
    /// When it does not fit.
    ///
    /// # Panics
    /// When the parts are not `len` bytes long.
    #[inline]
    pub fn push_i_data<'p>(
        &mut self,
        header: &IDataHeader,
        len: usize,
        parts: impl IntoIterator<Item = &'p [u8]>,
    ) -> Result<(), Full> {
        self.begin_chunk(ChunkType::IData, header.flags().bits(), i_data::FIXED + len)?;
        header.encode(self.out);
        self.gather(len, parts);
        Ok(())
    }

    /// Appends an AUTH chunk with zeros for an HMAC (RFC 4895 §6.2). When the last chunk it is to cover
    /// has been pushed, [`PacketWriter::signed`] says what to compute it over and
    /// [`PacketWriter::sign`] puts it in.
    ///
    /// # Errors
    /// When it does not fit.
    pub fn push_auth(
        &mut self,
        shared_key: u16,
        hmac_id: HmacId,
        hmac_len: usize,
    ) -> Result<AuthSlot, Full> {
        let offset = self.len();
        self.begin_chunk(ChunkType::Auth, 0, auth::FIXED + hmac_len)?;
        self.out.put_u16(shared_key);
        self.out.put_u16(hmac_id.0);
        for _ in 0..padded(hmac_len) {
            self.out.put_u8(0);
        }
        Ok(AuthSlot { offset, hmac_len })
    }

    /// What the HMAC in `slot` covers: the AUTH chunk, its HMAC zero, and all that was pushed after it.
    #[must_use]
    pub fn signed(&self, slot: AuthSlot) -> &[u8] {
        self.out.bytes().get(self.start + slot.offset..).unwrap_or_default()
    }

    /// Puts the HMAC in, as much of it as `slot` has room for.
    pub fn sign(&mut self, slot: AuthSlot, hmac: &[u8]) {
        let at = self.start + slot.offset + CHUNK_HEADER + auth::FIXED;
        let len = slot.hmac_len.min(hmac.len());
        if let Some(field) = self.out.bytes_mut().get_mut(at..at + len) {
            field.copy_from_slice(&hmac[..len]);
        }
    }

    /// Sets the checksum and says how long the packet is.
    #[inline]
    pub fn finish(self, how: ChecksumWrite) -> usize {
        let len = self.len();
        if how == ChecksumWrite::Crc32c {
            checksum::seal(&mut self.out.bytes_mut()[self.start..]);
        }
        len
    }

    /// Room for a chunk with a value of `value_len` bytes; gives the length for its header.
    #[inline]
    fn room_for(&self, value_len: usize) -> Result<u16, Full> {
        let left = self.left();
        let needed = padded(value_len.saturating_add(CHUNK_HEADER).min(usize::MAX - 3));
        match u16::try_from(value_len.saturating_add(CHUNK_HEADER)) {
            Ok(length) if needed <= left => Ok(length),
            _ => Err(Full { needed, left }),
        }
    }

    #[inline]
    fn begin_chunk(&mut self, kind: ChunkType, flags: u8, value_len: usize) -> Result<(), Full> {
        let [high, low] = self.room_for(value_len)?.to_be_bytes();
        self.out.put(&[kind.0, flags, high, low]);
        Ok(())
    }

    /// Appends payload and padding. Headers of data chunks end on a multiple of four.
    #[inline]
    fn gather<'p>(&mut self, len: usize, parts: impl IntoIterator<Item = &'p [u8]>) {
        let before = self.out.written();
        for part in parts {
            self.out.put(part);
        }
        let gathered = self.out.written() - before;
        assert_eq!(gathered, len, "the parts of a payload are as long as its length says");
        self.out.put_padding(len);
    }
}

impl PacketWriter<'_, Vec<u8>> {
    /// Takes the packet back, as if it had not been begun.
    pub fn discard(self) {
        self.out.truncate(self.start);
    }
}
