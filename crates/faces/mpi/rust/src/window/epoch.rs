//! Epochs with active targets (MPI-5.0 §12.5.1, §12.5.2): fences, and exposing memory to some processes.

use super::Window;
use crate::buffer::finish;
use crate::equivalence::Equivalence;
use crate::error::{Result, in_call};
use crate::leaving::end_by_panic;
use crate::universe::admit;
use ferry_mpi::handle::{GroupHandle, WinHandle};
use ferry_mpi::win;
use std::sync::atomic::Ordering;

/// What an open epoch allows: putting, getting, accumulating. Accesses whose target is not in the epoch are errors of
/// class [`ErrorClass::RMA_SYNC`](crate::ErrorClass::RMA_SYNC), those outside of the target's memory of class [`ErrorClass::RMA_RANGE`](crate::ErrorClass::RMA_RANGE).
///
/// The forms without `r` return when the caller's buffers are free again; what they put or accumulate is at its target
/// when the epoch ends or is flushed. The forms with `r` are requests of a [`scope`](fn@crate::scope).
pub struct Epoch<'w, T: Equivalence> {
    pub(super) handle: WinHandle,
    pub(super) window: &'w Window<T>,
}

impl<'w, T: Equivalence> Epoch<'w, T> {
    pub(super) fn of(window: &'w Window<T>) -> Self {
        Epoch { handle: window.handle, window }
    }
}

macro_rules! opens {
    ($($guard:ident),*) => { $(
        impl<'w, T: Equivalence> std::ops::Deref for $guard<'w, T> {
            type Target = Epoch<'w, T>;

            fn deref(&self) -> &Epoch<'w, T> {
                &self.epoch
            }
        }
    )* };
}
pub(super) use opens;

opens!(FenceEpoch, AccessEpoch);

/// Between two fences: all processes may access all memory.
#[must_use = "the epoch goes on until `end`, which all processes call"]
pub struct FenceEpoch<'w, T: Equivalence> {
    epoch: Epoch<'w, T>,
}

impl<T: Equivalence> FenceEpoch<'_, T> {
    /// Ends the epoch and begins the next (`MPI_Win_fence`): all processes meet, and what was done is done. Each
    /// process does the same of this and [`end`](FenceEpoch::end).
    pub fn fence(&self) -> Result<()> {
        in_call("fence", || {
            admit()?;
            Ok(finish(|| win::fence(0, self.epoch.handle))?)
        })
    }

    /// Ends it, and no other begins (`MPI_Win_fence` with `MPI_MODE_NOSUCCEED`).
    pub fn end(self) -> Result<()> {
        in_call("end", || {
            admit()?;
            self.epoch.window.fence_last()
        })
    }
}

/// From `MPI_Win_start` to `MPI_Win_complete`: accesses to processes that post. Dropped, it completes too.
#[must_use = "it completes when it is dropped"]
pub struct AccessEpoch<'w, T: Equivalence> {
    epoch: Epoch<'w, T>,
    is_open: bool,
}

impl<T: Equivalence> AccessEpoch<'_, T> {
    /// Ends the accesses (`MPI_Win_complete`). Their targets see them when their [`ExposureEpoch`] has ended.
    pub fn complete(mut self) -> Result<()> {
        in_call("complete", || {
            admit()?;
            self.is_open = false;
            Ok(finish(|| win::complete(self.epoch.handle))?)
        })
    }
}

impl<T: Equivalence> Drop for AccessEpoch<'_, T> {
    fn drop(&mut self) {
        if self.is_open && admit().is_ok() {
            end_by_panic();
            // Who wants to know calls `complete`.
            let _ = finish(|| win::complete(self.epoch.handle));
        }
    }
}

/// From `MPI_Win_post` to `MPI_Win_wait`: this process's memory is accessed by processes that start. Dropped, it goes
/// on, and nobody waits.
#[must_use = "the memory stays exposed until `wait`"]
pub struct ExposureEpoch<'w, T: Equivalence>(&'w Window<T>);

impl<T: Equivalence> ExposureEpoch<'_, T> {
    /// Waits until all of them have completed (`MPI_Win_wait`).
    pub fn wait(self) -> Result<()> {
        in_call("wait", || {
            admit()?;
            Ok(finish(|| win::wait(self.0.handle))?)
        })
    }

    /// Whether they have (`MPI_Win_test`); gives the epoch back if not.
    pub fn test(self) -> Result<Option<Self>> {
        in_call("test", || {
            admit()?;
            Ok(if win::test(self.0.handle)? { None } else { Some(self) })
        })
    }
}

impl<T: Equivalence> Window<T> {
    /// All processes meet; then all may access all memory until the guard ends (`MPI_Win_fence`).
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// use ferry::Op;
    /// let window = universe.world().allocate_window::<u64>(1)?;
    /// let epoch = window.fence()?;
    /// epoch.accumulate(&1, &Op::sum(), 0, 0)?;
    /// epoch.fence()?;
    /// assert_eq!(epoch.get(0, 0)?, universe.world().size() as u64);
    /// epoch.end()?;
    /// window.free()
    /// # }
    /// ```
    pub fn fence(&self) -> Result<FenceEpoch<'_, T>> {
        in_call("fence", || {
            admit()?;
            finish(|| win::fence(0, self.handle))?;
            self.has_fence.store(true, Ordering::Relaxed);
            Ok(FenceEpoch { epoch: Epoch::of(self) })
        })
    }

    /// Begins accesses to processes that [`post`](Window::post) (`MPI_Win_start`).
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// let world = universe.world();
    /// let (me, size) = (world.rank(), world.size());
    /// let window = world.allocate_window::<usize>(1)?;
    /// let exposed = window.post(&[(me + size - 1) % size])?;
    /// let epoch = window.start(&[(me + 1) % size])?;
    /// epoch.put(&me, (me + 1) % size, 0)?;
    /// epoch.complete()?;
    /// exposed.wait()?;
    /// assert_eq!(window.local().get(0), (me + size - 1) % size);
    /// window.free()
    /// # }
    /// ```
    pub fn start(&self, targets: &[usize]) -> Result<AccessEpoch<'_, T>> {
        in_call("start", || {
            self.with_group(targets, |group| win::start(group, 0, self.handle))?;
            Ok(AccessEpoch { epoch: Epoch::of(self), is_open: true })
        })
    }

    /// Exposes this process's memory to processes that [`start`](Window::start) (`MPI_Win_post`).
    pub fn post(&self, origins: &[usize]) -> Result<ExposureEpoch<'_, T>> {
        in_call("post", || {
            self.with_group(origins, |group| win::post(group, 0, self.handle))?;
            Ok(ExposureEpoch(self))
        })
    }

    fn with_group(
        &self,
        ranks: &[usize],
        call: impl FnOnce(GroupHandle) -> ferry_mpi::Result<()>,
    ) -> Result<()> {
        self.comm.group()?.include(ranks)?.lent(call)
    }
}
