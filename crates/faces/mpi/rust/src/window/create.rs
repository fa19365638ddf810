//! Windows come into being (MPI-5.0 §12.2).

use super::{Owner, Window};
use crate::communicator::Communicator;
use crate::equivalence::Equivalence;
use crate::error::{Error, ErrorClass, Result, in_call};
use crate::leaves::LentVec;
use crate::op::Op;
use crate::types;
use crate::universe::admit;
use ferry_mpi::errhandler;
use ferry_mpi::handle::{CommHandle, WinHandle};
use ferry_mpi::info::Info;
use ferry_mpi::win;
use std::any::type_name;
use std::sync::atomic::AtomicBool;

type Allocate = fn(i64, i64, &Info, CommHandle) -> ferry_mpi::Result<(WinHandle, usize)>;

impl Communicator {
    /// A window with `len` elements of this process, all zero, in memory of Ferry's (`MPI_Win_allocate`). All
    /// processes must call; each chooses its own length. It is the fastest kind: processes of a host access it by
    /// their own loads and stores.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// let window = universe.world().allocate_window::<f64>(100)?;
    /// assert_eq!(window.local().to_vec()?, [0.0; 100]);
    /// window.free()
    /// # }
    /// ```
    pub fn allocate_window<T: Equivalence>(&self, len: usize) -> Result<Window<T>> {
        in_call("allocate_window", || self.allocate_by(win::allocate, len, &Info::new()))
    }

    /// A window whose memory all processes map, one part behind the other in order of rank
    /// (`MPI_Win_allocate_shared`). All processes must call, and be of one host
    /// ([`split_shared`](Communicator::split_shared)); [`Window::neighbour`] gives the others' parts.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// let node = universe.world().split_shared()?;
    /// let window = node.allocate_shared_window::<u32>(1)?;
    /// window.local().set(0, node.rank() as u32);
    /// node.barrier()?;
    /// for rank in 0..node.size() {
    ///     assert_eq!(window.neighbour(rank)?.cells().get(0), rank as u32);
    /// }
    /// window.free()
    /// # }
    /// ```
    pub fn allocate_shared_window<T: Equivalence>(&self, len: usize) -> Result<Window<T>> {
        in_call("allocate_shared_window", || {
            self.allocate_by(win::allocate_shared, len, &Info::new())
        })
    }

    fn allocate_by<T: Equivalence>(
        &self,
        allocate: Allocate,
        len: usize,
        info: &Info,
    ) -> Result<Window<T>> {
        admit()?;
        self.same_elements::<T>()?;
        let (handle, _) = allocate(bytes::<T>(len)?, unit::<T>()?, info, self.handle())?;
        self.window(handle, len, Owner::Ferry)
    }

    /// A window on elements of the program's (`MPI_Win_create`); [`Window::reclaim`] gives them back. All processes
    /// must call.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// let world = universe.world();
    /// let window = world.create_window(vec![world.rank(); 3])?;
    /// let epoch = window.fence()?;
    /// assert_eq!(epoch.get_vec(3, 0, 0)?, [0; 3]);
    /// epoch.end()?;
    /// assert_eq!(window.reclaim()?, [world.rank(); 3]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn create_window<T: Equivalence>(&self, items: Vec<T>) -> Result<Window<T>> {
        in_call("create_window", || {
            admit()?;
            self.same_elements::<T>()?;
            let (len, lent) = (items.len(), LentVec::new(items));
            let (bytes, unit) = (bytes::<T>(len)?, unit::<T>()?);
            let handle = win::create(lent.memory(), bytes, unit, &Info::new(), self.handle())?;
            self.window(handle, len, Owner::Program(lent))
        })
    }

    /// Runs a function with a window on elements that are borrowed until it ends. All processes must call; they meet
    /// before this returns, errors of the function or not.
    ///
    /// The window has a copy, which the elements are made the same as at the end: a borrow may end where others still
    /// access what it lent, as by a panic, and a copy may stay.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// let world = universe.world();
    /// let mut halo = [0.0; 4];
    /// world.with_window(&mut halo[..], |window| {
    ///     let epoch = window.fence()?;
    ///     epoch.put(&1.5, (world.rank() + 1) % world.size(), 3)?;
    ///     epoch.end()
    /// })?;
    /// assert_eq!(halo, [0.0, 0.0, 0.0, 1.5]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn with_window<T: Equivalence, R>(
        &self,
        items: &mut [T],
        body: impl FnOnce(&Window<T>) -> Result<R>,
    ) -> Result<R> {
        in_call("with_window", || {
            let window = self.create_window(items.to_vec())?;
            let outcome = body(&window);
            let back = window.close()?;
            items.copy_from_slice(&back);
            outcome
        })
    }

    pub(super) fn window<T: Equivalence>(
        &self,
        handle: WinHandle,
        len: usize,
        owner: Owner<T>,
    ) -> Result<Window<T>> {
        win::set_errhandler(handle, errhandler::RETURN)?;
        let own = win::memory(handle, self.rank() as i32)?;
        let (comm, has_fence) = (self.clone(), AtomicBool::new(false));
        Ok(Window { handle, comm, len, own, has_fence, owner })
    }

    /// Checks that all processes mean the same elements.
    pub(super) fn same_elements<T: Equivalence>(&self) -> Result<()> {
        let digest = types::digest(&T::LAYOUT);
        let largest = self.all_reduce(&[digest, !digest], &Op::max())?;
        if largest == [digest, !digest] {
            return Ok(());
        }
        let text = format!(
            "this process makes a window of {}, another one of other elements; make all agree",
            type_name::<T>()
        );
        Err(Error::new(ErrorClass::TYPE, text))
    }
}

impl<T: Equivalence> Window<T> {
    /// As [`Window::free`], and gives the elements back that it was created on; none if it was allocated.
    pub fn reclaim(self) -> Result<Vec<T>> {
        in_call("reclaim", || self.close())
    }
}

/// Bytes of elements.
fn bytes<T: Equivalence>(len: usize) -> Result<i64> {
    let bytes = len.checked_mul(size_of::<T>()).and_then(|bytes| i64::try_from(bytes).ok());
    bytes.ok_or_else(|| {
        let text = format!("{len} elements of {} exceed the address space", type_name::<T>());
        Error::new(ErrorClass::SIZE, text)
    })
}

/// Bytes of an element, by which windows count.
pub(super) fn unit<T: Equivalence>() -> Result<i64> {
    match size_of::<T>() {
        0 => {
            let text = format!("{} has no bytes, so no window can hold any", type_name::<T>());
            Err(Error::new(ErrorClass::TYPE, text))
        }
        bytes => Ok(bytes as i64),
    }
}
