//! Lock-free pieces for memory shared between processes, and the lock of the engine.
//!
//! Nothing here makes a system call; waiting belongs to the caller. The atomics are loom's when the
//! crate is built with `--cfg loom`, so that the same code is model-checked.

mod biased;
mod bulk;
mod cage;
pub mod cell_ring;
mod thread;
mod thread_place;
mod turns;

pub use biased::{BiasedGuard, BiasedLock};
pub use bulk::{BulkReader, BulkWriter};
pub use cage::{Cage, CageGuard};
pub use cell_ring::{BODY, Cell, CellEnvelope, CellReader, CellWriter, FURTHER};
pub use thread_place::ThreadPlace;
pub use turns::LockTurn;

pub(crate) mod atomics {
    /// What the lock that leans needs.
    pub(crate) mod biased {
        #[cfg(loom)]
        pub(crate) use loom::{
            sync::atomic::{AtomicBool, AtomicUsize, Ordering},
            sync::{Mutex, MutexGuard},
            thread::yield_now,
        };
        #[cfg(not(loom))]
        pub(crate) use std::{
            sync::atomic::{AtomicBool, AtomicUsize, Ordering},
            sync::{Mutex, MutexGuard},
            thread::yield_now,
        };

        /// The owner's side of the barrier: the compiler keeps the order, and the other's side does the rest.
        #[inline(always)]
        pub(crate) fn frequent_fence() {
            #[cfg(not(any(loom, miri)))]
            std::sync::atomic::compiler_fence(Ordering::SeqCst);
            // Models know no barrier that reaches other cores.
            #[cfg(miri)]
            std::sync::atomic::fence(Ordering::SeqCst);
            #[cfg(loom)]
            loom::sync::atomic::fence(Ordering::SeqCst);
        }

        /// Takes the mutex; who panicked inside has left nothing half done.
        pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
            mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
        }
    }

    #[cfg(loom)]
    pub(crate) use loom::{cell::UnsafeCell, sync::atomic::AtomicU32, sync::atomic::Ordering};
    #[cfg(not(loom))]
    pub(crate) use std::sync::atomic::{AtomicU32, Ordering};

    /// Loom's interface over the plain cell.
    #[cfg(not(loom))]
    #[derive(Debug)]
    #[repr(transparent)]
    pub(crate) struct UnsafeCell<T>(std::cell::UnsafeCell<T>);

    #[cfg(not(loom))]
    impl<T> UnsafeCell<T> {
        pub(crate) const fn new(value: T) -> Self {
            UnsafeCell(std::cell::UnsafeCell::new(value))
        }

        #[inline(always)]
        pub(crate) fn with<R>(&self, f: impl FnOnce(*const T) -> R) -> R {
            f(self.0.get())
        }

        #[inline(always)]
        pub(crate) fn with_mut<R>(&self, f: impl FnOnce(*mut T) -> R) -> R {
            f(self.0.get())
        }
    }
}
