//! Waiting: all blocking is here.

use super::{Entered, Process, enter, is_shared, take_turns};
use crate::errhandler::{self, Object};
use crate::error::Error;
use crate::handle::CommHandle;
use crate::p2p::fault_error;
use crate::request::Owner;
use ferry_progress::{Idle, Patience, Settings, Sleeper, TICK};
use std::sync::Arc;
use std::time::Duration;

impl Process {
    /// Patience for a wait in which this thread may sleep. Where another waits already, this one soon
    /// sleeps: it is called when something comes about, and two that poll take turns at best.
    #[inline]
    fn begin_waiting(&mut self) -> Patience {
        self.waiters += 1;
        let crowded = self.waiters > 1;
        let settings =
            Settings { oversubscribed: self.settings.oversubscribed || crowded, ..self.settings };
        Patience::new(settings, &self.habit)
    }

    /// Prepares to sleep; `None`: something has come.
    fn arm(&mut self) -> Option<Nap> {
        self.now = self.clock.now();
        self.link.hurry();
        if self.progress() != 0 || self.link.has_pending_output() {
            return None;
        }
        // Arming and giving up disarms for whoever leads, too. This thread will arm again, or
        // `part` tells the others.
        let tickets = self.link.arm(self.sleeper.by_bell());
        self.armed = tickets.is_some();
        let tickets = tickets?;
        self.called = self.has_output();
        self.sleepers += 1;
        let ticket = if self.leading {
            Ticket::Follow(self.sleeper.ticket())
        } else {
            Ticket::Lead(tickets)
        };
        self.leading = true;
        let longest = if self.called { ROOM_TICK } else { TICK };
        Some(Nap { sleeper: self.sleeper.clone(), ticket, longest })
    }

    /// An operation that has failed since its peer is lost, if its error ends the job. This thread waits
    /// for something else, which may depend on that operation: without it all might wait for ever, and
    /// nobody would learn why.
    fn unnoticed_loss(&mut self) -> Option<(CommHandle, Error)> {
        let failures = self.engine.transfer.failures();
        if std::mem::replace(&mut self.failures, failures) == failures || self.leaving {
            return None;
        }
        self.engine.transfer.unnoticed_losses().find_map(|(label, fault)| {
            let comm = Owner::of(label).comm();
            let handler = self.errhandler_of(comm);
            let ends = handler == errhandler::FATAL || handler == errhandler::ABORT;
            ends.then(|| (comm, fault_error(fault).on(comm)))
        })
    }

    fn woken(&mut self, nap: &Nap) {
        self.sleepers -= 1;
        if matches!(nap.ticket, Ticket::Lead(_)) {
            self.leading = false;
            self.armed = false;
            self.link.disarm();
        }
        self.now = self.clock.now();
    }

    /// The calling thread waits no longer; somebody else must look after the links.
    fn part(&mut self) {
        self.waiters -= 1;
        if self.sleepers != 0 && !(self.leading && self.armed) {
            self.call_sleepers();
        }
    }

    /// A thread leaves the state while others sleep: output that they know nothing of needs them.
    #[cold]
    #[inline(never)]
    fn tell_of_output(&mut self) {
        if !self.called && (self.has_output() || self.link.has_pending_output()) {
            self.called = true;
            self.call_sleepers();
        }
    }
}

impl Drop for Entered {
    #[inline]
    fn drop(&mut self) {
        if let Some(process) = &mut *self.0
            && process.sleepers != 0
        {
            process.tell_of_output();
        }
    }
}

/// How one sleeps.
struct Nap {
    sleeper: Arc<Sleeper>,
    ticket: Ticket,
    longest: Duration,
}

enum Ticket {
    /// On the links, one ticket each.
    Lead(Vec<u32>),
    /// Until called.
    Follow(u32),
}

impl Nap {
    fn sleep(&self) {
        match &self.ticket {
            Ticket::Lead(tickets) => self.sleeper.sleep(tickets, self.longest),
            Ticket::Follow(ticket) => self.sleeper.follow(*ticket, self.longest),
        }
    }
}

/// Waits until `ready` gives something. It is asked with the state entered, after each round of
/// progress; between rounds other threads get their turn, even while much moves.
#[inline]
pub fn wait_until<T>(mut ready: impl FnMut(&mut Process) -> Option<T>) -> T {
    let mut process = enter();
    if let Some(value) = ready(&mut process) {
        return value;
    }
    let shared = is_shared();
    let mut patience = process.begin_waiting();
    loop {
        let moved = process.progress();
        if process.collectives.owes() {
            process = crate::coll::settle(process);
        }
        if let Some(value) = ready(&mut process) {
            patience.found(&mut process.habit);
            process.part();
            return value;
        }
        if moved != 0 {
            patience.renew(&mut process.habit);
            if shared {
                process = take_turns(process);
            }
            continue;
        }
        let clock = process.clock;
        let idle = patience.idle(&mut process.habit, || clock.now());
        if idle == Idle::Spin && !shared {
            continue;
        }
        process = give_way(process, &mut patience, idle);
    }
}

/// How long to sleep at most while frames wait for room at a peer, which rings nobody when it makes
/// some.
const ROOM_TICK: Duration = Duration::from_micros(200);

/// Leaves the state and lets others run, or sleeps.
#[inline(never)]
fn give_way(mut process: Entered, patience: &mut Patience, idle: Idle) -> Entered {
    let clock = process.clock;
    match idle {
        Idle::Spin => {
            std::hint::spin_loop();
            take_turns(process)
        }
        Idle::Yield if !patience.minds_yields() => {
            drop(process);
            ferry_sys::sched_yield();
            enter()
        }
        Idle::Yield => {
            drop(process);
            let before = clock.now();
            ferry_sys::sched_yield();
            let took = clock.now().saturating_sub(before);
            let mut process = enter();
            patience.gave(&mut process.habit, took);
            process
        }
        Idle::Move => {
            drop(process);
            let done = ferry_sys::leave_core();
            let mut process = enter();
            process.habit.moved(done, clock.now());
            process
        }
        Idle::Sleep => {
            if let Some((comm, error)) = process.unnoticed_loss() {
                drop(process);
                errhandler::raise("an operation under way", Object::Comm(comm), &error);
                return enter();
            }
            let Some(nap) = process.arm() else { return process };
            drop(process);
            nap.sleep();
            let mut process = enter();
            process.woken(&nap);
            process
        }
    }
}
