//! Sleeping until something comes.

use ferry_method::{Bell, WaitSource};
use rustix::event::{EventfdFlags, PollFd, PollFlags, Timespec};
use rustix::fd::{AsFd, AsRawFd, OwnedFd, RawFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// Wakes the sleepers of this process.
#[derive(Clone)]
pub struct Alarm {
    /// Where sleeping is on a bell: that one.
    bell: Option<Arc<dyn Bell>>,
    event: Arc<OwnedFd>,
    /// What followers sleep on; changes with each call.
    calls: Arc<AtomicU32>,
}

impl Alarm {
    /// Wakes all who sleep.
    pub fn ring(&self) {
        self.call_followers();
        match &self.bell {
            Some(bell) => bell.ring(),
            None => drop(rustix::io::write(self.event.as_fd(), &1u64.to_ne_bytes())),
        }
    }

    /// Wakes those who follow, but not the one who sleeps on the wait sources.
    pub fn call_followers(&self) {
        self.calls.fetch_add(1, Ordering::SeqCst);
        ferry_sys::futex_wake_all(&self.calls);
    }
}

/// Sleeps on the wait sources of all methods.
///
/// One thread at a time does that and leads. Others follow: they sleep until they are called. Were
/// all to sleep on the sources, each arrival would wake all, and each could take away what was to
/// wake another.
#[derive(Clone)]
pub struct Sleeper {
    sources: Vec<WaitSource>,
    alarm: Alarm,
    by_bell: bool,
}

impl Sleeper {
    /// A sleeper over these sources.
    pub fn new(sources: Vec<WaitSource>) -> std::io::Result<Self> {
        let flags = EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK;
        let event = ferry_sys::with_descriptors(|| rustix::event::eventfd(0, flags))?;
        let bells = sources.iter().filter_map(|source| match source {
            WaitSource::Bell(bell, _) => Some(bell.clone()),
            _ => None,
        });
        let bells: Vec<_> = bells.collect();
        let fds = sources.iter().any(|source| matches!(source, WaitSource::Fd(_)));
        let by_bell = bells.len() == 1 && !fds;
        let bell = bells.into_iter().next().filter(|_| by_bell);
        let alarm = Alarm { bell, event: Arc::new(event), calls: Arc::default() };
        Ok(Sleeper { sources, alarm, by_bell })
    }

    /// Whether the sleep is on a bell; the argument for `Method::arm`.
    pub fn by_bell(&self) -> bool {
        self.by_bell
    }

    /// What wakes this sleeper from other threads.
    pub fn alarm(&self) -> Alarm {
        self.alarm.clone()
    }

    /// A ticket for following, taken before it is certain that there is nothing to wait for any more.
    pub fn ticket(&self) -> u32 {
        self.alarm.calls.load(Ordering::SeqCst)
    }

    /// Sleeps until somebody calls who follows, at once if that was since the ticket, or until
    /// `timeout` passes.
    pub fn follow(&self, ticket: u32, timeout: Duration) {
        ferry_sys::futex_wait(&self.alarm.calls, ticket, timeout);
    }

    /// Leads: sleeps until something comes or `timeout` passes. `tickets` come from arming, one a source.
    pub fn sleep(&self, tickets: &[u32], timeout: Duration) {
        if self.by_bell {
            let rung = self.sources.iter().zip(tickets).find_map(|(source, ticket)| match source {
                WaitSource::Bell(bell, _) => Some((bell, *ticket)),
                _ => None,
            });
            if let Some((bell, ticket)) = rung {
                bell.sleep(ticket, timeout);
            }
            return;
        }
        self.sleep_on_descriptors(&self.alarm.event, timeout);
    }

    /// Sleeps as the driver does: until something comes, its own event rings or `timeout` passes.
    pub(crate) fn drive(&self, tickets: &[u32], event: &OwnedFd, timeout: Duration) {
        match self.by_bell {
            true => self.sleep(tickets, timeout),
            false => self.sleep_on_descriptors(event, timeout),
        }
    }

    /// Wakes a driver that sleeps so.
    pub(crate) fn ring_driver(&self, event: &OwnedFd) {
        match &self.alarm.bell {
            Some(bell) => bell.ring(),
            None => drop(rustix::io::write(event.as_fd(), &1u64.to_ne_bytes())),
        }
    }

    /// Whether one that sleeps on descriptors would be woken at once.
    pub(crate) fn has_come(&self) -> bool {
        let fds: Vec<_> = self.descriptors().collect();
        poll(&fds, Duration::ZERO)
    }

    fn descriptors(&self) -> impl Iterator<Item = RawFd> {
        self.sources.iter().filter_map(WaitSource::descriptor)
    }

    fn sleep_on_descriptors(&self, event: &OwnedFd, timeout: Duration) {
        let fds: Vec<_> = std::iter::once(event.as_raw_fd()).chain(self.descriptors()).collect();
        poll(&fds, timeout);
        let mut count = [0u8; 8];
        let _ = rustix::io::read(event.as_fd(), &mut count);
    }
}

/// Waits until one of these is readable. Whether one is.
fn poll(fds: &[RawFd], timeout: Duration) -> bool {
    let fd = |fd: &RawFd| PollFd::from_borrowed_fd(ferry_sys::borrow_fd(*fd), PollFlags::IN);
    let mut fds: Vec<PollFd<'_>> = fds.iter().map(fd).collect();
    let spec =
        Timespec { tv_sec: timeout.as_secs() as i64, tv_nsec: i64::from(timeout.subsec_nanos()) };
    rustix::event::poll(&mut fds, Some(&spec)).is_ok_and(|ready| ready > 0)
}
