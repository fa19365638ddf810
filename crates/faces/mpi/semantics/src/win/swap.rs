//! `MPI_Compare_and_swap` (MPI-5.0 §12.3.4.4).

use super::Reach;
use super::access::{origin_type, requested};
use super::element::{MappedPlace, long_at, single, store_long};
use super::reach::{self, RemoteBuffer};
use crate::constants::MPI_ERR_TYPE;
use crate::error::{Error, Result};
use crate::handle::{DatatypeHandle, WinHandle};
use crate::process::{Hindrance, Process, briefly, enter};
use ferry_datatype::{Basic, TypeGroup, UserMemory, UserMemoryMut};
use ferry_one_sided::accumulate::{self as elements, swap_long};
use ferry_one_sided::control::ControlPage;
use ferry_sys::Arena;
use ferry_two_sided::RecvSpace;
use std::sync::atomic::AtomicU64;

/// The datatypes that it is defined for.
fn comparable(process: &Process, datatype: DatatypeHandle) -> Result<Basic> {
    let datatype = process.committed(datatype)?.datatype.clone();
    let basic = datatype.named().filter(|basic| {
        use TypeGroup::*;
        matches!(basic.group(), CInteger | FortranInteger | Logical | MultiLanguage | Byte | Opaque)
    });
    basic.ok_or_else(|| {
        let text = "MPI_Compare_and_swap needs an integer, logical or byte datatype";
        Error::new(MPI_ERR_TYPE, text)
    })
}

/// The size of a datatype's only element; `None`: the long way.
#[inline]
fn size_of_element(process: &mut Process, datatype: DatatypeHandle) -> Result<Option<usize>> {
    match process.last_elements.swapped {
        Some((last, size)) if last == datatype => Ok(Some(size)),
        _ => look_up_size(process, datatype),
    }
}

#[inline(never)]
fn look_up_size(process: &mut Process, datatype: DatatypeHandle) -> Result<Option<usize>> {
    let Some((size, _)) = single(process, datatype)? else { return Ok(None) };
    comparable(process, datatype)?;
    if datatype.is_predefined() {
        process.last_elements.swapped = Some((datatype, size));
    }
    Ok(Some(size))
}

/// One element.
#[inline]
pub fn compare_and_swap(
    (new, compare): (UserMemory, UserMemory),
    result: UserMemoryMut,
    of: &RemoteBuffer,
    win: WinHandle,
) -> Result<()> {
    if !(new.is_null() || compare.is_null() || result.is_null()) {
        let done = briefly!(|process| {
            let Some(place) = MappedPlace::of(process, win, of) else {
                return Err(Hindrance::LongWay);
            };
            let Some(size) = size_of_element(process, of.datatype)? else {
                return Err(Hindrance::LongWay);
            };
            let Some(memory) = place.bytes(size) else { return Err(Hindrance::LongWay) };
            swap_mapped((new, compare), result, (&memory, &place.control));
            process.window_tally.mapped.add(size);
            Ok(())
        });
        match done {
            Ok(()) => return Ok(()),
            Err(Hindrance::LongWay) => {}
            Err(Hindrance::Failed(error)) => return Err(error),
        }
    }
    swap_anyhow((new, compare), result, of, win)
}

/// Swaps an element that is mapped.
#[inline]
fn swap_mapped(
    (new, compare): (UserMemory, UserMemory),
    result: UserMemoryMut,
    (element, control): (&Arena, &ControlPage),
) {
    let size = element.len();
    if size == size_of::<u64>()
        && let Some(word) = element.atomic::<AtomicU64>(0)
    {
        return store_long(result, swap_long(word, long_at(compare), long_at(new)));
    }
    let row = |memory: UserMemory| memory.arena(0, size).read(0, size);
    let (new, compare) = (row(new), row(compare));
    let mut old = result.arena(0, size).write(0, size);
    let both = (compare.as_slice(), new.as_slice());
    elements::compare_and_swap(element, control, both, old.as_mut_slice());
}

fn swap_anyhow(
    (new, compare): (UserMemory, UserMemory),
    result: UserMemoryMut,
    of: &RemoteBuffer,
    win: WinHandle,
) -> Result<()> {
    let Some(reached) = reach::find(win, of)? else { return Ok(()) };
    let size = comparable(&enter(), of.datatype)?.size();
    for base in [new.address(0), compare.address(0), result.address(0).cast_const()] {
        origin_type(base, 1, of.datatype)?;
    }
    if let Reach::Memory(control) = reached.reach {
        let memory = reached.memory.part(reached.buffer.place as usize, size);
        swap_mapped((new, compare), result, (&memory, &control));
        enter().window_tally.mapped.add(size);
        return Ok(());
    }
    let row = |memory: UserMemory| memory.arena(0, size).read(0, size);
    let (new, compare) = (row(new), row(compare));
    let both = (compare.as_slice(), new.as_slice());
    let mut process = reach::ready(win, reached.at, 2 * size)?;
    process.window_tally.frames.add(size);
    let label = process.label_of(win);
    let space = RecvSpace::Region(result.arena(0, size).write(0, size));
    let (windows, transfer, _) = process.for_windows();
    let place = reached.buffer.place;
    let request = windows.swap(transfer, reached.at, place, both, (space, label));
    requested(&mut process, Some(request), false);
    Ok(())
}
