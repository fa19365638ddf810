//! What calls return.

use ferry_pmi::PmiError;
use std::ffi::c_int;

/// A code of `pmi.h` other than success.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PmiCode(c_int);

impl PmiCode {
    pub(crate) const FAIL: PmiCode = PmiCode(-1);
    pub(crate) const INIT: PmiCode = PmiCode(1);
    pub(crate) const ARGUMENT: PmiCode = PmiCode(3);
    pub(crate) const KEY: PmiCode = PmiCode(4);
    pub(crate) const KEY_LENGTH: PmiCode = PmiCode(5);
    pub(crate) const VALUE: PmiCode = PmiCode(6);
    pub(crate) const VALUE_LENGTH: PmiCode = PmiCode(7);
    pub(crate) const LENGTH: PmiCode = PmiCode(8);
    pub(crate) const KEYVAL: PmiCode = PmiCode(12);
    pub(crate) const SIZE: PmiCode = PmiCode(13);
}

/// What comes of a call.
pub(crate) type PmiResult<T = ()> = Result<T, PmiCode>;

/// As the program is told.
pub(crate) fn told(done: PmiResult) -> c_int {
    done.map_or_else(|code| code.0, |()| 0)
}

/// What the launcher or the way there refused, told to people where the code says little.
pub(crate) fn failed(call: &str, why: &PmiError) -> PmiCode {
    if let PmiError::Caller { .. } = why {
        return PmiCode::ARGUMENT;
    }
    ferry_sys::tell(&format!("ferry: {call}: {why}"));
    PmiCode::FAIL
}
