//! What happens by itself.

use crate::code::told;
use crate::library::nexus;
use ferry_nexus::{Fault, FaultKind};
use std::ffi::{CString, c_char, c_int, c_void};

/// What the program wants called: its argument, the kind, and the fault in words.
type Callback = extern "C" fn(*mut c_void, c_int, *const c_char);

/// As `nexus.h` numbers them.
fn number(kind: FaultKind) -> c_int {
    match kind {
        FaultKind::ProcessDied => 1,
        FaultKind::ShutdownAbnormally => 2,
        FaultKind::ShutdownNormally => 3,
        FaultKind::AcceptAttachFailed => 4,
        FaultKind::ConnectFailed => 5,
        FaultKind::BadProtocol => 6,
        FaultKind::ReadFailed => 7,
        FaultKind::BadUrl => 8,
        FaultKind::UnknownEndpoint => 9,
        FaultKind::UnknownHandler => 10,
    }
}

/// `nexus_enable_fault_tolerance`: calls `callback`, in the thread that polls, for everything that happens to
/// links by itself. Without it the next poll or wait fails with it.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_enable_fault_tolerance(
    callback: Option<Callback>,
    argument: *mut c_void,
) -> c_int {
    let argument = argument as usize;
    told(nexus().map(|nexus| {
        nexus.on_fault(move |fault: &Fault| {
            let Some(callback) = callback else { return };
            let why = CString::new(fault.to_string().replace('\0', " ")).unwrap_or_default();
            callback(argument as *mut c_void, number(fault.kind), why.as_ptr());
        });
    }))
}
