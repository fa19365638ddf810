//! Probing, and receiving what a matched probe took (MPI-5.0 §3.8).

use super::{RecvBuffer, finish, recv_label, recv_space, selector};
use crate::comm::Comm;
use crate::constants::MPI_PROC_NULL;
use crate::error::{Error, Result};
use crate::handle::{CommHandle, MessageHandle, RequestHandle};
use crate::process::{enter, wait_until};
use crate::request::{of_transfer, transfer_of};
use crate::status::Status;
use ferry_protocol::{Probed, RequestId};

/// The message handle of a matched probe of `MPI_PROC_NULL` (MPI-5.0 §3.10).
pub const MESSAGE_NO_PROC: MessageHandle = MessageHandle::new(0x129);

fn probed_status(comm: &Comm, found: &Probed) -> Status {
    Status::message(comm.rank_of(found.source), found.tag, found.bytes)
}

/// `MPI_Iprobe`.
pub fn iprobe(source: i32, tag: i32, comm: CommHandle) -> Result<Option<Status>> {
    let mut process = enter();
    let comm = process.comm(comm)?.clone();
    if source == MPI_PROC_NULL {
        return Ok(Some(Status::PROC_NULL));
    }
    let selector = selector(&comm, comm.context, source, tag)?;
    if let Some(found) = process.engine.probe(&selector) {
        return Ok(Some(probed_status(&comm, &found)));
    }
    process.progress();
    Ok(process.engine.probe(&selector).map(|found| probed_status(&comm, &found)))
}

/// `MPI_Probe`.
pub fn probe(source: i32, tag: i32, comm: CommHandle) -> Result<Status> {
    let comm = enter().comm(comm)?.clone();
    if source == MPI_PROC_NULL {
        return Ok(Status::PROC_NULL);
    }
    let selector = selector(&comm, comm.context, source, tag)?;
    let found = wait_until(|p| p.engine.probe(&selector));
    Ok(probed_status(&comm, &found))
}

/// `MPI_Improbe`.
pub fn improbe(source: i32, tag: i32, comm: CommHandle) -> Result<Option<(MessageHandle, Status)>> {
    let mut process = enter();
    let comm = process.comm(comm)?.clone();
    if source == MPI_PROC_NULL {
        return Ok(Some((MESSAGE_NO_PROC, Status::PROC_NULL)));
    }
    let selector = selector(&comm, comm.context, source, tag)?;
    let label = recv_label(&comm, source);
    if process.engine.probe(&selector).is_none() {
        process.progress();
    }
    let taken = process.engine.probe_matched(&selector, label);
    Ok(taken.map(|(id, found)| (message_of(id), probed_status(&comm, &found))))
}

/// `MPI_Mprobe`.
pub fn mprobe(source: i32, tag: i32, comm: CommHandle) -> Result<(MessageHandle, Status)> {
    let comm = enter().comm(comm)?.clone();
    if source == MPI_PROC_NULL {
        return Ok((MESSAGE_NO_PROC, Status::PROC_NULL));
    }
    let selector = selector(&comm, comm.context, source, tag)?;
    let label = recv_label(&comm, source);
    let (id, found) = wait_until(|p| p.engine.probe_matched(&selector, label));
    Ok((message_of(id), probed_status(&comm, &found)))
}

fn message_of(id: RequestId) -> MessageHandle {
    MessageHandle::new(of_transfer(id).0)
}

fn start_matched(buffer: &RecvBuffer, message: MessageHandle) -> Result<Option<RequestId>> {
    let mut process = enter();
    let datatype = process.committed(buffer.datatype)?.datatype.clone();
    if message == MESSAGE_NO_PROC {
        return Ok(None);
    }
    let space = recv_space(buffer.memory, buffer.count, &datatype)?;
    let id = transfer_of(RequestHandle::new(message.0));
    let id = id.filter(|id| process.engine.exists(*id));
    let matched = id.and_then(|id| {
        let label = process.engine.label(id)?;
        process.engine.recv_matched(id, space, label).then_some(id)
    });
    let process = &mut *process;
    process.engine.flush(&mut process.link);
    matched.map(Some).ok_or_else(|| {
        let text = "message handle is null, was received or was never made";
        Error::new(crate::constants::MPI_ERR_REQUEST, text)
    })
}

/// `MPI_Mrecv`.
pub fn mrecv(buffer: RecvBuffer, message: MessageHandle) -> Result<Status> {
    start_matched(&buffer, message)?.map_or(Ok(Status::PROC_NULL), finish)
}

/// `MPI_Imrecv`.
pub fn imrecv(buffer: RecvBuffer, message: MessageHandle) -> Result<RequestHandle> {
    match start_matched(&buffer, message)? {
        None => Ok(enter().ready_request(Status::PROC_NULL)),
        Some(id) => Ok(of_transfer(id)),
    }
}
