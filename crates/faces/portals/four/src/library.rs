//! The library's life, and what every call needs: this process's Portals.

use crate::code::{Portals4Code, Portals4Result, told};
use ferry_portals::four::{
    Movement, NetworkInterface, NetworkInterfaces, NiError, NiKind, NiObject,
};
use ferry_portals::{
    FoundCell, FoundPortals, HomeGuard, PortalsHandle, PortalsLinks, PortalsLives, PresentPortals,
};
use std::ffi::c_int;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// This process's Portals, from the first `PtlInit` to the last `PtlFini`.
static LIVES: PortalsLives<NetworkInterfaces> = PortalsLives::new();
/// How often the program has begun to use it and not ended.
static USERS: Mutex<u32> = Mutex::new(0);
/// The program gives waiting up, for as long as the library lives.
static ABORTED: AtomicBool = AtomicBool::new(false);

thread_local! {
    static FOUND: FoundCell<NetworkInterfaces> = const { FoundCell::new() };
}

/// What a process has of Portals, while a thread looks at it.
pub(crate) type Portals4State = PortalsLinks<NetworkInterfaces>;

/// This process's Portals, as a thread found them.
pub(crate) type FoundPortals4 = FoundPortals<NetworkInterfaces>;

/// The same, while the thread uses it.
pub(crate) type PresentPortals4 = PresentPortals<NetworkInterfaces>;

/// This process's Portals.
pub(crate) fn portals() -> Portals4Result<Rc<FoundPortals4>> {
    FOUND.with(|found| found.get(&LIVES)).ok_or(Portals4Code::NO_INIT)
}

/// The same for a while in which no call of the library is made.
#[inline(always)]
pub(crate) fn present() -> Portals4Result<PresentPortals4> {
    LIVES.present_in(&FOUND).ok_or(Portals4Code::NO_INIT)
}

/// Does something with this process's Portals that makes no call of the library.
#[inline(always)]
pub(crate) fn among<T>(act: impl FnOnce(&FoundPortals4) -> Portals4Result<T>) -> Portals4Result<T> {
    act(&*present()?)
}

/// Why a call is refused whose arguments cannot be, whatever they name. That there is no library goes before.
#[cold]
pub(crate) fn refusal(why: Portals4Code) -> Portals4Code {
    portals().err().unwrap_or(why)
}

/// The interface of a handle that names it or an object of it; these are the kinds that it may name.
#[inline]
pub(crate) fn interface_of<'a>(
    state: &'a mut Portals4State,
    handle: u32,
    kinds: &[NiObject],
) -> Portals4Result<&'a mut NetworkInterface> {
    let handle = PortalsHandle(handle);
    let (object, kind) = NiObject::named(handle).ok_or(Portals4Code::ARG_INVALID)?;
    let interface = state.interfaces.get_mut(kind).filter(|_| kinds.contains(&object));
    let interface = interface.ok_or(Portals4Code::ARG_INVALID)?;
    if object == NiObject::Interface && interface.handle() != handle {
        return Err(Portals4Code::ARG_INVALID);
    }
    Ok(interface)
}

/// Does something with the interface of a handle. Nothing that it does has to be sent.
pub(crate) fn with<T>(
    handle: u32,
    kinds: &[NiObject],
    act: impl FnOnce(&mut NetworkInterface) -> Portals4Result<T>,
) -> Portals4Result<T> {
    among(|portals| act(interface_of(&mut portals.state(), handle, kinds)?))
}

/// The same; then what is to be sent is, unless it may wait for more.
pub(crate) fn ask<T>(
    handle: u32,
    kinds: &[NiObject],
    act: impl FnOnce(&mut NetworkInterface) -> Portals4Result<T>,
) -> Portals4Result<T> {
    among(|portals| {
        let mut state = portals.state();
        let interface = interface_of(&mut state, handle, kinds)?;
        let done = act(interface)?;
        if !interface.is_bundling() {
            state.flush();
        }
        Ok(done)
    })
}

