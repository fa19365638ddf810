//! Worlds that a process meets beside the job it was started in.

use super::Process;
use crate::error::Result;
use crate::init::failed;
use crate::process_failure::deaths;
use ferry_boot::{Neighbours, WorldSetting};
use ferry_link::{Context, Directory, ForwardRules};
use ferry_method::{Identity, PeerId};
use std::ops::Range;

impl Process {
    /// Opens links to a process that was started independently: a world of two, in which `identity` says
    /// who this one is. `same_host`: the two name their host alike. `directory` tells what the other
    /// publishes, once it has; what this one publishes is the table of the links.
    ///
    /// # Errors
    /// When no method opens.
    pub fn open_world(
        &self,
        identity: &Identity,
        same_host: bool,
        directory: Box<dyn Directory>,
    ) -> Result<Context> {
        let clock = self.runtime.pace.clock();
        let links = ferry_boot::pair(&self.config, identity, same_host, clock, directory);
        links.map_err(|e| failed("opening links to another job", e))
    }

    /// Opens links to processes that were started independently, as [`Process::open_world`] does: a world of any
    /// size, of which `neighbours` are on this host.
    ///
    /// # Errors
    /// When no method opens.
    pub(crate) fn open_world_of(
        &self,
        identity: &Identity,
        neighbours: Neighbours,
        directory: Box<dyn Directory>,
    ) -> Result<Context> {
        let clock = self.runtime.pace.clock();
        let none = ForwardRules::default();
        let setting = WorldSetting { neighbours, apart: true, forwarding: &none };
        let links = ferry_boot::world((&self.config, clock), identity, &setting, directory);
        links.map_err(|e| failed("opening links to another job", e))
    }

    /// Takes the links to another world: its processes can be sent to and received from, on any context
    /// that both sides have agreed on. Returns their numbers, in the order of their ranks there.
    ///
    /// # Errors
    /// When the system does not give what is needed to wait for more links; then they are not taken.
    pub fn meet(&mut self, world: Context) -> Result<Range<u32>> {
        let numbers = self.runtime.meet(world).map_err(|e| failed("preparing to wait", e))?;
        self.runtime.face.admit(numbers.end);
        deaths::call(self);
        Ok(numbers)
    }

    /// Gives up the links to the world that a process is of; what is under way with its processes fails.
    /// Returns them to be closed. The job's own cannot be given up.
    pub fn part(&mut self, peer: PeerId) -> Option<Context> {
        let parted = self.runtime.part(peer).map(|(_, links)| links);
        deaths::call(self);
        parted
    }
}
