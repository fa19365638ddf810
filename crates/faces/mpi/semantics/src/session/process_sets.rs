//! Sets of processes by their names: those of the standard, those of the hosts, and what the launcher tells: one
//! for each program of its command line, and those that the user has named.

use crate::constants::MPI_ERR_ARG;
use crate::error::{Error, Result};
use crate::group::Group;
use crate::init::failed;
use crate::process::Process;
use ferry_pmi::process_sets::{ProcessSet, decode};
use ferry_wire::PeerId;
use std::collections::BTreeSet;
use std::sync::{Arc, PoisonError};

const WORLD: &str = "mpi://WORLD";
const SELF: &str = "mpi://SELF";
/// Sets of the processes of each host, by the host's number.
const HOST: &str = "ferry://host/";

/// What the launcher tells, once it was asked.
pub(crate) type NamedSets = Option<Arc<[ProcessSet]>>;

impl Process {
    /// The sets that the launcher has names for.
    fn named_sets(&mut self) -> Result<Arc<[ProcessSet]>> {
        if let Some(known) = &self.named_sets {
            return Ok(known.clone());
        }
        let wrong =
            |why: &dyn std::fmt::Display| failed("asking the launcher for process sets", why);
        let mut sets = Vec::new();
        if let Some(launcher) = &self.launcher {
            let mut client = launcher.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(bytes) = client.get_long(ferry_pmi::SETS_KEY).map_err(|e| wrong(&e))? {
                let text = String::from_utf8(bytes).ok();
                let told = text.and_then(|text| decode(&text, self.identity.size));
                sets = told.ok_or_else(|| wrong(&"its answer is damaged"))?;
            }
        }
        Ok(self.named_sets.insert(sets.into()).clone())
    }

    /// The names of all sets.
    pub(super) fn process_sets(&mut self) -> Result<Vec<String>> {
        let named = self.named_sets()?;
        let hosts = self.nodes.iter().flatten().copied().collect::<BTreeSet<_>>();
        let hosts = hosts.into_iter().map(|host| format!("{HOST}{host}"));
        let names = [WORLD.to_owned(), SELF.to_owned()].into_iter().chain(hosts);
        Ok(names.chain(named.iter().map(|set| set.name.clone())).collect())
    }

    /// The processes of a set.
    pub(super) fn process_set(&mut self, name: &str) -> Result<Group> {
        let (me, size) = (self.identity.me, self.identity.size);
        let is = |known: &str| known.eq_ignore_ascii_case(name);
        if is(WORLD) {
            return Ok(Group::range(0, size, me));
        }
        if is(SELF) {
            return Ok(Group::range(me.0, 1, me));
        }
        let named = self.named_sets()?;
        if let Some(set) = named.iter().find(|set| set.name == name) {
            return Ok(Group::list(set.ranks.iter().copied().map(PeerId).collect(), me));
        }
        let host = name.strip_prefix(HOST).and_then(|host| host.parse::<u32>().ok());
        let nodes = self.nodes.iter().flatten().enumerate();
        let members = nodes.filter(|(_, node)| Some(**node) == host);
        let members: Vec<_> = members.map(|(rank, _)| PeerId(rank as u32)).collect();
        if members.is_empty() {
            let known = self.process_sets()?.join(", ");
            let text = format!("there is no process set {name:?}; there are {known}");
            return Err(Error::new(MPI_ERR_ARG, text));
        }
        Ok(Group::list(members, me))
    }
}
