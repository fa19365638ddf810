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
    /// What was the program's memory, piece by piece.
    Kept(Vec<Box<[u8]>>),
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
            OutgoingData::Kept(pieces) => pieces.iter().map(|piece| piece.len()).sum(),
        }
    }

    /// Copies what is the program's memory, as that will not be lent any longer. Of the pieces before `first` nothing
    /// is left to be sent.
    pub(crate) fn keep(&mut self, first: usize) {
        let OutgoingData::Lent(pieces) = self else { return };
        let kept = |(number, piece): (usize, &ReadRegion)| match number < first {
            true => Box::default(),
            false => piece.as_slice().into(),
        };
        *self = OutgoingData::Kept(pieces.iter().enumerate().map(kept).collect());
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
            OutgoingData::Kept(pieces) => pieces.get(number).map(|piece| &**piece),
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
            // It has waited, and goes on in its turn.
            OutgoingData::Kept(_) => return None,
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
            OutgoingData::Kept(pieces) => Gathered::from_vec(pieces.concat()),
        }
    }
}
