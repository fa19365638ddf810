//! Values of the program that communicators and windows carry (MPI-5.0 §7.7).

use crate::communicator::Communicator;
use crate::equivalence::Equivalence;
use crate::error::{Result, in_call};
use crate::universe::admit;
use crate::window::Window;
use ferry_mpi::attribute::{self, Holder};
use std::collections::HashMap;
use std::fmt;
use std::marker::PhantomData;
use std::sync::{Arc, Mutex, PoisonError};

/// Under which communicators, or [`Windows`], carry values of type `T`: a library keeps there what it knows of one.
///
/// A value is dropped with its communicator or when its window is freed, or when MPI ends.
///
/// ```
/// # fn main() -> ferry::Result<()> {
/// # let universe = ferry::Universe::init()?;
/// use ferry::AttributeKey;
/// let plans = AttributeKey::<Vec<usize>>::copied()?;
/// let comm = universe.world().dup()?;
/// assert!(comm.attribute(&plans)?.is_none());
/// comm.set_attribute(&plans, vec![1, 2, 3])?;
/// assert_eq!(*comm.dup()?.attribute(&plans)?.unwrap(), [1, 2, 3]);
/// comm.delete_attribute(&plans)?;
/// assert!(comm.attribute(&plans)?.is_none());
/// # Ok(())
/// # }
/// ```
pub struct AttributeKey<T: Send + Sync + 'static, C: AttributeCarrier = Communicator> {
    number: i32,
    values: Arc<Mutex<AttributeValues<T>>>,
    of: PhantomData<(T, fn() -> C)>,
}

/// What carries attributes: a [`Communicator`], or [`Windows`].
pub trait AttributeCarrier: sealed::Sealed {
    #[doc(hidden)]
    const HOLDER: Holder;
}

/// Windows of any elements, as what an [`AttributeKey`] is for.
#[derive(Clone, Copy, Debug)]
pub enum Windows {}

mod sealed {
    pub trait Sealed {}
    impl Sealed for crate::communicator::Communicator {}
    impl Sealed for super::Windows {}
}

impl AttributeCarrier for Communicator {
    const HOLDER: Holder = Holder::Comm;
}

impl AttributeCarrier for Windows {
    const HOLDER: Holder = Holder::Win;
}

/// Values by the numbers that their carriers have.
struct AttributeValues<T> {
    values: HashMap<usize, Arc<T>>,
    made: usize,
}

impl<T> AttributeValues<T> {
    fn add(&mut self, value: Arc<T>) -> usize {
        self.made += 1;
        self.values.insert(self.made, value);
        self.made
    }
}

impl<T: Send + Sync + 'static> AttributeKey<T> {
    /// A key whose values stay behind when a communicator is duplicated (`MPI_Comm_create_keyval`).
    pub fn new() -> Result<Self> {
        in_call("new", || Self::made(false))
    }

    /// A key whose values are those of duplicates as well.
    pub fn copied() -> Result<Self> {
        in_call("copied", || Self::made(true))
    }
}

impl<T: Send + Sync + 'static> AttributeKey<T, Windows> {
    /// A key of windows (`MPI_Win_create_keyval`).
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// use ferry::AttributeKey;
    /// let owners = AttributeKey::of_windows()?;
    /// let window = universe.world().allocate_window::<f64>(10)?;
    /// window.set_attribute(&owners, "the solver")?;
    /// assert_eq!(window.attribute(&owners)?.as_deref(), Some(&"the solver"));
    /// window.free()
    /// # }
    /// ```
    pub fn of_windows() -> Result<Self> {
        in_call("of_windows", || Self::made(false))
    }
}

