//! What functions return.

use ferry_portals::four::NiError;
use std::ffi::c_int;

/// A return code of `portals4.h`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Code(pub(crate) c_int);

impl Code {
    pub(crate) const OK: Code = Code(0);
    pub(crate) const ARG_INVALID: Code = Code(1);
    pub(crate) const CT_NONE_REACHED: Code = Code(2);
    pub(crate) const EQ_DROPPED: Code = Code(3);
    pub(crate) const EQ_EMPTY: Code = Code(4);
    pub(crate) const FAIL: Code = Code(5);
    pub(crate) const NO_INIT: Code = Code(9);
    pub(crate) const PID_IN_USE: Code = Code(11);
    pub(crate) const ABORTED: Code = Code(15);
}

impl From<NiError> for Code {
    fn from(error: NiError) -> Self {
        Code(error as c_int)
    }
}

/// What a function does, or why not.
pub(crate) type Done<T = ()> = Result<T, Code>;

/// As C is told.
pub(crate) fn told(done: Done) -> c_int {
    done.err().unwrap_or(Code::OK).0
}
