//! The life of MPI in a program (MPI-5.0 §11).

use crate::communicator::Communicator;
use crate::error::{Error, ErrorClass, Result, in_call};
use crate::intercommunicator::Intercommunicator;
use crate::leaving;
use ferry_mpi::comm;
use ferry_mpi::constants::{
    MPI_APPNUM, MPI_THREAD_FUNNELED, MPI_THREAD_MULTIPLE, MPI_THREAD_SINGLE, MPI_UNIVERSE_SIZE,
};
use ferry_mpi::datatype::{TypeNames, tell_types};
use ferry_mpi::init::{self, Phase};
use std::cell::{Cell, OnceCell};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Which threads use MPI (MPI-5.0 §11.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Threading {
    /// There is one thread.
    Single,
    /// There are several, but only the one that initialises MPI uses it.
    Funneled,
    /// Several threads use MPI, one at a time. Ferry provides [`Threading::Multiple`] for it.
    Serialized,
    /// Several threads use MPI at once.
    Multiple,
}

/// Whether every thread may use MPI.
static SHARED: AtomicBool = AtomicBool::new(false);

/// What uses MPI now: the universe and sessions, and what is left of those that have ended.
static USES: Mutex<Uses> = Mutex::new(Uses { now: 0, lingering: 0 });

struct Uses {
    now: u32,
    /// Threads whose uses have ended with scopes open, or that are finalising.
    lingering: u32,
}

impl Uses {
    /// Whether they are another thread's, which this one must keep away from.
    fn are_elsewhere(&self) -> bool {
        self.now > 0 && !is_home() || self.lingering > 0 && !LINGERS.get()
    }
}

fn uses() -> MutexGuard<'static, Uses> {
    USES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Grows whenever nothing uses MPI any more: who might use it before may not use it again.
static GENERATION: AtomicU32 = AtomicU32::new(1);

thread_local! {
    /// The generation in which this thread began to use MPI.
    static HOME: Cell<u32> = const { Cell::new(0) };
    /// Scopes that this thread is in.
    static SCOPES: Cell<u32> = const { Cell::new(0) };
    /// Whether this thread enters MPI still, though nothing uses it: until then no other may.
    static LINGERS: Cell<bool> = const { Cell::new(false) };
}

/// This thread is in a scope until this is dropped.
pub(crate) struct OpenScope(());

impl OpenScope {
    pub(crate) fn begin() -> Self {
        SCOPES.set(SCOPES.get() + 1);
        OpenScope(())
    }
}

impl Drop for OpenScope {
    fn drop(&mut self) {
        SCOPES.set(SCOPES.get() - 1);
        if SCOPES.get() == 0 && LINGERS.get() {
            stop_lingering();
        }
    }
}

fn linger(uses: &mut Uses) {
    if !LINGERS.replace(true) {
        uses.lingering += 1;
    }
}

fn stop_lingering() {
    LINGERS.set(false);
    uses().lingering -= 1;
}

/// Finalises MPI, which nothing uses any more: meanwhile no other thread begins to. False: another uses it, or enters
/// it still, and nothing was done.
pub(crate) fn finalize_alone(finalize: impl FnOnce()) -> bool {
    {
        let mut uses = uses();
        if uses.are_elsewhere() {
            return false;
        }
        linger(&mut uses);
    }
    finalize();
    if SCOPES.get() == 0 {
        stop_lingering();
    }
    true
}

#[inline]
fn is_home() -> bool {
    SHARED.load(Ordering::Relaxed) || HOME.get() == GENERATION.load(Ordering::Relaxed)
}

/// Checks that MPI runs and that this thread may use it. Everything that enters MPI asks first:
/// below, one thread at a time is taken for granted unless MPI was told otherwise.
#[inline]
pub(crate) fn admit() -> Result<()> {
    if is_home() && init::phase() == Phase::Running { Ok(()) } else { Err(refusal()) }
}

/// This thread begins to use MPI; `begin` tells as well whether all threads may.
pub(crate) fn begin_use<R>(begin: impl FnOnce() -> Result<(R, bool)>) -> Result<R> {
    let mut uses = uses();
    if uses.are_elsewhere() {
        return Err(refusal());
    }
    tell_types(TypeNames::Rust);
    let (made, is_shared) = begin()?;
    SHARED.fetch_or(is_shared, Ordering::Relaxed);
    HOME.set(GENERATION.load(Ordering::Relaxed));
    uses.now += 1;
    Ok(made)
}

/// What this thread began has ended. With the last use no thread may use MPI.
pub(crate) fn end_use() {
    let mut uses = uses();
    uses.now = uses.now.saturating_sub(1);
    if uses.now == 0 {
        if SCOPES.get() > 0 {
            linger(&mut uses);
        }
        SHARED.store(false, Ordering::Relaxed);
        GENERATION.fetch_add(1, Ordering::Relaxed);
    }
}

#[cold]
fn refusal() -> Error {
    match init::phase() {
        Phase::Running if leaving::has_begun() => {
            Error::new(ErrorClass::OTHER, "MPI is finalised: the universe was dropped")
        }
        Phase::Running => Error::new(
            ErrorClass::COMM,
            "this thread may not use MPI: only the one that initialised it may; initialise with \
             Threading::Multiple if several threads are to",
        ),
        Phase::Before => Error::new(ErrorClass::OTHER, "MPI is not initialised"),
        Phase::After => Error::new(ErrorClass::OTHER, "MPI is finalised"),
    }
}

/// MPI, running, until this is finalised or dropped.
///
/// [`Universe::finalize`] waits for the other processes of the job. A program that has failed must not
/// do so, since they may be waiting for what it will not send any more, and a drop cannot tell why it
/// happens. So it ends the use of MPI only, and the process finalises MPI when it exits:
///
/// - with status 0 it meets the others, as [`Universe::finalize`] does. A program that goes on for long
///   without MPI should call that instead, for the others cannot end before;
/// - with another, as after `main` has returned an error, the job is aborted;
/// - a drop that comes from a panic aborts the job at once.
///
/// [`run`](crate::run) prints an error with the rank it befell.
///
/// ```
/// # fn main() -> ferry::Result<()> {
/// let universe = ferry::Universe::init()?;
/// let world = universe.world();
/// println!("rank {} of {}", world.rank(), world.size());
/// universe.finalize()
/// # }
/// ```
#[derive(Debug)]
pub struct Universe {
    threading: Threading,
    world: Communicator,
    own: Communicator,
    /// It is freed with the universe, however often the program has asked for it.
    parent: OnceCell<Option<Intercommunicator>>,
    is_finalized: Cell<bool>,
    /// Finalising is for the thread that initialised.
    here: PhantomData<*const ()>,
}

impl Universe {
    /// Initialises MPI for one thread, the caller's (`MPI_Init`).
    pub fn init() -> Result<Universe> {
        Universe::init_with(Threading::Single)
    }

    /// Initialises MPI for use by threads (`MPI_Init_thread`). MPI starts once in a process.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// use ferry::{Threading, Universe};
    /// let universe = Universe::init_with(Threading::Multiple)?;
    /// let comm = universe.self_comm();
    /// std::thread::scope(|threads| {
    ///     let receiver = threads.spawn(|| comm.receive::<u32>(0, 1));
    ///     comm.send(&42u32, 0, 1)?;
    ///     let (value, _) = receiver.join().unwrap()?;
    ///     assert_eq!(value, 42);
    ///     Ok(())
    /// })
    /// # }
    /// ```
    pub fn init_with(threading: Threading) -> Result<Universe> {
        let required = match threading {
            Threading::Single => MPI_THREAD_SINGLE,
            Threading::Funneled => MPI_THREAD_FUNNELED,
            Threading::Serialized | Threading::Multiple => MPI_THREAD_MULTIPLE,
        };
        let shared = begin_use(|| {
            let shared = init::init(required)? >= MPI_THREAD_MULTIPLE;
            Ok((shared, shared))
        })?;
        let threading = if shared { Threading::Multiple } else { threading };
        // Errors are results here: none ends the job by itself.
        for comm in [comm::WORLD, comm::SELF] {
            ferry_mpi::errhandler::set_on_comm(comm, ferry_mpi::errhandler::RETURN)?;
        }
        let world = Communicator::named(comm::WORLD)?;
        let own = Communicator::named(comm::SELF)?;
        let is_finalized = Cell::new(false);
        let parent = OnceCell::new();
        Ok(Universe { threading, world, own, parent, is_finalized, here: PhantomData })
    }

    /// What was provided; at least what was asked for.
    pub fn threading(&self) -> Threading {
        self.threading
    }

    /// All processes of the job (`MPI_COMM_WORLD`).
    pub fn world(&self) -> Communicator {
        self.world.clone()
    }

    /// This process alone (`MPI_COMM_SELF`).
    pub fn self_comm(&self) -> Communicator {
        self.own.clone()
    }

    /// The processes that have spawned this job, if any has (`MPI_Comm_get_parent`).
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// assert!(universe.parent()?.is_none(), "this one was started by a user");
    /// # Ok(())
    /// # }
    /// ```
    pub fn parent(&self) -> Result<Option<Intercommunicator>> {
        in_call("parent", || {
            admit()?;
            if let Some(parent) = self.parent.get() {
                return Ok(parent.clone());
            }
            let parent = Intercommunicator::made(ferry_mpi::dynamic::parent())?;
            Ok(self.parent.get_or_init(|| parent).clone())
        })
    }

    /// How many processes there can usefully be, spawned ones included, if the launcher says (`MPI_UNIVERSE_SIZE`).
    pub fn most_processes(&self) -> Option<usize> {
        predefined(MPI_UNIVERSE_SIZE)
    }

    /// Which of the programs of a command line, or of a spawn, this process runs, from 0 on (`MPI_APPNUM`).
    pub fn program_number(&self) -> Option<usize> {
        predefined(MPI_APPNUM)
    }

    /// Finalises MPI, after all processes have come here (`MPI_Finalize`). Afterwards communicators
    /// give errors.
    ///
    /// # Errors
    /// [`ErrorClass::OTHER`] while another thread waits in a call: it would go on with what is gone. Then the universe
    /// is dropped instead.
    pub fn finalize(self) -> Result<()> {
        in_call("finalize", || {
            admit()?;
            init::check_nobody_waits()?;
            self.is_finalized.set(true);
            let finalized = init::finalize();
            end_use();
            Ok(finalized?)
        })
    }
}

impl Drop for Universe {
    fn drop(&mut self) {
        if self.is_finalized.get() || admit().is_err() {
            return;
        }
        leaving::end_by_panic();
        end_use();
        leaving::begin(self.world.size());
    }
}

/// A predefined attribute that counts something.
fn predefined(number: i32) -> Option<usize> {
    let value = ferry_mpi::attribute::predefined(number)?.load(Ordering::Relaxed);
    usize::try_from(value).ok()
}
