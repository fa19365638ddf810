//! What travels.

use bytes::{Bytes, BytesMut};

/// A packet: its length costs time on a line, its bits can be damaged, it can be doubled.
pub trait Packet: Clone {
    /// Bytes on the line.
    fn length(&self) -> usize;

    /// Inverts one bit, counted from the first byte's lowest. Only asked for bits that exist.
    fn flip(&mut self, bit: usize);
}

fn flip(bytes: &mut [u8], bit: usize) {
    if let Some(byte) = bytes.get_mut(bit / 8) {
        *byte ^= 1 << (bit % 8);
    }
}

impl Packet for Vec<u8> {
    fn length(&self) -> usize {
        self.len()
    }

    fn flip(&mut self, bit: usize) {
        flip(self, bit);
    }
}

impl Packet for BytesMut {
    fn length(&self) -> usize {
        self.len()
    }

    fn flip(&mut self, bit: usize) {
        flip(self, bit);
    }
}

/// Shared bytes are copied before they are damaged: other holders keep theirs.
impl Packet for Bytes {
    fn length(&self) -> usize {
        self.len()
    }

    fn flip(&mut self, bit: usize) {
        let mut own = BytesMut::from(std::mem::take(self));
        flip(&mut own, bit);
        *self = own.freeze();
    }
}
