//! Which transmission sequence numbers have come (RFC 9260 §6.2).

use crate::serial::Tsn;
use crate::wire::chunk::GapBlock;

/// Runs beyond the first gap that are remembered; chunks that would make more are dropped and sent
/// again by the peer.
const MAX_RUNS: usize = 1024;
/// Duplicates that one SACK tells of.
const MAX_DUPLICATES: usize = 16;
/// A gap block reaches no further than this from the cumulative number (RFC 9260 §3.3.4).
const REACH: u32 = u16::MAX as u32;

/// What a number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Novelty {
    /// It is the next in line.
    InLine,
    /// It leaves a gap before it.
    Beyond,
    /// It has come before.
    Duplicate,
    /// It is too far off to be remembered.
    OutOfReach,
}

/// The numbers that have come: all up to one, and runs beyond it.
#[derive(Debug)]
pub(super) struct Arrived {
    cumulative: Tsn,
    /// First and last number of each run, in order.
    runs: Vec<(Tsn, Tsn)>,
    duplicates: Vec<Tsn>,
}

impl Arrived {
    pub(super) fn new(initial: Tsn) -> Self {
        let duplicates = Vec::with_capacity(MAX_DUPLICATES);
        Self { cumulative: initial.previous(), runs: Vec::with_capacity(16), duplicates }
    }

    pub(super) const fn cumulative(&self) -> Tsn {
        self.cumulative
    }

    pub(super) fn has_gaps(&self) -> bool {
        !self.runs.is_empty()
    }

    pub(super) fn duplicates(&self) -> &[Tsn] {
        &self.duplicates
    }

    pub(super) fn forget_duplicates(&mut self) {
        self.duplicates.clear();
    }

    /// Position of the first run that does not end before `tsn`.
    fn position(&self, tsn: Tsn) -> usize {
        let reach = tsn.distance_from(self.cumulative);
        self.runs.partition_point(|run| run.1.distance_from(self.cumulative) < reach)
    }

    pub(super) fn look(&self, tsn: Tsn) -> Novelty {
        if tsn.at_or_before(self.cumulative) {
            return Novelty::Duplicate;
        }
        let distance = tsn.distance_from(self.cumulative);
        if distance == 1 {
            return Novelty::InLine;
        }
        if distance > REACH {
            return Novelty::OutOfReach;
        }
        let at = self.position(tsn);
        match self.runs.get(at) {
            Some(run) if run.0.at_or_before(tsn) => Novelty::Duplicate,
            _ if self.runs.len() >= MAX_RUNS && !self.touches(at, tsn) => Novelty::OutOfReach,
            _ => Novelty::Beyond,
        }
    }

    fn touches(&self, at: usize, tsn: Tsn) -> bool {
        let after = self.runs.get(at).is_some_and(|run| run.0 == tsn.next());
        let before = at > 0 && self.runs.get(at - 1).is_some_and(|run| run.1.next() == tsn);
        after || before
    }

    /// Notes a number that [`Self::look`] found new.
    pub(super) fn insert(&mut self, tsn: Tsn) {
        if tsn == self.cumulative.next() {
            self.cumulative = tsn;
            self.swallow();
            return;
        }
        let at = self.position(tsn);
        let after = self.runs.get(at).is_some_and(|run| run.0 == tsn.next());
        let before = at > 0 && self.runs[at - 1].1.next() == tsn;
        match (before, after) {
            (true, true) => {
                self.runs[at - 1].1 = self.runs[at].1;
                self.runs.remove(at);
            }
            (true, false) => self.runs[at - 1].1 = tsn,
            (false, true) => self.runs[at].0 = tsn,
            (false, false) => self.runs.insert(at, (tsn, tsn)),
        }
    }

    /// The peer has given up all that is missing up to `tsn` (RFC 3758 §3.6). False for old news.
    pub(super) fn forward(&mut self, tsn: Tsn) -> bool {
        if tsn.at_or_before(self.cumulative) {
            return false;
        }
        let passed = self.runs.iter().take_while(|run| run.1.at_or_before(tsn)).count();
        self.runs.drain(..passed);
        self.cumulative = tsn;
        if let Some(first) = self.runs.first()
            && first.0.at_or_before(tsn)
        {
            self.cumulative = first.1;
            self.runs.remove(0);
        }
        self.swallow();
        true
    }

    /// The first run may have become part of what came without a gap.
    fn swallow(&mut self) {
        if let Some(first) = self.runs.first()
            && first.0 == self.cumulative.next()
        {
            self.cumulative = first.1;
            self.runs.remove(0);
        }
    }

    pub(super) fn note_duplicate(&mut self, tsn: Tsn) {
        if self.duplicates.len() < MAX_DUPLICATES {
            self.duplicates.push(tsn);
        }
    }

    /// Fills `blocks` with the runs beyond the gap, as many as there is room for.
    pub(super) fn blocks<'b>(&self, blocks: &'b mut [GapBlock]) -> &'b [GapBlock] {
        let mut count = 0;
        for (slot, run) in blocks.iter_mut().zip(&self.runs) {
            let offset = |tsn: Tsn| tsn.distance_from(self.cumulative).min(REACH) as u16;
            *slot = GapBlock { start: offset(run.0), end: offset(run.1) };
            count += 1;
        }
        &blocks[..count]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        /// Against a plain set, across the wrap, in any order and with skips.
        #[test]
        fn agrees_with_a_set(start: u32, steps in prop::collection::vec((0_u32..60, any::<bool>()), 1..120)) {
            let mut arrived = Arrived::new(Tsn(start));
            let mut model = BTreeSet::new();
            let mut cumulative = 0_u32;
            for (n, forward) in steps {
                let tsn = Tsn(start).plus(n);
                if forward && n % 7 == 0 {
                    let news = arrived.forward(tsn);
                    prop_assert_eq!(news, n + 1 > cumulative);
                    cumulative = cumulative.max(n + 1);
                } else {
                    let look = arrived.look(tsn);
                    let known = n < cumulative || model.contains(&n);
                    prop_assert_eq!(look == Novelty::Duplicate, known);
                    if !known {
                        prop_assert_eq!(look == Novelty::InLine, n == cumulative);
                        arrived.insert(tsn);
                        model.insert(n);
                    }
                }
                while model.contains(&cumulative) {
                    cumulative += 1;
                }
                prop_assert_eq!(arrived.cumulative(), Tsn(start).plus(cumulative).previous());
                let mut room = [GapBlock::default(); 64];
                let told: BTreeSet<u32> = arrived.blocks(&mut room).iter()
                    .flat_map(|b| u32::from(b.start)..=u32::from(b.end))
                    .map(|offset| cumulative + offset - 1).collect();
                let beyond: BTreeSet<u32> = model.range(cumulative..).copied().collect();
                prop_assert_eq!(told, beyond);
            }
        }
    }

    #[test]
    fn what_is_too_far_or_too_scattered_is_not_remembered() {
        let mut arrived = Arrived::new(Tsn(1));
        assert_eq!(arrived.look(Tsn(70_000)), Novelty::OutOfReach);
        for n in 0..MAX_RUNS as u32 {
            arrived.insert(Tsn(10 + 2 * n));
        }
        assert_eq!(arrived.look(Tsn(10 + 2 * MAX_RUNS as u32)), Novelty::OutOfReach);
        assert_eq!(arrived.look(Tsn(11)), Novelty::Beyond);
        assert_eq!(arrived.look(Tsn(1)), Novelty::InLine);
    }
}
