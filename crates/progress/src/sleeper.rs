//! Sleeping until something comes.

use ferry_method::{Bell, WaitSource};
use rustix::event::{EventfdFlags, PollFd, PollFlags, Timespec};
use rustix::fd::{AsFd, OwnedFd};
use std::sync::Arc;
use std::time::Duration;

/// Wakes the sleepers of this process.
#[derive(Clone)]
pub struct Alarm {
    bell: Option<Arc<dyn Bell>>,
    event: Arc<OwnedFd>,
}

impl Alarm {
    /// Wakes all who sleep.
    pub fn ring(&self) {
        if let Some(bell) = &self.bell {
            bell.ring();
        }
        let _ = rustix::io::write(self.event.as_fd(), &1u64.to_ne_bytes());
    }
}

/// Sleeps on the wait sources of all methods.
#[derive(Clone)]
pub struct Sleeper {
    sources: Vec<WaitSource>,
    alarm: Alarm,
    by_bell: bool,
}

impl Sleeper {
    /// A sleeper over these sources.
    pub fn new(sources: Vec<WaitSource>) -> std::io::Result<Self> {
        let event = rustix::event::eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?;
        let bells = sources.iter().filter_map(|source| match source {
            WaitSource::Bell(bell, _) => Some(bell.clone()),
            _ => None,
        });
        let bells: Vec<_> = bells.collect();
        let fds = sources.iter().any(|source| matches!(source, WaitSource::Fd(_)));
        let by_bell = bells.len() == 1 && !fds;
        let alarm = Alarm { bell: bells.into_iter().next(), event: Arc::new(event) };
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

    /// Sleeps until something comes or `timeout` passes. `tickets` come from arming, one a source.
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
        self.sleep_on_descriptors(timeout);
    }

    fn sleep_on_descriptors(&self, timeout: Duration) {
        let mut fds: Vec<PollFd<'_>> = vec![PollFd::new(&*self.alarm.event, PollFlags::IN)];
        for source in &self.sources {
            if let WaitSource::Fd(fd) | WaitSource::Bell(_, fd) = source {
                fds.push(PollFd::from_borrowed_fd(ferry_sys::borrow_fd(*fd), PollFlags::IN));
            }
        }
        let spec = Timespec {
            tv_sec: timeout.as_secs() as i64,
            tv_nsec: i64::from(timeout.subsec_nanos()),
        };
        let _ = rustix::event::poll(&mut fds, Some(&spec));
        let mut count = [0u8; 8];
        let _ = rustix::io::read(self.alarm.event.as_fd(), &mut count);
    }
}
