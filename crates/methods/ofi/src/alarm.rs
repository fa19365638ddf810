//! Sleep over a provider that has nothing to sleep on: short, with a look in between.

use ferry_method::MethodError;
use rustix::fd::{AsFd, AsRawFd, OwnedFd, RawFd};
use rustix::io::Errno;
use rustix::time::{
    Itimerspec, TimerfdClockId, TimerfdFlags, TimerfdTimerFlags, Timespec, timerfd_create,
    timerfd_settime,
};
use std::time::Duration;

/// How long whoever sleeps does not look: short beside what makes a program sleep, and long beside a look.
const NAP: Duration = Duration::from_micros(500);

/// A descriptor that becomes readable a short while after it was set.
pub(crate) struct Alarm(OwnedFd);

impl Alarm {
    pub(crate) fn new() -> Result<Alarm, MethodError> {
        let flags = TimerfdFlags::CLOEXEC | TimerfdFlags::NONBLOCK;
        let made = ferry_sys::with_descriptors(|| timerfd_create(TimerfdClockId::Monotonic, flags));
        made.map(Alarm).map_err(|e| MethodError::system("making a timer", e))
    }

    pub(crate) fn descriptor(&self) -> RawFd {
        self.0.as_raw_fd()
    }

    /// It goes off in a short while. False: it will not.
    pub(crate) fn set(&self) -> bool {
        self.settle(NAP).is_ok()
    }

    /// It does not, and has not.
    pub(crate) fn unset(&self) {
        // A timer that is on all the same wakes somebody once, who looks and finds nothing.
        let _ = self.settle(Duration::ZERO);
    }

    fn settle(&self, after: Duration) -> Result<(), Errno> {
        let zero = Timespec { tv_sec: 0, tv_nsec: 0 };
        let it_value = Timespec { tv_nsec: after.subsec_nanos().into(), ..zero };
        let timer = Itimerspec { it_interval: zero, it_value };
        timerfd_settime(self.0.as_fd(), TimerfdTimerFlags::empty(), &timer).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::event::{PollFd, PollFlags, poll};

    fn goes_off(alarm: &Alarm, within: &Timespec) -> bool {
        let mut fds = [PollFd::new(&alarm.0, PollFlags::IN)];
        poll(&mut fds, Some(within)).expect("a timer can be waited for") == 1
    }

    #[test]
    fn it_goes_off_once_it_is_set() {
        let alarm = Alarm::new().expect("a timer");
        let (now, long) = (Timespec { tv_sec: 0, tv_nsec: 0 }, Timespec { tv_sec: 60, tv_nsec: 0 });
        assert!(!goes_off(&alarm, &now));
        assert!(alarm.set() && goes_off(&alarm, &long) && goes_off(&alarm, &now));
        alarm.unset();
        assert!(!goes_off(&alarm, &now));
    }
}
