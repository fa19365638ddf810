//! Lock-free pieces for memory shared between processes, and the lock of the engine.
//!
//! Nothing here makes a system call; waiting belongs to the caller. The atomics are loom's when the
//! crate is built with `--cfg loom`, so that the same code is model-checked.

mod bulk;
mod cage;
pub mod cell_ring;

pub use bulk::{BulkReader, BulkWriter};
pub use cage::{Cage, CageGuard, CageTurn};
pub use cell_ring::{BODY, Cell, CellEnvelope, CellReader, CellWriter, FURTHER};

pub(crate) mod atomics {
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
