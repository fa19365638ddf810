//! Hints of communicators (MPI-5.0 §7.4.4): assertions, and Ferry's own.
//!
//! | key | value | meaning |
//! | --- | --- | --- |
//! | `ferry_methods` | names, preferred ones first | methods for the messages of this communicator |
//! | `ferry_poll` | names, or `all` | methods that this process looks at, until it is set again |
//! | `ferry_tune` | `tcp.keepalive=5s; ...` | parameters of methods, for the links to the members |
//!
//! Links change while they are in use without losing or reordering anything. Each process changes what
//! it sends; the receivers need not do anything.

use crate::comm::Comm;
use crate::comm::idup::UNKNOWN;
use crate::constants::{MPI_ERR_INFO_VALUE, MPI_ERR_OTHER};
use crate::error::{Error, Result};
use crate::handle::CommHandle;
use crate::info::Info;
use crate::lane::Lane;
use crate::process::Process;
use ferry_link::LinkError;
use ferry_wire::PeerId;
use std::collections::BTreeSet;

/// Assertions, which Ferry may use or not.
const ASSERTIONS: [&str; 4] = [
    "mpi_assert_no_any_tag",
    "mpi_assert_no_any_source",
    "mpi_assert_exact_length",
    "mpi_assert_allow_overtaking",
];

/// The methods of a communicator.
const METHODS: &str = "ferry_methods";
/// The methods that are looked at.
const POLL: &str = "ferry_poll";
/// Parameters of methods.
const TUNE: &str = "ferry_tune";

/// The hints of an info object that Ferry understands.
pub fn known(info: &Info) -> Info {
    let mut known = Info::new();
    for (key, value) in info.iter() {
        let asserts = ASSERTIONS.contains(&key) && matches!(value, "true" | "false");
        if asserts || [METHODS, POLL, TUNE].contains(&key) {
            // What fits one info object fits another.
            let _ = known.set(key, value);
        }
    }
    known
}

fn words(value: &str) -> Vec<String> {
    value.split(',').map(|word| word.trim().to_owned()).filter(|word| !word.is_empty()).collect()
}

/// All processes that messages of the communicator go to or come from.
fn members(comm: &Comm) -> Vec<PeerId> {
    let remote = comm.remote.iter().flat_map(|group| group.peers());
    let all: BTreeSet<PeerId> = comm.group.peers().chain(remote).collect();
    all.into_iter().collect()
}

fn refused(key: &str, value: &str, why: impl std::fmt::Display) -> Error {
    Error::new(MPI_ERR_INFO_VALUE, format!("{key} = \"{value}\": {why}"))
}

impl Process {
    /// Sets hints on a communicator and does what they ask for.
    ///
    /// # Errors
    /// A method that does not exist or does not lead to a member, a parameter that there is not.
    pub fn set_hints(&mut self, handle: CommHandle, hints: &Info) -> Result<()> {
        for (key, value) in hints.iter() {
            match key {
                POLL => self.poll_only(value)?,
                TUNE => self.tune_members(handle, value)?,
                _ => {}
            }
            if let Some(entry) = self.comms.get_mut(handle) {
                entry.info.set(key, value)?;
            }
        }
        if hints.get(METHODS).is_some() { self.announce_comm(handle) } else { Ok(()) }
    }

    /// Makes a communicator known to the links: its name, which rules may use, and its methods. One that
    /// has no context yet becomes known when it has.
    pub fn announce_comm(&mut self, handle: CommHandle) -> Result<()> {
        let Some(entry) = self.comms.get(handle) else { return Ok(()) };
        let value = entry.info.get(METHODS).unwrap_or_default().to_owned();
        if value.is_empty() && self.runtime.links.home().rules().is_empty() {
            return Ok(());
        }
        let (comm, name) = (entry.comm.clone(), entry.name.clone());
        let (methods, members) = (words(&value), members(&comm));
        self.check_methods(&value, &methods)?;
        if Lane::of(handle) != Lane::PROCESS && methods.first().is_some_and(|first| first != "shm")
        {
            let why =
                "its messages go by a lane, which is of shared memory: lanes=0 leaves all methods";
            return Err(refused(METHODS, &value, why));
        }
        if comm.context == UNKNOWN {
            return Ok(());
        }
        for context in [comm.context, comm.collective_context()] {
            let set = self.runtime.links.set_context(context, &name, &methods, &members);
            set.map_err(|why| refused(METHODS, &value, why))?;
        }
        Ok(())
    }

    fn check_methods(&self, value: &str, wanted: &[String]) -> Result<()> {
        let open: Vec<&str> =
            self.runtime.links.home().methods().iter().map(|method| method.name).collect();
        match wanted.iter().find(|name| !open.contains(&name.as_str())) {
            None => Ok(()),
            Some(missing) => {
                let open = open.join(", ");
                let why = format!(
                    "this process has not opened {missing}; it has {open}. The parameter `open` adds \
                     methods"
                );
                Err(refused(METHODS, value, why))
            }
        }
    }

    fn poll_only(&mut self, value: &str) -> Result<()> {
        let only = words(value);
        let only: Vec<&str> = only.iter().map(String::as_str).collect();
        let chosen = if value.trim() == "all" { None } else { Some(&only[..]) };
        self.runtime.links.home_mut().poll_only(chosen).map_err(|why| refused(POLL, value, why))
    }

    fn tune_members(&mut self, handle: CommHandle, value: &str) -> Result<()> {
        let members = members(&self.comm(handle)?.clone());
        let me = self.identity.me;
        for setting in value.split(';').map(str::trim).filter(|setting| !setting.is_empty()) {
            let parts = setting.split_once('=').and_then(|(name, set)| {
                let (method, parameter) = name.trim().split_once('.')?;
                Some((method, parameter, set.trim()))
            });
            let Some((method, parameter, set)) = parts else {
                let why = format!("'{setting}' is not of the form method.parameter=value");
                return Err(refused(TUNE, value, why));
            };
            for peer in members.iter().filter(|peer| **peer != me) {
                let tuned = self.runtime.links.tune(*peer, method, parameter, set);
                tuned.map_err(|why: LinkError| refused(TUNE, value, why))?;
            }
        }
        Ok(())
    }

    /// Forgets what the links know of a communicator on which nothing is under way any more.
    pub(crate) fn dismiss_comm(&mut self, comm: &Comm) {
        for context in [comm.context, comm.collective_context()] {
            self.runtime.face.forget_context(context);
            self.runtime.links.forget_context(context);
        }
    }

    /// Lets rules see the communicators that are there from the start.
    pub(crate) fn announce_first_comms(&mut self) -> Result<()> {
        for handle in [crate::comm::WORLD, crate::comm::SELF] {
            let told = self.announce_comm(handle);
            told.map_err(|why| Error::new(MPI_ERR_OTHER, why.to_string()))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_understood_is_passed_over() {
        let mut info = Info::new();
        for (key, value) in [
            ("mpi_assert_no_any_tag", "true"),
            ("mpi_assert_exact_length", "perhaps"),
            ("colour", "blue"),
            ("ferry_methods", "quic, tcp"),
        ] {
            info.set(key, value).unwrap();
        }
        let known = known(&info);
        assert_eq!(
            known.iter().collect::<Vec<_>>(),
            [("mpi_assert_no_any_tag", "true"), ("ferry_methods", "quic, tcp")]
        );
        assert_eq!(words("quic, tcp,"), ["quic", "tcp"]);
    }
}
