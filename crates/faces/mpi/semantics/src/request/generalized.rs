//! Generalized requests: operations of the program's own (MPI-5.0 §13.2).
//!
//! Their functions belong to the program and may call MPI: they are called by threads that do not hold the
//! process's state.

use super::{Completion, PersistentStart, Request, bad_request};
use crate::background::{Advance, Background, begin};
use crate::comm::SELF;
use crate::constants::MPI_SUCCESS;
use crate::error::{Error, Result};
use crate::handle::RequestHandle;
use crate::process::{Process, enter};
use crate::status::Status;
use std::sync::{Arc, OnceLock};

/// What the program does for a request of its own. Each returns an error code.
pub trait GeneralizedFunctions: Send + Sync {
    /// Says what the status is.
    fn query(&self, status: &mut Status) -> i32;

    /// Lets go of what the request was for; called once, after all others.
    fn free(&self) -> i32;

    /// The operation is to be cancelled, which may be complete.
    fn cancel(&self, is_complete: bool) -> i32;

    /// Nobody will complete it any more: a thread that must not call MPI was to.
    fn has_failed(&self) -> bool {
        false
    }
}

/// A request whose operation the program carries out.
pub(super) struct GeneralizedRequest {
    functions: Arc<dyn GeneralizedFunctions>,
    course: GeneralizedCourse,
}

enum GeneralizedCourse {
    UnderWay,
    /// The program has given the handle back and will say when it is complete.
    Freed,
    Complete,
    /// Its functions are being asked for the last time.
    Concluding(Conclusion),
}

/// What the program's functions say at the end of a request, once they have been asked.
type Conclusion = Arc<OnceLock<(Status, Option<Error>)>>;

/// The last questions to the functions of a request.
struct LastQuestions {
    functions: Arc<dyn GeneralizedFunctions>,
    conclusion: Conclusion,
}

impl Background for LastQuestions {
    fn advance(&mut self, _process: &mut Process) -> Advance {
        if self.conclusion.get().is_some() { Advance::Ended(None) } else { Advance::Calls }
    }

    fn call(&mut self) {
        let (status, queried) = ask(&*self.functions);
        let error = queried.or(outcome("free", self.functions.free()).err());
        let code = error.as_ref().map_or(MPI_SUCCESS, |error| error.code);
        let _ = self.conclusion.set((status.with_error(code), error));
    }
}

impl Request for GeneralizedRequest {
    fn peek(&self, _process: &Process) -> Option<Status> {
        match &self.course {
            GeneralizedCourse::UnderWay if self.functions.has_failed() => Some(Status::EMPTY),
            GeneralizedCourse::UnderWay | GeneralizedCourse::Freed => None,
            GeneralizedCourse::Complete => Some(Status::EMPTY),
            GeneralizedCourse::Concluding(conclusion) => {
                Some(conclusion.get().map_or(Status::EMPTY, |(status, _)| *status))
            }
        }
    }

    /// The functions are asked first, by whoever makes progress next.
    fn take(&mut self, process: &mut Process) -> Option<Completion> {
        if matches!(self.course, GeneralizedCourse::UnderWay) && self.functions.has_failed() {
            self.course = GeneralizedCourse::Complete;
        }
        match &self.course {
            GeneralizedCourse::UnderWay | GeneralizedCourse::Freed => None,
            GeneralizedCourse::Complete => {
                let conclusion = Conclusion::default();
                let functions = Arc::clone(&self.functions);
                let questions = LastQuestions { functions, conclusion: Arc::clone(&conclusion) };
                self.course = GeneralizedCourse::Concluding(conclusion);
                if let PersistentStart::Transfer(id) = begin(process, SELF, questions) {
                    process.runtime.face.transfer.detach(id);
                }
                None
            }
            GeneralizedCourse::Concluding(conclusion) => {
                let (status, error) = conclusion.get()?.clone();
                Some(Completion { error, ..Completion::clean(status, true) })
            }
        }
    }

    fn functions(&self) -> Option<&Arc<dyn GeneralizedFunctions>> {
        let is_asked = matches!(self.course, GeneralizedCourse::Concluding(_));
        (!is_asked).then_some(&self.functions)
    }

    fn outlives_its_handle(&mut self) -> bool {
        if matches!(self.course, GeneralizedCourse::UnderWay) {
            self.course = GeneralizedCourse::Freed;
        }
        matches!(self.course, GeneralizedCourse::Freed)
    }

    fn complete(&mut self) -> Option<bool> {
        let was_freed = match self.course {
            GeneralizedCourse::UnderWay => false,
            GeneralizedCourse::Freed => true,
            GeneralizedCourse::Complete | GeneralizedCourse::Concluding(_) => return None,
        };
        self.course = GeneralizedCourse::Complete;
        Some(was_freed)
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

/// What its functions say of the status of a request that is complete.
#[cold]
pub(super) fn ask(functions: &dyn GeneralizedFunctions) -> (Status, Option<Error>) {
    let mut status = Status::EMPTY;
    let queried = outcome("query", functions.query(&mut status));
    (status, queried.err())
}

/// `MPI_Grequest_start`.
pub fn start_generalized(functions: impl GeneralizedFunctions + 'static) -> RequestHandle {
    let functions = Arc::new(functions);
    enter().add_request(GeneralizedRequest { functions, course: GeneralizedCourse::UnderWay })
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
