//! Values of the program that communicators carry (MPI-5.0 §7.7).

use crate::communicator::Communicator;
use crate::error::{Result, in_call};
use crate::universe::admit;
use ferry_mpi::attribute::{self, Holder};
use std::collections::HashMap;
use std::fmt;
use std::marker::PhantomData;
use std::sync::{Arc, Mutex, PoisonError};

/// Under which communicators carry values of type `T`: a library keeps there what it knows of a communicator.
///
/// A value is dropped with its communicator, or when MPI ends.
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
pub struct AttributeKey<T: Send + Sync + 'static> {
    number: i32,
    values: Arc<Mutex<AttributeValues<T>>>,
    of: PhantomData<T>,
}

/// Values by the numbers that communicators carry.
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
        let number = attribute::create_keyval(Holder::Comm, copy, Some(Arc::new(delete)));
        Ok(AttributeKey { number, values, of: PhantomData })
    }
}

fn lock<T>(values: &Mutex<AttributeValues<T>>) -> std::sync::MutexGuard<'_, AttributeValues<T>> {
    values.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T: Send + Sync + 'static> Drop for AttributeKey<T> {
    fn drop(&mut self) {
        if admit().is_ok() {
            // Values that communicators have stay with them.
            let _ = attribute::free_keyval(Holder::Comm, self.number);
        }
    }
}

impl<T: Send + Sync + 'static> fmt::Debug for AttributeKey<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AttributeKey {:#x} of {}", self.number, std::any::type_name::<T>())
    }
}

impl Communicator {
    /// Carries a value from now on; one that it had under this key is dropped (`MPI_Comm_set_attr`).
    pub fn set_attribute<T: Send + Sync>(&self, key: &AttributeKey<T>, value: T) -> Result<()> {
        in_call("set_attribute", || {
            admit()?;
            let number = lock(&key.values).add(Arc::new(value));
            let set = attribute::set(Holder::Comm, self.handle().0, key.number, number);
            if set.is_err() {
                let value = lock(&key.values).values.remove(&number);
                drop(value);
            }
            Ok(set?)
        })
    }

    /// The value that it carries under a key (`MPI_Comm_get_attr`).
    pub fn attribute<T: Send + Sync>(&self, key: &AttributeKey<T>) -> Result<Option<Arc<T>>> {
        in_call("attribute", || {
            admit()?;
            let number = attribute::get(Holder::Comm, self.handle().0, key.number)?;
            Ok(number.and_then(|number| lock(&key.values).values.get(&number).cloned()))
        })
    }

    /// Drops the value that it carries under a key (`MPI_Comm_delete_attr`).
    ///
    /// # Errors
    /// If it has none.
    pub fn delete_attribute<T: Send + Sync>(&self, key: &AttributeKey<T>) -> Result<()> {
        in_call("delete_attribute", || {
            admit()?;
            Ok(attribute::delete(Holder::Comm, self.handle().0, key.number)?)
        })
    }
}
