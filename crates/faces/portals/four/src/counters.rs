//! Counters.

use crate::code::{Portals4Code, Portals4Result, told};
use crate::events::in_turn;
use crate::interface::AN_INTERFACE;
use crate::library::{
    FoundPortals4, Portals4State, among, ask, interface_of, portals, timeout, wait_in, with,
};
use crate::pointer::{array, place};
use crate::types::CtRecord;
use ferry_portals::PortalsHandle;
use ferry_portals::four::{CounterValue, NiObject};
use std::ffi::{c_int, c_uint};
use std::time::Duration;

pub(crate) const A_COUNTER: &[NiObject] = &[NiObject::Counter];

/// `PtlCTAlloc`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlCTAlloc(ni: u32, ct: *mut u32) -> c_int {
    told(with(ni, AN_INTERFACE, |interface| {
        let ct = place(ct)?;
        *ct = interface.ct_alloc()?.0;
        Ok(())
    }))
}

/// `PtlCTFree`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlCTFree(ct: u32) -> c_int {
    let freed = with(ct, A_COUNTER, |interface| Ok(interface.ct_free(PortalsHandle(ct))?));
    told(freed.and_then(|()| {
        // Somebody may be waiting for it.
        portals()?.wake();
        Ok(())
    }))
}

/// `PtlCTCancelTriggered`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlCTCancelTriggered(ct: u32) -> c_int {
    told(with(ct, A_COUNTER, |interface| Ok(interface.ct_cancel(PortalsHandle(ct))?)))
}

/// What a counter has counted, whoever counts.
fn value(state: &mut Portals4State, ct: u32) -> Portals4Result<CounterValue> {
    Ok(interface_of(state, ct, A_COUNTER)?.ct_get(PortalsHandle(ct))?)
}

/// `PtlCTGet`. What has come is looked after first.
#[unsafe(no_mangle)]
pub extern "C" fn PtlCTGet(ct: u32, event: *mut CtRecord) -> c_int {
    told(among(|portals| {
        let event = place(event)?;
        portals.progress();
        *event = value(&mut portals.state(), ct)?.into();
        Ok(())
    }))
}

/// Waits until one of these counters has reached its test, at most for `timeout`.
fn poll(
    portals: &FoundPortals4,
    (cts, tests): (&[u32], &[u64]),
    timeout: Option<Duration>,
) -> Portals4Result<Option<(usize, CounterValue)>> {
    let order = in_turn(cts.len());
    wait_in(portals, timeout, |state| {
        for which in order.clone() {
            match value(state, cts[which]) {
                Ok(value) if value.reached() >= tests[which] => return Some(Ok((which, value))),
                Ok(_) => {}
                Err(why) => return Some(Err(why)),
            }
        }
        None
    })
}

/// `PtlCTWait`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlCTWait(ct: u32, test: u64, event: *mut CtRecord) -> c_int {
    told(among(|portals| {
        let event = place(event)?;
        let (_, value) = poll(portals, (&[ct], &[test]), None)?.ok_or(Portals4Code::FAIL)?;
        *event = value.into();
        Ok(())
    }))
}

/// `PtlCTPoll`; the time in milliseconds.
#[unsafe(no_mangle)]
pub extern "C" fn PtlCTPoll(
    cts: *const u32,
    tests: *const u64,
    size: c_uint,
    time: c_uint,
    event: *mut CtRecord,
    which: *mut c_uint,
) -> c_int {
    told(among(|portals| {
        let (event, which) = (place(event)?, place(which)?);
        if size == 0 {
            return Err(Portals4Code::ARG_INVALID);
        }
        let (cts, tests) = (array(cts, size as usize)?, array(tests, size as usize)?);
        let (found, value) =
            poll(portals, (cts, tests), timeout(time))?.ok_or(Portals4Code::CT_NONE_REACHED)?;
        (*event, *which) = (value.into(), found as c_uint);
        Ok(())
    }))
}

/// `PtlCTSet`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlCTSet(ct: u32, value: CtRecord) -> c_int {
    told(ask(ct, A_COUNTER, |interface| Ok(interface.ct_set(PortalsHandle(ct), value.into())?)))
}

/// `PtlCTInc`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlCTInc(ct: u32, more: CtRecord) -> c_int {
    told(ask(ct, A_COUNTER, |interface| Ok(interface.ct_inc(PortalsHandle(ct), more.into())?)))
}
