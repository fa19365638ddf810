//! Pieces of a frame that are read from their sender's memory. Their packets say where:
//!
//! ```text
//! 24  key  32  address  40  length
//! ```
//!
//! A piece counts as consumed once it and all before it were read: by that the sender knows that its place is free
//! again. While pieces are being read nothing else of the peer's is taken than packets that bring more of them.

use crate::ffi::RemotePlace;
use ferry_session::{Nonsense, nonsense};
use ferry_wire::{Reader, Writer};
use std::collections::VecDeque;

/// Bytes that say where a piece lies.
const PLACE: usize = 20;

/// Where a piece lies, as it travels.
pub(crate) fn encode(place: &RemotePlace) -> [u8; PLACE] {
    let mut out = [0; PLACE];
    let mut w = Writer::new(&mut out);
    w.u64(place.key);
    w.u64(place.address);
    w.u32(place.len);
    out
}

/// Where a piece lies, by what a packet brings.
pub(crate) fn decode(bytes: &[u8]) -> Result<RemotePlace, Nonsense> {
    let read = |r: &mut Reader<'_>| {
        let (key, address, len) = (r.u64().ok()?, r.u64().ok()?, r.u32().ok()?);
        (r.rest().is_empty() && len > 0).then_some(RemotePlace { key, address, len })
    };
    match read(&mut Reader::new(bytes)) {
        Some(place) => Ok(place),
        None => nonsense("a piece to be read that is nowhere"),
    }
}

/// A piece.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    /// The number of the packet that told of it.
    pub(crate) number: u32,
    /// Where in the payload it has its place.
    pub(crate) at: usize,
    pub(crate) place: RemotePlace,
    /// What it takes of the window.
    pub(crate) cost: u32,
}

/// The pieces of the frame that is coming in, until they were read.
#[derive(Default)]
pub(crate) struct Reading {
    /// Each with whether it was read, in the order of their packets.
    pieces: VecDeque<(Piece, bool)>,
    /// The first of them have been begun, and so many of these have not ended.
    begun: usize,
    under_way: usize,
    cost: u32,
}

impl Reading {
    pub(crate) fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Whether the provider may write to where the frame lands.
    pub(crate) fn is_under_way(&self) -> bool {
        self.under_way > 0
    }

    /// What all of them take of the window.
    pub(crate) fn cost(&self) -> u32 {
        self.cost
    }

    pub(crate) fn push(&mut self, piece: Piece) {
        self.cost += piece.cost;
        self.pieces.push_back((piece, false));
    }

    /// The piece whose read is to be begun next.
    pub(crate) fn next(&self) -> Option<Piece> {
        self.pieces.get(self.begun).map(|(piece, _)| *piece)
    }

    /// Its read is under way.
    pub(crate) fn note_begun(&mut self) {
        self.begun += 1;
        self.under_way += 1;
    }

    /// A read came to nothing.
    pub(crate) fn note_failed(&mut self) {
        self.under_way -= 1;
    }

    /// A piece was read. Returns what is consumed now that was not.
    pub(crate) fn finish(&mut self, number: u32) -> u32 {
        self.under_way -= 1;
        for (piece, is_read) in &mut self.pieces {
            *is_read |= piece.number == number;
        }
        let mut consumed = 0;
        while let Some((piece, true)) = self.pieces.front() {
            consumed += piece.cost;
            self.begun -= 1;
            self.pieces.pop_front();
        }
        self.cost -= consumed;
        consumed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn piece(number: u32) -> Piece {
        let place = RemotePlace { key: 1, address: 2, len: 3 };
        Piece { number, at: 0, place, cost: 1 << number }
    }

    #[test]
    fn pieces_are_consumed_in_their_order_however_they_are_read() {
        let mut reading = Reading::default();
        (0..3).for_each(|number| reading.push(piece(number)));
        for number in 0..3 {
            assert_eq!(reading.next().map(|piece| piece.number), Some(number));
            reading.note_begun();
        }
        assert!(reading.next().is_none());
        assert_eq!((reading.finish(1), reading.cost()), (0, 7));
        assert_eq!((reading.finish(0), reading.cost()), (3, 4));
        reading.push(piece(3));
        assert_eq!(reading.next().map(|piece| piece.number), Some(3));
        assert_eq!((reading.finish(2), reading.is_under_way()), (4, false));
        assert_eq!((reading.is_empty(), reading.cost()), (false, 8));
    }

    proptest! {
        #[test]
        fn what_is_encoded_is_decoded(key: u64, address: u64, len in 1..u32::MAX) {
            let place = RemotePlace { key, address, len };
            prop_assert_eq!(decode(&encode(&place)), Ok(place));
        }

        #[test]
        fn what_is_no_place_is_refused(bytes in proptest::collection::vec(0..2u8, 0..30)) {
            let is_sound = bytes.len() == PLACE && bytes[16..].iter().any(|byte| *byte != 0);
            prop_assert_eq!(decode(&bytes).is_ok(), is_sound);
        }
    }
}
