//! Sending and receiving in one call (MPI-5.0 §3.11).

use super::{RecvBuffer, SendBuffer, kept_datatype, packed_len, start, start_receive};
use crate::buffer::check_null;
use crate::comm::Comm;
use crate::constants::MPI_PROC_NULL;
use crate::error::{Error, Result};
use crate::failure::CompletionFailure;
use crate::handle::{CommHandle, RequestHandle};
use crate::lane::{Lane, enter_with};
use crate::process::{Process, enter_lane, wait_inside};
use crate::request::{Completion, OperationOwner, Request};
use crate::status::Status;
use ferry_two_sided::{Mode, RequestId, SendData, SendStart, TwoSided};
use ferry_wire::PeerId;
use std::sync::Arc;

/// A send and a receive under one request (`MPI_Isendrecv`).
#[derive(Clone, Copy, Debug)]
struct SendRecvPair {
    lane: Lane,
    /// `None`: from `MPI_PROC_NULL`.
    receive: Option<RequestId>,
    /// `None`: to `MPI_PROC_NULL`, or complete.
    sending: Option<RequestId>,
}

impl SendRecvPair {
    /// Takes the two halves when both are complete, or one has failed: the other is given up then. The status
    /// is the receive's.
    fn take_halves(self, process: &mut Process) -> Option<(Status, Option<Error>)> {
        let SendRecvPair { receive, sending, .. } = self;
        if [receive, sending]
            .into_iter()
            .flatten()
            .any(|id| !process.runtime.face.transfer.is_done(id))
        {
            if !process.failures.is_quiet()
                && let Some(end) = self.end_interrupted(process)
            {
                return Some(end);
            }
            give_up_half(&mut process.runtime.face, receive?, sending?)?;
        }
        let mut end = |id: Option<RequestId>, nothing: Status| {
            let ended = id.and_then(|id| process.runtime.face.transfer.take(id));
            ended.map_or((nothing, None), |(outcome, label)| process.conclude(&outcome, label))
        };
        let (mut status, error) = end(receive, Status::PROC_NULL);
        let (_, send_error) = end(sending, Status::SENT);
        let error = error.or(send_error);
        status.error = error.as_ref().map_or(0, |error| error.code);
        Some((status, error))
    }

    /// Ends the halves where a failure or a revocation does.
    #[cold]
    fn end_interrupted(self, process: &mut Process) -> Option<(Status, Option<Error>)> {
        if let Some(receive) = self.receive.filter(|id| process.is_interrupted(*id)) {
            process.end_interrupted(receive);
        }
        let sending = self.sending.filter(|id| process.is_interrupted(*id))?;
        let waits = |id: &RequestId| !process.runtime.face.transfer.is_done(*id);
        if self.receive.as_ref().is_some_and(waits) {
            return None;
        }
        let completion = process.take_interrupted(sending)?;
        self.receive.map(|id| process.runtime.face.transfer.take(id));
        Some((completion.status, completion.error))
    }

    /// The receive, if it goes on although the dead may have been to serve it. Where the send has failed it does not.
    fn pending_receive(self, process: &Process) -> Option<RequestId> {
        if process.failures.is_quiet() {
            return None;
        }
        let has_failed = |id: RequestId| {
            process.runtime.face.transfer.has_failed(id) || process.is_interrupted(id)
        };
        let receive = self.receive.filter(|id| process.is_pending(*id));
        receive.filter(|_| !self.sending.is_some_and(has_failed))
    }

    /// Waits for both halves, or until one of them has failed. The status is the receive's, even where only
    /// the send has failed.
    #[inline]
    fn finish(self) -> Result<Status, CompletionFailure> {
        let (status, error) =
            wait_inside(enter_lane(self.lane), None, |process| self.take_halves(process)).1;
        error.map_or(Ok(status), |error| Err(CompletionFailure::of(status, error)))
    }

    fn halves(self) -> impl Iterator<Item = RequestId> {
        self.receive.into_iter().chain(self.sending)
    }
}

/// Gives up one half if the other has failed. `None`: they go on.
#[inline]
fn give_up_half(messages: &mut TwoSided, receive: RequestId, sending: RequestId) -> Option<()> {
    if messages.transfer.failures() == 0 {
        return None;
    }
    let ended = messages.transfer.has_failed(receive) && messages.give_up(sending)
        || messages.transfer.has_failed(sending) && messages.give_up(receive);
    ended.then_some(())
}

impl Request for SendRecvPair {
    fn peek(&self, process: &Process) -> Option<Status> {
        let transfer = &process.runtime.face.transfer;
        let sent = self.sending.is_none_or(|id| transfer.is_done(id));
        let failed = self.sending.filter(|id| transfer.has_failed(*id));
        if let Some(status) = failed.and_then(|id| process.peek_transfer(id)) {
            return Some(status);
        }
        let status = self.receive.map_or(Some(Status::PROC_NULL), |id| process.peek_transfer(id));
        status.filter(|status| sent || status.error != 0)
    }

