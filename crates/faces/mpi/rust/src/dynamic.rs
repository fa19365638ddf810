//! Processes of several jobs (MPI-5.0 §11.8 to §11.10): spawning, ports, names of services, joining.

use crate::communicator::Communicator;
use crate::error::{Error, ErrorClass, Result, in_call};
use crate::hints::info_of;
use crate::intercommunicator::Intercommunicator;
use crate::universe::admit;
use ferry_mpi::constants::MPI_SUCCESS;
use ferry_mpi::dynamic::{self, SpawnWish};
use ferry_mpi::info::Info;
use std::ffi::{OsStr, OsString};
use std::os::fd::AsFd;
use std::time::Duration;

/// A program of which processes are to be spawned.
///
/// ```no_run
/// # fn main() -> ferry::Result<()> {
/// # let universe = ferry::Universe::init()?;
/// use ferry::ChildProgram;
/// let worker = ChildProgram::new("./worker", 4).arg("--quiet").hint("wdir", "/tmp");
/// let workers = universe.world().spawn(&worker, 0)?;
/// for rank in 0..workers.remote_size() {
///     workers.send(&1.5, rank, 0)?;
/// }
/// workers.disconnect()
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct ChildProgram {
    program: OsString,
    args: Vec<OsString>,
    count: usize,
    hints: Vec<(String, String)>,
}

impl ChildProgram {
    /// `count` processes of a program, which the launcher looks for as a shell does.
    pub fn new(program: impl AsRef<OsStr>, count: usize) -> Self {
        let program = program.as_ref().to_owned();
        ChildProgram { program, args: vec![], count, hints: vec![] }
    }

    /// One more argument.
    #[must_use]
    pub fn arg(mut self, arg: impl Into<OsString>) -> Self {
        self.args.push(arg.into());
        self
    }

    /// More arguments.
    #[must_use]
    pub fn args<S: Into<OsString>>(mut self, args: impl IntoIterator<Item = S>) -> Self {
        self.args.extend(args.into_iter().map(Into::into));
        self
    }

    /// Gives a hint: `host`, `wdir`, `env`, `path`, `soft` and others (`docs/dynamic.md`).
    #[must_use]
    pub fn hint(mut self, key: &str, value: &str) -> Self {
        self.hints.push((key.to_owned(), value.to_owned()));
        self
    }

    fn wish(&self) -> Result<SpawnWish> {
        let most = i32::try_from(self.count).map_err(|_| {
            let text = format!("{} processes are too many: the most is {}", self.count, i32::MAX);
            Error::new(ErrorClass::ARG, text)
        })?;
        let (program, args) = (self.program.clone(), self.args.clone());
        Ok(SpawnWish { program, args, most, info: info_of(&self.hints)? })
    }
}

/// What has come of [`Communicator::spawn_multiple`].
#[derive(Debug)]
pub struct ChildWorld {
    joined: Result<Intercommunicator>,
    outcomes: Vec<Option<ErrorClass>>,
}

impl ChildWorld {
    /// Why each process was not started, in the order of the programs; `None` where it was.
    pub fn outcomes(&self) -> &[Option<ErrorClass>] {
        &self.outcomes
    }

    /// The intercommunicator with the new processes, or why there is none.
    pub fn joined(self) -> Result<Intercommunicator> {
        self.joined
    }
}

/// Options of calls that meet other jobs.
fn within(timeout: Option<Duration>) -> Result<Info> {
    let seconds = timeout.map(|timeout| ("timeout", timeout.as_secs_f64().to_string()));
    info_of(seconds.as_slice())
}

impl Communicator {
    /// Spawns processes of a program, which the root knows; all processes must call (`MPI_Comm_spawn`). They are a job
    /// of their own and find this one as their [`parent`](crate::Universe::parent).
    ///
    /// # Errors
    /// [`ErrorClass::SPAWN`] if they cannot be started, at all processes.
    pub fn spawn(&self, program: &ChildProgram, root: usize) -> Result<Intercommunicator> {
        in_call("spawn", || self.spawn_multiple(std::slice::from_ref(program), root)?.joined())
    }

    /// Spawns processes of several programs as one job, in this order; all processes must call
    /// (`MPI_Comm_spawn_multiple`). The programs count at the root alone.
    ///
    /// # Errors
    /// If the call itself is wrong; what came of each process is in the [`ChildWorld`].
    pub fn spawn_multiple(&self, programs: &[ChildProgram], root: usize) -> Result<ChildWorld> {
        in_call("spawn_multiple", || {
            let from = self.admit_rank(root, ErrorClass::ROOT)?;
            let programs = if root == self.rank() { programs } else { &[] };
            let wishes = programs.iter().map(ChildProgram::wish).collect::<Result<_>>()?;
            let spawned = dynamic::spawn(wishes, from, self.handle())?;
            let joined = spawned.made.map_err(Error::from).and_then(Intercommunicator::made_surely);
            let outcome = |code| (code != MPI_SUCCESS).then(|| ErrorClass::of_code(code));
            Ok(ChildWorld { joined, outcomes: spawned.codes.into_iter().map(outcome).collect() })
        })
    }

