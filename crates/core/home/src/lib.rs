//! A process that one face has for itself: started in its job, driven, met with the others, ended.
//!
//! MPI and Nexus keep more than a face behind their locks and have their own; Portals and MP_Lite have this.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod jobs;
mod meeting;

pub use ferry_attach::{AttachError, Person, Url, UrlError, split_url};
pub use ferry_boot::{LauncherFacts, StartedProcess};
pub use meeting::MeetingFace;

use ferry_attach::{Door, JobDoor};
use ferry_config::Config;
use ferry_link::{Context, Face, Faces, Links};
use ferry_method::Identity;
use ferry_runtime::{Driver, DriverMode, Runtime, SharedRuntime, WaitSettings};
use ferry_sync::BiasedGuard;
use ferry_sys::Clock;
use ferry_wire::Share;
use std::ops::{Deref, DerefMut, Range};
use std::sync::atomic::AtomicU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long what was sent may take to leave, and the links to close.
const DRAIN: Duration = Duration::from_secs(5);

/// Why a process does not start or end.
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

/// The face, for one thread. When it leaves, threads asleep are told of what it has brought about.
pub struct HomeGuard<'a, F: Face>(BiasedGuard<'a, Runtime<F>>);

impl<F: Face> HomeGuard<'_, F> {
    /// The face, and the links that it sends over.
    pub fn parts(&mut self) -> (&mut F, &mut Links) {
        let runtime = &mut *self.0;
        (&mut runtime.face, &mut runtime.links)
    }

    /// Sends what waits.
    pub fn flush(&mut self) {
        self.0.send_only();
    }

    /// The same, and leaves.
    pub fn send(mut self) {
        self.flush();
    }
}

impl<F: Face> Drop for HomeGuard<'_, F> {
    #[inline]
    fn drop(&mut self) {
        self.0.leave_with_news();
    }
}

impl<F: Face> Deref for HomeGuard<'_, F> {
    type Target = F;

    fn deref(&self) -> &F {
        &self.0.face
    }
}

impl<F: Face> DerefMut for HomeGuard<'_, F> {
    fn deref_mut(&mut self) -> &mut F {
        &mut self.0.face
    }
}

/// A process's face, its links, and what drives both.
pub struct Home<F> {
    runtime: Arc<SharedRuntime<F>>,
    /// The thread of `progress = thread` or `signal`.
    driver: Mutex<Option<Driver>>,
    clock: Clock,
    identity: Identity,
    facts: Option<LauncherFacts>,
    config: Config,
    /// Where processes of other jobs come in.
    doors: Mutex<Vec<Door>>,
    /// Where other jobs come in as wholes.
    job_door: Mutex<Option<Arc<JobDoor>>>,
    /// Jobs that were met, or not.
    meetings: AtomicU32,
}

