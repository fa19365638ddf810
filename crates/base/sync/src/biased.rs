//! A lock that one thread takes for a store and two loads, as long as no other thread wants it.
//!
//! The lock leans towards a thread, its owner. The owner says that it is inside and looks whether it still
//! is the owner; whoever else comes takes a mutex, ends the ownership and looks whether the owner is inside. Between
//! saying and looking each needs a fence, so that one of the two sees the other (Dekker). The owner's would cost
//! more than all the rest; so the other pays for both, by a barrier that reaches the owner's core
//! (membarrier). Afterwards the lock is a mutex for all, until one thread has taken it so often in a row that
//! leaning towards that is worth it again, or the others have gone ([`BiasedLock::others_have_gone`]).
//!
//! A thread that stays inside for long lets others in by turns, as it does with a [`Cage`](crate::Cage).

use crate::atomics::{UnsafeCell, biased::*};
use crate::thread::{NOBODY, me};
use crate::turns::{LockTurn, LockTurns};
use std::marker::PhantomData;
use std::mem::{ManuallyDrop, transmute};
use std::ops::{Deref, DerefMut};
use std::sync::TryLockError;

/// So often in a row a thread takes the mutex before the lock leans towards it.
const STREAK: u32 = if cfg!(loom) { 1 } else { 4096 };

/// Makes the other threads' stores before and loads after it ordered with this thread's own.
type RareFence = Box<dyn Fn() + Send + Sync>;

/// What those know that have the mutex.
struct Habit {
    last: usize,
    streak: u32,
}

/// A value for one thread at a time.
pub struct BiasedLock<T> {
    owner: AtomicUsize,
    /// The owner is inside without the mutex.
    inside: AtomicBool,
    mutex: Mutex<Habit>,
    /// Of whoever is inside with the mutex. Here and not in the [`BiasedGuard`], which is one word so: what is stored in
    /// parts and loaded as a whole costs a processor more than all that entering takes.
    held: UnsafeCell<Option<ManuallyDrop<MutexGuard<'static, Habit>>>>,
    turns: LockTurns,
    /// `None`: there is no such barrier, and the lock leans towards nobody.
    rare: Option<RareFence>,
    value: UnsafeCell<T>,
}

// SAFETY: `enter` gives out one guard at a time: without the mutex to the owner alone, with it to whoever has made
// sure that there is no owner or is the owner itself.
unsafe impl<T: Send> Sync for BiasedLock<T> {}
// SAFETY: nothing in it belongs to a thread.
unsafe impl<T: Send> Send for BiasedLock<T> {}

/// Access to the value until dropped.
pub struct BiasedGuard<'a, T> {
    lock: &'a BiasedLock<T>,
    /// Of one thread.
    mutex: PhantomData<MutexGuard<'a, Habit>>,
}

impl<T> BiasedLock<T> {
    /// `rare`: a barrier that reaches all threads of the process, where the system has one.
    pub fn new(value: T, rare: Option<RareFence>) -> Self {
        BiasedLock {
            owner: AtomicUsize::new(NOBODY),
            inside: AtomicBool::new(false),
            mutex: Mutex::new(Habit { last: NOBODY, streak: STREAK }),
            held: UnsafeCell::new(None),
            turns: LockTurns::new(),
            rare,
            value: UnsafeCell::new(value),
        }
    }

