//! Memory that a member lends for an operation: others read it where it is, and say when they have.

use super::{Commons, CommonsMark, came_to, has_come_to, kind_of};
use std::sync::atomic::Ordering;

/// The kind in the mark of who lends; the operation's own stands beside the address.
pub(super) const LENT: u8 = 31;

impl Commons {
    /// Says that what this process lays out for an operation is to be read at an address of its own, and what it makes of
    /// all members' at another, if it makes something. It waits for [`Commons::is_read`] before it leaves the operation.
    /// The place is free. True: somebody sleeps.
    ///
    /// # Panics
    /// If that is longer than [`LONGEST`](crate::LONGEST).
    pub fn lend(&self, number: u32, mark: CommonsMark, [address, outcome]: [u64; 2]) -> bool {
        let word = |word| self.long(self.layout.lent(self.me, number, word));
        word(0).store(address, Ordering::Relaxed);
        word(1).store(mark.kind.into(), Ordering::Relaxed);
        word(2).store(outcome, Ordering::Relaxed);
        self.announce(number, CommonsMark { kind: LENT, len: mark.len })
    }

    /// What the mark of who lends means.
    #[cold]
    pub(super) fn lent_mark(&self, number: u32, rank: u32, len: usize) -> CommonsMark {
        let kind = self.long(self.layout.lent(rank, number, 1)).load(Ordering::Relaxed);
        CommonsMark { kind: kind as u8 & 31, len }
    }

    /// Where a member whose mark was found lends its bytes, if it does.
    pub fn lent(&self, number: u32, rank: u32) -> Option<u64> {
        let mark = self.long(self.layout.mark(rank, number)).load(Ordering::Acquire);
        (kind_of(mark) == LENT)
            .then(|| self.long(self.layout.lent(rank, number, 0)).load(Ordering::Relaxed))
    }

    /// Where such a member has what it makes of all members' bytes.
    pub fn lent_outcome(&self, number: u32, rank: u32) -> u64 {
        self.long(self.layout.lent(rank, number, 2)).load(Ordering::Relaxed)
    }

    /// Whether one member, or all others, have read what this process lends for an operation so many times. Who reads
    /// [ends a piece](Commons::end_piece) then.
    pub fn is_read(&self, number: u32, times: u32, reader: Option<u32>) -> bool {
        let read = came_to(number, times);
        match reader {
            Some(rank) => has_come_to(self.came(rank), read),
            None => self.all_have_come_to(read),
        }
    }

    /// Which ways a member wants others' bytes to come: bits, as the members agree what they mean.
    pub fn wishes(&self, rank: u32) -> u64 {
        self.long(self.layout.wishes(rank)).load(Ordering::Relaxed)
    }

    /// Says what this process wants from the next operation on.
    pub fn wish(&self, wishes: u64) {
        self.long(self.layout.wishes(self.me)).store(wishes, Ordering::Relaxed);
    }
}
