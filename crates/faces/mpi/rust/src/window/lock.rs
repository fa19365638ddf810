//! Epochs with passive targets (MPI-5.0 §12.5.3, §12.5.4): only who accesses takes part.

use super::Window;
use super::epoch::{Epoch, opens};
use crate::buffer::finish;
use crate::equivalence::Equivalence;
use crate::error::{ErrorClass, Result, in_call};
use crate::leaving::end_by_panic;
use crate::universe::admit;
use ferry_mpi::constants::{MPI_LOCK_EXCLUSIVE, MPI_LOCK_SHARED};
use ferry_mpi::win;

/// Who else may hold the lock of the same process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockMode {
    /// Others that share it.
    Shared,
    /// Nobody.
    Exclusive,
}

opens!(LockEpoch, LockAllEpoch);

/// A process is locked: its memory may be accessed. Dropped, it is unlocked too.
#[must_use = "it unlocks when it is dropped"]
pub struct LockEpoch<'w, T: Equivalence> {
    epoch: Epoch<'w, T>,
    rank: i32,
    is_open: bool,
}

impl<T: Equivalence> LockEpoch<'_, T> {
    /// Waits until all that was done is done at the target (`MPI_Win_flush`).
    pub fn flush(&self) -> Result<()> {
        in_call("flush", || {
            admit()?;
            Ok(finish(|| win::flush(self.rank, self.epoch.handle))?)
        })
    }

    /// The same, and unlocks (`MPI_Win_unlock`).
    pub fn unlock(mut self) -> Result<()> {
        in_call("unlock", || {
            admit()?;
            self.is_open = false;
            Ok(finish(|| win::unlock(self.rank, self.epoch.handle))?)
        })
    }
}

impl<T: Equivalence> Drop for LockEpoch<'_, T> {
    fn drop(&mut self) {
        if self.is_open && admit().is_ok() {
            end_by_panic();
            // Who wants to know calls `unlock`.
            let _ = finish(|| win::unlock(self.rank, self.epoch.handle));
        }
    }
}

/// All processes are locked, shared: the memory of any may be accessed. Dropped, they are unlocked too.
#[must_use = "it unlocks when it is dropped"]
pub struct LockAllEpoch<'w, T: Equivalence> {
    epoch: Epoch<'w, T>,
    is_open: bool,
}

impl<T: Equivalence> LockAllEpoch<'_, T> {
    /// Waits until all that was done to a process is done there (`MPI_Win_flush`).
    pub fn flush(&self, rank: usize) -> Result<()> {
        in_call("flush", || {
            let rank = self.epoch.window.comm.admit_rank(rank, ErrorClass::RANK)?;
            Ok(finish(|| win::flush(rank, self.epoch.handle))?)
        })
    }

    /// Waits until all that was done to any process is done (`MPI_Win_flush_all`).
    pub fn flush_all(&self) -> Result<()> {
        in_call("flush_all", || {
            admit()?;
            Ok(finish(|| win::flush_all(self.epoch.handle))?)
        })
    }

    /// The same, and unlocks (`MPI_Win_unlock_all`).
    pub fn unlock_all(mut self) -> Result<()> {
        in_call("unlock_all", || {
            admit()?;
            self.is_open = false;
            Ok(finish(|| win::unlock_all(self.epoch.handle))?)
        })
    }
}

impl<T: Equivalence> Drop for LockAllEpoch<'_, T> {
    fn drop(&mut self) {
        if self.is_open && admit().is_ok() {
            end_by_panic();
            // Who wants to know calls `unlock_all`.
            let _ = finish(|| win::unlock_all(self.epoch.handle));
        }
    }
}

impl<T: Equivalence> Window<T> {
    /// Locks a process's memory for accesses of this one (`MPI_Win_lock`). The target takes no part.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// use ferry::LockMode;
    /// let world = universe.world();
    /// let window = world.allocate_window::<u64>(1)?;
    /// {
    ///     // Nobody comes between.
    ///     let epoch = window.lock(LockMode::Exclusive, 0)?;
    ///     let number: u64 = epoch.get(0, 0)?;
    ///     epoch.put(&(number + 1), 0, 0)?;
    /// }
    /// world.barrier()?;
    /// let epoch = window.lock(LockMode::Shared, 0)?;
    /// assert_eq!(epoch.get(0, 0)?, world.size() as u64);
    /// epoch.unlock()?;
    /// window.free()
    /// # }
    /// ```
    pub fn lock(&self, mode: LockMode, rank: usize) -> Result<LockEpoch<'_, T>> {
        in_call("lock", || {
            let rank = self.comm.admit_rank(rank, ErrorClass::RANK)?;
            let kind = match mode {
                LockMode::Shared => MPI_LOCK_SHARED,
                LockMode::Exclusive => MPI_LOCK_EXCLUSIVE,
            };
            finish(|| win::lock(kind, rank, 0, self.handle))?;
            Ok(LockEpoch { epoch: Epoch::of(self), rank, is_open: true })
        })
    }

    /// Locks all processes, shared (`MPI_Win_lock_all`).
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// let world = universe.world();
    /// let window = world.allocate_window::<bool>(world.size())?;
    /// let epoch = window.lock_all()?;
    /// for rank in 0..world.size() {
    ///     epoch.put(&true, rank, world.rank())?;
    /// }
    /// epoch.flush_all()?;
    /// world.barrier()?;
    /// assert!(window.local().to_vec()?.iter().all(|has_come| *has_come));
    /// epoch.unlock_all()?;
    /// window.free()
    /// # }
    /// ```
    pub fn lock_all(&self) -> Result<LockAllEpoch<'_, T>> {
        in_call("lock_all", || {
            admit()?;
            finish(|| win::lock_all(0, self.handle))?;
            Ok(LockAllEpoch { epoch: Epoch::of(self), is_open: true })
        })
    }
}
