//! The bytes behind a head.

use crate::memory::LentPieces;
use ferry_sys::ReadRegion;
use smallvec::SmallVec;

/// Few bytes in one piece.
pub(crate) type Gathered = SmallVec<[u8; 64]>;

/// Bytes that are copied: the longest item of an atomic operation takes no memory of its own.
pub(crate) type OwnBytes = SmallVec<[u8; 16]>;

/// The bytes behind a head.
#[derive(Debug)]
pub enum OutgoingData {
    /// The program's memory, piece by piece.
    Lent(LentPieces),
    /// Bytes of the interface's own.
    Own(OwnBytes),
}

impl OutgoingData {
    /// None.
    #[inline]
    pub(crate) fn nothing() -> OutgoingData {
        OutgoingData::Own(OwnBytes::new())
    }

    /// Bytes.
    pub fn len(&self) -> usize {
        match self {
            OutgoingData::Lent(pieces) => pieces.iter().map(ReadRegion::len).sum(),
            OutgoingData::Own(bytes) => bytes.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One piece after the other.
    pub(crate) fn piece(&self, number: usize) -> Option<&[u8]> {
        match self {
            OutgoingData::Lent(pieces) => pieces.get(number).map(ReadRegion::as_slice),
            OutgoingData::Own(bytes) => (number == 0).then_some(bytes),
        }
    }

    /// All of them, if they lie in one piece and are no more than `most`.
    #[inline]
    pub(crate) fn at_hand(&self, most: usize) -> Option<&[u8]> {
        let piece = match self {
            OutgoingData::Own(bytes) => &**bytes,
            OutgoingData::Lent(pieces) => match pieces.as_slice() {
                [] => &[],
                [piece] => piece.as_slice(),
                _ => return None,
            },
        };
        (piece.len() <= most).then_some(piece)
    }

    /// All of them in one.
    pub fn gather(&self) -> Gathered {
        match self {
            OutgoingData::Lent(pieces) => pieces.iter().fold(Gathered::new(), |mut all, piece| {
                all.extend_from_slice(piece.as_slice());
                all
            }),
            OutgoingData::Own(bytes) => Gathered::from_slice(bytes),
        }
    }
}
