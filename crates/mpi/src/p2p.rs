//! Point-to-point communication (MPI-5.0 §3).

use crate::comm::Comm;
use crate::constants::{
    MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_ERR_COUNT, MPI_ERR_OTHER, MPI_ERR_PROC_ABORTED,
    MPI_ERR_TRUNCATE, MPI_PROC_NULL,
};
use crate::error::{Error, Result};
use crate::handle::{CommHandle, DatatypeHandle, MessageHandle, RequestHandle};
use crate::process::{Process, enter, wait_until};
use crate::request::{COMPLETE, of_transfer, transfer_of};
use crate::status::Status;
use ferry_datatype::{Datatype, UserMemory, UserMemoryMut};
use ferry_link::LinkError;
use ferry_matching::Selector;
use ferry_protocol::{
    Fault, Gather, Label, Message, Mode, Outcome, Probed, RecvSpace, RequestId, Scatter, SendData,
    Started,
};
use ferry_wire::{ContextId, PeerId};
use std::sync::Arc;

/// The message handle of a matched probe of `MPI_PROC_NULL` (MPI-5.0 §3.10).
pub const MESSAGE_NO_PROC: MessageHandle = MessageHandle::new(0x129);

/// A send buffer: `count` elements of a datatype.
#[derive(Clone)]
pub struct SendBuffer {
    /// Where.
    pub memory: UserMemory,
    /// How many.
    pub count: u64,
    /// Of what.
    pub datatype: DatatypeHandle,
}

/// A receive buffer: `count` elements of a datatype.
#[derive(Clone)]
pub struct RecvBuffer {
    /// Where.
    pub memory: UserMemoryMut,
    /// How many.
    pub count: u64,
    /// Of what.
    pub datatype: DatatypeHandle,
}

struct Packed {
    datatype: Arc<Datatype>,
    memory: UserMemory,
    count: u64,
    len: usize,
}

struct Unpacked {
    datatype: Arc<Datatype>,
    memory: UserMemoryMut,
    count: u64,
    len: usize,
}

impl Gather for Packed {
    fn len(&self) -> usize {
        self.len
    }

    fn read(&self, at: usize, out: &mut [u8]) {
        self.datatype.pack(&self.memory, self.count, at as u64, out);
    }
}

impl Scatter for Unpacked {
    fn len(&self) -> usize {
        self.len
    }

    fn write(&mut self, at: usize, bytes: &[u8]) {
        self.datatype.unpack(&self.memory, self.count, at as u64, bytes);
    }
}

pub(crate) fn packed_len(datatype: &Datatype, count: u64) -> Result<usize> {
    let len = datatype.packed_size(count).and_then(|n| usize::try_from(n).ok());
    len.ok_or_else(|| {
        Error::new(MPI_ERR_COUNT, format!("{count} elements exceed the address space"))
    })
}

/// The data of a send, in one piece where possible.
pub fn send_data(memory: UserMemory, count: u64, datatype: &Arc<Datatype>) -> Result<SendData> {
    let len = packed_len(datatype, count)?;
    Ok(match datatype.read_region(&memory, count) {
        Some(region) => SendData::Region(region),
        None => {
            SendData::Gather(Box::new(Packed { datatype: datatype.clone(), memory, count, len }))
        }
    })
}

/// The room of a receive, in one piece where possible.
pub fn recv_space(
    memory: UserMemoryMut,
    count: u64,
    datatype: &Arc<Datatype>,
) -> Result<RecvSpace> {
    let len = packed_len(datatype, count)?;
    Ok(match datatype.write_region(&memory, count) {
        Some(region) => RecvSpace::Region(region),
        None => RecvSpace::Scatter(Box::new(Unpacked {
            datatype: datatype.clone(),
            memory,
            count,
            len,
        })),
    })
}

#[cold]
pub(crate) fn link_error(error: &LinkError) -> Error {
    let class = match error {
        LinkError::Method(ferry_method::MethodError::Lost { .. }) => MPI_ERR_PROC_ABORTED,
        _ => MPI_ERR_OTHER,
    };
    Error::new(class, error.to_string())
}

