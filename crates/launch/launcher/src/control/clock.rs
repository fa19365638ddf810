//! The clock of an exchange, which can stand still.

use ferry_sctp_core::Now;
use std::time::{Duration, Instant};

/// Time since the beginning, less the time during which the other end was known to be stopped: nobody can be
/// expected to answer then.
#[derive(Debug)]
pub(super) struct Clock {
    began: Instant,
    left_out: Duration,
    held: Option<Instant>,
}

impl Clock {
    pub(super) fn new(began: Instant) -> Clock {
        Clock { began, left_out: Duration::ZERO, held: None }
    }

    /// The time that the exchange is told.
    pub(super) fn at(&self, now: Instant) -> Now {
        let now = self.held.unwrap_or(now);
        now.saturating_duration_since(self.began).saturating_sub(self.left_out)
    }

    /// When it will be `time`; `None` while it stands still.
    pub(super) fn when(&self, time: Now) -> Option<Instant> {
        let since = time.checked_add(self.left_out)?;
        if self.held.is_some() { None } else { self.began.checked_add(since) }
    }

    /// Stands still from now on.
    pub(super) fn hold(&mut self, now: Instant) {
        self.held.get_or_insert(now);
    }

    /// Goes on.
    pub(super) fn resume(&mut self, now: Instant) {
        if let Some(held) = self.held.take() {
            self.left_out += now.saturating_duration_since(held);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_stands_still_and_goes_on() {
        let began = Instant::now();
        let s = Duration::from_secs;
        let mut clock = Clock::new(began);
        assert_eq!((clock.at(began + s(2)), clock.when(s(9))), (s(2), Some(began + s(9))));
        clock.hold(began + s(3));
        clock.hold(began + s(4));
        assert_eq!((clock.at(began + s(100)), clock.when(s(9))), (s(3), None));
        clock.resume(began + s(103));
        clock.resume(began + s(110));
        assert_eq!((clock.at(began + s(104)), clock.when(s(9))), (s(4), Some(began + s(109))));
    }
}
