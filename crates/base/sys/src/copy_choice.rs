//! Whether bytes of another process had better be read from its memory or copied twice: as measured, since machines differ
//! by a factor of five, and one machine from buffer to buffer.
//!
//! Two copies by two cores take less time than one by the kernel where one message is under way and both cores have
//! nothing else to do. The kernel's takes less where the reader's core has the data in its caches, or where both ends
//! copy for several messages (`docs/shared-memory.md`).

use std::time::Duration;

/// Shorter ones are not asked about.
const LEAST: usize = 16 << 10;
/// Longer ones come in two copies: a read of theirs would keep the reader from everything else for too long.
const MOST: usize = 8 << 20;
/// Messages of a size that go the better way before the other is tried again: at first, since what was seen may have been
/// an exception, and after each trial twice as many up to the most. The worse the other was, the more they are.
const TRIAL_EVERY: (u32, u32) = (16, 256);
/// So many times as many at most.
const RARELY: u64 = 16;
/// What a way of copying takes, in nanoseconds for a MiB.
#[derive(Clone, Copy, Default, Debug)]
pub struct CopyCost(Option<u64>);

impl CopyCost {
    /// So many bytes were copied. What took less counts more: the rest was waiting, or somebody else's turn.
    pub fn note(&mut self, bytes: usize, took: Duration) {
        let cost = ((took.as_nanos() << 20) / bytes.max(1) as u128).min(u64::MAX.into()) as u64;
        self.0 = Some(match self.0 {
            None => cost,
            Some(known) if cost < known => u64::midpoint(known, cost),
            Some(known) => known + (cost.min(known.saturating_mul(2)) - known) / 8,
        });
    }

    /// What both take together, if both are known.
    fn and(self, other: Self) -> Self {
        CopyCost(self.0.zip(other.0).map(|(one, other)| one.saturating_add(other)))
    }
}

/// What is known of the messages of a size.
#[derive(Clone, Copy, Default, Debug)]
struct SizeClass {
    copied: CopyCost,
    read: CopyCost,
    /// Messages until the next trial; during one, how many of it are left.
    until: u32,
    in_trial: bool,
    /// So many trials have been.
    trials: u32,
}

impl SizeClass {
    /// `copied`: what it takes to copy messages of the size, or the frames in which they come, with all that this
    /// process has to copy for it.
    fn is_better_read(&mut self, copied: CopyCost) -> bool {
        // The first messages are a trial of reading, and the next ones are copied.
        let better = matches!((self.read.0, copied.0), (Some(read), Some(copied)) if read < copied);
        if self.until == 0 {
            self.in_trial = !self.in_trial;
            self.until = if self.in_trial { CopyChoice::TRIAL } else { self.pause(copied) };
            self.trials += u32::from(!self.in_trial);
        }
        self.until -= 1;
        better != self.in_trial
    }

    /// How many messages go by before the next trial: what takes three times as long is tried nine times as rarely, so that
    /// trials cost little.
    fn pause(&self, copied: CopyCost) -> u32 {
        let (first, most) = TRIAL_EVERY;
        let usual = (first << self.trials.min(8)).min(most);
        let (Some(read), Some(copied)) = (self.read.0, copied.0) else { return usual };
        let (less, more) = (read.min(copied).max(1), read.max(copied));
        let tenfold = more.saturating_mul(10) / less;
        let times = (tenfold.saturating_mul(tenfold) / 100).clamp(1, RARELY);
        usual * times as u32
    }
}

/// What messages of many sizes have taken by either way.
#[derive(Debug)]
pub struct CopyChoice {
    /// Messages are copied in frames of so many bytes.
    fragment: usize,
    classes: [SizeClass; CopyChoice::CLASSES],
}

impl CopyChoice {
    /// Sizes, each of which begins at twice the last.
    pub const CLASSES: usize = 10;
    /// Messages of a trial: what is read for the first time is in no cache of the reader's.
    pub const TRIAL: u32 = 4;

    /// Of messages that are copied in frames of so many bytes.
    pub fn new(fragment: usize) -> Self {
        CopyChoice { fragment, classes: Default::default() }
    }

    /// Whether it is measured what so many bytes take; else they are copied.
    #[inline]
    pub fn is_measured(bytes: usize) -> bool {
        (LEAST..=MOST).contains(&bytes)
    }

    /// Of which size so many bytes are, below [`CopyChoice::CLASSES`].
    pub fn class(bytes: usize) -> usize {
        let index = (bytes / LEAST).max(1).ilog2() as usize;
        index.min(Self::CLASSES - 1)
    }

    /// Bytes have come in two copies, a frame at a time.
    pub fn copied(&mut self, bytes: usize, took: Duration) {
        self.classes[Self::class(bytes)].copied.note(bytes, took);
    }

    /// Bytes were read.
    pub fn read(&mut self, bytes: usize, took: Duration) {
        self.classes[Self::class(bytes)].read.note(bytes, took);
    }

