//! Intercommunicators: two groups of processes, of which each talks to the other (MPI-5.0 §7.6).

mod collective;
mod messages;
mod nonblocking;
mod varcount;

pub use collective::InterRoot;

use crate::communicator::Communicator;
use crate::error::{Error, ErrorClass, Result, in_call};
use crate::group::Group;
use crate::universe::admit;
use ferry_mpi::comm::create;
use ferry_mpi::handle::CommHandle;
use ferry_mpi::info::Info;
use ferry_mpi::process::enter;
use std::sync::Arc;

/// Two groups of processes: this one's own, the local group, and the remote group. Messages go from one to the other,
/// so the ranks that sends and receives name are those of the remote group.
///
/// It comes from [`Communicator::intercommunicator`], from [`spawn`](Communicator::spawn) and its
/// [`parent`](crate::Universe::parent), or from [`accept`](Communicator::accept) and
/// [`connect`](Communicator::connect). Clones are the same; it is freed with the last of them.
///
/// ```
/// # fn main() -> ferry::Result<()> {
/// # let universe = ferry::Universe::init()?;
/// use ferry::InterRoot;
/// let world = universe.world();
/// if world.size() >= 2 {
///     // Even ranks on one side, odd ones on the other; world ranks 0 and 1 lead them.
///     let side = world.rank() % 2;
///     let half = world.split(Some(side as u32), 0)?.unwrap();
///     let pair = half.intercommunicator(0, &world, 1 - side, 7)?;
///     assert_eq!(pair.size() + pair.remote_size(), world.size());
///     // The first of the even ones tells the odd ones something.
///     let mut word = if world.rank() == 0 { 42 } else { 0 };
///     let root = match world.rank() {
///         0 => InterRoot::Me,
///         rank if rank % 2 == 0 => InterRoot::Beside,
///         _ => InterRoot::There(0),
///     };
///     pair.broadcast(&mut word, root)?;
///     assert_eq!(word == 42, side == 1 || world.rank() == 0);
///     assert_eq!(pair.merge(side == 1)?.size(), world.size());
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Intercommunicator {
    /// Its size is that of the remote group: ranks of partners are checked against it.
    pub(crate) comm: Communicator,
    local_size: usize,
    remote_group: Arc<ferry_mpi::group::Group>,
}

impl Intercommunicator {
    /// Takes over a handle that was just made.
    pub(crate) fn made(handle: CommHandle) -> Result<Option<Self>> {
        if handle == CommHandle::NULL {
            return Ok(None);
        }
        let (local_size, remote_group) = {
            let process = enter();
            let comm = process.comm(handle)?;
            let remote = comm.remote.clone().ok_or_else(|| {
                Error::new(ErrorClass::COMM, "an intercommunicator was expected, got one group")
            })?;
            (comm.size() as usize, remote)
        };
        let comm = Communicator::between(handle, remote_group.size() as usize)?;
        Ok(Some(Intercommunicator { comm, local_size, remote_group }))
    }

    pub(crate) fn made_surely(handle: CommHandle) -> Result<Self> {
        Intercommunicator::made(handle)?
            .ok_or_else(|| Error::new(ErrorClass::COMM, "the call gave no communicator"))
    }

    /// The rank of this process in the local group.
    pub fn rank(&self) -> usize {
        self.comm.rank()
    }

    /// Number of processes in the local group.
    pub fn size(&self) -> usize {
        self.local_size
    }

    /// Number of processes in the remote group.
    pub fn remote_size(&self) -> usize {
        self.comm.size()
    }

    /// The local group (`MPI_Comm_group`).
    pub fn group(&self) -> Result<Group> {
        self.comm.group()
    }

    /// The remote group (`MPI_Comm_remote_group`).
    pub fn remote_group(&self) -> Group {
        Group(self.remote_group.clone())
    }

    /// The name that tools show (`MPI_Comm_get_name`).
    pub fn name(&self) -> Result<String> {
        self.comm.name()
    }

