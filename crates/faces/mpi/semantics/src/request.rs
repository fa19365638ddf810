//! Requests (MPI-5.0 §3.7, §3.9).
//!
//! A plain transfer needs no object of its own: its handle holds the transfer's name. Everything else
//! (persistent requests, operations complete from the start) is in a table.

mod complete;
mod owner;

pub use complete::{
    get_status, peek_any, peek_some, test, testall, testany, testsome, wait, waitall, waitany,
    waitsome,
};
pub(crate) use owner::{Owner, Role};

use crate::comm::Comm;
use crate::constants::MPI_ERR_REQUEST;
use crate::error::{Error, Result};
use crate::handle::{CommHandle, PREDEFINED_END, RequestHandle};
use crate::process::{Process, enter};
use crate::status::Status;
use ferry_two_sided::RequestId;
use std::sync::Arc;

/// The request of a send that was complete when it was started.
pub const COMPLETE: RequestHandle = RequestHandle::new(PREDEFINED_END + 3);

/// Low bits of a handle that holds a transfer's name.
const TRANSFER: usize = 1;
/// Keeps handles of transfers out of the predefined range.
const BIAS: u64 = 0x100;

/// The handle of a transfer.
#[inline]
pub(crate) fn of_transfer(id: RequestId) -> RequestHandle {
    RequestHandle::new(((id.0 + BIAS) << 4) as usize | TRANSFER)
}

/// The transfer that a handle names.
#[inline]
pub(crate) fn transfer_of(handle: RequestHandle) -> Option<RequestId> {
    let named = handle.0 & 0xf == TRANSFER && !handle.is_predefined();
    named.then(|| RequestId((handle.0 as u64 >> 4).wrapping_sub(BIAS)))
}

/// An operation that is started with [`start`] and can be started again (MPI-5.0 §3.9).
pub trait Startable: Send {
    /// Starts it.
    fn start(&self, process: &mut Process) -> Result<Started>;

    /// Whose error handler is meant.
    fn comm(&self) -> &Arc<Comm>;
}

/// What became of a persistent operation when it was started.
#[derive(Clone, Copy, Debug)]
pub enum Started {
    /// It goes on as this transfer.
    Transfer(RequestId),
    /// It is complete with this status.
    Complete(Status),
}

/// A send and a receive under one request (`MPI_Isendrecv`).
#[derive(Debug)]
pub struct Exchange {
    receive: Option<RequestId>,
    send: Option<RequestId>,
}

/// A request that is more than one transfer.
pub enum Request {
    /// Complete from the start.
    Ready(Status),
    /// A send and a receive.
    Exchange(Exchange),
    /// Started by [`start`], inactive otherwise.
    Persistent(Persistent),
}

/// A persistent request.
pub struct Persistent {
    operation: Arc<dyn Startable + Sync>,
    active: Option<Started>,
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
    fn clean(status: Status, gone: bool) -> Self {
        Completion { status, error: None, gone }
    }

    /// What a wait for several requests says of one that is not complete.
    fn unsuccessful(code: i32, error: Option<Error>) -> Self {
        let mut status = Status::EMPTY;
        status.error = code;
        Completion { status, error, gone: false }
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
        self.requests.insert(Request::Ready(status))
    }

    /// A request for a receive (`None`: from `MPI_PROC_NULL`) and a send (`None`: complete).
    pub(crate) fn exchange_request(
        &mut self,
        receive: Option<RequestId>,
        send: Option<RequestId>,
    ) -> RequestHandle {
        self.requests.insert(Request::Exchange(Exchange { receive, send }))
    }

    /// An inactive persistent request.
    pub fn persistent_request(&mut self, operation: Arc<dyn Startable + Sync>) -> RequestHandle {
        self.requests.insert(Request::Persistent(Persistent { operation, active: None }))
    }

    /// Whether the request names an active operation (null and inactive ones do not).
    fn is_active(&self, handle: RequestHandle) -> Result<bool> {
        if handle == RequestHandle::NULL {
            return Ok(false);
        }
        if handle == COMPLETE || transfer_of(handle).is_some() {
            return Ok(true);
        }
        match self.requests.get(handle) {
            Some(Request::Ready(_) | Request::Exchange(_)) => Ok(true),
            Some(Request::Persistent(persistent)) => Ok(persistent.active.is_some()),
            None => Err(bad_request(handle)),
        }
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
        match self.engine.transfer.take(id) {
            Some((outcome, label)) => {
                let (status, error) = self.conclude(&outcome, label);
                Ok(Some(Completion { status, error, gone: true }))
            }
            None if self.engine.transfer.exists(id) => Ok(None),
            None => Err(bad_request(handle)),
        }
    }

