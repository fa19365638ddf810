//! A place for something of one thread's, which that finds without a call.
//!
//! A variable of the thread's own would be as good, but in a library that a program loads to find one takes a call, which
//! is much where all else takes some hundred instructions. Most programs call a library by one thread: that has the
//! place, and the others have variables.

use crate::atomics::biased::{AtomicUsize, Ordering};
use crate::thread::{NOBODY, me};
use std::cell::{Ref, RefCell};

/// A place that one thread has, from where it first keeps something there until it takes that away.
pub struct ThreadPlace<T> {
    owner: AtomicUsize,
    /// The owner's alone.
    value: RefCell<Option<T>>,
}

// SAFETY: the cell is used by the owner alone, which each function makes sure of first. The place gets another owner only
// after the one before has taken the value away and said so (`Release`, seen by `Acquire`), or has ended without: then
// who has its address now comes after all that it did, and may have the value, since that may be sent.
unsafe impl<T: Send> Sync for ThreadPlace<T> {}

impl<T> ThreadPlace<T> {
    /// Nobody's.
    #[cfg(not(loom))]
    #[allow(clippy::new_without_default, reason = "it is made where constants are")]
    pub const fn new() -> Self {
        ThreadPlace { owner: AtomicUsize::new(NOBODY), value: RefCell::new(None) }
    }

    /// The same for a model.
    #[cfg(loom)]
    #[allow(clippy::new_without_default, reason = "as the other")]
    pub fn new() -> Self {
        ThreadPlace { owner: AtomicUsize::new(NOBODY), value: RefCell::new(None) }
    }

    #[inline(always)]
    fn is_own(&self) -> bool {
        // Only the calling thread makes itself the owner, or has itself be none.
        self.owner.load(Ordering::Relaxed) == me()
    }

    /// What the calling thread has here; `None`: nothing, or the place is another's.
    #[inline(always)]
    pub fn get(&self) -> Option<Ref<'_, T>> {
        if !self.is_own() {
            return None;
        }
        Ref::filter_map(self.value.borrow(), Option::as_ref).ok()
    }

    /// Keeps something here for the calling thread, instead of what it has here. False: the place is another's, and
    /// nothing was kept.
    ///
    /// # Panics
    /// While the thread uses what it has here.
    pub fn put(&self, value: T) -> bool {
        let taken = self.owner.compare_exchange(NOBODY, me(), Ordering::Acquire, Ordering::Relaxed);
        if taken.is_err() && !self.is_own() {
            return false;
        }
        // Not within the cell's borrow: what it had may do anything where it is dropped.
        drop(self.value.replace(Some(value)));
        true
    }

    /// Takes away what the calling thread has here: the place is nobody's then.
    ///
    /// # Panics
    /// While the thread uses it.
    pub fn take(&self) -> Option<T> {
        if !self.is_own() {
            return None;
        }
        let value = self.value.take();
        self.owner.store(NOBODY, Ordering::Release);
        value
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use std::sync::{Arc, Barrier};

    #[test]
    fn one_thread_has_it_until_it_takes_away_what_is_there() {
        let place = ThreadPlace::new();
        assert!(place.get().is_none() && place.take().is_none());
        assert!(place.put(1) && place.put(2));
        assert_eq!(place.get().as_deref(), Some(&2));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                assert!(place.get().is_none() && !place.put(3) && place.take().is_none());
            });
        });
        assert_eq!(place.take(), Some(2));
        std::thread::scope(|scope| {
            scope.spawn(|| assert!(place.put(4) && place.take() == Some(4)));
        });
        assert!(place.get().is_none());
    }

    #[test]
    fn what_was_there_goes_outside() {
        /// Looks at the place it was in when it goes.
        struct Curious(Arc<ThreadPlace<Curious>>);
        impl Drop for Curious {
            fn drop(&mut self) {
                let _ = self.0.get().is_some();
            }
        }
        let place = Arc::new(ThreadPlace::new());
        assert!(place.put(Curious(place.clone())) && place.put(Curious(place.clone())));
        drop(place.take());
        assert_eq!(Arc::strong_count(&place), 1);
    }

    #[test]
    #[should_panic(expected = "borrowed")]
    fn what_is_used_stays() {
        let place = ThreadPlace::new();
        place.put(1);
        let _used = place.get();
        place.take();
    }

    #[test]
    fn of_many_one_has_it() {
        let (place, all) = (ThreadPlace::new(), Barrier::new(4));
        let owners = std::thread::scope(|scope| {
            let each = [1, 2, 3, 4].map(|number| {
                let (place, all) = (&place, &all);
                scope.spawn(move || {
                    let has_it = place.put(number);
                    all.wait();
                    assert_eq!(place.get().as_deref(), has_it.then_some(&number));
                    all.wait();
                    assert_eq!(place.take().is_some(), has_it);
                    has_it
                })
            });
            each.map(|thread| thread.join().expect("it is well"))
        });
        assert_eq!(owners.iter().filter(|has_it| **has_it).count(), 1);
    }
}

#[cfg(all(test, loom))]
mod model {
    use super::*;
    use loom::cell::UnsafeCell;
    use loom::sync::Arc;

    /// Two threads keep something there, use it and take it away; loom sees whether both ever had it at once.
    #[test]
    fn one_has_it_at_a_time() {
        loom::model(|| {
            let place = Arc::new(ThreadPlace::new());
            let value = Arc::new(UnsafeCell::new(0));
            let count = |place: &ThreadPlace<Arc<UnsafeCell<u32>>>,
                         value: &Arc<UnsafeCell<u32>>| {
                if !place.put(value.clone()) {
                    return;
                }
                // SAFETY: who has the place is alone with what all keep there; loom would tell.
                place.get().expect("it is there").with_mut(|value| unsafe { *value += 1 });
                assert!(place.take().is_some());
            };
            let (its_place, its_value) = (place.clone(), value.clone());
            let other = loom::thread::spawn(move || count(&its_place, &its_value));
            count(&place, &value);
            other.join().unwrap();
            assert!(place.get().is_none());
        });
    }
}
