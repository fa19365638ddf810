//! Operations that wait until a counter has reached a threshold.

use crate::four::counter::{CounterValue, NiCounter};
use crate::four::entry::EntryDescription;
use crate::four::error::NiError;
use crate::four::event::EntryList;
use crate::four::interface::NetworkInterface;
use crate::four::movement::Movement;
use crate::handle::PortalsHandle;
use crate::process::PortalsProcess;

/// What waits for a counter.
#[derive(Debug)]
pub(crate) enum TriggeredOperation {
    /// Bytes to be moved.
    Move(Box<(Movement, PortalsProcess)>),
    /// A counter that counts more.
    Increase(PortalsHandle, CounterValue),
    /// A counter that is set.
    Set(PortalsHandle, CounterValue),
    /// An entry that is linked.
    Link(PortalsHandle),
    /// An entry that is taken out.
    Unlink(PortalsHandle),
}

/// When an operation starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trigger {
    /// The counter.
    pub counter: PortalsHandle,
    /// What it must have reached, failures included.
    pub threshold: u64,
}

impl NetworkInterface {
    /// Makes a counter, which has counted nothing.
    ///
    /// # Errors
    /// When there are as many as there can be.
    pub fn ct_alloc(&mut self) -> Result<PortalsHandle, NiError> {
        self.counters.insert(NiCounter::default()).ok_or(NiError::NoSpace)
    }

    /// Gives a counter up, with what waits for it.
    ///
    /// # Errors
    /// When there is no such counter.
    pub fn ct_free(&mut self, counter: PortalsHandle) -> Result<(), NiError> {
        self.ct_cancel(counter)?;
        self.counters.remove(counter);
        Ok(())
    }

    /// What waits for a counter does so no longer.
    ///
    /// # Errors
    /// When there is no such counter.
    pub fn ct_cancel(&mut self, counter: PortalsHandle) -> Result<(), NiError> {
        let counter = self.counters.get_mut(counter).ok_or(NiError::ArgInvalid)?;
        let cancelled = counter.cancel();
        for operation in cancelled {
            self.triggered -= 1;
            match operation {
                TriggeredOperation::Move(of) => self.let_go_of_both(&of.0),
                // Its name leads nowhere.
                TriggeredOperation::Link(entry) => drop(self.entries.remove(entry)),
                _ => {}
            }
        }
        Ok(())
    }

    /// What a counter has counted.
    ///
    /// # Errors
    /// When there is no such counter.
    pub fn ct_get(&self, counter: PortalsHandle) -> Result<CounterValue, NiError> {
        self.counters.get(counter).map(|counted| counted.value).ok_or(NiError::ArgInvalid)
    }

    /// Sets a counter.
    ///
    /// # Errors
    /// When there is no such counter.
    pub fn ct_set(&mut self, counter: PortalsHandle, value: CounterValue) -> Result<(), NiError> {
        self.counters.get(counter).ok_or(NiError::ArgInvalid)?;
        self.bump(counter, |counted| counted.value = value);
        Ok(())
    }

    /// Lets a counter count more.
    ///
    /// # Errors
    /// When there is no such counter, or both parts are more than nothing.
    pub fn ct_inc(&mut self, counter: PortalsHandle, more: CounterValue) -> Result<(), NiError> {
        let is_one = more.success == 0 || more.failure == 0;
        self.counters.get(counter).filter(|_| is_one).ok_or(NiError::ArgInvalid)?;
        self.bump(counter, |counted| counted.add(more));
        Ok(())
    }

    /// Changes a counter; then starts what has waited for that.
    pub(crate) fn bump(&mut self, counter: PortalsHandle, change: impl FnOnce(&mut NiCounter)) {
        let Some(counted) = self.counters.get_mut(counter) else { return };
        change(counted);
        self.news += 1;
        if counted.has_ready() {
            self.collect_ready(counter);
            self.start_ready();
        }
    }

    /// What has waited for a counter is to be started.
    fn collect_ready(&mut self, counter: PortalsHandle) {
        while let Some(operation) = self.counters.get_mut(counter).and_then(NiCounter::take_ready) {
            self.ready.push_back(operation);
        }
    }

    /// Starts what is to be started, and what that starts. What would wait for a result when too much does
    /// has its turn when there is room.
    pub(crate) fn start_ready(&mut self) {
        // What is started may count: that comes behind what is to be started already.
        if std::mem::replace(&mut self.is_starting, true) {
            return;
        }
        while let Some(operation) = self.ready.pop_front() {
            if matches!(operation, TriggeredOperation::Move(_)) && !self.awaited.has_room() {
                self.ready.push_front(operation);
                break;
            }
            self.triggered -= 1;
            self.start_triggered(operation);
        }
        self.is_starting = false;
    }