    /// Whether the next so many bytes had better be read, or read once more to see what has become of it.
    pub fn is_better_read(&mut self, bytes: usize) -> bool {
        let copied = self.copied_as_frames(bytes);
        Self::is_measured(bytes) && self.classes[Self::class(bytes)].is_better_read(copied)
    }

    /// The same where each end sends as much as it receives: then each core makes two copies, or one read. `written`: what
    /// the copy takes of what is sent.
    pub fn is_better_read_both_ways(&mut self, bytes: usize, written: CopyCost) -> bool {
        let copied = self.copied_as_frames(bytes).and(written);
        Self::is_measured(bytes) && self.classes[Self::class(bytes)].is_better_read(copied)
    }

    /// What it takes to copy the frames in which so many bytes come.
    fn copied_as_frames(&self, bytes: usize) -> CopyCost {
        self.classes[Self::class(bytes.min(self.fragment))].copied
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Messages of a size, of which one that is copied and one that is read take so long; how many were read.
    fn receive(
        class: &mut SizeClass,
        messages: u32,
        copied: u64,
        read: impl Fn(u32) -> u64,
    ) -> u32 {
        let (mut total, mut in_a_row) = (0, 0);
        for _ in 0..messages {
            let is_read = class.is_better_read(class.copied);
            (total, in_a_row) = if is_read { (total + 1, in_a_row + 1) } else { (total, 0) };
            match is_read {
                true => class.read.note(1 << 20, Duration::from_nanos(read(in_a_row))),
                false => class.copied.note(1 << 20, Duration::from_nanos(copied)),
            }
        }
        total
    }

    #[test]
    fn the_quicker_way_is_taken_and_the_other_tried() {
        let mut class = SizeClass::default();
        let slow = receive(&mut class, 10_000, 10_000, |_| 12_000);
        assert!((100..300).contains(&slow), "{slow} of 10,000 were read");
        let mut class = SizeClass::default();
        let slow = receive(&mut class, 10_000, 10_000, |_| 35_000);
        assert!((20..60).contains(&slow), "{slow} of 10,000 were read, which takes long");
        let mut class = SizeClass::default();
        let quick = receive(&mut class, 10_000, 10_000, |_| 5_000);
        assert!(quick > 9_700, "{quick} of 10,000 were read");
    }

    #[test]
    fn what_only_the_first_read_has_to_fetch_is_found_quicker() {
        let mut class = SizeClass::default();
        let read = receive(
            &mut class,
            10_000,
            10_000,
            |in_a_row| if in_a_row == 1 { 15_000 } else { 5_000 },
        );
        assert!(read > 9_000, "{read} of 10,000 were read");
    }

    #[test]
    fn a_change_is_noticed() {
        let mut class = SizeClass::default();
        receive(&mut class, 1000, 10_000, |_| 20_000);
        let quick = receive(&mut class, 5000, 10_000, |_| 5_000);
        assert!(quick > 3500, "{quick} of 5,000 were read");
        let slow = receive(&mut class, 2000, 10_000, |_| 40_000);
        assert!(slow < 300, "{slow} of 2,000 were read");
    }

    #[test]
    fn the_longest_are_copied_and_interruptions_forgotten() {
        let mut choice = CopyChoice::new(256 << 10);
        for bytes in [0, LEAST - 1, MOST + 1, usize::MAX] {
            assert!(!CopyChoice::is_measured(bytes) && !choice.is_better_read(bytes));
            assert!(CopyChoice::class(bytes) < CopyChoice::CLASSES);
        }
        let mut cost = CopyCost::default();
        cost.note(1 << 20, Duration::from_micros(50));
        cost.note(1 << 20, Duration::from_secs(1));
        assert_eq!(cost.0, Some(56_250));
    }

    #[test]
    fn where_each_copies_for_both_a_read_may_take_as_long_as_two_copies() {
        let count = |written| {
            let mut cost = CopyCost::default();
            cost.note(1 << 20, Duration::from_micros(written));
            let mut choice = CopyChoice::new(1 << 20);
            let is_read = |_: &i32| {
                let is_read = choice.is_better_read_both_ways(1 << 20, cost);
                match is_read {
                    true => choice.read(1 << 20, Duration::from_micros(70)),
                    false => choice.copied(1 << 20, Duration::from_micros(50)),
                }
                is_read
            };
            (0..1000).filter(is_read).count()
        };
        assert!(count(15) < 100 && count(25) > 900, "{} and {}", count(15), count(25));
    }

    #[test]
    fn messages_of_several_frames_are_compared_with_their_frames() {
        let mut choice = CopyChoice::new(256 << 10);
        let took =
            |bytes: usize, nanoseconds| Duration::from_nanos(nanoseconds * (bytes as u64 >> 10));
        choice.copied(256 << 10, took(256 << 10, 60));
        (0..4).for_each(|_| choice.read(2 << 20, took(2 << 20, 50)));
        assert!((0..10).filter(|_| choice.is_better_read(2 << 20)).count() >= 6);
    }
}
