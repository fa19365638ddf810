//! Point-to-point communication (MPI-5.0 §3).

mod awaited;
mod exchange;
mod fault;
mod probe;
mod space;
mod typed;

pub use awaited::recv;
pub use exchange::{isendrecv, isendrecv_replace, sendrecv, sendrecv_replace};
pub(crate) use fault::{fault_error, link_error};
pub use probe::{MESSAGE_NO_PROC, improbe, imrecv, iprobe, mprobe, mrecv, probe};
pub(crate) use space::packed_len;
pub use space::{recv_space, send_data};
pub(crate) use typed::{KeptDatatype, kept_datatype};

use crate::buffer::check_null;
use crate::check;
use crate::comm::{Comm, comm_in};
use crate::constants::{MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_PROC_NULL};
use crate::datatype::{TypeNames, TypedElements, committed_in, type_names};
use crate::error::{Error, Result};
use crate::failure::CompletionFailure;
use crate::handle::{CommHandle, DatatypeHandle, RequestHandle};
use crate::lane::{Lane, enter_with};
use crate::process::{Entered, Process, enter, enter_lane, wait_inside, wait_on};
use crate::request::{COMPLETE, OperationOwner, StatusRole, of_transfer};
use crate::status::Status;
use fault::{truncated, unlike};
use ferry_datatype::{UserMemory, UserMemoryMut};
use ferry_matching::Selector;
use ferry_runtime::{Patience, Runtime};
use ferry_transfer::AT_ONCE;
use ferry_two_sided::{
    Label, Mode, Outcome, OutgoingMessage, PlainOutcome, RecvSpace, RequestId, SendData, SendStart,
    StreamReach, TransferFault,
};
use ferry_wire::{ContextId, PeerId};
use typed::{read_span, send_typed_now, start_receive_closely};

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

/// What to look for: translates ranks and wildcards.
#[inline]
pub fn selector(comm: &Comm, context: ContextId, source: i32, tag: i32) -> Result<Selector> {
    let source =
        if source == MPI_ANY_SOURCE { None } else { Some(comm.peer_of("source", source)?.0) };
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
    ) -> Result<SendStart> {
        let (word, label) = (0, OperationOwner::send(comm.handle).label());
        self.start_message(comm, OutgoingMessage { to, context, tag, data, mode, word, label })
    }

    /// The same on the context of the program's messages, for one that tells of what type its elements are.
    pub(crate) fn start_typed_send(
        &mut self,
        comm: &Comm,
        (data, word): (SendData, u64),
        to: PeerId,
        tag: i32,
        mode: Mode,
    ) -> Result<SendStart> {
        let (context, label) = (comm.context, OperationOwner::send(comm.handle).label());
        self.start_message(comm, OutgoingMessage { to, context, tag, data, mode, word, label })
    }

    fn start_message(&mut self, comm: &Comm, message: OutgoingMessage) -> Result<SendStart> {
        if self.runtime.face.is_look_due() {
            self.look();
        }
        comm.check()?;
        let to = message.to;
        let sent = self.runtime.face.send(&mut self.runtime.links, message);
        sent.map_err(|e| self.send_error(to, &e))
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
        comm.check()?;
        let selector = selector(comm, context, source, tag)?;
        Ok(self.runtime.face.recv(
            selector,
            space,
            OperationOwner::receive(comm.handle, source).label(),
        ))
    }

    /// The same on the context of the program's messages, for elements of a type that is known.
    pub(crate) fn start_typed_recv(
        &mut self,
        comm: &Comm,
        space: RecvSpace,
        (source, tag): (i32, i32),
        typed: Option<&'static TypedElements>,
    ) -> Result<RequestId> {
        let Some(typed) = typed else {
            return self.start_recv(comm, comm.context, space, source, tag);
        };
        comm.check()?;
        let selector = selector(comm, comm.context, source, tag)?;
        let label = OperationOwner::receive(comm.handle, source).label();
        let Runtime { face, links, .. } = &mut self.runtime;
        let reach = || StreamReach::Nothing;
        Ok(face.recv_typed_through(links, selector, (space, label), typed, reach))
    }

    /// The status of an ended transfer, and its error.
    #[inline]
    pub(crate) fn conclude(&self, outcome: &Outcome, label: Label) -> (Status, Option<Error>) {
        let owner = OperationOwner::of(label);
        let message = |source| Status::message(source, outcome.tag, outcome.bytes);
        let mut status = match owner.role() {
            StatusRole::Send => Status::SENT,
            _ if outcome.cancelled => Status::SENT,
            StatusRole::ReceiveFrom(source) => message(source),
            StatusRole::Receive => message(self.source_rank(outcome.source, owner.comm())),
        };
        status.set_cancelled(outcome.cancelled);
        let error = outcome.fault.as_ref().map(|fault| {
            let error = match &**fault {
                TransferFault::Truncated { sent, room } => truncated(&status, *sent, *room),
                TransferFault::Unlike { what } => {
                    unlike(what, &status, self.name_for_rust(owner.comm()))
                }
                fault => fault_error(fault),
            };
            let error = error.on(owner.comm());
            status.error = error.code;
            error
        });
        (status, error)
    }

    /// A communicator's name, which the C interface says of every error.
    #[cold]
    fn name_for_rust(&self, comm: CommHandle) -> Option<&str> {
        let is_rust = type_names() == Some(TypeNames::Rust);
        self.comms.get(comm).filter(|_| is_rust).map(|entry| entry.name.as_str())
    }

    /// The status of a transfer that is complete, if it has neither failed nor was cancelled, which is forgotten.
    #[inline]
    pub(crate) fn take_received(&mut self, id: RequestId) -> Option<Status> {
        let PlainOutcome { source, tag, bytes, label } =
            self.runtime.face.transfer.take_plain(id)?;
        let owner = OperationOwner::of(label);
        Some(match owner.role() {
            StatusRole::Send => Status::SENT,
            StatusRole::ReceiveFrom(source) => Status::message(source, tag, bytes),
            StatusRole::Receive => {
                Status::message(self.source_rank(source, owner.comm()), tag, bytes)
            }
        })
    }

    /// Whether a transfer is waited for no longer.
    #[inline]
    fn is_over(&mut self, id: RequestId) -> bool {
        self.runtime.face.transfer.is_done(id)
            || !self.failures.is_quiet() && self.end_interrupted(id)
    }

    #[inline]
    fn source_rank(&self, source: PeerId, comm: CommHandle) -> i32 {
        let comm = self.comm_or_freed(comm);
        comm.map_or(MPI_PROC_NULL, |comm| comm.rank_of(source))
    }
}

