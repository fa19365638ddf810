//! What windows tell of themselves (MPI-5.0 §12.2.6).

use super::Window;
use crate::equivalence::Equivalence;
use crate::error::{Result, in_call};
use crate::universe::admit;
use ferry_mpi::constants::{
    MPI_WIN_FLAVOR_ALLOCATE, MPI_WIN_FLAVOR_CREATE, MPI_WIN_FLAVOR_SHARED, MPI_WIN_UNIFIED,
};
use ferry_mpi::win::{self, WinFacts};

/// How a window has come into being (`MPI_WIN_CREATE_FLAVOR`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowFlavor {
    /// On elements of the program's, by [`create_window`](crate::Communicator::create_window) or
    /// [`with_window`](crate::Communicator::with_window).
    Created,
    /// In memory of Ferry's, by [`allocate_window`](crate::Communicator::allocate_window).
    Allocated,
    /// The same in memory that all processes map, by
    /// [`allocate_shared_window`](crate::Communicator::allocate_shared_window).
    Shared,
    /// Without memory of its own, by [`create_dynamic_window`](crate::Communicator::create_dynamic_window).
    Dynamic,
}

/// What processes see of each other's stores (`MPI_WIN_MODEL`, MPI-5.0 §12.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryModel {
    /// A process's own loads and stores, and the accesses of others, are to one memory.
    Unified,
    /// They are to two, which synchronization makes the same.
    Separate,
}

impl<T: Equivalence> Window<T> {
    fn facts(&self) -> Result<WinFacts> {
        admit()?;
        Ok(win::facts_of(self.handle)?)
    }

    /// Bytes of this process's part (`MPI_WIN_SIZE`). What is attached to a dynamic window does not count.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// use ferry::{MemoryModel, WindowFlavor};
    /// let window = universe.world().allocate_window::<f64>(100)?;
    /// assert_eq!((window.bytes()?, window.displacement_unit()?), (800, 8));
    /// assert_eq!(window.flavor()?, WindowFlavor::Allocated);
    /// assert_eq!(window.memory_model()?, MemoryModel::Unified);
    /// assert!(window.base()?.is_multiple_of(8));
    /// window.free()
    /// # }
    /// ```
    pub fn bytes(&self) -> Result<usize> {
        in_call("bytes", || Ok(self.facts()?.size.unsigned_abs()))
    }

    /// The address of this process's part (`MPI_WIN_BASE`), for C functions of the same process; 0 of a dynamic window.
    /// Rust code uses [`local`](Window::local).
    pub fn base(&self) -> Result<usize> {
        in_call("base", || Ok(self.facts()?.base))
    }

    /// Bytes that a displacement counts (`MPI_WIN_DISP_UNIT`): those of an element, and 1 of a dynamic window.
    pub fn displacement_unit(&self) -> Result<usize> {
        in_call("displacement_unit", || Ok(self.facts()?.disp_unit.unsigned_abs() as usize))
    }

    /// How it has come into being (`MPI_WIN_CREATE_FLAVOR`).
    pub fn flavor(&self) -> Result<WindowFlavor> {
        in_call("flavor", || {
            Ok(match self.facts()?.flavor {
                MPI_WIN_FLAVOR_CREATE => WindowFlavor::Created,
                MPI_WIN_FLAVOR_ALLOCATE => WindowFlavor::Allocated,
                MPI_WIN_FLAVOR_SHARED => WindowFlavor::Shared,
                _ => WindowFlavor::Dynamic,
            })
        })
    }

    /// What processes see of each other's stores (`MPI_WIN_MODEL`). Here it is always [`MemoryModel::Unified`].
    pub fn memory_model(&self) -> Result<MemoryModel> {
        in_call("memory_model", || {
            Ok(match self.facts()?.model {
                MPI_WIN_UNIFIED => MemoryModel::Unified,
                _ => MemoryModel::Separate,
            })
        })
    }
}
