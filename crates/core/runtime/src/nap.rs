//! A sleep that is prepared.

use crate::asleep::SleepingThread;
use crate::sleeper::Sleeper;
use ferry_sys::SignalQueue;
use rustix::fd::{OwnedFd, RawFd};
use std::sync::Arc;
use std::time::Duration;

/// How a thread sleeps.
pub struct Nap {
    pub(crate) sleeper: Arc<Sleeper>,
    /// `None`: the driver.
    pub(crate) thread: Option<SleepingThread>,
    pub(crate) ticket: Ticket,
    pub(crate) longest: Duration,
    /// When it was prepared.
    pub(crate) since: Duration,
}

/// What a thread that sleeps waits to be woken by.
pub(crate) enum Ticket {
    /// On the links, one ticket for each of their methods.
    Lead(Vec<u32>),
    /// Until called.
    Follow(u32),
    /// As the driver, by a descriptor of its own beside the links.
    Drive(Vec<u32>, Arc<OwnedFd>),
    /// As the driver, by signals; what cannot send any is slept on besides.
    Signals(Vec<RawFd>),
}

impl Nap {
    /// The same, prepared at that time.
    pub(crate) fn begun(self, since: Duration) -> Self {
        Nap { since, ..self }
    }

    /// How long ago it was prepared.
    pub(crate) fn length(&self, now: Duration) -> Duration {
        now.saturating_sub(self.since)
    }

    /// Sleeps.
    pub fn sleep(&self) {
        match &self.ticket {
            Ticket::Lead(tickets) => self.sleeper.sleep(tickets, self.longest),
            Ticket::Follow(ticket) => self.sleeper.follow(*ticket, self.longest),
            Ticket::Drive(tickets, event) => self.sleeper.drive(tickets, event, self.longest),
            Ticket::Signals(_) => {}
        }
    }

    /// Sleeps until a signal comes.
    pub(crate) fn sleep_by(&self, signals: &SignalQueue) {
        match &self.ticket {
            Ticket::Signals(fds) => signals.wait(fds, self.longest),
            _ => self.sleep(),
        }
    }
}
