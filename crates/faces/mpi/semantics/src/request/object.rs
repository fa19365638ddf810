//! What stands behind the handle of a request that is more than one transfer.

use super::{Completion, GeneralizedFunctions};
use crate::constants::MPI_ERR_REQUEST;
use crate::error::{Error, Result};
use crate::handle::CommHandle;
use crate::partitioned::Partitioned;
use crate::process::Process;
use crate::status::Status;
use ferry_two_sided::RequestId;
use std::sync::Arc;

/// A request that is more than one transfer (MPI-5.0 §3.7). Each kind is a type of its own; those who wait
/// and test know none of them.
pub trait Request: Send {
    /// Whether it names an operation. One that is inactive counts as complete.
    fn is_active(&self) -> bool {
        true
    }

    /// Its status if it is complete, without taking it.
    fn peek(&self, process: &Process) -> Option<Status>;

    /// Takes it if it is complete.
    fn take(&mut self, process: &mut Process) -> Option<Completion>;

    /// Whether it has failed, be it complete or not.
    fn has_failed(&self, _process: &Process) -> bool {
        false
    }

    /// Whether it goes on although waits for it tell an error, as a receive does that the dead may have been to serve.
    fn is_pending(&self, _process: &Process) -> bool {
        false
    }

    /// The communicator whose error handler its errors go to.
    fn comm(&self, _process: &Process) -> Option<CommHandle> {
        None
    }

    /// What `MPI_Cancel` takes back.
    fn cancelled(&self) -> Option<RequestId> {
        None
    }

    /// That was taken back.
    fn taken_back(&mut self, _process: &mut Process) {}

    /// Starts it, where it is persistent (MPI-5.0 §3.9).
    fn start(&mut self, _process: &mut Process) -> Result<()> {
        Err(not_persistent())
    }

    /// The operation, where it is partitioned (MPI-5.0 §4).
    fn partitioned(&self) -> Option<Arc<dyn Partitioned>> {
        None
    }

    /// The program's functions, where the operation is the program's own (MPI-5.0 §13.2) and they have not been
    /// asked for the last time.
    fn functions(&self) -> Option<&Arc<dyn GeneralizedFunctions>> {
        None
    }

    /// The program says that its own operation is complete: whether it has freed the handle before. `None`: it
    /// is complete already, or not the program's.
    fn complete(&mut self) -> Option<bool> {
        None
    }

    /// The program gives the handle back. True: the request stays until the program completes it.
    fn outlives_its_handle(&mut self) -> bool {
        false
    }

    /// The program gives the handle back: what is under way goes on without it.
    fn detach(&mut self, _process: &mut Process) {}
}

#[cold]
pub(super) fn not_persistent() -> Error {
    Error::new(MPI_ERR_REQUEST, "only persistent requests can be started")
}

/// Complete from the start.
pub(super) struct Ready(pub(super) Status);

impl Request for Ready {
    fn peek(&self, _process: &Process) -> Option<Status> {
        Some(self.0)
    }

    fn take(&mut self, _process: &mut Process) -> Option<Completion> {
        Some(Completion::clean(self.0, true))
    }
}
