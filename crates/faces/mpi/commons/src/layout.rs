//! Where what lies.

/// Most members: each looks at all.
pub const MOST_MEMBERS: u32 = 64;
/// Most bytes that a member lays out at once; more goes in pieces.
pub const ROOM: usize = 16 << 10;
/// Most bytes of a member that an operation moves in pieces: as many as a mark can tell.
pub const LONGEST: usize = (1 << LEN_BITS) - 1;
/// Bits of a length in a mark.
pub(crate) const LEN_BITS: u32 = 27;

/// A cache line.
pub(crate) const LINE: usize = 64;
/// Places of a member: so many operations may be under way before somebody waits for the slowest. A root that runs ahead
/// looks at the others half as often as there are.
pub(crate) const PLACES: u32 = 32;
/// Rooms of a member, for what is longer, where memory is to be spared.
const FEWEST_ROOMS: u32 = 8;
/// The same where members share cores: who has more room does more before another has the core.
const ROOMS_OF_SHARERS: u32 = 32;
/// Rooms of a member otherwise: a room that is written anew has left its readers' own caches meanwhile, which have to give
/// its lines back else.
const MOST_ROOMS: u32 = 128;
/// Rooms of all members at most, unless each has the fewest.
const ROOMS_OF_ALL: u32 = 1024;

/// Why members have fewer rooms than they could use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoomWish {
    /// Memory is to be spared.
    pub few: bool,
    /// Some of the members share cores.
    pub share_cores: bool,
}

/// How many rooms each of so many members has: a power of two, so that numbers may go round.
pub fn rooms_of(members: u32, wish: RoomWish) -> u32 {
    let most = match wish {
        RoomWish { few: true, .. } => FEWEST_ROOMS,
        RoomWish { share_cores: true, .. } => ROOMS_OF_SHARERS,
        _ => MOST_ROOMS,
    };
    (ROOMS_OF_ALL / members.max(1).next_power_of_two()).clamp(FEWEST_ROOMS, most)
}
/// A place: its mark, and few bytes behind it in the same lines.
const PLACE: usize = 5 * LINE;
/// Where in a place its bytes begin, aligned for every element.
pub(crate) const HEAD: usize = 16;
/// As many bytes lie in the place itself; more in a room, whose pages are touched by nothing else.
pub(crate) const SHORT: usize = PLACE - HEAD;

/// The marks of a room.
const ROOM_MARKS: usize = LINE;

/// What belongs to nobody: what tells this memory from other files, and how many sleep.
const COMMON: usize = 2 * LINE;
pub(crate) const TOKEN: usize = 0;
pub(crate) const SLEEPERS: usize = LINE;

/// Where what lies in the memory of so many members.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CommonsLayout {
    members: usize,
    pub(crate) rooms: u32,
}

impl CommonsLayout {
    /// # Panics
    /// If the rooms of each are not a power of two.
    pub(crate) fn new(members: u32, rooms: u32) -> Self {
        assert!(rooms.is_power_of_two(), "{rooms} rooms");
        CommonsLayout { members: members as usize, rooms }
    }

    pub(crate) fn len(self) -> usize {
        self.rooms_at() + self.members * self.rooms as usize * ROOM
    }

    /// How far a member has come.
    pub(crate) fn done(self, rank: u32) -> usize {
        COMMON + rank as usize * LINE
    }

    /// What it waits for in its sleep.
    pub(crate) fn awaited(self, rank: u32) -> usize {
        self.done(rank) + size_of::<u64>()
    }

    /// Why it has left operations, and from which on.
    pub(crate) fn excuse(self, rank: u32) -> usize {
        self.done(rank) + 2 * size_of::<u64>()
    }

    /// Which way it wants others' bytes to come.
    pub(crate) fn wishes(self, rank: u32) -> usize {
        self.done(rank) + 3 * size_of::<u64>()
    }

    /// A word of the place of a member that lends its memory for an operation.
    pub(crate) fn lent(self, rank: u32, number: u32, word: usize) -> usize {
        self.mark(rank, number) + HEAD + word * size_of::<u64>()
    }

    fn places(self) -> usize {
        COMMON + self.members * LINE
    }

    /// Marks of rooms, of each member together: who waits for one looks at the next one soon.
    fn room_marks(self) -> usize {
        self.places() + self.members * PLACES as usize * PLACE
    }

    fn rooms_at(self) -> usize {
        let marks = self.members * self.rooms as usize * ROOM_MARKS;
        (self.room_marks() + marks).next_multiple_of(4096)
    }

    /// The mark of a member's place for an operation.
    pub(crate) fn mark(self, rank: u32, number: u32) -> usize {
        let index = rank as usize * PLACES as usize + (number % PLACES) as usize;
        self.places() + index * PLACE
    }

    /// The mark of a member's room: of what was laid out there, or of what was made of it.
    pub(crate) fn room_mark(self, rank: u32, room: u32, is_outcome: bool) -> usize {
        let index = rank as usize * self.rooms as usize + room as usize;
        self.room_marks() + index * ROOM_MARKS + usize::from(is_outcome) * size_of::<u64>()
    }

    /// A member's room.
    pub(crate) fn room(self, rank: u32, room: u32) -> usize {
        self.rooms_at() + (rank as usize * self.rooms as usize + room as usize) * ROOM
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn nothing_lies_on_something_else() {
        for members in [1, 2, 3, 8, MOST_MEMBERS] {
            let rooms = rooms_of(members, RoomWish { few: false, share_cores: false });
            let layout = CommonsLayout::new(members, rooms);
            let mut taken = BTreeMap::from([(0, COMMON), (layout.len(), 0)]);
            for rank in 0..members {
                taken.insert(layout.done(rank), LINE);
                for number in 0..PLACES {
                    taken.insert(layout.mark(rank, number), HEAD + SHORT);
                }
                for room in 0..rooms {
                    taken.insert(layout.room_mark(rank, room, false), size_of::<u64>());
                    taken.insert(layout.room_mark(rank, room, true), size_of::<u64>());
                    taken.insert(layout.room(rank, room), ROOM);
                }
            }
            let parts = 1 + PLACES as usize + 3 * rooms as usize;
            assert_eq!(taken.len(), 2 + members as usize * parts);
            let all: Vec<_> = taken.into_iter().collect();
            assert!(all.windows(2).all(|two| two[0].0 + two[0].1 <= two[1].0));
        }
    }

    #[test]
    fn few_have_many_rooms() {
        let rooms = [1, 2, 8, 9, 16, 64]
            .map(|members| rooms_of(members, RoomWish { few: false, share_cores: false }));
        assert_eq!(rooms, [128, 128, 128, 64, 64, 16]);
        let few = |share_cores| RoomWish { few: true, share_cores };
        for members in 1..=MOST_MEMBERS {
            assert_eq!(
                [false, true].map(|shared| rooms_of(members, few(shared))),
                [FEWEST_ROOMS; 2]
            );
        }
        let shared = RoomWish { few: false, share_cores: true };
        let rooms = [2, 16, 33, 64].map(|members| rooms_of(members, shared));
        assert_eq!(rooms, [32, 32, 16, 16]);
    }

    #[test]
    fn a_place_is_used_again_after_all_others() {
        let layout = CommonsLayout::new(3, 16);
        assert_eq!(layout.mark(1, 5), layout.mark(1, 5 + PLACES));
        assert_eq!(layout.mark(2, u32::MAX), layout.mark(2, PLACES - 1));
    }
}
