//! Headers of frames.
#![no_main]

use ferry_wire::{HEADER_LEN, Header};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok((header, len)) = Header::decode(bytes) {
        assert_eq!(header.encode(len)[..], bytes[..HEADER_LEN]);
        let _ = header.stream_key();
    }
});
