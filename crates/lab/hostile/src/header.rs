//! Headers of frames.

use ferry_wire::{HEADER_LEN, Header};

/// One input.
pub fn run(bytes: &[u8]) {
    if let Ok((header, len)) = Header::decode(bytes) {
        assert_eq!(header.encode(len)[..], bytes[..HEADER_LEN]);
        let _ = header.stream_key();
    }
}
