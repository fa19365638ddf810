//! Puts, gets and atomic operations.

use crate::code::{Portals4Code, Portals4Result, told};
use crate::library::{ask, plainly, refusal, start_now};
use crate::pointer::array;
use crate::types::{ProcessUnion, word};
use ferry_portals::PortalsHandle;
use ferry_portals::four::{
    AckRequest, AtomicDatatype, AtomicOperation, LocalPlace, Movement, NiObject, OperandUse,
    OperationKind, PlainMovement, Trigger,
};
use std::ffi::{c_int, c_uchar, c_void};

const A_DESCRIPTOR: &[NiObject] = &[NiObject::Descriptor];

/// A descriptor and where in it.
pub(crate) type Local = (u32, u64);

/// The target: process, portal, match bits, offset.
pub(crate) type Target = (ProcessUnion, u32, u64, u64);

/// What goes with it: `user_ptr` and `hdr_data`.
pub(crate) type UserWords = (*mut c_void, u64);

/// Starts a movement, now or by a trigger.
#[inline]
pub(crate) fn start(movement: Portals4Result<Movement>, trigger: Option<Trigger>) -> c_int {
    told(movement.map_err(refusal).and_then(|movement| {
        let place = movement.into.or(movement.from).ok_or(Portals4Code::ARG_INVALID)?;
        let Some(trigger) = trigger else { return start_now(&movement, place.descriptor) };
        ask(place.descriptor.0, A_DESCRIPTOR, |interface| {
            Ok(interface.start_at(&movement, trigger)?)
        })
    }))
}

fn place((descriptor, offset): Local) -> LocalPlace {
    LocalPlace { descriptor: PortalsHandle(descriptor), offset }
}

fn acknowledgement(ack: c_uchar) -> Portals4Result<AckRequest> {
    Ok(match ack {
        0 => AckRequest::None,
        1 => AckRequest::Full,
        2 => AckRequest::Counting,
        3 => AckRequest::Completion,
        _ => return Err(Portals4Code::ARG_INVALID),
    })
}

/// An operation and its datatype by number.
pub(crate) fn atomic(
    operation: c_uchar,
    datatype: c_uchar,
) -> Portals4Result<(AtomicOperation, AtomicDatatype)> {
    let operation = AtomicOperation::from_number(operation);
    let datatype = AtomicDatatype::from_number(datatype);
    operation.zip(datatype).ok_or(Portals4Code::ARG_INVALID)
}

#[inline]
fn movement(
    kind: OperationKind,
    (from, into): (Option<Local>, Option<Local>),
    length: u64,
    (target, pt_index, match_bits, offset): Target,
    (user_ptr, hdr_data): UserWords,
) -> Movement {
    Movement {
        kind,
        from: from.map(place),
        into: into.map(place),
        length,
        ack: AckRequest::None,
        target: target.into(),
        pt_index,
        match_bits,
        offset,
        user_ptr: word(user_ptr),
        hdr_data,
        operand: [0; 32],
    }
}

#[inline]
fn plain(
    (local, length): (Local, u64),
    (target, pt_index, match_bits, offset): Target,
    (user_ptr, hdr_data): UserWords,
) -> PlainMovement {
    PlainMovement {
        local: place(local),
        length,
        target: target.into(),
        pt_index,
        match_bits,
        offset,
        user_ptr: word(user_ptr),
        hdr_data,
    }
}

/// A put, or an atomic operation without a result.
#[inline]
pub(crate) fn outward(
    kind: Portals4Result<OperationKind>,
    (from, length): (Local, u64),
    ack: c_uchar,
    target: Target,
    words: UserWords,
) -> Portals4Result<Movement> {
    let ack = acknowledgement(ack)?;
    Ok(Movement { ack, ..movement(kind?, (Some(from), None), length, target, words) })
}

