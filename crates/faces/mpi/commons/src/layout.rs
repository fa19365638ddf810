//! Where what lies.

/// Most members: each looks at all.
pub const MOST_MEMBERS: u32 = 64;
/// Most bytes that a member lays out for one operation.
pub const ROOM: usize = 16 << 10;

/// A cache line.
const LINE: usize = 64;
/// Places of a member: so many operations may be under way before somebody waits for the slowest.
pub(crate) const PLACES: u32 = 8;
/// A place: its mark, and few bytes behind it in the same lines.
const PLACE: usize = 5 * LINE;
/// Where in a place its bytes begin, aligned for every element.
const HEAD: usize = 16;
/// As many bytes lie in the place itself; more in a room, whose pages are touched by nothing else.
const SHORT: usize = PLACE - HEAD;

/// What belongs to nobody: what tells this memory from other files, and how many sleep.
const COMMON: usize = 2 * LINE;
pub(crate) const TOKEN: usize = 0;
pub(crate) const SLEEPERS: usize = LINE;

/// Where what lies in the memory of so many members.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CommonsLayout {
    members: usize,
}

impl CommonsLayout {
    pub(crate) fn new(members: u32) -> Self {
        CommonsLayout { members: members as usize }
    }

    pub(crate) fn len(self) -> usize {
        self.rooms() + self.members * PLACES as usize * ROOM
    }

    /// How far a member has come.
    pub(crate) fn done(self, rank: u32) -> usize {
        COMMON + rank as usize * LINE
    }

    /// What it waits for in its sleep.
    pub(crate) fn awaited(self, rank: u32) -> usize {
        self.done(rank) + size_of::<u64>()
    }

    fn places(self) -> usize {
        COMMON + self.members * LINE
    }

    fn rooms(self) -> usize {
        (self.places() + self.members * PLACES as usize * PLACE).next_multiple_of(4096)
    }

    fn index(rank: u32, number: u32) -> usize {
        rank as usize * PLACES as usize + (number % PLACES) as usize
    }

    /// The mark of a member's place for an operation.
    pub(crate) fn mark(self, rank: u32, number: u32) -> usize {
        self.places() + CommonsLayout::index(rank, number) * PLACE
    }

    /// So many bytes of it.
    pub(crate) fn bytes(self, rank: u32, number: u32, len: usize) -> usize {
        match len <= SHORT {
            true => self.mark(rank, number) + HEAD,
            false => self.rooms() + CommonsLayout::index(rank, number) * ROOM,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn nothing_lies_on_something_else() {
        for members in [1, 2, 3, 8, MOST_MEMBERS] {
            let layout = CommonsLayout::new(members);
            let mut taken = BTreeMap::from([(0, COMMON), (layout.len(), 0)]);
            for rank in 0..members {
                taken.insert(layout.done(rank), LINE);
                for number in 0..PLACES {
                    taken.insert(layout.mark(rank, number), HEAD + SHORT);
                    taken.insert(layout.bytes(rank, number, ROOM), ROOM);
                }
            }
            assert_eq!(taken.len(), 2 + members as usize * (1 + 2 * PLACES as usize));
            let all: Vec<_> = taken.into_iter().collect();
            assert!(all.windows(2).all(|two| two[0].0 + two[0].1 <= two[1].0));
        }
    }

    #[test]
    fn a_place_is_used_again_after_all_others() {
        let layout = CommonsLayout::new(3);
        assert_eq!(layout.mark(1, 5), layout.mark(1, 5 + PLACES));
        assert_eq!(layout.bytes(2, u32::MAX, SHORT), layout.bytes(2, PLACES - 1, 1));
    }
}
