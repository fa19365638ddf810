//! Errors: a class of the standard (MPI-5.0 §9.4) and a sentence for people.

pub mod codes;

use crate::handle::CommHandle;
use std::borrow::Cow;
use std::fmt;
use std::ops::{Deref, DerefMut};

/// Result of everything in this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What went wrong. A word long, since nearly every call returns one or nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(Box<Details>);

/// The standard's error class and what to tell the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Details {
    /// Error class, or a code added with `MPI_Add_error_code`.
    pub code: i32,
    /// Who did what wrong, what was expected, what to do.
    pub message: Cow<'static, str>,
    /// The communicator whose error handler is meant, where it is not an argument of the call.
    pub on: Option<CommHandle>,
    /// The errors of single operations that this one sums up.
    pub inner: Vec<Error>,
}

impl Error {
    /// An error of class `code` (a constant of [`crate::constants`]).
    #[cold]
    pub fn new(code: i32, message: impl Into<Cow<'static, str>>) -> Self {
        let message = message.into();
        Error(Box::new(Details { code, message, on: None, inner: Vec::new() }))
    }

    /// The same error, to be handled by a communicator's error handler.
    pub fn on(mut self, comm: CommHandle) -> Self {
        self.0.on = Some(comm);
        self
    }

    /// The same error, which sums up others.
    pub fn with_inner(mut self, inner: Vec<Error>) -> Self {
        self.0.inner = inner;
        self
    }
}

impl Deref for Error {
    type Target = Details;

    fn deref(&self) -> &Details {
        &self.0
    }
}

impl DerefMut for Error {
    fn deref_mut(&mut self) -> &mut Details {
        &mut self.0
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", class_name(self.code), self.message)
    }
}

impl std::error::Error for Error {}

macro_rules! classes {
    ($($code:literal $name:ident $text:literal;)*) => {
        /// Name of an error class, as in C.
        pub fn class_name(code: i32) -> &'static str {
            match code { $($code => concat!("MPI_", stringify!($name)),)* _ => "user-defined error" }
        }

        /// One sentence on an error class.
        pub fn class_text(code: i32) -> Option<&'static str> {
            match code { $($code => Some($text),)* _ => None }
        }
    };
}

classes! {
    0 SUCCESS "no error";
    1 ERR_BUFFER "invalid buffer pointer";
    2 ERR_COUNT "invalid count";
    3 ERR_TYPE "invalid datatype";
    4 ERR_TAG "invalid tag";
    5 ERR_COMM "invalid communicator";
    6 ERR_RANK "invalid rank";
    7 ERR_REQUEST "invalid request";
    8 ERR_ROOT "invalid root";
    9 ERR_GROUP "invalid group";
    10 ERR_OP "invalid reduction operation";
    11 ERR_TOPOLOGY "invalid topology";
    12 ERR_DIMS "invalid dimensions";
    13 ERR_ARG "invalid argument";
    14 ERR_UNKNOWN "unknown error";
    15 ERR_TRUNCATE "message longer than the receive buffer";
    16 ERR_OTHER "other error";
    17 ERR_INTERN "internal error of Ferry";
    18 ERR_PENDING "request is still pending";
    19 ERR_IN_STATUS "the error is in the status";
    20 ERR_ACCESS "permission denied";
    21 ERR_AMODE "invalid access mode";
    22 ERR_ASSERT "invalid assertion";
    23 ERR_BAD_FILE "invalid file name";
    24 ERR_BASE "invalid base address";
    25 ERR_CONVERSION "error in a data conversion function";
    26 ERR_DISP "invalid displacement";
    27 ERR_DUP_DATAREP "data representation is defined already";
    28 ERR_FILE_EXISTS "file exists";
    29 ERR_FILE_IN_USE "file is in use";
    30 ERR_FILE "invalid file handle";
    31 ERR_INFO_KEY "info key is too long";
    32 ERR_INFO_NOKEY "info key is not there";
    33 ERR_INFO_VALUE "invalid info value";
    34 ERR_INFO "invalid info object";
    35 ERR_IO "input or output failed";
    36 ERR_KEYVAL "invalid attribute key";
    37 ERR_LOCKTYPE "invalid lock type";
    38 ERR_NAME "service name is not published";
    39 ERR_NO_MEM "out of memory";
    40 ERR_NOT_SAME "arguments differ between processes";
    41 ERR_NO_SPACE "no space left on device";
    42 ERR_NO_SUCH_FILE "no such file";
    43 ERR_PORT "invalid port name";
    44 ERR_QUOTA "quota exceeded";
    45 ERR_READ_ONLY "read-only file or file system";
    46 ERR_RMA_ATTACH "memory cannot be attached";
    47 ERR_RMA_CONFLICT "conflicting accesses to a window";
    48 ERR_RMA_RANGE "target memory is not part of the window";
    49 ERR_RMA_SHARED "memory cannot be shared";
    50 ERR_RMA_SYNC "wrong synchronisation of one-sided calls";
    51 ERR_SERVICE "unpublishing failed";
    52 ERR_SIZE "invalid size";
    53 ERR_SPAWN "processes could not be spawned";
    54 ERR_UNSUPPORTED_DATAREP "data representation is not supported";
    55 ERR_UNSUPPORTED_OPERATION "operation is not supported";
    56 ERR_WIN "invalid window";
    57 ERR_RMA_FLAVOR "wrong flavour of window";
    58 ERR_PROC_ABORTED "a peer process has ended";
    59 ERR_VALUE_TOO_LARGE "value does not fit the type of the argument";
    60 ERR_SESSION "invalid session";
    61 ERR_ERRHANDLER "invalid error handler";
    62 ERR_ABI "operation is not possible with this ABI";
    8001 ERR_PROC_FAILED_PENDING "a process has failed, and the operation goes on";
    8002 ERR_REVOKED "the communicator was revoked";
    1001 T_ERR_CANNOT_INIT "the tools interface cannot be initialised";
    1002 T_ERR_NOT_ACCESSIBLE "not accessible";
    1003 T_ERR_NOT_INITIALIZED "the tools interface is not initialised";
    1004 T_ERR_NOT_SUPPORTED "not supported by the tools interface";
    1005 T_ERR_MEMORY "out of memory";
    1006 T_ERR_INVALID "invalid use of the tools interface";
    1007 T_ERR_INVALID_INDEX "invalid index";
    1008 T_ERR_INVALID_ITEM "invalid item";
    1009 T_ERR_INVALID_SESSION "invalid tools session";
    1010 T_ERR_INVALID_HANDLE "invalid tools handle";
    1011 T_ERR_INVALID_NAME "invalid name";
    1012 T_ERR_OUT_OF_HANDLES "no more handles";
    1013 T_ERR_OUT_OF_SESSIONS "no more tools sessions";
    1014 T_ERR_CVAR_SET_NOT_NOW "control variable cannot be set now";
    1015 T_ERR_CVAR_SET_NEVER "control variable cannot be set";
    1016 T_ERR_PVAR_NO_WRITE "performance variable cannot be written";
    1017 T_ERR_PVAR_NO_STARTSTOP "performance variable cannot be started or stopped";
    1018 T_ERR_PVAR_NO_ATOMIC "performance variable cannot be read and reset at once";
}
