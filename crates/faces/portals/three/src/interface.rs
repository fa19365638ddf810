//! Interfaces: opened, closed, asked about themselves.

use crate::code::{Portals3Code, Portals3Result, told};
use crate::events::forget_handlers_of;
use crate::library::{portals, with_ni};
use crate::pointer::{given, place};
use crate::types::{ANY, ProcessId, PtlNiLimits};
use ferry_portals::three::{InterfaceLimits, PortalsError, StatusRegister};
use ferry_portals::{PortalsHandle, PortalsProcess};
use std::ffi::{c_int, c_ulong};

impl From<InterfaceLimits> for PtlNiLimits {
    fn from(limits: InterfaceLimits) -> Self {
        PtlNiLimits {
            max_mes: limits.max_mes as c_int,
            max_mds: limits.max_mds as c_int,
            max_eqs: limits.max_eqs as c_int,
            max_ac_index: limits.max_ac_index as c_int,
            max_pt_index: limits.max_pt_index as c_int,
            max_md_iovecs: limits.max_md_iovecs as c_int,
            max_me_list: limits.max_me_list as c_int,
            max_getput_md: limits.max_getput_md as c_int,
        }
    }
}

impl From<PtlNiLimits> for InterfaceLimits {
    fn from(limits: PtlNiLimits) -> Self {
        let number = |limit: c_int| usize::try_from(limit).unwrap_or(0);
        InterfaceLimits {
            max_mes: number(limits.max_mes),
            max_mds: number(limits.max_mds),
            max_eqs: number(limits.max_eqs),
            max_ac_index: number(limits.max_ac_index),
            max_pt_index: number(limits.max_pt_index),
            max_md_iovecs: number(limits.max_md_iovecs),
            max_me_list: number(limits.max_me_list),
            max_getput_md: number(limits.max_getput_md),
        }
    }
}

fn open(
    iface: u32,
    pid: u32,
    desired: Option<PtlNiLimits>,
) -> Portals3Result<(InterfaceLimits, u32)> {
    let portals = portals()?;
    if iface as usize >= PortalsHandle::INTERFACES {
        return Err(Portals3Code::IFACE_INVALID);
    }
    let own = portals.name(portals.place().0).ok_or(Portals3Code::FAIL)?;
    if pid != ANY && pid != own.pid {
        return Err(Portals3Code::PID_INVALID);
    }
    let desired = desired.map_or(InterfaceLimits::MOST, InterfaceLimits::from);
    let uid = rustix::process::getuid().as_raw();
    portals.open(iface as u8, (uid, portals.job()), desired.granted());
    let mut state = portals.state();
    let interface = state.interfaces.get_mut(iface as u8).ok_or(Portals3Code::FAIL)?;
    Ok((interface.limits(), interface.handle().0))
}

/// `PtlNIInit`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlNIInit(
    iface: u32,
    pid: u32,
    desired: *const PtlNiLimits,
    actual: *mut PtlNiLimits,
    ni: *mut u32,
) -> c_int {
    told(place(ni).and_then(|ni| {
        let (granted, handle) = open(iface, pid, given(desired))?;
        *ni = handle;
        if !actual.is_null() {
            *place(actual)? = granted.into();
        }
        Ok(())
    }))
}

/// `PtlNIFini`. Returns when nobody uses the memory of its descriptors.
#[unsafe(no_mangle)]
pub extern "C" fn PtlNIFini(ni: u32) -> c_int {
    told(with_ni(ni, |_| Ok(())).and_then(|()| {
        let number = PortalsHandle(ni).interface();
        portals()?.close(number);
        forget_handlers_of(number);
        Ok(())
    }))
}

fn register(number: u32) -> Portals3Result<StatusRegister> {
    use StatusRegister as Register;
    let all = [
        Register::DropCount,
        Register::DropLength,
        Register::RecvCount,
        Register::RecvLength,
        Register::SendCount,
        Register::SendLength,
        Register::MesCurrent,
        Register::MdsCurrent,
        Register::EqsCurrent,
    ];
    let found = all.into_iter().find(|register| *register as u32 == number);
    found.ok_or(PortalsError::SrIndexInvalid.into())
}

/// `PtlNIStatus`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlNIStatus(ni: u32, number: u32, status: *mut i64) -> c_int {
    told(with_ni(ni, |interface| {
        let register = register(number)?;
        *place(status)? = interface.status(register).cast_signed();
        Ok(())
    }))
}

/// `PtlNIDist`: 0 to itself, 1 on its node, 2 elsewhere.
#[unsafe(no_mangle)]
pub extern "C" fn PtlNIDist(ni: u32, process: ProcessId, distance: *mut c_ulong) -> c_int {
    told(with_ni(ni, |interface| Ok(interface.owner().process)).and_then(|own| {
        let process = known(process)?;
        *place(distance)? = match (process == own, process.nid == own.nid) {
            (true, _) => 0,
            (false, true) => 1,
            (false, false) => 2,
        };
        Ok(())
    }))
}

/// The process of a name, if there is one.
fn known(process: ProcessId) -> Portals3Result<PortalsProcess> {
    let name = PortalsProcess { nid: process.nid, pid: process.pid };
    let portals = portals()?;
    let state = portals.state();
    state.names.peer(name).map(|_| name).ok_or(Portals3Code::PROCESS_INVALID)
}

/// `PtlNIHandle`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlNIHandle(handle: u32, ni: *mut u32) -> c_int {
    told(place(ni).and_then(|ni| {
        let portals = portals()?;
        let mut state = portals.state();
        let interface = state.interface(PortalsHandle(handle));
        let interface = interface.filter(|interface| interface.names(PortalsHandle(handle)));
        *ni = interface.ok_or(Portals3Code::from(PortalsError::HandleInvalid))?.handle().0;
        Ok(())
    }))
}

/// `PtlHandleIsEqual`: whether two handles name the same.
#[unsafe(no_mangle)]
pub extern "C" fn PtlHandleIsEqual(first: u32, second: u32) -> c_int {
    c_int::from(first == second)
}

/// `PtlGetUid`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlGetUid(ni: u32, uid: *mut u32) -> c_int {
    told(with_ni(ni, |interface| {
        *place(uid)? = interface.owner().uid;
        Ok(())
    }))
}

/// `PtlGetJid`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlGetJid(ni: u32, jid: *mut u32) -> c_int {
    told(with_ni(ni, |interface| {
        *place(jid)? = interface.owner().jid;
        Ok(())
    }))
}

/// `PtlGetId`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlGetId(ni: u32, id: *mut ProcessId) -> c_int {
    told(with_ni(ni, |interface| {
        let own = interface.owner().process;
        *place(id)? = ProcessId { nid: own.nid, pid: own.pid };
        Ok(())
    }))
}
