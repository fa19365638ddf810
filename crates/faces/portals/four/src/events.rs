//! Event queues.

use crate::code::{Portals4Code, Portals4Result, told};
use crate::interface::AN_INTERFACE;
use crate::library::{
    FoundPortals4, Portals4State, among, glance_in, interface_of, portals, present, timeout,
    wait_in, with,
};
use crate::pointer::{array, place};
use crate::types::{FullEventRecord, pointer};
use ferry_portals::PortalsHandle;
use ferry_portals::four::{NiError, NiEvent, NiObject};
use std::cell::Cell;
use std::ffi::{c_int, c_uint};
use std::time::Duration;

const A_QUEUE: &[NiObject] = &[NiObject::EventQueue];

impl From<&NiEvent> for FullEventRecord {
    fn from(event: &NiEvent) -> Self {
        FullEventRecord {
            start: pointer(event.start),
            user_ptr: pointer(event.user_ptr),
            hdr_data: event.hdr_data,
            match_bits: event.match_bits,
            rlength: event.rlength,
            mlength: event.mlength,
            remote_offset: event.remote_offset,
            initiator: event.initiator.into(),
            uid: event.uid,
            pt_index: event.pt_index,
            kind: event.kind as u8,
            ptl_list: event.list as u8,
            ni_fail_type: event.fail as u8,
            atomic_operation: event.operation,
            atomic_type: event.datatype,
        }
    }
}

/// `PtlEQAlloc`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlEQAlloc(ni: u32, count: u64, eq: *mut u32) -> c_int {
    told(with(ni, AN_INTERFACE, |interface| {
        let eq = place(eq)?;
        *eq = interface.eq_alloc(usize::try_from(count).unwrap_or(usize::MAX))?.0;
        Ok(())
    }))
}

/// `PtlEQFree`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlEQFree(eq: u32) -> c_int {
    let freed = with(eq, A_QUEUE, |interface| Ok(interface.eq_free(PortalsHandle(eq))?));
    told(freed.and_then(|()| {
        // Somebody may be waiting for its events.
        portals()?.wake();
        Ok(())
    }))
}

thread_local! {
    /// Where the next search begins, so that one busy object does not hide the others.
    static TURN: Cell<usize> = const { Cell::new(0) };
}

/// The numbers of so many objects, beginning with another each time.
pub(crate) fn in_turn(count: usize) -> impl Iterator<Item = usize> + Clone {
    let next = || TURN.replace(TURN.get().wrapping_add(1)) % count;
    let first = if count > 1 { next() } else { 0 };
    (first..count).chain(0..first)
}

/// Takes the first event of the first queue that has one, if any; an error ends the search.
fn take(
    state: &mut Portals4State,
    queues: &[u32],
    order: impl Iterator<Item = usize>,
    into: &mut FullEventRecord,
) -> Option<Portals4Result<(usize, bool)>> {
    for which in order {
        let queue = queues[which];
        let interface = match interface_of(state, queue, A_QUEUE) {
            Ok(interface) => interface,
            Err(why) => return Some(Err(why)),
        };
        let read = |event: &NiEvent, lost| {
            *into = FullEventRecord::from(event);
            lost
        };
        match interface.eq_read(PortalsHandle(queue), read) {
            Ok(lost) => return Some(Ok((which, lost))),
            Err(NiError::EqEmpty) => {}
            Err(why) => return Some(Err(why.into())),
        }
    }
    None
}

/// Takes the first event of a queue, if there is one, and says whether some before it were lost.
#[inline(always)]
fn take_one(
    state: &mut Portals4State,
    queue: u32,
    into: &mut FullEventRecord,
) -> Option<Portals4Result<bool>> {
    let queue = PortalsHandle(queue);
    let read = |event: &NiEvent, lost| {
        *into = FullEventRecord::from(event);
        lost
    };
    // What is of another kind is no queue of its interface.
    let interface = NiObject::named(queue).and_then(|(_, kind)| state.interfaces.get_mut(kind));
    match interface.ok_or(NiError::ArgInvalid).and_then(|of| of.eq_read(queue, read)) {
        Ok(lost) => Some(Ok(lost)),
        Err(NiError::EqEmpty) => None,
        Err(why) => Some(Err(why.into())),
    }
}

/// Takes an event from queues, waiting for it at most for `timeout`.
fn poll(
    portals: &FoundPortals4,
    queues: &[u32],
    timeout: Option<Duration>,
    event: *mut FullEventRecord,
) -> Portals4Result<(usize, bool)> {
    let (order, event) = (in_turn(queues.len()), place(event)?);
    let found = wait_in(portals, timeout, |state| take(state, queues, order.clone(), event))?;
    found.ok_or(Portals4Code::EQ_EMPTY)
}

/// `PtlEQGet`. Unlike those that wait, it is not given up by `PtlAbort`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlEQGet(eq: u32, event: *mut FullEventRecord) -> c_int {
    told(among(|portals| {
        let event = place(event)?;
        let found = glance_in(portals, |state| take_one(state, eq, event))?;
        if found.ok_or(Portals4Code::EQ_EMPTY)? { Err(Portals4Code::EQ_DROPPED) } else { Ok(()) }
    }))
}

/// `PtlEQWait`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlEQWait(eq: u32, event: *mut FullEventRecord) -> c_int {
    told(wait_for_one(eq, event))
}

#[inline(always)]
fn wait_for_one(eq: u32, event: *mut FullEventRecord) -> Portals4Result {
    let portals = present()?;
    let event = place(event)?;
    let found = wait_in(&portals, None, |state| take_one(state, eq, event))?;
    if found.ok_or(Portals4Code::EQ_EMPTY)? { Err(Portals4Code::EQ_DROPPED) } else { Ok(()) }
}

/// `PtlEQPoll`; the time in milliseconds.
#[unsafe(no_mangle)]
pub extern "C" fn PtlEQPoll(
    eqs: *const u32,
    size: c_uint,
    time: c_uint,
    event: *mut FullEventRecord,
    which: *mut c_uint,
) -> c_int {
    told(among(|portals| {
        let which = place(which)?;
        if size == 0 || event.is_null() {
            return Err(Portals4Code::ARG_INVALID);
        }
        let queues = array(eqs, size as usize)?;
        let (found, lost) = poll(portals, queues, timeout(time), event)?;
        *which = found as c_uint;
        if lost { Err(Portals4Code::EQ_DROPPED) } else { Ok(()) }
    }))
}
