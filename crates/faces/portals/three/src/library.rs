//! The library's life, and what every call needs: this process's Portals.

use crate::code::{Portals3Code, Portals3Result, told};
use crate::descriptors::a_descriptor;
use crate::events::forget_handlers;
use crate::pointer::place;
use crate::types::ProcessId;
use ferry_portals::three::{Interfaces, PortalsError, PortalsInterface};
use ferry_portals::{
    FoundCell, FoundPortals, HomeGuard, ObjectKind, PortalsHandle, PortalsLives, PortalsState,
    PresentPortals,
};
use std::ffi::c_int;
use std::rc::Rc;

/// This process's Portals, from `PtlInit` to `PtlFini`.
static LIVES: PortalsLives<Interfaces> = PortalsLives::new();

thread_local! {
    static FOUND: FoundCell<Interfaces> = const { FoundCell::new() };
}

/// This process's Portals, as a thread found them.
pub(crate) type FoundPortals3 = FoundPortals<Interfaces>;

/// The same, while the thread uses it.
pub(crate) type PresentPortals3 = PresentPortals<Interfaces>;

/// This process's Portals.
pub(crate) fn portals() -> Portals3Result<Rc<FoundPortals3>> {
    FOUND.with(|found| found.get(&LIVES)).ok_or(Portals3Code::NO_INIT)
}

/// The same for a while in which no call of the library is made.
#[inline(always)]
pub(crate) fn present() -> Portals3Result<PresentPortals3> {
    LIVES.present_in(&FOUND).ok_or(Portals3Code::NO_INIT)
}

/// Does something with this process's Portals that makes no call of the library.
#[inline(always)]
pub(crate) fn among<T>(act: impl FnOnce(&FoundPortals3) -> Portals3Result<T>) -> Portals3Result<T> {
    act(&*present()?)
}

/// An interface by a handle of this kind of it or of its objects; `other` if it is none, or is closed.
#[inline(always)]
pub(crate) fn interface_of(
    state: &mut PortalsState,
    handle: PortalsHandle,
    (kind, other): (ObjectKind, Portals3Code),
) -> Portals3Result<&mut PortalsInterface> {
    let interface = state.interface(handle).filter(|_| handle.kind() == kind).ok_or(other)?;
    if kind == ObjectKind::Interface && interface.handle() != handle {
        return Err(other);
    }
    Ok(interface)
}

/// Does something with the interface of a handle of this kind; `other` if it is none, or is closed.
pub(crate) fn with_interface<T>(
    handle: u32,
    kind: (ObjectKind, Portals3Code),
    act: impl FnOnce(&mut PortalsInterface) -> Portals3Result<T>,
) -> Portals3Result<T> {
    among(|portals| act(interface_of(&mut portals.state(), PortalsHandle(handle), kind)?))
}

/// The same with an interface's own handle.
pub(crate) fn with_ni<T>(
    handle: u32,
    act: impl FnOnce(&mut PortalsInterface) -> Portals3Result<T>,
) -> Portals3Result<T> {
    with_interface(handle, (ObjectKind::Interface, Portals3Code::NI_INVALID), act)
}

/// What this process asks of another by a descriptor has come to this: it is sent unless it has gone. Where as many requests
/// wait for answers as may, waits for one of these. Whether it was asked.
#[inline(always)]
pub(crate) fn asked(
    portals: &FoundPortals3,
    mut state: HomeGuard<'_, PortalsState>,
    descriptor: u32,
    done: Portals3Result<bool>,
) -> Portals3Result<bool> {
    if done == Ok(false) {
        state.flush();
    }
    drop(state);
    match done {
        Ok(_) => Ok(true),
        Err(why) if why != PortalsError::NoSpace.into() => Err(why),
        Err(_) => await_room(portals, PortalsHandle(descriptor)).map(|()| false),
    }
}

/// Why a process cannot be asked that has no name here. That there is no such descriptor goes before.
#[cold]
pub(crate) fn refusal(state: &mut PortalsState, descriptor: u32) -> Portals3Code {
    let interface = interface_of(state, PortalsHandle(descriptor), a_descriptor());
    interface.err().unwrap_or(Portals3Code::PROCESS_INVALID)
}

/// Waits until another request of the interface that a descriptor is of may wait for its answer, or there is no such one.
#[cold]
#[inline(never)]
fn await_room(portals: &FoundPortals3, descriptor: PortalsHandle) -> Portals3Result {
    let found = portals.wait_until(None, |state| {
        let interface = state.interface(descriptor);
        let has_room = interface.is_none_or(|interface| interface.may_await_more());
        has_room
            .then_some(Ok(()))
            .or_else(|| portals.is_over().then_some(Err(Portals3Code::NO_INIT)))
    });
    found.unwrap_or(Err(Portals3Code::FAIL))
}

fn start() -> Portals3Result {
    LIVES.begin().map_err(|why| {
        ferry_sys::tell(&format!("ferry: PtlInit: {why}"));
        Portals3Code::FAIL
    })
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

/// `PtlFini`. Threads that wait in a call are told that it is over.
#[unsafe(no_mangle)]
pub extern "C" fn PtlFini() {
    FOUND.with(FoundCell::forget);
    forget_handlers();
    if let Err(why) = LIVES.end() {
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
        let name = portals()?.name(rank).ok_or(Portals3Code::PROCESS_INVALID)?;
        *id = ProcessId { nid: name.nid, pid: name.pid };
        Ok(())
    }))
}

/// `PtlBarrier`: the processes of the job meet.
#[unsafe(no_mangle)]
pub extern "C" fn PtlBarrier() -> c_int {
    told(portals().and_then(|portals| portals.barrier().map_err(|_| Portals3Code::FAIL)))
}
