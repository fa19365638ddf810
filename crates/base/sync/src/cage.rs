//! The lock around a process's engine.
//!
//! Below `MPI_THREAD_MULTIPLE` one thread at a time calls MPI, and the lock costs two loads and a store;
//! with it, it is an ordinary mutex. Either way a second entry from inside (a callback that calls MPI
//! while the engine is borrowed) is caught instead of followed.
//!
//! A tool's thread may turn up while that one thread is inside. The cage is then shared after the event
//! ([`Cage::share_with`]): who enters without the mutex says so first and looks once more whether that is
//! still allowed, and who ends it looks whether somebody is inside. Between saying and looking each needs a
//! fence (Dekker), and the one that comes rarely pays for both.
//!
//! A thread that wants something done inside, and nothing back, does not wait: it leaves an errand
//! ([`Cage::send_errand`]). Whoever is inside runs it when it leaves.

use crate::atomics::{UnsafeCell, biased::*};
use crate::turns::{LockTurn, LockTurns};
use std::marker::PhantomData;
use std::mem::{ManuallyDrop, transmute};
use std::ops::{Deref, DerefMut};
use std::sync::TryLockError;
#[cfg(not(loom))]
use std::sync::atomic::fence;

#[cfg(loom)]
use loom::sync::atomic::fence;

/// A value that is entered by one thread at a time.
pub struct Cage<T> {
    shared: AtomicBool,
    /// A thread is inside without the mutex, or about to find out that it may not be.
    entered: AtomicBool,
    mutex: Mutex<()>,
    /// Of whoever is inside with the mutex. Here and not in the [`CageGuard`], which is one word so: what is stored in parts
    /// and loaded as a whole costs a processor more than all that entering takes.
    held: UnsafeCell<Option<ManuallyDrop<MutexGuard<'static, ()>>>>,
    turns: LockTurns,
    /// Somebody has left an errand.
    errand: AtomicBool,
    /// Errands may be left: who leaves a shared cage looks for them.
    has_errands: AtomicBool,
    /// What an errand is.
    run: fn(&mut T),
    value: UnsafeCell<T>,
}

// SAFETY: `enter` gives out one guard at a time: through the mutex when the cage is shared between
// threads, and through `entered` otherwise; who has the mutex waits for the one that came in before.
unsafe impl<T: Send> Sync for Cage<T> {}

/// Access to the value until dropped.
pub struct CageGuard<'a, T> {
    cage: &'a Cage<T>,
    /// It stays with its thread.
    mutex: PhantomData<MutexGuard<'a, ()>>,
}

/// Somebody is inside without the mutex until this is dropped.
struct Visit<'a>(&'a AtomicBool);

impl Drop for Visit<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}

impl<T> Cage<T> {
    /// A cage for one thread at a time, by promise of the program.
    #[cfg(not(loom))]
    pub const fn new(value: T) -> Self {
        Cage::with_errands(value, |_| {})
    }

    /// The same; errands are runs of `run`.
    #[cfg(not(loom))]
    pub const fn with_errands(value: T, run: fn(&mut T)) -> Self {
        Cage {
            shared: AtomicBool::new(false),
            entered: AtomicBool::new(false),
            mutex: Mutex::new(()),
            held: UnsafeCell::new(None),
            turns: LockTurns::new(),
            errand: AtomicBool::new(false),
            has_errands: AtomicBool::new(false),
            run,
            value: UnsafeCell::new(value),
        }
    }

    /// The same for a model.
    #[cfg(loom)]
    pub fn new(value: T) -> Self {
        Cage::with_errands(value, |_| {})
    }

    /// The same; errands are runs of `run`.
    #[cfg(loom)]
    pub fn with_errands(value: T, run: fn(&mut T)) -> Self {
        Cage {
            shared: AtomicBool::new(false),
            entered: AtomicBool::new(false),
            mutex: Mutex::new(()),
            held: UnsafeCell::new(None),
            turns: LockTurns::new(),
            errand: AtomicBool::new(false),
            has_errands: AtomicBool::new(false),
            run,
            value: UnsafeCell::new(value),
        }
    }

