//! This process's end of everything.

use crate::endpoint::EndpointBuilder;
use crate::fault::Fault;
use crate::home::Home;
use crate::state::{NexusState, ROOT};
use crate::workers::Workers;
use crate::{NexusError, Startpoint, attach};
use ferry_boot::LauncherFacts;
use ferry_config::Config;
use ferry_link::{Context, Guest, MethodReport, Taken};
use ferry_method::{Identity, PeerId};
use ferry_runtime::WaitSettings;
use ferry_sync::{BiasedGuard, BiasedLock};
use ferry_sys::{AsymmetricFence, Clock};
use ferry_wire::Share;
use std::sync::atomic::AtomicU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What can be set where Nexus starts.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Threads for threaded handlers at most. Requests for which there is none wait.
    pub most_threads: usize,
    /// No request that arrives may have more bytes.
    pub most_bytes: usize,
    /// Bytes of requests that wait for threads; above it nothing is taken off the links.
    pub most_waiting: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options { most_threads: 64, most_bytes: 1 << 30, most_waiting: 64 << 20 }
    }
}

/// The state, for one thread.
pub(crate) type Entered<'a> = BiasedGuard<'a, NexusState>;

type FaultCallback = dyn Fn(&Fault) + Send + Sync;

pub(crate) struct Core {
    /// Most programs poll and send by one thread.
    state: BiasedLock<NexusState>,
    pub(crate) workers: Workers,
    pub(crate) options: Options,
    pub(crate) config: Config,
    pub(crate) identity: Identity,
    pub(crate) clock: Clock,
    place: Option<LauncherFacts>,
    pub(crate) on_fault: Mutex<Option<Arc<FaultCallback>>>,
    pub(crate) doors: attach::Doors,
    /// Jobs that were met, or not.
    pub(crate) meetings: AtomicU32,
}

/// This process's context: its endpoints and its links. Copies of the handle are the same context,
/// and any thread may use it.
#[derive(Clone)]
pub struct Nexus {
    pub(crate) core: Arc<Core>,
}

impl Nexus {
    /// Starts in the job that the launcher's environment tells of; without a launcher in a job of one.
    /// Returns once all processes of the job have started.
    ///
    /// ```
    /// let nexus = ferry_nexus::Nexus::start(&ferry_config::Config::new()).unwrap();
    /// assert_eq!((nexus.rank(), nexus.size()), (0, 1));
    /// nexus.finish().unwrap();
    /// ```
    ///
    /// # Errors
    /// If the launcher cannot be talked to or a method cannot be opened.
    pub fn start(config: &Config) -> Result<Nexus, NexusError> {
        Nexus::start_with(config, Options::default())
    }

    /// Starts with other options.
    ///
    /// # Errors
    /// As for [`Nexus::start`].
    pub fn start_with(config: &Config, options: Options) -> Result<Nexus, NexusError> {
        let started = ferry_boot::start(config, &[]);
        let started = started.map_err(|e| NexusError::start("starting", e))?;
        let (identity, link) = (started.identity, started.link);
        let (place, clock) = (Some(started.place), started.clock);
        Nexus::new(link, identity, config.clone(), options, place, clock)
    }

    /// A context over links that exist: `identity` says who they lead to.
    ///
    /// # Errors
    /// If the system does not give what is needed to wait.
    pub fn over(link: Context, identity: Identity, config: &Config) -> Result<Nexus, NexusError> {
        Nexus::new(link, identity, config.clone(), Options::default(), None, Clock::start())
    }

    fn new(
        link: Context,
        identity: Identity,
        config: Config,
        options: Options,
        place: Option<LauncherFacts>,
        clock: Clock,
    ) -> Result<Nexus, NexusError> {
        let own = Home::of(&identity);
        let contenders = place.as_ref().map_or(identity.size, LauncherFacts::contenders);
        let turn = place.as_ref().map_or(identity.me.0, |place| place.neighbours().local_rank);
        let settings = WaitSettings::configured(&config, contenders, turn);
        let mut state = NexusState::new(link, own, options.most_bytes, clock, settings)?;
        let cores = place.as_ref().and_then(|place| place.cores.clone());
        state.runtime.habit.share_cores(cores);
        let core = Core {
            state: BiasedLock::new(state, rare_fence()),
            workers: Workers::new(options.most_threads),
            options,
            config,
            identity,
            clock,
            place,
            on_fault: Mutex::new(None),
            doors: attach::Doors::default(),
            meetings: AtomicU32::new(0),
        };
        Ok(Nexus { core: Arc::new(core) })
    }

