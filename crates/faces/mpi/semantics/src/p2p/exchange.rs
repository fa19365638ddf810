//! Sending and receiving in one call (MPI-5.0 §3.11).

use super::{RecvBuffer, SendBuffer, packed_len, start, start_receive};
use crate::buffer::check_null;
use crate::comm::Comm;
use crate::constants::MPI_PROC_NULL;
use crate::error::Result;
use crate::failure::Failure;
use crate::handle::{CommHandle, RequestHandle};
use crate::process::{enter, wait_until};
use crate::status::Status;
use ferry_two_sided::{Mode, RequestId, SendData, Started};
use ferry_wire::PeerId;
use std::sync::Arc;

/// A receive and a send that go on; `None`: from or to `MPI_PROC_NULL`, or complete.
type Halves = (Option<RequestId>, Option<RequestId>);

/// Data that are to go to a process.
type Outgoing = (Arc<Comm>, PeerId, Vec<u8>);

/// `MPI_Sendrecv`.
pub fn sendrecv(
    send: SendBuffer,
    dest: i32,
    send_tag: i32,
    recv: RecvBuffer,
    source: i32,
    recv_tag: i32,
    comm: CommHandle,
) -> Result<Status, Failure> {
    finish_both(start_both(send, dest, send_tag, recv, source, recv_tag, comm)?)
}

/// Waits for the two halves of a send-receive, or until one of them has failed. The status is the
/// receive's, even where only the send has failed.
#[inline]
pub(crate) fn finish_both((receive, sending): Halves) -> Result<Status, Failure> {
    let (status, error) = wait_until(|p| p.take_halves(receive, sending));
    error.map_or(Ok(status), |error| Err(Failure::of(status, error)))
}

/// Starts the two halves of a send-receive, or neither.
fn start_both(
    send: SendBuffer,
    dest: i32,
    send_tag: i32,
    recv: RecvBuffer,
    source: i32,
    recv_tag: i32,
    comm: CommHandle,
) -> Result<Halves> {
    let receive = start_receive(&recv, source, recv_tag, comm)?;
    match start(&send, dest, send_tag, comm, Mode::Standard) {
        Ok(sending) => Ok((receive, sending)),
        Err(error) => {
            abandon(receive);
            Err(error)
        }
    }
}

/// `MPI_Isendrecv`.
pub fn isendrecv(
    send: SendBuffer,
    dest: i32,
    send_tag: i32,
    recv: RecvBuffer,
    source: i32,
    recv_tag: i32,
    comm: CommHandle,
) -> Result<RequestHandle> {
    let (receive, sending) = start_both(send, dest, send_tag, recv, source, recv_tag, comm)?;
    Ok(enter().exchange_request(receive, sending))
}

/// Takes back a receive whose partner operation failed.
pub(crate) fn abandon(receive: Option<RequestId>) {
    if let Some(id) = receive {
        let mut process = enter();
        process.engine.cancel(id);
        process.engine.transfer.detach(id);
    }
}

/// `MPI_Sendrecv_replace`.
pub fn sendrecv_replace(
    buffer: RecvBuffer,
    dest: i32,
    send_tag: i32,
    source: i32,
    recv_tag: i32,
    comm: CommHandle,
) -> Result<Status, Failure> {
    finish_both(start_replacing(&buffer, dest, send_tag, source, recv_tag, comm)?)
}

/// `MPI_Isendrecv_replace`.
pub fn isendrecv_replace(
    buffer: RecvBuffer,
    dest: i32,
    send_tag: i32,
    source: i32,
    recv_tag: i32,
    comm: CommHandle,
) -> Result<RequestHandle> {
    let (receive, sending) = start_replacing(&buffer, dest, send_tag, source, recv_tag, comm)?;
    Ok(enter().exchange_request(receive, sending))
}

/// Starts the two halves of a replacement, or neither: what goes out is copied before anything can come
/// in, and sent only when the receive has started.
fn start_replacing(
    buffer: &RecvBuffer,
    dest: i32,
    send_tag: i32,
    source: i32,
    recv_tag: i32,
    comm: CommHandle,
) -> Result<Halves> {
    let copy = copy_out(buffer, dest, comm)?;
    let receive = start_receive(buffer, source, recv_tag, comm)?;
    let Some((comm, to, data)) = copy else { return Ok((receive, None)) };
    let data = SendData::Owned(data);
    let sent = enter().start_send(&comm, comm.context, data, to, send_tag, Mode::Standard);
    match sent {
        Ok(Started::Done) => Ok((receive, None)),
        Ok(Started::Pending(id)) => Ok((receive, Some(id))),
        Err(error) => {
            abandon(receive);
            Err(error)
        }
    }
}

/// A copy of the buffer's content and where it goes; `None`: to `MPI_PROC_NULL`.
fn copy_out(buffer: &RecvBuffer, dest: i32, comm: CommHandle) -> Result<Option<Outgoing>> {
    let process = enter();
    let comm = process.comm(comm)?.clone();
    if dest == MPI_PROC_NULL {
        return Ok(None);
    }
    let datatype = process.committed(buffer.datatype)?.datatype.clone();
    let to = comm.peer(dest)?;
    check_null(buffer.memory.address(0), &datatype, buffer.count)?;
    let mut packed = vec![0; packed_len(&datatype, buffer.count)?];
    datatype.pack(&buffer.memory.reader(), buffer.count, 0, &mut packed);
    Ok(Some((comm, to, packed)))
}
