//! Puts, gets and exchanges.

use crate::code::{Done, told};
use crate::descriptors::a_descriptor;
use crate::interface::known;
use crate::library::{portals, with_interface};
use crate::types::ProcessId;
use ferry_portals::PortalsHandle;
use ferry_portals::three::{LocalPart, RemotePlace};
use std::ffi::c_int;

/// `PTL_ACK_REQ`.
const ACK_REQ: c_int = 0;

/// Where a request goes, if there is such a process.
fn remote(
    target: ProcessId,
    (pt_index, ac_index): (u32, u32),
    (match_bits, offset): (u64, u64),
) -> Done<RemotePlace> {
    Ok(RemotePlace { process: known(target)?, pt_index, ac_index, match_bits, offset })
}

fn put(md: u32, part: Option<LocalPart>, ack: c_int, to: Done<RemotePlace>, data: u64) -> c_int {
    told(with_interface(md, a_descriptor(), |_| Ok(())).and_then(|()| {
        let to = to?;
        with_interface(md, a_descriptor(), |interface| {
            Ok(interface.put(PortalsHandle(md), part, ack == ACK_REQ, &to, data)?)
        })?;
        portals()?.send();
        Ok(())
    }))
}

fn get(md: u32, part: Option<LocalPart>, from: Done<RemotePlace>) -> c_int {
    told(with_interface(md, a_descriptor(), |_| Ok(())).and_then(|()| {
        let from = from?;
        with_interface(md, a_descriptor(), |interface| {
            Ok(interface.get(PortalsHandle(md), part, &from)?)
        })?;
        portals()?.send();
        Ok(())
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
    let to = remote(target, (pt_index, ac_index), (match_bits, remote_offset));
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
    let to = remote(target, (pt_index, ac_index), (match_bits, remote_offset));
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
    get(md, None, remote(target, (pt_index, ac_index), (match_bits, remote_offset)))
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
    let from = remote(target, (pt_index, ac_index), (match_bits, remote_offset));
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
    let at = remote(target, (pt_index, ac_index), (match_bits, remote_offset));
    told(with_interface(get_md, a_descriptor(), |_| Ok(())).and_then(|()| {
        let at = at?;
        with_interface(get_md, a_descriptor(), |interface| {
            let (get, put) = (PortalsHandle(get_md), PortalsHandle(put_md));
            if put.interface() != get.interface() {
                return Err(ferry_portals::three::PortalsError::MdIllegal.into());
            }
            Ok(interface.get_put(get, put, &at, hdr_data)?)
        })?;
        portals()?.send();
        Ok(())
    }))
}
