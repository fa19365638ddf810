//! A timer that tells a thread by a signal.

use super::SignalTarget;
use std::io;
use std::time::Duration;

/// A timer that sends a signal when it is over. The kernel keeps room for that one signal, so that it comes
/// through however full the queue is.
#[derive(Debug)]
pub struct SignalTimer {
    /// The kernel's name for it, which the C library has as a pointer.
    timer: usize,
}

impl SignalTimer {
    /// One that does not run yet.
    ///
    /// # Errors
    /// When the user may have no more signals pending (`RLIMIT_SIGPENDING`), or the system knows no such timers.
    pub fn new(target: &SignalTarget) -> io::Result<Self> {
        // SAFETY: an event is plain memory, for which zero is a value.
        let mut event: libc::sigevent = unsafe { std::mem::zeroed() };
        event.sigev_notify = libc::SIGEV_THREAD_ID;
        event.sigev_signo = target.number().raw();
        event.sigev_notify_thread_id = target.thread();
        let mut timer: libc::timer_t = std::ptr::null_mut();
        // SAFETY: the event is read and the timer's name written; both live through the call.
        match unsafe { libc::timer_create(libc::CLOCK_MONOTONIC, &raw mut event, &raw mut timer) } {
            0 => Ok(SignalTimer { timer: timer as usize }),
            _ => Err(io::Error::last_os_error()),
        }
    }

    /// Rings after `delay`, which is not zero; `None`: not at all.
    ///
    /// # Errors
    /// A refusal of the system.
    pub fn set(&self, delay: Option<Duration>) -> io::Result<()> {
        let delay = delay.unwrap_or_default();
        // SAFETY: a time is plain memory, for which zero is a value.
        let mut spec: libc::itimerspec = unsafe { std::mem::zeroed() };
        spec.it_value.tv_sec = libc::time_t::try_from(delay.as_secs()).unwrap_or(libc::time_t::MAX);
        spec.it_value.tv_nsec = libc::c_long::from(delay.subsec_nanos() as i32);
        // SAFETY: the timer is this one's own, and the time is only read.
        match unsafe { libc::timer_settime(self.name(), 0, &raw const spec, std::ptr::null_mut()) }
        {
            0 => Ok(()),
            _ => Err(io::Error::last_os_error()),
        }
    }

    fn name(&self) -> libc::timer_t {
        self.timer as libc::timer_t
    }
}

impl Drop for SignalTimer {
    fn drop(&mut self) {
        // SAFETY: the timer is this one's own, and nobody uses its name after this.
        unsafe { libc::timer_delete(self.name()) };
    }
}
