//! Who tells each other what they call: the members of a communicator; of one between two groups those of both.

use crate::comm::Comm;
use crate::comm::idup::everyone;
use crate::group::Group;
use crate::process::Process;
use std::ops::Range;
use std::sync::Arc;

/// The positions of those that tell each other: all of one group, then all of the other, if there is one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sides {
    first: usize,
    second: usize,
    /// Whether this process is of the second.
    is_second: bool,
}

impl Sides {
    /// Those of a communicator, and all of its processes by their positions.
    pub(super) fn of(process: &Process, comm: &Comm) -> (Sides, Arc<Group>) {
        let local = comm.size() as usize;
        let Some(remote) = &comm.remote else {
            return (Sides::one(local), comm.group.clone());
        };
        let (remote, all) = (remote.size() as usize, everyone(process, comm));
        let sides = match all.peer(0) == comm.group.peer(0) {
            true => Sides { first: local, second: remote, is_second: false },
            false => Sides { first: remote, second: local, is_second: true },
        };
        (sides, Arc::new(all))
    }

    /// One group of so many.
    pub(super) fn one(size: usize) -> Sides {
        Sides { first: size, second: 0, is_second: false }
    }

    #[cfg(test)]
    pub(super) fn two(first: usize, second: usize) -> Sides {
        Sides { first, second, is_second: false }
    }

    /// Whether there are two groups.
    pub(super) fn are_two(&self) -> bool {
        self.second != 0
    }

    /// Whether two positions are of one group.
    pub(super) fn together(&self, a: usize, b: usize) -> bool {
        (a < self.first) == (b < self.first)
    }

    /// The positions of the group of one.
    pub(super) fn side(&self, of: usize) -> Range<usize> {
        if of < self.first { 0..self.first } else { self.first..self.first + self.second }
    }

    /// The positions that one exchanges data with: those of the other group, or of the only one.
    pub(super) fn partners(&self, of: usize) -> Range<usize> {
        let is_first = of < self.first;
        match self.are_two() && is_first {
            true => self.first..self.first + self.second,
            false => 0..self.first,
        }
    }

    /// The same for this process.
    pub(super) fn own_partners(&self) -> Range<usize> {
        self.partners(if self.is_second { self.first } else { 0 })
    }

    /// The rank in its group.
    pub(super) fn rank(&self, position: usize) -> usize {
        if position < self.first { position } else { position - self.first }
    }

    /// What the members of the group of a position are called; of several.
    pub(super) fn kind(&self, position: usize) -> &'static str {
        match (self.are_two(), (position < self.first) == self.is_second) {
            (false, _) => "",
            (true, false) => "local ",
            (true, true) => "remote ",
        }
    }

    /// What this process calls a position.
    pub(super) fn name(&self, position: usize) -> String {
        format!("{}rank {}", self.kind(position), self.rank(position))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partners_are_of_the_other_group_where_there_is_one() {
        let (one, two) = (Sides::one(3), Sides::two(2, 3));
        assert_eq!((one.partners(2), one.own_partners()), (0..3, 0..3));
        assert_eq!((two.partners(1), two.partners(2), two.own_partners()), (2..5, 0..2, 2..5));
        let other = Sides { is_second: true, ..two };
        assert_eq!(other.own_partners(), 0..2);
        assert_eq!((one.side(2), two.side(1), two.side(2)), (0..3, 0..2, 2..5));
        assert!(two.together(0, 1) && two.together(2, 4) && !two.together(1, 2));
    }

    #[test]
    fn positions_are_called_by_rank_and_side() {
        let two = Sides::two(2, 3);
        assert_eq!(Sides::one(3).name(2), "rank 2");
        assert_eq!([1, 2].map(|at| two.name(at)), ["local rank 1", "remote rank 0"]);
        let other = Sides { is_second: true, ..two };
        assert_eq!([1, 2].map(|at| other.name(at)), ["remote rank 1", "local rank 0"]);
    }
}
