//! Which failures the program knows of.

use super::Failures;
use crate::comm::Comm;
use crate::error::Result;
use crate::group::Group;
use crate::handle::{CommHandle, GroupHandle};
use crate::process::{Process, enter};
use std::sync::Arc;

/// `MPIX_Comm_get_failed`: the processes of a communicator that are known here to have failed.
pub fn failed_of(comm: CommHandle) -> Result<GroupHandle> {
    group_of(comm, |process, comm| process.failures.of(comm).count())
}

/// The ranks of those of them that are of the group that messages go to.
pub fn failed_ranks(comm: CommHandle) -> Result<Vec<u32>> {
    let mut process = enter();
    process.look_for_failures();
    let comm = process.comm(comm)?.clone();
    Ok(process.failures.of(&comm).filter_map(|peer| comm.target().rank_of(peer)).collect())
}

/// `MPIX_Comm_failure_get_acked`: those of them that were acknowledged.
pub fn acked_of(comm: CommHandle) -> Result<GroupHandle> {
    group_of(comm, |process, comm| process.comms.get(comm.handle).map_or(0, |entry| entry.acked))
}

/// `MPIX_Comm_ack_failed`: acknowledges the first `count` of [`failed_of`]'s; all, without a count. Returns how
/// many are acknowledged. Receives from anybody do not mind them any more.
pub fn ack_failed(comm: CommHandle, count: Option<usize>) -> Result<usize> {
    let mut process = enter();
    process.look_for_failures();
    let comm = process.comm(comm)?.clone();
    let known = process.failures.of(&comm).count();
    let Some(entry) = process.comms.get_mut(comm.handle) else { return Ok(0) };
    entry.acked = entry.acked.max(count.map_or(known, |count| count.min(known)));
    Ok(entry.acked)
}

/// The first of the failed ones of a communicator; `count` says how many.
fn group_of(comm: CommHandle, count: impl FnOnce(&Process, &Comm) -> usize) -> Result<GroupHandle> {
    let mut process = enter();
    process.look_for_failures();
    let comm = process.comm(comm)?.clone();
    let count = count(&process, &comm);
    let peers: Vec<_> = Failures::of(&process.failures, &comm).take(count).collect();
    let me = process.identity.me;
    Ok(process.add_group(Arc::new(Group::list(peers, me))))
}

impl Process {
    /// Takes what has come of failures, so that what is asked about them is answered by the latest news.
    pub(super) fn look_for_failures(&mut self) {
        self.progress();
    }
}
