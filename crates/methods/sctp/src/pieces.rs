//! Pieces of long messages, in buffers that the association keeps until they are acknowledged.

use bytes::Bytes;
use ferry_sctp::LentBuffers;
use ferry_wire::HEADER_LEN;

/// Bytes of a piece; more than any packet carries.
const PIECE: usize = 64 << 10;
/// Bytes of packets that leave in one call of the system.
const TRAIN: usize = 63_000;
/// Shorter ones are copied to memory of their own.
const SHORT: usize = 32 << 10;
/// Buffers that are kept.
const MOST: usize = 64;

/// Bytes of a piece that leaves in one call of the system and in full packets, with `fragment` bytes of a message
/// each.
pub(crate) fn piece_len(fragment: usize) -> usize {
    let fragment = fragment.clamp(HEADER_LEN + 1, PIECE);
    (TRAIN / fragment).max(1) * fragment
}

/// Buffers for pieces.
#[derive(Debug)]
pub(crate) struct PieceBuffers(LentBuffers);

impl Default for PieceBuffers {
    fn default() -> Self {
        PieceBuffers(LentBuffers::new(PIECE, MOST))
    }
}

impl PieceBuffers {
    /// Whether so many bytes are better gathered in a buffer.
    pub(crate) fn takes(len: usize) -> bool {
        (SHORT..=PIECE).contains(&len)
    }

    /// The parts, one after the other; together no more than [`piece_len`] bytes.
    pub(crate) fn gather(&mut self, parts: &[&[u8]]) -> Bytes {
        let mut buffer = match self.0.reclaim_last().or_else(|| self.0.reclaim()) {
            Some(buffer) => buffer,
            None if self.0.has_place() => self.0.fresh(),
            // All are under way: what goes beyond takes no more than it is.
            None => return parts.concat().into(),
        };
        let mut len = 0;
        for part in parts {
            buffer[len..len + part.len()].copy_from_slice(part);
            len += part.len();
        }
        self.0.lend(buffer, len)
    }
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