impl<F: Face + Send + 'static> Home<F> {
    /// Starts in the job that the launcher's environment tells of; without a launcher in a job of one.
    /// `face` makes the face, whose handlers are of these shares, of what was found.
    ///
    /// # Errors
    /// If the launcher cannot be talked to, or a method cannot be opened.
    pub fn start(
        config: &Config,
        shares: &'static [Share],
        face: impl FnOnce(&StartedProcess) -> F,
    ) -> Result<Self, StartError> {
        let place = LauncherFacts::of_launcher().map_err(|e| StartError::new("starting", e))?;
        Home::start_at(place, config, shares, face)
    }

    /// The same for a process that has asked the launcher for its place already.
    ///
    /// # Errors
    /// As [`Home::start`].
    pub fn start_at(
        place: LauncherFacts,
        config: &Config,
        shares: &'static [Share],
        face: impl FnOnce(&StartedProcess) -> F,
    ) -> Result<Self, StartError> {
        let mode = DriverMode::configured(config);
        let mode = mode.map_err(|e| StartError::new("configuration", e))?;
        let started = ferry_boot::start_at(place, config, &[]);
        let started = started.map_err(|e| StartError::new("starting", e))?;
        let face = face(&started);
        let StartedProcess { link, identity, place, clock, .. } = started;
        let turn = place.neighbours().local_rank;
        let settings = WaitSettings::configured(config, place.contenders(), turn);
        let mut home = Home::over(link, identity, (face, shares), clock, settings)?;
        home.runtime.enter().habit.share_cores(place.cores.clone());
        (home.facts, home.config) = (Some(place), config.clone());
        if let Some(mode) = mode {
            home.drive(mode)?;
        }
        Ok(home)
    }

    /// Over links that exist.
    ///
    /// # Errors
    /// If the system does not give what is needed to wait.
    pub fn over(
        link: Context,
        identity: Identity,
        (face, shares): (F, &'static [Share]),
        clock: Clock,
        settings: WaitSettings,
    ) -> Result<Self, StartError> {
        let faces = Faces::new(face, shares);
        let runtime = Runtime::new(Links::new(link), faces, clock, settings);
        let runtime = runtime.map_err(|e| StartError::new("preparing to wait", e))?;
        let runtime = Arc::new(SharedRuntime::new(runtime));
        let (driver, doors, job_door) = (Mutex::default(), Mutex::default(), Mutex::default());
        let (config, meetings) = (Config::new(), AtomicU32::new(0));
        Ok(Home {
            runtime,
            driver,
            clock,
            identity,
            facts: None,
            config,
            doors,
            job_door,
            meetings,
        })
    }

    /// From now on a thread moves everything on, whatever the program does.
    ///
    /// # Errors
    /// If there is no thread to be had.
    pub fn drive(&self, mode: DriverMode) -> Result<(), StartError> {
        let driver = Driver::start(Arc::clone(&self.runtime), mode);
        let driver = driver.map_err(|e| StartError::new("starting a thread", e))?;
        *self.driver() = Some(driver);
        Ok(())
    }

    fn driver(&self) -> MutexGuard<'_, Option<Driver>> {
        self.driver.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The face, for one step of the program's. What it has to send goes with [`HomeGuard::send`] or the next
    /// progress.
    #[inline]
    pub fn state(&self) -> HomeGuard<'_, F> {
        HomeGuard(self.runtime.enter())
    }

    /// Takes links of their own beside those of the job, to the same processes (`ferry_boot::links_beside`).
    /// Returns the numbers that these have there, in the order of their ranks.
    ///
    /// # Errors
    /// If the system does not give what is needed to wait for more links.
    pub fn meet(&self, links: Context) -> Result<Range<u32>, StartError> {
        let met = self.runtime.enter().meet(links);
        met.map_err(|e| StartError::new("preparing to wait", e))
    }

    /// This process's place in its job, and the job's size.
    pub fn place(&self) -> (u32, u32) {
        (self.identity.me.0, self.identity.size)
    }

    /// Who this process is.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// What the launcher has told; `None`: there are only the links.
    pub fn facts(&self) -> Option<&LauncherFacts> {
        self.facts.as_ref()
    }

    /// The clock of this process, which its methods are told the time by.
    pub fn clock(&self) -> Clock {
        self.clock
    }

    /// Moves everything on as far as it goes without waiting. Returns how much moved.
    pub fn progress(&self) -> usize {
        self.runtime.progress()
    }

    /// Waits until `ready` gives something, at most for `timeout`; it is asked after each round of progress.
    #[inline]
    pub fn wait_until<T>(
        &self,
        timeout: Option<Duration>,
        mut ready: impl FnMut(&mut F) -> Option<T>,
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
        let Some(facts) = self.facts.as_ref().filter(|facts| facts.launcher.is_some()) else {
            return Ok(());
        };
        // Others may wait for what this process only finds out about them meanwhile, through the same client.
        self.driven(|| facts.meet().map_err(|e| StartError::new("barrier", e)))?
    }

    /// Does something that waits otherwise than for this process's links, while a thread moves everything on.
    fn driven<T>(&self, act: impl FnOnce() -> T) -> Result<T, StartError> {
        let is_driven = self.driver().is_some();
        let runtime = Arc::clone(&self.runtime);
        let driver = (!is_driven).then(|| Driver::start(runtime, DriverMode::Thread)).transpose();
        let driver = driver.map_err(|e| StartError::new("starting a thread", e))?;
        let done = act();
        drop(driver);
        Ok(done)
    }

    /// Ends: what was sent leaves, the processes of the job meet, links are closed.
    ///
    /// # Errors
    /// If the launcher is gone.
    pub fn finish(&self) -> Result<(), StartError> {
        self.wait_until(Some(DRAIN), |face| (!face.has_output()).then_some(()));
        self.barrier()?;
        // What others say to each other may still pass here.
        self.progress();
        self.runtime
            .wait_until(Some(DRAIN), |runtime| (!runtime.links.has_pending_output()).then_some(()));
        drop(self.driver().take());
        self.runtime.close(DRAIN);
        let Some(launcher) = self.facts.as_ref().and_then(|facts| facts.launcher.clone()) else {
            return Ok(());
        };
        let mut client = launcher.lock().unwrap_or_else(PoisonError::into_inner);
        client.finalize().map_err(|e| StartError::new("taking leave of the launcher", e))
    }
}
