//! Requests (MPI-5.0 §3.7).
//!
//! A plain transfer needs no object of its own: its handle holds the transfer's name. Everything else is a
//! [`Request`] in a table, each kind in a file of its own.

mod complete;
mod form;
mod generalized;
mod object;
mod owner;
mod persistent;

pub use complete::{
    get_status, peek_any, peek_some, test, testall, testany, testsome, wait, waitall, waitany,
    waitsome,
};
pub use form::RequestForm;
pub use generalized::{GeneralizedFunctions, complete_generalized, start_generalized};
pub use object::Request;
pub(crate) use owner::{OperationOwner, StatusRole};
pub use persistent::{PersistentStart, Startable};

use crate::constants::MPI_ERR_REQUEST;
use crate::error::{Error, Result};
use crate::handle::{CommHandle, PREDEFINED_END, RequestHandle, kind};
use crate::lane::Lane;
use crate::partitioned::Partitioned;
use crate::process::{Entered, Process, enter_lane};
use crate::status::Status;
use crate::table::Table;
use ferry_two_sided::RequestId;
use object::{Ready, not_persistent};
use persistent::Persistent;
use std::sync::Arc;

/// The requests that are more than one transfer. One that is asked to go on is taken out meanwhile.
pub(crate) type Requests = Table<kind::Request, Option<Box<dyn Request>>>;

/// The request of a send that was complete when it was started.
pub const COMPLETE: RequestHandle = RequestHandle::new(PREDEFINED_END + 3);

/// Low bits of a handle that holds a transfer's name.
const TRANSFER: usize = 1;
/// Keeps handles of transfers out of the predefined range.
const BIAS: u64 = 0x100;

/// The handle of a transfer.
#[inline]
pub(crate) fn of_transfer(lane: Lane, id: RequestId) -> RequestHandle {
    RequestHandle::new(((id.0 + BIAS) << 4) as usize | lane.bits() | TRANSFER)
}

/// The transfer that a handle names, in its lane.
#[inline]
pub(crate) fn transfer_of(handle: RequestHandle) -> Option<RequestId> {
    let named = handle.0 & 0xf == TRANSFER && !handle.is_predefined();
    named.then(|| RequestId(((handle.0 & !Lane::MASK) as u64 >> 4).wrapping_sub(BIAS)))
}

/// A completed operation.
#[derive(Debug)]
pub struct Completion {
    /// Its status; the error field is set if it failed.
    pub status: Status,
    /// Why it failed.
    pub error: Option<Error>,
    /// The handle is to become null.
    pub gone: bool,
}

impl Completion {
    pub(crate) fn clean(status: Status, gone: bool) -> Self {
        Completion { status, error: None, gone }
    }

    /// What a wait for several requests says of one that is not complete.
    fn unsuccessful(code: i32, error: Option<Error>) -> Self {
        let mut status = Status::EMPTY;
        status.error = code;
        Completion { error, ..Completion::clean(status, false) }
    }
}

/// The status of a complete send's request and of the null request.
fn without_object(handle: RequestHandle) -> Status {
    if handle == COMPLETE { Status::SENT } else { Status::EMPTY }
}

#[cold]
fn bad_request(handle: RequestHandle) -> Error {
    let text = format!("request handle {handle:?} was completed, freed or never made");
    Error::new(MPI_ERR_REQUEST, text)
}

impl Process {
    /// A request that is complete.
    pub(crate) fn ready_request(&mut self, status: Status) -> RequestHandle {
        self.add_request(Ready(status))
    }

    /// An inactive persistent request.
    pub(crate) fn persistent_request(
        &mut self,
        operation: impl Startable + 'static,
    ) -> RequestHandle {
        self.add_request(Persistent::new(Box::new(operation)))
    }

    /// The handle of a request.
    pub(crate) fn add_request(&mut self, request: impl Request + 'static) -> RequestHandle {
        self.requests.insert_of(self.lane, Some(Box::new(request)))
    }

    /// The request of a handle that holds no transfer's name.
    fn request(&self, handle: RequestHandle) -> Option<&dyn Request> {
        self.requests.get(handle)?.as_deref()
    }

    /// Has a request do something with the rest of the state. `None`: there is no such request.
    fn with_request<T>(
        &mut self,
        handle: RequestHandle,
        act: impl FnOnce(&mut dyn Request, &mut Process) -> T,
    ) -> Option<T> {
        let mut request = self.requests.get_mut(handle)?.take()?;
        let result = act(&mut *request, self);
        if let Some(place) = self.requests.get_mut(handle) {
            *place = Some(request);
        }
        Some(result)
    }

