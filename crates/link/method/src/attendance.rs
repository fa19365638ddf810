//! Time in which nobody polled is nobody's fault.
//!
//! A method moves only while the program is in it. When the program has computed for a while, deadlines
//! that ran meanwhile say nothing about the peers: what they sent waits to be read, and what they wait for
//! was not sent. So every method that is patient with somebody until some time moves all such times on by
//! what it missed, before it judges anybody.

use crate::Now;
use std::time::Duration;

/// Who waits looks more often than this; whoever does not has done something else meanwhile.
const GAP: Duration = Duration::from_secs(1);

/// When a method was polled last.
#[derive(Clone, Copy, Default, Debug)]
pub struct Attendance {
    last: Now,
}

impl Attendance {
    /// Notes a poll at `now`. By how much all patience is to be prolonged, where nobody had polled for
    /// longer than whoever waits ever leaves out.
    #[inline]
    #[must_use]
    pub fn note(&mut self, now: Now) -> Option<Duration> {
        let missed = now.saturating_sub(self.last);
        self.last = self.last.max(now);
        (missed > GAP).then(|| missed - GAP)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_missed_counts() {
        let s = Duration::from_secs_f64;
        let mut attendance = Attendance::default();
        assert_eq!(attendance.note(s(0.5)), None);
        assert_eq!(attendance.note(s(1.5)), None);
        assert_eq!(attendance.note(s(76.5)), Some(s(74.0)));
        assert_eq!(attendance.note(s(76.5)), None);
        assert_eq!(attendance.note(s(70.0)), None, "told an older time");
        assert_eq!(attendance.note(s(77.0)), None);
    }
}
