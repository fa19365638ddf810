//! Which methods are polled now: by schedule, by a waiter's call, or as the program says.

use crate::PollInterval;
use crate::context::{Context, LinkError, MethodSlot};
use crate::waiter::Waiter;
use ferry_method::{Armed, MethodError, Now};

/// Measurements of each method at the start, as fast as they can be had.
const FIRST: u32 = 8;
/// Afterwards all methods are measured at every so manieth chance.
const SELDOM: u32 = 16;

impl MethodSlot {
    /// Whether it is to be polled now.
    #[inline]
    pub(crate) fn is_due(&mut self, now: Now) -> bool {
        let by_schedule = !self.quiet && self.schedule.due();
        match &self.waiter {
            None => by_schedule,
            Some(waiter) => {
                let is_due = by_schedule || waiter.calls(now);
                if is_due {
                    waiter.before_poll(&mut *self.method);
                }
                is_due
            }
        }
    }

    /// Learns from a poll.
    #[inline]
    pub(crate) fn after_poll(&mut self, found: usize, now: Now) {
        self.schedule.learn(found);
        match &mut self.waiter {
            None => self.quiet = self.own && found == 0,
            Some(waiter) if found != 0 => waiter.after_full_poll(),
            Some(waiter) => {
                let is_watched = waiter.after_empty_poll(&mut *self.method, now);
                self.quiet = is_watched && !self.method.has_pending_output();
            }
        }
    }

    /// The next poll is its turn.
    pub(crate) fn hurry(&mut self) {
        self.schedule.hurry();
        self.quiet &= self.waiter.is_none();
    }

    /// Arms the method for sleep. One with a waiter is armed while that watches.
    pub(crate) fn arm(&mut self, by_bell: bool) -> Armed {
        match &self.waiter {
            None => self.method.arm(by_bell),
            Some(waiter) if waiter.has_come() => Armed::Busy,
            Some(_) => Armed::Ready(0),
        }
    }

    pub(crate) fn disarm(&mut self) {
        if self.waiter.is_none() {
            self.method.disarm();
        }
    }

    /// Gives the method a thread that waits for it, if it has none.
    fn start_waiter(&mut self) -> Result<(), LinkError> {
        if self.waiter.is_some() {
            return Ok(());
        }
        let name = self.method.name();
        let started = Waiter::start(&*self.method)
            .map_err(|e| MethodError::system(format!("starting the thread of {name}"), e))?;
        let what = || "be waited for by a thread: it has no descriptor for that".into();
        let waiter = started.ok_or_else(|| MethodError::Unsupported { method: name, what: what() });
        self.waiter = Some(waiter?);
        Ok(())
    }

    /// Ends the thread; from now on the method is polled at its interval.
    fn stop_waiter(&mut self) {
        let Some(waiter) = self.waiter.take() else { return };
        waiter.before_poll(&mut *self.method);
        drop(waiter);
        self.quiet = self.own;
        self.schedule.hurry();
    }
}

/// The error of naming a method that is not there.
pub(crate) fn not_open(parameter: &'static str, name: &str, open: &[&str]) -> LinkError {
    let open = open.join(", ");
    let why = format!("there is no method '{name}' open here; there are {open}");
    MethodError::Configuration { parameter, why }.into()
}

impl Context {
    /// Gives these methods, as far as they are open, a thread each that waits for them: until it has seen
    /// something come they are not polled. The threads end with the links.
    ///
    /// # Errors
    /// When a method cannot be waited for by a descriptor, or no thread can be started.
    pub fn wait_by_threads(&mut self, methods: &[String]) -> Result<(), LinkError> {
        let wanted = |slot: &&mut MethodSlot| methods.iter().any(|m| m == slot.method.name());
        self.slots.iter_mut().filter(wanted).try_for_each(MethodSlot::start_waiter)
    }

    /// The same for one method, or takes its thread away again.
    ///
    /// # Errors
    /// As for [`Context::wait_by_threads`].
    pub fn wait_by_thread(&mut self, method: &str, waits: bool) -> Result<(), LinkError> {
        let Some(index) = self.slot_of(method) else { return Ok(()) };
        let slot = &mut self.slots[index];
        if waits {
            return slot.start_waiter();
        }
        slot.stop_waiter();
        Ok(())
    }

    /// Polls a method, if it is open, at this interval from now on.
    pub fn set_interval(&mut self, method: &str, interval: PollInterval) {
        if let Some(index) = self.slot_of(method) {
            self.slots[index].schedule.set(interval);
        }
    }

    /// From now on polls only these methods, beside what is within the process; `None`: all again, each
    /// at its interval. Before a sleep and after it all are polled once, and all can end it.
    ///
    /// # Errors
    /// When there is no method of a name; then nothing changes.
    pub fn poll_only(&mut self, methods: Option<&[&str]>) -> Result<(), LinkError> {
        let unknown = methods.unwrap_or_default().iter().find(|name| self.slot_of(name).is_none());
        if let Some(unknown) = unknown {
            return Err(not_open("poll_only", unknown, &self.open_names()));
        }
        self.exclude_but(methods);
        Ok(())
    }

    /// Gives turns to these methods alone, as far as they are open.
    pub(crate) fn exclude_but(&mut self, methods: Option<&[&str]>) {
        for slot in &mut self.slots {
            let name = slot.method.name();
            let has_turns = slot.own || methods.is_none_or(|only| only.contains(&name));
            slot.schedule.exclude(!has_turns);
        }
    }

    /// The names of the methods that are open.
    pub(crate) fn open_names(&self) -> Vec<&'static str> {
        self.slots.iter().map(|slot| slot.method.name()).collect()
    }

    /// Lets all methods be measured by the next poll, if it is time for that.
    pub(crate) fn prepare_measuring(&mut self) {
        self.chances = self.chances.wrapping_add(1);
        let all = self.chances.is_multiple_of(SELDOM);
        let timed = self.slots.iter_mut().filter(|slot| !slot.own && slot.waiter.is_none());
        for slot in timed {
            if all || slot.schedule.measured() < FIRST {
                slot.schedule.hurry();
            }
        }
    }

    /// Sets the limits of all intervals by what was measured.
    pub(crate) fn compare_costs(&mut self) {
        let costs = self.slots.iter().filter(|slot| !slot.own).map(|slot| slot.schedule.cost());
        let cheapest = costs.fold(f32::INFINITY, f32::min);
        self.slots.iter_mut().for_each(|slot| slot.schedule.compare(cheapest));
    }
}
