//! The portal table.

use crate::code::{Portals4Code, told};
use crate::interface::{AN_INTERFACE, is_open};
use crate::library::{interface_of, portals, with};
use crate::pointer::place;
use crate::types::{queue, unless_any};
use ferry_portals::four::PtOptions;
use std::ffi::{c_int, c_uint};

/// `PtlPTAlloc`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlPTAlloc(
    ni: u32,
    options: c_uint,
    eq: u32,
    wanted: u32,
    pt_index: *mut u32,
) -> c_int {
    told(with(ni, AN_INTERFACE, |interface| {
        let pt_index = place(pt_index)?;
        *pt_index = interface.pt_alloc(PtOptions(options), queue(eq), unless_any(wanted))?;
        Ok(())
    }))
}

/// `PtlPTFree`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlPTFree(ni: u32, pt_index: u32) -> c_int {
    told(with(ni, AN_INTERFACE, |interface| Ok(interface.pt_free(pt_index)?)))
}

/// `PtlPTDisable`; returns once nothing is under way there.
#[unsafe(no_mangle)]
pub extern "C" fn PtlPTDisable(ni: u32, pt_index: u32) -> c_int {
    told(with(ni, AN_INTERFACE, |interface| Ok(interface.pt_disable(pt_index)?)).and_then(|()| {
        portals()?.wait_until(None, |state| {
            let is_gone = !is_open(state, ni);
            let idle = |state| {
                interface_of(state, ni, AN_INTERFACE).is_ok_and(|of| of.pt_is_idle(pt_index))
            };
            (is_gone || idle(state)).then_some(())
        });
        Ok(())
    }))
}

/// `PtlPTEnable`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlPTEnable(ni: u32, pt_index: u32) -> c_int {
    told(with(ni, AN_INTERFACE, |interface| Ok::<(), Portals4Code>(interface.pt_enable(pt_index)?)))
}
