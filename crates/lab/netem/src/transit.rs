//! Packets on their way, by the time they are due.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, VecDeque};
use std::time::Duration;

/// A packet on its way.
#[derive(Debug, Clone)]
pub(crate) struct Travelling<P> {
    pub(crate) due: Duration,
    pub(crate) entered: Duration,
    number: u64,
    pub(crate) packet: P,
}

/// Earliest first; of those due at once, in the order pushed. Most packets are due after all before
/// them and only line up; the heap holds the others.
#[derive(Debug, Clone)]
pub(crate) struct Transit<P> {
    lined_up: VecDeque<Travelling<P>>,
    overtaking: BinaryHeap<Reversed<P>>,
    number: u64,
}

#[derive(Debug, Clone)]
struct Reversed<P>(Travelling<P>);

impl<P> Travelling<P> {
    fn rank(&self) -> (Duration, u64) {
        (self.due, self.number)
    }
}

impl<P> Ord for Reversed<P> {
    fn cmp(&self, other: &Self) -> Ordering {
        other.0.rank().cmp(&self.0.rank())
    }
}

impl<P> PartialOrd for Reversed<P> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<P> PartialEq for Reversed<P> {
    fn eq(&self, other: &Self) -> bool {
        self.0.rank() == other.0.rank()
    }
}

impl<P> Eq for Reversed<P> {}

impl<P> Default for Transit<P> {
    fn default() -> Self {
        Self { lined_up: VecDeque::new(), overtaking: BinaryHeap::new(), number: 0 }
    }
}

impl<P> Transit<P> {
    pub(crate) fn len(&self) -> usize {
        self.lined_up.len() + self.overtaking.len()
    }

    pub(crate) fn push(&mut self, entered: Duration, due: Duration, late: bool, packet: P) {
        let number = self.number;
        self.number += 1;
        let travelling = Travelling { due, entered, number, packet };
        // One that is late on purpose must not stand in the line: all after it would miss the line.
        if !late && self.lined_up.back().is_none_or(|last| last.due <= due) {
            self.lined_up.push_back(travelling);
        } else {
            self.overtaking.push(Reversed(travelling));
        }
    }

    fn heads(&self) -> (Option<&Travelling<P>>, Option<&Travelling<P>>) {
        (self.lined_up.front(), self.overtaking.peek().map(|reversed| &reversed.0))
    }

    pub(crate) fn next_due(&self) -> Option<Duration> {
        let (lined_up, overtaking) = self.heads();
        lined_up.into_iter().chain(overtaking).map(|travelling| travelling.due).min()
    }

    /// The earliest, if it is due by `now`.
    pub(crate) fn pop(&mut self, now: Duration) -> Option<Travelling<P>> {
        let (lined_up, overtaking) = self.heads();
        let by_line = match (lined_up, overtaking) {
            (None, None) => return None,
            (Some(first), Some(second)) => first.rank() < second.rank(),
            (first, _) => first.is_some(),
        };
        let head = if by_line { lined_up } else { overtaking };
        if head.is_none_or(|travelling| travelling.due > now) {
            return None;
        }
        match by_line {
            true => self.lined_up.pop_front(),
            false => self.overtaking.pop().map(|reversed| reversed.0),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.lined_up.clear();
        self.overtaking.clear();
    }
}
