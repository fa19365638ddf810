//! Accumulating (MPI-5.0 §12.3.4 to §12.3.6): what others do with the same elements at the same time comes
//! before or after, never between.

use super::access::{origin_type, requested, same_length};
use super::element::one_straight;
use super::reach::{self, Reached, RemoteBuffer};
use super::{Reach, of_window};
use crate::constants::{MPI_ERR_OP, MPI_ERR_TYPE, MPI_NO_OP};
use crate::error::{Error, Result};
use crate::handle::{OpHandle, RequestHandle, WinHandle};
use crate::lane::Lane;
use crate::op::Op;
use crate::p2p::{RecvBuffer, SendBuffer, link_error, packed_len, recv_space, send_data};
use crate::process::{Hindrance, Process, enter};
use crate::request::{COMPLETE, of_transfer};
use ferry_datatype::{Datatype, UserMemory, UserMemoryMut};
use ferry_one_sided::accumulate::{Scattered, Update};
use ferry_one_sided::control::ControlPage;
use ferry_op::BuiltinOp;
use ferry_two_sided::{RecvSpace, RequestId, SendData};
use std::sync::Arc;

/// The predefined operation of a handle. One of the program's cannot be: its target does not have it.
#[inline]
pub(super) fn builtin(process: &Process, op: OpHandle) -> Result<BuiltinOp> {
    match &**process.op(op)? {
        Op::Builtin(op) => Ok(*op),
        Op::User(..) => {
            let text = "accumulation needs a predefined operation, got one made by MPI_Op_create";
            Err(Error::new(MPI_ERR_OP, text))
        }
    }
}

/// The update of an operation on a target's datatype.
fn update_of(process: &Process, op: OpHandle, datatype: &Datatype) -> Result<Update> {
    let op = builtin(process, op)?;
    let Some(basic) = datatype.uniform_basic() else {
        let text = "the elements of an accumulation must all be of one predefined datatype";
        return Err(Error::new(MPI_ERR_TYPE, text));
    };
    if !op.supports(basic) {
        let text = format!("{} is not defined for {}", op.name(), basic.name());
        return Err(Error::new(MPI_ERR_OP, text));
    }
    Ok(Update { op, basic })
}

/// `MPI_Accumulate`.
#[inline]
pub fn accumulate(
    origin: &SendBuffer,
    of: &RemoteBuffer,
    op: OpHandle,
    win: WinHandle,
) -> Result<()> {
    let is_one = origin.count == 1 && of.count == 1 && origin.datatype == of.datatype;
    let long_way = || update(origin, None, of, (op, win), false).map(drop);
    if !is_one {
        return long_way();
    }
    match one_straight(origin.memory, None, of, op, win) {
        Ok(()) => Ok(()),
        Err(Hindrance::LongWay) => long_way(),
        Err(Hindrance::Failed(error)) => Err(error),
    }
}

/// `MPI_Raccumulate`.
pub fn raccumulate(
    origin: &SendBuffer,
    of: &RemoteBuffer,
    op: OpHandle,
    win: WinHandle,
) -> Result<RequestHandle> {
    let request = update(origin, None, of, (op, win), true)?;
    Ok(request.map_or(COMPLETE, |id| of_transfer(Lane::PROCESS, id)))
}

/// `MPI_Get_accumulate`. With `MPI_NO_OP` the origin's buffer means nothing.
pub fn get_accumulate(
    origin: &SendBuffer,
    result: &RecvBuffer,
    of: &RemoteBuffer,
    op: OpHandle,
    win: WinHandle,
) -> Result<()> {
    update(origin, Some(result), of, (op, win), false).map(drop)
}

/// `MPI_Rget_accumulate`.
pub fn rget_accumulate(
    origin: &SendBuffer,
    result: &RecvBuffer,
    of: &RemoteBuffer,
    op: OpHandle,
    win: WinHandle,
) -> Result<RequestHandle> {
    let request = update(origin, Some(result), of, (op, win), true)?;
    Ok(request.map_or(COMPLETE, |id| of_transfer(Lane::PROCESS, id)))
}

/// `MPI_Fetch_and_op`: one element.
#[inline]
pub fn fetch_and_op(
    origin: UserMemory,
    result: UserMemoryMut,
    of: &RemoteBuffer,
    op: OpHandle,
    win: WinHandle,
) -> Result<()> {
    match one_straight(origin, Some(result), of, op, win) {
        Ok(()) => return Ok(()),
        Err(Hindrance::LongWay) => {}
        Err(Hindrance::Failed(error)) => return Err(error),
    }
    let datatype = of.datatype;
    let origin = SendBuffer { memory: origin, count: 1, datatype };
    let result = RecvBuffer { memory: result, count: 1, datatype };
    update(&origin, Some(&result), of, (op, win), false).map(drop)
}

