//! Event queues.

use crate::code::{Portals3Code, Portals3Result, told};
use crate::descriptors::described;
use crate::library::{among, portals, present, with_ni};
use crate::pointer::{array, place};
use crate::types::{EqHandler, EventRecord, ProcessId};
use ferry_portals::three::{Event, PortalsError};
use ferry_portals::{ObjectKind, PortalsHandle, PortalsState};
use std::collections::HashMap;
use std::ffi::c_int;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Duration;

/// Functions of the program that are told of the events of a queue.
static HANDLERS: LazyLock<Mutex<HashMap<u32, extern "C" fn(*mut EventRecord)>>> =
    LazyLock::new(Mutex::default);

/// Whether any queue has one: most programs have none, and look for none at each event.
static HAS_HANDLERS: AtomicBool = AtomicBool::new(false);

#[inline(always)]
fn handler_of(queue: u32) -> EqHandler {
    if !HAS_HANDLERS.load(Ordering::Relaxed) {
        return None;
    }
    handlers().get(&queue).copied()
}

fn handlers() -> std::sync::MutexGuard<'static, HashMap<u32, extern "C" fn(*mut EventRecord)>> {
    HANDLERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A queue has this handler and no other: handles come again.
fn keep_handler(queue: u32, handler: EqHandler) {
    match handler {
        Some(handler) => {
            handlers().insert(queue, handler);
            HAS_HANDLERS.store(true, Ordering::Relaxed);
        }
        None if HAS_HANDLERS.load(Ordering::Relaxed) => drop(handlers().remove(&queue)),
        None => {}
    }
}

/// The queues of an interface are gone.
pub(crate) fn forget_handlers_of(interface: u8) {
    handlers().retain(|queue, _| PortalsHandle(*queue).interface() != interface);
}

/// All queues are gone.
pub(crate) fn forget_handlers() {
    handlers().clear();
}

impl From<&Event> for EventRecord {
    #[inline]
    fn from(event: &Event) -> Self {
        EventRecord {
            kind: event.kind as c_int,
            initiator: ProcessId { nid: event.initiator.nid, pid: event.initiator.pid },
            uid: event.uid,
            jid: event.jid,
            pt_index: event.pt_index,
            match_bits: event.match_bits,
            rlength: event.rlength,
            mlength: event.mlength,
            offset: event.offset,
            md_handle: event.descriptor.0,
            md: described(&event.spec),
            hdr_data: event.hdr_data,
            link: event.link,
            ni_fail_type: u32::from(event.has_failed),
            sequence: event.sequence,
        }
    }
}

/// `PtlEQAlloc`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlEQAlloc(ni: u32, count: u64, handler: EqHandler, eq: *mut u32) -> c_int {
    told(with_ni(ni, |interface| {
        let eq = place(eq)?;
        *eq = interface.eq_alloc(usize::try_from(count).unwrap_or(usize::MAX))?.0;
        keep_handler(*eq, handler);
        Ok(())
    }))
}

/// `PtlEQFree`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlEQFree(eq: u32) -> c_int {
    told(portals().and_then(|portals| {
        let (mut state, invalid) = (portals.state(), Portals3Code::from(PortalsError::EqInvalid));
        let interface = state.interface(PortalsHandle(eq)).ok_or(invalid)?;
        interface.eq_free(PortalsHandle(eq))?;
        drop(state);
        handlers().remove(&eq);
        // Somebody may be waiting for its events.
        portals.wake();
        Ok(())
    }))
}

/// Takes the first event of the first queue that has one, if any; an error ends the search.
#[inline]
fn take(
    state: &mut PortalsState,
    queues: &[u32],
    into: &mut EventRecord,
) -> Option<Portals3Result<(usize, bool)>> {
    for (which, queue) in queues.iter().enumerate() {
        let handle = PortalsHandle(*queue);
        let is_queue = handle.kind() == ObjectKind::EventQueue;
        let interface = state.interface(handle).filter(|_| is_queue);
        let read = |event: &Event, lost| {
            *into = EventRecord::from(event);
            lost
        };
        match interface.map(|interface| interface.eq_read(handle, read)) {
            Some(Ok(lost)) => return Some(Ok((which, lost))),
            Some(Err(PortalsError::EqEmpty)) => {}
            Some(Err(why)) => return Some(Err(why.into())),
            None => return Some(Err(PortalsError::EqInvalid.into())),
        }
    }
    None
}