    /// This process's rank in its job.
    pub fn rank(&self) -> u32 {
        self.core.identity.me.0
    }

    /// Processes in the job.
    pub fn size(&self) -> u32 {
        self.core.identity.size
    }

    /// Who this process is, for processes of any job.
    pub fn home(&self) -> Home {
        Home::of(&self.core.identity)
    }

    /// Begins an endpoint.
    ///
    /// ```
    /// # use ferry_nexus::{Buffer, Nexus};
    /// # use std::sync::mpsc;
    /// # let nexus = Nexus::start(&ferry_config::Config::new()).unwrap();
    /// let (tell, told) = mpsc::channel();
    /// let endpoint = nexus
    ///     .endpoint()
    ///     .handler(1, move |request| tell.send(request.buffer.get::<u32>()).unwrap())
    ///     .open()
    ///     .unwrap();
    /// let mut buffer = Buffer::new();
    /// buffer.put(42u32);
    /// endpoint.startpoint().send_rsr(1, &buffer).unwrap();
    /// nexus.poll().unwrap();
    /// assert_eq!(told.try_recv().unwrap(), Ok(42));
    /// # nexus.finish().unwrap();
    /// ```
    pub fn endpoint(&self) -> EndpointBuilder {
        EndpointBuilder::new(self.clone())
    }

    /// A startpoint for the root endpoint ([`EndpointBuilder::open_root`]) of a process of this job.
    /// Requests that come before it is opened wait for that.
    ///
    /// # Errors
    /// If there is no such rank.
    pub fn startpoint_to(&self, rank: u32) -> Result<Startpoint, NexusError> {
        if rank >= self.size() {
            let why = format!("there is no rank {rank} in a job of {}", self.size());
            return Err(NexusError::Usage(why));
        }
        let home = Home { rank: PeerId(rank), ..self.home() };
        Ok(Startpoint::to(self, home, ROOT))
    }

    /// A startpoint that is bound to nothing yet.
    pub fn unbound(&self) -> Startpoint {
        Startpoint::unbound(self)
    }

    /// Calls `callback` for everything that happens to links by itself. Without a callback the next
    /// [`Nexus::poll`] or wait fails with it (except for orderly ends).
    pub fn on_fault(&self, callback: impl Fn(&Fault) + Send + Sync + 'static) {
        *self.fault_callback() = Some(Arc::new(callback));
    }

    pub(crate) fn fault_callback(&self) -> MutexGuard<'_, Option<Arc<FaultCallback>>> {
        self.core.on_fault.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets another face use this process's links beside the requests: `guest` answers for the handlers of
    /// `share`, and sends when progress is made.
    ///
    /// # Errors
    /// When some of the share is taken.
    pub fn register(&self, share: Share, guest: Box<dyn Guest>) -> Result<(), Taken> {
        self.lock().runtime.face.register(share, guest)
    }

    /// The methods of this process, with their counters and turns.
    pub fn methods(&self) -> Vec<MethodReport> {
        let state = self.lock();
        state.runtime.links.each().flat_map(Context::methods).collect()
    }

    /// Frames that were turned away because they made no sense.
    pub fn refused(&self) -> u64 {
        self.lock().runtime.face.inbox.refused + self.core.doors.refused()
    }

    /// Requests that were handed to handlers.
    pub fn served(&self) -> u64 {
        self.lock().served
    }

    #[inline]
    pub(crate) fn lock(&self) -> Entered<'_> {
        // Handlers run without the lock; what panics inside leaves nothing half done.
        self.core.state.enter()
    }

    /// The state, if this process has not finished.
    #[inline]
    pub(crate) fn enter(&self) -> Result<Entered<'_>, NexusError> {
        let state = self.lock();
        if state.finished { Err(NexusError::Finished) } else { Ok(state) }
    }

    pub(crate) fn place(&self) -> Option<&LauncherFacts> {
        self.core.place.as_ref()
    }
}

impl Core {
    pub(crate) fn state_mut(&mut self) -> &mut NexusState {
        self.state.get_mut()
    }
}

/// A barrier for all threads of the process, where the system has one.
fn rare_fence() -> Option<Box<dyn Fn() + Send + Sync>> {
    let fence = AsymmetricFence::register();
    let works = !fence.frequent_side_must_fence();
    works.then(|| Box::new(move || fence.rare_side()) as Box<dyn Fn() + Send + Sync>)
}
