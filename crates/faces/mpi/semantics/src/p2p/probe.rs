//! Probing, and receiving what a matched probe took (MPI-5.0 §3.8).

use super::{KeptDatatype, RecvBuffer, fault_error, finish, kept_datatype, recv_space, selector};
use crate::buffer::check_null;
use crate::comm::Comm;
use crate::constants::MPI_PROC_NULL;
use crate::error::{Error, Result};
use crate::failure::CompletionFailure;
use crate::handle::{CommHandle, MessageHandle, RequestHandle};
use crate::lane::{Lane, enter_for, know_type};
use crate::process::{Process, enter, enter_lane, wait_inside};
use crate::process_failure::{failure_error, revoked_error};
use crate::request::{OperationOwner, of_transfer, transfer_of};
use crate::status::Status;
use ferry_matching::Selector;
use ferry_two_sided::{Expects, Probed, RequestId, TwoSided};
use ferry_wire::PeerId;

/// The message handle of a matched probe of `MPI_PROC_NULL` (MPI-5.0 §3.10).
pub const MESSAGE_NO_PROC: MessageHandle = MessageHandle::new(0x129);

fn probed_status(comm: &Comm, found: &Probed) -> Status {
    Status::message(comm.rank_of(found.source), found.tag, found.bytes)
}

/// What `look` finds; an error where the only process that could send it is lost.
fn found<T>(
    process: &mut Process,
    comm: &Comm,
    selector: &Selector,
    look: impl Fn(&mut TwoSided) -> Option<T>,
) -> Option<Result<T>> {
    if let Some(found) = look(&mut process.runtime.face) {
        return Some(Ok(found));
    }
    if comm.is_revoked() {
        return Some(Err(revoked_error(comm)));
    }
    let Some(source) = selector.source else {
        let failed = process.unacknowledged(comm)?;
        return Some(Err(failure_error(process, comm, failed)));
    };
    let fault = process.runtime.face.transfer.loss(PeerId(source))?;
    Some(Err(fault_error(&fault).on(comm.handle)))
}

/// As [`found`], once more after a round of progress where nothing is there.
fn found_soon<T>(
    process: &mut Process,
    comm: &Comm,
    selector: &Selector,
    look: impl Fn(&mut TwoSided) -> Option<T>,
) -> Result<Option<T>> {
    if let Some(found) = found(process, comm, selector, &look) {
        return found.map(Some);
    }
    process.progress();
    found(process, comm, selector, look).transpose()
}

/// `MPI_Iprobe`.
pub fn iprobe(source: i32, tag: i32, comm: CommHandle) -> Result<Option<Status>> {
    let mut process = enter_for(comm);
    let comm = process.comm(comm)?.clone();
    comm.check()?;
    if source == MPI_PROC_NULL {
        return Ok(Some(Status::PROC_NULL));
    }
    let selector = selector(&comm, comm.context, source, tag)?;
    let found = found_soon(&mut process, &comm, &selector, |engine| engine.probe(&selector))?;
    Ok(found.map(|found| probed_status(&comm, &found)))
}

/// `MPI_Probe`.
pub fn probe(source: i32, tag: i32, comm: CommHandle) -> Result<Status> {
    let comm = enter_for(comm).comm(comm)?.clone();
    comm.check()?;
    if source == MPI_PROC_NULL {
        return Ok(Status::PROC_NULL);
    }
    let selector = selector(&comm, comm.context, source, tag)?;
    let look = |messages: &mut TwoSided| messages.probe(&selector);
    let found = wait_in(&comm, |process| found(process, &comm, &selector, look))?;
    Ok(probed_status(&comm, &found))
}

/// `MPI_Improbe`.
pub fn improbe(source: i32, tag: i32, comm: CommHandle) -> Result<Option<(MessageHandle, Status)>> {
    let mut process = enter_for(comm);
    let comm = process.comm(comm)?.clone();
    comm.check()?;
    if source == MPI_PROC_NULL {
        return Ok(Some((MESSAGE_NO_PROC, Status::PROC_NULL)));
    }
    let selector = selector(&comm, comm.context, source, tag)?;
    let label = OperationOwner::receive(comm.handle, source).label();
    let look = |messages: &mut TwoSided| messages.probe_matched(&selector, label);
    let taken = found_soon(&mut process, &comm, &selector, look)?;
    Ok(taken.map(|(id, found)| (message_of(&comm, id), probed_status(&comm, &found))))
}

/// `MPI_Mprobe`.
pub fn mprobe(source: i32, tag: i32, comm: CommHandle) -> Result<(MessageHandle, Status)> {
    let comm = enter_for(comm).comm(comm)?.clone();
    comm.check()?;
    if source == MPI_PROC_NULL {
        return Ok((MESSAGE_NO_PROC, Status::PROC_NULL));
    }
    let selector = selector(&comm, comm.context, source, tag)?;
    let label = OperationOwner::receive(comm.handle, source).label();
    let look = |messages: &mut TwoSided| messages.probe_matched(&selector, label);
    let (id, found) = wait_in(&comm, |process| found(process, &comm, &selector, look))?;
    Ok((message_of(&comm, id), probed_status(&comm, &found)))
}

fn message_of(comm: &Comm, id: RequestId) -> MessageHandle {
    MessageHandle::new(of_transfer(Lane::of(comm.handle), id).0)
}

/// Waits where a communicator's messages are.
fn wait_in<T>(comm: &Comm, ready: impl FnMut(&mut Process) -> Option<T>) -> T {
    wait_inside(enter_for(comm.handle), None, ready).1
}

fn start_matched(buffer: &RecvBuffer, message: MessageHandle) -> Result<Option<RequestId>> {
    if message == MESSAGE_NO_PROC {
        return Ok(None);
    }
    let mut process = know_type(enter_lane(Lane::of(message)), buffer.datatype);
    let KeptDatatype { datatype, typed } = kept_datatype(&process, buffer.datatype, 0)?;
    check_null(buffer.memory.address(0), &datatype, buffer.count)?;
    let space = recv_space(buffer.memory, buffer.count, &datatype)?;
    let id = transfer_of(RequestHandle::new(message.0));
    let id = id.filter(|id| process.runtime.face.transfer.exists(*id));
    let matched = id.and_then(|id| {
        let label = process.runtime.face.transfer.label(id)?;
        let expected = typed.map(|typed| typed as &dyn Expects);
        process.runtime.face.recv_typed_matched(id, (space, label), expected).then_some(id)
    });
    let process = &mut *process;
    process.runtime.face.flush(&mut process.runtime.links);
    matched.map(Some).ok_or_else(|| {
        let text = "message handle is null, was received or was never made";
        Error::new(crate::constants::MPI_ERR_REQUEST, text)
    })
}

/// `MPI_Mrecv`.
pub fn mrecv(buffer: RecvBuffer, message: MessageHandle) -> Result<Status, CompletionFailure> {
    let id = start_matched(&buffer, message)?;
    id.map_or(Ok(Status::PROC_NULL), |id| finish(Lane::of(message), id))
}

/// `MPI_Imrecv`.
pub fn imrecv(buffer: RecvBuffer, message: MessageHandle) -> Result<RequestHandle> {
    match start_matched(&buffer, message)? {
        None => Ok(enter().ready_request(Status::PROC_NULL)),
        Some(id) => Ok(of_transfer(Lane::of(message), id)),
    }
}
