//! The tags of the library's own messages: all of them, so that no two uses meet.
//!
//! These messages travel on the collective contexts of communicators, where programs send nothing.

use crate::handle::CommHandle;
use ferry_two_sided::IN_ONE_ORDER;
use std::collections::HashMap;

/// Tags of one use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Tags {
    first: i32,
    len: u32,
}

/// Blocking collectives, by kind.
pub(crate) const BLOCKING: Tags = Tags { first: 0, len: IN_ONE_ORDER };
/// Collectives that may overlap others of their communicator, in the order of their beginnings.
pub(crate) const OVERLAPPING: Tags = Tags { first: IN_ONE_ORDER.cast_signed(), len: 1 << 24 };
/// Meetings under a name, by a hash of it.
pub(crate) const NAMED: Tags = Tags { first: 1 << 29, len: 1 << 28 };
/// Non-blocking duplications of a communicator, in the order of their beginnings.
pub(crate) const DUPLICATIONS: Tags = Tags { first: 1 << 30, len: 1 << 24 };
/// Meetings of two groups that have just been introduced to each other, by a hash of how.
pub(crate) const INTRODUCED: Tags = Tags { first: (1 << 30) + (1 << 24), len: 1 << 24 };
/// What members tell each other of a collective call before they do it, in the order of calls.
pub(crate) const CHECKS: Tags = Tags { first: (1 << 30) + (1 << 25), len: 1 << 24 };
/// Meetings of a communicator's members about the memory that they share.
pub(crate) const COMMONS: Tags = Tags { first: i32::MAX - 4, len: 1 };
/// Letters in a meeting.
pub(crate) const LETTERS: Tags = Tags { first: i32::MAX - 3, len: 1 };
/// Meetings of the two groups of an intercommunicator.
pub(crate) const ACROSS: Tags = Tags { first: i32::MAX - 2, len: 1 };
/// Meetings of all processes of a communicator, or of its local group.
pub(crate) const LOCAL: Tags = Tags { first: i32::MAX - 1, len: 1 };
/// Meetings for which the program has chosen a tag, which is not negative (MPI-5.0 §7.4.2).
pub(crate) const CHOSEN: Tags = Tags { first: i32::MIN, len: 1 << 31 };

impl Tags {
    /// The tag of number `n`; after the last comes the first.
    pub(crate) const fn at(self, n: u32) -> i32 {
        self.first + (n % self.len).cast_signed()
    }
}

/// The tag of a meeting for which the program chose `tag`.
pub(crate) const fn chosen(tag: i32) -> i32 {
    CHOSEN.at(tag.cast_unsigned())
}

/// Counts what the processes of each communicator begin in one order, so that they count alike
/// (MPI-5.0 §6.12, §6.13).
#[derive(Default)]
pub(crate) struct Sequences(HashMap<CommHandle, u32>);

impl Sequences {
    /// The tag of what begins next on a communicator.
    pub(crate) fn next(&mut self, comm: CommHandle, tags: Tags) -> i32 {
        let count = self.0.entry(comm).or_default();
        let tag = tags.at(*count);
        *count = count.wrapping_add(1);
        tag
    }

    /// How much has begun on a communicator.
    pub(crate) fn begun(&self, comm: CommHandle) -> u32 {
        self.0.get(&comm).copied().unwrap_or_default()
    }

    /// So much has begun at another process, which counts what this one does not: both go on from there.
    pub(crate) fn catch_up(&mut self, comm: CommHandle, begun: u32) {
        let count = self.0.entry(comm).or_default();
        *count = begun.max(*count);
    }

    /// Forgets a communicator that was freed.
    pub(crate) fn forget(&mut self, comm: CommHandle) {
        self.0.remove(&comm);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Tags; 11] = [
        CHOSEN,
        BLOCKING,
        OVERLAPPING,
        NAMED,
        DUPLICATIONS,
        INTRODUCED,
        CHECKS,
        COMMONS,
        LETTERS,
        ACROSS,
        LOCAL,
    ];

    #[test]
    fn no_two_uses_meet() {
        for pair in ALL.windows(2) {
            let end = i64::from(pair[0].first) + i64::from(pair[0].len);
            assert!(end <= i64::from(pair[1].first), "{pair:?}");
        }
    }

    #[test]
    fn numbers_go_round() {
        assert_eq!((OVERLAPPING.at(0), OVERLAPPING.at(1 << 24)), (1 << 10, 1 << 10));
        assert_eq!(NAMED.at((1 << 28) - 1), (1 << 29) + (1 << 28) - 1);
    }

    #[test]
    fn what_programs_choose_is_apart() {
        assert_eq!([0, 1, i32::MAX].map(chosen), [i32::MIN, i32::MIN + 1, -1]);
    }
}
