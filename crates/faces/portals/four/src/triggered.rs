//! Operations that wait until a counter has reached a threshold.

use crate::code::told;
use crate::counters::A_COUNTER;
use crate::entries::{check_kind, description, list};
use crate::interface::AN_INTERFACE;
use crate::library::ask;
use crate::movement::{atomic, both_ways, inward, kind, outward, start, with_operand};
use crate::pointer::{needed, place};
use crate::types::{CtRecord, MeRecord, ProcessUnion, word};
use ferry_portals::PortalsHandle;
use ferry_portals::four::{NiObject, OperationKind, Trigger};
use std::ffi::{c_int, c_uchar, c_void};

fn at(counter: u32, threshold: u64) -> Trigger {
    Trigger { counter: PortalsHandle(counter), threshold }
}

/// `PtlTriggeredPut`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlTriggeredPut(
    md: u32,
    local_offset: u64,
    length: u64,
    ack: c_uchar,
    target: ProcessUnion,
    pt_index: u32,
    match_bits: u64,
    remote_offset: u64,
    user_ptr: *mut c_void,
    hdr_data: u64,
    trigger: u32,
    threshold: u64,
) -> c_int {
    let target = (target, pt_index, match_bits, remote_offset);
    let from = ((md, local_offset), length);
    let put = outward(Ok(OperationKind::Put), from, ack, target, (user_ptr, hdr_data));
    start(put, Some(at(trigger, threshold)))
}

/// `PtlTriggeredGet`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlTriggeredGet(
    md: u32,
    local_offset: u64,
    length: u64,
    target: ProcessUnion,
    pt_index: u32,
    match_bits: u64,
    remote_offset: u64,
    user_ptr: *mut c_void,
    trigger: u32,
    threshold: u64,
) -> c_int {
    let target = (target, pt_index, match_bits, remote_offset);
    let get = inward(((md, local_offset), length), target, user_ptr);
    start(get, Some(at(trigger, threshold)))
}

/// `PtlTriggeredAtomic`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlTriggeredAtomic(
    md: u32,
    local_offset: u64,
    length: u64,
    ack: c_uchar,
    target: ProcessUnion,
    pt_index: u32,
    match_bits: u64,
    remote_offset: u64,
    user_ptr: *mut c_void,
    hdr_data: u64,
    operation: c_uchar,
    datatype: c_uchar,
    trigger: u32,
    threshold: u64,
) -> c_int {
    let target = (target, pt_index, match_bits, remote_offset);
    let kind = kind(atomic(operation, datatype), OperationKind::Atomic);
    let from = ((md, local_offset), length);
    let moved = outward(kind, from, ack, target, (user_ptr, hdr_data));
    start(moved, Some(at(trigger, threshold)))
}

/// `PtlTriggeredFetchAtomic`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlTriggeredFetchAtomic(
    get_md: u32,
    get_offset: u64,
    put_md: u32,
    put_offset: u64,
    length: u64,
    target: ProcessUnion,
    pt_index: u32,
    match_bits: u64,
    remote_offset: u64,
    user_ptr: *mut c_void,
    hdr_data: u64,
    operation: c_uchar,
    datatype: c_uchar,
    trigger: u32,
    threshold: u64,
) -> c_int {
    let target = (target, pt_index, match_bits, remote_offset);
    let kind = kind(atomic(operation, datatype), OperationKind::Fetch);
    let parts = ((get_md, get_offset), (put_md, put_offset), length);
    let moved = both_ways(kind, parts, target, (user_ptr, hdr_data));
    start(moved, Some(at(trigger, threshold)))
}

/// `PtlTriggeredSwap`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlTriggeredSwap(
    get_md: u32,
    get_offset: u64,
    put_md: u32,
    put_offset: u64,
    length: u64,
    target: ProcessUnion,
    pt_index: u32,
    match_bits: u64,
    remote_offset: u64,
    user_ptr: *mut c_void,
    hdr_data: u64,
    operand: *const c_void,
    operation: c_uchar,
    datatype: c_uchar,
    trigger: u32,
    threshold: u64,
) -> c_int {
    let target = (target, pt_index, match_bits, remote_offset);
    let kind = kind(atomic(operation, datatype), OperationKind::Swap);
    let parts = ((get_md, get_offset), (put_md, put_offset), length);
    let moved = both_ways(kind, parts, target, (user_ptr, hdr_data));
    start(with_operand(moved, operand), Some(at(trigger, threshold)))
}

/// `PtlTriggeredCTInc`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlTriggeredCTInc(
    ct: u32,
    more: CtRecord,
    trigger: u32,
    threshold: u64,
) -> c_int {
    told(ask(ct, A_COUNTER, |interface| {
        let counter = PortalsHandle(ct);
        Ok(interface.ct_inc_at(counter, more.into(), at(trigger, threshold))?)
    }))
}

/// `PtlTriggeredCTSet`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlTriggeredCTSet(
    ct: u32,
    value: CtRecord,
    trigger: u32,
    threshold: u64,
) -> c_int {
    told(ask(ct, A_COUNTER, |interface| {
        let counter = PortalsHandle(ct);
        Ok(interface.ct_set_at(counter, value.into(), at(trigger, threshold))?)
    }))
}

/// `PtlTriggeredMEAppend`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlTriggeredMEAppend(
    ni: u32,
    pt_index: u32,
    me: *const MeRecord,
    number: c_uchar,
    user_ptr: *mut c_void,
    handle: *mut u32,
    trigger: u32,
    threshold: u64,
) -> c_int {
    told(ask(ni, AN_INTERFACE, |interface| {
        check_kind(interface, true)?;
        let handle = place(handle)?;
        let entry = (description(interface, &needed(me)?)?, word(user_ptr));
        let into = (pt_index, list(number)?);
        *handle = interface.append_at(into, entry, at(trigger, threshold))?.0;
        Ok(())
    }))
}

/// `PtlTriggeredMEUnlink`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlTriggeredMEUnlink(me: u32, trigger: u32, threshold: u64) -> c_int {
    told(ask(me, &[NiObject::MatchEntry], |interface| {
        Ok(interface.unlink_at(PortalsHandle(me), at(trigger, threshold))?)
    }))
}
