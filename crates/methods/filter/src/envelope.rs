//! The payload of a wrapped frame: the real header, how the payload is written, the payload.
//!
//! ```text
//! [8 number in the stream, if encrypted]  32 real header  1 kind  body  [16 tag, if encrypted]
//! ```
//!
//! A frame that is neither encrypted nor compressed travels as it is, unless its handler is the one
//! that marks wrapped frames.

use ferry_method::{HandlerId, Header};
use ferry_wire::{HEADER_LEN, Reader};

/// The handler of wrapped frames.
pub(crate) const WRAPPED: HandlerId = HandlerId(0xef);
/// Flag of a wrapped frame: encrypted with ChaCha20-Poly1305 rather than AES-256-GCM.
pub(crate) const CHACHA: u8 = 0x01;
/// Bytes of a wrapped frame beside the body and what encryption adds.
pub(crate) const ENVELOPE: usize = HEADER_LEN + 1;
/// Payloads below this size are taken whole from a buffer; the others are written where they go.
pub(crate) const WHOLE: usize = 2 << 10;

/// How a payload is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum EnvelopeKind {
    Plain = 0,
    Lz4 = 1,
    Zstd = 2,
}

/// What was in an envelope.
pub(crate) struct OpenedFrame<'a> {
    pub(crate) header: Header,
    /// Bytes of the payload when it is unpacked; at most what was allowed.
    pub(crate) len: usize,
    pub(crate) kind: EnvelopeKind,
    pub(crate) body: &'a [u8],
}

/// Reads an envelope that came under `outer`. Lengths are checked as far as can be without unpacking.
pub(crate) fn open<'a>(
    outer: &Header,
    bytes: &'a [u8],
    max_frame: usize,
) -> Result<OpenedFrame<'a>, String> {
    let mut r = Reader::new(bytes);
    let short = |_| "a wrapped frame that ends too early".to_owned();
    let head = r.bytes(HEADER_LEN).map_err(short)?;
    let (header, len) = Header::decode(head).map_err(|e| e.to_string())?;
    let kind = match r.u8().map_err(short)? {
        0 => EnvelopeKind::Plain,
        1 => EnvelopeKind::Lz4,
        2 => EnvelopeKind::Zstd,
        other => return Err(format!("a payload packed in the unknown way {other}")),
    };
    let (len, body) = (len as usize, r.rest());
    if header.stream_key() != outer.stream_key() {
        return Err("a frame on a stream that is not its own".to_owned());
    }
    if len > max_frame {
        return Err(format!("a frame of {len} bytes where {max_frame} is the most"));
    }
    if kind == EnvelopeKind::Plain && body.len() != len {
        return Err(format!("{} bytes of a payload of {len}", body.len()));
    }
    Ok(OpenedFrame { header, len, kind, body })
}

/// The header under which a wrapped frame travels: it shows the stream and nothing else.
pub(crate) fn outer(real: &Header) -> Header {
    const STREAM: u8 = Header::OWN_STREAM | Header::CONTEXT_STREAM | Header::SECOND_STREAM;
    let own = real.flags & Header::OWN_STREAM;
    Header {
        handler: WRAPPED,
        flags: if own != 0 { real.flags & STREAM } else { 0 },
        stream: real.stream,
        bits: if own != 0 { real.bits } else { 0 },
        words: [0, 0],
    }
}
