//! What long operations take if members read each other's memory, and if they copy through the rooms.

use ferry_sys::CopyChoice;
use std::time::Duration;

/// Operations of a kind that moved so many bytes of each member.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LongOperation {
    /// Among the kinds that are measured.
    pub(super) index: usize,
    pub(super) bytes: usize,
    /// They were read where they lay.
    pub(super) is_lent: bool,
}

/// Such operations one after the other, with whatever the program does in between but for other kinds of operation.
#[derive(Clone, Copy, Debug)]
struct Row {
    operation: LongOperation,
    /// When the one before them ended, and as much later as others have taken.
    since: Duration,
    operations: u32,
}

/// What `N` kinds of operation have taken, as this process sees it.
#[derive(Debug)]
pub(super) struct Ways<const N: usize> {
    choices: [CopyChoice; N],
    /// Where members share cores the time of one operation tells whose turn it was: some are measured together then, from the
    /// end of one to the end of another, when all have had theirs.
    in_rows: bool,
    rows: [Option<Row>; N],
}

impl<const N: usize> Ways<N> {
    /// Of members that share cores, or do not.
    pub(super) fn new(in_rows: bool) -> Self {
        let choices = std::array::from_fn(|_| CopyChoice::new(usize::MAX));
        Ways { choices, in_rows, rows: [None; N] }
    }

    /// One has lasted from `start` to `end`.
    pub(super) fn note(&mut self, operation: LongOperation, (start, end): (Duration, Duration)) {
        if !self.in_rows {
            return self.took(operation, end.saturating_sub(start));
        }
        self.pass(operation.index, (start, end));
        let row = &mut self.rows[operation.index];
        let Some(row) = row.as_mut().filter(|row| row.operation == operation) else {
            *row = Some(Row { operation, since: end, operations: 0 });
            return;
        };
        row.operations += 1;
        // The first of a trial begins a row.
        if row.operations + 1 == CopyChoice::TRIAL {
            let took = end.saturating_sub(row.since) / row.operations;
            (row.since, row.operations) = (end, 0);
            self.took(operation, took);
        }
    }

    /// What one of a kind has taken says nothing.
    pub(super) fn skip(&mut self, index: usize, times: (Duration, Duration)) {
        self.pass(index, times);
        self.rows[index] = None;
    }

    /// No other kind has taken that time.
    fn pass(&mut self, index: usize, (start, end): (Duration, Duration)) {
        for row in self.rows.iter_mut().flatten().filter(|row| row.operation.index != index) {
            row.since += end.saturating_sub(start);
        }
    }

    fn took(&mut self, operation: LongOperation, took: Duration) {
        let LongOperation { index, bytes, is_lent } = operation;
        match is_lent {
            true => self.choices[index].read(bytes, took),
            false => self.choices[index].copied(bytes, took),
        }
    }

    /// Whether the next one had better be lent.
    pub(super) fn is_better_lent(&mut self, index: usize, bytes: usize) -> bool {
        self.choices[index].is_better_read(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BYTES: usize = 1 << 20;

    fn micros(count: u64) -> Duration {
        Duration::from_micros(count)
    }

    /// So many operations of which each lent one takes `lent` and each copied one `copied`, of which this process sees
    /// what `seen` says; how many were lent.
    fn perform(ways: &mut Ways<1>, [lent, copied]: [u64; 2], seen: impl Fn(bool) -> u64) -> u32 {
        let (mut end, mut count) = (Duration::ZERO, 0);
        for _ in 0..1000 {
            let is_lent = ways.is_better_lent(0, BYTES);
            end += micros(if is_lent { lent } else { copied });
            let start = end.saturating_sub(micros(seen(is_lent)));
            ways.note(LongOperation { index: 0, bytes: BYTES, is_lent }, (start, end));
            count += u32::from(is_lent);
        }
        count
    }

    #[test]
    fn who_comes_last_sees_its_own_part_only_unless_rows_are_measured() {
        let seen = |is_lent| if is_lent { 10 } else { 20 };
        let misled = perform(&mut Ways::new(false), [100, 50], seen);
        let right = perform(&mut Ways::new(true), [100, 50], seen);
        assert!(misled > 900 && right < 100, "{misled} and {right} of 1000 were lent");
        let lent = perform(&mut Ways::new(true), [50, 100], |_| 10);
        assert!(lent > 900, "{lent} of 1000 were lent");
    }

    #[test]
    fn what_took_longer_than_usual_is_in_no_row() {
        let mut ways = Ways::<1>::new(true);
        let (mut end, mut lent) = (Duration::ZERO, 0);
        for number in 0..1000 {
            let is_lent = ways.is_better_lent(0, BYTES);
            let is_new = !is_lent && number < 100;
            let start = end;
            end += micros(if is_new {
                900
            } else if is_lent {
                60
            } else {
                30
            });
            match is_new {
                true => ways.skip(0, (start, end)),
                false => ways.note(LongOperation { index: 0, bytes: BYTES, is_lent }, (start, end)),
            }
            lent += u32::from(is_lent);
        }
        assert!(lent < 100, "{lent} of 1000 were lent");
    }

    #[test]
    fn kinds_that_take_turns_are_measured_all_the_same() {
        let mut ways = Ways::<2>::new(true);
        let (mut end, mut lent) = (Duration::ZERO, [0; 2]);
        for _ in 0..1000 {
            for (index, [read, copied]) in [[50, 100], [100, 50]].into_iter().enumerate() {
                let is_lent = ways.is_better_lent(index, BYTES);
                let took = micros(if is_lent { read } else { copied });
                end += took;
                ways.note(LongOperation { index, bytes: BYTES, is_lent }, (end - took, end));
                lent[index] += u32::from(is_lent);
            }
        }
        assert!(lent[0] > 900 && lent[1] < 100, "{lent:?} of 1000 were lent");
    }
}