    /// The partitioned operation of a request.
    pub(crate) fn partitioned_of(&self, handle: RequestHandle) -> Option<Arc<dyn Partitioned>> {
        if transfer_of(handle).is_some() {
            return None;
        }
        self.request(handle)?.partitioned()
    }

    /// The functions of a generalized request.
    fn functions_of(&self, handle: RequestHandle) -> Option<Arc<dyn GeneralizedFunctions>> {
        if transfer_of(handle).is_some() {
            return None;
        }
        self.request(handle)?.functions().cloned()
    }

    /// Whether the request names an active operation (null and inactive ones do not).
    pub(crate) fn is_active(&self, handle: RequestHandle) -> Result<bool> {
        if handle == RequestHandle::NULL {
            return Ok(false);
        }
        if handle == COMPLETE || transfer_of(handle).is_some() {
            return Ok(true);
        }
        let request = self.request(handle).ok_or_else(|| bad_request(handle))?;
        Ok(request.is_active())
    }

    /// Takes a completed operation; `None`: it goes on. Null and inactive requests are complete.
    #[inline]
    pub fn take_completion(&mut self, handle: RequestHandle) -> Result<Option<Completion>> {
        if let Some(id) = transfer_of(handle) {
            return self.take_transfer(id, handle);
        }
        if handle == COMPLETE || handle == RequestHandle::NULL {
            return Ok(Some(Completion::clean(without_object(handle), true)));
        }
        self.take_object(handle)
    }

    #[inline]
    fn take_transfer(
        &mut self,
        id: RequestId,
        handle: RequestHandle,
    ) -> Result<Option<Completion>> {
        match self.runtime.face.transfer.take(id) {
            Some((outcome, label)) => {
                let (status, error) = self.conclude(&outcome, label);
                Ok(Some(Completion { error, ..Completion::clean(status, true) }))
            }
            None if self.is_interrupted(id) => Ok(self.take_interrupted(id)),
            None if self.runtime.face.transfer.exists(id) => Ok(None),
            None => Err(bad_request(handle)),
        }
    }

    fn take_object(&mut self, handle: RequestHandle) -> Result<Option<Completion>> {
        let taken = self.with_request(handle, |request, process| request.take(process));
        let completion = taken.ok_or_else(|| bad_request(handle))?;
        if completion.as_ref().is_some_and(|completion| completion.gone) {
            self.requests.remove(handle);
        }
        Ok(completion)
    }

    /// Whether one of these has failed. `seen`: failures that were looked at before.
    #[inline]
    fn any_failed(&self, handles: &[impl RequestForm], seen: &mut u64) -> bool {
        let trouble = self.trouble();
        let are_here =
            |handle: &&_| RequestForm::lane(*handle).is_none_or(|lane| lane == self.lane);
        std::mem::replace(seen, trouble) != trouble
            && handles.iter().filter(are_here).any(|handle| self.has_failed(handle.request(self)))
    }

    #[cold]
    fn has_failed(&self, handle: RequestHandle) -> bool {
        let failed = |id| self.runtime.face.transfer.has_failed(id) || self.is_interrupted(id);
        if let Some(id) = transfer_of(handle) {
            return failed(id);
        }
        self.request(handle).is_some_and(|request| request.has_failed(self))
    }

    /// Whether an operation is complete, and its status, without taking it (`MPI_Request_get_status`).
    fn peek_completion(&self, handle: RequestHandle) -> Result<Option<Status>> {
        if let Some(id) = transfer_of(handle) {
            return if self.runtime.face.transfer.exists(id) {
                Ok(self.peek_transfer(id))
            } else {
                Err(bad_request(handle))
            };
        }
        if handle == COMPLETE || handle == RequestHandle::NULL {
            return Ok(Some(without_object(handle)));
        }
        let request = self.request(handle).ok_or_else(|| bad_request(handle))?;
        Ok(request.peek(self))
    }

    /// The status of a transfer that is complete.
    pub(crate) fn peek_transfer(&self, id: RequestId) -> Option<Status> {
        let Some(outcome) = self.runtime.face.transfer.outcome(id) else {
            return if self.failures.is_quiet() { None } else { self.interrupted_status(id) };
        };
        Some(self.conclude(outcome, self.runtime.face.transfer.label(id)?).0)
    }

    /// The same of a call that asks and tells no errors: what goes on, as a receive does that the dead may have been to
    /// serve, is not complete.
    fn peek_end(&self, handle: RequestHandle) -> Result<Option<Status>> {
        let goes_on = match transfer_of(handle) {
            Some(id) => self.is_pending(id),
            None => self.request(handle).is_some_and(|request| request.is_pending(self)),
        };
        if goes_on { Ok(None) } else { self.peek_completion(handle) }
    }

