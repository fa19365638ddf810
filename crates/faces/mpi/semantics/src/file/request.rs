//! Accesses that are not waited for, each behind a request.

use super::access::{Access, AccessOutcome, status};
use crate::comm::Comm;
use crate::constants::MPI_SUCCESS;
use crate::handle::{CommHandle, RequestHandle};
use crate::process::{Process, enter};
use crate::request::{Completion, Request};
use crate::status::Status;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// An access under way: how it ended, once it has.
#[derive(Clone)]
pub(super) struct UnderWay {
    outcome: Arc<OnceLock<AccessOutcome>>,
    in_flight: Arc<AtomicUsize>,
}

impl UnderWay {
    /// One of a file's.
    pub(super) fn new(in_flight: &Arc<AtomicUsize>) -> Self {
        in_flight.fetch_add(1, Ordering::Relaxed);
        UnderWay { outcome: Arc::default(), in_flight: in_flight.clone() }
    }

    /// It is over.
    pub(super) fn end(&self, outcome: AccessOutcome) {
        if self.outcome.set(outcome).is_ok() {
            self.in_flight.fetch_sub(1, Ordering::Release);
        }
    }

    /// How it ended.
    pub(super) fn outcome(&self) -> Option<&AccessOutcome> {
        self.outcome.get()
    }
}

/// The request of an access.
pub(super) struct FileRequest {
    pub(super) access: UnderWay,
    /// The file's own, for its error handler.
    pub(super) comm: Arc<Comm>,
}

fn told((bytes, failure): &AccessOutcome) -> Status {
    let code = failure.as_ref().map_or(MPI_SUCCESS, |error| error.code);
    let mut status = status(*bytes);
    status.error = code;
    status
}

impl Request for FileRequest {
    fn peek(&self, _process: &Process) -> Option<Status> {
        self.access.outcome().map(told)
    }

    fn take(&mut self, _process: &mut Process) -> Option<Completion> {
        let outcome = self.access.outcome()?;
        let error = outcome.1.clone().map(|error| error.on(self.comm.handle));
        Some(Completion { error, ..Completion::clean(told(outcome), true) })
    }

    fn comm(&self, _process: &Process) -> Option<CommHandle> {
        Some(self.comm.handle)
    }
}

/// Does an access in another thread.
pub(super) fn spawn(
    access: &Access,
    work: impl FnOnce() -> AccessOutcome + Send + 'static,
) -> RequestHandle {
    let under_way = UnderWay::new(&access.in_flight);
    let mut process = enter();
    let alarm = process.alarm();
    let request = FileRequest { access: under_way.clone(), comm: access.comm.clone() };
    let handle = process.add_request(request);
    drop(process);
    ferry_files::run_aside(move || {
        under_way.end(work());
        alarm.ring();
    });
    handle
}