    fn take_object(&mut self, handle: RequestHandle) -> Result<Option<Completion>> {
        match self.requests.get_mut(handle) {
            None => Err(bad_request(handle)),
            Some(Request::Ready(status)) => {
                let status = *status;
                self.requests.remove(handle);
                Ok(Some(Completion::clean(status, true)))
            }
            Some(Request::Exchange(_)) => Ok(self.take_exchange(handle)),
            Some(Request::Persistent(persistent)) => match persistent.active {
                None => Ok(Some(Completion::clean(Status::EMPTY, false))),
                Some(Started::Complete(status)) => {
                    persistent.active = None;
                    Ok(Some(Completion::clean(status, false)))
                }
                Some(Started::Transfer(id)) => {
                    let Some((outcome, label)) = self.engine.transfer.take(id) else {
                        return Ok(None);
                    };
                    if let Some(Request::Persistent(p)) = self.requests.get_mut(handle) {
                        p.active = None;
                    }
                    let (status, error) = self.conclude(&outcome, label);
                    Ok(Some(Completion { status, error, gone: false }))
                }
            },
        }
    }

    fn take_exchange(&mut self, handle: RequestHandle) -> Option<Completion> {
        let Some(Request::Exchange(Exchange { receive, send })) = self.requests.get(handle) else {
            return None;
        };
        let (status, error) = self.take_halves(*receive, *send)?;
        self.requests.remove(handle);
        Some(Completion { status, error, gone: true })
    }

    /// Takes the two halves of a send-receive when both are complete, or one has failed: the other is
    /// given up then. The status is the receive's.
    pub(crate) fn take_halves(
        &mut self,
        receive: Option<RequestId>,
        send: Option<RequestId>,
    ) -> Option<(Status, Option<Error>)> {
        if [receive, send].into_iter().flatten().any(|id| !self.engine.transfer.is_done(id)) {
            self.give_up_half(receive?, send?)?;
        }
        let mut end = |id: Option<RequestId>, nothing: Status| {
            let ended = id.and_then(|id| self.engine.transfer.take(id));
            ended.map_or((nothing, None), |(outcome, label)| self.conclude(&outcome, label))
        };
        let (mut status, error) = end(receive, Status::PROC_NULL);
        let (_, send_error) = end(send, Status::SENT);
        let error = error.or(send_error);
        status.error = error.as_ref().map_or(0, |error| error.code);
        Some((status, error))
    }

    /// Gives up one half if the other has failed. `None`: they go on.
    #[inline]
    fn give_up_half(&mut self, receive: RequestId, send: RequestId) -> Option<()> {
        let engine = &mut self.engine;
        if engine.transfer.failures() == 0 {
            return None;
        }
        let ended = engine.transfer.has_failed(receive) && engine.give_up(send)
            || engine.transfer.has_failed(send) && engine.give_up(receive);
        ended.then_some(())
    }

    /// Whether one of these has failed. `seen`: failures that were looked at before.
    #[inline]
    fn any_failed(&self, handles: &[RequestHandle], seen: &mut u64) -> bool {
        let failures = self.engine.transfer.failures();
        std::mem::replace(seen, failures) != failures
            && handles.iter().any(|handle| self.has_failed(*handle))
    }

    #[cold]
    fn has_failed(&self, handle: RequestHandle) -> bool {
        let failed = |id: RequestId| self.engine.transfer.has_failed(id);
        if let Some(id) = transfer_of(handle) {
            return failed(id);
        }
        match self.requests.get(handle) {
            Some(Request::Exchange(Exchange { receive, send })) => {
                receive.iter().chain(send).any(|id| failed(*id))
            }
            Some(Request::Persistent(Persistent {
                active: Some(Started::Transfer(id)), ..
            })) => failed(*id),
            _ => false,
        }
    }

    /// Whether an operation is complete, and its status, without taking it (`MPI_Request_get_status`).
    fn peek_completion(&self, handle: RequestHandle) -> Result<Option<Status>> {
        let transfer = |id: RequestId| {
            let outcome = self.engine.transfer.outcome(id)?;
            Some(self.conclude(outcome, self.engine.transfer.label(id)?).0)
        };
        if let Some(id) = transfer_of(handle) {
            return if self.engine.transfer.exists(id) {
                Ok(transfer(id))
            } else {
                Err(bad_request(handle))
            };
        }
        if handle == COMPLETE || handle == RequestHandle::NULL {
            return Ok(Some(without_object(handle)));
        }
        match self.requests.get(handle) {
            None => Err(bad_request(handle)),
            Some(Request::Ready(status)) => Ok(Some(*status)),
            Some(Request::Exchange(Exchange { receive, send })) => {
                let sent = send.is_none_or(|id| self.engine.transfer.is_done(id));
                let status = receive.map_or(Some(Status::PROC_NULL), transfer);
                let failed =
                    send.filter(|id| self.engine.transfer.has_failed(*id)).and_then(transfer);
                Ok(failed.or_else(|| status.filter(|status| sent || status.error != 0)))
            }
            Some(Request::Persistent(persistent)) => Ok(match persistent.active {
                None => Some(Status::EMPTY),
                Some(Started::Complete(status)) => Some(status),
                Some(Started::Transfer(id)) => transfer(id),
            }),
        }
    }

