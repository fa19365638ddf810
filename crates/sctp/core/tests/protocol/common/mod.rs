//! What the tests of whole endpoints share.
#![allow(
    dead_code,
    unreachable_pub,
    unused_imports,
    reason = "each test program uses a part of it"
)]

pub mod chunks;
pub mod describe;
pub mod flow;
pub mod pattern;
pub mod peer;
pub mod random;
pub mod script;
pub mod sent;
pub mod sim;

use std::time::Duration;

/// Milliseconds.
pub fn ms(n: u64) -> Duration {
    Duration::from_millis(n)
}

/// Microseconds.
pub fn us(n: u64) -> Duration {
    Duration::from_micros(n)
}

/// Seconds.
pub fn s(n: u64) -> Duration {
    Duration::from_secs(n)
}

/// Secret randomness that is none.
pub fn seed(n: u64) -> [u8; 32] {
    let mut bytes = [0; 32];
    for (byte, value) in bytes.chunks_exact_mut(8).zip(1_u64..).flat_map(|(chunk, turn)| {
        let mixed =
            (n ^ turn.wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        chunk.iter_mut().zip(mixed.to_le_bytes())
    }) {
        *byte = value;
    }
    bytes
}
