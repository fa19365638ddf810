//! Which long messages had better be read from their senders' memory, as this process measures what its messages take.

use ferry_sys::{Clock, CopyChoice};
use std::time::Duration;

/// The measurements, and the clock by which they are made.
#[derive(Debug)]
pub(crate) struct ReadChoice {
    clock: Clock,
    choice: CopyChoice,
}

impl ReadChoice {
    /// Of messages that are copied in frames of so many bytes.
    pub(crate) fn new(clock: Clock, fragment: usize) -> Self {
        ReadChoice { clock, choice: CopyChoice::new(fragment) }
    }

    /// The time, where it matters for so many bytes.
    pub(crate) fn start(&self, bytes: usize) -> Option<Duration> {
        CopyChoice::is_measured(bytes).then(|| self.now())
    }

    /// A frame that began then has come in two copies. Returns the time.
    pub(crate) fn copied(&mut self, bytes: usize, start: Duration) -> Duration {
        let now = self.now();
        self.choice.copied(bytes, now.saturating_sub(start));
        now
    }

    /// A message was read, beginning then.
    pub(crate) fn read(&mut self, bytes: usize, start: Duration) {
        self.choice.read(bytes, self.now().saturating_sub(start));
    }

    /// Whether the next message of so many bytes had better be read. `both_ways`: as many are sent meanwhile.
    pub(crate) fn is_better_read(&mut self, bytes: usize, both_ways: bool) -> bool {
        self.choice.is_better_read(bytes, 1 + u64::from(both_ways))
    }

    #[expect(clippy::disallowed_methods, reason = "the options give the clock, or none")]
    fn now(&self) -> Duration {
        self.clock.now()
    }
}