    /// Whether a request is complete, without taking it.
    #[inline]
    fn is_complete(&self, handle: RequestHandle) -> Result<bool> {
        match transfer_of(handle) {
            Some(id) => Ok(self.engine.transfer.is_done(id)),
            None => Ok(self.peek_completion(handle)?.is_some()),
        }
    }

    /// The communicator whose error handler a request's errors go to.
    pub fn comm_of_request(&self, handle: RequestHandle) -> Option<CommHandle> {
        if let Some(id) = transfer_of(handle) {
            return self.engine.transfer.label(id).map(|label| Owner::of(label).comm());
        }
        match self.requests.get(handle)? {
            Request::Ready(_) => None,
            Request::Exchange(Exchange { receive, send }) => {
                let label = self.engine.transfer.label(receive.or(*send)?)?;
                Some(Owner::of(label).comm())
            }
            Request::Persistent(persistent) => Some(persistent.operation.comm().handle),
        }
    }

    /// `MPI_Request_c2f` and back need a number of 32 bits: transfers are named by their slot.
    pub fn request_to_fortran(&self, handle: RequestHandle) -> i32 {
        (handle.0 & 0x7fff_ffff) as i32
    }

    /// The request of a Fortran number; what names nothing is the null request.
    pub fn request_from_fortran(&self, value: i32) -> RequestHandle {
        let handle = RequestHandle::new(value as usize);
        if value < 0 {
            return RequestHandle::NULL;
        }
        if let Some(id) = transfer_of(handle) {
            let found = self.engine.transfer.request_at(id.0 as u32);
            return found.map_or(RequestHandle::NULL, of_transfer);
        }
        if handle == COMPLETE {
            return COMPLETE;
        }
        self.requests.from_fortran(value).unwrap_or(RequestHandle::NULL)
    }
}

/// `MPI_Start`.
pub fn start(handle: RequestHandle) -> Result<()> {
    let mut process = enter();
    let operation = match process.requests.get(handle) {
        Some(Request::Persistent(persistent)) if persistent.active.is_none() => {
            persistent.operation.clone()
        }
        Some(Request::Persistent(_)) => {
            return Err(Error::new(MPI_ERR_REQUEST, "the persistent request is active already"));
        }
        _ => return Err(Error::new(MPI_ERR_REQUEST, "only persistent requests can be started")),
    };
    let started = operation.start(&mut process)?;
    if let Some(Request::Persistent(persistent)) = process.requests.get_mut(handle) {
        persistent.active = Some(started);
    }
    Ok(())
}

/// `MPI_Request_free`.
pub fn free(handle: &mut RequestHandle) -> Result<()> {
    let mut process = enter();
    if let Some(id) = transfer_of(*handle) {
        if !process.engine.transfer.exists(id) {
            return Err(bad_request(*handle));
        }
        process.engine.transfer.detach(id);
    } else if *handle != COMPLETE {
        match process.requests.remove(*handle) {
            None => return Err(bad_request(*handle)),
            Some(Request::Persistent(Persistent {
                active: Some(Started::Transfer(id)), ..
            })) => {
                process.engine.transfer.detach(id);
            }
            Some(Request::Exchange(Exchange { receive, send })) => {
                receive.into_iter().chain(send).for_each(|id| process.engine.transfer.detach(id));
            }
            Some(_) => {}
        }
    }
    *handle = RequestHandle::NULL;
    Ok(())
}

/// `MPI_Cancel`: takes back what has not matched; of a send its receiver decides (MPI-5.0 §3.8.4).
pub fn cancel(handle: RequestHandle) -> Result<()> {
    let mut entered = enter();
    let process = &mut *entered;
    let id = transfer_of(handle).or_else(|| match process.requests.get(handle) {
        Some(Request::Persistent(Persistent { active: Some(Started::Transfer(id)), .. })) => {
            Some(*id)
        }
        Some(Request::Exchange(Exchange { receive, .. })) => *receive,
        _ => None,
    });
    if let Some(id) = id {
        process.engine.cancel(id);
        process.engine.flush(&mut process.link);
        // What this process has sent itself is decided when the call returns: programs that test once expect
        // it. The question and its answer are a round each.
        for _ in 0..ROUNDS_TO_ITSELF {
            if process.engine.transfer.is_done(id) || process.progress() == 0 {
                break;
            }
        }
    }
    Ok(())
}

/// Rounds of progress in which a question of this process to itself is asked and answered.
const ROUNDS_TO_ITSELF: usize = 4;
