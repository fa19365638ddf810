//! The lock around a process's engine.
//!
//! Below `MPI_THREAD_MULTIPLE` one thread at a time calls MPI, and the lock costs a load and a store;
//! with it, it is an ordinary mutex. Either way a second entry from inside (a callback that calls MPI
//! while the engine is borrowed) is caught instead of followed.

use std::cell::UnsafeCell;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, TryLockError};

/// A value that is entered by one thread at a time.
pub struct Cage<T> {
    shared: AtomicBool,
    entered: AtomicBool,
    mutex: Mutex<()>,
    /// Threads that wait to be let in.
    waiting: AtomicU32,
    /// How many that waited have been let in.
    let_in: AtomicU32,
    value: UnsafeCell<T>,
}

// SAFETY: `enter` gives out one guard at a time: through the mutex when the cage is shared between
// threads, and through `entered` otherwise.
unsafe impl<T: Send> Sync for Cage<T> {}

/// What a thread that others wait for takes before it leaves; see [`Cage::turn`].
#[derive(Clone, Copy, Debug)]
pub struct CageTurn(u32);

/// Access to the value until dropped.
pub struct CageGuard<'a, T> {
    cage: &'a Cage<T>,
    _lock: Option<MutexGuard<'a, ()>>,
}

impl<T> Cage<T> {
    /// A cage for one thread at a time, by promise of the program.
    pub const fn new(value: T) -> Self {
        Cage {
            shared: AtomicBool::new(false),
            entered: AtomicBool::new(false),
            mutex: Mutex::new(()),
            waiting: AtomicU32::new(0),
            let_in: AtomicU32::new(0),
            value: UnsafeCell::new(value),
        }
    }

    /// From now on several threads may enter. Called before there is a second thread in here.
    pub fn share(&self) {
        self.shared.store(true, Ordering::SeqCst);
    }

    /// Whether several threads may enter.
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
                busy();
            }
            self.entered.store(true, Ordering::Relaxed);
            return CageGuard { cage: self, _lock: None };
        }
        self.enter_shared()
    }

    #[cold]
    #[inline(never)]
    fn enter_shared(&self) -> CageGuard<'_, T> {
        let lock = match self.mutex.try_lock() {
            Ok(lock) => lock,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => self.wait_outside(),
        };
        self.entered.store(true, Ordering::Relaxed);
        CageGuard { cage: self, _lock: Some(lock) }
    }

    fn wait_outside(&self) -> MutexGuard<'_, ()> {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let lock = self.mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        self.let_in.fetch_add(1, Ordering::Relaxed);
        lock
    }

    /// For the thread that is inside and wants to stay for long: whether others wait. If so it leaves
    /// and calls [`Cage::give_turn`] before it enters again: the mutex alone would let it in again
    /// before any of them, however often it leaves.
    #[inline]
    pub fn turn(&self) -> Option<CageTurn> {
        let waited_for = self.waiting.load(Ordering::Relaxed) != 0;
        waited_for.then(|| CageTurn(self.let_in.load(Ordering::Relaxed)))
    }

    /// Returns when one of those that waited has been let in.
    pub fn give_turn(&self, turn: CageTurn) {
        while self.let_in.load(Ordering::Relaxed) == turn.0
            && self.waiting.load(Ordering::Relaxed) != 0
        {
            std::thread::yield_now();
        }
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
        unsafe { &*self.cage.value.get() }
    }
}

impl<T> DerefMut for CageGuard<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: this guard is the only one (see `Cage`).
        unsafe { &mut *self.cage.value.get() }
    }
}

impl<T> Drop for CageGuard<'_, T> {
    #[inline]
    fn drop(&mut self) {
        self.cage.entered.store(false, Ordering::Release);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn threads_take_turns_once_shared() {
        let cage = Cage::new(0u64);
        cage.share();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (0..1000).for_each(|_| *cage.enter() += 1));
            }
        });
        assert_eq!(*cage.enter(), 4000);
    }

    #[test]
    fn whoever_waits_gets_its_turn_before_the_one_that_stays() {
        const ROUNDS: u64 = 200;
        let cage = Cage::new(0u64);
        cage.share();
        std::thread::scope(|scope| {
            let mut inside = cage.enter();
            scope.spawn(|| (0..ROUNDS).for_each(|_| *cage.enter() += 1));
            let mut seen = 0;
            while seen < ROUNDS {
                let Some(turn) = cage.turn() else {
                    // The other is between two entries, or waits for the processor.
                    drop(inside);
                    std::thread::yield_now();
                    inside = cage.enter();
                    seen = *inside;
                    continue;
                };
                drop(inside);
                cage.give_turn(turn);
                inside = cage.enter();
                assert!(*inside > seen, "it was passed over");
                seen = *inside;
            }
        });
    }

    #[test]
    #[should_panic(expected = "MPI_THREAD_MULTIPLE")]
    fn a_second_entry_is_caught() {
        let cage = Cage::new(());
        let _first = cage.enter();
        let _second = cage.enter();
    }
}
