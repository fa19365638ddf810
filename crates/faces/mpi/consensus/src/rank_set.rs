//! Some of the ranks, mostly few.

use ferry_wire::Reader;
use std::collections::BTreeSet;

/// Some of the ranks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RankSet(BTreeSet<u32>);

impl RankSet {
    /// Whether a rank is of them.
    pub fn contains(&self, rank: u32) -> bool {
        self.0.contains(&rank)
    }

    /// Adds a rank; false: it was there.
    pub fn insert(&mut self, rank: u32) -> bool {
        self.0.insert(rank)
    }

    /// In order.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        self.0.iter().copied()
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether all of these are of the others, too.
    pub fn is_within(&self, other: &RankSet) -> bool {
        self.0.is_subset(&other.0)
    }

    /// Keeps those that are of the others, too.
    pub fn keep_common(&mut self, other: &RankSet) {
        self.0.retain(|rank| other.contains(*rank));
    }

    /// Their number, and each.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend((self.0.len() as u32).to_le_bytes());
        self.0.iter().for_each(|rank| bytes.extend(rank.to_le_bytes()));
    }

    /// What [`RankSet::write`] wrote, of `size` ranks. `None`: nobody wrote that.
    pub fn read(reader: &mut Reader<'_>, size: u32) -> Option<RankSet> {
        let count = reader.u32().ok().filter(|count| *count <= size)?;
        let mut ranks = RankSet::default();
        for _ in 0..count {
            ranks.0.insert(reader.u32().ok().filter(|rank| *rank < size)?);
        }
        Some(ranks)
    }
}

impl FromIterator<u32> for RankSet {
    fn from_iter<T: IntoIterator<Item = u32>>(ranks: T) -> Self {
        RankSet(ranks.into_iter().collect())
    }
}
