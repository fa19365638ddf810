//! The kernel's monotonic time, that of its timers.

use std::time::Duration;

use rustix::fd::OwnedFd;
use rustix::io;
use rustix::time::{
    ClockId, Itimerspec, TimerfdClockId, TimerfdFlags, TimerfdTimerFlags, Timespec, clock_gettime,
    timerfd_create, timerfd_settime,
};

/// The time now.
pub(crate) fn now() -> Duration {
    let time = clock_gettime(ClockId::Monotonic);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

/// A descriptor that becomes readable at a time.
#[derive(Debug)]
pub(crate) struct Alarm {
    pub(crate) fd: OwnedFd,
    set: Option<Duration>,
}

impl Alarm {
    pub(crate) fn new() -> io::Result<Self> {
        let flags = TimerfdFlags::CLOEXEC | TimerfdFlags::NONBLOCK;
        Ok(Self { fd: timerfd_create(TimerfdClockId::Monotonic, flags)?, set: None })
    }

    /// Rings at `due`, or never.
    pub(crate) fn set(&mut self, due: Option<Duration>) -> io::Result<()> {
        if due == self.set {
            return Ok(());
        }
        // Zero would switch it off.
        let due_or_off = due.map_or(Duration::ZERO, |due| due.max(Duration::from_nanos(1)));
        let value = Timespec {
            tv_sec: i64::try_from(due_or_off.as_secs()).unwrap_or(i64::MAX),
            tv_nsec: due_or_off.subsec_nanos().into(),
        };
        let never = Timespec { tv_sec: 0, tv_nsec: 0 };
        let spec = Itimerspec { it_interval: never, it_value: value };
        timerfd_settime(&self.fd, TimerfdTimerFlags::ABSTIME, &spec)?;
        self.set = due;
        Ok(())
    }

    /// It has rung.
    pub(crate) fn rang(&mut self) {
        // Reading it makes it silent; there is nothing in it that is not known.
        let _ = io::read(&self.fd, &mut [0; 8]);
        self.set = None;
    }
}
