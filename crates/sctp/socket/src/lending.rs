//! Buffers that are lent and used again.
//!
//! A buffer is handed out as a part of itself and comes back when the last part is dropped. In steady state nothing
//! is allocated, and the system is not asked again for pages that an allocator gave back.

use bytes::{Bytes, BytesMut};
use std::collections::VecDeque;

/// Lent buffers that are asked whether they are free, before a new one is made.
const TRIES: usize = 4;

/// Buffers of one length, the one that was lent longest ago first.
#[derive(Debug)]
pub struct LentBuffers {
    pub(crate) lent: VecDeque<Bytes>,
    len: usize,
    most: usize,
}

impl LentBuffers {
    /// Buffers of `len` bytes, of which `most` are remembered while they are lent.
    #[must_use]
    pub fn new(len: usize, most: usize) -> Self {
        Self { lent: VecDeque::with_capacity(most), len, most }
    }

    /// A new buffer. It is made one that can be shared at once, which spares an allocation each time that it is
    /// lent.
    #[must_use]
    pub fn fresh(&self) -> BytesMut {
        let mut buffer = BytesMut::zeroed(self.len);
        drop(buffer.split_off(self.len));
        buffer
    }

    /// A buffer of which nobody holds a part any more, among those that were lent longest ago.
    pub fn reclaim(&mut self) -> Option<BytesMut> {
        for _ in 0..TRIES.min(self.lent.len()) {
            match self.lent.pop_front()?.try_into_mut() {
                Ok(buffer) => return Some(buffer),
                Err(whole) => self.lent.push_back(whole),
            }
        }
        None
    }

    /// The buffer that was lent last, if nobody holds a part of it: it still lies in the processor's caches.
    pub fn reclaim_last(&mut self) -> Option<BytesMut> {
        let last = self.lent.pop_back()?.try_into_mut();
        last.map_err(|whole| self.lent.push_back(whole)).ok()
    }

    /// Whether one more can be remembered.
    #[must_use]
    pub fn has_place(&self) -> bool {
        self.lent.len() < self.most
    }

    /// Lends the first `used` bytes of a buffer, which comes back if there is a place to remember it.
    pub fn lend(&mut self, buffer: BytesMut, used: usize) -> Bytes {
        let whole = buffer.freeze();
        let part = whole.slice(..used);
        if self.has_place() {
            self.lent.push_back(whole);
        }
        part
    }
}
