//! Puts, gets and exchanges.

use crate::code::{Portals3Result, told};
use crate::descriptors::a_descriptor;
use crate::library::{asked, interface_of, present, refusal};
use crate::types::ProcessId;
use ferry_portals::three::{LocalPart, PortalsError, RemotePlace};
use ferry_portals::{PortalsHandle, PortalsProcess, PortalsState};
use std::ffi::c_int;

/// `PTL_ACK_REQ`.
const ACK_REQ: c_int = 0;

/// Where in its target a request goes: portal and access entry, match bits and offset.
type Target = ((u32, u32), (u64, u64));

#[inline(always)]
fn named(process: ProcessId) -> PortalsProcess {
    PortalsProcess { nid: process.nid, pid: process.pid }
}

#[inline(always)]
fn remote(
    process: PortalsProcess,
    ((pt_index, ac_index), (match_bits, offset)): Target,
) -> RemotePlace {
    RemotePlace { process, pt_index, ac_index, match_bits, offset }
}

/// Without closures, as `get`: what is done for two functions of the header is in line in both.
#[inline(always)]
fn put(
    md: u32,
    part: Option<LocalPart>,
    ack: c_int,
    (process, target): (ProcessId, Target),
    data: u64,
) -> Portals3Result {
    let (portals, process) = (present()?, named(process));
    loop {
        let mut state = portals.state();
        let done = match state.names.peer(process) {
            Some(peer) => {
                let (face, links) = state.parts();
                let (from, to) = ((PortalsHandle(md), part), remote(process, target));
                face.put(links, from, ack == ACK_REQ, (peer, &to), data).map_err(Into::into)
            }
            None => Err(refusal(&mut state, md)),
        };
        if asked(&portals, state, md, done)? {
            return Ok(());
        }
    }
}

#[inline(always)]
fn get(md: u32, part: Option<LocalPart>, (process, target): (ProcessId, Target)) -> Portals3Result {
    let (portals, process) = (present()?, named(process));
    loop {
        let mut state = portals.state();
        let done = match state.names.peer(process) {
            Some(peer) => {
                let (face, links) = state.parts();
                let (into, from) = ((PortalsHandle(md), part), remote(process, target));
                face.get(links, into, (peer, &from)).map_err(Into::into)
            }
            None => Err(refusal(&mut state, md)),
        };
        if asked(&portals, state, md, done)? {
            return Ok(());
        }
    }
}

fn get_put(
    (get, put): (PortalsHandle, PortalsHandle),
    (process, target): (ProcessId, Target),
    data: u64,
) -> Portals3Result {
    let (portals, process) = (present()?, named(process));
    let exchange = |state: &mut PortalsState| {
        let interface = interface_of(state, get, a_descriptor())?;
        if put.interface() != get.interface() {
            return Err(PortalsError::MdIllegal.into());
        }
        interface.get_put(get, put, &remote(process, target), data)?;
        Ok(false)
    };
    loop {
        let mut state = portals.state();
        let done = match state.names.peer(process) {
            Some(_) => exchange(&mut state),
            None => Err(refusal(&mut state, get.0)),
        };
        if asked(&portals, state, get.0, done)? {
            return Ok(());
        }
    }
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
    told(put(md, None, ack, to, hdr_data))
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
    told(put(md, Some(LocalPart { offset: local_offset, length }), ack, to, hdr_data))
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
    told(get(md, None, (target, ((pt_index, ac_index), (match_bits, remote_offset)))))
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
    told(get(md, Some(LocalPart { offset: local_offset, length }), from))
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
    let at = (target, ((pt_index, ac_index), (match_bits, remote_offset)));
    told(get_put((PortalsHandle(get_md), PortalsHandle(put_md)), at, hdr_data))
}