    /// Enters; waits for the thread that is inside.
    ///
    /// # Panics
    /// On a second entry by the thread that is inside.
    #[inline]
    pub fn enter(&self) -> BiasedGuard<'_, T> {
        let me = me();
        if self.owner.load(Ordering::Relaxed) == me {
            // Of a thread that had this one's place before, everything has happened.
            assert!(!self.inside.load(Ordering::Acquire), "entered twice by one thread");
            self.inside.store(true, Ordering::Relaxed);
            frequent_fence();
            if self.owner.load(Ordering::Relaxed) == me {
                return BiasedGuard { lock: self, mutex: PhantomData };
            }
            self.inside.store(false, Ordering::Release);
        }
        self.enter_slowly(me)
    }

    #[cold]
    #[inline(never)]
    fn enter_slowly(&self, me: usize) -> BiasedGuard<'_, T> {
        let mut mutex = match self.mutex.try_lock() {
            Ok(mutex) => mutex,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => self.turns.wait(|| lock(&self.mutex)),
        };
        // It is not this thread: only that makes itself the owner, and it saw that it is not.
        if self.owner.load(Ordering::Relaxed) != NOBODY {
            self.turns.wait(|| self.end_ownership());
        }
        // The first of all is taken for the one that stays.
        let is_first = mutex.last == NOBODY;
        mutex.streak = if mutex.last == me || is_first { mutex.streak + 1 } else { 0 };
        mutex.last = me;
        // SAFETY: a guard that is dropped takes it out again, while this lock is borrowed; of one that is forgotten nobody
        // looks at it any more, since the mutex stays locked.
        let mutex =
            unsafe { transmute::<MutexGuard<'_, Habit>, MutexGuard<'static, Habit>>(mutex) };
        // SAFETY: this thread is the only one inside (see `BiasedLock`).
        self.held.with_mut(|held| unsafe { *held = Some(ManuallyDrop::new(mutex)) });
        BiasedGuard { lock: self, mutex: PhantomData }
    }

    /// For the thread that is inside: leaves with the mutex that it has.
    #[cold]
    #[inline(never)]
    fn leave_slowly(&self) {
        // SAFETY: the calling thread is the only one inside.
        let held = self.held.with_mut(|held| unsafe { (*held).take() });
        let Some(mut habit) = held.map(ManuallyDrop::into_inner) else { return };
        // Not before: an owner that enters once more from inside would not wait for itself.
        if habit.streak >= STREAK && self.rare.is_some() {
            habit.streak = 0;
            self.owner.store(habit.last, Ordering::Relaxed);
        }
    }

    /// With the mutex: there is no owner any more, and it has left.
    fn end_ownership(&self) {
        self.owner.store(NOBODY, Ordering::Relaxed);
        if let Some(fence) = &self.rare {
            fence();
        }
        while self.inside.load(Ordering::Acquire) {
            yield_now();
        }
    }

    /// The threads that were here beside the calling one have ended, or will not come again: the lock leans towards
    /// the calling one from its next entry on.
    pub fn others_have_gone(&self) {
        let mut habit = lock(&self.mutex);
        (habit.last, habit.streak) = (me(), STREAK);
    }

    /// For the thread that is inside and wants to stay for long: whether others wait. If so it leaves and calls
    /// [`BiasedLock::give_turn`] before it enters again.
    #[inline]
    pub fn turn(&self) -> Option<LockTurn> {
        self.turns.turn()
    }

    /// Returns when one of those that waited has been let in.
    pub fn give_turn(&self, turn: LockTurn) {
        self.turns.give(turn);
    }

    /// The value, for whoever has the lock alone.
    #[cfg(not(loom))]
    pub fn get_mut(&mut self) -> &mut T {
        // SAFETY: nobody else can have a guard while this is borrowed exclusively.
        self.value.with_mut(|value| unsafe { &mut *value })
    }
}

impl<T> Deref for BiasedGuard<'_, T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: this guard is the only one (see `BiasedLock`).
        self.lock.value.with(|value| unsafe { &*value })
    }
}

impl<T> DerefMut for BiasedGuard<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: this guard is the only one (see `BiasedLock`).
        self.lock.value.with_mut(|value| unsafe { &mut *value })
    }
}

