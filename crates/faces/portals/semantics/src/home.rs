//! Portals in a process that uses nothing else of Ferry's.

use crate::face::PortalsState;
use crate::names::ProcessNames;
use crate::process::{PortalsProcess, Requester};
use crate::three::{InterfaceLimits, PortalsInterface};
use ferry_boot::LauncherFacts;
use ferry_config::Config;
use ferry_link::{Context, Face, Faces, Links};
use ferry_method::{Identity, PeerId};
use ferry_runtime::{Driver, Runtime, SharedRuntime, WaitSettings};
use ferry_sync::CageGuard;
use ferry_sys::Clock;
use ferry_wire::Share;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long what was sent may take to leave, and the links to close.
const DRAIN: Duration = Duration::from_secs(5);

/// Why Portals does not start or end.
#[derive(Debug, thiserror::Error)]
#[error("{doing}: {why}")]
pub struct StartError {
    doing: &'static str,
    why: String,
}

impl StartError {
    fn new(doing: &'static str, why: impl ToString) -> Self {
        StartError { doing, why: why.to_string() }
    }
}

/// A process's interfaces, for one thread.
pub struct PortalsGuard<'a>(CageGuard<'a, Runtime<PortalsState>>);

impl PortalsGuard<'_> {
    /// Sends what waits, and leaves.
    pub fn send(mut self) {
        self.0.send_only();
        self.0.leave();
    }
}

impl Deref for PortalsGuard<'_> {
    type Target = PortalsState;

    fn deref(&self) -> &PortalsState {
        &self.0.face
    }
}

impl DerefMut for PortalsGuard<'_> {
    fn deref_mut(&mut self) -> &mut PortalsState {
        &mut self.0.face
    }
}

/// This process's Portals: its interfaces, its links, and what drives both.
pub struct Portals {
    runtime: Arc<SharedRuntime<PortalsState>>,
    /// The thread of `progress = thread`.
    driver: Mutex<Option<Driver>>,
    identity: Identity,
    place: Option<LauncherFacts>,
}

impl Portals {
    /// Starts in the job that the launcher's environment tells of; without a launcher in a job of one.
    ///
    /// # Errors
    /// If the launcher cannot be talked to, or a method cannot be opened.
    pub fn start(config: &Config) -> Result<Portals, StartError> {
        let started = ferry_boot::start(config, &[]);
        let started = started.map_err(|e| StartError::new("starting Portals", e))?;
        let names = names(started.identity.size, started.place.nodes.as_deref());
        let neighbours = started.place.neighbours();
        let contenders = started.place.contenders();
        let settings = WaitSettings::configured(config, contenders, neighbours.local_rank);
        let links = (started.link, names);
        let mut portals = Portals::over(links, started.identity, started.clock, settings)?;
        portals.place = Some(started.place);
        if config.text("progress") == "thread" {
            portals.drive()?;
        }
        Ok(portals)
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
        let faces = Faces::new(PortalsState::new(names), &[Share::PORTALS]);
        let runtime = Runtime::new(Links::new(link), faces, clock, settings);
        let runtime = runtime.map_err(|e| StartError::new("preparing to wait", e))?;
        let runtime = Arc::new(SharedRuntime::new(runtime));
        Ok(Portals { runtime, driver: Mutex::default(), identity, place: None })
    }

    /// From now on a thread moves everything on, whatever the program does.
    ///
    /// # Errors
    /// If there is no thread to be had.
    pub fn drive(&self) -> Result<(), StartError> {
        let driver = Driver::start(Arc::clone(&self.runtime));
        let driver = driver.map_err(|e| StartError::new("starting a thread", e))?;
        *self.driver() = Some(driver);
        Ok(())
    }

    fn driver(&self) -> MutexGuard<'_, Option<Driver>> {
        self.driver.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The interfaces, for one step of the program's. What it has to send goes with
    /// [`PortalsGuard::send`] or the next progress.
    pub fn state(&self) -> PortalsGuard<'_> {
        PortalsGuard(self.runtime.enter())
    }

    /// This process's place in its job, and the job's size.
    pub fn place(&self) -> (u32, u32) {
        (self.identity.me.0, self.identity.size)
    }

    /// The job's number: the same in all of its processes.
    pub fn job(&self) -> u32 {
        self.identity.job.0 as u32
    }

    /// The name of a process of the job.
    pub fn name(&self, rank: u32) -> Option<PortalsProcess> {
        self.state().names.name(PeerId(rank))
    }

    /// Opens interface `number`, for a user and a job of these numbers; one that is open stays.
    pub fn open(&self, number: u8, (uid, jid): (u32, u32), limits: InterfaceLimits) {
        let mut state = self.state();
        let Some(process) = state.names.name(self.identity.me) else { return };
        let owner = Requester { process, uid, jid };
        state.interfaces.open(PortalsInterface::new(number, owner, limits));
    }

    /// Moves everything on as far as it goes without waiting. Returns how much moved.
    pub fn progress(&self) -> usize {
        self.runtime.progress()
    }

    /// Waits until `ready` gives something, at most for `timeout`; it is asked after each round of progress.
    pub fn wait_until<T>(
        &self,
        timeout: Option<Duration>,
        mut ready: impl FnMut(&mut PortalsState) -> Option<T>,
    ) -> Option<T> {
        self.runtime.wait_until(timeout, |runtime| ready(&mut runtime.face))
    }

    /// Wakes the threads that wait, to look again.
    pub fn wake(&self) {
        self.runtime.wake();
    }

    /// Meets the other processes of the job, as all must; everything is moved on meanwhile.
    ///
    /// # Errors
    /// If the launcher is gone.
    pub fn barrier(&self) -> Result<(), StartError> {
        let Some(launcher) = self.place.as_ref().and_then(|place| place.launcher.clone()) else {
            return Ok(());
        };
        let runtime = Arc::clone(&self.runtime);
        let driver = Driver::start(runtime).map_err(|e| StartError::new("starting a thread", e))?;
        let mut client = launcher.lock().unwrap_or_else(PoisonError::into_inner);
        let met = client.barrier().map_err(|e| StartError::new("meeting the others", e));
        drop(driver);
        met
    }

    /// Ends: what was sent leaves, the processes of the job meet, links are closed.
    ///
    /// # Errors
    /// If the launcher is gone.
    pub fn finish(&self) -> Result<(), StartError> {
        self.wait_until(Some(DRAIN), |state| (!state.has_output()).then_some(()));
        self.barrier()?;
        drop(self.driver().take());
        self.runtime.close(DRAIN);
        let Some(launcher) = self.place.as_ref().and_then(|place| place.launcher.clone()) else {
            return Ok(());
        };
        let mut client = launcher.lock().unwrap_or_else(PoisonError::into_inner);
        client.finalize().map_err(|e| StartError::new("taking leave of the launcher", e))
    }
}

/// The names of a job's processes: node, and rank as the number on it.
fn names(size: u32, nodes: Option<&[u32]>) -> ProcessNames {
    let node = |rank: u32| nodes.and_then(|nodes| nodes.get(rank as usize)).copied().unwrap_or(0);
    let name = |rank| PortalsProcess { nid: node(rank), pid: rank };
    ProcessNames::new((0..size).map(name).collect())
}