    fn take(&mut self, process: &mut Process) -> Option<Completion> {
        if let Some(receive) = self.pending_receive(process) {
            return process.take_interrupted(receive);
        }
        let (status, error) = self.take_halves(process)?;
        Some(Completion { error, ..Completion::clean(status, true) })
    }

    fn has_failed(&self, process: &Process) -> bool {
        let transfer = &process.runtime.face.transfer;
        self.halves().any(|id| transfer.has_failed(id) || process.is_interrupted(id))
    }

    fn is_pending(&self, process: &Process) -> bool {
        self.pending_receive(process).is_some()
    }

    fn comm(&self, process: &Process) -> Option<CommHandle> {
        let label = process.runtime.face.transfer.label(self.halves().next()?)?;
        Some(OperationOwner::of(label).comm())
    }

    fn cancelled(&self) -> Option<RequestId> {
        self.receive
    }

    /// The send goes on from a copy: nobody may ever receive it, and the request is to end.
    fn taken_back(&mut self, process: &mut Process) {
        if let Some(sending) = self.sending.take() {
            process.runtime.face.give_up(sending);
        }
    }

    fn detach(&mut self, process: &mut Process) {
        self.halves().for_each(|id| process.runtime.face.transfer.detach(id));
    }
}

/// Data that are to go to a process.
type OutgoingPart = (Arc<Comm>, PeerId, (SendData, u64));

/// `MPI_Sendrecv`.
pub fn sendrecv(
    send: SendBuffer,
    dest: i32,
    send_tag: i32,
    recv: RecvBuffer,
    source: i32,
    recv_tag: i32,
    comm: CommHandle,
) -> Result<Status, CompletionFailure> {
    start_both(send, dest, send_tag, recv, source, recv_tag, comm)?.finish()
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
) -> Result<SendRecvPair> {
    let receive = start_receive(&recv, source, recv_tag, comm, false)?;
    let lane = Lane::of(comm);
    match start(&send, dest, send_tag, comm, Mode::Standard) {
        Ok(sending) => Ok(SendRecvPair { lane, receive, sending }),
        Err(error) => {
            abandon(lane, receive);
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
    let exchange = start_both(send, dest, send_tag, recv, source, recv_tag, comm)?;
    Ok(enter_lane(exchange.lane).add_request(exchange))
}

/// Takes back a receive whose partner operation failed.
fn abandon(lane: Lane, receive: Option<RequestId>) {
    if let Some(id) = receive {
        let mut process = enter_lane(lane);
        process.runtime.face.cancel(id);
        process.runtime.face.transfer.detach(id);
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
) -> Result<Status, CompletionFailure> {
    start_replacing(&buffer, dest, send_tag, source, recv_tag, comm)?.finish()
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
    let exchange = start_replacing(&buffer, dest, send_tag, source, recv_tag, comm)?;
    Ok(enter_lane(exchange.lane).add_request(exchange))
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
) -> Result<SendRecvPair> {
    let copy = copy_out(buffer, dest, comm)?;
    let receive = start_receive(buffer, source, recv_tag, comm, false)?;
    let lane = Lane::of(comm);
    let Some((comm, to, data)) = copy else {
        return Ok(SendRecvPair { lane, receive, sending: None });
    };
    let sent = enter_lane(lane).start_typed_send(&comm, data, to, send_tag, Mode::Standard);
    match sent {
        Ok(SendStart::Done) => Ok(SendRecvPair { lane, receive, sending: None }),
        Ok(SendStart::Pending(id)) => Ok(SendRecvPair { lane, receive, sending: Some(id) }),
        Err(error) => {
            abandon(lane, receive);
            Err(error)
        }
    }
}

/// A copy of the buffer's content and where it goes; `None`: to `MPI_PROC_NULL`.
fn copy_out(buffer: &RecvBuffer, dest: i32, comm: CommHandle) -> Result<Option<OutgoingPart>> {
    let process = enter_with(comm, buffer.datatype);
    let comm = process.comm(comm)?.clone();
    comm.check()?;
    if dest == MPI_PROC_NULL {
        return Ok(None);
    }
    let kept = kept_datatype(&process, buffer.datatype, dest)?;
    let datatype = &kept.datatype;
    let to = comm.peer_of("dest", dest)?;
    check_null(buffer.memory.address(0), datatype, buffer.count)?;
    let mut packed = vec![0; packed_len(datatype, buffer.count)?];
    datatype.pack(&buffer.memory.reader(), buffer.count, 0, &mut packed);
    Ok(Some((comm, to, (SendData::Owned(packed), kept.word(buffer.count)))))
}
