//! Contents of messages that can be checked piece by piece.

use std::sync::OnceLock;

/// A prime, so that contents of neighbours do not coincide.
const TABLE: usize = 65_521;

fn table() -> &'static [u8] {
    static BYTES: OnceLock<Vec<u8>> = OnceLock::new();
    BYTES.get_or_init(|| {
        let mut state = 0x1234_5678_9ABC_DEF1_u64;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 32) as u8
        };
        (0..TABLE).map(|_| next()).collect()
    })
}

/// The contents that belong to a number: an endless row of bytes.
#[derive(Clone, Copy, Debug)]
pub struct Pattern(pub u64);

impl Pattern {
    fn start(self, offset: usize) -> usize {
        let key = self.0.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 17;
        ((key % TABLE as u64) as usize + offset) % TABLE
    }

    /// Bytes `offset..offset + len`.
    pub fn bytes(self, offset: usize, len: usize) -> Vec<u8> {
        let mut out = Vec::with_capacity(len);
        let mut at = self.start(offset);
        while out.len() < len {
            let n = (len - out.len()).min(TABLE - at);
            out.extend_from_slice(&table()[at..at + n]);
            at = (at + n) % TABLE;
        }
        out
    }

    /// Whether `bytes` are those from `offset` on.
    pub fn matches(self, offset: usize, mut bytes: &[u8]) -> bool {
        let mut at = self.start(offset);
        while !bytes.is_empty() {
            let n = bytes.len().min(TABLE - at);
            let (front, rest) = bytes.split_at(n);
            if front != &table()[at..at + n] {
                return false;
            }
            bytes = rest;
            at = (at + n) % TABLE;
        }
        true
    }
}
