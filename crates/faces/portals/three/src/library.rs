//! The library's life, and what every call needs: this process's Portals.

use crate::code::{Code, Done, told};
use crate::pointer::place;
use crate::types::ProcessId;
use ferry_config::Config;
use ferry_portals::three::PortalsInterface;
use ferry_portals::{ObjectKind, Portals, PortalsHandle};
use std::ffi::c_int;
use std::sync::{Arc, Mutex, PoisonError};

static LIBRARY: Mutex<Option<Arc<Portals>>> = Mutex::new(None);

/// This process's Portals.
pub(crate) fn portals() -> Done<Arc<Portals>> {
    let library = LIBRARY.lock().unwrap_or_else(PoisonError::into_inner);
    library.clone().ok_or(Code::NO_INIT)
}

/// Does something with the interface of a handle of this kind; `other` if it is none, or is closed.
pub(crate) fn with_interface<T>(
    handle: u32,
    (kind, other): (ObjectKind, Code),
    act: impl FnOnce(&mut PortalsInterface) -> Done<T>,
) -> Done<T> {
    let portals = portals()?;
    let handle = PortalsHandle(handle);
    let mut state = portals.state();
    let interface = state.interface(handle).filter(|_| handle.kind() == kind).ok_or(other)?;
    if kind == ObjectKind::Interface && interface.handle() != handle {
        return Err(other);
    }
    act(interface)
}

/// The same with an interface's own handle.
pub(crate) fn with_ni<T>(
    handle: u32,
    act: impl FnOnce(&mut PortalsInterface) -> Done<T>,
) -> Done<T> {
    with_interface(handle, (ObjectKind::Interface, Code::NI_INVALID), act)
}

fn start() -> Done {
    let mut library = LIBRARY.lock().unwrap_or_else(PoisonError::into_inner);
    if library.is_some() {
        return Ok(());
    }
    let started = Config::load().map_err(|e| e.to_string());
    let started = started.and_then(|config| Portals::start(&config).map_err(|e| e.to_string()));
    match started {
        Ok(portals) => *library = Some(Arc::new(portals)),
        Err(why) => {
            ferry_sys::tell(&format!("ferry: PtlInit: {why}"));
            return Err(Code::FAIL);
        }
    }
    Ok(())
}

/// `PtlInit`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlInit(max_interfaces: *mut c_int) -> c_int {
    told(place(max_interfaces).and_then(|most| {
        start()?;
        *most = PortalsHandle::INTERFACES as c_int;
        Ok(())
    }))
}

/// `PtlFini`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlFini() {
    let library = LIBRARY.lock().unwrap_or_else(PoisonError::into_inner).take();
    // Who is still in a call ends it by dropping the last.
    let Some(portals) = library.and_then(Arc::into_inner) else { return };
    if let Err(why) = portals.finish() {
        ferry_sys::tell(&format!("ferry: PtlFini: {why}"));
    }
}

/// `PtlGetRank`: this process's rank in its job, and the job's size.
#[unsafe(no_mangle)]
pub extern "C" fn PtlGetRank(rank: *mut u32, size: *mut u32) -> c_int {
    told(place(rank).and_then(|rank| {
        let size = place(size)?;
        (*rank, *size) = portals()?.place();
        Ok(())
    }))
}

/// `PtlGetRankId`: the name of a rank.
#[unsafe(no_mangle)]
pub extern "C" fn PtlGetRankId(rank: u32, id: *mut ProcessId) -> c_int {
    told(place(id).and_then(|id| {
        let name = portals()?.name(rank).ok_or(Code::PROCESS_INVALID)?;
        *id = ProcessId { nid: name.nid, pid: name.pid };
        Ok(())
    }))
}

/// `PtlBarrier`: the processes of the job meet.
#[unsafe(no_mangle)]
pub extern "C" fn PtlBarrier() -> c_int {
    told(portals().and_then(|portals| portals.barrier().map_err(|_| Code::FAIL)))
}
