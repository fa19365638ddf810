//! Communicators (MPI-5.0 §7.4).

pub mod create;
pub mod idup;
pub(crate) mod meeting;
pub mod split_type;

use crate::attribute::{self, Holder};
use crate::coll::CommonsSlot;
use crate::constants::{
    MPI_CONGRUENT, MPI_ERR_COMM, MPI_ERR_RANK, MPI_IDENT, MPI_SIMILAR, MPI_UNEQUAL,
};
use crate::dynamic;
use crate::errhandler;
use crate::error::{Error, Result};
use crate::group::Group;
use crate::handle::{CommHandle, ErrhandlerHandle, kind};
use crate::info::Info;
use crate::lane::{self, Lane};
use crate::process::{Process, enter, enter_lane, wait_inside, wait_until};
use crate::process_failure::revoked_error;
use crate::request::OperationOwner;
use crate::table::Table;
use crate::topo::Topology;
use ferry_wire::{ContextId, PeerId};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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
    /// Who is whose neighbour.
    pub topology: Option<Arc<Topology>>,
    /// `MPIX_Comm_revoke` was called, here or elsewhere.
    pub(crate) revoked: AtomicBool,
    /// Whether some of its processes were not started with this one.
    pub spans_jobs: bool,
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
    /// Its hints.
    pub info: Info,
    /// How many failures of its members the program says that it knows.
    pub(crate) acked: usize,
    /// The memory in which its members meet.
    pub(crate) commons: CommonsSlot,
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

    /// Whether somebody has revoked it: only those that are left can be got out of it.
    #[inline]
    pub fn is_revoked(&self) -> bool {
        self.revoked.load(Ordering::Relaxed)
    }

    /// Revokes it here; false: it was revoked.
    pub(crate) fn revoke(&self) -> bool {
        !self.revoked.swap(true, Ordering::Relaxed)
    }

    /// Whether it can be used.
    ///
    /// # Errors
    /// When it was revoked.
    #[inline]
    pub fn check(&self) -> Result<()> {
        if self.is_revoked() { Err(revoked_error(self)) } else { Ok(()) }
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

    /// The same for the rank that an argument of a call names.
    #[inline]
    pub fn peer_of(&self, argument: &'static str, rank: i32) -> Result<PeerId> {
        match u32::try_from(rank).ok().and_then(|r| self.target().peer(r)) {
            Some(peer) => Ok(peer),
            None => Err(self.no_rank_of(argument, rank)),
        }
    }

    #[cold]
    fn no_rank_of(&self, argument: &'static str, rank: i32) -> Error {
        let last = self.target().size() - 1;
        let text = format!(
            "rank {rank} is outside the communicator: argument {argument} has to be 0 to {last}"
        );
        Error::new(MPI_ERR_RANK, text)
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
        comm_in(&self.comms, handle)
    }
}

impl Process {
    /// The error handler of a communicator, alive or freed while operations on it go on; that of
    /// [`errhandler::of_nothing`] for anything else (MPI-5.0 §9.3).
    pub fn errhandler_of(&self, handle: CommHandle) -> ErrhandlerHandle {
        let entry = self.comms.get(handle).or_else(|| self.freed_comms.get(&handle.0));
        let entry = entry.or_else(|| self.comms.get(errhandler::of_nothing()));
        entry.map_or(errhandler::FATAL, |entry| entry.errhandler)
    }
}

/// The communicator of a handle, where the rest of the state is in use.
#[inline]
pub(crate) fn comm_in(
    comms: &Table<kind::Comm, CommEntry>,
    handle: CommHandle,
) -> Result<&Arc<Comm>> {
    match comms.get(handle) {
        Some(entry) => Ok(&entry.comm),
        None => Err(bad_comm(handle)),
    }
}

#[cold]
fn bad_comm(handle: CommHandle) -> Error {
    let text = format!("communicator handle {handle:?} is null, freed or was never made");
    Error::new(MPI_ERR_COMM, text)
}

/// `MPI_Comm_compare`.
pub fn compare(a: CommHandle, b: CommHandle) -> Result<i32> {
    let process = enter();
    let (a, b) = (process.comm(a)?, process.comm(b)?);
    if a.handle == b.handle {
        return Ok(MPI_IDENT);
    }
    let local = crate::group::sets::compare(&a.group, &b.group);
    let remote = match (&a.remote, &b.remote) {
        (None, None) => MPI_IDENT,
        (Some(a), Some(b)) => crate::group::sets::compare(a, b),
        _ => MPI_UNEQUAL,
    };
    Ok(match (local, remote) {
        (MPI_UNEQUAL, _) | (_, MPI_UNEQUAL) => MPI_UNEQUAL,
        (MPI_IDENT, MPI_IDENT) => MPI_CONGRUENT,
        _ => MPI_SIMILAR,
    })
}

/// `MPI_Comm_free`: operations that are under way go on.
pub fn free(handle: CommHandle) -> Result<()> {
    enter().comm(handle)?;
    if handle.is_predefined() {
        let text = "MPI_COMM_WORLD and MPI_COMM_SELF cannot be freed";
        return Err(Error::new(MPI_ERR_COMM, text));
    }
    attribute::delete_all(Holder::Comm, handle.0)?;
    enter().forget_comm(handle);
    Ok(())
}

/// `MPI_Comm_disconnect`: as [`free`], after all operations have ended. Links to processes of other jobs that are
/// in no communicator any more are closed.
pub fn disconnect(handle: CommHandle) -> Result<()> {
    let comm = enter().comm(handle)?.clone();
    wait_until(|p| p.has_ended(handle).then_some(()));
    let lane = Lane::of(handle);
    wait_inside(enter_lane(lane), None, |p| p.has_ended(handle).then_some(()));
    if comm.spans_jobs {
        return dynamic::leave(comm);
    }
    drop(comm);
    free(handle)
}

impl Process {
    /// Whether all operations on a communicator have ended, as far as they are handled here.
    fn has_ended(&self, handle: CommHandle) -> bool {
        let is_under_way =
            |(label, done): (_, bool)| !done && OperationOwner::of(label).comm() == handle;
        !self.runtime.face.transfer.labels().any(is_under_way) && !self.runtime.face.has_output()
    }

    pub(crate) fn forget_comm(&mut self, handle: CommHandle) {
        let Some(entry) = self.comms.remove(handle) else { return };
        lane::forget_comm(&entry.comm);
        if entry.comm.is_revoked() {
            self.forget_revoked(&entry.comm);
        }
        self.collectives.forget(handle);
        self.checks.sequences.forget(handle);
        self.duplications.forget(handle);
        self.freed_comms.insert(handle.0, entry);
        // Looking through all operations is for many communicators at a time.
        if self.freed_comms.len().is_power_of_two() {
            self.drop_freed_comms();
        }
    }

    /// Forgets freed communicators that no operation needs any more.
    pub(crate) fn drop_freed_comms(&mut self) {
        let mut gone = std::mem::take(&mut self.freed_comms);
        for (label, _) in self.runtime.face.transfer.labels() {
            let comm = OperationOwner::of(label).comm().0;
            if let Some(entry) = gone.remove(&comm) {
                self.freed_comms.insert(comm, entry);
            }
        }
        for entry in gone.into_values() {
            // A persistent operation may be started again.
            if Arc::strong_count(&entry.comm) > 1 {
                self.freed_comms.insert(entry.comm.handle.0, entry);
                continue;
            }
            errhandler::detach(entry.errhandler);
            self.dismiss_comm(&entry.comm);
        }
    }
}