impl<T> Drop for BiasedGuard<'_, T> {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: this guard is the only one.
        match self.lock.held.with(|held| unsafe { (*held).is_none() }) {
            true => self.lock.inside.store(false, Ordering::Release),
            false => self.lock.leave_slowly(),
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use std::sync::Arc;

    /// A fence for all threads that a test may rely on without the system's: it is slow.
    fn fence() -> Option<RareFence> {
        // The tests' owners fence themselves by what they do between two entries.
        Some(Box::new(|| std::sync::atomic::fence(Ordering::SeqCst)))
    }

    #[test]
    fn it_leans_towards_the_first_and_forgets_it_for_another() {
        let lock = Arc::new(BiasedLock::new(0u64, fence()));
        *lock.enter() += 1;
        assert_eq!(lock.owner.load(Ordering::Relaxed), me());
        (0..100).for_each(|_| *lock.enter() += 1);
        let other = lock.clone();
        std::thread::spawn(move || *other.enter() += 1).join().expect("it is well");
        assert_eq!(lock.owner.load(Ordering::Relaxed), NOBODY);
        (0..=STREAK).for_each(|_| *lock.enter() += 1);
        assert_eq!(lock.owner.load(Ordering::Relaxed), me(), "the one that stays has it again");
        assert_eq!(*lock.enter(), 102 + u64::from(STREAK) + 1);
    }

    #[test]
    fn it_leans_towards_the_one_that_is_left() {
        let lock = BiasedLock::new(0u64, fence());
        *lock.enter() += 1;
        std::thread::scope(|scope| scope.spawn(|| *lock.enter() += 1).join()).expect("it is well");
        *lock.enter() += 1;
        assert_eq!(lock.owner.load(Ordering::Relaxed), NOBODY);
        lock.others_have_gone();
        *lock.enter() += 1;
        assert_eq!(lock.owner.load(Ordering::Relaxed), me());
        assert_eq!(*lock.enter(), 4);
    }

    /// Whoever is inside without the mutex sees that another waits, and lets it in.
    #[test]
    fn the_owner_that_stays_lets_others_in() {
        let lock = BiasedLock::new(0u64, fence());
        drop(lock.enter());
        std::thread::scope(|scope| {
            let mut inside = lock.enter();
            scope.spawn(|| *lock.enter() += 1);
            while *inside == 0 {
                let Some(turn) = lock.turn() else {
                    std::thread::yield_now();
                    continue;
                };
                drop(inside);
                lock.give_turn(turn);
                inside = lock.enter();
            }
        });
        assert_eq!(*lock.enter(), 1);
    }

    #[test]
    fn without_a_barrier_it_is_a_mutex() {
        let lock = BiasedLock::new(0u64, None);
        (0..100).for_each(|_| *lock.enter() += 1);
        assert_eq!(lock.owner.load(Ordering::Relaxed), NOBODY);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (0..1000).for_each(|_| *lock.enter() += 1));
            }
        });
        assert_eq!(*lock.enter(), 4100);
    }

    #[test]
    #[should_panic(expected = "entered twice")]
    fn a_second_entry_is_caught() {
        let lock = BiasedLock::new((), fence());
        drop(lock.enter());
        let _first = lock.enter();
        let _second = lock.enter();
    }
}

#[cfg(all(test, loom))]
mod model {
    use super::*;
    use loom::cell::UnsafeCell;
    use loom::sync::Arc;
    use loom::sync::atomic::fence;

    /// Two threads enter again and again; loom sees whether both were ever inside at once.
    #[test]
    fn one_is_inside_at_a_time() {
        loom::model(|| {
            let fence: RareFence = Box::new(|| fence(Ordering::SeqCst));
            let lock = Arc::new(BiasedLock::new(UnsafeCell::new(0), Some(fence)));
            let count = |lock: &BiasedLock<UnsafeCell<u32>>| {
                // SAFETY: the guard is the only one; loom would tell.
                lock.enter().with_mut(|value| unsafe { *value += 1 });
            };
            // From now on it leans towards this thread.
            count(&lock);
            let other = lock.clone();
            let thread = loom::thread::spawn(move || {
                count(&other);
                count(&other);
            });
            count(&lock);
            count(&lock);
            thread.join().unwrap();
            // SAFETY: as above.
            assert_eq!(lock.enter().with(|value| unsafe { *value }), 5);
        });
    }

    /// The owner stays inside until another has been there, and gives its turn only when one waits: it does wait, and
    /// is let in, in every interleaving.
    #[test]
    fn the_owner_lets_the_other_in() {
        loom::model(|| {
            let fence: RareFence = Box::new(|| fence(Ordering::SeqCst));
            let lock = Arc::new(BiasedLock::new(false, Some(fence)));
            drop(lock.enter());
            let other = lock.clone();
            let thread = loom::thread::spawn(move || *other.enter() = true);
            let mut inside = lock.enter();
            while !*inside {
                match lock.turn() {
                    None => loom::thread::yield_now(),
                    Some(turn) => {
                        drop(inside);
                        lock.give_turn(turn);
                        inside = lock.enter();
                    }
                }
            }
            drop(inside);
            thread.join().unwrap();
        });
    }
}
