//! Cached attributes (MPI-5.0 §7.7) and the predefined ones (§9.1.2).
//!
//! The functions of the program are called while the process's state is not held, since they may
//! call MPI themselves.

use crate::constants::{
    MPI_ANY_SOURCE, MPI_APPNUM, MPI_ERR_KEYVAL, MPI_HOST, MPI_IO, MPI_LASTUSEDCODE, MPI_PROC_NULL,
    MPI_TAG_UB, MPI_UNIVERSE_SIZE, MPI_WTIME_IS_GLOBAL,
};
use crate::error::{Error, Result};
use crate::process::{Process, enter};
use std::collections::HashMap;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, PoisonError};

/// What attributes can be attached to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Holder {
    /// Communicators.
    Comm,
    /// Datatypes.
    Type,
    /// Windows.
    Win,
}

/// Copies a value when its object (first argument, as a handle's number) is duplicated: the copy's
/// value, `None` for no copy, or the program's error code.
pub type CopyFunction = Arc<dyn Fn(usize, i32, usize) -> Result<Option<usize>, i32> + Send + Sync>;
/// Is told that a value (last argument) goes; returns the program's error code.
pub type DeleteFunction = Arc<dyn Fn(usize, i32, usize) -> i32 + Send + Sync>;

/// What a program made with `MPI_Comm_create_keyval` and its sisters.
struct Keyval {
    holder: Holder,
    copy: Option<CopyFunction>,
    delete: Option<DeleteFunction>,
    freed: bool,
    values: usize,
}

/// Numbers of made keyvals begin here, beyond the predefined ones.
const FIRST: i32 = 0x1000;

/// Keyvals and the values of objects.
#[derive(Default)]
pub struct Attributes {
    keyvals: HashMap<i32, Keyval>,
    made: i32,
    /// In the order in which they were set first.
    values: HashMap<(Holder, usize), Vec<(i32, usize)>>,
}

impl Attributes {
    fn keyval(&self, holder: Holder, number: i32) -> Result<&Keyval> {
        let found = self.keyvals.get(&number).filter(|keyval| keyval.holder == holder);
        found.ok_or_else(|| bad_keyval(holder, number))
    }

    fn value(&self, holder: Holder, object: usize, number: i32) -> Option<usize> {
        let values = self.values.get(&(holder, object))?;
        values.iter().find(|(key, _)| *key == number).map(|(_, value)| *value)
    }

    fn put(&mut self, holder: Holder, object: usize, number: i32, value: usize) {
        let values = self.values.entry((holder, object)).or_default();
        match values.iter_mut().find(|(key, _)| *key == number) {
            Some((_, old)) => *old = value,
            None => {
                values.push((number, value));
                if let Some(keyval) = self.keyvals.get_mut(&number) {
                    keyval.values += 1;
                }
            }
        }
    }

    fn take(&mut self, holder: Holder, object: usize, number: i32) {
        let Some(values) = self.values.get_mut(&(holder, object)) else { return };
        let before = values.len();
        values.retain(|(key, _)| *key != number);
        if values.len() == before {
            return;
        }
        if values.is_empty() {
            self.values.remove(&(holder, object));
        }
        if let Some(keyval) = self.keyvals.get_mut(&number) {
            keyval.values -= 1;
        }
        self.drop_unused(number);
    }

    /// A freed keyval goes when the last value of it has gone.
    fn drop_unused(&mut self, number: i32) {
        if self.keyvals.get(&number).is_some_and(|keyval| keyval.freed && keyval.values == 0) {
            self.keyvals.remove(&number);
        }
    }
}

fn bad_keyval(holder: Holder, number: i32) -> Error {
    let what = match (predefined_place(number), holder) {
        (Some(_), Holder::Comm) => "is predefined and cannot be changed".to_owned(),
        (_, holder) => format!("was freed, or never made for a {holder:?}"),
    };
    Error::new(MPI_ERR_KEYVAL, format!("keyval {number} {what}"))
}

