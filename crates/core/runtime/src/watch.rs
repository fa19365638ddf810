//! The threads of a process that wait: one looks after the links, the others are called.

use crate::sleeper::{Alarm, Sleeper};
use crate::{Habit, Patience, TICK, WaitSettings};
use ferry_link::Links;
use std::sync::Arc;
use std::time::Duration;

/// How long to sleep at most while frames wait for room at a peer, which rings nobody when it makes
/// some.
const ROOM_TICK: Duration = Duration::from_micros(200);

/// The threads of a process that wait. Kept behind the process's lock; who sleeps has left that.
pub struct Watch {
    sleeper: Arc<Sleeper>,
    settings: WaitSettings,
    /// Threads that wait, asleep or not.
    waiters: u32,
    /// Threads that sleep.
    sleepers: u32,
    /// One of the sleepers sleeps on the links, the others wait to be called.
    leading: bool,
    /// The links will wake that one.
    armed: bool,
    /// The sleepers know of waiting output or have been called for it.
    called: bool,
}

impl Watch {
    /// Nobody waits yet. `settings`: how those wait that will.
    pub fn new(sleeper: Sleeper, settings: WaitSettings) -> Self {
        let sleeper = Arc::new(sleeper);
        let (waiters, sleepers, leading, armed, called) = (0, 0, false, false, false);
        Watch { sleeper, settings, waiters, sleepers, leading, armed, called }
    }

    /// How this process waits.
    pub fn settings(&self) -> WaitSettings {
        self.settings
    }

    /// What wakes the sleepers.
    pub fn alarm(&self) -> Alarm {
        self.sleeper.alarm()
    }

    /// Whether somebody sleeps.
    #[inline]
    pub fn has_sleepers(&self) -> bool {
        self.sleepers != 0
    }

    /// The links are others than before: from now on one sleeps on these.
    pub(crate) fn renew(&mut self, sleeper: Sleeper) {
        let old = std::mem::replace(&mut self.sleeper, Arc::new(sleeper));
        old.alarm().ring();
    }

    /// The calling thread waits from now on until [`Watch::part`]. Where another waits already, this one
    /// soon sleeps: it is called when something comes about, and two that poll take turns at best.
    #[inline]
    pub fn begin(&mut self, habit: &Habit) -> Patience {
        self.waiters += 1;
        let crowded = self.waiters > 1;
        let settings = WaitSettings {
            oversubscribed: self.settings.oversubscribed || crowded,
            ..self.settings
        };
        Patience::new(settings, habit)
    }

    /// The calling thread waits no longer; somebody else must look after the links.
    #[inline]
    pub fn part(&mut self) {
        self.waiters -= 1;
        if self.sleepers != 0 && !(self.leading && self.armed) {
            self.call();
        }
    }

    /// Prepares the calling thread to sleep on all links for `longest` at most, after a poll of them that
    /// found nothing. `owes`: something waits to be sent. `None`: something has come.
    pub fn arm(&mut self, links: &mut Links, owes: bool, longest: Duration) -> Option<Nap> {
        // Arming and giving up disarms for whoever leads, too. This thread will arm again, or `part`
        // tells the others.
        let tickets = links.arm(self.sleeper.by_bell());
        self.armed = tickets.is_some();
        let tickets = tickets?;
        self.called = owes;
        self.sleepers += 1;
        let ticket = if self.leading {
            Ticket::Follow(self.sleeper.ticket())
        } else {
            Ticket::Lead(tickets)
        };
        self.leading = true;
        let longest = longest.min(if owes { ROOM_TICK } else { TICK });
        Some(Nap { sleeper: self.sleeper.clone(), ticket, longest })
    }

    /// The calling thread has slept.
    pub fn woken(&mut self, nap: &Nap, links: &mut Links) {
        self.sleepers -= 1;
        if matches!(nap.ticket, Ticket::Lead(_)) {
            self.leading = false;
            self.armed = false;
            links.disarm();
        }
    }

    /// Something has come about that a sleeper may be waiting for.
    #[cold]
    #[inline(never)]
    pub fn call(&self) {
        let alarm = self.sleeper.alarm();
        if self.leading { alarm.ring() } else { alarm.call_followers() }
    }

    /// Whether the sleepers know of waiting output or have been called for it.
    #[inline]
    pub fn knows_of_output(&self) -> bool {
        self.called
    }

    /// Output that the sleepers know nothing of needs them.
    pub fn tell_of_output(&mut self) {
        self.called = true;
        self.call();
    }
}

/// How a thread sleeps.
pub struct Nap {
    sleeper: Arc<Sleeper>,
    ticket: Ticket,
    longest: Duration,
}

enum Ticket {
    /// On the links, one ticket for each of their methods.
    Lead(Vec<u32>),
    /// Until called.
    Follow(u32),
}

impl Nap {
    /// Sleeps.
    pub fn sleep(&self) {
        match &self.ticket {
            Ticket::Lead(tickets) => self.sleeper.sleep(tickets, self.longest),
            Ticket::Follow(ticket) => self.sleeper.follow(*ticket, self.longest),
        }
    }
}
