//! Who takes part in a collective operation, and where its messages travel.

use crate::comm::Comm;
use crate::group::Group;
use crate::process::Process;
use ferry_two_sided::TransferFault;
use ferry_wire::{ContextId, PeerId};
use std::sync::Arc;

/// Who takes part in an operation, and where its messages travel.
pub(crate) struct Roster {
    /// Whose error handler hears of it, and whose wishes count.
    pub(super) comm: Arc<Comm>,
    /// Others than all of the communicator.
    members: Option<Arc<Group>>,
    /// Processes whom nothing is sent to here, but without whom the others do not go on.
    behind: Option<Arc<Group>>,
    /// Another communicator, whose context it is: who revokes that ends the operation, too.
    through: Option<Arc<Comm>>,
    pub(super) context: ContextId,
    pub(super) tag: i32,
}

impl Roster {
    /// All of a communicator: of one between two groups first the remote group's ranks, then the local
    /// group's.
    pub(super) fn of_comm(comm: Arc<Comm>, tag: i32) -> Self {
        let context = comm.collective_context();
        Roster { comm, members: None, behind: None, through: None, context, tag }
    }

    /// These processes, whose messages meet no others of this context and tag.
    pub(crate) fn of_group(
        comm: Arc<Comm>,
        members: Arc<Group>,
        context: ContextId,
        tag: i32,
    ) -> Self {
        Roster { comm, members: Some(members), behind: None, through: None, context, tag }
    }

    /// The same, which fails with any process of another group, too.
    pub(crate) fn before(self, behind: Option<Arc<Group>>) -> Self {
        Roster { behind, ..self }
    }

    /// The same, whose context is that of another communicator.
    pub(crate) fn by_way_of(self, through: Option<Arc<Comm>>) -> Self {
        Roster { through, ..self }
    }

    /// The process at a position of the schedule.
    pub(super) fn peer(&self, position: u32) -> Option<PeerId> {
        match (&self.members, &self.comm.remote) {
            (Some(members), _) => members.peer(position),
            (None, None) => self.comm.group.peer(position),
            (None, Some(remote)) if position < remote.size() => remote.peer(position),
            (None, Some(remote)) => self.comm.group.peer(position - remote.size()),
        }
    }

    /// Why the operation cannot be done, as far as is known.
    pub(super) fn obstacle(&self, process: &Process) -> Option<TransferFault> {
        let is_in = |group: &Group, peer| group.rank_of(peer).is_some();
        if let Some(through) = &self.through
            && let Some(revoked) = process.obstacle(through, |_| false)
        {
            return Some(revoked);
        }
        process.obstacle(&self.comm, |peer| match &self.members {
            Some(members) => {
                is_in(members, peer) || self.behind.as_ref().is_some_and(|b| is_in(b, peer))
            }
            None => self.comm.has_member(peer),
        })
    }

    /// The calling process's place among the members of a group.
    pub(super) fn member(&self) -> ferry_coll::Member {
        let members = self.members.as_ref().unwrap_or(&self.comm.group);
        ferry_coll::Member::new(members.rank().unwrap_or(0), members.size())
    }
}
