//! How long the parts of a program take, and how much they compute or move.

use std::fmt::Write;
use std::time::Duration;

/// Longest name of a block.
const LONGEST_NAME: usize = 39;
/// Most blocks.
const MOST: usize = 500;
/// Most operations that one call may report.
const MOST_OPERATIONS: f64 = 1e18;

/// A part of a program.
#[derive(Clone, Debug, Default)]
struct TimedBlock {
    name: String,
    /// Within it and what it calls, and without that.
    inclusive: Duration,
    exclusive: Duration,
    calls: u64,
    /// Floating-point operations, and bytes.
    operations: f64,
    bytes: f64,
}

/// A block that was entered and not left.
#[derive(Clone, Copy, Debug)]
struct OpenBlock {
    index: usize,
    since: Duration,
    /// Time in blocks that were entered from here.
    inner: Duration,
}

/// What a program did wrong with its blocks; it goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TimingSlip {
    /// None is open.
    #[error("MP_Leave without MP_Enter")]
    NothingEntered,
    /// There are too many.
    #[error("more than 500 blocks are timed: this one is not")]
    TooMany,
    /// That many operations in one call are none.
    #[error("MP_Leave was told of operations that cannot be: they count 0")]
    BadOperations,
}

/// The blocks of a program on one process.
#[derive(Clone, Debug, Default)]
pub struct BlockTimes {
    blocks: Vec<TimedBlock>,
    open: Vec<OpenBlock>,
    /// Blocks entered that are not timed.
    untimed: usize,
}

/// What the processes have computed together, for a report.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct BlockReport {
    /// Floating-point operations of all.
    pub operations: f64,
    /// Processes.
    pub size: u32,
    /// Steps of the program that times are given for; 1 for the whole.
    pub steps: u32,
}

/// A block's name: up to a bar, and not too long.
fn name_of(text: &str) -> String {
    text.split('|').next().unwrap_or_default().trim_end().chars().take(LONGEST_NAME).collect()
}

impl BlockTimes {
    fn find(&self, name: &str) -> Option<usize> {
        let name = name_of(name);
        self.blocks.iter().position(|block| block.name == name)
    }

    /// A block begins.
    ///
    /// # Errors
    /// If there are too many to be timed.
    pub fn enter(&mut self, name: &str, now: Duration) -> Result<(), TimingSlip> {
        let index = match self.find(name) {
            Some(index) => index,
            None if self.blocks.len() == MOST => {
                self.untimed += 1;
                return Err(TimingSlip::TooMany);
            }
            None => {
                self.blocks.push(TimedBlock { name: name_of(name), ..TimedBlock::default() });
                self.blocks.len() - 1
            }
        };
        self.open.push(OpenBlock { index, since: now, inner: Duration::ZERO });
        Ok(())
    }

    /// The block entered last ends, in which so many operations were done, or, if negative, bytes moved.
    ///
    /// # Errors
    /// If none was entered, or the number cannot be.
    pub fn leave(&mut self, operations: f64, now: Duration) -> Result<(), TimingSlip> {
        if self.untimed > 0 {
            self.untimed -= 1;
            return Ok(());
        }
        let open = self.open.pop().ok_or(TimingSlip::NothingEntered)?;
        let took = now.saturating_sub(open.since);
        let is_nested = self.open.iter().any(|outer| outer.index == open.index);
        if let Some(outer) = self.open.last_mut() {
            outer.inner += took;
        }
        let block = &mut self.blocks[open.index];
        block.calls += 1;
        block.exclusive += took.saturating_sub(open.inner);
        if !is_nested {
            block.inclusive += took;
        }
        let can_be = operations.abs() <= MOST_OPERATIONS && operations.fract() == 0.0;
        if !can_be {
            return Err(TimingSlip::BadOperations);
        }
        block.operations += operations.max(0.0);
        block.bytes += (-operations).max(0.0);
        Ok(())
    }

    /// Forgets everything but what is open, which begins now.
    pub fn reset(&mut self, now: Duration) {
        self.blocks.iter_mut().for_each(|block| {
            *block = TimedBlock { name: std::mem::take(&mut block.name), ..TimedBlock::default() };
        });
        self.open.iter_mut().for_each(|open| (open.since, open.inner) = (now, Duration::ZERO));
    }

    /// Forgets a block's times.
    pub fn zero(&mut self, name: &str) {
        if let Some(index) = self.find(name) {
            let name = std::mem::take(&mut self.blocks[index].name);
            self.blocks[index] = TimedBlock { name, ..TimedBlock::default() };
        }
    }

    /// Seconds in a block and what it calls.
    pub fn seconds(&self, name: &str) -> f64 {
        self.find(name).map_or(0.0, |index| self.blocks[index].inclusive.as_secs_f64())
    }

