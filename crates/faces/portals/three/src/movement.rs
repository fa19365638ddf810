//! Puts, gets and exchanges.

use crate::code::{Portals3Code, told};
use crate::library::ask;
use crate::types::ProcessId;
use ferry_portals::three::{LocalPart, PortalsError, RemotePlace};
use ferry_portals::{PortalsHandle, PortalsProcess};
use std::ffi::c_int;

/// `PTL_ACK_REQ`.
const ACK_REQ: c_int = 0;

/// Where in its target a request goes: portal and access entry, match bits and offset.
type Target = ((u32, u32), (u64, u64));

#[inline(always)]
fn remote(
    process: PortalsProcess,
    ((pt_index, ac_index), (match_bits, offset)): Target,
) -> RemotePlace {
    RemotePlace { process, pt_index, ac_index, match_bits, offset }
}

#[inline(always)]
fn put(
    md: u32,
    part: Option<LocalPart>,
    ack: c_int,
    (process, target): (ProcessId, Target),
    data: u64,
) -> c_int {
    let is_answered = ack == ACK_REQ;
    told(ask(md, process, is_answered, |state, (peer, process)| {
        let to = remote(process, target);
        let (face, links) = state.parts();
        Ok(face.put(links, (PortalsHandle(md), part), is_answered, (peer, &to), data)?)
    }))
}

#[inline(always)]
fn get(md: u32, part: Option<LocalPart>, (process, target): (ProcessId, Target)) -> c_int {
    told(ask(md, process, true, |state, (peer, process)| {
        let (face, links) = state.parts();
        Ok(face.get(links, (PortalsHandle(md), part), (peer, &remote(process, target)))?)
    }))
}

/// `PtlPut`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlPut(
    md: u32,
    ack: c_int,
    target: ProcessId,
    pt_index: u32,
    ac_index: u32,
    match_bits: u64,
    remote_offset: u64,
    hdr_data: u64,
) -> c_int {
    let to = (target, ((pt_index, ac_index), (match_bits, remote_offset)));
    put(md, None, ack, to, hdr_data)
}

/// `PtlPutRegion`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlPutRegion(
    md: u32,
    local_offset: u64,
    length: u64,
    ack: c_int,
    target: ProcessId,
    pt_index: u32,
    ac_index: u32,
    match_bits: u64,
    remote_offset: u64,
    hdr_data: u64,
) -> c_int {
    let to = (target, ((pt_index, ac_index), (match_bits, remote_offset)));
    put(md, Some(LocalPart { offset: local_offset, length }), ack, to, hdr_data)
}

/// `PtlGet`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlGet(
    md: u32,
    target: ProcessId,
    pt_index: u32,
    ac_index: u32,
    match_bits: u64,
    remote_offset: u64,
) -> c_int {
    get(md, None, (target, ((pt_index, ac_index), (match_bits, remote_offset))))
}

/// `PtlGetRegion`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlGetRegion(
    md: u32,
    local_offset: u64,
    length: u64,
    target: ProcessId,
    pt_index: u32,
    ac_index: u32,
    match_bits: u64,
    remote_offset: u64,
) -> c_int {
    let from = (target, ((pt_index, ac_index), (match_bits, remote_offset)));
    get(md, Some(LocalPart { offset: local_offset, length }), from)
}

/// `PtlGetPut`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlGetPut(
    get_md: u32,
    put_md: u32,
    target: ProcessId,
    pt_index: u32,
    ac_index: u32,
    match_bits: u64,
    remote_offset: u64,
    hdr_data: u64,
) -> c_int {
    let at = ((pt_index, ac_index), (match_bits, remote_offset));
    told(ask(get_md, target, true, |state, (_, process)| {
        let (get, put) = (PortalsHandle(get_md), PortalsHandle(put_md));
        if put.interface() != get.interface() {
            return Err(PortalsError::MdIllegal.into());
        }
        let interface = state.interface(get).ok_or(Portals3Code::from(PortalsError::MdInvalid))?;
        interface.get_put(get, put, &remote(process, at), hdr_data)?;
        Ok(false)
    }))
}
