//! Polling, running handlers, and waiting without using the processor.

use crate::endpoint::{HandlerEntry, HandlerTable, Request};
use crate::fault::{Fault, FaultKind};
use crate::inbox::ArrivedRequest;
use crate::state::NexusState;
use crate::{Nexus, NexusError};
use ferry_runtime::{Habit, Idle, Nap, Patience, TICK};
use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;

thread_local! {
    /// The context whose non-threaded handler runs in this thread; 0 for none.
    static HANDLING: Cell<usize> = const { Cell::new(0) };
}

/// A request for one of these handlers: two words, which stay in registers.
type NexusTask = (Box<ArrivedRequest>, Box<HandlerTable>);

impl Nexus {
    fn address(&self) -> usize {
        Arc::as_ptr(&self.core).addr()
    }

    /// Whether the calling thread runs a non-threaded handler of this context.
    #[inline]
    pub(crate) fn must_not_wait(&self) -> bool {
        HANDLING.get() == self.address()
    }

    /// Moves everything on as far as it goes without waiting: takes what has come off the links, runs
    /// the handlers, sends what waits. Returns how much moved.
    ///
    /// # Errors
    /// A fault, if there is no callback for it ([`Nexus::on_fault`]).
    #[inline]
    pub fn poll(&self) -> Result<usize, NexusError> {
        let (moved, faulty) = self.progress()?;
        if faulty {
            self.check_faults()?;
        }
        Ok(moved)
    }

    /// The first fault that nobody has been told of.
    #[cold]
    fn check_faults(&self) -> Result<(), NexusError> {
        let mut state = self.enter()?;
        if state.faults.is_empty() || self.fault_callback().is_some() {
            return Ok(());
        }
        while let Some(fault) = state.faults.pop_front() {
            if fault.kind != FaultKind::ShutdownNormally {
                return Err(NexusError::Fault(fault));
            }
        }
        Ok(())
    }

    /// Polls once and runs what has come. Returns how much moved, and whether there are faults.
    #[inline]
    pub(crate) fn progress(&self) -> Result<(usize, bool), NexusError> {
        // A lock that is handed on, within a result or at all, is slower to take: its parts are stored one by one
        // and loaded together, for which the processor waits.
        let mut state = self.lock();
        if state.finished {
            return Err(NexusError::Finished);
        }
        // A full backlog holds the senders back, wherever they are.
        let take = self.core.workers.waiting() <= self.core.options.most_waiting;
        let moved = state.poll(take);
        let faulty = !state.faults.is_empty();
        let is_idle = !faulty && state.runtime.face.inbox.is_empty();
        // One thread at a time runs handlers.
        if is_idle || state.dispatching {
            return Ok((moved, faulty));
        }
        let first = self.next_task(&mut state);
        if first.is_none() && !self.tells_faults(&state) {
            return Ok((moved, faulty));
        }
        state.dispatching = true;
        state.call_sleepers();
        drop(state);
        Ok((moved + self.dispatch(first), faulty))
    }

    /// Runs handlers for what has come, from the first on, and tells of faults. Returns how many things ran.
    #[inline(always)]
    fn dispatch(&self, first: Option<NexusTask>) -> usize {
        let mut turn = HandlerTurn { nexus: self, endpoint: 0, table: None, goes_on: true };
        let (mut next, mut ran) = (first, 0);
        loop {
            while let Some((arrival, table)) = next {
                ran += 1;
                let spare = self.run(&mut turn, arrival, table);
                next = self.end_task(&mut turn, spare);
            }
            if !turn.goes_on {
                break;
            }
            ran += self.tell_next_fault();
            next = self.end_task(&mut turn, None);
        }
        // It is over without a panic.
        std::mem::forget(turn);
        ran
    }

    /// Gives back what running something needed. The next request to run; if there is none and the turn does not go on,
    /// another thread may run handlers from now on.
    #[inline(always)]
    fn end_task(
        &self,
        turn: &mut HandlerTurn<'_>,
        spare: Option<Box<ArrivedRequest>>,
    ) -> Option<NexusTask> {
        let mut state = self.lock();
        if let Some(spare) = spare {
            state.runtime.face.inbox.keep_spare(spare);
        }
        let table = turn.table.take();
        let orphan = table.and_then(|table| state.put_table(turn.endpoint, table));
        let is_idle = state.runtime.face.inbox.is_empty() && state.faults.is_empty();
        let next = if is_idle { None } else { self.next_task(&mut state) };
        turn.goes_on = next.is_some() || !is_idle && self.tells_faults(&state);
        state.dispatching = turn.goes_on;
        if turn.goes_on {
            state.call_sleepers();
        }
        drop(state);
        // Its handlers may hold anything.
        HandlerTable::let_go(orphan);
        next
    }