/// Takes an event from queues of one interface, waiting for it at most for `timeout`.
fn poll(
    queues: &[u32],
    timeout: Option<Duration>,
    event: *mut EventRecord,
) -> Portals3Result<(usize, bool)> {
    let (which, lost) = among(|portals| {
        let event = place(event)?;
        let first = queues.first().ok_or(PortalsError::EqInvalid)?;
        let number = PortalsHandle(*first).interface();
        if queues.iter().any(|queue| PortalsHandle(*queue).interface() != number) {
            return Err(PortalsError::EqInvalid.into());
        }
        if timeout == Some(Duration::ZERO) {
            portals.progress();
        }
        let found = portals.wait_until(timeout, |state| {
            take(state, queues, event)
                .or_else(|| portals.is_over().then_some(Err(Portals3Code::NO_INIT)))
        });
        found.unwrap_or(Err(PortalsError::EqEmpty.into()))
    })?;
    if let Some(handler) = handler_of(queues[which]) {
        handler(event);
    }
    Ok((which, lost))
}

/// Takes the first event of a queue, if there is one, and says whether some before it were lost.
#[inline(always)]
fn take_one(
    state: &mut PortalsState,
    queue: u32,
    into: &mut EventRecord,
) -> Option<Portals3Result<bool>> {
    let handle = PortalsHandle(queue);
    let read = |event: &Event, lost| {
        *into = EventRecord::from(event);
        lost
    };
    // What is of another kind is no queue of its interface.
    let interface = state.interface(handle).ok_or(PortalsError::EqInvalid);
    match interface.and_then(|interface| interface.eq_read(handle, read)) {
        Ok(lost) => Some(Ok(lost)),
        Err(PortalsError::EqEmpty) => None,
        Err(why) => Some(Err(why.into())),
    }
}

/// Tells the queue's handler, if it has one, and whether events before it were lost.
#[inline(always)]
fn taken(eq: u32, event: *mut EventRecord, lost: bool) -> Portals3Result {
    if let Some(handler) = handler_of(eq) {
        handler(event);
    }
    if lost { Err(Portals3Code::EQ_DROPPED) } else { Ok(()) }
}

fn get_one(eq: u32, event: &mut EventRecord) -> Portals3Result<bool> {
    let portals = present()?;
    portals.progress();
    let found = portals.wait_until(Some(Duration::ZERO), |state| {
        take_one(state, eq, event)
            .or_else(|| portals.is_over().then_some(Err(Portals3Code::NO_INIT)))
    });
    found.unwrap_or(Err(PortalsError::EqEmpty.into()))
}

#[inline(always)]
fn wait_for_one(eq: u32, event: &mut EventRecord) -> Portals3Result<bool> {
    let portals = present()?;
    let found = portals.wait_until(None, |state| {
        take_one(state, eq, event)
            .or_else(|| portals.is_over().then_some(Err(Portals3Code::NO_INIT)))
    });
    found.unwrap_or(Err(PortalsError::EqEmpty.into()))
}

/// `PtlEQGet`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlEQGet(eq: u32, event: *mut EventRecord) -> c_int {
    told(place(event).and_then(|there| get_one(eq, there)).and_then(|lost| taken(eq, event, lost)))
}

/// `PtlEQWait`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlEQWait(eq: u32, event: *mut EventRecord) -> c_int {
    told(
        place(event)
            .and_then(|there| wait_for_one(eq, there))
            .and_then(|lost| taken(eq, event, lost)),
    )
}

/// `PtlEQPoll`; the time in milliseconds.
#[unsafe(no_mangle)]
pub extern "C" fn PtlEQPoll(
    eqs: *const u32,
    size: c_int,
    timeout: u32,
    event: *mut EventRecord,
    which: *mut c_int,
) -> c_int {
    let timeout = (timeout != u32::MAX).then(|| Duration::from_millis(timeout.into()));
    told(place(which).and_then(|which| {
        let size = usize::try_from(size).ok().filter(|size| *size > 0);
        let queues = array(eqs, size.ok_or(Portals3Code::from(PortalsError::EqInvalid))?)?;
        let (found, lost) = poll(queues, timeout, event)?;
        *which = found as c_int;
        if lost { Err(Portals3Code::EQ_DROPPED) } else { Ok(()) }
    }))
}
