//! Which processes take part.

/// Processes that do something together, in the order of their numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Participants(Vec<u32>);

impl Participants {
    /// All processes of a job of this size.
    pub fn all(size: u32) -> Self {
        Participants((0..size).collect())
    }

    /// Those that a mask names: one word for each process, 1 for members.
    pub fn of_mask(mask: &[i32]) -> Self {
        Participants(
            (0..).zip(mask).filter(|(_, word)| **word == 1).map(|(node, _)| node).collect(),
        )
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The place of a process among them.
    pub fn place_of(&self, node: u32) -> Option<usize> {
        self.0.binary_search(&node).ok()
    }

    /// Their numbers, in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        self.0.iter().copied()
    }

    /// The process at a place, counted round.
    pub(crate) fn at(&self, place: usize) -> u32 {
        self.0[place % self.0.len()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mask_names_those_with_exactly_one() {
        let members = Participants::of_mask(&[1, 0, 2, 1, -1, 1]);
        assert_eq!(members, Participants(vec![0, 3, 5]));
        assert_eq!((members.place_of(3), members.place_of(2)), (Some(1), None));
        assert_eq!(members.at(4), 3);
        assert!(Participants::of_mask(&[0]).is_empty() && Participants::all(3).len() == 3);
    }
}
