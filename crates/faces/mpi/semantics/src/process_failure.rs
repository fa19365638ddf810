//! Processes that fail while the others go on: what is known of failures, and what follows for operations.
//!
//! The semantics are those of the chapter on fault tolerance that is voted for the next standard (ULFM): an
//! operation that cannot end since a process has failed ends with an error, here and nowhere else; a program makes
//! all others fail by revoking a communicator, agrees on what has happened, and goes on with those that are left.
//!
//! A failure is known here when the launcher tells it (`mpiexec --keep-going`), when the links lose the peer,
//! or when an agreement has found it.

mod acknowledge;
mod agree;
mod agreement;
pub(crate) mod deaths;
mod revoke;
mod shrink;

pub use acknowledge::{ack_failed, acked_of, failed_of, failed_ranks};
pub use agree::{agree, iagree};
pub use revoke::{is_revoked, revoke};
pub use shrink::{ishrink, shrink};

use crate::comm::Comm;
use crate::constants::MPI_ERR_PROC_ABORTED;
use crate::error::Error;
use crate::failure::CompletionFailure;
use crate::p2p::{fault_error, link_error};
use crate::process::{Process, ProcessName};
use crate::request::{Completion, OperationOwner, StatusRole};
use crate::status::Status;
use crate::tool::OwnEvent;
use agreement::Agreements;
use ferry_link::LinkError;
use ferry_method::{MethodError, Sink};
use ferry_pmi::Death;
use ferry_two_sided::{RequestId, TransferFault};
use ferry_wire::PeerId;
use revoke::Revocations;
use std::collections::HashSet;

/// `MPIX_ERR_PROC_FAILED`: the class that the standard has for peers that have ended.
pub const ERR_PROC_FAILED: i32 = MPI_ERR_PROC_ABORTED;
/// `MPIX_ERR_PROC_FAILED_PENDING`: a receive from anybody goes on, but may never end before the failure is
/// acknowledged.
pub const ERR_PROC_FAILED_PENDING: i32 = 8001;
/// `MPIX_ERR_REVOKED`: the communicator was revoked.
pub const ERR_REVOKED: i32 = 8002;

/// What is known of failures.
#[derive(Default)]
pub(crate) struct Failures {
    /// The failed processes, in the order in which this one has learnt of them.
    known: Vec<PeerId>,
    /// Those that the launcher has told dead, of all its jobs: some may be met later.
    dead: HashSet<ProcessName>,
    /// Grows with every failure and revocation.
    epoch: u64,
    /// Communicators and windows that were revoked here.
    pub(crate) revoked: u64,
    /// Agreements that this process took part in, those of shrinking and of freeing windows too.
    pub(crate) agreed: u64,
    pub(crate) agreements: Agreements,
    pub(crate) revocations: Revocations,
}

impl Failures {
    /// Whether there has been neither a failure nor a revocation.
    #[inline]
    pub(crate) fn is_quiet(&self) -> bool {
        self.epoch == 0
    }

    /// How many processes are known to have failed.
    pub(crate) fn count(&self) -> usize {
        self.known.len()
    }

    /// The failed members of a communicator, in the order in which this process has learnt of them.
    pub(crate) fn of<'a>(&'a self, comm: &'a Comm) -> impl Iterator<Item = PeerId> + 'a {
        self.known.iter().copied().filter(|peer| comm.has_member(*peer))
    }
}

impl Comm {
    /// Whether a process is of one of its groups.
    pub(crate) fn has_member(&self, peer: PeerId) -> bool {
        let is_in = |group: &crate::group::Group| group.rank_of(peer).is_some();
        is_in(&self.group) || self.remote.as_deref().is_some_and(is_in)
    }
}

fn failed_status(error: &Error) -> Status {
    let mut status = Status::EMPTY;
    status.error = error.code;
    status
}

/// Why a communicator cannot be used any more.
#[cold]
pub(crate) fn revoked_error(comm: &Comm) -> Error {
    let text = "the communicator was revoked: a process that found a failure has given it up for all; \
                MPIX_Comm_shrink makes one of those that are left";
    Error::new(ERR_REVOKED, text).on(comm.handle)
}