/// Starts a movement by the interface that a descriptor is of, now. Where as many wait for results as may, it waits for
/// one of these.
pub(crate) fn start_now(movement: &Movement, descriptor: PortalsHandle) -> Portals4Result {
    among(|portals| {
        loop {
            let mut state = portals.state();
            let interface = interface_of(&mut state, descriptor.0, &[NiObject::Descriptor])?;
            let (kind, may_wait) = (interface.kind(), interface.is_bundling());
            let (face, links) = state.parts();
            match face.start(links, kind, movement) {
                Ok(has_gone) => {
                    if !may_wait && !has_gone {
                        state.flush();
                    }
                    return Ok(());
                }
                Err(NiError::NoSpace) => {
                    drop(state);
                    await_room(portals, kind)?;
                }
                Err(why) => return Err(why.into()),
            }
        }
    })
}

/// Waits until another request of an interface may wait for its result, or there is no such one.
#[cold]
#[inline(never)]
fn await_room(portals: &FoundPortals4, kind: NiKind) -> Portals4Result {
    let found = wait_in(portals, None, |state| {
        let is_full = state.interfaces.get_mut(kind).is_some_and(|of| !of.may_await_more());
        (!is_full).then_some(Ok(()))
    })?;
    found.ok_or(Portals4Code::FAIL)
}

/// Does something that goes at once, unless it is out of the ordinary: whether it was done. `act` says whether nothing is
/// left to be sent.
#[inline(always)]
pub(crate) fn plainly(
    act: impl FnOnce(&mut HomeGuard<'_, Portals4State>) -> Option<bool>,
) -> Portals4Result<bool> {
    let portals = present()?;
    // It is left in one place, in line.
    let mut state = portals.state();
    let has_gone = act(&mut state);
    if has_gone == Some(false) {
        state.flush();
    }
    Ok(has_gone.is_some())
}

/// Waits for something, at most for `timeout`. `None`: it has not come.
#[inline(always)]
pub(crate) fn wait_in<T>(
    portals: &FoundPortals4,
    timeout: Option<Duration>,
    mut ready: impl FnMut(&mut Portals4State) -> Option<Portals4Result<T>>,
) -> Portals4Result<Option<T>> {
    let came = portals.wait_until(timeout, |state| {
        if ABORTED.load(Ordering::Acquire) {
            return Some(Err(Portals4Code::ABORTED));
        }
        ready(state).or_else(|| portals.is_over().then_some(Err(Portals4Code::NO_INIT)))
    });
    came.transpose()
}

/// Looks for something among what has come, without waiting.
#[inline]
pub(crate) fn glance_in<T>(
    portals: &FoundPortals4,
    ready: impl FnMut(&mut Portals4State) -> Option<Portals4Result<T>>,
) -> Portals4Result<Option<T>> {
    portals.wait_until(Some(Duration::ZERO), ready).transpose()
}

/// Milliseconds, or without end.
pub(crate) fn timeout(time: u32) -> Option<Duration> {
    (time != u32::MAX).then(|| Duration::from_millis(time.into()))
}

fn users() -> MutexGuard<'static, u32> {
    USERS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn start() -> Portals4Result {
    let mut users = users();
    if *users == 0 {
        ABORTED.store(false, Ordering::Release);
        LIVES.begin().map_err(|why| {
            ferry_sys::tell(&format!("ferry: PtlInit: {why}"));
            Portals4Code::FAIL
        })?;
    }
    *users += 1;
    Ok(())
}

/// `PtlInit`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlInit() -> c_int {
    told(start())
}

/// `PtlFini`. With the last, threads that wait in a call are told that it is over.
#[unsafe(no_mangle)]
pub extern "C" fn PtlFini() {
    let mut users = users();
    let is_last = *users == 1;
    *users = users.saturating_sub(1);
    if !is_last {
        return;
    }
    FOUND.with(FoundCell::forget);
    if let Err(why) = LIVES.end() {
        ferry_sys::tell(&format!("ferry: PtlFini: {why}"));
    }
}

/// `PtlAbort`. Threads that wait are told, and so is who waits later, until the library starts anew.
#[unsafe(no_mangle)]
pub extern "C" fn PtlAbort() {
    let Ok(portals) = portals() else { return };
    ABORTED.store(true, Ordering::Release);
    portals.wake();
}