    /// Floating-point operations of a block.
    pub fn operations_of(&self, name: &str) -> f64 {
        self.find(name).map_or(0.0, |index| self.blocks[index].operations)
    }

    /// Floating-point operations of all blocks.
    pub fn operations(&self) -> f64 {
        self.blocks.iter().map(|block| block.operations).sum()
    }

    /// A table of the blocks, those that took longest first. The first that was ever entered is what the
    /// others are compared with.
    pub fn report(&self, of_all: &BlockReport) -> String {
        let steps = f64::from(of_all.steps.max(1));
        let total = self.blocks.first().map_or(0.0, |block| block.inclusive.as_secs_f64());
        let mut text =
            format!("{:>10} {:>8} {:>13} {:>8}  name\n", "seconds", "", "+children", "calls");
        let mut blocks: Vec<&TimedBlock> = self.blocks.iter().collect();
        blocks.sort_by_key(|block| std::cmp::Reverse(block.exclusive));
        for block in blocks {
            text += &block.line(total, steps);
        }
        for open in &self.open {
            let name = &self.blocks[open.index].name;
            let _ = writeln!(text, "MP_Enter of {name} has no MP_Leave");
        }
        let billions = of_all.operations / steps / 1e9;
        let rate = if total > 0.0 { of_all.operations / total / 1e9 } else { 0.0 };
        let _ = writeln!(
            text,
            "{billions:.3} billion operations on {} processors: {rate:.3} GFlops",
            of_all.size
        );
        text
    }
}

impl TimedBlock {
    fn line(&self, total: f64, steps: f64) -> String {
        let (own, all) = (self.exclusive.as_secs_f64(), self.inclusive.as_secs_f64());
        let share = if total > 0.0 { own / total * 100.0 } else { 0.0 };
        if share < 0.001 {
            return String::new();
        }
        let name: String = self.name.chars().take(17).collect();
        let mut line = format!(
            "{:10.3} ({share:5.1}%) {:13.3} {:8}  {name:17}",
            own / steps,
            all / steps,
            (self.calls as f64 / steps) as u64,
        );
        if self.operations > 0.0 && all > 0.0 {
            let _ = write!(line, " {:9.3} GFlops", self.operations / all / 1e9);
        }
        if self.bytes > 0.0 && all > 0.0 {
            let _ = write!(line, " {:9.2} MB/sec", self.bytes / all / 1e6);
        }
        line.trim_end().to_owned() + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn inner_blocks_are_not_counted_twice() {
        let mut times = BlockTimes::default();
        times.enter("main", at(0)).unwrap();
        times.enter("work|of Fortran", at(1)).unwrap();
        times.leave(3e9, at(4)).unwrap();
        times.enter("move", at(5)).unwrap();
        times.leave(-2e6, at(6)).unwrap();
        times.leave(0.0, at(10)).unwrap();
        assert_eq!((times.seconds("main"), times.seconds("work")), (10.0, 3.0));
        assert_eq!((times.operations(), times.operations_of("move")), (3e9, 0.0));
        let text = times.report(&BlockReport { operations: 6e9, size: 2, steps: 1 });
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], "     6.000 ( 60.0%)        10.000        1  main");
        assert_eq!(
            lines[2],
            "     3.000 ( 30.0%)         3.000        1  work                  1.000 GFlops"
        );
        assert_eq!(
            lines[3],
            "     1.000 ( 10.0%)         1.000        1  move                   2.00 MB/sec"
        );
        assert_eq!(lines[4], "6.000 billion operations on 2 processors: 0.600 GFlops");
    }

    #[test]
    fn what_is_wrong_is_told_and_does_no_harm() {
        let mut times = BlockTimes::default();
        assert_eq!(times.leave(0.0, at(1)), Err(TimingSlip::NothingEntered));
        times.enter("a", at(1)).unwrap();
        assert_eq!(times.leave(0.5, at(2)), Err(TimingSlip::BadOperations));
        assert_eq!(times.seconds("a"), 1.0);
        for n in 1..MOST {
            times.enter(&format!("block {n}"), at(2)).unwrap();
            times.leave(0.0, at(2)).unwrap();
        }
        assert_eq!(times.enter("one more", at(3)), Err(TimingSlip::TooMany));
        times.leave(0.0, at(4)).unwrap();
        assert_eq!(times.leave(0.0, at(4)), Err(TimingSlip::NothingEntered));
        times.zero("a");
        times.enter("a", at(5)).unwrap();
        times.reset(at(7));
        times.leave(0.0, at(8)).unwrap();
        assert_eq!(times.seconds("a"), 1.0);
        times.enter("block 1", at(9)).unwrap();
        assert!(
            times.report(&BlockReport::default()).contains("MP_Enter of block 1 has no MP_Leave")
        );
    }
}
