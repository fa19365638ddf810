//! Ports (MPI-5.0 §11.9): open and close, accept and connect.

use super::introduce::connect_groups;
use super::parley::{Parley, error_of};
use crate::comm::Comm;
use crate::constants::{MPI_ERR_INFO_VALUE, MPI_ERR_PORT};
use crate::error::{Error, Result};
use crate::handle::CommHandle;
use crate::info::Info;
use crate::p2p::fault_error;
use crate::process::{Process, aside_watching, enter};
use ferry_ports::{
    CallerKeys, OpenPort, PortError, PortKey, PortLine, PortName, call, key_of_file,
};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The info key that says for how many seconds to wait for the other side.
const TIMEOUT: &str = "timeout";

impl Process {
    /// The secret of all jobs of this one's launcher. Another launcher than Ferry's knows of none.
    pub(super) fn launchers_secret(&self) -> PortKey {
        let asked = self.launcher.as_ref().and_then(|launcher| {
            let mut client = launcher.lock().unwrap_or_else(PoisonError::into_inner);
            client.family_secret().ok().flatten()
        });
        asked.unwrap_or(self.identity.secret)
    }

    /// The key of the file that the configuration names.
    fn file_key(&self) -> Result<Option<PortKey>> {
        match self.config.text("ports.key") {
            "" => Ok(None),
            path => key_of_file(Path::new(path)).map(Some).map_err(|why| error_of(&why)),
        }
    }

    /// A port, open but not announced.
    pub(super) fn make_port(&self) -> Result<OpenPort> {
        let range = self.config.ports("ports.range").range();
        let port = OpenPort::open(range, self.launchers_secret(), self.file_key()?);
        port.map_err(|why| error_of(&why))
    }
}

/// `MPI_Open_port`: the port's name.
pub fn open_port() -> Result<String> {
    let mut process = enter();
    let port = process.make_port()?;
    let name = port.name().to_string();
    process.dynamic.ports.insert(name.clone(), port);
    Ok(name)
}

/// `MPI_Close_port`: who waits there is refused.
pub fn close_port(name: &str) -> Result<()> {
    let port = enter().dynamic.ports.remove(name);
    // Its thread ends here, while nobody waits for the process's state.
    port.map(drop).ok_or_else(|| not_open(name))
}

fn not_open(name: &str) -> Error {
    let text = format!("this process has no open port {name:?}; pass on what MPI_Open_port gave");
    Error::new(MPI_ERR_PORT, text)
}

/// How long the info object lets a call wait.
fn timeout_of(info: &Info) -> Result<Option<Duration>> {
    let Some(text) = info.get(TIMEOUT) else { return Ok(None) };
    let seconds = text.trim().parse().ok().and_then(|s| Duration::try_from_secs_f64(s).ok());
    seconds.map(Some).ok_or_else(|| {
        let text = format!("timeout = {text:?} is not a number of seconds");
        Error::new(MPI_ERR_INFO_VALUE, text)
    })
}

/// `MPI_Comm_accept`. Port and info count at the root.
pub fn accept(port: &str, info: &Info, root: i32, comm: CommHandle) -> Result<CommHandle> {
    let comm = enter().comm(comm)?.clone();
    let parley = Parley::by_line(&comm, root, || {
        let timeout = timeout_of(info)?;
        let acceptor = enter().dynamic.ports.get(port).map(OpenPort::acceptor);
        let acceptor = acceptor.ok_or_else(|| not_open(port))?;
        while_all_live(&comm, |hopeless| acceptor.accept(timeout, hopeless))
    })?;
    connect_groups(&comm, parley)
}

/// `MPI_Comm_connect`. Port and info count at the root.
pub fn connect(port: &str, info: &Info, root: i32, comm: CommHandle) -> Result<CommHandle> {
    let comm = enter().comm(comm)?.clone();
    let parley = Parley::by_line(&comm, root, || {
        let timeout = timeout_of(info)?;
        let (launcher, file) = {
            let process = enter();
            (Some(process.launchers_secret()), process.file_key()?)
        };
        call_port(&comm, port, CallerKeys { own: None, launcher, file }, timeout)
    })?;
    connect_groups(&comm, parley)
}

/// Calls a port with what keys there are, for the processes of `comm`.
pub(super) fn call_port(
    comm: &Comm,
    port: &str,
    keys: CallerKeys,
    timeout: Option<Duration>,
) -> Result<PortLine> {
    let name: PortName = port.parse().map_err(|why| error_of(&why))?;
    while_all_live(comm, |hopeless| call(&name, &keys, timeout, hopeless))
}

/// Does something at a port that may take for ever. It is asked of what it is given whether there is a use in that: none
/// when a process of `comm` has failed, for which it is done, or that was revoked.
pub(super) fn while_all_live(
    comm: &Comm,
    act: impl FnOnce(&dyn Fn() -> Option<String>) -> Result<PortLine, PortError> + Send,
) -> Result<PortLine> {
    let obstacle: Mutex<Option<Error>> = Mutex::new(None);
    let note = |process: &Process| {
        let fault = process.obstacle(comm, |peer| comm.has_member(peer));
        if let (Some(fault), Ok(mut obstacle)) = (fault, obstacle.lock()) {
            *obstacle = Some(fault_error(&fault));
        }
    };
    let hopeless = || obstacle.lock().ok()?.as_ref().map(|error| error.message.to_string());
    let done = aside_watching(note, || act(&hopeless));
    done.map_err(|why| match obstacle.into_inner() {
        Ok(Some(error)) => error,
        _ => error_of(&why),
    })
}
