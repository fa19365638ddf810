//! Waiting: all blocking is here.

use super::among_threads::wait_among_threads;
use super::{Entered, Process, enter, enter_lane, is_shared};
use crate::errhandler::{self, Object};
use crate::error::Error;
use crate::handle::CommHandle;
use crate::lane;
use crate::p2p::fault_error;
use crate::request::OperationOwner;
use ferry_runtime::{Idle, Nap, Onlooker, Patience};
use ferry_two_sided::{RequestId, TransferFault};

impl Process {
    /// Prepares to sleep; `None`: something has come. `onlooker`: the thread, where several wait.
    fn arm(&mut self, onlooker: Option<&mut Onlooker>) -> Option<Nap> {
        if self.announce_sleep() {
            return None;
        }
        self.runtime.look_closely();
        let has_met = self.acquaintances.are_any();
        if has_met {
            self.look_after_children();
        }
        if self.progress() != 0 {
            return None;
        }
        // Only now: this thread may have been kept from looking for long.
        if has_met && (self.greet_awaited() || self.give_up_departed()) {
            return None;
        }
        let longest = lane::longest_nap(self.lane);
        match onlooker {
            None => self.runtime.arm(false, longest),
            Some(onlooker) => self.runtime.arm_onlooker(onlooker, longest),
        }
    }

    /// An operation that has failed since its peer is lost, if its error ends the job. This thread waits
    /// for something else, which may depend on that operation: without it all might wait for ever, and
    /// nobody would learn why.
    fn unnoticed_loss(&mut self) -> Option<(CommHandle, Error)> {
        let failures = self.runtime.face.transfer.failures();
        if std::mem::replace(&mut self.seen_failures, failures) == failures || self.leaving {
            return None;
        }
        self.runtime.face.transfer.unnoticed_losses().find_map(|(label, fault)| {
            // Nobody else waits for what they might still have done.
            if matches!(fault, TransferFault::Lost { peer, .. } if self.dynamic.departures.has_parted(*peer)) {
                return None;
            }
            let comm = OperationOwner::of(label).comm();
            let handler = self.errhandler_of(comm);
            let ends = handler == errhandler::FATAL || handler == errhandler::ABORT;
            ends.then(|| (comm, fault_error(fault).on(comm)))
        })
    }
}

impl Drop for Entered {
    #[inline]
    fn drop(&mut self) {
        if let Some(process) = &mut *self.0 {
            process.runtime.leave();
        }
    }
}

/// Waits until `ready` gives something. It is asked with the state entered, after each round of
/// progress; between rounds other threads get their turn, even while much moves.
#[inline]
pub fn wait_until<T>(ready: impl FnMut(&mut Process) -> Option<T>) -> T {
    wait_within(ready).1
}

/// The same, with the state still entered.
#[inline]
pub(crate) fn wait_within<T>(ready: impl FnMut(&mut Process) -> Option<T>) -> (Entered, T) {
    wait_for(None, ready)
}

/// The same for a transfer: where other threads call MPI, this one is called when that is over.
#[inline]
pub(crate) fn wait_for<T>(
    operation: Option<RequestId>,
    ready: impl FnMut(&mut Process) -> Option<T>,
) -> (Entered, T) {
    wait_inside(enter(), operation, ready)
}

/// The same by a thread that has entered the state already.
#[inline]
pub(crate) fn wait_inside<T>(
    mut process: Entered,
    operation: Option<RequestId>,
    mut ready: impl FnMut(&mut Process) -> Option<T>,
) -> (Entered, T) {
    if let Some(value) = ready(&mut process) {
        return (process, value);
    }
    if is_shared() {
        return wait_among_threads(process, operation, ready);
    }
    let patience = process.runtime.begin_waiting();
    wait_on(process, patience, ready)
}

/// Goes on with a wait that has begun, of the one thread that there is.
#[inline]
pub(crate) fn wait_on<T>(
    mut process: Entered,
    mut patience: Patience,
    mut ready: impl FnMut(&mut Process) -> Option<T>,
) -> (Entered, T) {
    loop {
        let moved = process.progress();
        if process.background.calls() {
            process = crate::background::call(process);
        }
        let state = &mut *process;
        if let Some(value) = ready(state) {
            patience.found(&mut state.runtime.habit);
            state.runtime.watch.part();
            return (process, value);
        }
        if moved != 0 {
            patience.renew(&mut state.runtime.habit);
            continue;
        }
        let clock = state.runtime.pace.clock();
        let idle = patience.idle(&mut state.runtime.habit, || clock.now());
        if idle == Idle::Spin {
            continue;
        }
        process = give_way(process, &mut patience, idle);
    }
}

/// Raises the error of an operation that has lost its peer, if it ends the job and nobody has noticed: before
/// a sleep. Whether there was one.
pub(super) fn heed_losses(mut process: Entered) -> (Entered, bool) {
    let Some((comm, error)) = process.unnoticed_loss() else { return (process, false) };
    let lane = process.lane;
    drop(process);
    errhandler::raise("an operation under way", Object::Comm(comm), &error);
    (enter_lane(lane), true)
}

/// Leaves the state and lets others run, or sleeps.
#[inline(never)]
fn give_way(process: Entered, patience: &mut Patience, idle: Idle) -> Entered {
    match idle {
        Idle::Spin => process,
        Idle::Yield | Idle::Move | Idle::Spread(_) => {
            let clock = process.runtime.pace.clock();
            drop(process);
            let lesson = ferry_runtime::rest(idle, patience.minds_yields(), clock);
            let mut process = enter();
            patience.learn_from(&mut process.runtime.habit, lesson);
            process
        }
        Idle::Sleep => sleep(process, None),
    }
}

/// Leaves the state and sleeps, if nothing has come.
pub(super) fn sleep(process: Entered, onlooker: Option<&mut Onlooker>) -> Entered {
    let (mut process, has_raised) = heed_losses(process);
    if has_raised {
        return process;
    }
    let Some(nap) = process.arm(onlooker) else { return process };
    let lane = process.lane;
    drop(process);
    nap.sleep();
    let mut process = enter_lane(lane);
    process.runtime.woken(&nap);
    process
}
