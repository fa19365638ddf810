//! Memory that a process has attached to a window (MPI-5.0 §12.2.4).

use ferry_sys::Arena;

/// Pieces that are kept after they were detached, at most.
const MOST_DETACHED: usize = 16;

/// What becomes of accesses that come for memory after it was detached, which no right program makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LateAccess {
    /// They are refused.
    Refused,
    /// They reach it until all members have met, as with other implementations: programs detach, and then
    /// synchronize.
    Taken,
}

/// The memory that is attached to a window, and was of late.
#[derive(Clone, Debug, Default)]
pub struct AttachedMemory {
    present: Vec<Arena>,
    detached: Vec<Arena>,
}

impl AttachedMemory {
    /// False: some of it is attached already.
    pub(crate) fn attach(&mut self, memory: Arena) -> bool {
        if self.present.iter().any(|other| meet(&memory, other)) {
            return false;
        }
        self.detached.retain(|other| !meet(&memory, other));
        self.present.push(memory);
        true
    }

    /// False: nothing is attached there.
    pub(crate) fn detach(&mut self, address: usize, late: LateAccess) -> bool {
        let found = self.present.iter().position(|memory| memory.address(0) == address);
        let Some(memory) = found.map(|index| self.present.swap_remove(index)) else { return false };
        if late == LateAccess::Taken {
            if self.detached.len() == MOST_DETACHED {
                self.detached.remove(0);
            }
            self.detached.push(memory);
        }
        true
    }

    /// Nothing comes any more for what was detached.
    pub(crate) fn forget_detached(&mut self) {
        self.detached.clear();
    }

    /// What `reaches` makes of the first piece for which it makes something. What is attached goes before what was,
    /// and each piece also counts together with all that is attached right behind it.
    pub(crate) fn find<T>(&self, reaches: impl Fn(&Arena) -> Option<T>) -> Option<T> {
        let together =
            |piece: &Arena| reaches(piece).or_else(|| reaches(&self.with_followers(*piece)));
        self.present.iter().find_map(together).or_else(|| self.detached.iter().find_map(&reaches))
    }

    fn with_followers(&self, mut piece: Arena) -> Arena {
        let others = self.present.iter().filter(|next| !next.is_empty());
        while let Some(both) = others.clone().find_map(|next| piece.joined(next)) {
            piece = both;
        }
        piece
    }
}

/// Whether two pieces have bytes in common. One of no bytes meets none.
fn meet(one: &Arena, other: &Arena) -> bool {
    let end = |arena: &Arena| arena.address(0) + arena.len();
    !one.is_empty() && other.address(0) < end(one) && one.address(0) < end(other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_sys::OwnedBuffer;

    /// Whether anything reaches `len` bytes from `start` on.
    fn reaches(attached: &AttachedMemory, start: usize, len: usize) -> bool {
        let inside = |piece: &Arena| {
            (piece.address(0) <= start && start + len <= piece.address(0) + piece.len())
                .then_some(())
        };
        attached.find(inside).is_some()
    }

    #[test]
    fn pieces_side_by_side_are_one() {
        let room = OwnedBuffer::new(64);
        let (all, start) = (room.arena(64), room.arena(64).address(0));
        let mut attached = AttachedMemory::default();
        assert!(attached.attach(all.part(0, 16)) && attached.attach(all.part(16, 16)));
        assert!(!attached.attach(all.part(8, 16)), "some of it is attached");
        assert!(attached.attach(all.part(8, 0)), "no bytes are in nobody's way");
        assert!(reaches(&attached, start + 8, 16) && !reaches(&attached, start + 24, 16));
        assert!(!attached.detach(start + 1, LateAccess::Taken));
    }

    #[test]
    fn what_was_detached_is_reached_until_all_have_met() {
        let room = OwnedBuffer::new(64);
        let (all, start) = (room.arena(64), room.arena(64).address(0));
        let mut attached = AttachedMemory::default();
        assert!(attached.attach(all.part(0, 16)) && attached.attach(all.part(32, 16)));
        assert!(attached.detach(start, LateAccess::Taken));
        assert!(!attached.detach(start, LateAccess::Taken), "it is detached already");
        assert!(reaches(&attached, start, 16));
        assert!(attached.attach(all.part(8, 4)) && !reaches(&attached, start, 16));
        assert!(attached.detach(start + 8, LateAccess::Taken) && reaches(&attached, start + 8, 4));
        attached.forget_detached();
        assert!(!reaches(&attached, start + 8, 4) && reaches(&attached, start + 32, 16));
        assert!(attached.detach(start + 32, LateAccess::Refused));
        assert!(!reaches(&attached, start + 32, 16));
    }
}
