//! Alltoalls of more than a room holds: each piece is for one reader, whose block is copied as it lies.
//!
//! In step `k` of a turn each lays out a piece for the member `k` behind it and takes that of the member `k` before it.

use super::lent::{LentData, LentRoom};
use super::pieces::Cut;
use super::turn::CommonsTurn;
use crate::error::Result;
use ferry_commons::ROOM;
use ferry_sys::Arena;

impl CommonsTurn {
    /// All take their blocks from all others. `is_apart`: what this process gives is not where it takes the others'.
    pub(super) fn exchange_in_pieces(
        &self,
        data: &LentData,
        (room, is_apart): (&LentRoom, bool),
        block: usize,
    ) -> Result<()> {
        let exchange = |kept| Exchange { turn: self, data, room, block, cut: Cut::of(block), kept };
        if is_apart {
            return exchange(None).go();
        }
        self.with_scratch(self.members() as usize * ROOM, |kept| exchange(Some(kept)).go())
    }
}

/// An alltoall as one of its members takes part in it.
struct Exchange<'a> {
    turn: &'a CommonsTurn,
    data: &'a LentData,
    room: &'a LentRoom,
    block: usize,
    cut: Cut,
    /// Where what this process gives lies where it takes the others': a turn's pieces of it, before they are overwritten.
    kept: Option<Arena>,
}

impl Exchange<'_> {
    fn go(&self) -> Result<()> {
        let (turn, block) = (self.turn, self.block);
        let lends = match self.kept {
            None => turn.offer((self.data, 0, block), block, 0)?,
            Some(_) => turn.announce(block).map(|()| false)?,
        };
        for rank in turn.others() {
            turn.find_exactly(rank, block)?;
        }
        let read = turn.begin_exchange(block, lends);
        let laid = if lends { 0 } else { self.pieces() };
        // What is lent is taken in one turn.
        let are_lent = turn.others().all(|rank| turn.lent_by(rank).is_some());
        let taken = if are_lent { self.steps() } else { self.pieces() };
        let (lay, take) = (|index| self.lay(index), |index| self.take(index));
        turn.stream(self.pieces(), (laid, taken), lay, take)?;
        turn.end_exchange(read, if lends { self.steps() } else { 0 })
    }

    /// Steps of a turn.
    fn steps(&self) -> u32 {
        self.turn.members() - 1
    }

    fn pieces(&self) -> u32 {
        self.cut.pieces() * self.steps()
    }

    fn lay(&self, index: u32) -> Result<()> {
        let (steps, members) = (self.steps(), self.turn.members());
        let reader = (self.turn.me() + index % steps + 1) % members;
        let part = self.cut.part(index / steps, self.block);
        let start = |rank: u32| rank as usize * self.block + part.start;
        let lay = |fill: &dyn Fn(&mut [u8])| {
            self.turn.lay_piece((self.pieces(), index), (part.len(), Some(reader)), fill)
        };
        let Some(kept) = &self.kept else {
            return lay(&|out| self.data.put(start(reader), out));
        };
        let place = |rank: u32| rank as usize * ROOM;
        if index.is_multiple_of(steps) {
            for rank in self.turn.others() {
                let mut kept = kept.write(place(rank), part.len());
                self.data.put(start(rank), kept.as_mut_slice());
            }
        }
        lay(&|out| out.copy_from_slice(kept.read(place(reader), out.len()).as_slice()))
    }

    fn take(&self, index: u32) -> Result<()> {
        let (steps, members) = (self.steps(), self.turn.members());
        let giver = (self.turn.me() + members - index % steps - 1) % members;
        let (me, start) = (self.turn.me() as usize, giver as usize * self.block);
        if let Some(address) = self.turn.lent_by(giver) {
            let (address, place) = (address + (me * self.block) as u64, (self.room, start));
            let is_first = index < steps;
            return if is_first {
                self.turn.read_lent((giver, address), place, self.block)
            } else {
                Ok(())
            };
        }
        let part = self.cut.part(index / steps, self.block);
        let piece = (self.pieces(), index);
        let bytes = self.turn.take_piece(piece, (giver, false), 0..part.len())?;
        self.room.take(start + part.start, bytes.as_slice());
        Ok(())
    }
}
