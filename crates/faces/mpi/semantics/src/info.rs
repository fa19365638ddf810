//! Info objects: lists of keys and values (MPI-5.0 §10). They exist independently of MPI's life, so
//! their table is global and usable before `MPI_Init`.

use std::ffi::{OsStr, OsString};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use crate::constants::{
    MPI_ERR_ARG, MPI_ERR_INFO, MPI_ERR_INFO_KEY, MPI_ERR_INFO_NOKEY, MPI_ERR_INFO_VALUE,
    MPI_INFO_ENV, MPI_MAX_INFO_KEY, MPI_MAX_INFO_VAL,
};
use crate::handle::{InfoHandle, kind};
use crate::table::Table;
use crate::{Error, Result};

/// Keys in the order in which they were first set, each with its value: mostly text, but names of files may be any
/// bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    entries: Vec<(String, OsString)>,
}

impl Info {
    /// An empty object.
    pub fn new() -> Self {
        Info::default()
    }

    /// Sets a key, in place of the value that it had.
    pub fn set(&mut self, key: &str, value: &str) -> Result<()> {
        self.set_bytes(key, OsStr::new(value))
    }

    /// The same with a value of whatever bytes.
    pub fn set_bytes(&mut self, key: &str, value: &OsStr) -> Result<()> {
        check_key(key)?;
        if value.len() >= MPI_MAX_INFO_VAL as usize {
            return Err(Error::new(
                MPI_ERR_INFO_VALUE,
                format!(
                    "the value of key {key:?} has {} bytes, at most {} fit",
                    value.len(),
                    MPI_MAX_INFO_VAL - 1
                ),
            ));
        }
        match self.entries.iter_mut().find(|(k, _)| k == key) {
            Some((_, old)) => value.clone_into(old),
            None => self.entries.push((key.to_owned(), value.to_owned())),
        }
        Ok(())
    }

    /// The value of a key; none if it is no text, which no hint takes.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.get_bytes(key)?.to_str()
    }

    /// The value of a key, in whatever bytes.
    pub fn get_bytes(&self, key: &str) -> Option<&OsStr> {
        self.entries.iter().find(|(k, _)| k == key).map(|(_, value)| value.as_os_str())
    }

    /// Takes a key away; one that is not there is `MPI_ERR_INFO_NOKEY`.
    pub fn remove(&mut self, key: &str) -> Result<()> {
        check_key(key)?;
        match self.entries.iter().position(|(k, _)| k == key) {
            Some(index) => drop(self.entries.remove(index)),
            None => {
                return Err(Error::new(MPI_ERR_INFO_NOKEY, format!("there is no key {key:?}")));
            }
        }
        Ok(())
    }

    /// Number of keys.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no keys.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Key number `n`, from 0.
    pub fn nth_key(&self, n: i32) -> Result<&str> {
        let entry = usize::try_from(n).ok().and_then(|n| self.entries.get(n));
        entry.map(|(key, _)| key.as_str()).ok_or_else(|| {
            let len = self.len();
            Error::new(MPI_ERR_ARG, format!("there is no key number {n}, the object has {len}"))
        })
    }

    /// Keys and values in order, but those that are no text.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.iter_bytes().filter_map(|(key, value)| Some((key, value.to_str()?)))
    }

    /// Keys and values in order, in whatever bytes.
    pub fn iter_bytes(&self) -> impl Iterator<Item = (&str, &OsStr)> {
        self.entries.iter().map(|(key, value)| (key.as_str(), value.as_os_str()))
    }
}

/// Whether a string can be a key: not empty, and short enough for `MPI_MAX_INFO_KEY`.
pub fn check_key(key: &str) -> Result<()> {
    if key.is_empty() {
        return Err(Error::new(MPI_ERR_INFO_KEY, "the key is empty"));
    }
    if key.len() >= MPI_MAX_INFO_KEY as usize {
        return Err(Error::new(
            MPI_ERR_INFO_KEY,
            format!("the key has {} bytes, at most {} fit", key.len(), MPI_MAX_INFO_KEY - 1),
        ));
    }
    Ok(())
}

const ENV: InfoHandle = InfoHandle::new(MPI_INFO_ENV);

static INFOS: LazyLock<Mutex<Table<kind::Info, Info>>> = LazyLock::new(|| {
    let mut table = Table::default();
    table.define(ENV, crate::environment::info());
    Mutex::new(table)
});

/// All info objects. The guarded table stays whole whatever a thread that held it did.
fn infos() -> MutexGuard<'static, Table<kind::Info, Info>> {
    INFOS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn bad(handle: InfoHandle) -> Error {
    let what = match handle == InfoHandle::NULL {
        true => "the info object is MPI_INFO_NULL".to_owned(),
        false => format!("{handle:?} is no info object, or one that was freed"),
    };
    Error::new(MPI_ERR_INFO, what)
}

/// Makes an object.
pub fn create(info: Info) -> InfoHandle {
    infos().insert(info)
}

