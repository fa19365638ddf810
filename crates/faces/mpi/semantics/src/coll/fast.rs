//! Small operations between two processes, without a schedule: one message each way.
//!
//! On the wire they are what the schedules of their size are, so the two sides need not both come here;
//! an algorithm wished for by the user goes the common way.

use super::apart::apart;
use super::operation::{Operation, Vectors};
use crate::comm::Comm;
use crate::error::Result;
use crate::handle::CommHandle;
use crate::op::Op;
use crate::p2p::{RecvBuffer, fault_error};
use crate::process::{Process, enter, wait_for};
use crate::request::OperationOwner;
use ferry_coll::Collective;
use ferry_datatype::Basic;
use ferry_matching::Selector;
use ferry_op::BuiltinOp;
use ferry_sys::WriteRegion;
use ferry_two_sided::{RecvSpace, RequestId};
use ferry_wire::PeerId;

/// Data up to this length are copied to the stack.
const TINY: usize = 256;
/// Broadcasts up to this length.
const SHORT: usize = 4096;

/// A receive that goes on, and the communicator.
type FastStart = Option<(RequestId, CommHandle)>;

/// Performs an operation; `None`: nothing was done, it needs a schedule.
#[inline]
pub(super) fn run(handle: CommHandle, operation: &Operation) -> Option<Result<()>> {
    match operation {
        Operation::Barrier => barrier(handle),
        Operation::Bcast(buffer, root) => bcast(handle, buffer, *root),
        Operation::Allreduce(vectors) => allreduce(handle, vectors),
        _ => None,
    }
}

/// The other one of two processes, if the communicator has just two.
#[inline]
fn other(process: &Process, comm: &Comm, collective: Collective) -> Option<PeerId> {
    if comm.size() != 2 || comm.remote.is_some() || comm.is_revoked() {
        return None;
    }
    if process.collectives.selection_for(comm).wish(collective).is_some() {
        return None;
    }
    comm.group.peer(1 - comm.rank)
}

/// Sends at once; false: the message must go the common way.
#[inline]
fn send(process: &mut Process, to: PeerId, comm: &Comm, tag: i32, data: &[u8]) -> Result<bool> {
    let context = comm.collective_context();
    let sent = process.runtime.face.send_now(&mut process.runtime.links, to, context, tag, data);
    let is_sent = sent.map_err(|error| process.send_error(to, &error))?;
    process.collectives.tally.blocking += u64::from(is_sent);
    Ok(is_sent)
}

#[inline]
fn recv(
    process: &mut Process,
    from: PeerId,
    comm: &Comm,
    tag: i32,
    room: WriteRegion,
) -> FastStart {
    let context = comm.collective_context();
    let selector = Selector { context, source: Some(from.0), tag: Some(tag) };
    let label = OperationOwner::internal(comm.handle).label();
    let id = process.runtime.face.recv(selector, RecvSpace::Region(room), label);
    Some((id, comm.handle))
}

#[inline]
fn finish(started: FastStart) -> Result<()> {
    let Some((id, comm)) = started else { return Ok(()) };
    let take = |process: &mut Process| process.runtime.face.transfer.take(id);
    let (_, (outcome, _)) = wait_for(Some(id), take);
    match outcome.fault {
        None => Ok(()),
        Some(fault) => Err(fault_error(&fault).on(comm)),
    }
}

fn barrier(handle: CommHandle) -> Option<Result<()>> {
    let started = {
        let mut process = enter();
        let comm = process.comms.get(handle)?.comm.clone();
        let peer = other(&process, &comm, Collective::Barrier)?;
        let tag = Operation::Barrier.tag();
        match send(&mut process, peer, &comm, tag, &[]) {
            Ok(true) => recv(&mut process, peer, &comm, tag, WriteRegion::empty()),
            Ok(false) => return None,
            Err(error) => return Some(Err(error)),
        }
    };
    Some(finish(started))
}

fn bcast(handle: CommHandle, buffer: &RecvBuffer, root: i32) -> Option<Result<()>> {
    let started = {
        let mut process = enter();
        let comm = process.comms.get(handle)?.comm.clone();
        let peer = other(&process, &comm, Collective::Bcast)?;
        let entry = process.types.get(buffer.datatype)?;
        let len = entry.row()?.checked_mul(buffer.count)?;
        if len == 0 || len > SHORT as u64 || !(0..2).contains(&root) || buffer.memory.is_null() {
            return None;
        }
        let (room, tag) = (buffer.memory.arena(0, len as usize), Operation::TAG_BCAST);
        if root == comm.rank as i32 {
            let data = room.read(0, len as usize);
            match send(&mut process, peer, &comm, tag, data.as_slice()) {
                Ok(true) => None,
                Ok(false) => return None,
                Err(error) => return Some(Err(error)),
            }
        } else {
            process.collectives.tally.blocking += 1;
            recv(&mut process, peer, &comm, tag, room.write(0, len as usize))
        }
    };
    Some(finish(started))
}

/// The operation and the datatype, if both are predefined and fit together.
#[inline]
pub(super) fn builtin(process: &Process, vectors: &Vectors) -> Option<(BuiltinOp, Basic)> {
    let Op::Builtin(op) = **process.ops.get(vectors.op)? else { return None };
    let basic = process.types.get(vectors.datatype)?.datatype.named()?;
    (op.supports(basic) && !op.is_rma_only()).then_some((op, basic))
}

fn allreduce(handle: CommHandle, vectors: &Vectors) -> Option<Result<()>> {
    let mut own = [0; TINY];
    let (started, output, rank, len, op, basic) = {
        let mut process = enter();
        let comm = process.comms.get(handle)?.comm.clone();
        let peer = other(&process, &comm, Collective::Allreduce)?;
        let (op, basic) = builtin(&process, vectors)?;
        let len = (basic.extent() as u64).checked_mul(vectors.count)?;
        let is_null = vectors.recv.is_null() || vectors.send.is_some_and(|send| send.is_null());
        let len = usize::try_from(len).ok().filter(|len| (1..=TINY).contains(len) && !is_null)?;
        // Buffers that are one are refused where all other sizes are.
        apart(vectors.send.as_ref(), &vectors.recv).ok()?;
        let output = vectors.recv.arena(0, len);
        let input = vectors.send.map_or(output, |memory| memory.arena(0, len));
        own[..len].copy_from_slice(input.read(0, len).as_slice());
        let started = match send(&mut process, peer, &comm, Operation::TAG_ALLREDUCE, &own[..len]) {
            Ok(true) => {
                recv(&mut process, peer, &comm, Operation::TAG_ALLREDUCE, output.write(0, len))
            }
            Ok(false) => return None,
            Err(error) => return Some(Err(error)),
        };
        (started, output, comm.rank, len, op, basic)
    };
    if let Err(error) = finish(started) {
        return Some(Err(error));
    }
    let mut result = output.write(0, len);
    let own = &own[..len];
    // Both compute rank 0's operand op rank 1's, so that both get the same.
    let done = if rank == 0 {
        ferry_op::reduce(op, basic, own, result.as_mut_slice())
    } else {
        let mut theirs = [0; TINY];
        theirs[..len].copy_from_slice(result.as_mut_slice());
        ferry_op::reduce_into(op, basic, &theirs[..len], own, result.as_mut_slice())
    };
    debug_assert!(done.is_ok(), "{done:?}");
    Some(Ok(()))
}
