//! The operations of a scope: what they are, how they end, and what becomes of those that nobody waits for.

use crate::buffer::{Repair, finish};
use crate::communicator::Communicator;
use crate::envelope::Status;
use crate::error::{Error, ErrorClass, Result};
use crate::leaving;
use crate::op::ProgramFunction;
use ferry_mpi::handle::RequestHandle;
use ferry_mpi::init::{Phase, phase};
use ferry_mpi::request;
use ferry_mpi::table::lives;
use std::cell::RefCell;
use std::sync::Arc;

/// Who takes part in an operation, and so what can be done about one that nobody wants any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OperationKind {
    /// A message: it is taken back unless it has met its other half.
    Message,
    /// This process alone: it ends by itself.
    Own,
    /// Others count on this process, and nothing takes it back: collectives (MPI-5.0 §6.12), accesses to windows.
    Joint,
}

impl OperationKind {
    /// # Errors
    /// If nothing takes such an operation back.
    pub(crate) fn check_cancel(self) -> Result<()> {
        match self {
            OperationKind::Message | OperationKind::Own => Ok(()),
            OperationKind::Joint => Err(Error::new(
                ErrorClass::REQUEST,
                "only messages can be taken back: other processes take part in this collective, or this access to a \
                 window or file; wait for it",
            )),
        }
    }
}

/// How the function of a scope has ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ScopeEnd {
    Returned,
    Failed,
    Panicked,
}

/// An operation under way.
pub(crate) struct ScopeOperation {
    pub(crate) handle: RequestHandle,
    pub(crate) kind: OperationKind,
    /// What it writes to is made valid at its end.
    pub(crate) repair: Option<Repair>,
    /// The program's function that it calls. It goes when the operation has ended: what it holds may call MPI then.
    pub(crate) function: Option<Arc<dyn ProgramFunction>>,
    /// The communicator that it makes, which must not be freed before.
    pub(crate) made: Option<Communicator>,
}

impl ScopeOperation {
    pub(crate) fn new(handle: RequestHandle, kind: OperationKind) -> Self {
        ScopeOperation { handle, kind, repair: None, function: None, made: None }
    }

    /// It has ended: what is left to do, and what came of it.
    fn end(self, result: Result<Status>) -> Result<Status> {
        if let Some(mut repair) = self.repair {
            repair.run();
        }
        // Freed now, if nobody else has it.
        drop(self.made);
        let panicked = self.function.as_ref().and_then(|function| function.take_panic());
        panicked.map_or(result, |panic| Err(panic.into_error()))
    }
}

enum ScopeSlot {
    Free,
    Running(ScopeOperation),
    Complete(Result<Status>),
}

/// The operations of a scope.
pub(crate) struct ScopePool {
    slots: RefCell<Vec<ScopeSlot>>,
    free: RefCell<Vec<usize>>,
    /// In which life of MPI they are. In a later one their names are those of others.
    life: u32,
    /// The universe was dropped before the scope began.
    was_left: bool,
}

impl ScopePool {
    pub(super) fn new() -> Self {
        ScopePool {
            slots: RefCell::default(),
            free: RefCell::default(),
            life: lives(),
            was_left: leaving::has_begun(),
        }
    }

    /// Whether anything may be under way: not with MPI gone, be there a new life of it or not.
    fn is_alive(&self) -> bool {
        phase() == Phase::Running && lives() == self.life
    }

    pub(crate) fn add(&self, operation: ScopeOperation) -> usize {
        let slot = ScopeSlot::Running(operation);
        let mut slots = self.slots.borrow_mut();
        match self.free.borrow_mut().pop() {
            Some(index) => {
                slots[index] = slot;
                index
            }
            None => {
                slots.push(slot);
                slots.len() - 1
            }
        }
    }

    /// The name of an operation that is under way.
    pub(crate) fn handle(&self, index: usize) -> Option<RequestHandle> {
        self.under_way(index).map(|(handle, _)| handle)
    }

    /// The same, and its kind.
    pub(crate) fn under_way(&self, index: usize) -> Option<(RequestHandle, OperationKind)> {
        match &self.slots.borrow()[index] {
            ScopeSlot::Running(operation) if self.is_alive() => {
                return Some((operation.handle, operation.kind));
            }
            ScopeSlot::Running(_) => {}
            _ => return None,
        }
        self.complete(index, Err(taken()));
        None
    }

