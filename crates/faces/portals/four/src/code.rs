//! What functions return.

use ferry_portals::four::NiError;
use std::ffi::c_int;

/// A return code of `portals4.h`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Portals4Code(pub(crate) c_int);

impl Portals4Code {
    pub(crate) const OK: Portals4Code = Portals4Code(0);
    pub(crate) const ARG_INVALID: Portals4Code = Portals4Code(1);
    pub(crate) const CT_NONE_REACHED: Portals4Code = Portals4Code(2);
    pub(crate) const EQ_DROPPED: Portals4Code = Portals4Code(3);
    pub(crate) const EQ_EMPTY: Portals4Code = Portals4Code(4);
    pub(crate) const FAIL: Portals4Code = Portals4Code(5);
    pub(crate) const NO_INIT: Portals4Code = Portals4Code(9);
    pub(crate) const PID_IN_USE: Portals4Code = Portals4Code(11);
    pub(crate) const ABORTED: Portals4Code = Portals4Code(15);
}

impl From<NiError> for Portals4Code {
    fn from(error: NiError) -> Self {
        Portals4Code(error as c_int)
    }
}

/// What a function does, or why not.
pub(crate) type Portals4Result<T = ()> = Result<T, Portals4Code>;

/// As C is told.
pub(crate) fn told(done: Portals4Result) -> c_int {
    done.err().unwrap_or(Portals4Code::OK).0
}
