//! Receive buffers that are used again.
//!
//! A datagram, or a train of them that the system put together, is taken into a buffer that has room for
//! the longest. A long one is handed out as parts of that buffer, which comes back when the last part is
//! dropped; a short one is copied to the end of another buffer, so that an unread message of a few bytes
//! does not hold back a buffer thousands of times its size. In steady state nothing is allocated.

use crate::lending::LentBuffers;
use bytes::{Bytes, BytesMut};

/// The longest train.
pub(crate) const TRAIN: usize = 64 << 10;
/// Shorter ones are copied.
const SHORT: usize = 8 << 10;
/// Bytes of a buffer for short ones.
const SHORTS: usize = 64 << 10;
/// Least number of buffers that may be lent.
const LEAST_LENT: usize = 32;
/// Largest number of buffers that may be lent.
const MOST_LENT: usize = 1024;

/// Buffers for long datagrams and trains, and one for short datagrams.
#[derive(Debug)]
pub(crate) struct BufferPool {
    long: LentBuffers,
    short: BytesMut,
}

impl BufferPool {
    /// A pool for a user who leaves up to `window` bytes unread.
    pub(crate) fn new(window: usize) -> Self {
        let most = (2 * window.div_ceil(TRAIN)).clamp(LEAST_LENT, MOST_LENT);
        Self { long: LentBuffers::new(TRAIN, most), short: BytesMut::new() }
    }

    /// A buffer of [`TRAIN`] bytes.
    pub(crate) fn take(&mut self) -> BytesMut {
        self.long.reclaim().unwrap_or_else(|| self.long.fresh())
    }

    /// The first `len` bytes of `slot`, to keep; `slot` is a buffer to receive into afterwards too.
    pub(crate) fn keep(&mut self, slot: &mut BytesMut, len: usize) -> Bytes {
        if len < SHORT {
            return self.copy(&slot[..len]);
        }
        let next = match self.long.reclaim() {
            Some(buffer) => buffer,
            None if self.long.has_place() => self.long.fresh(),
            // All are held: what is held beyond is no more than what arrived.
            None => return Bytes::copy_from_slice(&slot[..len]),
        };
        self.long.lend(std::mem::replace(slot, next), len)
    }

    fn copy(&mut self, bytes: &[u8]) -> Bytes {
        if self.short.capacity() < bytes.len() {
            self.short.reserve(SHORTS);
        }
        self.short.extend_from_slice(bytes);
        self.short.split().freeze()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_buffer_comes_back_when_its_parts_are_dropped() {
        let mut pool = BufferPool::new(0);
        let mut slot = pool.take();
        let first = slot.as_ptr();
        slot[..SHORT].fill(7);
        let train = pool.keep(&mut slot, SHORT);
        assert_eq!(train.as_ptr(), first);
        assert_ne!(slot.as_ptr(), first);
        let part = train.slice(5..10);
        drop(train);
        // One part is still held, so that what arrives next lies elsewhere.
        let other = pool.keep(&mut slot, SHORT);
        assert_ne!(slot.as_ptr(), first);
        assert_eq!(part, [7; 5].as_slice());
        drop((part, other));
        let again = pool.keep(&mut slot, SHORT);
        assert_eq!(slot.as_ptr(), first);
        assert_eq!(slot.len(), TRAIN);
        drop(again);
    }

    #[test]
    fn short_datagrams_are_copied_and_leave_the_buffer_where_it_is() {
        let mut pool = BufferPool::new(0);
        let mut slot = pool.take();
        let first = slot.as_ptr();
        let held: Vec<Bytes> = (0..100)
            .map(|n| {
                slot[..3].fill(n);
                pool.keep(&mut slot, 3)
            })
            .collect();
        assert_eq!(slot.as_ptr(), first);
        assert!(held.iter().enumerate().all(|(n, bytes)| **bytes == [n as u8; 3]));
        assert!(pool.long.lent.is_empty());
    }

    #[test]
    fn what_is_held_is_bounded() {
        let mut pool = BufferPool::new(0);
        let mut slot = pool.take();
        let held: Vec<Bytes> = (0..2 * LEAST_LENT).map(|_| pool.keep(&mut slot, SHORT)).collect();
        assert_eq!(pool.long.lent.len(), LEAST_LENT);
        // The later ones were copied, so that they hold no buffer.
        assert!(held[LEAST_LENT..].iter().all(Bytes::is_unique));
        drop(held);
        assert!(pool.long.lent.iter().all(Bytes::is_unique));
    }

    #[test]
    fn short_ones_reuse_their_buffer_too() {
        let mut pool = BufferPool::new(0);
        let mut slot = pool.take();
        let first = pool.keep(&mut slot, 1000).as_ptr();
        let mut seen = std::collections::HashSet::new();
        for _ in 0..10 * SHORTS / 1000 {
            seen.insert(pool.keep(&mut slot, 1000).as_ptr());
        }
        assert!(seen.contains(&first) && seen.len() <= SHORTS / 1000 + 1, "{}", seen.len());
    }
}