    fn start_triggered(&mut self, operation: TriggeredOperation) {
        match operation {
            TriggeredOperation::Move(of) => {
                let (movement, process) = *of;
                // It was checked, and there is room.
                let _ = self.launch(&movement, process);
                self.let_go_of_both(&movement);
            }
            TriggeredOperation::Increase(counter, more) => {
                self.bump(counter, |counted| counted.add(more));
            }
            TriggeredOperation::Set(counter, value) => {
                self.bump(counter, |counted| counted.value = value);
            }
            TriggeredOperation::Link(entry) => self.link_entry(entry),
            // An entry that is in use or gone stays as it is: there is nobody to be told.
            TriggeredOperation::Unlink(entry) => drop(self.unlink(entry)),
        }
    }

    fn let_go_of_both(&mut self, movement: &Movement) {
        for place in [movement.from, movement.into].into_iter().flatten() {
            self.let_go(place.descriptor);
        }
    }

    /// Lets an operation wait, or starts it if its time has come.
    fn trigger(&mut self, trigger: Trigger, operation: TriggeredOperation) -> Result<(), NiError> {
        let most = self.limits.max_triggered_ops;
        let counter = self.counters.get_mut(trigger.counter).ok_or(NiError::ArgInvalid)?;
        if self.triggered >= most {
            return Err(NiError::NoSpace);
        }
        if let TriggeredOperation::Move(of) = &operation {
            for place in [of.0.from, of.0.into].into_iter().flatten() {
                if let Some(bound) = self.descriptors.get_mut(place.descriptor) {
                    bound.pending += 1;
                }
            }
        }
        counter.wait(trigger.threshold, operation);
        self.triggered += 1;
        self.collect_ready(trigger.counter);
        self.start_ready();
        Ok(())
    }

    /// Moves bytes once a counter has reached a threshold. They are read then.
    ///
    /// # Errors
    /// When they cannot be moved so, there is no such counter, or too much waits.
    pub fn start_at(&mut self, movement: &Movement, trigger: Trigger) -> Result<(), NiError> {
        let process = self.check_movement(movement)?;
        self.trigger(trigger, TriggeredOperation::Move(Box::new((*movement, process))))
    }

    /// Lets a counter count more once another has reached a threshold.
    ///
    /// # Errors
    /// When there is no such counter, or too much waits.
    pub fn ct_inc_at(
        &mut self,
        counter: PortalsHandle,
        more: CounterValue,
        trigger: Trigger,
    ) -> Result<(), NiError> {
        let is_one = more.success == 0 || more.failure == 0;
        self.counters.get(counter).filter(|_| is_one).ok_or(NiError::ArgInvalid)?;
        self.trigger(trigger, TriggeredOperation::Increase(counter, more))
    }

    /// Sets a counter once another has reached a threshold.
    ///
    /// # Errors
    /// When there is no such counter, or too much waits.
    pub fn ct_set_at(
        &mut self,
        counter: PortalsHandle,
        value: CounterValue,
        trigger: Trigger,
    ) -> Result<(), NiError> {
        self.counters.get(counter).ok_or(NiError::ArgInvalid)?;
        self.trigger(trigger, TriggeredOperation::Set(counter, value))
    }

    /// Appends an entry once a counter has reached a threshold.
    ///
    /// # Errors
    /// As for [`NetworkInterface::append`], or when there is no such counter, or too much waits.
    pub fn append_at(
        &mut self,
        place: (u32, EntryList),
        (spec, user_ptr): (EntryDescription, u64),
        trigger: Trigger,
    ) -> Result<PortalsHandle, NiError> {
        let entry = self.prepare_entry(place, spec, user_ptr)?;
        if let Err(why) = self.trigger(trigger, TriggeredOperation::Link(entry)) {
            self.entries.remove(entry);
            return Err(why);
        }
        Ok(entry)
    }

    /// Takes an entry out once a counter has reached a threshold, if it is not in use then.
    ///
    /// # Errors
    /// When there is no such entry or counter, or too much waits.
    pub fn unlink_at(&mut self, entry: PortalsHandle, trigger: Trigger) -> Result<(), NiError> {
        self.entries.get(entry).ok_or(NiError::ArgInvalid)?;
        self.trigger(trigger, TriggeredOperation::Unlink(entry))
    }
}
