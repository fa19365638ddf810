//! Communicators (MPI-5.0 §7.4).

use crate::constants::{MPI_ERR_COMM, MPI_ERR_RANK};
use crate::error::{Error, Result};
use crate::group::Group;
use crate::handle::{CommHandle, ErrhandlerHandle};
use crate::process::Process;
use ferry_wire::{ContextId, PeerId};
use std::sync::Arc;

/// What never changes of a communicator.
#[derive(Debug)]
pub struct Comm {
    /// Its handle.
    pub handle: CommHandle,
    /// Context of its point-to-point messages; the next one is that of its collectives.
    pub context: ContextId,
    /// The local group.
    pub group: Arc<Group>,
    /// The remote group of an intercommunicator.
    pub remote: Option<Arc<Group>>,
    /// This process's rank in the local group.
    pub rank: u32,
}

/// A communicator with what can be set on it.
#[derive(Debug)]
pub struct CommEntry {
    /// What never changes.
    pub comm: Arc<Comm>,
    /// `MPI_Comm_set_name`.
    pub name: String,
    /// Its error handler.
    pub errhandler: ErrhandlerHandle,
}

/// `MPI_COMM_WORLD`.
pub const WORLD: CommHandle = CommHandle::new(0x101);
/// `MPI_COMM_SELF`.
pub const SELF: CommHandle = CommHandle::new(0x102);

impl Comm {
    /// Number of processes in the local group.
    #[inline]
    pub fn size(&self) -> u32 {
        self.group.size()
    }

    /// The group that messages go to and come from.
    #[inline]
    pub fn target(&self) -> &Group {
        self.remote.as_deref().unwrap_or(&self.group)
    }

    /// Context of the collectives.
    pub fn collective_context(&self) -> ContextId {
        ContextId(self.context.0 + 1)
    }

    /// The process with rank `rank` of the target group.
    #[inline]
    pub fn peer(&self, rank: i32) -> Result<PeerId> {
        match u32::try_from(rank).ok().and_then(|r| self.target().peer(r)) {
            Some(peer) => Ok(peer),
            None => Err(self.no_rank(rank)),
        }
    }

    #[cold]
    fn no_rank(&self, rank: i32) -> Error {
        let size = self.target().size();
        let text = format!("rank {rank} is outside the communicator: ranks are 0 to {}", size - 1);
        Error::new(MPI_ERR_RANK, text)
    }

    /// The rank of a process in the target group.
    #[inline]
    pub fn rank_of(&self, peer: PeerId) -> i32 {
        self.target().rank_of(peer).map_or(crate::constants::MPI_PROC_NULL, |r| r as i32)
    }
}

impl Process {
    /// The communicator of a handle.
    #[inline]
    pub fn comm(&self, handle: CommHandle) -> Result<&Arc<Comm>> {
        match self.comms.get(handle) {
            Some(entry) => Ok(&entry.comm),
            None => Err(bad_comm(handle)),
        }
    }
}

impl Process {
    /// The error handler of a communicator, alive or freed while operations on it go on; that of
    /// `MPI_COMM_SELF` for anything else (MPI-5.0 §9.3).
    pub fn errhandler_of(&self, handle: CommHandle) -> ErrhandlerHandle {
        let entry = self.comms.get(handle).or_else(|| self.freed_comms.get(&handle.0));
        let entry = entry.or_else(|| self.comms.get(SELF));
        entry.map_or(crate::errhandler::FATAL, |entry| entry.errhandler)
    }
}

#[cold]
fn bad_comm(handle: CommHandle) -> Error {
    let text = format!("communicator handle {handle:?} is null, freed or was never made");
    Error::new(MPI_ERR_COMM, text)
}
