//! Which numbers have come from a sender: what was lost, what was late, what came twice.

/// Numbers behind the newest that are remembered.
const REMEMBERED: u64 = 1024;
const WORDS: usize = (REMEMBERED / 64) as usize;

/// What became of the frames of one sender.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Statistics {
    /// Frames sent to the peer.
    pub sent: u64,
    /// Frames delivered.
    pub received: u64,
    /// Numbers that are missing. One that comes late is missing no longer.
    pub lost: u64,
    /// Frames that were overtaken by later ones on the way.
    pub late: u64,
    /// Frames that came again, and frames so old that they may have; none was delivered.
    pub duplicated: u64,
}

/// What to do with a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Admission {
    /// It is the newest.
    New,
    /// It was overtaken.
    Late,
    /// It came before, or may have.
    Again,
}

/// The numbers of one sender.
#[derive(Clone, Debug)]
pub(crate) struct Window {
    /// One more than the newest; `None` until the first.
    next: Option<u64>,
    seen: [u64; WORDS],
    pub(crate) statistics: Statistics,
}

impl Window {
    /// For a sender all of whose frames should come: numbers start at 0.
    pub(crate) fn from_start() -> Self {
        Window { next: Some(0), ..Window::from_first() }
    }

    /// For a sender that may have begun earlier: numbers start with the first that comes.
    pub(crate) fn from_first() -> Self {
        Window { next: None, seen: [0; WORDS], statistics: Statistics::default() }
    }

    /// Takes note of a number.
    pub(crate) fn note(&mut self, number: u64) -> Admission {
        let next = self.next.unwrap_or(number);
        if number >= next {
            return self.note_new(next, number);
        }
        if next - number > REMEMBERED || self.has(number) {
            self.statistics.duplicated += 1;
            return Admission::Again;
        }
        self.mark(number);
        self.statistics.late += 1;
        self.statistics.lost = self.statistics.lost.saturating_sub(1);
        Admission::Late
    }

    fn note_new(&mut self, next: u64, number: u64) -> Admission {
        // The number after the last there can be has no place.
        let Some(after) = number.checked_add(1) else { return Admission::Again };
        let skipped = number - next;
        match skipped >= REMEMBERED {
            true => self.seen = [0; WORDS],
            false => (next..number).for_each(|n| self.unmark(n)),
        }
        self.mark(number);
        self.next = Some(after);
        self.statistics.lost += skipped;
        Admission::New
    }

    fn place(number: u64) -> (usize, u64) {
        let at = number % REMEMBERED;
        ((at / 64) as usize, 1 << (at % 64))
    }

    fn has(&self, number: u64) -> bool {
        let (word, bit) = Self::place(number);
        self.seen[word] & bit != 0
    }

    fn mark(&mut self, number: u64) {
        let (word, bit) = Self::place(number);
        self.seen[word] |= bit;
    }

    fn unmark(&mut self, number: u64) {
        let (word, bit) = Self::place(number);
        self.seen[word] &= !bit;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashSet;

    #[test]
    fn gaps_are_losses_until_they_are_filled() {
        let mut window = Window::from_start();
        assert_eq!(window.note(2), Admission::New);
        assert_eq!(window.statistics.lost, 2);
        assert_eq!(window.note(0), Admission::Late);
        assert_eq!((window.statistics.lost, window.statistics.late), (1, 1));
        assert_eq!(window.note(0), Admission::Again);
        assert_eq!(window.note(2), Admission::Again);
        assert_eq!(window.statistics.duplicated, 2);
    }

    #[test]
    fn who_joins_later_has_lost_nothing() {
        let mut window = Window::from_first();
        assert_eq!(window.note(1000), Admission::New);
        assert_eq!(window.note(1002), Admission::New);
        assert_eq!(window.statistics.lost, 1);
    }

    #[test]
    fn extreme_numbers_are_survived() {
        let mut window = Window::from_start();
        assert_eq!(window.note(u64::MAX), Admission::Again);
        assert_eq!(window.note(u64::MAX - 1), Admission::New);
        assert_eq!(window.note(0), Admission::Again);
    }

    proptest! {
        #[test]
        fn nothing_is_taken_twice_and_the_sums_are_right(
            steps in proptest::collection::vec((0u64..4, 0u64..40, any::<bool>()), 1..400),
        ) {
            let (mut window, mut taken, mut newest) = (Window::from_start(), HashSet::new(), 0u64);
            for (ahead, behind, forward) in steps {
                let number = if forward { newest + ahead } else { newest.saturating_sub(behind) };
                newest = newest.max(number);
                let arrival = window.note(number);
                prop_assert_eq!(arrival != Admission::Again, taken.insert(number));
            }
            let missing = newest + 1 - taken.len() as u64;
            prop_assert_eq!(window.statistics.lost, missing);
        }
    }
}
