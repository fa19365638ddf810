//! Rooms of all members in which one after the other works: what lies there is nobody's own.

use super::{Commons, CommonsPiece, came_to};
use ferry_sys::WriteRegion;

impl Commons {
    /// The first `len` bytes of a member's room, which this process alone has now, as the members agree by
    /// [marks](Commons::mark_in_chain). Before the first of them nobody needs any room: all have
    /// [come](Commons::is_read) to the operation.
    ///
    /// # Panics
    /// If it has less.
    pub fn write_in_chain(&self, piece: CommonsPiece, rank: u32, len: usize) -> WriteRegion {
        self.write_room(piece, rank, 0..len)
    }

    /// Says that this process has done its part to a piece. True: somebody sleeps.
    pub fn mark_in_chain(&self, piece: CommonsPiece) -> bool {
        self.mark_room(piece, false)
    }

    /// Others need each room of this process until they have ended this piece, the last of its operation.
    pub fn note_chain(&self, last: CommonsPiece) {
        self.note_all_rooms(last.mark());
    }

    /// The same until all others have left an operation that this process has left before them: they may write there.
    pub fn note_chain_of_others(&self, number: u32) {
        self.note_all_rooms(came_to(number.wrapping_add(1), 0));
    }

    fn note_all_rooms(&self, until: u64) {
        self.uses.iter().for_each(|used| self.note_use_of(used, until, None));
    }
}