/// Waits for a transfer; its status, or its error.
pub(crate) fn finish(lane: Lane, id: RequestId) -> Result<Status, CompletionFailure> {
    finish_inside(enter_lane(lane), id)
}

/// The same by a thread that has entered the state already.
#[inline]
fn finish_inside(process: Entered, id: RequestId) -> Result<Status, CompletionFailure> {
    let (process, ()) = wait_inside(process, Some(id), |p| p.is_over(id).then_some(()));
    end(process, id)
}

/// The same in a wait that has begun, of the one thread that there is.
fn finish_in(
    process: Entered,
    patience: Patience,
    id: RequestId,
) -> Result<Status, CompletionFailure> {
    let (process, ()) = wait_on(process, patience, |p| p.is_over(id).then_some(()));
    end(process, id)
}

fn end(mut process: Entered, id: RequestId) -> Result<Status, CompletionFailure> {
    let Some((outcome, label)) = process.runtime.face.transfer.take(id) else {
        return process.end_of_revoked(id);
    };
    let (status, error) = process.conclude(&outcome, label);
    error.map_or(Ok(status), |error| Err(CompletionFailure::of(status, error)))
}

/// Whether so many elements of a size that lie in a row are sent without a request.
#[inline]
fn is_sent_at_once(size: u64, count: u64) -> bool {
    size.saturating_mul(count) <= AT_ONCE as u64
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
    let mut entered = enter_with(comm, buffer.datatype);
    let process = &mut *entered;
    let comm = comm_in(&process.comms, comm)?;
    comm.check()?;
    // The buffer means nothing then (MPI-5.0 §3.10).
    if dest == MPI_PROC_NULL {
        return Ok(None);
    }
    let entry = committed_in(&process.types, buffer.datatype)?;
    let to = comm.peer_of("dest", dest)?;
    if buffer.memory.is_null() {
        check_null(buffer.memory.address(0), &entry.datatype, buffer.count)?;
    }
    let context = comm.context;
    if mode != Mode::Synchronous
        && entry.dense.is_some_and(|size| is_sent_at_once(size, buffer.count))
    {
        let region = entry.datatype.dense_read_region(&buffer.memory, buffer.count);
        let sent = process.runtime.face.send_now(
            &mut process.runtime.links,
            to,
            context,
            tag,
            region.as_slice(),
        );
        if sent.map_err(|e| process.send_error(to, &e))? {
            return Ok(None);
        }
    }
    let span = match check::is_on() {
        true => read_span(buffer, entry),
        false => None,
    };
    let word = match entry.typed {
        None => 0,
        Some(typed) => {
            let word = typed.word(buffer.count);
            if mode != Mode::Synchronous && span.is_none() {
                let (runtime, envelope) = (&mut process.runtime, (to, context, tag));
                let sent = send_typed_now(runtime, (buffer, entry), envelope, word);
                if sent.map_err(|e| process.send_error(to, &e))? {
                    return Ok(None);
                }
            }
            word
        }
    };
    let data = send_data(buffer.memory, buffer.count, &entry.datatype)?;
    let comm = comm.clone();
    if let Some(span) = &span {
        check::is_free(process, span)?;
    }
    match process.start_typed_send(&comm, (data, word), to, tag, mode)? {
        SendStart::Done => Ok(None),
        SendStart::Pending(id) => {
            if let Some(span) = span {
                check::note(process, span, id);
            }
            Ok(Some(id))
        }
    }
}