    /// The next request to run.
    #[inline(always)]
    fn next_task(&self, state: &mut NexusState) -> Option<NexusTask> {
        while let Some(mut arrival) = state.runtime.face.inbox.arrived.pop_front() {
            if !state.runtime.face.worlds.note_home(arrival.from, &mut arrival.home) {
                continue;
            }
            if arrival.cast {
                state.cast(&arrival);
                continue;
            }
            match state.take_table(arrival.endpoint) {
                Some(table) if table.entry(arrival.handler).is_some() => {
                    state.served += 1;
                    return Some((arrival, table));
                }
                table => self.refuse(state, arrival, table),
            }
        }
        None
    }

    /// Whether there are faults, and somebody to be told of them.
    #[inline]
    fn tells_faults(&self, state: &NexusState) -> bool {
        !state.faults.is_empty() && self.fault_callback().is_some()
    }

    /// Tells of the first fault. Returns how many there were to be told of, one at most.
    #[cold]
    #[inline(never)]
    fn tell_next_fault(&self) -> usize {
        let fault = self.lock().faults.pop_front();
        fault.iter().for_each(|fault| self.tell(fault));
        usize::from(fault.is_some())
    }

    /// There is no such handler, or not even such an endpoint.
    #[cold]
    fn refuse(
        &self,
        state: &mut NexusState,
        arrival: Box<ArrivedRequest>,
        table: Option<Box<HandlerTable>>,
    ) {
        let from = arrival.home;
        if let Some(table) = table {
            // The endpoint is there: nothing comes back.
            let _ = state.put_table(arrival.endpoint, table);
            state.runtime.face.inbox.refused += 1;
            let why = format!("it asked for handler {}", arrival.handler);
            state.fault(Fault::new(FaultKind::UnknownHandler, from, why));
        } else if arrival.endpoint != crate::state::ROOT || !state.keep_early(arrival) {
            state.runtime.face.inbox.refused += 1;
            let why = "its request is for an endpoint that is not there";
            state.fault(Fault::new(FaultKind::UnknownEndpoint, from, why));
        }
    }

    /// Runs the handler of a request, or has it run if it is a threaded one. Returns what is free again.
    #[inline(always)]
    fn run(
        &self,
        turn: &mut HandlerTurn<'_>,
        mut arrival: Box<ArrivedRequest>,
        table: Box<HandlerTable>,
    ) -> Option<Box<ArrivedRequest>> {
        turn.endpoint = arrival.endpoint;
        HandlerTable::let_go(turn.table.replace(table));
        let Some(table) = &turn.table else { return Some(arrival) };
        let (Some(entry), Some(from)) = (table.entry(arrival.handler), arrival.home) else {
            return Some(arrival);
        };
        if entry.threaded {
            self.hand_over(arrival, entry.clone(), from);
            return None;
        }
        let ArrivedRequest { handler, ref mut buffer, .. } = *arrival;
        let mut request = Request { nexus: self, from, handler, buffer };
        let handling = Handling(HANDLING.replace(self.address()));
        (entry.function)(&mut request);
        drop(handling);
        Some(arrival)
    }

    /// Runs a threaded handler in a thread of its own.
    #[cold]
    fn hand_over(&self, mut arrival: Box<ArrivedRequest>, entry: HandlerEntry, from: crate::Home) {
        let (nexus, weight) = (self.clone(), arrival.buffer.len());
        let job = move || {
            let ArrivedRequest { handler, ref mut buffer, .. } = *arrival;
            let mut request = Request { nexus: &nexus, from, handler, buffer };
            (entry.function)(&mut request);
            // What it did may be what others wait for.
            nexus.wake();
        };
        self.core.workers.run(weight, Box::new(job));
    }

    fn tell(&self, fault: &Fault) {
        let callback = self.fault_callback().clone();
        if let Some(callback) = callback {
            let _handling = Handling(HANDLING.replace(self.address()));
            callback(fault);
        }
    }

    /// Wakes the threads that wait in this context, to look again at what they wait for.
    pub fn wake(&self) {
        self.lock().call_sleepers();
    }

    /// Waits until something comes, at most for `timeout` (`None`: for ever), and runs its handlers.
    /// Whether something came.
    ///
    /// # Errors
    /// As for [`Nexus::poll`]; and in a non-threaded handler, which must not wait.
    pub fn wait(&self, timeout: Option<Duration>) -> Result<bool, NexusError> {
        let served = self.served();
        self.wait_until(timeout, || self.lock().served != served)
    }

