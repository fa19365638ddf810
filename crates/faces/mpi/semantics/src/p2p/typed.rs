//! Messages of which the type of their elements is known, and buffers that are watched (`check = yes`).

use super::{RecvBuffer, SendBuffer, is_sent_at_once, recv_space, selector, stream_reach};
use crate::check::{self, Span};
use crate::comm::Comm;
use crate::constants::{MPI_BYTE, MPI_PROC_NULL};
use crate::datatype::{TypeEntry, TypedElements};
use crate::error::Result;
use crate::face::MpiFace;
use crate::handle::DatatypeHandle;
use crate::process::Process;
use crate::request::OperationOwner;
use ferry_datatype::Datatype;
use ferry_link::LinkError;
use ferry_runtime::Runtime;
use ferry_two_sided::{RecvSpace, RequestId};
use ferry_wire::{ContextId, PeerId};
use std::sync::Arc;

/// The datatype of a buffer that is kept for later; with `MPI_PROC_NULL` it means nothing (MPI-5.0
/// §3.10), and any will do.
pub(crate) fn kept_datatype(
    process: &Process,
    handle: DatatypeHandle,
    partner: i32,
) -> Result<KeptDatatype> {
    let handle = match partner {
        MPI_PROC_NULL => DatatypeHandle::new(MPI_BYTE),
        _ => handle,
    };
    let entry = process.committed(handle)?;
    Ok(KeptDatatype { datatype: entry.datatype.clone(), typed: entry.typed })
}

/// A datatype, and what messages of it tell.
#[derive(Clone)]
pub(crate) struct KeptDatatype {
    pub(crate) datatype: Arc<Datatype>,
    pub(crate) typed: Option<&'static TypedElements>,
}

impl KeptDatatype {
    /// What a message of so many elements tells.
    pub(crate) fn word(&self, count: u64) -> u64 {
        self.typed.map_or(0, |typed| typed.word(count))
    }
}

/// Where the data go that are in pieces, or of which messages tell the type.
fn typed_space(
    buffer: &RecvBuffer,
    entry: &TypeEntry,
) -> Result<(RecvSpace, Option<&'static TypedElements>)> {
    let space = match entry.row() {
        Some(size) if size.checked_mul(buffer.count).is_some() => {
            RecvSpace::Region(entry.datatype.dense_write_region(&buffer.memory, buffer.count))
        }
        _ => recv_space(buffer.memory, buffer.count, &entry.datatype)?,
    };
    Ok((space, entry.typed))
}

/// Sends at once what is short and lies in a row. Apart from the way of messages that tell nothing, which it would make
/// longer.
#[inline(never)]
pub(super) fn send_typed_now(
    runtime: &mut Runtime<MpiFace>,
    (buffer, entry): (&SendBuffer, &TypeEntry),
    (to, context, tag): (PeerId, ContextId, i32),
    word: u64,
) -> Result<bool, LinkError> {
    if !entry.row().is_some_and(|size| is_sent_at_once(size, buffer.count)) {
        return Ok(false);
    }
    let region = entry.datatype.dense_read_region(&buffer.memory, buffer.count);
    let Runtime { face, links, .. } = runtime;
    face.send_typed_now(links, to, (context, tag), word, region.as_slice())
}

/// The memory that a send reads, where it lies in a row.
#[cold]
pub(super) fn read_span(buffer: &SendBuffer, entry: &TypeEntry) -> Option<Span> {
    let len = entry.row()?.checked_mul(buffer.count)?;
    Some(Span::read(buffer.memory.address(0), len))
}

/// The memory that a receive writes, where it lies in a row.
#[cold]
fn written_span(buffer: &RecvBuffer, entry: &TypeEntry) -> Option<Span> {
    let len = entry.row()?.checked_mul(buffer.count)?;
    Some(Span::written(buffer.memory.address(0), len))
}

/// Starts a receive whose data do not lie in a row, of which messages tell the type, or whose memory is watched. Apart from
/// the way of all others, which it would make longer.
#[inline(never)]
pub(super) fn start_receive_closely(
    process: &mut Process,
    buffer: &RecvBuffer,
    (source, tag, comm): (i32, i32, Arc<Comm>),
    waits: bool,
) -> Result<Option<RequestId>> {
    if check::is_on() {
        return start_checked_receive(process, buffer, (source, tag, comm));
    }
    let (space, typed) = typed_space(buffer, process.committed(buffer.datatype)?)?;
    let selector = selector(&comm, comm.context, source, tag)?;
    let into = (space, OperationOwner::receive(comm.handle, source).label());
    let Runtime { face, links, watch, .. } = &mut process.runtime;
    let reach = || stream_reach(watch.has_sleepers(), waits);
    Ok(Some(match typed {
        None => face.recv_through(links, selector, into, reach),
        Some(typed) => face.recv_typed_through(links, selector, into, typed, reach),
    }))
}

/// The same with a look at what else uses the memory.
#[cold]
fn start_checked_receive(
    process: &mut Process,
    buffer: &RecvBuffer,
    (source, tag, comm): (i32, i32, Arc<Comm>),
) -> Result<Option<RequestId>> {
    let entry = process.committed(buffer.datatype)?;
    let ((space, typed), span) = (typed_space(buffer, entry)?, written_span(buffer, entry));
    if let Some(span) = &span {
        check::is_free(process, span)?;
    }
    let id = process.start_typed_recv(&comm, space, (source, tag), typed)?;
    if let Some(span) = span {
        check::note(process, span, id);
    }
    Ok(Some(id))
}
