//! Long reductions of members that share cores. One after the other, in order of rank, they reduce their operands into the
//! same memory, a stretch at a time; whoever wants something of the outcome takes it when the last one has made it.
//!
//! Nobody copies an operand for others to read, and who has the core does all it can before the next one needs it.

use super::pieces::Cut;
use super::reduction::LentVectors;
use super::rooms::ALL_ROOMS;
use super::turn::CommonsTurn;
use crate::coll::operation::kind;
use crate::error::Result;
use ferry_commons::{CommonsChange, CommonsPiece};
use ferry_sys::copy_received;
use std::ops::Range;

impl CommonsTurn {
    /// Whether this reduction goes so. What is shorter is at its end before the second member has a core; and to a root the
    /// others need not wait for each other otherwise.
    pub(super) fn reduces_in_chain(&self, len: usize) -> bool {
        let least = match self.kind.into() {
            kind::ALLREDUCE => 64 << 10,
            kind::REDUCE => 256 << 10,
            _ => 128 << 10,
        };
        self.of.share_cores && len >= least
    }

    /// Reduces all members' vectors, of which this process wants a part.
    pub(super) fn reduce_in_chain(
        &self,
        vectors: &LentVectors,
        wanted: Range<usize>,
    ) -> Result<()> {
        let start = self.lending_time();
        Chain::new(self, vectors, wanted).go()?;
        self.note_unmeasured(start);
        Ok(())
    }
}

/// A reduction as one of its members takes part in it.
struct Chain<'a> {
    turn: &'a CommonsTurn,
    vectors: &'a LentVectors,
    /// What this process has of the outcome.
    wanted: Range<usize>,
    cut: Cut,
    /// Pieces of each stretch, but for the last.
    pieces: u32,
    stretches: u32,
}

impl<'a> Chain<'a> {
    fn new(turn: &'a CommonsTurn, vectors: &'a LentVectors, wanted: Range<usize>) -> Self {
        /// So many stretches there are at least, if there are as many pieces: as many members work at once.
        const FEWEST: u32 = 8;
        /// Pieces of a stretch at most, which stay in a core's cache while it adds to them.
        const MOST_PIECES: u32 = 4;
        let cut = Cut::of_elements(vectors.input.len(), vectors.basic.extent());
        let pieces = (cut.pieces() / FEWEST).clamp(1, MOST_PIECES.min(turn.members()));
        let stretches = cut.pieces().div_ceil(pieces);
        Chain { turn, vectors, wanted, cut, pieces, stretches }
    }

    fn go(&self) -> Result<()> {
        let (turn, len) = (self.turn, self.vectors.input.len());
        turn.announce(len)?;
        turn.of.commons.note_chain(self.stretch(self.stretches - 1));
        match turn.me().checked_sub(1) {
            // Nobody needs a room any more when all have come here.
            None => turn.wait_for_reading(0, None)?,
            Some(before) => turn.find_exactly(before, len)?,
        }
        let rooms = turn.of.commons.rooms(self.stretch(0));
        for first in (0..self.stretches).step_by(rooms as usize) {
            let mut indices = first..self.stretches.min(first + rooms);
            indices.clone().try_for_each(|index| self.add_to(index))?;
            indices.try_for_each(|index| self.take_from(index))?;
        }
        // All had ended the operation before, or the first one would not have begun.
        turn.note_all();
        Ok(())
    }

    fn stretch(&self, index: u32) -> CommonsPiece {
        let (number, of) = (self.turn.number, self.stretches);
        CommonsPiece { number, of, index, most_rooms: ALL_ROOMS }
    }

    /// In whose rooms a stretch lies, no two pieces of it with the same member, and where in the vectors.
    fn parts(&self, index: u32) -> impl Iterator<Item = (u32, Range<usize>)> {
        let first = index * self.pieces;
        let pieces = first..self.cut.pieces().min(first + self.pieces);
        pieces.map(|piece| {
            let part = self.cut.part(piece, self.vectors.input.len());
            (piece % self.turn.members(), part)
        })
    }

    /// Waits until a member has done its part to a stretch.
    fn wait_for(&self, index: u32, rank: u32) -> Result<()> {
        self.turn.find_piece(self.stretch(index), (rank, false))
    }

    /// Waits until this process may write to a stretch.
    fn wait_for_room(&self, index: u32) -> Result<()> {
        let rooms = self.turn.of.commons.rooms(self.stretch(index));
        match self.turn.me().checked_sub(1) {
            Some(before) => self.wait_for(index, before),
            // Another one lay here.
            None if index >= rooms => self.turn.wait_for_reading(index + 1 - rooms, None),
            None => Ok(()),
        }
    }

    /// This process's part. The last one takes the outcome as well.
    fn add_to(&self, index: u32) -> Result<()> {
        self.wait_for_room(index)?;
        let (turn, vectors, stretch) = (self.turn, self.vectors, self.stretch(index));
        for (holder, part) in self.parts(index) {
            let mut sum = turn.of.commons.write_in_chain(stretch, holder, part.len());
            let own = vectors.input.read(part.start, part.len());
            let (sum, own) = (sum.as_mut_slice(), own.as_slice());
            if turn.me() == 0 {
                sum.copy_from_slice(own);
                continue;
            }
            // Both are as long, and the operation is one for the datatype.
            let _ = ferry_op::reduce(vectors.op, vectors.basic, own, sum);
            if self.is_last() {
                self.take(part, sum);
            }
        }
        if turn.of.commons.mark_in_chain(stretch) {
            turn.wake(CommonsChange::Laying(turn.me()));
        }
        Ok(())
    }

    fn is_last(&self) -> bool {
        self.turn.me() + 1 == self.turn.members()
    }

    /// Takes what this process wants of a stretch that the last one has made, unless that is this process.
    fn take_from(&self, index: u32) -> Result<()> {
        let wants = |part: Range<usize>| !self.of_wanted(&part).is_empty();
        let stretch = self.stretch(index);
        if !self.is_last() && self.parts(index).any(|(_, part)| wants(part)) {
            let last = self.turn.members() - 1;
            // With what each has seen of the one before it, all do the same.
            self.turn.find_exactly(last, self.vectors.input.len())?;
            self.wait_for(index, last)?;
            for (holder, part) in self.parts(index) {
                let made = self.turn.of.commons.read_piece(stretch, holder, 0..part.len());
                self.take(part, made.as_slice());
            }
        }
        self.turn.end_piece(stretch.of, index);
        Ok(())
    }

    /// What is wanted of a part of the outcome goes where the program has it.
    fn take(&self, part: Range<usize>, made: &[u8]) {
        let wanted = self.of_wanted(&part);
        if !wanted.is_empty() {
            let place = wanted.start - self.wanted.start;
            let mut output = self.vectors.output.write(place, wanted.len());
            let made = &made[wanted.start - part.start..wanted.end - part.start];
            copy_received(output.as_mut_slice(), made);
        }
    }

    /// What this process wants of a part.
    fn of_wanted(&self, part: &Range<usize>) -> Range<usize> {
        part.start.max(self.wanted.start)..part.end.min(self.wanted.end)
    }
}
