//! Communicators (MPI-5.0 §7.4).

use crate::error::{Error, ErrorClass, Result, in_call};
use crate::hints::{info_of, pairs_of};
use crate::universe::admit;
use ferry_mpi::comm::create;
use ferry_mpi::comm::split_type::split_type;
use ferry_mpi::constants::{
    MPI_COMM_TYPE_HW_GUIDED, MPI_COMM_TYPE_HW_UNGUIDED, MPI_COMM_TYPE_SHARED, MPI_CONGRUENT,
    MPI_IDENT, MPI_SIMILAR, MPI_UNDEFINED,
};
use ferry_mpi::handle::CommHandle;
use ferry_mpi::info::Info;
use ferry_mpi::process::enter;
use std::sync::Arc;

/// Processes that communicate with one another, each with a rank from 0 on. Clones are the same
/// communicator; it is freed with the last of them.
///
/// Threads may share a communicator. They may use it under [`Threading::Multiple`] only, and get
/// errors otherwise.
///
/// [`Threading::Multiple`]: crate::Threading::Multiple
#[derive(Clone, Debug)]
pub struct Communicator(Arc<CommunicatorInner>);

/// What the processes of a part have in common ([`Communicator::split_by`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProcessKind<'a> {
    /// They can share memory.
    SharedMemory,
    /// They share a part of the machine that is smaller than what this communicator spans, whatever Ferry knows of.
    SmallerDomain,
    /// They share a resource of this kind, by its name (`mpi_hw_resource_type`).
    Hardware(&'a str),
    /// This process is in no part.
    Nobody,
}

/// How two communicators compare ([`Communicator::compare`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Likeness {
    /// They are one.
    Same,
    /// The same processes in the same order.
    Congruent,
    /// The same processes in another order.
    Similar,
    /// Different processes.
    Different,
}

#[derive(Debug)]
struct CommunicatorInner {
    handle: CommHandle,
    rank: usize,
    size: usize,
    /// It is freed with the last clone.
    is_owned: bool,
}

impl Drop for CommunicatorInner {
    fn drop(&mut self) {
        if self.is_owned && admit().is_ok() {
            // Who wants to know of an attribute that objects, or has freed it in C, does not drop it.
            let _ = ferry_mpi::comm::free(self.handle);
        }
    }
}

impl Communicator {
    /// The communicator of a handle, which it is to be freed with.
    pub(crate) fn named(handle: CommHandle) -> Result<Self> {
        let size = enter().comm(handle)?.size() as usize;
        Communicator::new(handle, size, !handle.is_predefined())
    }

    /// The same for one that is freed elsewhere.
    pub(crate) fn borrowed(handle: CommHandle) -> Result<Self> {
        let size = enter().comm(handle)?.size() as usize;
        Communicator::new(handle, size, false)
    }

    /// One side of an intercommunicator: its partners are `others` processes.
    pub(crate) fn between(handle: CommHandle, others: usize) -> Result<Self> {
        Communicator::new(handle, others, true)
    }

    fn new(handle: CommHandle, size: usize, is_owned: bool) -> Result<Self> {
        let rank = enter().comm(handle)?.rank as usize;
        Ok(Communicator(Arc::new(CommunicatorInner { handle, rank, size, is_owned })))
    }

    pub(crate) fn made(handle: CommHandle) -> Result<Option<Self>> {
        if handle == CommHandle::NULL {
            return Ok(None);
        }
        Communicator::named(handle).map(Some)
    }

    #[inline]
    pub(crate) fn handle(&self) -> CommHandle {
        self.0.handle
    }

    /// The rank of this process.
    #[inline]
    pub fn rank(&self) -> usize {
        self.0.rank
    }

    /// Number of processes.
    #[inline]
    pub fn size(&self) -> usize {
        self.0.size
    }

    /// A communicator of the same processes whose messages never meet those of this one
    /// (`MPI_Comm_dup`). All processes must call.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// let library = universe.world().dup()?;
    /// assert_eq!(library.size(), universe.world().size());
    /// # Ok(())
    /// # }
    /// ```
    pub fn dup(&self) -> Result<Communicator> {
        in_call("dup", || {
            admit()?;
            let made = Communicator::made(create::dup(self.handle(), Info::new())?)?;
            made.ok_or_else(|| Error::new(ErrorClass::COMM, "duplicating gave no communicator"))
        })
    }

    /// Splits into communicators of the processes that give the same colour, ordered by key and then
    /// by rank here (`MPI_Comm_split`). Those that give `None` get none. All processes must call.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// let world = universe.world();
    /// let row = world.split(Some(world.rank() as u32 / 4), 0)?;
    /// assert_eq!(row.map(|row| row.rank()), Some(world.rank() % 4));
    /// # Ok(())
    /// # }
    /// ```
    pub fn split(&self, color: Option<u32>, key: i32) -> Result<Option<Communicator>> {
        in_call("split", || {
            admit()?;
            Communicator::made(create::split(self.handle(), color_of(color)?, key)?)
        })
    }

    /// The processes that can share memory with this one (`MPI_Comm_split_type`), ordered as here. All
    /// processes must call.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// let node = universe.world().split_shared()?;
    /// assert!(node.size() <= universe.world().size());
    /// # Ok(())
    /// # }
    /// ```
    pub fn split_shared(&self) -> Result<Communicator> {
        in_call("split_shared", || {
            admit()?;
            let made = split_type(self.handle(), MPI_COMM_TYPE_SHARED, 0, &Info::new())?;
            Communicator::made(made)?
                .ok_or_else(|| Error::new(ErrorClass::COMM, "splitting gave no communicator"))
        })
    }

