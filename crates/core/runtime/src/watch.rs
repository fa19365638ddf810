//! The threads of a process that wait: one looks after the links, the others are called. A driver is none of
//! them: it has a seat of its own, and sleeps on the links only while none of them waits.

use crate::asleep::{Asleep, SleepingThread};
use crate::calls::ProgramCalls;
use crate::nap::{Nap, Ticket};
use crate::onlooker::Onlooker;
use crate::outlook::{Outlook, Outsiders};
use crate::seat::DriverSeat;
use crate::sleeper::{Alarm, Sleeper};
use crate::{Habit, Patience, TICK, WaitSettings};
use ferry_link::Links;
use ferry_sys::SignalTarget;
use std::io;
use std::sync::Arc;
use std::time::Duration;

/// How long to sleep at most while frames wait for room at a peer, which rings nobody when it makes
/// some.
const ROOM_TICK: Duration = Duration::from_micros(200);

/// How long a thread sleeps while others look after the links before it sees whether they still do. Were it to sleep on
/// the links, each message of theirs would wake it.
const STAND_BY: Duration = Duration::from_millis(1);
/// How long one of several threads looks before it sleeps: others of the process may have work for its core, and
/// whoever takes its message wakes it.
const THREADS_SPIN: Duration = Duration::from_micros(200);
/// So many waits go by without another thread that waits before the next takes it that there will be none.
const CROWD: u32 = 1024;

/// The threads of a process that wait. Kept behind the process's lock; who sleeps has left that.
pub struct Watch {
    sleeper: Arc<Sleeper>,
    settings: WaitSettings,
    /// Threads that wait, asleep or not.
    waiters: u32,
    /// Those of them that look from outside.
    outside: Outsiders,
    /// Waits to come that take it that others will wait, too.
    crowd: u32,
    /// Threads that sleep.
    asleep: Asleep,
    /// One of the sleepers sleeps on the links, the others wait to be called.
    leading: bool,
    /// The links will wake that one.
    armed: bool,
    /// The sleepers know of waiting output or have been called for it.
    called: bool,
    /// The thread that drives while nobody waits.
    driver: Option<Box<DriverSeat>>,
    /// Some thread sleeps, looks from outside or drives. In a program of one thread this is all that is asked on the
    /// way of a message.
    is_accompanied: bool,
}

impl Watch {
    /// Nobody waits yet. `settings`: how those wait that will.
    pub fn new(sleeper: Sleeper, outlook: Arc<Outlook>, settings: WaitSettings) -> Self {
        Watch {
            sleeper: Arc::new(sleeper),
            settings,
            waiters: 0,
            outside: Outsiders::new(outlook),
            crowd: 0,
            asleep: Asleep::default(),
            leading: false,
            armed: false,
            called: false,
            driver: None,
            is_accompanied: false,
        }
    }

    /// How this process waits.
    pub fn settings(&self) -> WaitSettings {
        self.settings
    }

    /// What wakes the sleepers.
    pub fn alarm(&self) -> Alarm {
        self.sleeper.alarm()
    }

    /// Whether some thread sleeps, looks from outside or drives.
    #[inline]
    pub fn is_accompanied(&self) -> bool {
        self.is_accompanied
    }

    /// One of those has come or gone.
    fn count_company(&mut self) {
        let is_outside = self.outside.are_any();
        self.is_accompanied = self.asleep.are_any() || is_outside || self.driver.is_some();
    }

    /// Whether threads of the program wait, asleep or not.
    pub fn are_any_waiting(&self) -> bool {
        self.waiters != 0
    }

    /// How many they are.
    pub fn waiting_threads(&self) -> usize {
        self.waiters as usize
    }

    /// What each of them waits for, if that is an operation: of those that sleep or look from outside. Who is on the
    /// way from one to the other is missing.
    pub fn awaited_operations(&self) -> impl Iterator<Item = Option<u64>> {
        self.asleep.operations().chain(self.outside.operations())
    }

    /// Whether somebody sleeps.
    #[inline]
    pub fn has_sleepers(&self) -> bool {
        self.asleep.are_any()
    }

    /// Whether what has come about may concern one of those that sleep.
    pub(crate) fn concerns_sleepers(&self, is_over: impl Fn(u64) -> bool) -> bool {
        self.asleep.are_concerned(is_over)
    }

