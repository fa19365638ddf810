//! A lock that costs the thread that entered it first next to nothing, until another thread comes.
//!
//! Most programs use a library's state from one thread, though all may. That thread, the owner, says
//! that it is inside by a plain store, and then looks whether the lock is still its own. Whoever else
//! comes takes that from it once and for all, and executes a barrier that orders the two in the
//! owner's place (membarrier(2)); from then on the lock is an ordinary mutex.

use std::cell::UnsafeCell;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering, compiler_fence};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Nobody has entered yet.
const NOBODY: usize = 0;
/// The lock is a mutex.
const SHARED: usize = usize::MAX;

/// A barrier for the threads of this process: what each of them stored before it is seen after it, and
/// what each loads later comes after what was stored before it.
pub type Barrier = Box<dyn Fn() + Send + Sync>;

/// A value that is entered by one thread at a time, cheaply by the first.
pub struct Biased<T> {
    /// Who the owner is.
    owner: AtomicUsize,
    /// The owner is inside.
    inside: AtomicBool,
    mutex: Mutex<()>,
    barrier: Option<Barrier>,
    value: UnsafeCell<T>,
}

// SAFETY: there is one guard at a time (see `enter`).
unsafe impl<T: Send> Sync for Biased<T> {}

/// Access to the value until dropped.
pub struct BiasedGuard<'a, T> {
    lock: &'a Biased<T>,
    /// `None`: it is the owner's.
    mutex: Option<MutexGuard<'a, ()>>,
    /// It stays with its thread.
    place: PhantomData<*mut T>,
}

/// What tells a thread from all others that live.
#[inline]
fn this_thread() -> usize {
    thread_local! {
        static PLACE: u8 = const { 0 };
    }
    PLACE.with(|place| std::ptr::from_ref(place).addr())
}

impl<T> Biased<T> {
    /// A lock that nobody owns yet. Without a barrier it is a mutex from the start.
    pub fn new(value: T, barrier: Option<Barrier>) -> Self {
        Biased {
            owner: AtomicUsize::new(if barrier.is_some() { NOBODY } else { SHARED }),
            inside: AtomicBool::new(false),
            mutex: Mutex::new(()),
            barrier,
            value: UnsafeCell::new(value),
        }
    }

    /// Enters; waits while another thread is inside.
    ///
    /// # Panics
    /// When the owner is inside already.
    #[inline]
    pub fn enter(&self) -> BiasedGuard<'_, T> {
        let me = this_thread();
        if self.owner.load(Ordering::Relaxed) == me {
            // A thread at the place of one that has ended sees what that one did.
            if self.inside.load(Ordering::Acquire) {
                twice();
            }
            self.inside.store(true, Ordering::Relaxed);
            // Whoever takes the lock away executes the barrier between storing and loading for both.
            compiler_fence(Ordering::SeqCst);
            if self.owner.load(Ordering::Acquire) == me {
                return BiasedGuard { lock: self, mutex: None, place: PhantomData };
            }
            self.inside.store(false, Ordering::Release);
        }
        self.enter_slowly(me)
    }

    #[cold]
    #[inline(never)]
    fn enter_slowly(&self, me: usize) -> BiasedGuard<'_, T> {
        let mutex = self.mutex.lock().unwrap_or_else(PoisonError::into_inner);
        match (self.owner.load(Ordering::Relaxed), &self.barrier) {
            (SHARED, _) | (_, None) => {}
            (NOBODY, Some(_)) => {
                // Others learn of the owner by way of the mutex, and find it inside.
                self.inside.store(true, Ordering::Relaxed);
                self.owner.store(me, Ordering::Relaxed);
                return BiasedGuard { lock: self, mutex: None, place: PhantomData };
            }
            (_, Some(barrier)) => {
                self.owner.store(SHARED, Ordering::SeqCst);
                barrier();
                // From here on the owner finds the lock shared, or is seen inside.
                while self.inside.load(Ordering::Acquire) {
                    std::thread::yield_now();
                }
            }
        }
        BiasedGuard { lock: self, mutex: Some(mutex), place: PhantomData }
    }

    /// The value, of which there is no other user.
    pub fn get_mut(&mut self) -> &mut T {
        self.value.get_mut()
    }
}

#[cold]
#[inline(never)]
fn twice() -> ! {
    panic!("a thread has entered a lock that it is inside already");
}

impl<T> Deref for BiasedGuard<'_, T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: this guard is the only one (see `Biased::enter`).
        unsafe { &*self.lock.value.get() }
    }
}

impl<T> DerefMut for BiasedGuard<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: this guard is the only one (see `Biased::enter`).
        unsafe { &mut *self.lock.value.get() }
    }
}

impl<T> Drop for BiasedGuard<'_, T> {
    #[inline]
    fn drop(&mut self) {
        if self.mutex.is_none() {
            self.lock.inside.store(false, Ordering::Release);
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use std::sync::atomic::fence;

    #[test]
    fn without_a_barrier_threads_take_turns() {
        let lock = Biased::new(0u64, None);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (0..1000).for_each(|_| *lock.enter() += 1));
            }
        });
        assert_eq!(*lock.enter(), 4000);
    }

    #[test]
    fn whoever_comes_later_waits_until_the_owner_has_left() {
        let lock = Biased::new(0u64, Some(Box::new(|| fence(Ordering::SeqCst))));
        let mut inside = lock.enter();
        std::thread::scope(|scope| {
            let other = scope.spawn(|| {
                let mut there = lock.enter();
                *there += 10;
                *there
            });
            while lock.owner.load(Ordering::SeqCst) != SHARED {
                std::thread::yield_now();
            }
            assert!(!other.is_finished());
            *inside = 1;
            drop(inside);
            assert_eq!(other.join().unwrap(), 11);
        });
        assert_eq!(*lock.enter(), 11);
    }

    #[test]
    #[should_panic(expected = "inside already")]
    fn a_second_entry_of_the_owner_is_caught() {
        let lock = Biased::new((), Some(Box::new(|| {})));
        let _first = lock.enter();
        let _second = lock.enter();
    }
}
