//! Access entries.

use crate::code::told;
use crate::entries::processes;
use crate::library::with_ni;
use crate::types::{ProcessId, unless_any};
use ferry_portals::three::AccessEntry;
use std::ffi::c_int;

/// `PtlACEntry`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlACEntry(
    ni: u32,
    ac_index: u32,
    match_id: ProcessId,
    uid: u32,
    jid: u32,
    pt_index: u32,
) -> c_int {
    told(with_ni(ni, |interface| {
        let entry = AccessEntry {
            processes: processes(match_id),
            uid: unless_any(uid),
            jid: unless_any(jid),
            pt_index: unless_any(pt_index),
        };
        Ok(interface.set_access(ac_index, entry)?)
    }))
}
