//! A runtime behind a lock of its own: whatever thread waits drives it, and one may do nothing else.

use crate::driving::{DriverStep, spawn_driver};
use crate::patience::{Idle, Patience};
use crate::rest::rest;
use crate::runtime::Runtime;
use crate::{DriverMode, TICK};
use ferry_link::{Context, Face, NoFace};
use ferry_sync::{BiasedGuard, BiasedLock};
use ferry_sys::{AsymmetricFence, Clock};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

/// So many rounds in which something moves go by between two looks at the clock.
const ROUNDS_UNTIMED: u32 = 64;

/// A runtime that any thread may enter, one at a time. As long as it is always the same, that costs no atomic
/// instruction.
pub struct SharedRuntime<F> {
    runtime: BiasedLock<Runtime<F>>,
    clock: Clock,
}

impl<F: Face + Send> SharedRuntime<F> {
    /// Shares a runtime.
    pub fn new(runtime: Runtime<F>) -> Self {
        let clock = runtime.pace.clock();
        let fence = AsymmetricFence::register();
        let works = !fence.frequent_side_must_fence();
        let rare =
            works.then(|| Box::new(move || fence.rare_side()) as Box<dyn Fn() + Send + Sync>);
        let runtime = BiasedLock::new(runtime, rare);
        SharedRuntime { runtime, clock }
    }

    /// Enters it, for one step.
    #[inline]
    pub fn enter(&self) -> BiasedGuard<'_, Runtime<F>> {
        self.runtime.enter()
    }

    /// Sends what waits. Returns how much moved.
    pub fn send(&self) -> usize {
        let mut runtime = self.enter();
        let sent = runtime.send_only();
        runtime.leave();
        sent
    }

    /// Moves everything on as far as it goes without waiting. Returns how much moved.
    pub fn progress(&self) -> usize {
        let mut runtime = self.enter();
        runtime.pace.test();
        runtime.watch.note_call();
        runtime.progress()
    }

    /// Closes the links, for `longest` at most. Whether they are closed.
    pub fn close(&self, longest: Duration) -> bool {
        let until = self.clock.now() + longest;
        loop {
            if self.enter().close() {
                return true;
            }
            if self.clock.now() >= until {
                return false;
            }
            ferry_sys::sched_yield();
        }
    }

    /// Closes links that were given up ([`Runtime::part`]), for `longest` at most. Whether they are closed.
    pub fn close_parted(&self, mut links: Context, longest: Duration) -> bool {
        let until = self.clock.now() + longest;
        while !links.close(self.clock.now(), &mut NoFace) {
            if self.clock.now() >= until {
                return false;
            }
            ferry_sys::sched_yield();
        }
        true
    }

    /// Wakes the threads that wait, to look again at what they wait for.
    pub fn wake(&self) {
        self.enter().watch.alarm().ring();
    }

    /// Waits until `ready` gives something, at most for `timeout`; it is asked whenever something has moved, and when
    /// other threads were let in. Whatever else is to be looked at again rings ([`SharedRuntime::wake`]).
    pub fn wait_until<T>(
        &self,
        timeout: Option<Duration>,
        mut ready: impl FnMut(&mut Runtime<F>) -> Option<T>,
    ) -> Option<T> {
        let is_glance = timeout.is_some_and(|timeout| timeout.is_zero());
        // The clock is asked when others are let in, not before: most waits are over by then.
        let mut deadline = None;
        let mut runtime = self.enter();
        let mut patience = runtime.begin_waiting();
        let (mut has_moved, mut is_over, mut others) = (false, false, 0u32);
        let came = loop {
            // In one place: what is looked for is in line here.
            if let Some(value) = ready(&mut runtime) {
                if !is_over {
                    patience.found(&mut runtime.habit);
                }
                break Some(value);
            }
            if is_over {
                break None;
            }
            if std::mem::take(&mut has_moved) {
                // It was something else, as it seldom is. Where that goes on and on, the time is up all the same.
                patience.renew(&mut runtime.habit);
                runtime = self.take_turns(runtime);
                let is_first = others == 0;
                let asks_clock = timeout.is_some() && others.is_multiple_of(ROUNDS_UNTIMED);
                others = others.wrapping_add(1);
                is_over = asks_clock && self.left(timeout, &mut deadline).is_zero() && !is_first;
                continue;
            }
            if is_glance {
                has_moved = runtime.progress() != 0;
                is_over = !has_moved;
                continue;
            }
            let Some(idle) = self.look(&mut runtime, &mut patience) else {
                has_moved = true;
                continue;
            };
            if idle == Idle::Spin {
                runtime = self.take_turns(runtime);
                continue;
            }
            let left = self.left(timeout, &mut deadline);
            if left.is_zero() {
                is_over = true;
                continue;
            }
            runtime = self.give_way(runtime, (&mut patience, idle), left);
        };
        runtime.watch.part();
        came
    }

    /// Makes progress until something moves (`None`), another thread is to be let in, or there is something else to do
    /// than to look. Nothing else changes meanwhile what a wait is for.
    #[inline(always)]
    fn look(&self, runtime: &mut Runtime<F>, patience: &mut Patience) -> Option<Idle> {
        let mut owes_nothing = false;
        loop {
            if runtime.progress_where(owes_nothing) != 0 {
                return None;
            }
            // What has nothing to send has nothing until something comes.
            owes_nothing = owes_nothing || !runtime.face.has_output();
            let idle = patience.idle(&mut runtime.habit, || self.clock.now());
            if idle != Idle::Spin || self.runtime.turn().is_some() {
                return Some(idle);
            }
        }
    }

    /// How long a wait may go on that may last for `timeout`.
    fn left(&self, timeout: Option<Duration>, deadline: &mut Option<Duration>) -> Duration {
        let Some(timeout) = timeout else { return TICK };
        let now = self.clock.now();
        deadline.get_or_insert(now + timeout).saturating_sub(now)
    }

    /// Lets another thread in first, if one waits for that.
    fn take_turns<'a>(
        &'a self,
        runtime: BiasedGuard<'a, Runtime<F>>,
    ) -> BiasedGuard<'a, Runtime<F>> {
        let Some(turn) = self.runtime.turn() else { return runtime };
        drop(runtime);
        self.runtime.give_turn(turn);
        self.enter()
    }

    /// Lets others have the core, or sleeps for `longest` at most.
    fn give_way<'a>(
        &'a self,
        mut runtime: BiasedGuard<'a, Runtime<F>>,
        (patience, idle): (&mut Patience, Idle),
        longest: Duration,
    ) -> BiasedGuard<'a, Runtime<F>> {
        match idle {
            Idle::Spin => runtime,
            Idle::Yield | Idle::Move | Idle::Spread(_) => {
                drop(runtime);
                let lesson = rest(idle, patience.minds_yields(), self.clock);
                let mut runtime = self.enter();
                patience.learn_from(&mut runtime.habit, lesson);
                runtime
            }
            Idle::Sleep => {
                runtime.look_closely();
                if runtime.progress() != 0 {
                    return runtime;
                }
                let Some(nap) = runtime.arm(false, longest) else { return runtime };
                drop(runtime);
                nap.sleep();
                let mut runtime = self.enter();
                runtime.woken(&nap);
                runtime
            }
        }
    }
}

