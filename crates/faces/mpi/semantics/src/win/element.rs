//! Updates of one element that is mapped, the short way of most accumulations.

use super::Reach;
use super::accumulate::builtin;
use super::reach::RemoteBuffer;
use crate::datatype::committed_in;
use crate::error::Result;
use crate::handle::{DatatypeHandle, OpHandle, WinHandle};
use crate::process::{Hindrance, Process, briefly};
use ferry_datatype::{Basic, UserMemory, UserMemoryMut};
use ferry_one_sided::accumulate::{self as elements, LongUpdate, Update};
use ferry_one_sided::control::ControlPage;
use ferry_op::BuiltinOp;
use ferry_sys::Arena;
use std::sync::atomic::AtomicU64;

/// What the last accesses to single elements have found out. Handles of predefined objects never mean anything else.
#[derive(Default)]
pub(crate) struct LastElements {
    update: Option<ElementUpdate>,
    /// The datatype that was compared and swapped last, and its size.
    pub(super) swapped: Option<(DatatypeHandle, usize)>,
}

/// An update of one element, as its handles name it.
#[derive(Clone, Copy)]
struct ElementUpdate {
    datatype: DatatypeHandle,
    op: OpHandle,
    what: Update,
    size: usize,
    /// Elements of eight bytes have a shorter way.
    long: Option<LongUpdate>,
}

impl ElementUpdate {
    /// `None`: the long way.
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
        let update = ElementUpdate { datatype, op, what, size, long: LongUpdate::of(what) };
        if datatype.is_predefined() && op.is_predefined() {
            process.last_elements.update = Some(update);
        }
        Ok(Some(update))
    }

    /// Updates an element that is mapped. False: nothing was done.
    #[inline(always)]
    fn make(&self, place: &MappedPlace, origin: UserMemory, result: Option<UserMemoryMut>) -> bool {
        let Some(memory) = place.bytes(self.size) else { return false };
        if result.is_some_and(|result| result.is_null()) {
            return false;
        }
        if let Some(long) = self.long
            && let Some(word) = memory.atomic::<AtomicU64>(0)
        {
            return make_long(long, word, origin, result);
        }
        self.make_any(&memory, place, origin, result)
    }

    #[inline(never)]
    fn make_any(
        &self,
        memory: &Arena,
        place: &MappedPlace,
        origin: UserMemory,
        result: Option<UserMemoryMut>,
    ) -> bool {
        let ElementUpdate { what, size, .. } = *self;
        let nothing = [0u8; 32];
        let is_bare = what.op == BuiltinOp::NoOp;
        if origin.is_null() && !is_bare {
            return false;
        }
        let operand = origin.arena(0, size).read(0, size);
        let operand = if is_bare { &nothing[..size] } else { operand.as_slice() };
        let mut room = result.map(|result| result.arena(0, size).write(0, size));
        let old = room.as_mut().map(|room| room.as_mut_slice());
        elements::update(memory, &place.control, what, operand, old);
        true
    }
}

/// Updates a word of eight bytes. False: nothing was done.
#[inline(always)]
fn make_long(
    update: LongUpdate,
    word: &AtomicU64,
    origin: UserMemory,
    result: Option<UserMemoryMut>,
) -> bool {
    let operand = match origin {
        // It may be anything then.
        _ if update.needs_no_operand() => 0,
        origin if origin.is_null() => return false,
        origin => long_at(origin),
    };
    match result {
        Some(result) => store_long(result, update.fetch(word, operand)),
        None => update.alter(word, operand),
    }
    true
}

/// Eight bytes of the program's.
#[inline]
pub(super) fn long_at(memory: UserMemory) -> u64 {
    let bytes = memory.arena(0, 8).read(0, 8);
    u64::from_ne_bytes(bytes.as_slice().try_into().expect("eight bytes"))
}

/// Gives the program eight bytes.
#[inline]
pub(super) fn store_long(memory: UserMemoryMut, value: u64) {
    memory.arena(0, 8).write(0, 8).as_mut_slice().copy_from_slice(&value.to_ne_bytes());
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
    #[inline(always)]
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

/// Updates one element that is mapped.
#[inline(never)]
pub(super) fn one_straight(
    origin: UserMemory,
    result: Option<UserMemoryMut>,
    of: &RemoteBuffer,
    op: OpHandle,
    handle: WinHandle,
) -> Result<(), Hindrance> {
    briefly!(|process| {
        let Some(place) = MappedPlace::of(process, handle, of) else {
            return Err(Hindrance::LongWay);
        };
        let (size, is_made) = match &process.last_elements.update {
            Some(last) if last.datatype == of.datatype && last.op == op => {
                (last.size, last.make(&place, origin, result))
            }
            _ => one_looked_up(process, &place, (origin, result), (of.datatype, op))?,
        };
        if !is_made {
            return Err(Hindrance::LongWay);
        }
        process.window_tally.mapped.add(size);
        Ok(())
    })
}

/// Its size, and whether it was updated.
#[inline(never)]
fn one_looked_up(
    process: &mut Process,
    place: &MappedPlace,
    (origin, result): (UserMemory, Option<UserMemoryMut>),
    (datatype, op): (DatatypeHandle, OpHandle),
) -> Result<(usize, bool)> {
    let Some(update) = ElementUpdate::look_up(process, datatype, op)? else {
        return Ok((0, false));
    };
    Ok((update.size, update.make(place, origin, result)))
}
