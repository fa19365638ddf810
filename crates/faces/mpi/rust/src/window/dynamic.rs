//! Windows without memory of their own, to which each process attaches some when it likes (MPI-5.0 §12.2.4).

use super::{Cells, Owner, Window};
use crate::communicator::Communicator;
use crate::equivalence::Equivalence;
use crate::error::{Result, in_call};
use crate::leaves::LentVec;
use crate::universe::admit;
use ferry_mpi::info::Info;
use ferry_mpi::win::{self, LateAccess};
use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::{Mutex, PoisonError};

/// Where an element lies that is attached to a [`DynamicWindow`], for the processes that access it. It travels as a
/// `u64`; one that names nothing attached is refused by its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address(u64);

impl From<Address> for u64 {
    fn from(address: Address) -> u64 {
        address.0
    }
}

impl From<u64> for Address {
    fn from(value: u64) -> Address {
        Address(value)
    }
}

impl Address {
    /// The address of the element that comes `index` elements of type `T` later.
    pub fn element<T: Equivalence>(self, index: usize) -> Address {
        Address(self.0.wrapping_add((index as u64).wrapping_mul(size_of::<T>() as u64)))
    }
}

/// A window to which each process attaches elements when it likes. Its epochs are those of the [`Window`] that it
/// derefs to; accesses name an [`Address`].
///
/// ```
/// # fn main() -> ferry::Result<()> {
/// # let universe = ferry::Universe::init()?;
/// use ferry::Address;
/// let world = universe.world();
/// let window = world.create_dynamic_window::<u32>()?;
/// let list = window.attach(vec![world.rank() as u32; 5])?;
/// let addresses = world.all_gather(&u64::from(list.address()))?;
/// let epoch = window.lock_all()?;
/// for rank in 0..world.size() {
///     let third = Address::from(addresses[rank]).element::<u32>(3);
///     assert_eq!(epoch.get(rank, third)?, rank as u32);
/// }
/// epoch.unlock_all()?;
/// world.barrier()?;
/// window.detach(list)?;
/// window.free()
/// # }
/// ```
pub struct DynamicWindow<T: Equivalence> {
    window: Window<T>,
    /// What was ever attached. An access that has begun may end after the memory was detached.
    kept: Mutex<Vec<LentVec<T>>>,
}

impl<T: Equivalence> Deref for DynamicWindow<T> {
    type Target = Window<T>;

    fn deref(&self) -> &Window<T> {
        &self.window
    }
}

/// Elements that are attached to a window.
pub struct Attachment<'w, T: Equivalence> {
    place: ferry_datatype::UserMemoryMut,
    len: usize,
    window: PhantomData<&'w DynamicWindow<T>>,
}

impl<T: Equivalence> Attachment<'_, T> {
    /// The address of the first, to be told to others.
    pub fn address(&self) -> Address {
        Address(self.place.address(0).addr() as u64)
    }

    /// The elements, which others may change meanwhile.
    pub fn cells(&self) -> Cells<'_, T> {
        Cells::of(Some(self.place.arena(0, self.len * size_of::<T>())), self.len)
    }
}

impl Communicator {
    /// A window that memory is attached to later (`MPI_Win_create_dynamic`). All processes must call.
    pub fn create_dynamic_window<T: Equivalence>(&self) -> Result<DynamicWindow<T>> {
        in_call("create_dynamic_window", || {
            admit()?;
            super::create::unit::<T>()?;
            self.same_elements::<T>()?;
            let handle = win::create_dynamic(&Info::new(), self.handle())?;
            let window = self.window(handle, 0, Owner::Ferry)?;
            Ok(DynamicWindow { window, kept: Mutex::default() })
        })
    }
}

impl<T: Equivalence> DynamicWindow<T> {
    /// Attaches elements (`MPI_Win_attach`); the window keeps them until it is freed.
    pub fn attach(&self, items: Vec<T>) -> Result<Attachment<'_, T>> {
        in_call("attach", || {
            admit()?;
            let lent = LentVec::new(items);
            let (place, len) = (lent.memory(), lent.len());
            if let Err(error) = win::attach(self.handle, place, (len * size_of::<T>()) as i64) {
                // Nobody else knows of it.
                drop(lent.back());
                return Err(error.into());
            }
            self.kept.lock().unwrap_or_else(PoisonError::into_inner).push(lent);
            Ok(Attachment { place, len, window: PhantomData })
        })
    }

    /// Detaches elements (`MPI_Win_detach`): accesses that come later are refused. Returns the elements as they are.
    pub fn detach(&self, attached: Attachment<'_, T>) -> Result<Vec<T>> {
        in_call("detach", || {
            admit()?;
            // The memory is the program's again, who may give it back.
            win::detach(self.handle, attached.place, LateAccess::Refused)?;
            attached.cells().to_vec()
        })
    }

    /// Ends the window, after all processes have come here (`MPI_Win_free`).
    pub fn free(self) -> Result<()> {
        in_call("free", || {
            let DynamicWindow { window, kept } = self;
            window.close()?;
            let kept = kept.into_inner().unwrap_or_else(PoisonError::into_inner);
            kept.into_iter().for_each(|lent| drop(lent.back()));
            Ok(())
        })
    }
}
