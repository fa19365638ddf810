//! Packets as bytes: RFC 9260 §3 and the chunks, parameters and causes of the extensions.
//!
//! Reading borrows: [`Packet::parse`] checks the datagram's common header and checksum, and
//! [`Packet::chunks`] walks over [`Chunk`]s that point into it. Writing copies once: a [`PacketWriter`]
//! appends chunks to the buffer that will be sent. Neither allocates.
//!
//! The same structs serve both ways. Their lists ([`List`], [`TlvList`]) either point at encoded bytes
//! or at a slice of items, and look the same to whoever walks over them.
//!
//! What arrives is hostile until proved otherwise: no length is trusted, nothing panics, nothing nests
//! without bound. This module knows what bytes *mean*; whether they are *allowed now* is for the
//! association to say.

pub mod buffer;
pub mod cause;
pub mod checksum;
pub mod chunk;
pub mod error;
pub mod list;
pub mod packet;
pub mod parameter;
pub mod tlv;
pub mod types;
pub mod writer;

pub use buffer::{FixedBuffer, PacketBuffer};
pub use cause::{Cause, CauseCode, Causes};
pub use checksum::ChecksumCheck;
pub use chunk::{Chunk, ChunkType, EncodeChunk, RawChunk};
pub use error::{ErrorKind, Item, WireError};
pub use list::List;
pub use packet::{Chunks, CommonHeader, Packet};
pub use parameter::{Parameter, ParameterType, Parameters};
pub use tlv::{RawTlv, Tlv, TlvList};
pub use types::{HmacId, PayloadProtocol, StreamId, UnknownAction, VerificationTag};
pub use writer::{AuthSlot, ChecksumWrite, Full, PacketWriter};

/// `len` rounded up to the next multiple of four (RFC 9260 §3.2: every chunk and parameter ends on such).
#[inline]
#[must_use]
pub const fn padded(len: usize) -> usize {
    (len + 3) & !3
}
