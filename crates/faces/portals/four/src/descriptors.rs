//! Memory descriptors.

use crate::code::told;
use crate::interface::AN_INTERFACE;
use crate::library::{portals, with};
use crate::memory::lent;
use crate::pointer::{needed, place};
use crate::types::{MdRecord, counter, queue};
use ferry_portals::PortalsHandle;
use ferry_portals::four::{MdOptions, MdSpec, NiError, NiObject};
use std::ffi::c_int;

/// `PtlMDBind`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlMDBind(ni: u32, md: *const MdRecord, handle: *mut u32) -> c_int {
    told(with(ni, AN_INTERFACE, |interface| {
        let (md, handle) = (needed(md)?, place(handle)?);
        let spec = MdSpec {
            memory: lent(md.start, md.length, md.options, interface.limits().max_iovecs)?,
            options: MdOptions(md.options),
            events: queue(md.eq_handle),
            counter: counter(md.ct_handle),
        };
        *handle = interface.md_bind(spec)?.0;
        Ok(())
    }))
}

/// `PtlMDRelease`. An acknowledgement that has come, and was not looked at yet, does not keep a descriptor.
#[unsafe(no_mangle)]
pub extern "C" fn PtlMDRelease(md: u32) -> c_int {
    let release = || {
        with(md, &[NiObject::Descriptor], |interface| Ok(interface.md_release(PortalsHandle(md))))
    };
    told(release().and_then(|released| match released {
        Err(NiError::InUse) => {
            portals()?.progress();
            Ok(release()??)
        }
        released => Ok(released?),
    }))
}