/// `MPI_Comm_create_keyval` and its sisters. No function: values are not copied; nobody is told of
/// deletions.
pub fn create_keyval(
    holder: Holder,
    copy: Option<CopyFunction>,
    delete: Option<DeleteFunction>,
) -> i32 {
    let mut process = enter();
    let attributes = &mut process.attributes;
    let number = FIRST + attributes.made;
    attributes.made += 1;
    let keyval = Keyval { holder, copy, delete, freed: false, values: 0 };
    attributes.keyvals.insert(number, keyval);
    number
}

/// `MPI_Comm_free_keyval` and its sisters: values that exist stay, and while they do, copies of the
/// number may be freed too.
pub fn free_keyval(holder: Holder, number: i32) -> Result<()> {
    let mut process = enter();
    let attributes = &mut process.attributes;
    attributes.keyval(holder, number)?;
    if let Some(keyval) = attributes.keyvals.get_mut(&number) {
        keyval.freed = true;
    }
    attributes.drop_unused(number);
    Ok(())
}

/// `MPI_Comm_set_attr` and its sisters: a value that stood there is deleted first.
pub fn set(holder: Holder, object: usize, number: i32, value: usize) -> Result<()> {
    let old = {
        let process = enter();
        let attributes = &process.attributes;
        if attributes.keyval(holder, number)?.freed {
            return Err(bad_keyval(holder, number));
        }
        attributes.value(holder, object, number)
    };
    if let Some(old) = old {
        call_delete(holder, object, number, old)?;
    }
    enter().attributes.put(holder, object, number, value);
    Ok(())
}

/// `MPI_Comm_get_attr` and its sisters.
pub fn get(holder: Holder, object: usize, number: i32) -> Result<Option<usize>> {
    let process = enter();
    process.attributes.keyval(holder, number)?;
    Ok(process.attributes.value(holder, object, number))
}

/// `MPI_Comm_delete_attr` and its sisters.
pub fn delete(holder: Holder, object: usize, number: i32) -> Result<()> {
    let value = get(holder, object, number)?;
    let Some(value) = value else {
        let text = format!("the object has no attribute of keyval {number}");
        return Err(Error::new(MPI_ERR_KEYVAL, text));
    };
    call_delete(holder, object, number, value)?;
    enter().attributes.take(holder, object, number);
    Ok(())
}

fn call_delete(holder: Holder, object: usize, number: i32, value: usize) -> Result<()> {
    let function = enter().attributes.keyval(holder, number)?.delete.clone();
    let Some(function) = function else { return Ok(()) };
    of_callback(function(object, number, value), "delete", number)
}

fn of_callback(code: i32, which: &str, number: i32) -> Result<()> {
    if code == crate::constants::MPI_SUCCESS {
        return Ok(());
    }
    let text = format!("the {which} function of keyval {number} failed with code {code}");
    Err(Error::new(code, text))
}

/// Copies the values of a duplicated object to its copy, in the order in which they were set.
pub fn copy_all(holder: Holder, from: usize, to: usize) -> Result<()> {
    let values = enter().attributes.values.get(&(holder, from)).cloned().unwrap_or_default();
    for (number, value) in values {
        let function = enter().attributes.keyval(holder, number)?.copy.clone();
        let Some(function) = function else { continue };
        match function(from, number, value) {
            Ok(Some(copied)) => enter().attributes.put(holder, to, number, copied),
            Ok(None) => {}
            Err(code) => of_callback(code, "copy", number)?,
        }
    }
    Ok(())
}

/// Deletes all values of an object that goes, the last one first. A delete function that fails
/// keeps its value and the object.
pub fn delete_all(holder: Holder, object: usize) -> Result<()> {
    loop {
        let last = enter().attributes.values.get(&(holder, object)).and_then(|v| v.last().copied());
        let Some((number, value)) = last else { return Ok(()) };
        call_delete(holder, object, number, value)?;
        enter().attributes.take(holder, object, number);
    }
}

