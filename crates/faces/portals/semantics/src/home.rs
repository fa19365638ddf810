//! Portals in a process that uses nothing else of Ferry's.

use crate::face::PortalsState;
use crate::names::ProcessNames;
use crate::process::{PortalsProcess, Requester};
use crate::three::{InterfaceLimits, PortalsInterface};
use ferry_config::Config;
use ferry_home::{Home, StartError};
use ferry_link::Context;
use ferry_method::{Identity, PeerId};
use ferry_runtime::WaitSettings;
use ferry_sys::Clock;
use ferry_wire::Share;
use std::ops::Deref;

/// This process's Portals: its interfaces, its links, and what drives both.
pub struct Portals(Home<PortalsState>);

impl Deref for Portals {
    type Target = Home<PortalsState>;

    fn deref(&self) -> &Home<PortalsState> {
        &self.0
    }
}

impl Portals {
    /// Starts in the job that the launcher's environment tells of; without a launcher in a job of one.
    ///
    /// # Errors
    /// If the launcher cannot be talked to, or a method cannot be opened.
    pub fn start(config: &Config) -> Result<Portals, StartError> {
        let home = Home::start(config, &[Share::PORTALS], |started| {
            PortalsState::new(names(started.identity.size, started.place.nodes.as_deref()))
        })?;
        Ok(Portals(home))
    }

    /// Over links that exist, between processes with these names.
    ///
    /// # Errors
    /// If the system does not give what is needed to wait.
    pub fn over(
        (link, names): (Context, ProcessNames),
        identity: Identity,
        clock: Clock,
        settings: WaitSettings,
    ) -> Result<Portals, StartError> {
        let face = (PortalsState::new(names), &[Share::PORTALS][..]);
        Home::over(link, identity, face, clock, settings).map(Portals)
    }

    /// The job's number: the same in all of its processes.
    pub fn job(&self) -> u32 {
        self.identity().job.0 as u32
    }

    /// The name of a process of the job.
    pub fn name(&self, rank: u32) -> Option<PortalsProcess> {
        self.state().names.name(PeerId(rank))
    }

    /// Opens interface `number`, for a user and a job of these numbers; one that is open stays.
    pub fn open(&self, number: u8, (uid, jid): (u32, u32), limits: InterfaceLimits) {
        let mut state = self.state();
        let Some(process) = state.names.name(self.identity().me) else { return };
        let owner = Requester { process, uid, jid };
        state.interfaces.open(PortalsInterface::new(number, owner, limits));
    }
}

/// The names of a job's processes: node, and rank as the number on it.
fn names(size: u32, nodes: Option<&[u32]>) -> ProcessNames {
    let node = |rank: u32| nodes.and_then(|nodes| nodes.get(rank as usize)).copied().unwrap_or(0);
    let name = |rank| PortalsProcess { nid: node(rank), pid: rank };
    ProcessNames::new((0..size).map(name).collect())
}