impl<T: Send + Sync + 'static, C: AttributeCarrier> AttributeKey<T, C> {
    fn made(copies: bool) -> Result<Self> {
        admit()?;
        let nothing = AttributeValues { values: HashMap::new(), made: 0 };
        let values = Arc::new(Mutex::new(nothing));
        let (from, gone) = (values.clone(), values.clone());
        let copy = move |_, _, value| {
            let mut values = lock(&from);
            let copied = values.values.get(&value).cloned();
            Ok(copied.map(|value| values.add(value)))
        };
        let delete = move |_, _, value| {
            // Dropped when nothing is locked: the value's own drop may do anything.
            let value = lock(&gone).values.remove(&value);
            drop(value);
            ferry_mpi::constants::MPI_SUCCESS
        };
        let copy: Option<attribute::CopyFunction> =
            if copies { Some(Arc::new(copy)) } else { None };
        let number = attribute::create_keyval(C::HOLDER, copy, Some(Arc::new(delete)));
        Ok(AttributeKey { number, values, of: PhantomData })
    }

    fn set(&self, object: usize, value: T) -> Result<()> {
        admit()?;
        let number = lock(&self.values).add(Arc::new(value));
        let set = attribute::set(C::HOLDER, object, self.number, number);
        if set.is_err() {
            let value = lock(&self.values).values.remove(&number);
            drop(value);
        }
        Ok(set?)
    }

    fn get(&self, object: usize) -> Result<Option<Arc<T>>> {
        admit()?;
        let number = attribute::get(C::HOLDER, object, self.number)?;
        Ok(number.and_then(|number| lock(&self.values).values.get(&number).cloned()))
    }

    fn delete(&self, object: usize) -> Result<()> {
        admit()?;
        Ok(attribute::delete(C::HOLDER, object, self.number)?)
    }
}

fn lock<T>(values: &Mutex<AttributeValues<T>>) -> std::sync::MutexGuard<'_, AttributeValues<T>> {
    values.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T: Send + Sync + 'static, C: AttributeCarrier> Drop for AttributeKey<T, C> {
    fn drop(&mut self) {
        if admit().is_ok() {
            // Values that are carried stay where they are.
            let _ = attribute::free_keyval(C::HOLDER, self.number);
        }
    }
}

impl<T: Send + Sync + 'static, C: AttributeCarrier> fmt::Debug for AttributeKey<T, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AttributeKey {:#x} of {}", self.number, std::any::type_name::<T>())
    }
}

impl Communicator {
    /// Carries a value from now on; one that it had under this key is dropped (`MPI_Comm_set_attr`).
    pub fn set_attribute<T: Send + Sync>(&self, key: &AttributeKey<T>, value: T) -> Result<()> {
        in_call("set_attribute", || key.set(self.handle().0, value))
    }

    /// The value that it carries under a key (`MPI_Comm_get_attr`).
    pub fn attribute<T: Send + Sync>(&self, key: &AttributeKey<T>) -> Result<Option<Arc<T>>> {
        in_call("attribute", || key.get(self.handle().0))
    }

    /// Drops the value that it carries under a key (`MPI_Comm_delete_attr`).
    ///
    /// # Errors
    /// If it has none.
    pub fn delete_attribute<T: Send + Sync>(&self, key: &AttributeKey<T>) -> Result<()> {
        in_call("delete_attribute", || key.delete(self.handle().0))
    }
}

impl<E: Equivalence> Window<E> {
    /// Carries a value from now on; one that it had under this key is dropped (`MPI_Win_set_attr`). That of a window that
    /// is dropped instead of freed stays until MPI ends, as its memory does.
    pub fn set_attribute<T: Send + Sync>(
        &self,
        key: &AttributeKey<T, Windows>,
        value: T,
    ) -> Result<()> {
        in_call("set_attribute", || key.set(self.handle.0, value))
    }

    /// The value that it carries under a key (`MPI_Win_get_attr`).
    pub fn attribute<T: Send + Sync>(
        &self,
        key: &AttributeKey<T, Windows>,
    ) -> Result<Option<Arc<T>>> {
        in_call("attribute", || key.get(self.handle.0))
    }

    /// Drops the value that it carries under a key (`MPI_Win_delete_attr`).
    ///
    /// # Errors
    /// If it has none.
    pub fn delete_attribute<T: Send + Sync>(&self, key: &AttributeKey<T, Windows>) -> Result<()> {
        in_call("delete_attribute", || key.delete(self.handle.0))
    }
}