    /// The links are others than before: from now on one sleeps on these.
    pub(crate) fn renew(&mut self, sleeper: Sleeper, links: &mut Links) {
        let old = std::mem::replace(&mut self.sleeper, Arc::new(sleeper));
        old.alarm().ring();
        self.outside.renew(Outlook::of(links));
        if let Some(driver) = &mut self.driver {
            driver.attend(links);
            driver.ring(&old);
        }
    }

    /// The calling thread drives while nobody waits. `target`: it is told by signals.
    pub(crate) fn seat_driver(
        &mut self,
        target: Option<SignalTarget>,
        links: &mut Links,
    ) -> io::Result<Arc<ProgramCalls>> {
        let mut seat = Box::new(DriverSeat::new(target, self.waiters)?);
        seat.attend(links);
        let calls = seat.calls();
        self.driver = Some(seat);
        self.count_company();
        Ok(calls)
    }

    /// That thread drives no more.
    pub(crate) fn unseat_driver(&mut self) {
        self.driver = None;
        self.count_company();
    }

    /// The driver, if there is one, is to look around at once.
    pub fn ring_driver(&self) {
        if let Some(driver) = &self.driver {
            driver.ring(&self.sleeper);
        }
    }

    /// The program makes no calls: the driver drives now.
    pub(crate) fn driver_takes_over(&mut self) {
        if let Some(driver) = &mut self.driver {
            driver.take_over();
        }
    }

    /// A call of the program has tested.
    #[inline]
    pub fn note_call(&self) {
        if self.is_accompanied
            && let Some(driver) = &self.driver
        {
            driver.note_call();
        }
    }

    /// The calling thread waits from now on until [`Watch::part`]. Where another waits already, this one
    /// soon sleeps: it is called when something comes about, and two that poll take turns at best.
    #[inline]
    pub fn begin(&mut self, habit: &Habit, links: &mut Links) -> Patience {
        self.waiters += 1;
        if self.is_accompanied
            && let Some(driver) = &mut self.driver
        {
            driver.give_way(self.waiters, &self.sleeper, links);
        }
        let crowded = self.waiters > 1;
        let settings = WaitSettings {
            oversubscribed: self.settings.oversubscribed || crowded,
            among_threads: crowded,
            ..self.settings
        };
        Patience::new(settings, habit)
    }

    /// The same for one of several threads. Where what comes is seen from outside, each looks for itself.
    pub(crate) fn begin_onlooking(
        &mut self,
        habit: &mut Habit,
        links: &mut Links,
    ) -> (Patience, Arc<Outlook>) {
        habit.set_among_threads(false);
        let patience = self.begin(habit, links);
        let outlook = self.outside.outlook.clone();
        if !outlook.is_complete() {
            return (patience, outlook);
        }
        self.crowd = if self.waiters > 1 { CROWD } else { self.crowd.saturating_sub(1) };
        let mut settings = WaitSettings { among_threads: self.crowd != 0, ..self.settings };
        if settings.among_threads {
            settings.spin = settings.spin.min(THREADS_SPIN);
        }
        habit.set_among_threads(settings.among_threads);
        (Patience::new(settings, habit), outlook)
    }

    /// A thread that has found nothing leaves to look from outside. False: it had better stay.
    pub(crate) fn go_outside(&mut self, onlooker: &mut Onlooker) -> bool {
        if self.crowd == 0 && self.waiters == 1 || !self.outside.outlook.is_complete() {
            return false;
        }
        self.outside.leave(onlooker);
        self.count_company();
        true
    }

    pub(crate) fn come_inside(&mut self, onlooker: &Onlooker) {
        self.outside.come(onlooker);
        self.count_company();
    }

    /// The threads that wait outside.
    #[inline]
    pub(crate) fn outside(&self) -> &Outsiders {
        &self.outside
    }

    /// The calling thread waits no longer; somebody else must look after the links.
    #[inline]
    pub fn part(&mut self) {
        self.waiters -= 1;
        if self.is_accompanied {
            self.leave_to_others();
        }
    }

    #[inline(never)]
    fn leave_to_others(&mut self) {
        if let Some(driver) = &mut self.driver {
            driver.end_call(self.waiters);
        }
        if !(self.leading && self.armed) && self.asleep.rely_on_others() {
            self.call();
        }
    }