    /// From now on several threads may enter. Called before there is a second thread in here.
    pub fn share(&self) {
        self.shared.store(true, Ordering::SeqCst);
    }

    /// The same at any time, by any thread: whoever is inside meanwhile is waited for when the next enters.
    /// `fence`: orders what this thread has stored and loads next with the other threads' own, on their behalf.
    pub fn share_with(&self, fence: impl FnOnce()) {
        self.shared.store(true, Ordering::SeqCst);
        fence();
    }

    /// Whether several threads may enter.
    #[inline]
    pub fn is_shared(&self) -> bool {
        self.shared.load(Ordering::Relaxed)
    }

    /// Enters; waits for other threads if the cage is shared.
    ///
    /// # Panics
    /// On a second entry by the thread that is inside, or by another thread although the cage is not
    /// shared: both are misuse that would otherwise corrupt the value.
    #[inline]
    pub fn enter(&self) -> CageGuard<'_, T> {
        if !self.shared.load(Ordering::Relaxed) {
            if self.entered.load(Ordering::Acquire) {
                return self.enter_once_more();
            }
            self.entered.store(true, Ordering::Relaxed);
            frequent_fence();
            if !self.shared.load(Ordering::Relaxed) {
                return CageGuard { cage: self, mutex: PhantomData };
            }
            self.entered.store(false, Ordering::Release);
        }
        self.enter_shared()
    }

    /// Enters for something short where one thread at a time calls: there is no guard that would be moved and dropped.
    /// `Err`: several threads may enter, or one is inside; nothing was done.
    ///
    /// # Errors
    /// What was to be done, to be done by [`Cage::enter`].
    #[inline(always)]
    pub fn visit<R, F: FnOnce(&mut T) -> R>(&self, act: F) -> Result<R, F> {
        if self.shared.load(Ordering::Relaxed) || self.entered.load(Ordering::Acquire) {
            return Err(act);
        }
        self.entered.store(true, Ordering::Relaxed);
        frequent_fence();
        if self.shared.load(Ordering::Relaxed) {
            self.entered.store(false, Ordering::Release);
            return Err(act);
        }
        let _visit = Visit(&self.entered);
        // SAFETY: nobody else is inside (see `Cage`), until `_visit` says so.
        Ok(self.value.with_mut(|value| act(unsafe { &mut *value })))
    }

    /// Somebody is inside, which is a mistake unless the cage has been shared since this thread looked.
    #[cold]
    #[inline(never)]
    fn enter_once_more(&self) -> CageGuard<'_, T> {
        if !self.shared.load(Ordering::SeqCst) {
            busy();
        }
        self.enter_shared()
    }

    #[cold]
    #[inline(never)]
    fn enter_shared(&self) -> CageGuard<'_, T> {
        let free = self.try_mutex();
        self.enter_with(free.unwrap_or_else(|| self.turns.wait(|| lock(&self.mutex))))
    }

    /// The mutex, if nobody has it.
    #[inline]
    fn try_mutex(&self) -> Option<MutexGuard<'_, ()>> {
        match self.mutex.try_lock() {
            Ok(lock) => Some(lock),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    /// Enters with the mutex.
    #[inline]
    fn enter_with<'a>(&'a self, lock: MutexGuard<'a, ()>) -> CageGuard<'a, T> {
        self.outlast_the_first();
        // SAFETY: a guard that is dropped takes it out again, while this cage is borrowed; of one that is forgotten nobody
        // looks at it any more, since the mutex stays locked.
        let lock = unsafe { transmute::<MutexGuard<'a, ()>, MutexGuard<'static, ()>>(lock) };
        // SAFETY: this thread is the only one inside (see `Cage`).
        self.held.with_mut(|held| unsafe { *held = Some(ManuallyDrop::new(lock)) });
        CageGuard { cage: self, mutex: PhantomData }
    }

    /// For the thread that is inside with the mutex: gives it back.
    #[inline]
    fn leave_shared(&self) {
        // SAFETY: the calling thread is the only one inside.
        let lock = self.held.with_mut(|held| unsafe { (*held).take() });
        // With the mutex this says what is known: nobody else is inside.
        self.entered.store(false, Ordering::Release);
        let has_errands = self.has_errands.load(Ordering::Relaxed);
        drop(lock.map(ManuallyDrop::into_inner));
        if has_errands {
            self.run_errands();
        }
    }

    /// Enters if nobody is inside.
    pub fn try_enter(&self) -> Option<CageGuard<'_, T>> {
        if !self.shared.load(Ordering::Relaxed) {
            return (!self.entered.load(Ordering::Acquire)).then(|| self.enter());
        }
        self.try_mutex().map(|lock| self.enter_with(lock))
    }

    /// With the mutex: waits for whoever came in before the cage was shared.
    #[inline]
    fn outlast_the_first(&self) {
        while self.entered.load(Ordering::Acquire) {
            yield_now();
        }
    }

    /// From now on errands may be left. Called by whoever is inside.
    pub fn expect_errands(&self) {
        self.has_errands.store(true, Ordering::Relaxed);
    }

    /// Has the errand run, which finds all that was stored before: now, if nobody is inside, else by whoever is,
    /// when it leaves. Waits for nobody. The cage is shared, and expects errands.
    pub fn send_errand(&self) {
        self.errand.store(true, Ordering::Release);
        self.run_errands();
    }

    /// Runs errands unless somebody is inside, who does it then. Between leaving an errand and trying the mutex,
    /// and between giving the mutex back and looking for errands, each side has a fence: one sees the other.
    #[cold]
    #[inline(never)]
    fn run_errands(&self) {
        loop {
            fence(Ordering::SeqCst);
            if !self.errand.load(Ordering::Relaxed) {
                return;
            }
            let Some(lock) = self.try_mutex() else { return };
            self.outlast_the_first();
            // A read-modify-write: what its sender stored before is seen, and no later errand is lost.
            if self.errand.swap(false, Ordering::AcqRel) {
                // SAFETY: whoever has the mutex of a shared cage is alone inside.
                self.value.with_mut(|value| (self.run)(unsafe { &mut *value }));
            }
            drop(lock);
        }
    }

    /// For the thread that is inside and wants to stay for long: whether others wait. If so it leaves
    /// and calls [`Cage::give_turn`] before it enters again: the mutex alone would let it in again
    /// before any of them, however often it leaves.
    #[inline]
    pub fn turn(&self) -> Option<LockTurn> {
        self.turns.turn()
    }

    /// Returns when one of those that waited has been let in.
    pub fn give_turn(&self, turn: LockTurn) {
        self.turns.give(turn);
    }
}

#[cold]
#[inline(never)]
fn busy() -> ! {
    panic!(
        "MPI was entered by two threads at once, or from inside one of its callbacks; ask for \
         MPI_THREAD_MULTIPLE if several threads call MPI (MPI-5.0 §11.6)"
    );
}

impl<T> Deref for CageGuard<'_, T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: this guard is the only one (see `Cage`).
        self.cage.value.with(|value| unsafe { &*value })
    }
}

impl<T> DerefMut for CageGuard<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: this guard is the only one (see `Cage`).
        self.cage.value.with_mut(|value| unsafe { &mut *value })
    }
}

impl<T> Drop for CageGuard<'_, T> {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: this guard is the only one.
        match self.cage.held.with(|held| unsafe { (*held).is_none() }) {
            true => self.cage.entered.store(false, Ordering::Release),
            false => self.cage.leave_shared(),
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests;

#[cfg(all(test, loom))]
mod model;
