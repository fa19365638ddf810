//! Generalized requests: operations of the program's own (MPI-5.0 §13.2).
//!
//! Their functions belong to the program and may call MPI: they are called by threads that do not hold the
//! process's state.

use super::{Completion, Request, bad_request};
use crate::constants::MPI_SUCCESS;
use crate::error::{Error, Result};
use crate::handle::RequestHandle;
use crate::process::{Process, enter};
use crate::status::Status;
use std::sync::Arc;

/// What the program does for a request of its own. Each returns an error code.
pub trait GeneralizedFunctions: Send + Sync {
    /// Says what the status is.
    fn query(&self, status: &mut Status) -> i32;

    /// Lets go of what the request was for; called once, after all others.
    fn free(&self) -> i32;

    /// The operation is to be cancelled, which may be complete.
    fn cancel(&self, is_complete: bool) -> i32;
}

/// A request whose operation the program carries out.
pub(super) struct GeneralizedRequest {
    functions: Arc<dyn GeneralizedFunctions>,
    course: Course,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Course {
    UnderWay,
    /// The program has given the handle back and will say when it is complete.
    Freed,
    Complete,
}

impl Request for GeneralizedRequest {
    fn peek(&self, _process: &Process) -> Option<Status> {
        (self.course == Course::Complete).then_some(Status::EMPTY)
    }

    fn take(&mut self, process: &mut Process) -> Option<Completion> {
        let status = self.peek(process)?;
        let functions = Some(Arc::clone(&self.functions));
        Some(Completion { functions, ..Completion::clean(status, true) })
    }

    fn functions(&self) -> Option<&Arc<dyn GeneralizedFunctions>> {
        Some(&self.functions)
    }

    fn outlives_its_handle(&mut self) -> bool {
        if self.course == Course::UnderWay {
            self.course = Course::Freed;
        }
        self.course == Course::Freed
    }

    fn complete(&mut self) -> Option<bool> {
        let was = std::mem::replace(&mut self.course, Course::Complete);
        (was != Course::Complete).then_some(was == Course::Freed)
    }
}

/// The error that a function of the program's returned.
pub(super) fn outcome(function: &str, code: i32) -> Result<()> {
    if code == MPI_SUCCESS {
        return Ok(());
    }
    let text = format!("the {function} function of a generalized request returned an error");
    Err(Error::new(code, text))
}

/// What its functions say of the status of a request that is complete, and with `frees` its end.
#[cold]
pub(super) fn conclude(
    functions: &dyn GeneralizedFunctions,
    frees: bool,
) -> (Status, Option<Error>) {
    let mut status = Status::EMPTY;
    let queried = outcome("query", functions.query(&mut status));
    let freed = if frees { outcome("free", functions.free()) } else { Ok(()) };
    let error = queried.and(freed).err();
    (status.with_error(error.as_ref().map_or(MPI_SUCCESS, |error| error.code)), error)
}

/// `MPI_Grequest_start`.
pub fn start_generalized(functions: impl GeneralizedFunctions + 'static) -> RequestHandle {
    let functions = Arc::new(functions);
    enter().add_request(GeneralizedRequest { functions, course: Course::UnderWay })
}

/// `MPI_Grequest_complete`.
pub fn complete_generalized(handle: RequestHandle) -> Result<()> {
    let mut process = enter();
    let request = process.requests.get_mut(handle).and_then(Option::as_mut);
    let request = request.ok_or_else(|| bad_request(handle))?;
    let was_freed = request.complete().ok_or_else(|| {
        let text = "only a generalized request can be completed, and that once";
        Error::new(crate::constants::MPI_ERR_REQUEST, text)
    })?;
    process.runtime.call_sleepers();
    if !was_freed {
        return Ok(());
    }
    let request = process.requests.remove(handle).flatten();
    drop(process);
    let functions = request.as_ref().and_then(|request| request.functions());
    functions.map_or(Ok(()), |functions| outcome("free", functions.free()))
}