    /// Waits at a port of the root's for processes that [`connect`](Communicator::connect); all processes must call
    /// (`MPI_Comm_accept`). The port counts at the root alone.
    pub fn accept(&self, port: &str, root: usize) -> Result<Intercommunicator> {
        in_call("accept", || self.accept_in(port, root, None))
    }

    /// [`accept`](Communicator::accept) for so long at most.
    pub fn accept_within(
        &self,
        port: &str,
        root: usize,
        timeout: Duration,
    ) -> Result<Intercommunicator> {
        in_call("accept_within", || self.accept_in(port, root, Some(timeout)))
    }

    fn accept_in(
        &self,
        port: &str,
        root: usize,
        timeout: Option<Duration>,
    ) -> Result<Intercommunicator> {
        let root = self.admit_rank(root, ErrorClass::ROOT)?;
        let made = dynamic::accept(port, &within(timeout)?, root, self.handle())?;
        Intercommunicator::made_surely(made)
    }

    /// Joins the processes that [`accept`](Communicator::accept) at a port; all processes must call
    /// (`MPI_Comm_connect`). The port counts at the root alone.
    ///
    /// # Errors
    /// [`ErrorClass::PORT`] if there is no such port, or it is not for this user.
    pub fn connect(&self, port: &str, root: usize) -> Result<Intercommunicator> {
        in_call("connect", || self.connect_in(port, root, None))
    }

    /// [`connect`](Communicator::connect) for so long at most.
    pub fn connect_within(
        &self,
        port: &str,
        root: usize,
        timeout: Duration,
    ) -> Result<Intercommunicator> {
        in_call("connect_within", || self.connect_in(port, root, Some(timeout)))
    }

    fn connect_in(
        &self,
        port: &str,
        root: usize,
        timeout: Option<Duration>,
    ) -> Result<Intercommunicator> {
        let root = self.admit_rank(root, ErrorClass::ROOT)?;
        let made = dynamic::connect(port, &within(timeout)?, root, self.handle())?;
        Intercommunicator::made_surely(made)
    }
}

/// A port of this process's, where others may connect; it is closed when it is dropped.
///
/// ```
/// # fn main() -> ferry::Result<()> {
/// # let universe = ferry::Universe::init()?;
/// use ferry::{ErrorClass, ListeningPort};
/// let port = ListeningPort::open()?;
/// // Others would connect here: their users copy the name, or look a service up by it.
/// let refused = universe.self_comm().connect("no port's name", 0).unwrap_err();
/// assert_eq!(refused.class(), ErrorClass::PORT);
/// port.close()
/// # }
/// ```
#[derive(Debug)]
pub struct ListeningPort(String);

impl ListeningPort {
    /// Opens one (`MPI_Open_port`).
    pub fn open() -> Result<Self> {
        in_call("open", || {
            admit()?;
            Ok(ListeningPort(dynamic::open_port()?))
        })
    }

    /// The name by which others connect.
    pub fn name(&self) -> &str {
        &self.0
    }

    /// Closes it (`MPI_Close_port`); who waits there is refused.
    pub fn close(mut self) -> Result<()> {
        in_call("close", || {
            admit()?;
            Ok(dynamic::close_port(&std::mem::take(&mut self.0))?)
        })
    }
}

impl Drop for ListeningPort {
    fn drop(&mut self) {
        if !self.0.is_empty() && admit().is_ok() {
            // It is open, and who wants to know calls `close`.
            let _ = dynamic::close_port(&self.0);
        }
    }
}

/// Publishes a port under the name of a service (`MPI_Publish_name`).
///
/// # Errors
/// [`ErrorClass::SERVICE`] if the name is taken.
pub fn publish_service(service: &str, port: &str) -> Result<()> {
    in_call("publish_service", || {
        admit()?;
        Ok(dynamic::publish(service, port)?)
    })
}

/// Withdraws the name of a service (`MPI_Unpublish_name`).
pub fn withdraw_service(service: &str) -> Result<()> {
    in_call("withdraw_service", || {
        admit()?;
        Ok(dynamic::unpublish(service)?)
    })
}

/// The port that a service was published with (`MPI_Lookup_name`).
///
/// # Errors
/// [`ErrorClass::NAME`] if there is no such service.
pub fn look_up_service(service: &str) -> Result<String> {
    in_call("look_up_service", || {
        admit()?;
        Ok(dynamic::look_up(service)?)
    })
}

/// Joins this process with the one at the other end of a connected socket, which calls as well (`MPI_Comm_join`).
/// Nothing may be under way on the socket; it can be used again afterwards.
pub fn join(socket: &impl AsFd) -> Result<Intercommunicator> {
    in_call("join", || {
        admit()?;
        Intercommunicator::made_surely(dynamic::join(socket.as_fd())?)
    })
}