    /// Waits until `ready`, which is asked after everything that comes, at most for `timeout` (`None`:
    /// for ever). Meanwhile handlers run. Whether it became ready. Idle waiting uses no processor; what
    /// other threads change must be told with [`Nexus::wake`] (the end of a threaded handler is).
    ///
    /// # Errors
    /// As for [`Nexus::wait`].
    pub fn wait_until(
        &self,
        timeout: Option<Duration>,
        mut ready: impl FnMut() -> bool,
    ) -> Result<bool, NexusError> {
        if self.must_not_wait() {
            return Err(NexusError::WouldWait { what: "waiting" });
        }
        drop(self.enter()?);
        let clock = self.core.clock;
        let deadline = timeout.map(|timeout| clock.now() + timeout);
        let mut patience = self.begin_waiting();
        loop {
            if ready() {
                return Ok(true);
            }
            if self.poll()? != 0 {
                patience.renew();
                continue;
            }
            if deadline.is_some_and(|deadline| clock.now() >= deadline) {
                return Ok(ready());
            }
            let left = deadline.map_or(TICK, |deadline| deadline.saturating_sub(clock.now()));
            self.rest(&mut patience, left, false, &mut ready);
        }
    }

    pub(crate) fn begin_waiting(&self) -> NexusWait<'_> {
        let mut state = self.lock();
        let patience = state.runtime.begin_waiting();
        NexusWait { patience, habit: state.runtime.habit.clone(), nexus: self }
    }

    /// Rests after a poll that found nothing, as patience says. `owes`: the calling thread waits for room at
    /// a peer.
    pub(crate) fn rest(
        &self,
        NexusWait { patience, habit, .. }: &mut NexusWait<'_>,
        longest: Duration,
        owes: bool,
        ready: &mut dyn FnMut() -> bool,
    ) {
        let clock = self.core.clock;
        match patience.idle(habit, || clock.now()) {
            Idle::Sleep => {
                if let Some(nap) = self.arm(longest, owes) {
                    // What became ready since it was last asked rang before this thread was armed.
                    if !ready() {
                        nap.sleep();
                    }
                    self.woken(&nap);
                }
            }
            idle => {
                let lesson = ferry_runtime::rest(idle, patience.minds_yields(), clock);
                patience.learn_from(habit, lesson);
            }
        }
    }

    /// Prepares to sleep; `None`: something has come.
    fn arm(&self, longest: Duration, owes: bool) -> Option<Nap> {
        let mut state = self.lock();
        let state = &mut *state;
        state.runtime.look_closely();
        let take = self.core.workers.waiting() <= self.core.options.most_waiting;
        let busy = state.dispatching;
        if state.poll(take) != 0 || !busy && !state.runtime.face.inbox.is_empty() {
            return None;
        }
        if state.runtime.links.has_pending_output() {
            return None;
        }
        let nap = state.runtime.arm(owes, longest);
        if nap.is_none() {
            // Who sleeps on the links is not woken by them any more, and what has come may be a handler.
            state.call_sleepers();
        }
        nap
    }

    fn woken(&self, nap: &Nap) {
        let mut state = self.lock();
        state.runtime.woken(nap);
        // What this thread does next may be a handler, which takes its time: somebody else looks after
        // the links meanwhile.
        state.call_sleepers();
    }
}

/// The calling thread is in a non-threaded handler until this is dropped.
struct Handling(usize);

impl Drop for Handling {
    fn drop(&mut self) {
        HANDLING.set(self.0);
    }
}

/// The calling thread runs the handlers until this is over, be it by a handler that panics.
struct HandlerTurn<'a> {
    nexus: &'a Nexus,
    /// Whose turn it is.
    endpoint: u64,
    /// Its handlers.
    table: Option<Box<HandlerTable>>,
    /// There is something else to run, or a fault to be told of.
    goes_on: bool,
}

impl Drop for HandlerTurn<'_> {
    /// A handler has panicked.
    fn drop(&mut self) {
        let mut state = self.nexus.lock();
        state.dispatching = false;
        let orphan = self.table.take().and_then(|table| state.put_table(self.endpoint, table));
        drop(state);
        drop(orphan);
    }
}

/// A wait, and what it is teaching.
pub(crate) struct NexusWait<'a> {
    patience: Patience,
    habit: Habit,
    nexus: &'a Nexus,
}

impl NexusWait<'_> {
    /// Something came.
    pub(crate) fn renew(&mut self) {
        self.patience.renew(&mut self.habit);
    }
}

impl Drop for NexusWait<'_> {
    /// Of several threads that wait the last one's lesson stays.
    fn drop(&mut self) {
        let runtime = &mut self.nexus.lock().runtime;
        runtime.habit = self.habit.clone();
        runtime.watch.part();
    }
}