static TAG_UB: AtomicI32 = AtomicI32::new(i32::MAX);
static HOST: AtomicI32 = AtomicI32::new(MPI_PROC_NULL);
static IO: AtomicI32 = AtomicI32::new(MPI_ANY_SOURCE);
static WTIME_IS_GLOBAL: AtomicI32 = AtomicI32::new(0);
static LAST_USED_CODE: AtomicI32 = AtomicI32::new(0);
static APPNUM: AtomicI32 = AtomicI32::new(-1);
static UNIVERSE_SIZE: AtomicI32 = AtomicI32::new(-1);

fn predefined_place(number: i32) -> Option<&'static AtomicI32> {
    Some(match number {
        MPI_TAG_UB => &TAG_UB,
        MPI_HOST => &HOST,
        MPI_IO => &IO,
        MPI_WTIME_IS_GLOBAL => &WTIME_IS_GLOBAL,
        MPI_LASTUSEDCODE => &LAST_USED_CODE,
        MPI_APPNUM => &APPNUM,
        MPI_UNIVERSE_SIZE => &UNIVERSE_SIZE,
        _ => return None,
    })
}

/// Whether a keyval is one of the predefined ones of communicators.
pub fn is_predefined(number: i32) -> bool {
    predefined_place(number).is_some()
}

/// Where the value of a predefined attribute stands; `None`: it has no value here.
pub fn predefined(number: i32) -> Option<&'static AtomicI32> {
    let place = predefined_place(number)?;
    match number {
        MPI_LASTUSEDCODE => place.store(crate::error::codes::last_used(), Ordering::Relaxed),
        MPI_APPNUM | MPI_UNIVERSE_SIZE if place.load(Ordering::Relaxed) < 0 => return None,
        _ => {}
    }
    Some(place)
}

impl Process {
    /// Sets the predefined attributes that the launcher knows.
    pub(crate) fn define_attributes(&mut self) {
        if let Some(launcher) = &self.launcher {
            let client = launcher.lock().unwrap_or_else(PoisonError::into_inner);
            APPNUM.store(client.appnum().unwrap_or(-1), Ordering::Relaxed);
            let universe = client.universe_size().and_then(|size| i32::try_from(size).ok());
            UNIVERSE_SIZE.store(universe.unwrap_or(-1), Ordering::Relaxed);
        }
        // One host has one monotonic clock.
        let one_host = match &self.nodes {
            Some(nodes) => nodes.windows(2).all(|pair| pair[0] == pair[1]),
            None => self.identity.size == 1,
        };
        WTIME_IS_GLOBAL.store(i32::from(one_host), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_freed_keyval_lives_while_a_value_does() {
        let mut attributes = Attributes::default();
        let keyval =
            Keyval { holder: Holder::Comm, copy: None, delete: None, freed: false, values: 0 };
        attributes.keyvals.insert(FIRST, keyval);
        attributes.put(Holder::Comm, 1, FIRST, 10);
        attributes.put(Holder::Comm, 2, FIRST, 20);
        attributes.put(Holder::Comm, 2, FIRST, 21);
        assert_eq!(attributes.value(Holder::Comm, 2, FIRST), Some(21));
        assert!(attributes.keyval(Holder::Type, FIRST).is_err());
        attributes.keyvals.get_mut(&FIRST).unwrap().freed = true;
        attributes.take(Holder::Comm, 1, FIRST);
        attributes.take(Holder::Comm, 1, FIRST);
        assert!(attributes.keyval(Holder::Comm, FIRST).is_ok());
        attributes.take(Holder::Comm, 2, FIRST);
        assert!(attributes.keyval(Holder::Comm, FIRST).is_err());
        assert!(attributes.values.is_empty());
    }

    #[test]
    fn predefined_values_have_places() {
        let tag = predefined(MPI_TAG_UB).unwrap().load(Ordering::Relaxed);
        assert_eq!(tag, i32::MAX);
        assert!(predefined(MPI_LASTUSEDCODE).is_some());
        assert!(!is_predefined(FIRST));
        assert_eq!(bad_keyval(Holder::Comm, MPI_HOST).code, MPI_ERR_KEYVAL);
    }
}