/// Reads an object; `read` must not use other objects.
pub fn with<R>(handle: InfoHandle, read: impl FnOnce(&Info) -> R) -> Result<R> {
    infos().get(handle).map(read).ok_or_else(|| bad(handle))
}

/// Changes an object; `change` must not use other objects. `MPI_INFO_ENV` is read-only.
pub fn with_mut<R>(handle: InfoHandle, change: impl FnOnce(&mut Info) -> R) -> Result<R> {
    if handle == ENV {
        return Err(Error::new(MPI_ERR_INFO, "MPI_INFO_ENV cannot be changed"));
    }
    infos().get_mut(handle).map(change).ok_or_else(|| bad(handle))
}

/// A copy of an argument's contents; `MPI_INFO_NULL` is an empty object.
pub fn snapshot(handle: InfoHandle) -> Result<Info> {
    if handle == InfoHandle::NULL { Ok(Info::new()) } else { with(handle, Info::clone) }
}

/// Makes an object like `handle`.
pub fn dup(handle: InfoHandle) -> Result<InfoHandle> {
    Ok(create(with(handle, Info::clone)?))
}

/// Frees an object.
pub fn free(handle: InfoHandle) -> Result<()> {
    if handle == ENV {
        return Err(Error::new(MPI_ERR_INFO, "MPI_INFO_ENV cannot be freed"));
    }
    infos().remove(handle).map(drop).ok_or_else(|| bad(handle))
}

/// The integer of a handle (MPI-5.0 §19.3.4).
pub fn to_int(handle: InfoHandle) -> i32 {
    infos().to_fortran(handle)
}

/// The handle of an integer; one that names nothing is `MPI_INFO_NULL`.
pub fn from_int(value: i32) -> InfoHandle {
    infos().from_fortran(value).unwrap_or(InfoHandle::NULL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_keep_their_order_and_their_last_value() {
        let mut info = Info::new();
        for (key, value) in [("b", "1"), ("a", "2"), ("b", "3")] {
            info.set(key, value).unwrap();
        }
        assert_eq!(info.iter().collect::<Vec<_>>(), [("b", "3"), ("a", "2")]);
        assert_eq!(info.nth_key(1).unwrap(), "a");
        assert_eq!(info.nth_key(2).unwrap_err().code, MPI_ERR_ARG);
        assert_eq!(info.nth_key(-1).unwrap_err().code, MPI_ERR_ARG);
        info.remove("b").unwrap();
        assert_eq!(info.remove("b").unwrap_err().code, MPI_ERR_INFO_NOKEY);
        assert_eq!((info.len(), info.get("b"), info.get("a")), (1, None, Some("2")));
    }

    #[test]
    fn values_may_be_any_bytes() {
        use std::os::unix::ffi::OsStrExt;
        let latin = OsStr::from_bytes(b"d\xe4");
        let mut info = Info::new();
        info.set_bytes("wdir", latin).unwrap();
        info.set("host", "a").unwrap();
        assert_eq!((info.get("wdir"), info.get_bytes("wdir")), (None, Some(latin)));
        assert_eq!(info.iter().collect::<Vec<_>>(), [("host", "a")]);
        assert_eq!(info.iter_bytes().next(), Some(("wdir", latin)));
    }

    #[test]
    fn limits_are_those_of_the_abi() {
        let mut info = Info::new();
        let (key, value) = ("k".repeat(255), "v".repeat(1023));
        info.set(&key, &value).unwrap();
        let error = info.set(&(key + "k"), "").unwrap_err();
        assert_eq!(error.code, MPI_ERR_INFO_KEY);
        assert_eq!(info.set("k", &(value + "v")).unwrap_err().code, MPI_ERR_INFO_VALUE);
        assert_eq!(info.set("", "").unwrap_err().code, MPI_ERR_INFO_KEY);
    }

    #[test]
    fn handles_live_until_freed() {
        let a = create(Info::new());
        with_mut(a, |info| info.set("k", "v")).unwrap().unwrap();
        let b = dup(a).unwrap();
        free(a).unwrap();
        assert_eq!(free(a).unwrap_err().code, MPI_ERR_INFO);
        assert_eq!(snapshot(b).unwrap().get("k"), Some("v"));
        assert_eq!(from_int(to_int(b)), b);
        free(b).unwrap();
        assert_eq!(snapshot(b).unwrap_err().code, MPI_ERR_INFO);
        assert_eq!(from_int(-1), InfoHandle::NULL);
    }

    #[test]
    fn predefined_objects_are_protected() {
        assert_eq!(free(ENV).unwrap_err().code, MPI_ERR_INFO);
        assert_eq!(with_mut(ENV, |_| ()).unwrap_err().code, MPI_ERR_INFO);
        assert_eq!(free(InfoHandle::NULL).unwrap_err().code, MPI_ERR_INFO);
        assert!(snapshot(InfoHandle::NULL).unwrap().is_empty());
    }
}
