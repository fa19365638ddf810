//! Alltoalls of more than a room holds: each piece is for one reader, whose block is copied as it lies, or for several
//! where blocks are short.
//!
//! In step `k` of a turn each lays out a piece for the member `k` behind it and takes that of the member `k` before it.

use super::lent::{LentData, LentRoom};
use super::pieces::Cut;
use super::turn::CommonsTurn;
use crate::error::Result;
use ferry_commons::ROOM;
use ferry_sys::Arena;
use std::ops::Range;

impl CommonsTurn {
    /// All take their blocks from all others. `is_apart`: what this process gives is not where it takes the others'.
    pub(super) fn exchange_in_pieces(
        &self,
        data: &LentData,
        (room, is_apart): (&LentRoom, bool),
        block: usize,
    ) -> Result<()> {
        /// Longer blocks have a piece for each.
        const SHORT_BLOCK: usize = 2 << 10;
        let lots = if block > SHORT_BLOCK { 1 } else { (ROOM / block) as u32 };
        let cut = Cut::of(block);
        let exchange = |kept| Exchange { turn: self, data, room, block, cut, lots, kept };
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
    /// Blocks of a piece, but for the last.
    lots: u32,
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
        (self.turn.members() - 1).div_ceil(self.lots)
    }

    fn pieces(&self) -> u32 {
        self.cut.pieces() * self.steps()
    }

    /// The members that are concerned in a piece, by how far they are, and the lot of each.
    fn distances(&self, index: u32) -> impl Iterator<Item = (u32, usize)> + Clone {
        let first = index % self.steps() * self.lots + 1;
        (first..self.turn.members().min(first + self.lots)).zip(0..)
    }

    /// What goes of each block in a piece.
    fn part(&self, index: u32) -> Range<usize> {
        self.cut.part(index / self.steps(), self.block)
    }

    fn lay(&self, index: u32) -> Result<()> {
        let (part, members) = (self.part(index), self.turn.members());
        let start = |rank: u32| rank as usize * self.block + part.start;
        let place = |rank: u32| rank as usize * ROOM;
        if let Some(kept) = self.kept.as_ref().filter(|_| index.is_multiple_of(self.steps())) {
            for rank in self.turn.others() {
                let mut kept = kept.write(place(rank), part.len());
                self.data.put(start(rank), kept.as_mut_slice());
            }
        }
        let reader = |distance: u32| (self.turn.me() + distance) % members;
        let readers = self.distances(index).map(|(distance, lot)| (reader(distance), lot));
        let only = readers.clone().next().filter(|_| self.lots == 1).map(|(reader, _)| reader);
        let len = readers.clone().count() * part.len();
        self.turn.lay_piece((self.pieces(), index), (len, only), |out| {
            for (reader, lot) in readers {
                let out = &mut out[lot * part.len()..][..part.len()];
                match &self.kept {
                    None => self.data.put(start(reader), out),
                    Some(kept) => {
                        out.copy_from_slice(kept.read(place(reader), out.len()).as_slice())
                    }
                }
            }
        })
    }

    fn take(&self, index: u32) -> Result<()> {
        let (me, members) = (self.turn.me(), self.turn.members());
        self.distances(index).try_for_each(|(distance, lot)| {
            self.take_from((me + members - distance) % members, (index, lot))
        })
    }

    /// Takes what a member gives in a piece. All of what is lent comes in the first turn.
    fn take_from(&self, giver: u32, (index, lot): (u32, usize)) -> Result<()> {
        let start = giver as usize * self.block;
        if let Some(address) = self.turn.lent_by(giver) {
            if index < self.steps() {
                let address = address + (self.turn.me() as usize * self.block) as u64;
                self.turn.read_lent((giver, address), (self.room, start), self.block)?;
            }
            return Ok(());
        }
        let part = self.part(index);
        let lot = lot * part.len()..(lot + 1) * part.len();
        let bytes = self.turn.take_piece((self.pieces(), index), (giver, false), lot)?;
        self.room.take(start + part.start, bytes.as_slice());
        Ok(())
    }
}
