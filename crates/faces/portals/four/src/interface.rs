//! Interfaces: opened, closed, asked about themselves.

use crate::code::{Portals4Code, Portals4Result, told};
use crate::library::{ask, interface_of, portals, with};
use crate::pointer::{array, given, place, places};
use crate::types::{NiLimitsRecord, ProcessUnion};
use ferry_portals::four::{NiKind, NiLimits, NiObject, NiProcess, NiRegister};
use ferry_portals::{PortalsHandle, PortalsProcess};
use std::ffi::{c_int, c_uint};

/// What an interface's own handle names.
pub(crate) const AN_INTERFACE: &[NiObject] = &[NiObject::Interface];

impl From<NiLimits> for NiLimitsRecord {
    fn from(limits: NiLimits) -> Self {
        NiLimitsRecord {
            max_entries: limits.max_entries as c_int,
            max_unexpected_headers: limits.max_unexpected_headers as c_int,
            max_mds: limits.max_mds as c_int,
            max_cts: limits.max_cts as c_int,
            max_eqs: limits.max_eqs as c_int,
            max_pt_index: limits.max_pt_index as c_int,
            max_iovecs: limits.max_iovecs as c_int,
            max_list_size: limits.max_list_size as c_int,
            max_triggered_ops: limits.max_triggered_ops as c_int,
            max_msg_size: limits.max_msg_size,
            max_atomic_size: limits.max_atomic_size,
            max_fetch_atomic_size: limits.max_fetch_atomic_size,
            max_waw_ordered_size: NiLimits::WAW_ORDERED,
            max_war_ordered_size: NiLimits::WAR_ORDERED,
            max_volatile_size: limits.max_volatile_size,
            features: 0,
        }
    }
}

impl From<NiLimitsRecord> for NiLimits {
    fn from(limits: NiLimitsRecord) -> Self {
        // Programs leave some unset.
        let number = |limit: c_int| usize::try_from(limit).unwrap_or(0);
        NiLimits {
            max_entries: number(limits.max_entries),
            max_unexpected_headers: number(limits.max_unexpected_headers),
            max_mds: number(limits.max_mds),
            max_cts: number(limits.max_cts),
            max_eqs: number(limits.max_eqs),
            max_pt_index: number(limits.max_pt_index),
            max_iovecs: number(limits.max_iovecs),
            max_list_size: number(limits.max_list_size),
            max_triggered_ops: number(limits.max_triggered_ops),
            max_msg_size: limits.max_msg_size,
            max_atomic_size: limits.max_atomic_size,
            max_fetch_atomic_size: limits.max_fetch_atomic_size,
            max_volatile_size: limits.max_volatile_size,
        }
    }
}

/// Whether this process can be called by that number; the launcher has given it its own.
fn check_pid(pid: u32) -> Portals4Result {
    let portals = portals()?;
    let own = portals.name(portals.place().0).ok_or(Portals4Code::FAIL)?;
    if pid == NiProcess::ANY_PART || pid == own.pid {
        return Ok(());
    }
    let state = portals.state();
    let other = state.names.peer(PortalsProcess { nid: own.nid, pid });
    Err(other.map_or(Portals4Code::ARG_INVALID, |_| Portals4Code::PID_IN_USE))
}

/// `PtlNIInit`. The default interface, which is number 0 too, is the only one.
#[unsafe(no_mangle)]
pub extern "C" fn PtlNIInit(
    iface: c_uint,
    options: c_uint,
    pid: u32,
    desired: *const NiLimitsRecord,
    actual: *mut NiLimitsRecord,
    ni: *mut u32,
) -> c_int {
    told(portals().and_then(|portals| {
        let ni = place(ni)?;
        let kind = NiKind::from_options(options).filter(|_| iface == 0 || iface == u32::MAX);
        let kind = kind.ok_or(Portals4Code::ARG_INVALID)?;
        check_pid(pid)?;
        let desired = given(desired).map_or(NiLimits::USUAL, NiLimits::from);
        let uid = rustix::process::getuid().as_raw();
        let (handle, granted) = portals.open_ni(kind, uid, desired.granted());
        *ni = handle.0;
        if !actual.is_null() {
            *place(actual)? = granted.into();
        }
        Ok(())
    }))
}