/// What takes part in an update, looked up.
struct UpdateParts {
    what: Update,
    /// The operands; none for `MPI_NO_OP`.
    operands: Option<(UserMemory, u64, Arc<Datatype>)>,
    result: Option<(UserMemoryMut, u64, Arc<Datatype>)>,
    len: usize,
}

fn parts(
    origin: &SendBuffer,
    result: Option<&RecvBuffer>,
    reached: &Reached,
    op: OpHandle,
) -> Result<UpdateParts> {
    let what = update_of(&enter(), op, &reached.buffer.datatype)?;
    let len = packed_len(&reached.buffer.datatype, reached.buffer.count)?;
    let operands = match op.0 == MPI_NO_OP {
        true => None,
        false => {
            let base = origin.memory.address(0);
            let datatype = origin_type(base, origin.count, origin.datatype)?;
            same_length(packed_len(&datatype, origin.count)?, len)?;
            Some((origin.memory, origin.count, datatype))
        }
    };
    let room = |result: &RecvBuffer| {
        let base = result.memory.address(0);
        let datatype = origin_type(base, result.count, result.datatype)?;
        same_length(packed_len(&datatype, result.count)?, len)?;
        Ok::<_, Error>((result.memory, result.count, datatype))
    };
    Ok(UpdateParts { what, operands, result: result.map(room).transpose()?, len })
}

fn update(
    origin: &SendBuffer,
    result: Option<&RecvBuffer>,
    of: &RemoteBuffer,
    (op, win): (OpHandle, WinHandle),
    is_wanted: bool,
) -> Result<Option<RequestId>> {
    let Some(reached) = reach::find(win, of)? else { return Ok(None) };
    if reached.buffer.count == 0 || reached.buffer.datatype.size() == 0 {
        return Ok(None);
    }
    let parts = parts(origin, result, &reached, op)?;
    if let Reach::Memory(control) = reached.reach {
        update_mapped(&parts, control, &reached);
        enter().window_tally.mapped.add(parts.len);
        return Ok(None);
    }
    let mut process = reach::ready(win, reached.at, parts.len)?;
    process.window_tally.frames.add(parts.len);
    let label = process.label_of(win);
    let data = |(memory, count, datatype): &(_, _, _)| send_data(*memory, *count, datatype);
    let space = |(memory, count, datatype): &(_, _, _)| recv_space(*memory, *count, datatype);
    let data: Option<SendData> = parts.operands.as_ref().map(data).transpose()?;
    let old: Option<RecvSpace> = parts.result.as_ref().map(space).transpose()?;
    if data.is_none() && old.is_none() {
        return Ok(None);
    }
    let (windows, transfer, links) = process.for_windows();
    let at = reached.at;
    let sent =
        windows.update((transfer, links), at, parts.what, data, &reached.buffer, (old, label));
    let request = sent.map_err(|why| of_window(link_error(&why)))?;
    process.send_if_enough(at, parts.len);
    Ok(requested(&mut process, request, is_wanted))
}

/// How many bytes are packed at a time; a multiple of every element's.
const PACKED: usize = 3 * 5 * 1024;

/// Updates what is mapped.
fn update_mapped(parts: &UpdateParts, control: ControlPage, reached: &Reached) {
    let (memory, place) = (&reached.memory, reached.buffer.place as usize);
    let (datatype, count) = (&*reached.buffer.datatype, reached.buffer.count);
    let scattered = Scattered { memory, place, datatype, count };
    let size = parts.what.basic.size();
    let most = PACKED / size * size;
    let mut operands = vec![0; parts.len.min(most)];
    let mut old = vec![0; if parts.result.is_some() { operands.len() } else { 0 }];
    for start in (0..parts.len).step_by(most) {
        let len = most.min(parts.len - start);
        let operands = &mut operands[..len];
        if let Some((memory, count, datatype)) = &parts.operands {
            datatype.pack(memory, *count, start as u64, operands);
        }
        let part = (start as u64, &*operands);
        match &parts.result {
            None => scattered.update(&control, parts.what, part, None),
            Some((memory, count, datatype)) => {
                let old = &mut old[..len];
                scattered.update(&control, parts.what, part, Some(old));
                datatype.unpack(memory, *count, start as u64, old);
            }
        }
    }
}
