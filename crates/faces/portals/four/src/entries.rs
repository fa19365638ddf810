//! List entries and match entries.

use crate::code::{Portals4Code, Portals4Result, told};
use crate::interface::AN_INTERFACE;
use crate::library::{ask, with};
use crate::memory::lent;
use crate::pointer::{needed, place};
use crate::types::{ANY, LeRecord, MeRecord, ProcessUnion, counter, unless_any, word};
use ferry_portals::PortalsHandle;
use ferry_portals::four::{
    EntryDescription, EntryList, EntryOptions, NetworkInterface, NiObject, SearchOperation,
};
use std::ffi::{c_int, c_uchar, c_void};

/// A list entry as a match entry that accepts everything.
fn any_match(le: LeRecord) -> MeRecord {
    MeRecord {
        start: le.start,
        length: le.length,
        ct_handle: le.ct_handle,
        uid: le.uid,
        options: le.options,
        match_id: ProcessUnion { words: [ANY; 2] },
        match_bits: 0,
        ignore_bits: !0,
        min_free: 0,
    }
}

/// An entry of an interface as a program describes it.
pub(crate) fn description(
    interface: &NetworkInterface,
    me: &MeRecord,
) -> Portals4Result<EntryDescription> {
    Ok(EntryDescription {
        memory: lent(me.start, me.length, me.options, interface.limits().max_iovecs)?,
        counter: counter(me.ct_handle),
        uid: unless_any(me.uid),
        options: EntryOptions(me.options),
        match_id: me.match_id.into(),
        match_bits: me.match_bits,
        ignore_bits: me.ignore_bits,
        min_free: me.min_free,
    })
}

/// A list by its number.
pub(crate) fn list(number: c_uchar) -> Portals4Result<EntryList> {
    match number {
        0 => Ok(EntryList::Priority),
        1 => Ok(EntryList::Overflow),
        _ => Err(Portals4Code::ARG_INVALID),
    }
}

/// Refuses an interface that has the other kind of entries.
pub(crate) fn check_kind(interface: &NetworkInterface, is_matching: bool) -> Portals4Result {
    if interface.kind().is_matching() == is_matching {
        Ok(())
    } else {
        Err(Portals4Code::ARG_INVALID)
    }
}

fn append(
    (ni, is_matching): (u32, bool),
    pt_index: u32,
    entry: Portals4Result<MeRecord>,
    (number, user_ptr): (c_uchar, *mut c_void),
    handle: *mut u32,
) -> c_int {
    told(ask(ni, AN_INTERFACE, |interface| {
        check_kind(interface, is_matching)?;
        let handle = place(handle)?;
        let spec = description(interface, &entry?)?;
        *handle = interface.append((pt_index, list(number)?), spec, word(user_ptr))?.0;
        Ok(())
    }))
}

fn search(
    (ni, is_matching): (u32, bool),
    pt_index: u32,
    entry: Portals4Result<MeRecord>,
    operation: c_uchar,
    user_ptr: *mut c_void,
) -> c_int {
    told(ask(ni, AN_INTERFACE, |interface| {
        check_kind(interface, is_matching)?;
        let operation = match operation {
            0 => SearchOperation::Only,
            1 => SearchOperation::Delete,
            _ => return Err(Portals4Code::ARG_INVALID),
        };
        let spec = description(interface, &entry?)?;
        Ok(interface.search(pt_index, spec, operation, word(user_ptr))?)
    }))
}

fn unlink(handle: u32, object: NiObject) -> c_int {
    told(with(handle, &[object], |interface| Ok(interface.unlink(PortalsHandle(handle))?)))
}

/// `PtlLEAppend`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlLEAppend(
    ni: u32,
    pt_index: u32,
    le: *const LeRecord,
    list: c_uchar,
    user_ptr: *mut c_void,
    handle: *mut u32,
) -> c_int {
    append((ni, false), pt_index, needed(le).map(any_match), (list, user_ptr), handle)
}

/// `PtlLEUnlink`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlLEUnlink(le: u32) -> c_int {
    unlink(le, NiObject::ListEntry)
}

/// `PtlLESearch`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlLESearch(
    ni: u32,
    pt_index: u32,
    le: *const LeRecord,
    operation: c_uchar,
    user_ptr: *mut c_void,
) -> c_int {
    search((ni, false), pt_index, needed(le).map(any_match), operation, user_ptr)
}

/// `PtlMEAppend`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlMEAppend(
    ni: u32,
    pt_index: u32,
    me: *const MeRecord,
    list: c_uchar,
    user_ptr: *mut c_void,
    handle: *mut u32,
) -> c_int {
    append((ni, true), pt_index, needed(me), (list, user_ptr), handle)
}

/// `PtlMEUnlink`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlMEUnlink(me: u32) -> c_int {
    unlink(me, NiObject::MatchEntry)
}

/// `PtlMESearch`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlMESearch(
    ni: u32,
    pt_index: u32,
    me: *const MeRecord,
    operation: c_uchar,
    user_ptr: *mut c_void,
) -> c_int {
    search((ni, true), pt_index, needed(me), operation, user_ptr)
}