#[cold]
pub(crate) fn fault_error(fault: &Fault) -> Error {
    match fault {
        Fault::Truncated { sent, room } => Error::new(
            MPI_ERR_TRUNCATE,
            format!("a message of {sent} bytes met a receive buffer of {room} bytes"),
        ),
        Fault::Lost { peer, why } => {
            Error::new(MPI_ERR_PROC_ABORTED, format!("rank {peer} of the job is gone: {why}"))
        }
    }
}

/// Marks a label as naming the rank of the only possible source.
const KNOWN_SOURCE: u64 = 1 << 32;
/// Marks a label as a send's.
pub(crate) const SENT: u64 = 1 << 33;

fn send_label(comm: &Comm) -> Label {
    [comm.handle.0 as u64, SENT]
}

#[inline]
fn recv_label(comm: &Comm, source: i32) -> Label {
    let known = if source >= 0 { KNOWN_SOURCE | source as u64 } else { 0 };
    [comm.handle.0 as u64, known]
}

/// What to look for: translates ranks and wildcards.
#[inline]
pub fn selector(comm: &Comm, context: ContextId, source: i32, tag: i32) -> Result<Selector> {
    let source = if source == MPI_ANY_SOURCE { None } else { Some(comm.peer(source)?.0) };
    let tag = if tag == MPI_ANY_TAG { None } else { Some(tag) };
    Ok(Selector { context, source, tag })
}

impl Process {
    /// Starts a send of `data` on a context.
    pub fn start_send(
        &mut self,
        comm: &Comm,
        context: ContextId,
        data: SendData,
        to: PeerId,
        tag: i32,
        mode: Mode,
    ) -> Result<Started> {
        let message = Message { to, context, tag, data, mode, label: send_label(comm) };
        self.engine.send(&mut self.link, message).map_err(|e| link_error(&e))
    }

    /// Starts a receive on a context.
    #[inline]
    pub fn start_recv(
        &mut self,
        comm: &Comm,
        context: ContextId,
        space: RecvSpace,
        source: i32,
        tag: i32,
    ) -> Result<RequestId> {
        let selector = selector(comm, context, source, tag)?;
        Ok(self.engine.recv(selector, space, recv_label(comm, source)))
    }

    /// The status of an ended transfer, and its error.
    #[inline]
    pub(crate) fn conclude(&self, outcome: &Outcome, label: Label) -> (Status, Option<Error>) {
        let mut status = if label[1] & SENT != 0 || outcome.cancelled {
            Status::EMPTY
        } else {
            Status::message(self.source_rank(outcome.source, label), outcome.tag, outcome.bytes)
        };
        status.set_cancelled(outcome.cancelled);
        let error = outcome.fault.as_ref().map(|fault| {
            let error = fault_error(fault).on(CommHandle::new(label[0] as usize));
            status.error = error.code;
            error
        });
        (status, error)
    }

    #[inline]
    fn source_rank(&self, source: PeerId, label: Label) -> i32 {
        if label[1] & KNOWN_SOURCE != 0 {
            return label[1] as u32 as i32;
        }
        let comm = self.comm_or_freed(CommHandle::new(label[0] as usize));
        comm.map_or(MPI_PROC_NULL, |comm| comm.rank_of(source))
    }
}

/// Waits for a transfer; its status, or its error.
pub(crate) fn finish(id: RequestId) -> Result<Status> {
    let (status, error) = wait_until(|p| {
        let (outcome, label) = p.engine.take(id)?;
        Some(p.conclude(&outcome, label))
    });
    error.map_or(Ok(status), Err)
}