    /// Whether a request is complete, without taking it.
    #[inline]
    fn is_complete(&self, handle: RequestHandle) -> Result<bool> {
        match transfer_of(handle) {
            Some(id) => Ok(self.runtime.face.transfer.is_done(id) || self.is_interrupted(id)),
            None => Ok(self.peek_completion(handle)?.is_some()),
        }
    }

    /// The communicator whose error handler a request's errors go to.
    fn comm_of(&self, handle: RequestHandle) -> Option<CommHandle> {
        if let Some(id) = transfer_of(handle) {
            return self
                .runtime
                .face
                .transfer
                .label(id)
                .map(|label| OperationOwner::of(label).comm());
        }
        self.request(handle)?.comm(self)
    }

    /// `MPI_Request_c2f` and back need a number of 32 bits: transfers are named by their slot.
    pub fn request_to_fortran(&self, handle: RequestHandle) -> i32 {
        (handle.0 & 0x7fff_ffff) as i32
    }

    /// The request of a Fortran number; what names nothing is the null request.
    #[inline]
    pub fn request_from_fortran(&self, value: i32) -> RequestHandle {
        let handle = RequestHandle::new(value as usize);
        if value < 0 {
            return RequestHandle::NULL;
        }
        if let Some(id) = transfer_of(handle) {
            let found = self.runtime.face.transfer.request_at(id.0 as u32);
            return found.map_or(RequestHandle::NULL, |id| of_transfer(self.lane, id));
        }
        if handle == COMPLETE {
            return COMPLETE;
        }
        self.requests.from_fortran(value).unwrap_or(RequestHandle::NULL)
    }
}

/// The communicator whose error handler a request's errors go to.
pub fn comm_of(handle: RequestHandle) -> Option<CommHandle> {
    enter_lane(Lane::of(handle)).comm_of(handle)
}

/// The request of a Fortran number; what names nothing is the null request.
pub fn from_fortran(value: i32) -> RequestHandle {
    enter_lane(Lane::of_integer(value)).request_from_fortran(value)
}

/// `MPI_Start`.
pub fn start(handle: RequestHandle) -> Result<()> {
    let started = enter_lane(Lane::of(handle))
        .with_request(handle, |request, process| request.start(process));
    started.unwrap_or_else(|| Err(not_persistent()))
}

/// `MPI_Request_free`.
pub fn free(handle: &mut RequestHandle) -> Result<()> {
    let mut process = enter_lane(Lane::of(*handle));
    if let Some(id) = transfer_of(*handle) {
        if !process.runtime.face.transfer.exists(id) {
            return Err(bad_request(*handle));
        }
        process.runtime.face.transfer.detach(id);
    } else if *handle != COMPLETE {
        return free_object(process, handle);
    }
    *handle = RequestHandle::NULL;
    Ok(())
}

/// `MPI_Request_free` of what is more than one transfer.
fn free_object(mut process: Entered, handle: &mut RequestHandle) -> Result<()> {
    let found = process.requests.get_mut(*handle).and_then(Option::as_mut);
    let outlives = found.ok_or_else(|| bad_request(*handle))?.outlives_its_handle();
    let named = std::mem::replace(handle, RequestHandle::NULL);
    if outlives {
        return Ok(());
    }
    let Some(mut request) = process.requests.remove(named).flatten() else { return Ok(()) };
    request.detach(&mut process);
    drop(process);
    request.functions().map_or(Ok(()), |functions| generalized::outcome("free", functions.free()))
}

/// `MPI_Cancel`: takes back what has not matched; of a send its receiver decides (MPI-5.0 §3.8.4).
pub fn cancel(handle: RequestHandle) -> Result<()> {
    let mut entered = enter_lane(Lane::of(handle));
    if let Some(functions) = entered.functions_of(handle) {
        let is_complete = entered.is_complete(handle)?;
        drop(entered);
        return generalized::outcome("cancel", functions.cancel(is_complete));
    }
    let process = &mut *entered;
    let id = transfer_of(handle).or_else(|| process.request(handle)?.cancelled());
    if let Some(id) = id {
        if process.runtime.face.cancel(id) && transfer_of(handle).is_none() {
            process.with_request(handle, |request, process| request.taken_back(process));
        }
        process.runtime.face.flush(&mut process.runtime.links);
        // What this process has sent itself is decided when the call returns: programs that test once expect
        // it. The question and its answer are a round each.
        for _ in 0..ROUNDS_TO_ITSELF {
            if process.runtime.face.transfer.is_done(id) || process.progress() == 0 {
                break;
            }
        }
    }
    Ok(())
}

/// Rounds of progress in which a question of this process to itself is asked and answered.
const ROUNDS_TO_ITSELF: usize = 4;