    /// Gives it a name (`MPI_Comm_set_name`).
    pub fn set_name(&self, name: &str) -> Result<()> {
        self.comm.set_name(name)
    }

    /// Its handle of the standard ABI, `MPI_Comm` in C. It is valid while this lives.
    pub fn as_raw(&self) -> usize {
        self.comm.as_raw()
    }

    /// The same groups with messages of their own (`MPI_Comm_dup`). All processes of both must call.
    pub fn dup(&self) -> Result<Intercommunicator> {
        in_call("dup", || {
            admit()?;
            Intercommunicator::made_surely(create::dup(self.comm.handle(), Info::new())?)
        })
    }

    /// Splits both groups: those that give the same colour stay joined (`MPI_Comm_split`). Who gives `None`, or a
    /// colour that nobody on the other side gives, gets none.
    pub fn split(&self, color: Option<u32>, key: i32) -> Result<Option<Intercommunicator>> {
        in_call("split", || {
            admit()?;
            let color = crate::communicator::color_of(color)?;
            Intercommunicator::made(create::split(self.comm.handle(), color, key)?)
        })
    }

    /// All processes of both groups in one communicator, those of the group that says `is_second` behind the others
    /// (`MPI_Intercomm_merge`). All of a group must say the same.
    pub fn merge(&self, is_second: bool) -> Result<Communicator> {
        in_call("merge", || {
            admit()?;
            let merged = create::intercomm_merge(self.comm.handle(), is_second)?;
            Communicator::made(merged)?
                .ok_or_else(|| Error::new(ErrorClass::COMM, "merging gave no communicator"))
        })
    }

    /// Ends it when all that was begun on it has ended; all processes must call (`MPI_Comm_disconnect`). Processes of
    /// another job that nothing else joins with this one may end for themselves from then on.
    pub fn disconnect(self) -> Result<()> {
        self.comm.disconnect()
    }
}

impl Communicator {
    /// Joins the processes of this communicator with those of another (`MPI_Intercomm_create`). All of both must call.
    /// `leader` is the rank here, and at the leader itself `remote_leader` is that of the others' leader in `peers`,
    /// a communicator that both leaders are in. `tag` is for a message between the two.
    pub fn intercommunicator(
        &self,
        leader: usize,
        peers: &Communicator,
        remote_leader: usize,
        tag: i32,
    ) -> Result<Intercommunicator> {
        in_call("intercommunicator", || {
            let local = self.admit_rank(leader, ErrorClass::RANK)?;
            let tag = crate::envelope::check_tag(tag)?;
            let remote = match self.rank() == leader {
                true => peers.admit_rank(remote_leader, ErrorClass::RANK)?,
                false => 0,
            };
            let bridge = peers.handle();
            let made = create::intercomm_create(self.handle(), local, bridge, remote, tag)?;
            Intercommunicator::made_surely(made)
        })
    }
}

impl Group {
    /// Joins this group with another one, without a communicator to begin with (`MPI_Intercomm_create_from_groups`).
    /// All of both call with the same name and no others, each with its own group first; `leader` and `remote_leader`
    /// are ranks in the two.
    pub fn intercommunicator(
        &self,
        leader: usize,
        remote: &Group,
        remote_leader: usize,
        name: &str,
    ) -> Result<Intercommunicator> {
        in_call("intercommunicator", || {
            admit()?;
            let number = |rank: usize| i32::try_from(rank).unwrap_or(i32::MAX);
            let made = self.lent(|own| {
                let handle = enter().add_group(remote.0.clone());
                let led = ((own, number(leader)), (handle, number(remote_leader)));
                let handler = ferry_mpi::errhandler::RETURN;
                let made =
                    create::intercomm_create_from_groups(led.0, led.1, name, Info::new(), handler);
                enter().free_group(handle)?;
                made
            })?;
            Intercommunicator::made_surely(made)
        })
    }
}