/// Starts a send; `None`: it is complete.
#[inline]
fn start(
    buffer: &SendBuffer,
    dest: i32,
    tag: i32,
    comm: CommHandle,
    mode: Mode,
) -> Result<Option<RequestId>> {
    let mut entered = enter();
    let process = &mut *entered;
    let comm = match process.comms.get(comm) {
        Some(entry) => &entry.comm,
        None => return Err(process.comm(comm).err().unwrap_or_else(unreachable_error)),
    };
    let entry = process.types.get(buffer.datatype);
    let Some(entry) = entry.filter(|e| e.dense.is_some() || e.datatype.is_committed()) else {
        return Err(process.committed(buffer.datatype).err().unwrap_or_else(unreachable_error));
    };
    if dest == MPI_PROC_NULL {
        return Ok(None);
    }
    let to = comm.peer(dest)?;
    let context = comm.context;
    if mode == Mode::Standard
        && entry.dense.is_some_and(|size| size.saturating_mul(buffer.count) <= 4096)
    {
        let region = entry.datatype.dense_read_region(&buffer.memory, buffer.count);
        let sent = process.engine.send_now(&mut process.link, to, context, tag, region.as_slice());
        if sent.map_err(|e| link_error(&e))? {
            return Ok(None);
        }
    }
    let data = send_data(buffer.memory, buffer.count, &entry.datatype)?;
    let comm = comm.clone();
    match process.start_send(&comm, context, data, to, tag, mode)? {
        Started::Done => Ok(None),
        Started::Pending(id) => Ok(Some(id)),
    }
}

#[cold]
fn unreachable_error() -> Error {
    Error::new(MPI_ERR_OTHER, "an object vanished while it was used")
}

/// `MPI_Send`, `MPI_Ssend`, `MPI_Rsend`.
#[inline]
pub fn send(buffer: SendBuffer, dest: i32, tag: i32, comm: CommHandle, mode: Mode) -> Result<()> {
    match start(&buffer, dest, tag, comm, mode)? {
        None => Ok(()),
        Some(id) => finish(id).map(|_| ()),
    }
}

/// `MPI_Isend`, `MPI_Issend`, `MPI_Irsend`.
#[inline]
pub fn isend(
    buffer: SendBuffer,
    dest: i32,
    tag: i32,
    comm: CommHandle,
    mode: Mode,
) -> Result<RequestHandle> {
    Ok(start(&buffer, dest, tag, comm, mode)?.map_or(COMPLETE, of_transfer))
}

/// Starts a receive; `None`: from `MPI_PROC_NULL`, it is complete.
#[inline]
pub(crate) fn start_receive(
    buffer: &RecvBuffer,
    source: i32,
    tag: i32,
    comm: CommHandle,
) -> Result<Option<RequestId>> {
    let mut entered = enter();
    let process = &mut *entered;
    let entry = process.committed(buffer.datatype)?;
    let comm = process.comm(comm)?;
    if source == MPI_PROC_NULL {
        return Ok(None);
    }
    let space = match entry.dense {
        Some(size) if size.checked_mul(buffer.count).is_some() => {
            RecvSpace::Region(entry.datatype.dense_write_region(&buffer.memory, buffer.count))
        }
        _ => recv_space(buffer.memory, buffer.count, &entry.datatype)?,
    };
    let selector = selector(comm, comm.context, source, tag)?;
    let label = recv_label(comm, source);
    Ok(Some(process.engine.recv(selector, space, label)))
}

/// `MPI_Recv`.
#[inline]
pub fn recv(buffer: RecvBuffer, source: i32, tag: i32, comm: CommHandle) -> Result<Status> {
    match start_receive(&buffer, source, tag, comm)? {
        None => Ok(Status::PROC_NULL),
        Some(id) => finish(id),
    }
}

/// `MPI_Irecv`.
#[inline]
pub fn irecv(buffer: RecvBuffer, source: i32, tag: i32, comm: CommHandle) -> Result<RequestHandle> {
    match start_receive(&buffer, source, tag, comm)? {
        None => Ok(enter().ready_request(Status::PROC_NULL)),
        Some(id) => Ok(of_transfer(id)),
    }
}

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
