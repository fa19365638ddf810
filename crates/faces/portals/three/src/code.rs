//! What functions return.

use ferry_portals::three::PortalsError;
use std::ffi::c_int;

/// A return code of `portals3.h`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Portals3Code(pub(crate) c_int);

impl Portals3Code {
    pub(crate) const OK: Portals3Code = Portals3Code(0);
    pub(crate) const EQ_DROPPED: Portals3Code = Portals3Code(2);
    pub(crate) const FAIL: Portals3Code = Portals3Code(5);
    pub(crate) const IFACE_INVALID: Portals3Code = Portals3Code(7);
    pub(crate) const NI_INVALID: Portals3Code = Portals3Code(15);
    pub(crate) const NO_INIT: Portals3Code = Portals3Code(16);
    pub(crate) const PID_INVALID: Portals3Code = Portals3Code(18);
    pub(crate) const PROCESS_INVALID: Portals3Code = Portals3Code(19);
    pub(crate) const SEGV: Portals3Code = Portals3Code(22);
}

impl From<PortalsError> for Portals3Code {
    fn from(error: PortalsError) -> Self {
        Portals3Code(error as c_int)
    }
}

/// What a function does, or why not.
pub(crate) type Portals3Result<T = ()> = Result<T, Portals3Code>;

/// As C is told.
pub(crate) fn told(done: Portals3Result) -> c_int {
    done.err().unwrap_or(Portals3Code::OK).0
}
