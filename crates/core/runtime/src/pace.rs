//! The time as a process knows it, and which of its polls look closer.

use ferry_sys::Clock;
use std::time::Duration;

/// The time as a process knows it: looked at now and then, since a look costs as much as a poll.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    clock: Clock,
    now: Duration,
    polls: u64,
    tests: u32,
}

/// One poll in so many refreshes the time.
const REFRESHED: u64 = 64;
/// One poll in so many measures what the methods cost.
const MEASURED: u64 = 4096;
/// One call that only tests in so many refreshes the time.
const TESTED: u32 = 8;

impl Pace {
    /// The time by this clock.
    pub fn new(clock: Clock) -> Self {
        Pace { clock, now: Duration::ZERO, polls: 0, tests: 0 }
    }

    /// The clock.
    #[inline]
    pub fn clock(&self) -> Clock {
        self.clock
    }

    /// The time of the last look.
    #[inline]
    pub fn now(&self) -> Duration {
        self.now
    }

    /// How often the links were polled.
    pub fn polls(&self) -> u64 {
        self.polls
    }

    /// Looks at the clock: after a pause, in which polls say nothing about the time.
    #[inline]
    pub fn refresh(&mut self) {
        self.now = self.clock.now();
    }

    /// A poll begins. True: it is one that measures what the methods cost.
    #[inline]
    pub fn poll(&mut self) -> bool {
        self.polls = self.polls.wrapping_add(1);
        if self.polls.is_multiple_of(REFRESHED) {
            self.refresh();
        }
        self.polls.is_multiple_of(MEASURED)
    }

    /// A call that tests begins: between two of those the program may do something else for long, so
    /// that polls say less about the time than in a wait.
    #[inline]
    pub fn test(&mut self) {
        self.tests = self.tests.wrapping_add(1);
        if self.tests.is_multiple_of(TESTED) {
            self.refresh();
        }
    }
}
