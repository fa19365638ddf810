//! Buffers for pieces of long messages, which the association keeps until they are acknowledged.
//!
//! They are used again: what an allocator gives back to the system when a message has gone, it has to be given anew,
//! page by page, for the next.

use bytes::{Bytes, BytesMut};
use ferry_wire::HEADER_LEN;
use std::collections::VecDeque;

/// Bytes of a piece; more than any packet carries.
const PIECE: usize = 64 << 10;
/// Bytes of packets that leave in one call of the system.
const TRAIN: usize = 63_000;
/// Shorter ones are copied to memory of their own.
const SHORT: usize = 32 << 10;
/// Lent buffers that are asked whether they are free, before a new one is made.
const TRIES: usize = 4;
/// Buffers that are kept.
const MOST: usize = 64;

/// Bytes of a piece that leaves in one call of the system and in full packets, with `fragment` bytes of a message
/// each.
pub(crate) fn piece_len(fragment: usize) -> usize {
    let fragment = fragment.clamp(HEADER_LEN + 1, PIECE);
    (TRAIN / fragment).max(1) * fragment
}

/// Buffers that were lent, the longest ago first.
#[derive(Debug, Default)]
pub(crate) struct PieceBuffers {
    lent: VecDeque<Bytes>,
}

impl PieceBuffers {
    /// Whether so many bytes are better gathered in a buffer.
    pub(crate) fn takes(len: usize) -> bool {
        (SHORT..=PIECE).contains(&len)
    }

    /// The parts, one after the other; together no more than [`piece_len`] bytes.
    pub(crate) fn gather(&mut self, parts: &[&[u8]]) -> Bytes {
        let mut buffer = self.reclaim().unwrap_or_else(fresh);
        let mut len = 0;
        for part in parts {
            buffer[len..len + part.len()].copy_from_slice(part);
            len += part.len();
        }
        let whole = buffer.freeze();
        let piece = whole.slice(..len);
        if self.lent.len() < MOST {
            self.lent.push_back(whole);
        }
        piece
    }

    /// A buffer of which all has arrived: the last, which still lies in the processor's caches, or one of those
    /// that were lent longest ago.
    fn reclaim(&mut self) -> Option<BytesMut> {
        match self.lent.pop_back()?.try_into_mut() {
            Ok(buffer) => return Some(buffer),
            Err(whole) => self.lent.push_back(whole),
        }
        for _ in 0..TRIES.min(self.lent.len()) {
            match self.lent.pop_front()?.try_into_mut() {
                Ok(buffer) => return Some(buffer),
                // Its peer is slow.
                Err(whole) => self.lent.push_back(whole),
            }
        }
        None
    }
}

/// A new buffer, made one that can be shared at once, which spares an allocation each time that it is lent.
fn fresh() -> BytesMut {
    let mut buffer = BytesMut::zeroed(PIECE);
    drop(buffer.split_off(PIECE));
    buffer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_leave_in_full_packets() {
        assert_eq!(piece_len(1420), 44 * 1420);
        assert_eq!(piece_len(65_452), 65_452);
        assert_eq!(piece_len(PIECE + 1), PIECE);
        assert!(piece_len(0) > HEADER_LEN);
        assert!((0..=PIECE + 1).all(|fragment| piece_len(fragment) <= PIECE));
    }

    #[test]
    fn a_buffer_comes_back_when_nobody_holds_a_part() {
        let mut buffers = PieceBuffers::default();
        let head = [1_u8; 32];
        let body = vec![2_u8; 60_000];
        let first = buffers.gather(&[&head, &body]);
        assert_eq!((first.len(), first[31], first[32]), (60_032, 1, 2));
        let place = first.as_ptr();
        let second = buffers.gather(&[&body]);
        assert_ne!(second.as_ptr(), place);
        let part = first.slice(7..9);
        drop(first);
        let third = buffers.gather(&[&body]);
        assert_ne!(third.as_ptr(), place, "a part is held");
        drop(part);
        let again = buffers.gather(&[&body]);
        assert_eq!(again.as_ptr(), place);
        drop((second, third, again));
        assert_eq!(
            buffers.gather(&[&body]).as_ptr(),
            place,
            "the last is the first to be used again"
        );
    }
}