/// `PtlNIFini`. Returns when nobody uses the memory of its descriptors and entries.
#[unsafe(no_mangle)]
pub extern "C" fn PtlNIFini(ni: u32) -> c_int {
    told(with(ni, AN_INTERFACE, |interface| Ok(interface.kind())).and_then(|kind| {
        portals()?.close_ni(kind);
        Ok(())
    }))
}

/// `PtlNIStatus`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlNIStatus(ni: u32, index: c_uint, status: *mut c_int) -> c_int {
    told(with(ni, AN_INTERFACE, |interface| {
        let register = match index {
            0 => NiRegister::DropCount,
            1 => NiRegister::PermissionViolations,
            2 => NiRegister::OperationViolations,
            _ => return Err(Portals4Code::ARG_INVALID),
        };
        *place(status)? = c_int::try_from(interface.status(register)).unwrap_or(c_int::MAX);
        Ok(())
    }))
}

/// `PtlNIHandle`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlNIHandle(handle: u32, ni: *mut u32) -> c_int {
    told(portals().and_then(|portals| {
        let ni = place(ni)?;
        let mut state = portals.state();
        let handle = PortalsHandle(handle);
        let interface = state.interfaces.of(handle).filter(|interface| interface.names(handle));
        *ni = interface.ok_or(Portals4Code::ARG_INVALID)?.handle().0;
        Ok(())
    }))
}

/// `PtlHandleIsEqual`: whether two handles name the same.
#[unsafe(no_mangle)]
pub extern "C" fn PtlHandleIsEqual(first: u32, second: u32) -> c_int {
    c_int::from(first == second)
}

/// `PtlSetMap`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlSetMap(ni: u32, size: u64, map: *const ProcessUnion) -> c_int {
    told(with(ni, AN_INTERFACE, |interface| {
        // There are no more ranks than have names.
        let size = u32::try_from(size).map_err(|_| Portals4Code::ARG_INVALID)?;
        let processes = array(map, size as usize)?;
        let process =
            |name: &ProcessUnion| PortalsProcess { nid: name.words[0], pid: name.words[1] };
        Ok(interface.set_map(processes.iter().map(process).collect())?)
    }))
}

/// `PtlGetMap`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlGetMap(ni: u32, size: u64, map: *mut ProcessUnion, actual: *mut u64) -> c_int {
    told(with(ni, AN_INTERFACE, |interface| {
        let processes = interface.map()?.processes();
        let count = usize::try_from(size).unwrap_or(usize::MAX).min(processes.len());
        for (place, process) in places(map, count)?.iter_mut().zip(processes) {
            *place = NiProcess::physical(*process).into();
        }
        if !actual.is_null() {
            *place(actual)? = processes.len() as u64;
        }
        Ok(())
    }))
}

/// `PtlGetUid`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlGetUid(ni: u32, uid: *mut u32) -> c_int {
    told(with(ni, AN_INTERFACE, |interface| {
        *place(uid)? = interface.owner().1;
        Ok(())
    }))
}

/// `PtlGetId`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlGetId(ni: u32, id: *mut ProcessUnion) -> c_int {
    told(with(ni, AN_INTERFACE, |interface| {
        *place(id)? = interface.own_name().into();
        Ok(())
    }))
}

/// `PtlGetPhysId`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlGetPhysId(ni: u32, id: *mut ProcessUnion) -> c_int {
    told(with(ni, AN_INTERFACE, |interface| {
        *place(id)? = NiProcess::physical(interface.owner().0).into();
        Ok(())
    }))
}

/// `PtlStartBundle`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlStartBundle(ni: u32) -> c_int {
    told(with(ni, AN_INTERFACE, |interface| {
        interface.start_bundle();
        Ok(())
    }))
}

/// `PtlEndBundle`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlEndBundle(ni: u32) -> c_int {
    told(ask(ni, AN_INTERFACE, |interface| Ok(interface.end_bundle()?)))
}

/// `PtlAtomicSync`: what atomic operations have written is there once they are told, so that nothing is left
/// to be waited for but the processor.
#[unsafe(no_mangle)]
pub extern "C" fn PtlAtomicSync() -> c_int {
    told(portals().map(|portals| {
        portals.progress();
        std::sync::atomic::fence(std::sync::atomic::Ordering::SeqCst);
    }))
}

/// Whether an interface is there.
pub(crate) fn is_open(state: &mut crate::library::Portals4State, ni: u32) -> bool {
    interface_of(state, ni, AN_INTERFACE).is_ok()
}
