//! Requests that are started again and again (MPI-5.0 §3.9).

use super::{Completion, Request};
use crate::comm::Comm;
use crate::constants::MPI_ERR_REQUEST;
use crate::error::{Error, Result};
use crate::handle::CommHandle;
use crate::partitioned::Partitioned;
use crate::process::Process;
use crate::status::Status;
use ferry_two_sided::RequestId;
use std::sync::Arc;

/// An operation that `MPI_Start` starts, and may start again.
pub trait Startable: Send {
    /// Starts it.
    fn start(&self, process: &mut Process) -> Result<PersistentStart>;

    /// Whose error handler is meant.
    fn comm(&self) -> &Arc<Comm>;

    /// The operation, where it is partitioned.
    #[doc(hidden)]
    fn partitioned(&self) -> Option<Arc<dyn Partitioned>> {
        None
    }
}

/// What became of an operation when it was started.
#[derive(Clone, Copy, Debug)]
pub enum PersistentStart {
    /// It goes on as this transfer.
    Transfer(RequestId),
    /// It is complete with this status.
    Complete(Status),
}

/// A persistent request.
pub(super) struct Persistent {
    operation: Box<dyn Startable>,
    active: Option<PersistentStart>,
}

impl Persistent {
    /// An inactive one.
    pub(super) fn new(operation: Box<dyn Startable>) -> Self {
        Persistent { operation, active: None }
    }

    /// What a failure makes of the operation; it stays active where it goes on.
    fn take_interrupted(&mut self, process: &mut Process, id: RequestId) -> Option<Completion> {
        if !process.is_interrupted(id) {
            return None;
        }
        let completion = process.take_interrupted(id)?;
        if completion.gone {
            self.active = None;
        }
        Some(Completion { gone: false, ..completion })
    }

    fn transfer(&self) -> Option<RequestId> {
        match self.active {
            Some(PersistentStart::Transfer(id)) => Some(id),
            _ => None,
        }
    }
}

impl Request for Persistent {
    fn is_active(&self) -> bool {
        self.active.is_some()
    }

    fn peek(&self, process: &Process) -> Option<Status> {
        match self.active {
            None => Some(Status::EMPTY),
            Some(PersistentStart::Complete(status)) => Some(status),
            Some(PersistentStart::Transfer(id)) => process.peek_transfer(id),
        }
    }

    fn take(&mut self, process: &mut Process) -> Option<Completion> {
        let completion = match self.active {
            None => Completion::clean(Status::EMPTY, false),
            Some(PersistentStart::Complete(status)) => Completion::clean(status, false),
            Some(PersistentStart::Transfer(id)) => {
                let Some((outcome, label)) = process.runtime.face.transfer.take(id) else {
                    return self.take_interrupted(process, id);
                };
                let (status, error) = process.conclude(&outcome, label);
                Completion { error, ..Completion::clean(status, false) }
            }
        };
        self.active = None;
        Some(completion)
    }

    fn has_failed(&self, process: &Process) -> bool {
        let failed =
            |id| process.runtime.face.transfer.has_failed(id) || process.is_interrupted(id);
        self.transfer().is_some_and(failed)
    }

    fn is_pending(&self, process: &Process) -> bool {
        self.transfer().is_some_and(|id| process.is_pending(id))
    }

    fn comm(&self, _process: &Process) -> Option<CommHandle> {
        Some(self.operation.comm().handle)
    }

    fn partitioned(&self) -> Option<Arc<dyn Partitioned>> {
        self.operation.partitioned()
    }

    fn cancelled(&self) -> Option<RequestId> {
        self.transfer()
    }

    fn start(&mut self, process: &mut Process) -> Result<()> {
        if self.active.is_some() {
            return Err(Error::new(MPI_ERR_REQUEST, "the persistent request is active already"));
        }
        self.active = Some(self.operation.start(process)?);
        Ok(())
    }

    fn detach(&mut self, process: &mut Process) {
        self.transfer().into_iter().for_each(|id| process.runtime.face.transfer.detach(id));
    }
}
