//! Updates of one element that is mapped, the short way of most accumulations.

use super::Reach;
use super::accumulate::builtin;
use super::reach::RemoteBuffer;
use crate::datatype::committed_in;
use crate::error::Result;
use crate::handle::{DatatypeHandle, OpHandle, WinHandle};
use crate::process::{Process, enter};
use ferry_datatype::{Basic, UserMemory, UserMemoryMut};
use ferry_one_sided::accumulate::{self as elements, Update};
use ferry_one_sided::control::ControlPage;
use ferry_op::BuiltinOp;
use ferry_sys::Arena;

/// An update of one element, as its handles name it. Those of predefined objects never mean anything else, so the last one
/// is remembered.
#[derive(Clone, Copy)]
pub(crate) struct ElementUpdate {
    datatype: DatatypeHandle,
    op: OpHandle,
    what: Update,
    size: usize,
}

impl ElementUpdate {
    /// `None`: the long way.
    #[inline]
    fn of(process: &mut Process, datatype: DatatypeHandle, op: OpHandle) -> Result<Option<Self>> {
        match process.last_update {
            Some(last) if last.datatype == datatype && last.op == op => Ok(Some(last)),
            _ => Self::look_up(process, datatype, op),
        }
    }

    #[inline(never)]
    fn look_up(
        process: &mut Process,
        datatype: DatatypeHandle,
        op: OpHandle,
    ) -> Result<Option<Self>> {
        let Some((size, basic)) = single(process, datatype)? else { return Ok(None) };
        let what = Update { op: builtin(process, op)?, basic };
        if !what.op.supports(basic) {
            return Ok(None);
        }
        let update = ElementUpdate { datatype, op, what, size };
        if datatype.is_predefined() && op.is_predefined() {
            process.last_update = Some(update);
        }
        Ok(Some(update))
    }
}

/// Size and kind of a datatype's only element, which lies at its address.
#[inline]
pub(super) fn single(
    process: &Process,
    datatype: DatatypeHandle,
) -> Result<Option<(usize, Basic)>> {
    let entry = committed_in(&process.types, datatype)?;
    Ok(entry.row().map(|size| size as usize).zip(entry.datatype.named()))
}

/// A place in a target's memory that is mapped, where an access needs nothing else.
pub(super) struct MappedPlace {
    memory: Arena,
    pub(super) control: ControlPage,
    at: u64,
}

impl MappedPlace {
    /// `None`: the long way.
    #[inline]
    pub(super) fn of(
        process: &Process,
        handle: WinHandle,
        of: &RemoteBuffer,
    ) -> Option<MappedPlace> {
        let win = process.windows.get(handle)?;
        let target = win.targets.get(of.rank as usize)?;
        let Reach::Memory(control) = target.reach else { return None };
        if !(win.all_open || target.open) {
            return None;
        }
        let at = (of.disp as u64).checked_mul(target.unit)?;
        Some(MappedPlace { memory: target.memory, control, at })
    }

    /// So many bytes there; `None`: they are not all inside.
    #[inline]
    pub(super) fn bytes(&self, size: usize) -> Option<Arena> {
        let room = self.memory.len();
        let is_inside = size <= room && self.at <= (room - size) as u64;
        is_inside.then(|| self.memory.part(self.at as usize, size))
    }
}

/// Updates one element that is mapped. False: nothing was done.
#[inline]
pub(super) fn one_straight(
    origin: UserMemory,
    result: Option<UserMemoryMut>,
    of: &RemoteBuffer,
    op: OpHandle,
    handle: WinHandle,
) -> Result<bool> {
    let mut entered = enter();
    let process = &mut *entered;
    let Some(place) = MappedPlace::of(process, handle, of) else { return Ok(false) };
    let Some(update) = ElementUpdate::of(process, of.datatype, op)? else { return Ok(false) };
    let ElementUpdate { what, size, .. } = update;
    let Some(memory) = place.bytes(size) else { return Ok(false) };
    if origin.is_null() && what.op != BuiltinOp::NoOp {
        return Ok(false);
    }
    let nothing = [0u8; 32];
    let operand = origin.arena(0, size).read(0, size);
    let operand = if what.op == BuiltinOp::NoOp { &nothing[..size] } else { operand.as_slice() };
    match result {
        Some(result) if result.is_null() => return Ok(false),
        Some(result) => {
            let mut room = result.arena(0, size).write(0, size);
            let old = Some(room.as_mut_slice());
            elements::update_one(&memory, &place.control, what, operand, old);
        }
        None => elements::update_one(&memory, &place.control, what, operand, None),
    }
    process.window_tally.mapped.add(size);
    Ok(true)
}