    /// Whether an operation has ended by an error that was not taken yet.
    pub(crate) fn has_failed(&self, index: usize) -> bool {
        matches!(self.slots.borrow()[index], ScopeSlot::Complete(Err(_)))
    }

    /// Notes how an operation ended.
    pub(crate) fn complete(&self, index: usize, result: Result<Status>) {
        let was = self.replace(index, ScopeSlot::Free);
        // What goes with the operation may use the scope.
        let result = match was {
            ScopeSlot::Running(operation) => operation.end(result),
            ScopeSlot::Free | ScopeSlot::Complete(_) => result,
        };
        self.replace(index, ScopeSlot::Complete(result));
    }

    fn replace(&self, index: usize, slot: ScopeSlot) -> ScopeSlot {
        std::mem::replace(&mut self.slots.borrow_mut()[index], slot)
    }

    /// Waits for an operation, and notes how it ended.
    ///
    /// # Errors
    /// It goes on, and its buffer is in use: a process has failed that it may be waiting for.
    pub(crate) fn wait(&self, index: usize) -> Result<()> {
        let Some(mut handle) = self.handle(index) else { return Ok(()) };
        let result = finish(|| request::wait(&mut handle)).map(Status).map_err(Error::from);
        match result {
            Err(error)
                if error.class() == ErrorClass::PROC_FAILED_PENDING
                    && handle != RequestHandle::NULL =>
            {
                Err(error)
            }
            result => {
                self.complete(index, result);
                Ok(())
            }
        }
    }

    /// The same for one that nobody will wait for any more: if it goes on it is taken back. Returns why.
    fn wait_for_the_last_time(&self, index: usize) -> Result<()> {
        let mut first = Ok(());
        while let Err(error) = self.wait(index) {
            if let Some(handle) = self.handle(index) {
                finish(|| drop(request::cancel(handle)));
            }
            first = first.and(Err(error));
        }
        first
    }

    /// Takes how an operation ended.
    pub(crate) fn take(&self, index: usize) -> Result<Status> {
        let slot = self.replace(index, ScopeSlot::Free);
        self.free.borrow_mut().push(index);
        match slot {
            ScopeSlot::Complete(result) => result,
            ScopeSlot::Free | ScopeSlot::Running(_) => Err(taken()),
        }
    }

    /// Waits for everything; the first error of what nobody waited for.
    pub(super) fn end(&self, how: ScopeEnd) -> Result<()> {
        // After the universe was dropped in here, nobody is to send anything.
        let left = leaving::has_begun() && !self.was_left;
        if left || how != ScopeEnd::Returned {
            self.take_back();
        }
        if how == ScopeEnd::Panicked {
            self.end_job_if_joint();
        }
        let mut first = Ok(());
        let count = self.slots.borrow().len();
        for index in 0..count {
            first = first.and(self.wait_for_the_last_time(index));
            match &self.slots.borrow()[index] {
                ScopeSlot::Complete(Err(error)) => first = first.and(Err(error.clone())),
                ScopeSlot::Complete(Ok(status)) if left && status.0.cancelled() => {
                    first = first.and(Err(taken()));
                }
                _ => {}
            }
        }
        first
    }

    /// Those under way that are, or are not, others' as well.
    fn under_way_where(&self, is_joint: bool) -> Vec<RequestHandle> {
        let count = self.slots.borrow().len();
        let all = (0..count).filter_map(|index| self.under_way(index));
        let meant = all.filter(|(_, kind)| (*kind == OperationKind::Joint) == is_joint);
        meant.map(|(handle, _)| handle).collect()
    }

    /// Takes back what can be.
    fn take_back(&self) {
        let cancelled = self.under_way_where(false);
        finish(|| cancelled.into_iter().for_each(|handle| drop(request::cancel(handle))));
    }

    /// A panic ends the scope. The others may wait for what this process will not do any more, and so what they take
    /// part in may never end.
    fn end_job_if_joint(&self) {
        let goes_on = |handle| matches!(request::get_status(handle), Ok(None));
        let joint = self.under_way_where(true);
        if finish(|| joint.into_iter().any(goes_on)) {
            leaving::end_by_panic_amid("a collective, or an access to a window or file,");
        }
    }
}

#[cold]
pub(crate) fn taken() -> Error {
    Error::new(ErrorClass::OTHER, "MPI was finalised before the operation was complete")
}
