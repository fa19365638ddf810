//! A process's seat in the group, and the shapes that algorithms lay over the ranks.

/// A process's rank in a group of `size` processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// Own rank, less than `size`.
    pub rank: u32,
    /// Number of processes.
    pub size: u32,
}

impl Member {
    /// A seat; `rank` must be less than `size`.
    pub fn new(rank: u32, size: u32) -> Self {
        debug_assert!(rank < size, "rank {rank} of {size}");
        Member { rank, size }
    }

    /// The rank `distance` places above, around the circle; `distance` is at most the size.
    pub(crate) fn above(self, distance: u32) -> u32 {
        around(self.rank, distance, self.size)
    }

    /// The rank `distance` places below, around the circle; `distance` is at most the size.
    pub(crate) fn below(self, distance: u32) -> u32 {
        around(self.rank, self.size - distance, self.size)
    }

    /// Own distance from `root`, going up around the circle.
    pub(crate) fn relative_to(self, root: u32) -> u32 {
        around(self.rank, self.size - root, self.size)
    }

    /// Own position in the binomial tree whose top is `root`.
    pub(crate) fn tree(self, root: u32) -> Tree {
        Tree { position: self.relative_to(root), root, size: self.size }
    }

    /// 1, 2, 4, ... below the group's size: the distances of doubling algorithms.
    pub(crate) fn distances(self) -> impl DoubleEndedIterator<Item = u32> + use<> {
        let count = u32::BITS - (self.size - 1).leading_zeros();
        (0..count).map(|bit| 1 << bit)
    }
}

/// `rank + distance` modulo `size`, both at most `size`.
fn around(rank: u32, distance: u32, size: u32) -> u32 {
    let sum = u64::from(rank) + u64::from(distance);
    // The remainder is below `size`, so it fits again.
    (sum % u64::from(size)) as u32
}

/// A node of a binomial tree over positions relative to the root: position `p` heads the positions
/// from `p` up to `p` plus its lowest set bit, so every subtree is a contiguous range.
#[derive(Clone, Copy)]
pub(crate) struct Tree {
    pub(crate) position: u32,
    root: u32,
    size: u32,
}

/// A child in a [`Tree`] and the positions it heads.
#[derive(Clone, Copy)]
pub(crate) struct TreeChild {
    pub(crate) rank: u32,
    pub(crate) first: u32,
    pub(crate) last: u32,
}

impl Tree {
    /// The rank that sits at a position.
    pub(crate) fn rank_at(self, position: u32) -> u32 {
        around(position, self.root, self.size)
    }

    /// The parent's rank, `None` at the top.
    pub(crate) fn parent(self) -> Option<u32> {
        (self.position != 0).then(|| self.rank_at(self.position & (self.position - 1)))
    }

    /// One past the last position of the own subtree.
    pub(crate) fn last(self) -> u32 {
        match self.position {
            0 => self.size,
            p => (p + (1 << p.trailing_zeros())).min(self.size),
        }
    }

    /// The children, smallest subtree first.
    pub(crate) fn children(self) -> impl DoubleEndedIterator<Item = TreeChild> {
        let reach = self.last() - self.position;
        let count = u32::BITS - (reach - 1).leading_zeros();
        (0..count).map(move |bit| {
            let first = self.position + (1 << bit);
            TreeChild {
                rank: self.rank_at(first),
                first,
                last: (first + (1 << bit)).min(self.last()),
            }
        })
    }
}

/// The group folded to a power of two: each of the first `extra` pairs of neighbours is served by its
/// even member. The order of ranks is kept, so folding is good for operations that do not commute.
#[derive(Clone, Copy)]
pub(crate) struct Fold {
    /// Number of processes that stay, a power of two.
    pub(crate) size: u32,
    extra: u32,
}

/// What a process does about the fold.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum FoldRole {
    /// Takes no part after giving its data to this (lower) neighbour.
    Away(u32),
    /// Works at this position for itself and this (higher) neighbour.
    Pair(u32, u32),
    /// Works at this position for itself.
    Alone(u32),
}

impl Fold {
    pub(crate) fn new(size: u32) -> Self {
        let folded = 1 << size.ilog2();
        Fold { size: folded, extra: size - folded }
    }

    /// What the process at `position` of the unfolded order does.
    pub(crate) fn role(self, position: u32) -> FoldRole {
        if position >= 2 * self.extra {
            FoldRole::Alone(position - self.extra)
        } else if position.is_multiple_of(2) {
            FoldRole::Pair(position / 2, position + 1)
        } else {
            FoldRole::Away(position - 1)
        }
    }

    /// The unfolded position of the process that works at a folded one; for `size` itself, the end.
    pub(crate) fn unfold(self, folded: u32) -> u32 {
        if folded < self.extra { 2 * folded } else { folded + self.extra }
    }
}
