//! Sending and receiving in one call (MPI-5.0 §3.11).

use super::{RecvBuffer, SendBuffer, finish, packed_len, recv, start, start_receive};
use crate::constants::MPI_PROC_NULL;
use crate::error::Result;
use crate::handle::{CommHandle, RequestHandle};
use crate::process::enter;
use crate::status::Status;
use ferry_protocol::{Mode, RequestId, SendData, Started};

/// `MPI_Sendrecv`.
pub fn sendrecv(
    send: SendBuffer,
    dest: i32,
    send_tag: i32,
    recv: RecvBuffer,
    source: i32,
    recv_tag: i32,
    comm: CommHandle,
) -> Result<Status> {
    let (receive, sending) = start_both(send, dest, send_tag, recv, source, recv_tag, comm)?;
    let received = receive.map_or(Ok(Status::PROC_NULL), finish);
    if let Some(id) = sending {
        finish(id)?;
    }
    received
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
) -> Result<(Option<RequestId>, Option<RequestId>)> {
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
        process.engine.detach(id);
    }
}

/// `MPI_Sendrecv_replace`: the outgoing data are packed first.
pub fn sendrecv_replace(
    buffer: RecvBuffer,
    dest: i32,
    send_tag: i32,
    source: i32,
    recv_tag: i32,
    comm: CommHandle,
) -> Result<Status> {
    let sending = start_copy(&buffer, dest, send_tag, comm)?;
    let received = recv(buffer, source, recv_tag, comm);
    if let Some(id) = sending {
        finish(id)?;
    }
    received
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
    let sending = start_copy(&buffer, dest, send_tag, comm)?;
    let receive = start_receive(&buffer, source, recv_tag, comm)?;
    Ok(enter().exchange_request(receive, sending))
}

/// Starts a send of a copy of the buffer's content.
fn start_copy(
    buffer: &RecvBuffer,
    dest: i32,
    tag: i32,
    comm: CommHandle,
) -> Result<Option<RequestId>> {
    let mut entered = enter();
    let process = &mut *entered;
    let datatype = process.committed(buffer.datatype)?.datatype.clone();
    let comm = process.comm(comm)?.clone();
    if dest == MPI_PROC_NULL {
        return Ok(None);
    }
    let to = comm.peer(dest)?;
    let mut packed = vec![0; packed_len(&datatype, buffer.count)?];
    datatype.pack(&buffer.memory.reader(), buffer.count, 0, &mut packed);
    let data = SendData::Owned(packed);
    Ok(match process.start_send(&comm, comm.context, data, to, tag, Mode::Standard)? {
        Started::Done => None,
        Started::Pending(id) => Some(id),
    })
}