    /// Splits into communicators of the processes that share something of the machine, ordered by key and then by rank
    /// here (`MPI_Comm_split_type`). All processes must call.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// use ferry::ProcessKind;
    /// let world = universe.world();
    /// let node = world.split_by(&ProcessKind::SharedMemory, 0)?.unwrap();
    /// assert_eq!(node.size(), world.split_shared()?.size());
    /// assert!(world.split_by(&ProcessKind::Hardware("no such thing"), 0)?.is_none());
    /// # Ok(())
    /// # }
    /// ```
    pub fn split_by(&self, kind: &ProcessKind<'_>, key: i32) -> Result<Option<Communicator>> {
        in_call("split_by", || {
            admit()?;
            let (kind, hints) = match kind {
                ProcessKind::SharedMemory => (MPI_COMM_TYPE_SHARED, None),
                ProcessKind::SmallerDomain => (MPI_COMM_TYPE_HW_UNGUIDED, None),
                ProcessKind::Hardware(name) => {
                    (MPI_COMM_TYPE_HW_GUIDED, Some(("mpi_hw_resource_type", *name)))
                }
                ProcessKind::Nobody => (MPI_UNDEFINED, None),
            };
            let info = info_of(hints.as_slice())?;
            Communicator::made(split_type(self.handle(), kind, key, &info)?)
        })
    }

    /// How it compares with another: by its processes, and whether it is the same (`MPI_Comm_compare`).
    pub fn compare(&self, other: &Communicator) -> Result<Likeness> {
        in_call("compare", || {
            admit()?;
            Ok(match ferry_mpi::comm::compare(self.handle(), other.handle())? {
                MPI_IDENT => Likeness::Same,
                MPI_CONGRUENT => Likeness::Congruent,
                MPI_SIMILAR => Likeness::Similar,
                _ => Likeness::Different,
            })
        })
    }

    /// The name that tools show and that rules choose methods by (`MPI_Comm_get_name`).
    pub fn name(&self) -> Result<String> {
        in_call("name", || {
            admit()?;
            let process = enter();
            process.comm(self.handle())?;
            Ok(process
                .comms
                .get(self.handle())
                .map_or_else(String::new, |entry| entry.name.clone()))
        })
    }

    /// Gives it a name (`MPI_Comm_set_name`). Rules of the configuration that begin with `comm:` and this name choose
    /// its methods from now on.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// let halo = universe.world().dup()?;
    /// halo.set_name("halo")?;
    /// assert_eq!(halo.name()?, "halo");
    /// # Ok(())
    /// # }
    /// ```
    pub fn set_name(&self, name: &str) -> Result<()> {
        in_call("set_name", || {
            admit()?;
            let mut process = enter();
            process.comm(self.handle())?;
            if let Some(entry) = process.comms.get_mut(self.handle()) {
                name.clone_into(&mut entry.name);
            }
            Ok(process.announce_comm(self.handle())?)
        })
    }

    /// The hints in use: keys and values (`MPI_Comm_get_info`).
    pub fn info(&self) -> Result<Vec<(String, String)>> {
        in_call("info", || {
            admit()?;
            let process = enter();
            process.comm(self.handle())?;
            let entry = process.comms.get(self.handle());
            Ok(entry.map_or_else(Vec::new, |entry| pairs_of(&entry.info)))
        })
    }

    /// Gives hints, such as `("ferry_methods", "tcp")`; what is not known is passed over (`MPI_Comm_set_info`).
    pub fn set_info(&self, hints: &[(&str, &str)]) -> Result<()> {
        in_call("set_info", || {
            admit()?;
            let info = info_of(hints)?;
            let mut process = enter();
            process.comm(self.handle())?;
            Ok(process.set_hints(self.handle(), &ferry_mpi::hints::known(&info))?)
        })
    }

    /// Its handle of the standard ABI, `MPI_Comm` in C, for functions of the same process that take one. It is valid
    /// while this communicator lives.
    pub fn as_raw(&self) -> usize {
        self.handle().0
    }

    /// Ends it when all that was begun on it has ended; all processes must call (`MPI_Comm_disconnect`). Other clones
    /// give errors afterwards.
    pub fn disconnect(self) -> Result<()> {
        in_call("disconnect", || {
            admit()?;
            Ok(ferry_mpi::comm::disconnect(self.handle())?)
        })
    }

    /// Ends all processes of the job; `code` becomes its exit status (`MPI_Abort`).
    ///
    /// ```no_run
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// universe.world().abort(3)
    /// # }
    /// ```
    pub fn abort(&self, code: i32) -> ! {
        ferry_mpi::init::abort(code, "the program called abort")
    }

    /// Checks that this thread may use MPI, and that there is such a rank.
    #[inline]
    pub(crate) fn admit_rank(&self, rank: usize, class: ErrorClass) -> Result<i32> {
        admit()?;
        if rank < self.size() { Ok(rank as i32) } else { Err(self.no_rank(rank, class)) }
    }

    #[cold]
    fn no_rank(&self, rank: usize, class: ErrorClass) -> Error {
        let last = self.size() - 1;
        let text = format!("rank {rank} is outside the communicator: ranks are 0 to {last}");
        Error::new(class, text)
    }
}

/// A colour as the layers below take it.
pub(crate) fn color_of(color: Option<u32>) -> Result<i32> {
    let Some(color) = color else { return Ok(MPI_UNDEFINED) };
    i32::try_from(color).map_err(|_| {
        let text = format!("colour {color} is too large: the most is {}", i32::MAX);
        Error::new(ErrorClass::ARG, text)
    })
}
