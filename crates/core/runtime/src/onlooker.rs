//! A thread that waits outside of the process's lock, and how it does.

use crate::habit::Habit;
use crate::nap::ATTENDED;
use crate::outlook::Outlook;
use crate::patience::{Idle, Patience};
use crate::rest::rest;
use ferry_sys::Clock;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Looks from outside before a thread enters all the same: what is due by time, and what other threads have brought
/// about without the links, is seen inside only.
const LOOKS: u32 = 256;
/// Looks for which a thread that was called may be away before others let it have the core. Doubled each time: it
/// may be waiting for another core.
const ABSENCE: u32 = 64;

/// A thread that waits among others. Its patience and its habit are its own: who answers it may be on its core, and
/// who answers the others on another.
pub struct Onlooker {
    pub(crate) outlook: Arc<Outlook>,
    /// What it waits for, if that is an operation.
    pub(crate) operation: Option<u64>,
    /// It was called since it left.
    pub(crate) is_called: Arc<AtomicBool>,
    /// How it waits.
    pub(crate) patience: Patience,
    /// What its waits have taught.
    pub(crate) habit: Habit,
    clock: Clock,
    /// How often the links had been polled when it last slept while others did that.
    polls: Option<u64>,
}

impl Onlooker {
    pub(crate) fn new(
        outlook: Arc<Outlook>,
        operation: Option<u64>,
        (patience, habit): (Patience, Habit),
        clock: Clock,
    ) -> Self {
        let is_called = Arc::default();
        Onlooker { outlook, operation, is_called, patience, habit, clock, polls: None }
    }

    /// The same thread waits once more.
    pub(crate) fn again(&mut self, operation: Option<u64>, patience: Patience) {
        (self.operation, self.patience, self.polls) = (operation, patience, None);
    }

    /// Whether others may be trusted to look after the links while it sleeps: they are given one chance, and the next
    /// if they have polled meanwhile.
    pub(crate) fn may_stand_by(&mut self, polls: u64) -> bool {
        let are_polled = self.polls.is_none_or(|before| polls.wrapping_sub(before) >= ATTENDED);
        self.polls = are_polled.then_some(polls);
        are_polled
    }

    /// Something came: patience is renewed.
    pub fn renew(&mut self) {
        self.patience.renew(&mut self.habit);
    }

    /// Looks from outside of the lock until there is reason to enter. False: to sleep.
    pub fn look(&mut self) -> bool {
        let (mut absence, mut patience) = (0, ABSENCE);
        for _ in 0..LOOKS {
            if self.is_called.load(Ordering::Acquire) || self.outlook.has_come() {
                return true;
            }
            if self.outlook.awaited.load(Ordering::Relaxed) != 0 {
                absence += 1;
                if absence == patience {
                    // What it was called for has come; whoever sent it is there, and waits for the answer.
                    self.rest(Idle::Yield);
                    (absence, patience) = (0, patience * 2);
                    continue;
                }
            }
            match self.idle() {
                Idle::Spin => std::hint::spin_loop(),
                Idle::Sleep => return false,
                idle => self.rest(idle),
            }
        }
        true
    }

    /// A look has found nothing.
    #[inline]
    pub fn idle(&mut self) -> Idle {
        let clock = self.clock;
        self.patience.idle(&mut self.habit, || clock.now())
    }

    /// Does what patience says, outside of the lock.
    pub fn rest(&mut self, idle: Idle) {
        let lesson = rest(idle, self.patience.minds_yields(), self.clock);
        self.patience.learn_from(&mut self.habit, lesson);
    }
}
