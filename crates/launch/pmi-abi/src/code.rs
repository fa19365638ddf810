//! What calls return.

use ferry_pmi::PmiError;
use std::ffi::c_int;

/// A code of `pmi.h` other than success.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Code(c_int);

impl Code {
    pub(crate) const FAIL: Code = Code(-1);
    pub(crate) const INIT: Code = Code(1);
    pub(crate) const ARGUMENT: Code = Code(3);
    pub(crate) const KEY: Code = Code(4);
    pub(crate) const KEY_LENGTH: Code = Code(5);
    pub(crate) const VALUE: Code = Code(6);
    pub(crate) const VALUE_LENGTH: Code = Code(7);
    pub(crate) const LENGTH: Code = Code(8);
    pub(crate) const SIZE: Code = Code(13);
}

/// What comes of a call.
pub(crate) type Done<T = ()> = Result<T, Code>;

/// As the program is told.
pub(crate) fn told(done: Done) -> c_int {
    done.map_or_else(|code| code.0, |()| 0)
}

/// What the launcher or the way there refused, told to people where the code says little.
pub(crate) fn failed(call: &str, why: &PmiError) -> Code {
    if let PmiError::Caller { .. } = why {
        return Code::ARGUMENT;
    }
    ferry_sys::tell(&format!("ferry: {call}: {why}"));
    Code::FAIL
}