/// A get.
#[inline]
pub(crate) fn inward(
    (into, length): (Local, u64),
    target: Target,
    user_ptr: *mut c_void,
) -> Portals4Result<Movement> {
    Ok(movement(OperationKind::Get, (None, Some(into)), length, target, (user_ptr, 0)))
}

/// An atomic operation that fetches.
pub(crate) fn both_ways(
    kind: Portals4Result<OperationKind>,
    (into, from, length): (Local, Local, u64),
    target: Target,
    words: UserWords,
) -> Portals4Result<Movement> {
    let interface = |(descriptor, _): Local| NiObject::named(PortalsHandle(descriptor));
    if interface(into) != interface(from) {
        return Err(Portals4Code::ARG_INVALID);
    }
    Ok(movement(kind?, (Some(from), Some(into)), length, target, words))
}

/// The same with the operand of a swap.
pub(crate) fn with_operand(
    moved: Portals4Result<Movement>,
    operand: *const c_void,
) -> Portals4Result<Movement> {
    let mut moved = moved?;
    let (operation, datatype) = moved.kind.atomic().ok_or(Portals4Code::ARG_INVALID)?;
    if operation.operand() == OperandUse::OneItem {
        let item = array(operand.cast::<u8>(), datatype.size())?;
        moved.operand[..item.len()].copy_from_slice(item);
    }
    Ok(moved)
}

/// An atomic operation of this kind.
pub(crate) fn kind(
    of: Portals4Result<(AtomicOperation, AtomicDatatype)>,
    make: fn(AtomicOperation, AtomicDatatype) -> OperationKind,
) -> Portals4Result<OperationKind> {
    of.map(|(operation, datatype)| make(operation, datatype))
}

/// `PtlPut`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlPut(
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
) -> c_int {
    let target = (target, pt_index, match_bits, remote_offset);
    let (from, words) = (((md, local_offset), length), (user_ptr, hdr_data));
    let put = plain(from, target, words);
    let is_plain = ack == AckRequest::None as c_uchar;
    let done = plainly(|state| {
        let (face, links) = state.parts();
        is_plain.then(|| face.put_plainly(links, &put))?
    });
    match done {
        Ok(false) => start(outward(Ok(OperationKind::Put), from, ack, target, words), None),
        done => told(done.map(drop)),
    }
}

/// `PtlGet`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlGet(
    md: u32,
    local_offset: u64,
    length: u64,
    target: ProcessUnion,
    pt_index: u32,
    match_bits: u64,
    remote_offset: u64,
    user_ptr: *mut c_void,
) -> c_int {
    let target = (target, pt_index, match_bits, remote_offset);
    let into = ((md, local_offset), length);
    let get = plain(into, target, (user_ptr, 0));
    let done = plainly(|state| {
        let (face, links) = state.parts();
        face.get_plainly(links, &get)
    });
    match done {
        Ok(false) => start(inward(into, target, user_ptr), None),
        done => told(done.map(drop)),
    }
}

/// `PtlAtomic`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlAtomic(
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
) -> c_int {
    let target = (target, pt_index, match_bits, remote_offset);
    let kind = kind(atomic(operation, datatype), OperationKind::Atomic);
    let from = ((md, local_offset), length);
    start(outward(kind, from, ack, target, (user_ptr, hdr_data)), None)
}

/// `PtlFetchAtomic`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlFetchAtomic(
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
) -> c_int {
    let target = (target, pt_index, match_bits, remote_offset);
    let kind = kind(atomic(operation, datatype), OperationKind::Fetch);
    let parts = ((get_md, get_offset), (put_md, put_offset), length);
    start(both_ways(kind, parts, target, (user_ptr, hdr_data)), None)
}

/// `PtlSwap`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlSwap(
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
) -> c_int {
    let target = (target, pt_index, match_bits, remote_offset);
    let kind = kind(atomic(operation, datatype), OperationKind::Swap);
    let parts = ((get_md, get_offset), (put_md, put_offset), length);
    let moved = both_ways(kind, parts, target, (user_ptr, hdr_data));
    start(with_operand(moved, operand), None)
}
