//! The pieces of an operation in the rooms of its members.

use super::turn::CommonsTurn;
use crate::coll::operation::{Operation, kind};
use crate::error::Result;
use ferry_commons::{CommonsChange, CommonsPiece};
use ferry_sys::ReadRegion;
use std::ops::Range;

/// More rooms than there are.
pub(super) const ALL_ROOMS: u32 = 1 << 31;

impl CommonsTurn {
    /// A piece of this operation, of so many.
    fn piece(&self, of: u32, index: u32) -> CommonsPiece {
        CommonsPiece { number: self.number, of, index, most_rooms: self.most_rooms(of) }
    }

    /// Through how many rooms so many pieces of a member go at most. Where members share cores, who has more room does
    /// more before another has the core; but where all give and all take, all their rooms would be too many for its
    /// caches (`docs/shared-memory.md`).
    #[inline]
    pub(super) fn most_rooms(&self, of: u32) -> u32 {
        const FEW: u32 = 8;
        match self.of.share_cores && Operation::is_mutual(self.kind) {
            false => ALL_ROOMS,
            true if of <= FEW || u32::from(self.kind) == kind::ALLREDUCE => FEW,
            true => 2 * FEW,
        }
    }

    /// Whether this process can lay a piece out without waiting, that has yet to take the one of index `next`.
    pub(super) fn may_lay(&self, (of, index): (u32, u32), next: u32) -> bool {
        let (commons, piece) = (&self.of.commons, self.piece(of, index));
        index < next + commons.rooms(piece) && commons.is_room_free(piece)
    }

    /// Lays out a piece of `len` bytes for one reader or all others; `fill` writes those that anybody reads.
    pub(super) fn lay_piece(
        &self,
        (of, index): (u32, u32),
        (len, reader): (usize, Option<u32>),
        fill: impl FnOnce(&mut [u8]),
    ) -> Result<()> {
        let is_free = || self.of.commons.is_room_free(self.piece(of, index)).then_some(());
        is_free().map_or_else(|| self.wait(CommonsChange::Ending, is_free), Ok)?;
        self.note_room(self.piece(of, index), self.me());
        if self.of.commons.lay_piece(self.piece(of, index), (len, reader), fill) {
            self.wake(CommonsChange::Laying(self.me()));
        }
        Ok(())
    }

    /// Lays out what this process made of its part of all members' pieces.
    pub(super) fn lay_outcome(&self, (of, index): (u32, u32), part: Range<usize>, bytes: &[u8]) {
        let piece = self.piece(of, index);
        if self.of.commons.lay_outcome(piece, part, |out| out.copy_from_slice(bytes)) {
            self.wake(CommonsChange::Laying(self.me()));
        }
    }

    /// Waits for a member's piece, or what it made of it.
    pub(super) fn find_piece(
        &self,
        piece: CommonsPiece,
        (rank, is_outcome): (u32, bool),
    ) -> Result<()> {
        let find = || self.of.commons.has_piece(piece, rank, is_outcome).then_some(());
        find().map_or_else(|| self.wait(CommonsChange::Laying(rank), find), Ok)
    }

    /// A part of a member's piece, or of what it made of it.
    pub(super) fn take_piece(
        &self,
        (of, index): (u32, u32),
        (rank, is_outcome): (u32, bool),
        part: Range<usize>,
    ) -> Result<ReadRegion> {
        let (commons, piece) = (&self.of.commons, self.piece(of, index));
        self.find_piece(piece, (rank, is_outcome))?;
        let holder = if is_outcome { commons.holder_of_outcome(rank) } else { rank };
        self.note_room(piece, holder);
        Ok(commons.read_piece(piece, holder, part))
    }

    fn note_room(&self, piece: CommonsPiece, rank: u32) {
        if !self.of.commons.was_in_room(piece, rank) {
            self.was_in_new_room.set(true);
        }
    }

    /// Whether what this operation takes says how long others like it will.
    pub(super) fn is_usual(&self) -> bool {
        !self.was_in_new_room.get()
    }

    /// This process needs a piece no more.
    pub(super) fn end_piece(&self, of: u32, index: u32) {
        if self.of.commons.end_piece(self.piece(of, index)) {
            self.wake(CommonsChange::Ending);
        }
    }
}
