//! What functions return.

use ferry_portals::three::PortalsError;
use std::ffi::c_int;

/// A return code of `portals3.h`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Code(pub(crate) c_int);

impl Code {
    pub(crate) const OK: Code = Code(0);
    pub(crate) const EQ_DROPPED: Code = Code(2);
    pub(crate) const FAIL: Code = Code(5);
    pub(crate) const IFACE_INVALID: Code = Code(7);
    pub(crate) const NI_INVALID: Code = Code(15);
    pub(crate) const NO_INIT: Code = Code(16);
    pub(crate) const PID_INVALID: Code = Code(18);
    pub(crate) const PROCESS_INVALID: Code = Code(19);
    pub(crate) const SEGV: Code = Code(22);
}

impl From<PortalsError> for Code {
    fn from(error: PortalsError) -> Self {
        Code(error as c_int)
    }
}

/// What a function does, or why not.
pub(crate) type Done<T = ()> = Result<T, Code>;

/// As C is told.
pub(crate) fn told(done: Done) -> c_int {
    done.err().unwrap_or(Code::OK).0
}