    /// Prepares the calling thread to sleep on all links for `longest` at most, after a poll of them that
    /// found nothing. `operation`: what it waits for. `owes`: something waits to be sent. `None`: something has come.
    pub(crate) fn arm(
        &mut self,
        links: &mut Links,
        operation: Option<u64>,
        owes: bool,
        longest: Duration,
    ) -> Option<Nap> {
        // Arming and giving up disarms for whoever leads, too. This thread will arm again, or `part`
        // tells the others.
        let tickets = links.arm(self.sleeper.by_bell());
        self.armed = tickets.is_some();
        let tickets = tickets?;
        self.called = owes;
        let ticket = if self.leading {
            Ticket::Follow(self.sleeper.ticket())
        } else {
            Ticket::Lead(tickets)
        };
        self.leading = true;
        if let Some(driver) = &self.driver {
            driver.fall_asleep();
        }
        let longest = longest.min(if owes { ROOM_TICK } else { TICK });
        Some(self.put_to_sleep(
            SleepingThread { operation, is_standing_by: false },
            ticket,
            longest,
        ))
    }

    fn put_to_sleep(&mut self, thread: SleepingThread, ticket: Ticket, longest: Duration) -> Nap {
        self.asleep.add(thread);
        self.count_company();
        let (sleeper, since) = (self.sleeper.clone(), Duration::ZERO);
        Nap { sleeper, thread: Some(thread), ticket, longest, since, polls: 0 }
    }

    /// Nobody has looked after the links while a thread relied on that: the others wait no more.
    #[cold]
    pub(crate) fn forsake(&mut self) {
        self.crowd = 0;
    }

    /// Whether other threads look after the links, now or soon again.
    pub(crate) fn is_crowded(&self) -> bool {
        self.crowd != 0 && self.outside.outlook.is_complete()
    }

    /// Prepares the calling thread to sleep while others look after the links, for as long as it may take to see
    /// that none does.
    pub(crate) fn stand_by(&mut self, operation: Option<u64>) -> Nap {
        let ticket = Ticket::Follow(self.sleeper.ticket());
        self.put_to_sleep(SleepingThread { operation, is_standing_by: true }, ticket, STAND_BY)
    }

    /// Prepares the driver to sleep on all links, after a poll of them that found nothing. `owes`: something
    /// waits to be sent. `is_brief`: it is to look again soon. `None`: something has come, or the program waits again.
    pub(crate) fn arm_driver(
        &mut self,
        links: &mut Links,
        owes: bool,
        is_brief: bool,
    ) -> Option<Nap> {
        let driver = self.driver.as_mut().filter(|_| self.waiters == 0)?;
        links.sleep_briefly(is_brief);
        let ticket = driver.arm(&self.sleeper, links, owes);
        // Threads of the program are sound sleepers.
        links.sleep_briefly(false);
        let ticket = ticket?;
        let longest = if owes || is_brief { ROOM_TICK } else { TICK };
        let (sleeper, since) = (self.sleeper.clone(), Duration::ZERO);
        Some(Nap { sleeper, thread: None, ticket, longest, since, polls: 0 })
    }

    /// The driver has slept.
    pub(crate) fn driver_woken(&mut self, links: &mut Links) {
        if let Some(driver) = &mut self.driver {
            driver.disarm(links);
        }
    }

    /// The calling thread has slept.
    pub fn woken(&mut self, nap: &Nap, links: &mut Links) {
        if let Some(thread) = nap.thread {
            self.asleep.remove(thread);
            self.count_company();
        }
        if let Some(driver) = self.driver.as_ref().filter(|_| !self.asleep.are_any()) {
            driver.wake_up();
        }
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

    /// Whether there is somebody to tell of output: who sleeps, or drives.
    #[inline]
    pub fn has_company(&self) -> bool {
        self.asleep.are_any() || self.driver.is_some()
    }

    /// Whether the sleepers know of waiting output or have been called for it, and the driver, too.
    pub fn knows_of_output(&self) -> bool {
        let of_driver = self.driver.as_ref().is_none_or(|driver| driver.knows_of_output());
        of_driver && (self.called || !self.asleep.are_any())
    }

    /// Output that the sleepers and the driver know nothing of needs them.
    pub fn tell_of_output(&mut self) {
        if self.asleep.are_any() && !self.called {
            self.called = true;
            self.call();
        }
        if let Some(driver) = &mut self.driver {
            driver.tell_of_output(&self.sleeper);
        }
    }
}
