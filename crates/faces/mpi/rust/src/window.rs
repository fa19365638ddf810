//! Windows: memory of each process that the others read and write (MPI-5.0 §12).
//!
//! What others may change at any time is never lent as `&T` or `&mut T`: a process sees its own part of a window, and
//! those of its neighbours that it maps, through [`Cells`], which load and store.

mod access;
mod cells;
mod create;
mod dynamic;
mod epoch;
mod facts;
mod lock;

pub use access::Place;
pub use cells::Cells;
pub use dynamic::{Address, Attachment, DynamicWindow};
pub use epoch::{AccessEpoch, Epoch, ExposureEpoch, FenceEpoch};
pub use facts::{MemoryModel, WindowFlavor};
pub use lock::{LockAllEpoch, LockEpoch, LockMode};

use crate::communicator::Communicator;
use crate::equivalence::Equivalence;
use crate::error::{Error, ErrorClass, Result, in_call};
use crate::leaves::LentVec;
use crate::universe::admit;
use ferry_mpi::handle::WinHandle;
use ferry_mpi::win::{self, WinMemory};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering};

/// Elements of type `T` that every process of a communicator lends to the others: as many as each of them likes.
///
/// It is accessed within epochs, which are guards: [`fence`](Window::fence), [`start`](Window::start) with
/// [`post`](Window::post), [`lock`](Window::lock), [`lock_all`](Window::lock_all). [`Epoch`] says what can be done
/// in them. [`local`](Window::local) is this process's own part.
///
/// [`free`](Window::free) ends it; all processes must call. A window that is dropped instead meets nobody: its memory
/// stays until the program ends, since others may be accessing it.
///
/// ```
/// # fn main() -> ferry::Result<()> {
/// # let universe = ferry::Universe::init()?;
/// use ferry::{LockMode, Op};
/// let world = universe.world();
/// let window = world.allocate_window::<i64>(4)?;
/// let right = (world.rank() + 1) % world.size();
/// // All meet at both fences.
/// let epoch = window.fence()?;
/// epoch.put(&[1, 2, 3][..], right, 0)?;
/// epoch.end()?;
/// assert_eq!(window.local().to_vec()?[..3], [1, 2, 3]);
/// // The target need not do anything.
/// let epoch = window.lock(LockMode::Shared, right)?;
/// let before = epoch.fetch_and_op(&10, &Op::sum(), right, 3)?;
/// epoch.unlock()?;
/// assert_eq!(before, 0);
/// window.free()
/// # }
/// ```
pub struct Window<T: Equivalence> {
    pub(crate) handle: WinHandle,
    comm: Communicator,
    /// Elements of this process.
    len: usize,
    /// This process's part.
    own: Option<WinMemory>,
    /// Since the last fence accesses may come.
    has_fence: AtomicBool,
    owner: Owner<T>,
}

/// Whose the memory of a window is.
enum Owner<T> {
    /// Ferry's.
    Ferry,
    /// The program's, which gets it back when nobody accesses it any more.
    Program(LentVec<T>),
}

impl<T: Equivalence> Window<T> {
    /// The communicator that it was made of.
    pub fn communicator(&self) -> &Communicator {
        &self.comm
    }

    /// Elements of this process.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether this process has no elements in it; others may have some.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// This process's part, which others may change meanwhile.
    pub fn local(&self) -> Cells<'_, T> {
        Cells::of(self.own.as_ref().map(|memory| memory.arena), self.len)
    }

    /// Ends the window, after all processes have come here (`MPI_Win_free`).
    pub fn free(self) -> Result<()> {
        in_call("free", || self.close().map(drop))
    }

    /// Ends it, and gives back the memory that it was made on.
    pub(crate) fn close(mut self) -> Result<Vec<T>> {
        admit()?;
        if self.has_fence.load(Ordering::Relaxed) {
            let is_of_failures =
                |e: &Error| [ErrorClass::PROC_ABORTED, ErrorClass::REVOKED].contains(&e.class());
            // Those that are left part without a fence.
            self.fence_last().or_else(|e| if is_of_failures(&e) { Ok(()) } else { Err(e) })?;
        }
        win::free(self.handle)?;
        let owner = std::mem::replace(&mut self.owner, Owner::Ferry);
        Ok(match owner {
            Owner::Ferry => Vec::new(),
            Owner::Program(lent) => lent.back(),
        })
    }

    /// The name that tools show (`MPI_Win_get_name`).
    pub fn name(&self) -> Result<String> {
        in_call("name", || {
            admit()?;
            Ok(win::name(self.handle)?)
        })
    }

    /// Gives it a name (`MPI_Win_set_name`).
    pub fn set_name(&self, name: &str) -> Result<()> {
        in_call("set_name", || {
            admit()?;
            Ok(win::set_name(self.handle, name)?)
        })
    }

    /// The part of a process whose memory is mapped here: of any with
    /// [`allocate_shared_window`](Communicator::allocate_shared_window), of those on this host with
    /// [`allocate_window`](Communicator::allocate_window) (`MPI_Win_shared_query`).
    ///
    /// # Errors
    /// [`ErrorClass::RMA_SHARED`] if it is not. So is this process's own part of a window that was made on its vector,
    /// which does not outlive the window: that is [`local`](Window::local).
    pub fn neighbour(&self, rank: usize) -> Result<Neighbour<T>> {
        in_call("neighbour", || {
            let is_lent = matches!(self.owner, Owner::Program(_)) && rank == self.comm.rank();
            let rank = self.comm.admit_rank(rank, ErrorClass::RANK)?;
            if is_lent {
                let text =
                    "this process's own part of a window on its vector is what local() gives";
                return Err(Error::new(ErrorClass::RMA_SHARED, text));
            }
            let memory = win::memory(self.handle, rank)?.ok_or_else(|| {
                let text = format!("the memory of rank {rank} in the window is not mapped here");
                Error::new(ErrorClass::RMA_SHARED, text)
            })?;
            Ok(Neighbour { memory, elements: PhantomData })
        })
    }

    /// What was stored here is loaded by others from now on, and the other way round (`MPI_Win_sync`).
    pub fn sync(&self) -> Result<()> {
        in_call("sync", || {
            admit()?;
            Ok(win::sync(self.handle)?)
        })
    }

    fn fence_last(&self) -> Result<()> {
        self.has_fence.store(false, Ordering::Relaxed);
        Ok(win::fence(ferry_mpi::constants::MPI_MODE_NOSUCCEED, self.handle)?)
    }
}

/// A part of a window that is mapped here. It stays mapped when the window is freed.
pub struct Neighbour<T> {
    memory: WinMemory,
    elements: PhantomData<T>,
}

impl<T: Equivalence> Neighbour<T> {
    /// The elements.
    pub fn cells(&self) -> Cells<'_, T> {
        let arena = self.memory.arena;
        Cells::of(Some(arena), arena.len() / size_of::<T>())
    }
}

impl<T: Equivalence> std::fmt::Debug for Window<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let elements = std::any::type_name::<T>();
        write!(f, "Window of {} elements of {elements} on {:?}", self.len, self.comm)
    }
}
