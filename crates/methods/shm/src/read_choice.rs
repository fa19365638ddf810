//! Which long messages had better be read from their senders' memory, as this process measures what its messages take.

use ferry_sys::{Clock, CopyChoice, CopyCost};
use std::time::Duration;

/// The measurements, and the clock by which they are made.
#[derive(Debug)]
pub(crate) struct ReadChoice {
    clock: Clock,
    /// Of messages that come while nothing long is sent: the other copy is made by the other core meanwhile.
    one_way: CopyChoice,
    /// Of those that come while as many are sent. Both cores copy for both directions, each in an order of its own: what
    /// counts is how long this one copies.
    both_ways: CopyChoice,
    /// What its copies take of what is sent meanwhile.
    written: CopyCost,
    are_both_ways: bool,
}

/// When a frame that is copied began to come, and how long this process has copied of it, if that counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FrameTime {
    start: Duration,
    copying: Option<Duration>,
}

impl ReadChoice {
    /// Of messages that are copied in frames of so many bytes.
    pub(crate) fn new(clock: Clock, fragment: usize) -> Self {
        let [one_way, both_ways] = [(); 2].map(|()| CopyChoice::new(fragment));
        let written = CopyCost::default();
        ReadChoice { clock, one_way, both_ways, written, are_both_ways: false }
    }

    /// The time, where it matters for so many bytes.
    pub(crate) fn start(&self, bytes: usize) -> Option<Duration> {
        CopyChoice::is_measured(bytes).then(|| self.now())
    }

    /// A frame of so many bytes begins to be copied, or has been due since.
    pub(crate) fn begin_frame(&self, bytes: usize, since: Option<Duration>) -> Option<FrameTime> {
        let start = self.start(bytes)?;
        let copying = self.are_both_ways.then_some(Duration::ZERO);
        Some(FrameTime { start: since.unwrap_or(start), copying })
    }

    /// The time, where it counts how long a copy takes.
    pub(crate) fn begin_copy(&self) -> Option<Duration> {
        self.are_both_ways.then(|| self.now())
    }

    /// A part of a frame was copied from then on.
    pub(crate) fn copied_part(&self, frame: &mut FrameTime, since: Duration) {
        let took = self.now().saturating_sub(since);
        frame.copying.iter_mut().for_each(|copying| *copying += took);
    }

    /// A frame has come in two copies. Returns the time.
    pub(crate) fn copied(&mut self, bytes: usize, frame: FrameTime) -> Duration {
        let now = self.now();
        match frame.copying {
            Some(copying) => self.both_ways.copied(bytes, copying),
            None => self.one_way.copied(bytes, now.saturating_sub(frame.start)),
        }
        now
    }

    /// So many bytes were copied to be sent, from then on.
    pub(crate) fn written(&mut self, bytes: usize, since: Duration) {
        if CopyChoice::is_measured(bytes) {
            self.written.note(bytes, self.now().saturating_sub(since));
        }
    }

    /// A message was read, beginning then.
    pub(crate) fn read(&mut self, bytes: usize, start: Duration) {
        let took = self.now().saturating_sub(start);
        match self.are_both_ways {
            true => self.both_ways.read(bytes, took),
            false => self.one_way.read(bytes, took),
        }
    }

    /// Whether the next message of so many bytes had better be read. `both_ways`: as many are sent meanwhile.
    pub(crate) fn is_better_read(&mut self, bytes: usize, both_ways: bool) -> bool {
        self.are_both_ways = both_ways;
        match both_ways {
            true => self.both_ways.is_better_read_both_ways(bytes, self.written),
            false => self.one_way.is_better_read(bytes),
        }
    }

    #[expect(clippy::disallowed_methods, reason = "the options give the clock, or none")]
    fn now(&self) -> Duration {
        self.clock.now()
    }
}
