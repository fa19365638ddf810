//! Match entries.

use crate::code::{Portals3Code, Portals3Result, told};
use crate::library::{with_interface, with_ni};
use crate::pointer::place;
use crate::types::{ProcessId, unless_any};
use ferry_portals::three::{EntrySpec, InsertPlace, PortalsError};
use ferry_portals::{ObjectKind, PortalsHandle, ProcessPattern};
use std::ffi::c_int;

/// Processes as a program describes them.
pub(crate) fn processes(id: ProcessId) -> ProcessPattern {
    ProcessPattern { nid: unless_any(id.nid), pid: unless_any(id.pid) }
}

/// What a handle must be for a call on a match entry, and what it is told otherwise.
fn an_entry() -> (ObjectKind, Portals3Code) {
    (ObjectKind::MatchEntry, PortalsError::MeInvalid.into())
}

fn spec(match_id: ProcessId, match_bits: u64, ignore_bits: u64, unlink: c_int) -> EntrySpec {
    EntrySpec { processes: processes(match_id), match_bits, ignore_bits, unlinks: unlink != 0 }
}

fn side(position: c_int) -> InsertPlace {
    if position == 0 { InsertPlace::Before } else { InsertPlace::After }
}

/// `PtlMEAttach`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlMEAttach(
    ni: u32,
    pt_index: u32,
    match_id: ProcessId,
    match_bits: u64,
    ignore_bits: u64,
    unlink: c_int,
    position: c_int,
    me: *mut u32,
) -> c_int {
    told(with_ni(ni, |interface| {
        let me = place(me)?;
        let spec = spec(match_id, match_bits, ignore_bits, unlink);
        *me = interface.me_attach(pt_index, &spec, side(position))?.0;
        Ok(())
    }))
}

/// `PtlMEAttachAny`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlMEAttachAny(
    ni: u32,
    pt_index: *mut u32,
    match_id: ProcessId,
    match_bits: u64,
    ignore_bits: u64,
    unlink: c_int,
    me: *mut u32,
) -> c_int {
    told(with_ni(ni, |interface| {
        let (pt_index, me) = (place(pt_index)?, place(me)?);
        let spec = spec(match_id, match_bits, ignore_bits, unlink);
        let (index, entry) = interface.me_attach_any(&spec)?;
        (*pt_index, *me) = (index, entry.0);
        Ok(())
    }))
}

/// `PtlMEInsert`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlMEInsert(
    base: u32,
    match_id: ProcessId,
    match_bits: u64,
    ignore_bits: u64,
    unlink: c_int,
    position: c_int,
    me: *mut u32,
) -> c_int {
    told(with_interface(base, an_entry(), |interface| {
        let me = place(me)?;
        let spec = spec(match_id, match_bits, ignore_bits, unlink);
        *me = interface.me_insert(PortalsHandle(base), &spec, side(position))?.0;
        Ok(())
    }))
}

/// `PtlMEUnlink`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlMEUnlink(me: u32) -> c_int {
    told(with_interface(me, an_entry(), |interface| -> Portals3Result {
        Ok(interface.me_unlink(PortalsHandle(me))?)
    }))
}
