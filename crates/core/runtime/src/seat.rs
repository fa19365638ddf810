//! The seat of the thread that drives while the program makes no call.

use crate::calls::ProgramCalls;
use crate::nap::Ticket;
use crate::sleeper::Sleeper;
use ferry_link::Links;
use ferry_sys::SignalTarget;
use rustix::event::EventfdFlags;
use rustix::fd::{OwnedFd, RawFd};
use std::io;
use std::sync::Arc;

/// What is known of a driver, behind the process's lock.
pub(crate) struct DriverSeat {
    calls: Arc<ProgramCalls>,
    summons: Summons,
    /// It sleeps on the links, and these will wake it.
    is_armed: bool,
    /// It knows of waiting output, or looks for it by itself.
    knows_of_output: bool,
}

/// How a driver that sleeps on the links is told that something has come about.
enum Summons {
    /// By a descriptor of its own.
    Event(Arc<OwnedFd>),
    /// By a signal, as the links tell it; these descriptors cannot.
    Signal(SignalTarget, Vec<RawFd>),
}

impl DriverSeat {
    /// For a driver that is told by signals to this target, if there is one; so many threads wait.
    pub(crate) fn new(target: Option<SignalTarget>, waiting: u32) -> io::Result<Self> {
        let flags = EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK;
        let summons = match target {
            Some(target) => Summons::Signal(target, Vec::new()),
            None => {
                let event = ferry_sys::with_descriptors(|| rustix::event::eventfd(0, flags))?;
                Summons::Event(Arc::new(event))
            }
        };
        let calls = Arc::new(ProgramCalls::default());
        calls.begin(waiting);
        Ok(DriverSeat { calls, summons, is_armed: false, knows_of_output: true })
    }

    pub(crate) fn calls(&self) -> Arc<ProgramCalls> {
        Arc::clone(&self.calls)
    }

    /// It is told of these links from now on.
    pub(crate) fn attend(&mut self, links: &mut Links) {
        if let Summons::Signal(target, silent) = &mut self.summons {
            *silent = links.tell_by_signal(target);
        }
    }

    /// Prepares it to sleep on all links; `None`: something has come.
    pub(crate) fn arm(
        &mut self,
        sleeper: &Sleeper,
        links: &mut Links,
        owes: bool,
    ) -> Option<Ticket> {
        let ticket = match &self.summons {
            Summons::Event(event) => {
                Ticket::Drive(links.arm(sleeper.by_bell())?, Arc::clone(event))
            }
            Summons::Signal(_, silent) => {
                links.arm(false)?;
                // Signals tell of what happens, not of what is: whatever was there before is looked for.
                if sleeper.has_come() {
                    links.disarm();
                    return None;
                }
                Ticket::Signals(silent.clone())
            }
        };
        (self.is_armed, self.knows_of_output) = (true, owes);
        Some(ticket)
    }

    /// It sleeps on the links no longer.
    pub(crate) fn disarm(&mut self, links: &mut Links) {
        self.knows_of_output = true;
        if std::mem::take(&mut self.is_armed) {
            links.disarm();
        }
    }

    /// A thread of the program begins to wait, and polls from now on: nobody needs to wake the driver for what
    /// comes.
    #[inline]
    pub(crate) fn give_way(&mut self, waiting: u32, sleeper: &Sleeper, links: &mut Links) {
        self.calls.begin(waiting);
        // Whoever waits looks after output.
        self.knows_of_output = true;
        if self.is_armed {
            self.get_up(sleeper, links);
        }
    }

    #[cold]
    #[inline(never)]
    fn get_up(&mut self, sleeper: &Sleeper, links: &mut Links) {
        self.disarm(links);
        self.summon(sleeper);
    }

    #[inline]
    pub(crate) fn end_call(&mut self, waiting: u32) {
        self.calls.end(waiting);
        self.knows_of_output = waiting != 0;
    }

    pub(crate) fn note_call(&self) {
        self.calls.note();
    }

    pub(crate) fn fall_asleep(&self) {
        self.calls.fall_asleep();
    }

    pub(crate) fn wake_up(&self) {
        self.calls.wake_up();
    }

    /// The program makes no calls: it drives now.
    pub(crate) fn take_over(&mut self) {
        self.knows_of_output = true;
    }

    pub(crate) fn knows_of_output(&self) -> bool {
        self.knows_of_output
    }

    pub(crate) fn tell_of_output(&mut self, sleeper: &Sleeper) {
        if !std::mem::replace(&mut self.knows_of_output, true) {
            self.ring(sleeper);
        }
    }

    /// It is to look around at once, wherever it sleeps.
    pub(crate) fn ring(&self, sleeper: &Sleeper) {
        self.calls.want();
        if self.is_armed {
            self.summon(sleeper);
        }
    }

    fn summon(&self, sleeper: &Sleeper) {
        match &self.summons {
            Summons::Event(event) => sleeper.ring_driver(event),
            Summons::Signal(target, _) => target.ring(),
        }
    }
}
