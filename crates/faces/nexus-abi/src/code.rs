//! What calls return, and the words for it.

use ferry_nexus::{BufferError, NexusError};
use std::cell::RefCell;
use std::ffi::{CString, c_char, c_int};

/// A code of `nexus.h` other than success.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i32)]
pub(crate) enum Code {
    NotStarted = 1,
    Handle,
    Argument,
    Unbound,
    Gone,
    NoWay,
    WouldWait,
    TooLong,
    Buffer,
    BadUrl,
    Refused,
    Unreachable,
    Fault,
    Busy,
    System,
}

/// Why a call failed, for the program and for people.
#[derive(Debug)]
pub(crate) struct Failure {
    code: Code,
    why: String,
}

/// What comes of a call.
pub(crate) type Done<T = ()> = Result<T, Failure>;

thread_local! {
    /// Of the last call that failed.
    static WHY: RefCell<CString> = RefCell::default();
}

impl Failure {
    pub(crate) fn new(code: Code, why: impl ToString) -> Self {
        Failure { code, why: why.to_string() }
    }
}

impl From<NexusError> for Failure {
    fn from(error: NexusError) -> Self {
        let code = match &error {
            NexusError::Start { .. } => Code::System,
            NexusError::Link(_) | NexusError::NoWay { .. } => Code::NoWay,
            NexusError::Gone { .. } => Code::Gone,
            NexusError::Unbound => Code::Unbound,
            NexusError::WouldWait { .. } => Code::WouldWait,
            NexusError::TooLong { .. } => Code::TooLong,
            NexusError::Buffer(_) => Code::Buffer,
            NexusError::Url(_) => Code::BadUrl,
            NexusError::Refused { .. } => Code::Refused,
            NexusError::Unreachable { .. } => Code::Unreachable,
            NexusError::Fault(_) => Code::Fault,
            NexusError::Finished => Code::NotStarted,
            NexusError::Usage(_) => Code::Argument,
        };
        Failure::new(code, error)
    }
}

impl From<BufferError> for Failure {
    fn from(error: BufferError) -> Self {
        Failure::new(Code::Buffer, error)
    }
}

/// As the program is told.
pub(crate) fn told(done: Done) -> c_int {
    let Err(Failure { code, why }) = done else { return 0 };
    let why = CString::new(why.replace('\0', " ")).unwrap_or_default();
    // A thread that is ending has nobody left to read it.
    let _ = WHY.try_with(|kept| kept.replace(why));
    code as c_int
}

/// `nexus_error_text`: why the last call of this thread failed that did; good until the next that does.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_error_text() -> *const c_char {
    WHY.try_with(|why| why.borrow().as_ptr()).unwrap_or(c"".as_ptr())
}
