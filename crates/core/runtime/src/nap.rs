//! A sleep that is prepared.

use crate::asleep::SleepingThread;
use crate::sleeper::Sleeper;
use ferry_sys::SignalQueue;
use rustix::fd::{OwnedFd, RawFd};
use std::sync::Arc;
use std::time::Duration;

/// So many polls since a thread fell asleep are not its own.
pub(crate) const ATTENDED: u64 = 16;

/// How a thread sleeps.
pub struct Nap {
    pub(crate) sleeper: Arc<Sleeper>,
    /// `None`: the driver.
    pub(crate) thread: Option<SleepingThread>,
    pub(crate) ticket: Ticket,
    pub(crate) longest: Duration,
    /// When it was prepared.
    pub(crate) since: Duration,
    /// How often the links had been polled then.
    pub(crate) polls: u64,
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
    /// The same, prepared at that time, after so many polls.
    pub(crate) fn begun(self, since: Duration, polls: u64) -> Self {
        Nap { since, polls, ..self }
    }

    /// Whether the thread relied on others to poll, and they have not.
    pub(crate) fn was_forsaken(&self, now: Duration, polls: u64) -> bool {
        self.thread.is_some_and(|thread| thread.is_standing_by)
            && self.length(now) >= self.longest
            && polls.wrapping_sub(self.polls) < ATTENDED
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_stood_by_in_vain_was_forsaken() {
        let sleeper = Arc::new(Sleeper::new(Vec::new()).expect("a sleeper"));
        let nap = |is_standing_by| {
            let thread = Some(SleepingThread { operation: None, is_standing_by });
            let (ticket, longest) = (Ticket::Follow(0), Duration::from_millis(1));
            let nap = Nap {
                sleeper: sleeper.clone(),
                thread,
                ticket,
                longest,
                since: Duration::ZERO,
                polls: 0,
            };
            nap.begun(Duration::from_millis(5), 100)
        };
        let (over, before) = (Duration::from_millis(6), Duration::from_millis(5));
        assert!(nap(true).was_forsaken(over, 100 + ATTENDED - 1));
        assert!(!nap(true).was_forsaken(over, 100 + ATTENDED), "others have polled");
        assert!(!nap(true).was_forsaken(before, 100), "it was called");
        assert!(!nap(false).was_forsaken(over, 100));
    }
}
