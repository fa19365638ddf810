//! What is longer than a room goes in pieces, through the rooms in turn.

use super::{Commons, came_to, has_come_to};
use crate::layout::PLACES;
use ferry_sys::{ReadRegion, WriteRegion};
use std::ops::Range;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// A piece of an operation. All members count alike, so that they find each other's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CommonsPiece {
    /// Of which operation.
    pub number: u32,
    /// How many pieces a member lays out for it at most.
    pub of: u32,
    /// Which of them.
    pub index: u32,
    /// Through how many rooms they go at most, a power of two.
    pub most_rooms: u32,
}

impl CommonsPiece {
    /// That of an operation which has one.
    #[inline]
    pub fn only(number: u32, most_rooms: u32) -> Self {
        CommonsPiece { number, of: 1, index: 0, most_rooms }
    }

    /// In which room it lies. Whatever lay there before is known to whoever writes: any order will do that uses rooms in
    /// turn.
    #[inline]
    fn room(self, rooms: u32) -> u32 {
        self.number.wrapping_mul(self.of).wrapping_add(self.index) & (self.in_turn(rooms) - 1)
    }

    /// Through how many of so many rooms they go. What comes in many is better written where it was not long ago: it fills
    /// the cores' caches with other things, and more rooms would be in none of them (`docs/shared-memory.md`).
    #[inline]
    fn in_turn(self, rooms: u32) -> u32 {
        const MANY: u32 = 4;
        const ROOMS_OF_MANY: u32 = 32;
        let most = if self.of < MANY { rooms } else { rooms.min(ROOMS_OF_MANY) };
        most.min(self.most_rooms)
    }

    pub(super) fn mark(self) -> u64 {
        came_to(self.number, self.index + 1)
    }
}

/// What a room of this process was needed for last.
#[derive(Default, Debug)]
pub(super) struct RoomUse {
    /// The how manieth operation it was for.
    operation: AtomicU64,
    /// The others need it no more when they have come so far.
    until: AtomicU64,
    /// The only other's rank, behind the next number; 0: all of them.
    reader: AtomicU32,
}

/// The same of all rooms.
pub(super) type RoomUses = Box<[RoomUse]>;

impl Commons {
    /// Through how many rooms an operation of such pieces goes.
    #[inline]
    pub fn rooms(&self, piece: CommonsPiece) -> u32 {
        piece.in_turn(self.layout.rooms)
    }

    #[inline]
    pub(super) fn room(&self, piece: CommonsPiece) -> u32 {
        piece.room(self.layout.rooms)
    }

    /// Whether this process's room for a piece of the operation that was begun last may be written to, as far as others
    /// are concerned: who reads pieces of its own lays out less than [`Commons::rooms`] ahead of them.
    pub fn is_room_free(&self, piece: CommonsPiece) -> bool {
        let used = &self.uses[self.room(piece) as usize];
        let operations =
            self.begun.load(Ordering::Relaxed) - used.operation.load(Ordering::Relaxed);
        let until = used.until.load(Ordering::Relaxed);
        // What was so long ago is over, since its place was free again; and numbers go round.
        if operations >= u64::from(PLACES) || used.operation.load(Ordering::Relaxed) == 0 {
            return true;
        }
        match used.reader.load(Ordering::Relaxed) {
            0 => {
                has_come_to(self.passed.load(Ordering::Relaxed), until)
                    || self.all_have_come_to(until)
            }
            next => has_come_to(self.came(next - 1), until),
        }
    }

    /// Whether this process has been in a member's room for a piece before, as it is now. The first time its pages have to
    /// be mapped, and those that nobody has been in to be made.
    pub fn was_in_room(&self, piece: CommonsPiece, rank: u32) -> bool {
        let index = rank * self.layout.rooms + self.room(piece);
        let (word, bit) = (&self.known[(index / u64::BITS) as usize], 1 << (index % u64::BITS));
        let known = word.load(Ordering::Relaxed);
        if known & bit == 0 {
            word.store(known | bit, Ordering::Relaxed);
        }
        known & bit != 0
    }

    /// A piece is about to be written, which only `reader` reads, or all others do.
    pub(super) fn note_use(&self, piece: CommonsPiece, reader: Option<u32>) {
        self.note_use_of(&self.uses[self.room(piece) as usize], piece.mark(), reader);
    }

    pub(super) fn note_use_of(&self, used: &RoomUse, until: u64, reader: Option<u32>) {
        used.operation.store(self.begun.load(Ordering::Relaxed), Ordering::Relaxed);
        used.until.store(until, Ordering::Relaxed);
        used.reader.store(reader.map_or(0, |rank| rank + 1), Ordering::Relaxed);
    }

    /// Lays the first `len` bytes of a room out as a piece, for one reader or all others: `fill` writes those that anybody
    /// reads. The room is free. True: somebody sleeps.
    ///
    /// # Panics
    /// If it has less.
    pub fn lay_piece(
        &self,
        piece: CommonsPiece,
        (len, reader): (usize, Option<u32>),
        fill: impl FnOnce(&mut [u8]),
    ) -> bool {
        self.note_use(piece, reader);
        fill(self.write_room(piece, self.me, 0..len).as_mut_slice());
        self.mark_room(piece, false)
    }

    /// In whose room lies what a member makes of its part of all members' pieces: at that part of the next member's. Nobody
    /// else reads anything there, and it has just read it, so that its core has the lines to write (`docs/shared-memory.md`).
    #[inline]
    pub fn holder_of_outcome(&self, rank: u32) -> u32 {
        if rank + 1 == self.members() { 0 } else { rank + 1 }
    }

    /// Lays out what this process has made of its part of all members' pieces, which it has read. True: somebody sleeps.
    ///
    /// # Panics
    /// If it is not in the room.
    pub fn lay_outcome(
        &self,
        piece: CommonsPiece,
        part: Range<usize>,
        fill: impl FnOnce(&mut [u8]),
    ) -> bool {
        let holder = self.holder_of_outcome(self.me);
        fill(self.write_room(piece, holder, part).as_mut_slice());
        self.mark_room(piece, true)
    }

    pub(super) fn write_room(
        &self,
        piece: CommonsPiece,
        rank: u32,
        part: Range<usize>,
    ) -> WriteRegion {
        assert!(part.end <= crate::ROOM);
        let room = self.layout.room(rank, self.room(piece));
        self.arena.write(room + part.start, part.len())
    }

    pub(super) fn mark_room(&self, piece: CommonsPiece, is_outcome: bool) -> bool {
        let at = self.layout.room_mark(self.me, self.room(piece), is_outcome);
        self.long(at).store(piece.mark(), Ordering::Release);
        self.somebody_sleeps()
    }

    /// Whether a member has laid out a piece, or what it made of it.
    #[inline]
    pub fn has_piece(&self, piece: CommonsPiece, rank: u32, is_outcome: bool) -> bool {
        let at = self.layout.room_mark(rank, self.room(piece), is_outcome);
        self.long(at).load(Ordering::Acquire) == piece.mark()
    }

    /// A part of what lies in a member's room.
    ///
    /// # Panics
    /// If it is not in the room.
    #[inline]
    pub fn read_piece(&self, piece: CommonsPiece, rank: u32, part: Range<usize>) -> ReadRegion {
        assert!(part.end <= crate::ROOM);
        let room = self.layout.room(rank, self.room(piece));
        self.arena.read(room + part.start, part.len())
    }

    /// This process needs a piece no more, nor those before it. True: somebody sleeps.
    #[inline]
    pub fn end_piece(&self, piece: CommonsPiece) -> bool {
        self.come_to(piece.mark())
    }
}