pub(crate) fn revoked_fault() -> TransferFault {
    let why = "the communicator was revoked while the operation was under way";
    TransferFault::Refused { code: ERR_REVOKED, why: why.into() }
}

impl Process {
    /// Failed operations of this process and news of failures: while it stays the same, neither has come.
    #[inline]
    pub(crate) fn trouble(&self) -> u64 {
        self.runtime.face.transfer.failures() + self.failures.epoch
    }

    /// Looks after what has come: deaths that were told, peers that the links lost, words of other libraries.
    #[cold]
    #[inline(never)]
    pub(crate) fn heed_failures(&mut self) {
        self.runtime.face.transfer.calm();
        for Death { job, rank } in deaths::take() {
            self.failures.dead.insert(ProcessName { job, rank });
        }
        self.note_departures();
        self.note_dead();
        self.note_losses();
        for notice in self.runtime.face.take_notices() {
            self.heed_notice(notice);
        }
        self.note_losses();
        self.runtime.face.flush(&mut self.runtime.links);
        self.runtime.call_sleepers();
    }

    /// Those that the launcher has told dead have failed, by whatever numbers this process knows them.
    fn note_dead(&mut self) {
        let of = |name: &ProcessName| self.numbers_of(*name);
        let dead: Vec<PeerId> = self.failures.dead.iter().flat_map(of).collect();
        for peer in dead {
            if peer != self.identity.me {
                self.note_failure(peer, "its process has died, says the launcher");
            }
        }
    }

    /// More processes are known than before: some may have been told dead.
    #[cold]
    pub(crate) fn note_dead_strangers(&mut self) {
        if !self.failures.dead.is_empty() {
            self.heed_failures();
        }
    }

    /// A process has failed, whatever the links know: all that waits for it ends.
    fn note_failure(&mut self, peer: PeerId, why: &str) {
        if self.failures.known.contains(&peer) {
            return;
        }
        self.runtime.face.lose(peer, why);
        let (method, why) = ("launcher's", why.to_owned());
        self.runtime.face.lost(peer, MethodError::Lost { peer, method, why });
    }

    /// Peers that are lost have failed.
    fn note_losses(&mut self) {
        let lost = self.runtime.face.transfer.all_lost();
        let new: Vec<PeerId> = lost.filter(|peer| !self.failures.known.contains(peer)).collect();
        for peer in new {
            self.failures.known.push(peer);
            self.failures.epoch += 1;
            // Those of a job that was left are lost, too, and have not failed.
            if peer.0 < self.identity.size || self.acquaintances.world_of(peer).is_some() {
                self.own_events.note(OwnEvent::Failed { process: peer.0 });
            }
            self.fail_windows_of(peer);
            self.tell_agreements(peer);
            self.spread_revocations();
        }
    }

    /// Why an operation of all these members of a communicator cannot be done: it was revoked, or one of them has
    /// failed and all others get to know. `None`: nothing is known against it.
    pub(crate) fn obstacle(
        &self,
        comm: &Comm,
        is_member: impl Fn(PeerId) -> bool,
    ) -> Option<TransferFault> {
        if self.failures.is_quiet() {
            return None;
        }
        if comm.is_revoked() {
            return Some(revoked_fault());
        }
        if !deaths::are_told() {
            return None;
        }
        let failed = self.failures.known.iter().copied().find(|peer| is_member(*peer))?;
        self.runtime.face.transfer.loss(failed)
    }

    /// Whether members of a communicator that messages of any source come from have failed and the program
    /// does not say that it knows: the failed one, if so.
    pub(crate) fn unacknowledged(&self, comm: &Comm) -> Option<PeerId> {
        if self.failures.is_quiet() {
            return None;
        }
        if self.have_all_left(comm) {
            return comm.target().peers().next();
        }
        if !deaths::can_be_survived() {
            return None;
        }
        // One that was freed with receives under way counts as it did.
        let freed = || self.freed_comms.get(&comm.handle.0);
        let acked = self.comms.get(comm.handle).or_else(freed).map_or(0, |entry| entry.acked);
        let mut failed = self.failures.of(comm).skip(acked);
        failed.find(|peer| {
            comm.target().rank_of(*peer).is_some() && !self.dynamic.departures.has_parted(*peer)
        })
    }

