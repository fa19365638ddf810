//! Hints: keys with values that calls may heed (MPI-5.0 §10).

use crate::error::Result;
use ferry_mpi::info::Info;

/// Hints of a call as the layers below want them.
pub(crate) fn info_of<K: AsRef<str>, V: AsRef<str>>(hints: &[(K, V)]) -> Result<Info> {
    let mut info = Info::new();
    hints.iter().try_for_each(|(key, value)| info.set(key.as_ref(), value.as_ref()))?;
    Ok(info)
}

/// Keys and values, as the program gets them.
pub(crate) fn pairs_of(info: &Info) -> Vec<(String, String)> {
    info.iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect()
}