/// `MPI_Send`, `MPI_Ssend`, `MPI_Rsend`.
#[inline]
pub fn send(buffer: SendBuffer, dest: i32, tag: i32, comm: CommHandle, mode: Mode) -> Result<()> {
    match start(&buffer, dest, tag, comm, mode)? {
        None => Ok(()),
        Some(id) => Ok(finish(Lane::of(comm), id).map(|_| ())?),
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
    let started = start(&buffer, dest, tag, comm, mode.without_waiting())?;
    Ok(started.map_or(COMPLETE, |id| of_transfer(Lane::of(comm), id)))
}

/// Starts a receive; `None`: from `MPI_PROC_NULL`, it is complete. `waits`: it will be waited for at once.
#[inline]
pub(crate) fn start_receive(
    buffer: &RecvBuffer,
    source: i32,
    tag: i32,
    comm: CommHandle,
    waits: bool,
) -> Result<Option<RequestId>> {
    let mut process = enter_with(comm, buffer.datatype);
    start_receive_inside(&mut process, buffer, (source, tag, comm), waits)
}

/// The same by a thread that has entered the state already.
#[inline]
fn start_receive_inside(
    process: &mut Process,
    buffer: &RecvBuffer,
    (source, tag, comm): (i32, i32, CommHandle),
    waits: bool,
) -> Result<Option<RequestId>> {
    let comm = process.comm(comm)?;
    comm.check()?;
    if source == MPI_PROC_NULL {
        return Ok(None);
    }
    let entry = process.committed(buffer.datatype)?;
    if buffer.memory.is_null() {
        check_null(buffer.memory.address(0), &entry.datatype, buffer.count)?;
    }
    if entry.dense.and_then(|size| size.checked_mul(buffer.count)).is_none() {
        let comm = comm.clone();
        return start_receive_closely(process, buffer, (source, tag, comm), waits);
    }
    let region = entry.datatype.dense_write_region(&buffer.memory, buffer.count);
    let into = RecvSpace::Region(region);
    let selector = selector(comm, comm.context, source, tag)?;
    let label = OperationOwner::receive(comm.handle, source).label();
    let Runtime { face, links, watch, .. } = &mut process.runtime;
    let reach = || stream_reach(watch.has_sleepers(), waits);
    Ok(Some(face.recv_through(links, selector, (into, label), reach)))
}

/// How far a receive looks for its message. Who sleeps has to be called for what is found, which progress does.
#[inline]
fn stream_reach(has_sleepers: bool, waits: bool) -> StreamReach {
    match waits {
        _ if has_sleepers => StreamReach::Nothing,
        true => StreamReach::Stream,
        false => StreamReach::Front,
    }
}

/// `MPI_Irecv`.
#[inline]
pub fn irecv(buffer: RecvBuffer, source: i32, tag: i32, comm: CommHandle) -> Result<RequestHandle> {
    match start_receive(&buffer, source, tag, comm, false)? {
        None => Ok(enter().ready_request(Status::PROC_NULL)),
        Some(id) => Ok(of_transfer(Lane::of(comm), id)),
    }
}