    /// What a failure makes of an operation that is not complete: the error, and whether that is its end.
    fn interruption(&self, id: RequestId) -> Option<(Error, bool)> {
        if self.failures.is_quiet() {
            return None;
        }
        let transfer = &self.runtime.face.transfer;
        let owner = OperationOwner::of(transfer.label(id)?);
        let comm = self.comm_or_freed(owner.comm())?;
        if transfer.sending(id).is_some() {
            return comm.is_revoked().then(|| (revoked_error(comm), true));
        }
        if owner.role() != StatusRole::Receive || !transfer.awaits_message(id) {
            return None;
        }
        let failed = self.unacknowledged(comm)?;
        if self.have_all_left(comm) {
            return Some((failure_error(self, comm, failed), true));
        }
        let text = format!(
            "a receive from MPI_ANY_SOURCE goes on, but rank {} has failed, from which its message may have been to \
             come; MPIX_Comm_ack_failed says that this is known",
            comm.rank_of(failed)
        );
        Some((Error::new(ERR_PROC_FAILED_PENDING, text).on(comm.handle), false))
    }

    /// Whether a failure ends the wait for an operation that is not complete.
    #[inline]
    pub(crate) fn is_interrupted(&self, id: RequestId) -> bool {
        !self.failures.is_quiet() && self.interruption(id).is_some()
    }

    /// Whether an operation goes on of which waits tell an error.
    pub(crate) fn is_pending(&self, id: RequestId) -> bool {
        matches!(self.interruption(id), Some((_, false)))
    }

    /// The status of an operation that is interrupted.
    #[cold]
    pub(crate) fn interrupted_status(&self, id: RequestId) -> Option<Status> {
        let (error, _) = self.interruption(id)?;
        Some(failed_status(&error))
    }

    /// What the program is told of an operation that is interrupted; it may go on.
    #[cold]
    pub(crate) fn take_interrupted(&mut self, id: RequestId) -> Option<Completion> {
        let (error, ends) = self.interruption(id)?;
        if ends {
            self.runtime.face.take_back(id);
        }
        let status = failed_status(&error);
        Some(Completion { error: Some(error), ..Completion::clean(status, ends) })
    }

    /// What becomes of a send on a communicator that was revoked before it was complete.
    #[cold]
    pub(crate) fn end_of_revoked(&mut self, id: RequestId) -> Result<Status, CompletionFailure> {
        match self.take_interrupted(id) {
            Some(Completion { error: Some(error), status, .. }) => {
                Err(CompletionFailure::of(status, error))
            }
            _ => Ok(Status::EMPTY),
        }
    }

    /// The error of a send that could not begin.
    #[cold]
    pub(crate) fn send_error(&self, to: PeerId, error: &LinkError) -> Error {
        match self.runtime.face.transfer.loss(to) {
            Some(fault) => fault_error(&fault),
            None => link_error(error),
        }
    }

    /// Ends an operation that is waited for without an end of its own if it is interrupted. Whether it is
    /// complete then.
    #[cold]
    #[inline(never)]
    pub(crate) fn end_interrupted(&mut self, id: RequestId) -> bool {
        let Some((error, _)) = self.interruption(id) else { return false };
        if self.runtime.face.transfer.sending(id).is_some() {
            return true;
        }
        let code = match error.code {
            ERR_PROC_FAILED_PENDING => ERR_PROC_FAILED,
            code => code,
        };
        let fault = TransferFault::Refused { code, why: error.message.as_ref().into() };
        self.runtime.face.fail_receive(id, fault)
    }
}

/// The error of a call on a communicator with a member that has failed.
pub(crate) fn failure_error(process: &Process, comm: &Comm, peer: PeerId) -> Error {
    match process.runtime.face.transfer.loss(peer) {
        Some(fault) => fault_error(&fault).on(comm.handle),
        None => {
            let text = format!("rank {} has failed", comm.rank_of(peer));
            Error::new(ERR_PROC_FAILED, text).on(comm.handle)
        }
    }
}