impl<F: Face + Send> SharedRuntime<F> {
    /// Drives until `stopped`.
    fn drive(&self, mode: DriverMode, stopped: &AtomicBool) {
        let mut runtime = self.enter();
        let mut driving = match runtime.begin_driving(mode) {
            Ok(driving) => driving,
            Err(why) => return crate::driving::tell_of_no_driver(&why),
        };
        while !stopped.load(Ordering::Acquire) {
            if driving.gives_way(&mut runtime) {
                drop(runtime);
                driving.stand_by();
                runtime = self.enter();
                continue;
            }
            runtime.links.set_unattended(true);
            let moved = runtime.progress();
            runtime.links.set_unattended(false);
            runtime = match driving.after(moved, &mut runtime) {
                DriverStep::Again => self.take_turns(runtime),
                DriverStep::Yield => {
                    drop(runtime);
                    driving.give_core();
                    self.enter()
                }
                DriverStep::Sleep(nap) => {
                    drop(runtime);
                    driving.sleep(&nap);
                    let mut runtime = self.enter();
                    runtime.driver_woken();
                    runtime
                }
            };
        }
        driving.end(&mut runtime);
    }
}

/// A thread that drives a runtime while the program makes no call. It ends when this is dropped.
pub struct Driver {
    thread: Option<JoinHandle<()>>,
    stop: Arc<AtomicBool>,
    runtime: Arc<dyn Driven>,
}

/// What a driver drives, whatever its face.
trait Driven: Send + Sync {
    /// Has the driver look around.
    fn ring(&self);

    /// The driver has gone; the calling thread may be alone again.
    fn be_alone(&self);
}

impl<F: Face + Send> Driven for SharedRuntime<F> {
    fn ring(&self) {
        self.enter().watch.ring_driver();
    }

    fn be_alone(&self) {
        self.runtime.others_have_gone();
    }
}

impl Driver {
    /// Drives a runtime from now on. There is one such thread at a time.
    ///
    /// # Errors
    /// When no thread can be had.
    pub fn start<F: Face + Send + 'static>(
        runtime: Arc<SharedRuntime<F>>,
        mode: DriverMode,
    ) -> io::Result<Driver> {
        let stop = Arc::new(AtomicBool::new(false));
        let (driven, stopped) = (Arc::clone(&runtime), Arc::clone(&stop));
        let thread = spawn_driver(move || driven.drive(mode, &stopped))?;
        Ok(Driver { thread: Some(thread), stop, runtime })
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Release);
        self.runtime.ring();
        if let Some(thread) = self.thread.take() {
            // A panic in it has been reported by itself.
            let _ = thread.join();
            self.runtime.be_alone();
        }
    }
}
