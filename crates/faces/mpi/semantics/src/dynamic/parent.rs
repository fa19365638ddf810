//! `MPI_Comm_get_parent` (MPI-5.0 §11.8.2): the children's side.

use super::introduce::connect_groups;
use super::parley::Parley;
use super::port::call_port;
use crate::comm::WORLD;
use crate::constants::MPI_ERR_OTHER;
use crate::error::{Error, Result};
use crate::handle::CommHandle;
use crate::process::enter;
use ferry_ports::{CallerKeys, KEY_LEN, PortKey};
use std::sync::PoisonError;

/// Under which the parents leave the name of their port with the launcher.
pub(super) const PARENT: &str = "ferry.parent";
/// The same for the port's key.
pub(super) const PARENT_KEY: &str = "ferry.parent.key";

/// Where the parents wait: their port and its key.
fn called_by() -> Option<(String, PortKey)> {
    let launcher = enter().launcher.clone()?;
    let mut client = launcher.lock().unwrap_or_else(PoisonError::into_inner);
    if !client.is_spawned() {
        return None;
    }
    let mut get = |key| client.get(key).ok().flatten();
    let (port, key) = (get(PARENT)?, get(PARENT_KEY)?);
    let digits = key.as_bytes().as_chunks::<2>().0;
    let bytes = digits.iter().map(|two| u8::from_str_radix(str::from_utf8(two).ok()?, 16).ok());
    let key: Vec<u8> = bytes.collect::<Option<_>>()?;
    Some((port, <[u8; KEY_LEN]>::try_from(key).ok()?))
}

/// Calls the parents, if another job has spawned this one: all processes of the job do.
pub(crate) fn call_parents() -> Result<()> {
    let Some((port, key)) = called_by() else { return Ok(()) };
    let comm = enter().comm(WORLD)?.clone();
    let keys = CallerKeys { own: Some(key), ..CallerKeys::default() };
    let made = Parley::by_line(&comm, 0, || call_port(&comm, &port, keys, None))
        .and_then(|parley| connect_groups(&comm, parley));
    let parent = made.map_err(|why| {
        let text =
            format!("the processes that spawned this job cannot be reached: {}", why.message);
        Error::new(MPI_ERR_OTHER, text)
    })?;
    let mut process = enter();
    if let Some(entry) = process.comms.get_mut(parent) {
        entry.name = "MPI_COMM_PARENT".into();
    }
    process.dynamic.parent = Some(parent);
    Ok(())
}

/// `MPI_Comm_get_parent`: the null communicator if no job has spawned this one, or the program has freed it.
pub fn parent() -> CommHandle {
    let process = enter();
    let parent = process.dynamic.parent.filter(|parent| process.comms.get(*parent).is_some());
    parent.unwrap_or(CommHandle::NULL)
}
